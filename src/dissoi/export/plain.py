"""A debate as plain text, for ``print`` and log files: motion, speeches, votes, result. No layout, no scores."""

from __future__ import annotations

from dissoi.export import phrases
from dissoi.record.text import canonical
from dissoi.record.transcript import Poll, Turn
from dissoi.record.view import DebateView


def render(view: DebateView) -> str:
    """The transcript in the order of the timeline, without a line feed at its end."""
    parts = [f"Motion: {phrases.line(view.motion.text)}" if view.motion else "No motion yet."]
    if view.introduction:
        parts.append(f"chair (introduction)\n{canonical(view.introduction)}")
    turns = {turn.slot: turn for turn in view.turns}
    for slot in view.slots:
        poll = view.poll(slot.ballot) if slot.verb == "vote" else None
        if slot.id in turns:
            parts.append(_turn(turns[slot.id]))
        elif poll:
            parts.append(_poll(view, poll))
    parts.append(phrases.sentence(view))
    return "\n\n".join(parts)


def _turn(turn: Turn) -> str:
    head = f"{phrases.who(turn.seat, turn.side)} ({phrases.line(turn.phase)})"
    if turn.text is None:
        return f"{head}\n[{phrases.SILENCE.get(turn.reason, turn.reason)}]"
    marks = "".join(f"\n[{phrases.MARKS[mark]}]" for mark in turn.marks)
    return f"{head}\n{canonical(turn.text)}{marks}"


def _poll(view: DebateView, poll: Poll) -> str:
    said = [] if phrases.secret(view, poll) else [phrases.count(poll)]
    ending = phrases.ending(view, poll)
    said += [ending] if ending else []
    return f"audience ({phrases.line(poll.name)})\n[{'; '.join(said)}]"
