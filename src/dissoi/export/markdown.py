"""A debate as Markdown, for people: motion, line-up, transcript, votes, scoreboard, verdict, cost, proof.

Only what is public. All text of models and people passes ``escaping``; all structure is written here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dissoi.export import lineup, phrases
from dissoi.export.escaping import block, inline
from dissoi.record.ballots import HIGH, Ballot
from dissoi.record.events import Sealed
from dissoi.record.setup import Setup
from dissoi.record.transcript import Poll, Turn
from dissoi.record.view import DebateView, fold, visible_to


def render(log: Sequence[Sealed]) -> str:
    """The whole page. ``log`` is a debate from its first event; it may be unfinished."""
    view = visible_to("public", fold(envelope.event for envelope, _ in log))
    parts = [
        *_head(view), *_line_up(view), *_transcript(view), *_scoreboard(view), *_arguments(view), *_verdict(view),
        *_cost(view), *_proof(log), *_footnotes(view),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of GitHub's kind; its cells are escaped already."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _head(view: DebateView) -> list[str]:
    motion, setup = view.motion, view.setup
    if motion is None:
        title = "A debate whose motion is still to be found"
        return [f"# {title}", f"**Result:** {inline(phrases.sentence(view))}"]
    parts = [f"# {inline(motion.title or motion.text)}", f"**Motion:** {inline(motion.text)}"]
    if motion.info:
        parts += ["**Info slide:**", block(motion.info)]
    if motion.keywords:
        parts.append(f"**Keywords:** {', '.join(inline(word) for word in motion.keywords)}")
    if setup:
        parts.append(f"**Format:** {inline(setup.format)}{_variables(setup)}")
    return [*parts, f"**Result:** {inline(phrases.sentence(view))}"]


def _variables(setup: Setup) -> str:
    values = ", ".join(f"{inline(name)}: {value}" for name, value in setup.vars.items())
    return f" ({values})" if values else ""


def _line_up(view: DebateView) -> list[str]:
    rows = [[inline(cell) for cell in place] for place in lineup.places(view)]
    return ["## Line-up", table(["Seat", "Side", "Model", "Style"], rows)] if rows else []


def _transcript(view: DebateView) -> list[str]:
    """Turns and polls in the order of the timeline, under a heading for each phase."""
    parts = ["## Transcript"]
    if view.introduction:
        parts += ["### Introduction", "#### chair", block(view.introduction)]
    turns = {turn.slot: turn for turn in view.turns}
    phase = ""
    for slot in view.slots:
        turn = turns.get(slot.id)
        poll = view.poll(slot.ballot) if slot.verb == "vote" else None
        if turn is None and poll is None:
            continue
        if slot.phase != phase:
            phase = slot.phase
            parts.append(f"### {inline(phase)}")
        parts += _turn(turn) if turn else _poll(view, poll) if poll else []
    return parts if len(parts) > 1 else []


def _turn(turn: Turn) -> list[str]:
    who = inline(phrases.who(turn.seat, turn.side))
    if turn.text is None:
        return [f"#### {who}", f"*{inline(phrases.SILENCE.get(turn.reason, turn.reason))}*"]
    marks = "".join(f"[^{mark}]" for mark in turn.marks)
    return [f"#### {who} · {turn.words} {'word' if turn.words == 1 else 'words'}{marks}", block(turn.text)]


def _poll(view: DebateView, poll: Poll) -> list[str]:
    """Votes of people and of simulated listeners, apart and together; none of a ballot that is open."""
    parts = [f"**Vote of the audience: {inline(poll.name)}**"]
    if not phrases.secret(view, poll):
        rows = [
            ["abstained" if option is None else inline(option), str(people), str(simulated), str(people + simulated)]
            for option, people, simulated in phrases.tally(poll)
        ]
        parts.append(table(["Choice", "People", "Simulated", "Together"], rows))
    if ending := phrases.ending(view, poll):
        parts.append(f"*{inline(ending[0].upper() + ending[1:])}.*")
    return parts


def _scoreboard(view: DebateView) -> list[str]:
    """One row per judge and criterion, one column per side."""
    if not view.ballots:
        return []
    rows: list[list[str]] = []
    for ballot in view.ballots:
        for criterion in phrases.criteria([ballot]):
            marks = [str(ballot.scores.get(side, {}).get(criterion, "")) for side in view.sides]
            rows.append([inline(ballot.judge), inline(criterion), *marks])
        totals = [str(_total(ballot, side)) for side in view.sides]
        rows.append([inline(ballot.judge), "**total**", *(f"**{total}**" for total in totals)])
    head = ["Judge", "Criterion", *(inline(side) for side in view.sides)]
    return ["## Scoreboard", f"Each criterion from 1 to {HIGH}.", table(head, rows)]


def _total(ballot: Ballot, side: str) -> int:
    return sum(ballot.scores.get(side, {}).values())


def _arguments(view: DebateView) -> list[str]:
    if not view.arguments:
        return []
    rows = [[inline(a.side), inline(a.summary), str(a.points), inline(a.reason)] for a in view.arguments]
    return ["## Arguments", table(["Side", "Argument", f"Points of {HIGH}", "Why"], rows)]


def _verdict(view: DebateView) -> list[str]:
    parts = ["## Verdict", inline(phrases.sentence(view))]
    verdict = view.verdict
    if verdict:
        won = ", ".join(f"{inline(side)} {verdict.ballots.get(side, 0)}" for side in view.sides)
        points = ", ".join(f"{inline(side)} {verdict.totals.get(side, 0)}" for side in view.sides)
        tied = f"; tied ballots: {verdict.tied_ballots}" if verdict.tied_ballots else ""
        parts.append(f"Ballots: {won}{tied}. Points: {points}. Cast: {verdict.cast} of {verdict.expected}.")
        if verdict.impaired:
            slots = ", ".join(inline(slot) for slot in verdict.impaired)
            parts.append(f"Weigh this with care: nothing was said in {slots}.")
    for ballot in view.ballots:
        parts += [f"### Reasons of {inline(phrases.judge(ballot))}", block(ballot.rfd)]
    for failure in view.failures:
        parts.append(f"*{inline(failure.role)} {inline(failure.id)} failed: {inline(failure.message)}*")
    return [part for part in parts if part]


def _cost(view: DebateView) -> list[str]:
    usage = view.usage
    if not usage.calls:
        return []
    seconds = f"{usage.milliseconds / 1000:.1f} seconds of model time"
    cost = inline(phrases.cost(usage))
    return ["## Cost", f"{phrases.calls(usage)}, {phrases.tokens(usage)}, {seconds}. Cost: {cost}."]


def _proof(log: Sequence[Sealed]) -> list[str]:
    first, last = log[0][0], log[-1][0]
    return [
        "## Record",
        f"Debate {inline(first.debate_id)}, begun {inline(first.at)}, {last.seq} events.",
        f"Hash of the last event: {inline(last.hash)}",
        "Each event carries the hash of the one before it, so that a changed word changes the last hash. "
        f"To check the log at its source: dissoi verify {inline(first.debate_id)}. To check it elsewhere: export it as "
        "jsonl, and dissoi verify FILE.",
    ]


def _footnotes(view: DebateView) -> list[str]:
    used = {mark for turn in view.turns for mark in turn.marks}
    return [f"[^{mark}]: {text}" for mark, text in phrases.MARKS.items() if mark in used]
