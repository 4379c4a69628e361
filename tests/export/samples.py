"""Logs for the tests of exports: a whole small debate with everything that an export shows. Not a realistic debate."""

from __future__ import annotations

from decimal import Decimal

from dissoi.record.ballots import CRITERIA, ArgumentScore, Ballot, decide
from dissoi.record.events import (
    GENESIS,
    ArgumentScored,
    BallotCast,
    DebateCreated,
    DebateFinished,
    DebateStarted,
    Event,
    ModeratorActed,
    PhaseChanged,
    Sealed,
    TurnForfeited,
    TurnPublished,
    TurnStarted,
    VerdictGiven,
    VoteCast,
    VoteClosed,
    VoteOpened,
    seal,
)
from dissoi.record.setup import ModelChoice, Motion, Setup, Slot
from dissoi.record.transcript import Mark
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView, fold

ID = "01abcdefghjkmn"
AT = "2026-01-02T03:04:05.000Z"
SIDES = ("pro", "con")
SLOTS = (
    Slot(id="P_opening", verb="say", phase="opening", seat="P", side="pro", words=300),
    Slot(id="C_opening", verb="say", phase="opening", seat="C", side="con", words=300),
    Slot(id="mid", verb="vote", phase="vote", ballot="mid", voters="audience"),
    Slot(id="P_closing", verb="say", phase="closing", seat="P", side="pro", words=300),
    Slot(id="C_closing", verb="say", phase="closing", seat="C", side="con", words=300),
)


def log(events: list[Event], debate_id: str = ID) -> list[Sealed]:
    """``events`` as a log that verifies."""
    sealed, previous = list[Sealed](), GENESIS
    for seq, event in enumerate(events, 1):
        sealed.append(seal(debate_id, seq, AT, event, previous))
        previous = sealed[-1][0].hash
    return sealed


def usage(cost: str | None = "0.02") -> Usage:
    return Usage(
        model="openai:gpt-x",
        input=1200,
        cached=800,
        output=300,
        cost=None if cost is None else Decimal(cost),
        seconds=1.5,
    )


def ballot(number: int, pro: int, con: int, rfd: str = "Con answered what pro said, point by point.") -> Ballot:
    scores = {"pro": dict.fromkeys(CRITERIA, pro), "con": dict.fromkeys(CRITERIA, con)}
    return Ballot(judge=f"judge.{number}", model="openai:gpt-x", rfd=rfd, scores=scores)


def whole(
    said: str = "Streets are for people.", *, motion: str = "Cities should ban private cars", cost: str | None = "0.02"
) -> list[Event]:
    """A debate that con wins 2–1, with a cut speech, a silent slot and a vote; ``said`` stands wherever text may."""
    setup = Setup(
        motion=Motion(text=motion),
        format="nround",
        rules={},
        vars={"rounds": 1},
        styles={"pro": "academic"},
        models={"default": ModelChoice(model="openai:gpt-x"), "con": ModelChoice(model="ollama:llama")},
    )
    ballots = [ballot(1, 5, 7, said), ballot(2, 8, 6, said), ballot(3, 5, 6, said)]
    verdict = decide(SIDES, ballots, 3, impaired=("P_closing",))
    return [
        DebateCreated(setup=setup),
        DebateStarted(
            motion=Motion(text=motion, info=said), sides=SIDES, seats={"P": "pro", "C": "con"}, slots=SLOTS, judges=3
        ),
        ModeratorActed(action="introduce", text=said, usage=usage(cost)),
        PhaseChanged(phase="opening"),
        *_turn("P_opening", "P", "pro", said, cost=cost),
        *_turn("C_opening", "C", "con", said, marks=("cut", "echo"), cost=cost),
        PhaseChanged(phase="vote"),
        VoteOpened(ballot="mid", options=("pro", "con", "tie"), closes_at=AT),
        VoteCast(ballot="mid", voter="listener.1", choice="con", simulated=True, reason=said, usage=usage(cost)),
        VoteClosed(ballot="mid", counts={"pro": 0, "con": 1, "tie": 0}, abstained=0),
        PhaseChanged(phase="closing"),
        TurnStarted(slot="P_closing", seat="P", side="pro"),
        TurnForfeited(slot="P_closing", seat="P", side="pro", reason="technical", detail="timed out"),
        *_turn("C_closing", "C", "con", said, cost=cost),
        *(BallotCast(ballot=b, usage=usage(cost)) for b in ballots),
        ArgumentScored(
            argument=ArgumentScore(id="a.1", side="pro", summary=said, points=6, reason=said), usage=usage(cost)
        ),
        VerdictGiven(verdict=verdict),
        DebateFinished(outcome="verdict", winner=verdict.winner, reason=verdict.reason),
    ]


def view(said: str = "Streets are for people.", **more: str | None) -> DebateView:
    return fold(whole(said, **more))  # pyright: ignore[reportArgumentType]


def _turn(
    slot: str, seat: str, side: str, text: str, *, marks: tuple[Mark, ...] = (), cost: str | None = None
) -> list[Event]:
    published = TurnPublished(
        slot=slot,
        seat=seat,
        side=side,
        text=text,
        words=len(text.split()),
        marks=marks,
        usage=usage(cost),  # pyright: ignore[reportArgumentType]
    )
    return [TurnStarted(slot=slot, seat=seat, side=side), published]
