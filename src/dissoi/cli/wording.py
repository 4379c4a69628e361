"""What happens in a debate, event by event, in words that every display of the terminal shares.

Pure functions of the view and an event; no layout, no colour. Results, costs and marks are worded in
``export/phrases.py``, for paper and terminal alike.
"""

from __future__ import annotations

from dissoi.export import phrases
from dissoi.record.events import RoleFailed, VoteCast, VoteClosed
from dissoi.record.setup import Slot
from dissoi.record.transcript import Turn
from dissoi.record.usage import Totals
from dissoi.record.view import DebateView


def label(side: str) -> str:
    """A side as headings name it."""
    return side.upper()


def speaker(turn: Turn) -> str:
    """``PRO (P)``; the chair as it is."""
    return f"{label(turn.side)} ({turn.seat})" if turn.side else turn.seat.upper()


def length(words: int, slot: Slot | None) -> str:
    """``148/300 words``."""
    return f"{words}/{slot.words} words" if slot and slot.words else f"{words} words"


def remarks(turn: Turn) -> list[str]:
    """What is odd about a turn."""
    return [phrases.MARKS[mark] for mark in turn.marks]


def silence(turn: Turn) -> str:
    return f"{speaker(turn)} {phrases.SILENCE.get(turn.reason, turn.reason)}."


def hand_over(slot: Slot) -> str:
    """What the chair says when it gives the floor."""
    limit = f", at most {slot.words} words" if slot.words else ""
    return f"CHAIR: {slot.seat} has the floor for {label(slot.side)} ({slot.phase}{limit})."


def failure(event: RoleFailed) -> str:
    tries = f" after {event.attempts} attempts" if event.attempts > 1 else ""
    return f"{event.role} {event.id} failed{tries}: {event.message}"


def vote(event: VoteCast) -> str:
    who = f"{event.voter} (simulated)" if event.simulated else event.voter
    choice = "abstains" if event.choice is None else f"votes {event.choice}"
    return f"{who} {choice}" + (f": {event.reason}" if event.reason else ".")


def count(event: VoteClosed, view: DebateView) -> str:
    """The count from the poll itself: the event has people and simulated listeners in one number."""
    poll = view.poll(event.ballot)
    if poll is None:
        return f"The vote of the audience ({event.ballot}) is closed."
    standing = phrases.standing(poll)
    end = f"; {standing}" if standing else ""
    return f"Vote of the audience ({event.ballot}): {phrases.count(poll)}{end}."


def numbers(view: DebateView) -> str:
    """The numbers that the verdict was computed from, or nothing."""
    found = view.verdict
    if found is None or not found.cast:
        return ""
    won = ", ".join(f"{side} {found.ballots.get(side, 0)}" for side in view.sides)
    points = ", ".join(f"{side} {found.totals.get(side, 0)}" for side in view.sides)
    tied = f"; tied ballots: {found.tied_ballots}" if found.tied_ballots else ""
    silent = f" Nothing was said in {', '.join(found.impaired)}." if found.impaired else ""
    return f"Ballots: {won}{tied}. Points: {points}. Cast: {found.cast} of {found.expected}.{silent}"


def usage(totals: Totals) -> str:
    """Calls, tokens, model time and cost in one line."""
    seconds = totals.milliseconds / 1000
    return f"{phrases.calls(totals)}, {phrases.tokens(totals)}, {seconds:.1f} s of model time, {phrases.cost(totals)}"


def short(number: int) -> str:
    if number < 1000:
        return str(number)
    return f"{number / 1000:.1f}k" if number < 1_000_000 else f"{number / 1_000_000:.1f}M"


def phases(view: DebateView) -> list[tuple[str, str]]:
    """The phases in order and how each stands: ``done``, ``now`` or ``next``; the verdict is the last."""
    names = [*dict.fromkeys(slot.phase for slot in view.slots), "verdict"]
    slot = view.next_slot
    if view.outcome:
        now = len(names)
    elif slot is None:
        now = len(names) - 1 if view.slots else 0
    else:
        now = names.index(slot.phase)
    return [(name, "done" if i < now else "now" if i == now else "next") for i, name in enumerate(names)]


def progress(view: DebateView) -> str:
    """``turn 3/5``, counting votes as turns."""
    if not view.slots:
        return "getting ready"
    done = len(view.turns) + sum(poll.closed for poll in view.polls)
    return f"turn {done + 1}/{len(view.slots)}" if done < len(view.slots) else "judging"


def judges_failed(view: DebateView) -> bool:
    """Is the debate unresolved for want of ballots? Then a resume asks those judges again; else it would end the
    same."""
    return view.outcome == "unresolved" and any(failure.role == "judge" for failure in view.failures)


def mute(view: DebateView) -> Turn | None:
    """The first silent turn of a side that never spoke, where the debate is unresolved for that reason."""
    if view.outcome != "unresolved" or judges_failed(view):
        return None
    spoke = {turn.side for turn in view.speeches}
    return next((turn for turn in view.turns if turn.side and turn.side not in spoke), None)


def next_commands(debate_id: str, view: DebateView, at: int | None = None, lift: str = "") -> list[str]:
    """What can be done now; the most likely last. ``at``: the event from which a fork would go another way; ``lift``:
    the option that gives a higher limit."""
    if view.status == "finished" and not judges_failed(view):
        fork = [f"dissoi fork {debate_id} --at {at}"] if at else []
        return [f"dissoi export {debate_id}", f"dissoi replay {debate_id}", f"dissoi show {debate_id}", *fork]
    return [f"dissoi show {debate_id}", f"dissoi resume {debate_id} {lift}".rstrip()]
