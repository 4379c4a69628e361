"""Models made ready for a debate: ``auto`` resolved and said, LangGraph and weights loaded side by side.

Not here: what a debate is composed of (``engine/api.py``), what is valid (``engine/line_up.py``).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from dissoi.cli import terminal
from dissoi.cli.options import Talk

if TYPE_CHECKING:
    from dissoi.models.port import ChatModel

AUTO = "auto"
BUNDLED = "local:smollm2"


async def resolved(models: Mapping[str, Any], prefer: Sequence[str], talk: Talk) -> dict[str, Any]:
    """``models`` with every ``auto`` replaced by what it stands for on this machine, which is said. ``prefer``: the
    setting ``auto``."""
    auto = [role for role, choice in models.items() if _name(choice) == AUTO]
    if not auto:
        return dict(models)
    from dissoi.models.auto import choose_auto, standing_for

    name, reason = await asyncio.to_thread(choose_auto, terminal.environment(), prefer)
    talk.note(f"Model: {name} ({reason}; choose another with -m).")
    return {
        role: (name if isinstance(choice, str) else standing_for(choice, name)) if role in auto else choice
        for role, choice in models.items()
    }


def _name(choice: Any) -> str:
    return choice if isinstance(choice, str) else str(choice.get("model", ""))


async def make_ready(models: Mapping[str, ChatModel], talk: Talk) -> None:
    """Load what a run needs, side by side: LangGraph, and the weights of local models. Raises ``ProviderError``."""
    loads: dict[int, Any] = {id(model): model for model in models.values() if hasattr(model, "preload")}
    if loads:
        names = ", ".join(sorted({model.name for model in loads.values()}))
        talk.note(f"Loading {names} ...")
        if BUNDLED in names:
            talk.note("It is tiny: it shows how a debate runs, not how well models argue. Choose another with -m.")
    from dissoi.engine import process

    await asyncio.gather(asyncio.to_thread(process.make_ready), *(model.preload() for model in loads.values()))
