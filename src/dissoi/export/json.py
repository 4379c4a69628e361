"""A debate as one JSON document, for programs that want the result. Not for import: that takes JSON Lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from dissoi.record.events import SCHEMA_VERSION, DebateCreated, Sealed, envelope_line
from dissoi.record.view import fold, visible_to


def document(log: Sequence[Sealed], *, events: bool = True) -> dict[str, Any]:
    """``schema_version``, ``debate_id``, ``setup`` (as agreed at the start), ``view`` (what it came to), ``events``.

    ``view.setup`` differs from ``setup`` where a resume changed limits or models. Money is a decimal string.
    """
    first = log[0][0]
    setup = first.event.setup.model_dump(mode="json") if isinstance(first.event, DebateCreated) else None
    view = visible_to("public", fold(envelope.event for envelope, _ in log))
    found: dict[str, Any] = {
        "schema_version": SCHEMA_VERSION,
        "debate_id": first.debate_id,
        "setup": setup,
        "view": view.model_dump(mode="json"),
    }
    if events:
        found["events"] = [json.loads(envelope_line(envelope, body)) for envelope, body in log]
    return found


def render(log: Sequence[Sealed], *, events: bool = True, indent: int | None = 2) -> str:
    """The document as text, UTF-8 as it is, with a line feed at its end."""
    return json.dumps(document(log, events=events), ensure_ascii=False, indent=indent) + "\n"
