"""What a debate would take, as lines and as a document: timeline, calls, the worst cost. Makes no call."""

from __future__ import annotations

from typing import Any

from dissoi.cli.tables import table
from dissoi.engine.line_up import Plan
from dissoi.export import phrases
from dissoi.record.events import SCHEMA_VERSION
from dissoi.record.setup import Setup


def lines(setup: Setup, plan: Plan, columns: int | None) -> list[str]:
    motion = f'"{setup.motion.text}"' if setup.motion else "(a motion will be invented)"
    timeline = [[id, phase, who, _clock(seconds), str(words or "")] for id, phase, who, seconds, words in plan.rows]
    calls = [[role, str(n), model] for role, model, n in plan.calls]
    price = (
        "unknown: the price of a model is not known" if plan.worst is None else f"{phrases.money(plan.worst)} at most"
    )
    return [
        f"{motion} · {setup.format}", "",
        *table(["slot", "phase", "who", "time", "words"], timeline, columns=columns, right="lllrr"), "",
        *table(["role", "calls", "model"], calls, columns=columns, right="lrl"), "",
        f"{plan.total} model calls; cost: {price}. Nothing was called.",
    ]  # fmt: skip


def _clock(seconds: int | None) -> str:
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"


def document(setup: Setup, plan: Plan) -> dict[str, Any]:
    """``worst_usd``: a decimal string, null = some price is unknown."""
    return {
        "schema_version": SCHEMA_VERSION,
        "setup": setup.model_dump(mode="json"),
        "timeline": [
            {"slot": id, "phase": phase, "who": who, "seconds": seconds, "words": words}
            for id, phase, who, seconds, words in plan.rows
        ],
        "calls": [{"role": role, "model": model, "calls": n} for role, model, n in plan.calls],
        "worst_usd": None if plan.worst is None else str(plan.worst),
    }
