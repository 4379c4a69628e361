"""A simulated listener: one reason, one vote. Always counted apart from people (``simulated``)."""

from __future__ import annotations

from typing import Any, Literal

from dissoi.agents.forms import Sentence, form
from dissoi.agents.prompts import prompt, title
from dissoi.models.port import Mind
from dissoi.record.transcript import Vote
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView


async def vote(view: DebateView, listener: int, mind: Mind) -> tuple[Vote, Usage]:
    """Ask listener number ``listener`` for a vote. Raises ``ProviderError`` or ``BudgetError``."""
    titles = {title(view, side): side for side in view.sides}
    choices: Any = Literal[(*titles, "undecided")]  # pyright: ignore[reportInvalidTypeForm]
    sheet = form("Vote", reason=Sentence, choice=choices)
    values = {"choices": " or ".join(titles), "listener": str(listener)}
    page = prompt(view, "vote", values, options={"role": "audience", "listener": listener})
    filled: Any
    filled, usage = await mind.fill(page, sheet, max_tokens=200, sample=listener)
    choice = titles.get(filled.choice)
    return Vote(voter=f"listener.{listener}", choice=choice, simulated=True, reason=filled.reason), usage
