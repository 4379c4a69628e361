"""The audience's ballots as one person may see them, and what becomes of a vote. Blocks; not here: HTTP (``routes/``),
which messages count (``record/voting.py``)."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Literal

from dissoi.engine.clock import stamp
from dissoi.engine.rules import options_of, slots_of
from dissoi.errors import ConflictError, UnknownNameError
from dissoi.record.setup import Slot
from dissoi.record.transcript import Poll
from dissoi.record.view import DebateView
from dissoi.record.voting import Word, standing, words
from dissoi.store.port import Store
from dissoi.web import bodies
from dissoi.web.papers import public_view

State = Literal["coming", "open", "closed"]


def papers(store: Store, debate_id: str, voter: str) -> bodies.Ballots:
    """Every ballot of the debate, in the order of the timeline."""
    view = public_view(store, debate_id)
    inbox = store.inbox(debate_id)
    found = [_paper(view, slot, words(inbox, slot.ballot), voter) for slot in slots_of(view) if slot.verb == "vote"]
    return bodies.Ballots(ballots=found)


def paper(store: Store, debate_id: str, ballot: str, voter: str) -> bodies.BallotPaper:
    """Raises ``UnknownNameError``."""
    found = papers(store, debate_id, voter).ballots
    for one in found:
        if one.ballot == ballot:
            return one
    raise UnknownNameError("ballot", ballot, [one.ballot for one in found], hint="" if found else "It has no vote.")


def refuse_unless_open(store: Store, debate_id: str, ballot: str, voter: str, choice: str | None = None) -> None:
    """Raises ``ConflictError`` before the ballot opens and after it has closed, ``UnknownNameError`` for a choice that
    is none."""
    found = paper(store, debate_id, ballot, voter)
    if found.state == "coming":
        raise ConflictError(f"The ballot {ballot!r} has not opened yet.", hint="Vote when the debate comes to it.")
    if found.state == "closed":
        raise _closed(ballot, found.closes_at)
    if choice is not None and choice not in found.options:
        raise UnknownNameError("choice", choice, found.options)


def check_counted(store: Store, debate_id: str, ballot: str, id: int) -> None:
    """Raises ``ConflictError`` if the message came after the host had closed the ballot, or after its time."""
    poll = public_view(store, debate_id).poll(ballot)
    sent = words(store.inbox(debate_id), ballot)
    own = next((said for said in sent if said.id == id), None)
    shut = any(said.close and said.id < id for said in sent)
    if poll is None or own is None or shut or datetime.fromisoformat(own.at) > datetime.fromisoformat(poll.closes_at):
        raise _closed(ballot, poll.closes_at if poll else None)


def message(ballot: str, voter: str, choice: str | None = None, **more: object) -> str:
    """The inbox message. ``more``: ``reason``, ``withdraw``, ``close``."""
    said = {"ballot": ballot, "voter": voter, "choice": choice} | {name: value for name, value in more.items() if value}
    return json.dumps(said, ensure_ascii=False)


def _closed(ballot: str, closes_at: str | None) -> ConflictError:
    when = f" at {closes_at}" if closes_at and closes_at <= stamp() else ""
    return ConflictError(f"The ballot {ballot!r} closed{when}.", hint="Votes that came later are not counted.")


def _paper(view: DebateView, slot: Slot, sent: list[Word], voter: str) -> bodies.BallotPaper:
    poll = view.poll(slot.ballot)
    state = _state(view, poll, sent)
    votes = _votes(view, poll, sent)
    own = votes.get(voter)
    shown = state == "closed" or own is not None
    options = poll.options if poll else options_of(view)
    choices = [said.choice for said in votes.values()]
    simulated = [vote.choice for vote in poll.votes if vote.simulated] if poll else []
    return bodies.BallotPaper(
        ballot=slot.ballot,
        state=state,
        options=list(options),
        closes_at=poll.closes_at if poll else None,
        now=stamp(),
        yours=None if own is None else bodies.OwnVote(choice=own.choice, reason=own.reason),
        people={option: choices.count(option) for option in options} if shown else None,
        simulated={option: simulated.count(option) for option in options} if shown else None,
        abstained=choices.count(None) if shown else None,
    )


def _state(view: DebateView, poll: Poll | None, sent: list[Word]) -> State:
    if poll is None:
        return "closed" if view.status == "finished" else "coming"
    if poll.closed or view.status == "finished" or poll.closes_at <= stamp() or standing(sent, poll.closes_at)[1]:
        return "closed"
    return "open"


def _votes(view: DebateView, poll: Poll | None, sent: list[Word]) -> dict[str, Word]:
    """The votes of people: of a ballot that is over as the log has them, of an open one as the inbox has them so
    far."""
    if poll is None:
        return {}
    if poll.closed or view.status == "finished":
        return {
            vote.voter: Word(id=0, at=poll.closes_at, voter=vote.voter, choice=vote.choice, reason=vote.reason)
            for vote in poll.votes
            if not vote.simulated
        }
    return standing(sent, poll.closes_at)[0]
