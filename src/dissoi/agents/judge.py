"""The judge: reasons first, then bounded scores for each side; and the scorer of single arguments.

A judge can do nothing but fill a bounded form; code decides who won. Sides are called supporter and opponent, and
judges of even number meet them in the other order. Not here: what ballots add up to (``record/ballots.py``).
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from dissoi.agents.asking import once_more
from dissoi.agents.forms import Bounded, Sentence, Sentences, form
from dissoi.agents.language import language_of, strays
from dissoi.agents.prompts import prompt, title
from dissoi.models.port import Mind
from dissoi.record.ballots import CRITERIA, ArgumentScore, Ballot
from dissoi.record.text import whole_sentences
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView

MARKS = form("Marks", **dict.fromkeys(CRITERIA, Bounded))
POINTS = Annotated[
    list[form("Point", summary=Sentence, reason=Sentence, points=Bounded)],  # pyright: ignore[reportInvalidTypeForm]
    Field(min_length=1, max_length=3),
]


async def judge(view: DebateView, id: str, mind: Mind, *, ties: bool = True) -> tuple[Ballot, Usage]:
    """Fill one ballot. ``id`` ends in the judge's number; ``ties``: whether the format allows equal totals.

    Asks once more, saying why, for a forbidden tie and for reasons in another language than the motion's; what comes
    then stands. Raises ``ProviderError`` or ``BudgetError``.
    """
    number = int(id.rsplit(".", 1)[-1])
    order = view.sides if number % 2 else tuple(reversed(view.sides))
    keys = {side: title(view, side).replace(" ", "_") for side in order}
    sheet = form("Ballot", reasons=Sentences, **{keys[side]: MARKS for side in order})
    criteria = ", ".join(f"{name} ({what})" for name, what in CRITERIA.items())
    values = {"first": title(view, order[0]), "second": title(view, order[1]), "criteria": criteria}

    async def ask(again: str, asked: int) -> tuple[Ballot, Usage]:
        page = prompt(view, "ballot", {**values, "again": again}, options={"role": "judge", "judge": number})
        filled: Any
        filled, usage = await mind.fill(page, sheet, max_tokens=700, sample=number)
        scores = {side: {name: getattr(getattr(filled, keys[side]), name) for name in CRITERIA} for side in view.sides}
        return Ballot(
            judge=id, model=usage.model, rfd=whole_sentences(filled.reasons), scores=scores, asked=asked
        ), usage

    ballot, usage = await ask("", 1)
    again = ""
    if _strays(view, ballot.rfd):
        again += _again(view)
    if not ties and len(ballot.winners()) > 1:
        again += " A tie is not allowed here: the totals must differ."
    if not again:
        return ballot, usage
    return await once_more(ballot, usage, ask(again, 2))


async def score(view: DebateView, mind: Mind) -> tuple[tuple[ArgumentScore, ...], Usage]:
    """Score up to three arguments of each side. Asks once more, naming the language, for words in another one than the
    motion's; what comes then stands. Raises ``ProviderError`` or ``BudgetError``."""
    keys = {side: title(view, side).replace(" ", "_") for side in view.sides}
    sheet = form("Arguments", **dict.fromkeys(keys.values(), POINTS))
    first, second = (title(view, side) for side in view.sides[:2])

    async def ask(again: str) -> tuple[tuple[ArgumentScore, ...], Usage]:
        page = prompt(view, "arguments", {"first": first, "second": second, "again": again}, options={"role": "scorer"})
        filled: Any
        filled, usage = await mind.fill(page, sheet, max_tokens=1200)
        found = (
            ArgumentScore(
                id=f"{side}.{n}",
                side=side,
                summary=whole_sentences(point.summary),
                points=point.points,
                reason=whole_sentences(point.reason),
            )
            for side in view.sides
            for n, point in enumerate(getattr(filled, keys[side]), 1)
        )
        return tuple(found), usage

    found, usage = await ask("")
    if not _strays(view, " ".join(f"{a.summary} {a.reason}" for a in found)):
        return found, usage
    return await once_more(found, usage, ask(_again(view)))


def _strays(view: DebateView, text: str) -> bool:
    return view.motion is not None and strays(text, view.motion.text)


def _again(view: DebateView) -> str:
    language = language_of(view.motion.text if view.motion else "")
    return f" Write the reasons in {language or 'the language of the statement'}."
