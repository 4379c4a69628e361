"""Logs as data, for tests that change them: whatever they say, their hashes fit. Not here: what a log may say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dissoi.record.events import GENESIS, canonical_json, chain

GOLDEN = Path(__file__).parents[1] / "golden"
HEADERS = {"content-type": "application/jsonl"}
AT = "2026-01-02T03:04:05.000Z"


def lines(name: str = "nround", debate_id: str = "elsewhere") -> list[dict[str, Any]]:
    """A golden log under another id, to be changed."""
    found = (json.loads(line) for line in (GOLDEN / f"{name}.jsonl").read_bytes().splitlines())
    return [link | {"debate_id": debate_id} for link in found]


def rehashed(log: list[dict[str, Any]]) -> bytes:
    """The log with numbers and hashes that fit whatever it says, as far as it can be hashed."""
    prev, found = GENESIS, list[str]()
    for seq, link in enumerate(log, 1):
        head = {"schema_version": 1, "visibility": "public"} | link | {"seq": seq, "prev_hash": prev}
        try:
            body = canonical_json(link["event"])
            prev = chain(prev, head["debate_id"], seq, head["at"], head["visibility"], body)
        except (UnicodeEncodeError, TypeError, RecursionError):
            prev = "0" * 64
        found.append(json.dumps(head | {"hash": prev}))
    return "\n".join(found).encode()


def log_of(debate_id: str, events: Sequence[dict[str, Any]]) -> bytes:
    """A log of these events, which need not be canonical: what they hold arrives as it is."""
    return rehashed([{"debate_id": debate_id, "at": AT, "event": event} for event in events])
