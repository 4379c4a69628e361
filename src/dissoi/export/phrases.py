"""What a view comes to in words and numbers, the same in every medium: outcome, score, cost, marks, silence.

Plain text, not escaped: who writes Markdown or HTML escapes it there. Canonical, so that a terminal may print it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import ROUND_HALF_UP, Decimal

from dissoi.record.ballots import CRITERIA, Ballot, Verdict
from dissoi.record.text import canonical
from dissoi.record.transcript import Mark, Poll
from dissoi.record.usage import Totals
from dissoi.record.view import DebateView

MARKS: dict[Mark, str] = {
    "cut": "Cut at the limit: the speech was longer than the format allows, and the rest was dropped.",
    "language": "Not in the language of the motion, even when asked again.",
    "echo": "Copied: largely the words of an earlier speech, even when asked again.",
    "loop": "Repeated: says the same words over and over, even when asked again.",
    "unfinished": "Unfinished: the model's own token limit ended the speech.",
}
SILENCE: dict[str, str] = {
    "technical": "silent, because the model failed; this is neither a strike nor a loss",
    "refused": "silent, because the model refused to speak",
    "passed": "passed",
}


def line(text: str) -> str:
    """Canonical ``text`` on one line."""
    return " ".join(canonical(text).split())


def score(verdict: Verdict) -> str:
    """Ballots of the winner to those of the next side: ``2–1``; in a draw the ballots of each tied side."""
    if verdict.winner is None:
        return "–".join(str(verdict.ballots.get(side, 0)) for side in verdict.tied)
    others = [won for side, won in verdict.ballots.items() if side != verdict.winner]
    return f"{verdict.ballots.get(verdict.winner, 0)}–{max(others, default=0)}"


def outcome(view: DebateView) -> str:
    """The result in a few words: ``verdict con 2–1``, ``draw 1–1``, ``unresolved``, ``paused (budget)``."""
    if view.outcome is None:
        return f"paused ({view.pause})" if view.status == "paused" and view.pause else view.status
    verdict = view.verdict
    if view.outcome == "verdict" and view.winner:
        return f"verdict {line(view.winner)} {score(verdict) if verdict else ''}".strip()
    if view.outcome == "draw" and verdict:
        return f"draw {score(verdict)}".strip()
    return view.outcome


def sentence(view: DebateView) -> str:
    """The result as one sentence, with the reason that was recorded."""
    verdict, reason = view.verdict, line(view.reason).rstrip(".")
    because = f": {reason}" if reason else ""
    if view.outcome is None:
        if view.status == "paused":
            return f"Not finished: the debate is paused by {view.pause or 'its host'}{because}."
        return "Not finished: the debate has no result yet."
    if view.outcome == "verdict" and view.winner:
        numbers = f", {_count(verdict.ballots.get(view.winner, 0), 'ballot')} of {verdict.cast}" if verdict else ""
        return f"{line(view.winner)} wins{numbers}{because}."
    tied = verdict.tied if verdict else ()
    between = f" between {_and(tied)}" if tied else ""
    head = {"draw": f"A draw{between}", "unresolved": "Unresolved", "stopped": "Stopped", "failed": "Failed"}
    return f"{head.get(view.outcome, view.outcome.replace('_', ' ').capitalize())}{because}."


def standing(poll: Poll) -> str:
    """What the count of a poll came to where it names no single option: a tie with all its options, or no vote."""
    leaders = poll.leaders()
    if not leaders:
        return "nobody voted for a side"
    return f"a tie between {_and(leaders)}" if len(leaders) > 1 else ""


def secret(view: DebateView, poll: Poll) -> bool:
    """Whether votes may still come: until then nobody reads on paper what others chose."""
    return not poll.closed and view.status != "finished"


def ending(view: DebateView, poll: Poll) -> str:
    """What became of a poll, where its numbers do not say it by themselves."""
    if poll.closed:
        return standing(poll)
    if secret(view, poll):
        return "the ballot is still open, and its counts stand here once it is closed"
    return "the ballot was not closed, and nothing was decided by it"


def tally(poll: Poll) -> list[tuple[str | None, int, int]]:
    """Each option, then None for abstentions, with the votes of people and those of simulated listeners."""
    rows: list[tuple[str | None, int, int]] = []
    for option in (*poll.options, None):
        simulated = [vote.simulated for vote in poll.votes if vote.choice == option]
        rows.append((option, simulated.count(False), simulated.count(True)))
    return rows


def count(poll: Poll) -> str:
    """``people: pro 1, con 0, abstained 0; simulated: pro 0, con 2, abstained 0``: never added together."""
    rows = [("abstained" if option is None else line(option), *numbers) for option, *numbers in tally(poll)]
    people = ", ".join(f"{name} {of_people}" for name, of_people, _ in rows)
    simulated = ", ".join(f"{name} {of_listeners}" for name, _, of_listeners in rows)
    return f"people: {people}; simulated: {simulated}"


def judge(ballot: Ballot) -> str:
    """A judge, the model that judged, and whether it had to be asked twice: ``judge.1 (openai:gpt, asked twice)``."""
    notes = [line(ballot.model)] if ballot.model else []
    notes += ["asked twice"] if ballot.asked > 1 else []
    return f"{line(ballot.judge)} ({', '.join(notes)})" if notes else line(ballot.judge)


def _and(names: Sequence[str]) -> str:
    """``pro and con``; ``A, B and C``."""
    *first, last = (line(name) for name in names)
    return f"{', '.join(first)} and {last}" if first else last


def cost(usage: Totals) -> str:
    """US dollars; a price that is not known is never shown as 0."""
    if usage.unpriced and usage.unpriced == usage.calls:
        return "price unknown"
    known = money(usage.cost)
    return f"{known} and {_count(usage.unpriced, 'call')} of unknown price" if usage.unpriced else known


def money(amount: Decimal) -> str:
    """``$0.42``; below a cent as many digits as it takes to show the first two that are not 0."""
    if amount == 0 or amount >= Decimal("0.01"):
        return f"${amount.quantize(Decimal('0.01'), ROUND_HALF_UP)}"
    places = -amount.adjusted() + 1
    return f"${amount.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"


def calls(usage: Totals) -> str:
    return _count(usage.calls, "call")


def tokens(usage: Totals) -> str:
    return f"{usage.input:,} tokens in ({usage.cached:,} of them cached), {usage.output:,} out"


def criteria(ballots: Iterable[Ballot]) -> tuple[str, ...]:
    """Every criterion on any ballot: those that judges know in their own order, then others by name."""
    found = {criterion for ballot in ballots for marks in ballot.scores.values() for criterion in marks}
    known = [criterion for criterion in CRITERIA if criterion in found]
    return (*known, *sorted(found.difference(known)))


def seats(view: DebateView) -> list[tuple[str, str]]:
    """Seat and side, in the order of the sides. A stored log keeps the seats themselves in no order."""
    places = {side: n for n, side in enumerate(view.sides)}
    return sorted(view.seats.items(), key=lambda seat: (places.get(seat[1], len(places)), seat))


def who(seat: str, side: str) -> str:
    """A seat with its side where the two differ: ``P (pro)``, ``chair``."""
    return f"{line(seat)} ({line(side)})" if side and side != seat else line(seat)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
