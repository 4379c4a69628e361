"""The call journal as a table and a document: what each call sent, how much of it was shared, what it came to."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from dissoi.cli import terminal
from dissoi.cli.tables import table
from dissoi.export import phrases
from dissoi.models.port import CallRecord
from dissoi.record.events import SCHEMA_VERSION

HEAD = ["#", "role", "prompt", "shared", "%", "in", "cached", "out", "sec", "try", "cost", "model"]


def lines(calls: Sequence[CallRecord], columns: int | None) -> list[str]:
    """The table, its totals, and what the model's adapter had to change."""
    if not calls:
        return ["No model was called in this debate."]
    rows = [*(_row(call) for call in calls), _total(calls)]
    found = table(HEAD, rows, columns=columns, right="rlrrrrrrrrrl", gap=" ")
    total = totals(calls)
    shared = f"{total['shared_chars']:,} of them shared with an earlier call ({total['shared_percent']} %)"
    found += ["", f"{total['prompt_chars']:,} prompt characters, {shared}."]
    notes = dict.fromkeys(f"{c.model}: {note}" for c in calls if c.usage for note in c.usage.notes)
    return [*found[:-1], *(terminal.wrapped(line, columns) for line in (found[-1], *notes))]


def _row(call: CallRecord) -> list[str]:
    usage = call.usage
    figures = ["", "", "", "", "", ""]
    if usage:
        cost = "?" if usage.cost is None else phrases.money(usage.cost)
        figures = [
            _n(usage.input),
            _n(usage.cached),
            _n(usage.output),
            f"{usage.seconds:.1f}",
            str(call.attempts),
            cost,
        ]
    state = "" if call.state == "done" else f" {call.state} ({call.error})" if call.error else f" {call.state}"
    return [
        str(call.ordinal), call.role, str(call.prompt_chars), str(call.shared_chars),
        str(percent(call.shared_chars, call.prompt_chars)), *figures, f"{call.model}{state}",
    ]  # fmt: skip


def _n(count: int | None) -> str:
    return "" if count is None else str(count)


def _total(calls: Sequence[CallRecord]) -> list[str]:
    total = totals(calls)
    cost = phrases.money(total["cost"]) + ("+?" if total["unpriced"] else "")
    return [
        "", "total", str(total["prompt_chars"]), str(total["shared_chars"]),
        str(total["shared_percent"]), str(total["input"]), str(total["cached"]), str(total["output"]),
        f"{total['seconds']:.1f}", str(total["attempts"]), cost, f"{len(calls)} calls",
    ]  # fmt: skip


def percent(part: int, whole: int) -> int:
    """Rounded down, so that it never claims more than there is."""
    return 100 * part // whole if whole else 0


def totals(calls: Sequence[CallRecord]) -> dict[str, Any]:
    usages = [call.usage for call in calls if call.usage]
    prompt, shared = sum(c.prompt_chars for c in calls), sum(c.shared_chars for c in calls)
    return {
        "calls": len(calls),
        "prompt_chars": prompt,
        "shared_chars": shared,
        "own_chars": sum(c.own_chars for c in calls),
        "shared_percent": percent(shared, prompt),
        "input": sum(u.input or 0 for u in usages),
        "cached": sum(u.cached or 0 for u in usages),
        "output": sum(u.output or 0 for u in usages),
        "seconds": round(sum(u.seconds for u in usages), 3),
        "attempts": sum(c.attempts for c in calls),
        "cost": sum((u.cost or Decimal(0) for u in usages), Decimal(0)),
        "unpriced": sum(u.cost is None for u in usages),
    }


def document(debate_id: str, calls: Sequence[CallRecord]) -> dict[str, Any]:
    """Money as decimal strings. The replies themselves are in the events."""
    found = totals(calls)
    return {
        "schema_version": SCHEMA_VERSION,
        "debate_id": debate_id,
        "calls": [
            {
                "ordinal": c.ordinal, "role": c.role, "model": c.model, "prompt": c.prompt_name, "sample": c.sample,
                "prompt_chars": c.prompt_chars, "shared_chars": c.shared_chars, "own_chars": c.own_chars,
                "state": c.state,
                "reserved": None if c.reserved is None else str(c.reserved), "attempts": c.attempts, "error": c.error,
                "at": c.at, "usage": c.usage.model_dump(mode="json") if c.usage else None,
            }
            for c in calls
        ],
        "totals": {**found, "cost": str(found["cost"])},
    }  # fmt: skip
