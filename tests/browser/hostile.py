"""Debates that say the same hostile texts in every field that a person, a model or a log from elsewhere can fill.

Events as raw data: what they hold arrives as it is, cleaned by nobody on the way in. Not here: the texts
(``payloads.py``), what must not happen (``test_payloads.py``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.web.logs import lines

Event = dict[str, Any]
RULES = lines()[0]["event"]["setup"]["rules"]


def batches(texts: Sequence[str], size: int) -> list[tuple[str, ...]]:
    return [tuple(texts[n : n + size]) for n in range(0, len(texts), size)]


def _usage(text: str) -> Event:
    return {
        "model": text, "served": text, "prompt": text, "prompt_hash": text, "notes": [text], "calls": 1, "input": 9,
        "output": 9, "cost": None,
    }  # fmt: skip


class Cast:
    """Names made of the texts, each once: those of sides, seats, slots and ballots are keys elsewhere."""

    def __init__(self, texts: Sequence[str]) -> None:
        self.texts = texts
        self.whole = "\n\n".join(texts)
        self.sides = (f"{self.whole} A", f"{self.whole} B")
        self.ballot = f"{self.whole} ballot"
        self.seats = self.slots = list(texts)

    def side(self, n: int) -> str:
        return self.sides[n % 2]

    def motion(self) -> Event:
        return {"text": self.whole, "title": self.whole, "info": self.whole, "keywords": list(self.texts)}

    def models(self) -> Event:
        named = {seat: {"model": text} for seat, text in zip(self.seats, self.texts, strict=True)}
        return {"default": {"model": self.whole}, "judge": {"model": self.whole}, **named}

    def timeline(self) -> list[Event]:
        say = [
            {"id": slot, "verb": "say", "phase": text, "seat": seat, "side": self.side(n), "role": text, "words": 9}
            for n, (text, seat, slot) in enumerate(zip(self.texts, self.seats, self.slots, strict=True))
        ]
        vote = {"id": f"{self.ballot} slot", "verb": "vote", "phase": self.whole, "ballot": self.ballot,
                "voters": self.whole}  # fmt: skip
        return [*say, vote]


def beginning(texts: Sequence[str]) -> list[Event]:
    """As far as the introduction."""
    cast = Cast(texts)
    setup = {
        "motion": cast.motion(), "about": cast.whole, "format": cast.whole, "rules": RULES, "vars": {cast.whole: 1},
        "models": cast.models(), "styles": dict.fromkeys(cast.sides, cast.whole), "vote_wait": 60, "judges": 3,
        "origin": {"debate_id": cast.whole, "seq": 3},
    }  # fmt: skip
    seats = {seat: cast.side(n) for n, seat in enumerate(cast.seats)}
    return [
        {"type": "debate.created", "setup": setup},
        {"type": "topic.generated", "motion": cast.motion(), "usage": _usage(cast.whole)},
        {"type": "debate.started", "motion": cast.motion(), "sides": list(cast.sides), "seats": seats,
         "slots": cast.timeline(), "judges": 3},
        {"type": "moderator.acted", "action": "introduce", "text": cast.whole, "usage": _usage(cast.whole)},
    ]  # fmt: skip


def speaking(texts: Sequence[str]) -> list[Event]:
    """Every text as a speech, and the same slot passed over in silence for some."""
    cast, found = Cast(texts), list[Event]()
    for n, (text, seat, slot) in enumerate(zip(texts, cast.seats, cast.slots, strict=True)):
        place = {"slot": slot, "seat": seat, "side": cast.side(n)}
        found += [
            {"type": "phase.changed", "phase": text},
            {"type": "moderator.acted", "action": "hand_over", "slot": slot, "text": text},
            {"type": "turn.started", **place},
            {"type": "role.failed", "role": text, "id": text, "kind": text, "message": text},
            {"type": "turn.forfeited", **place, "reason": "technical", "detail": text}
            if n % 9 == 8
            else {"type": "turn.published", **place, "text": text, "words": 3, "marks": ["cut", "echo"],
                  "usage": _usage(text)},
        ]  # fmt: skip
    return found


def voting(texts: Sequence[str], closes_at: str) -> list[Event]:
    """Every text as a voter, a choice and a reason."""
    cast = Cast(texts)
    options = [*cast.sides, "tie", *texts]
    votes = [
        {"type": "vote.cast", "ballot": cast.ballot, "voter": text, "choice": options[n % len(options)],
         "reason": text, "simulated": n % 2 == 0}
        for n, text in enumerate(texts)
    ]  # fmt: skip
    return [
        {"type": "vote.opened", "ballot": cast.ballot, "options": options, "closes_at": closes_at},
        *votes,
    ]


def judging(texts: Sequence[str]) -> list[Event]:
    """Every text as a judge, a reason and an argument; then the end."""
    cast, found = Cast(texts), list[Event]()
    found.append({"type": "vote.closed", "ballot": cast.ballot, "counts": dict.fromkeys(texts, 1), "abstained": 1})
    for n, text in enumerate(texts):
        scores = {side: {"argument": 5 + n % 3, text: 6} for side in cast.sides}
        ballot = {"judge": text, "model": text, "rfd": text, "scores": scores, "asked": 2}
        argument = {"id": f"{text}.{n}", "side": cast.side(n), "summary": text, "points": 5, "reason": text}
        found += [
            {"type": "ballot.cast", "ballot": ballot, "usage": _usage(text)},
            {"type": "argument.scored", "argument": argument, "usage": _usage(text)},
        ]
    verdict = {
        "winner": cast.sides[0], "ballots": dict.fromkeys(cast.sides, 3), "totals": dict.fromkeys(cast.sides, 9),
        "cast": 3, "expected": 3, "quorum": 2, "impaired": list(cast.slots[:3]), "reason": cast.whole,
    }  # fmt: skip
    end = {"type": "debate.finished", "outcome": "verdict", "winner": cast.sides[0], "reason": cast.whole}
    return [*found, {"type": "verdict.given", "verdict": verdict}, end]


PAST, FUTURE = "2026-01-02T03:04:05.000Z", "2999-01-01T00:00:00.000Z"


def whole(texts: Sequence[str]) -> list[Event]:
    """A debate that has ended."""
    return [*beginning(texts), *speaking(texts), *voting(texts, PAST), *judging(texts)]


def paused(texts: Sequence[str]) -> list[Event]:
    """A debate that waits, its ballot open."""
    cast = Cast(texts)
    return [
        *beginning(texts), *speaking(texts), *voting(texts, FUTURE),
        {"type": "role.failed", "role": cast.whole, "id": cast.whole, "kind": cast.whole, "message": cast.whole,
         "fatal": True},
        {"type": "budget.reached", "limit": cast.whole, "message": cast.whole},
        {"type": "debate.paused", "reason": "provider", "detail": cast.whole},
    ]  # fmt: skip
