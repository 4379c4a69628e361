"""A debate as a web page in one file, to send, keep and print: every turn in full, nothing that runs, loads or leads
elsewhere.

What people and models wrote stands as they wrote it: paragraphs and line feeds are kept, Markdown and addresses are
not interpreted. Its policy lets no script, picture or request in, whatever a reader's browser would make of a text.
Looks are in page.css. Not here: the fragment for notebooks (``html.py``), the live page (``web-ui``).
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from html import escape
from importlib import metadata, resources

from dissoi.export import lineup, phrases
from dissoi.record.ballots import HIGH
from dissoi.record.events import Sealed
from dissoi.record.text import canonical
from dissoi.record.transcript import Poll, Turn
from dissoi.record.view import DebateView, fold, visible_to

_FREE = 'lang="" dir="auto"'
"""Text of people and models: in a language that nobody knows here, in the direction that its own letters have."""
_ADDRESS = re.compile(r"((?:https?://|www\.)\S+)", re.IGNORECASE)
_HEAD = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Dissoi {version}">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
"""


def render(log: Sequence[Sealed]) -> str:
    """The whole page. ``log`` is a debate from its first event; it may be unfinished."""
    view = visible_to("public", fold(envelope.event for envelope, _ in log))
    made = metadata.version("dissoi")
    style = _style()
    head = _HEAD.format(
        policy=_policy(style), version=escape(made), style=style, title=f"{_line(phrases.line(_title(view)))} · Dissoi"
    )
    sections = {
        "line-up": ("Line-up", _line_up(view)),
        "transcript": ("Transcript", _transcript(view)),
        "scoreboard": ("Scoreboard", _scoreboard(view)),
        "arguments": ("Arguments", _arguments(view)),
        "verdict": ("Verdict", _verdict(view)),
    }
    shown = {id: section for id, section in sections.items() if section[1]}
    links = " ".join(f'<a href="#{id}">{name}</a>' for id, (name, _) in shown.items())
    parts = ["<header>", *_motion(view), f'<nav aria-label="Contents">{links}</nav>', "</header>", "<main>"]
    for id, (name, inner) in shown.items():
        parts += [f'<section aria-labelledby="{id}">', f'<h2 id="{id}">{name}</h2>', *inner, "</section>"]
    parts += ["</main>", *_record(view, log, made), "</body>", "</html>", ""]
    return head + "\n".join(parts)


@cache
def _style() -> str:
    return "\n" + resources.files("dissoi.export").joinpath("page.css").read_text("utf-8")


def _policy(style: str) -> str:
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"


# --- text as data


def _line(text: str) -> str:
    """Escaped canonical text on one line."""
    return escape(phrases.line(text), quote=True)


def _name(text: str) -> str:
    """A name within a sentence of ours: its direction does not turn the words around it."""
    return f'<bdi lang="">{_line(text)}</bdi>'


def _words(text: str, kind: str = "words") -> str:
    """Paragraphs. Addresses are text, kept left to right within text of any direction."""
    paragraphs = "".join(f"<p {_FREE}>{_isolated(part)}</p>" for part in canonical(text).split("\n\n"))
    return f'<div class="{kind}">{paragraphs}</div>'


def _isolated(text: str) -> str:
    pieces = _ADDRESS.split(text)  # odd pieces are addresses
    return "".join(
        f'<bdi dir="ltr">{escape(piece, quote=True)}</bdi>' if n % 2 else escape(piece, quote=True)
        for n, piece in enumerate(pieces)
    )


# --- sides


def _side(view: DebateView, side: str) -> str:
    """The attribute that gives an element its side's colour; the chair, and any side after the fourth, have none."""
    at = view.sides.index(side) + 1 if side in view.sides else 0
    return f' data-side="{at}"' if 0 < at <= 4 else ""


def _letter(view: DebateView, side: str) -> str:
    """The side's letter: its initial where these differ, else A, B, C… Colour never tells sides apart alone."""
    if side not in view.sides:
        return ""
    initials = [phrases.line(name)[:1].upper() for name in view.sides]
    at = view.sides.index(side)
    letter = initials[at] if len({*initials}) == len(initials) and all(initials) else f"{chr(65 + at % 26)}"
    return f'<span class="letter" aria-hidden="true">{escape(letter)}</span>'


# --- sections


def _title(view: DebateView) -> str:
    motion = view.motion
    return (motion.title or motion.text) if motion else "A debate whose motion is still to be found"


def _motion(view: DebateView) -> list[str]:
    motion, setup = view.motion, view.setup
    parts = ['<p class="made">A debate, made by Dissoi</p>', f"<h1 {_FREE}>{_line(_title(view))}</h1>"]
    if motion and motion.title:
        parts.append(f"<p {_FREE}>{_line(motion.text)}</p>")
    parts.append(f'<p class="result" dir="auto">{_line(phrases.sentence(view))}</p>')
    rows: list[tuple[str, str]] = []
    if view.sides:
        rows.append(("Sides", " · ".join(f"<span{_side(view, s)}>{_badge(view, s)}</span>" for s in view.sides)))
    if setup and motion:
        values = "".join(f", {_line(name)} {value}" for name, value in setup.vars.items())
        rows.append(("Format", f"{_name(setup.format)}{values}"))
    if motion and motion.keywords:
        rows.append(("Keywords", ", ".join(_name(word) for word in motion.keywords)))
    if motion and motion.info:
        rows.append(("Info slide", _words(motion.info)))
    return [*parts, _pairs(rows)] if rows else parts


def _badge(view: DebateView, side: str) -> str:
    return f"{_letter(view, side)} {_name(side)}"


def _pairs(rows: Sequence[tuple[str, str]]) -> str:
    return f"<dl>{''.join(f'<dt>{term}</dt> <dd>{inner}</dd>' for term, inner in rows)}</dl>"


def _table(head: Sequence[str], groups: Sequence[Sequence[str]], *, caption: str = "", numbers: bool = False) -> str:
    """``groups`` of rows; the first cell of each row names it. ``numbers``: all others are numbers."""
    columns = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    bodies = "".join(f"<tbody>{''.join(rows)}</tbody>" for rows in groups)
    kind = ' class="numbers"' if numbers else ""
    above = f"<figcaption>{caption}</figcaption>" if caption else ""
    return f"<figure>{above}<table{kind}><thead><tr>{columns}</tr></thead>{bodies}</table></figure>"


def _row(name: str, cells: Sequence[str]) -> str:
    return f'<tr><th scope="row">{name}</th>{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _line_up(view: DebateView) -> list[str]:
    rows = [
        _row(
            _name(place.seat),
            [
                f"<span{_side(view, place.side)}>{_badge(view, place.side)}</span>" if place.side else "–",
                f"{_name(place.model)}{f', {_name(place.style)}' if place.style else ''}",
            ],
        )
        for place in lineup.places(view)
    ]
    return [_table(["Seat", "Side", "Model and style"], [rows])] if rows else []


def _transcript(view: DebateView) -> list[str]:
    """Turns and polls in the order of the timeline, under a heading for each phase."""
    parts: list[str] = []
    if view.introduction:
        parts += ["<h3>Introduction</h3>", _article(view, "chair", "", "", _words(view.introduction))]
    turns = {turn.slot: turn for turn in view.turns}
    phase = ""
    for slot in view.slots:
        turn = turns.get(slot.id)
        poll = view.poll(slot.ballot) if slot.verb == "vote" else None
        if turn is None and poll is None:
            continue
        if slot.phase != phase:
            phase = slot.phase
            parts.append(f"<h3 {_FREE}>{_line(phase)}</h3>")
        parts += [_turn(view, turn)] if turn else [_poll(view, poll)] if poll else []
    return parts


def _turn(view: DebateView, turn: Turn) -> str:
    if turn.text is None:
        silence = f'<p class="mark">{_line(phrases.SILENCE.get(turn.reason, turn.reason))}</p>'
        return _article(view, turn.seat, turn.side, _line(turn.phase), silence)
    notes = [_line(turn.phase), f"{turn.words} {'word' if turn.words == 1 else 'words'}"]
    notes += [_line(turn.model)] if turn.model else []
    marks = "".join(f'<p class="mark">{_line(phrases.MARKS[mark])}</p>' for mark in turn.marks)
    return _article(view, turn.seat, turn.side, " · ".join(notes), _words(turn.text) + marks)


def _article(view: DebateView, seat: str, side: str, notes: str, body: str) -> str:
    who = f"{_letter(view, side)} <h4>{_name(phrases.who(seat, side))}</h4>"
    meta = f' <span class="meta" dir="auto">{notes}</span>' if notes else ""
    return f'<article{_side(view, side)}>\n<div class="who">{who}{meta}</div>\n{body}\n</article>'


def _poll(view: DebateView, poll: Poll) -> str:
    """Votes of people and of simulated listeners, apart and together; none of a ballot that is open. An abstention is
    no vote for a tie."""
    end = phrases.ending(view, poll)
    caption = f"Vote of the audience: {_name(poll.name)}{f'; {_line(end)}' if end else ''}"
    if phrases.secret(view, poll):
        return f"<p>{caption}.</p>"
    rows = [
        _row(
            "abstained" if option is None else _name(option),
            [str(people), str(simulated), str(people + simulated)],
        )
        for option, people, simulated in phrases.tally(poll)
    ]
    return _table(["Choice", "People", "Simulated", "Together"], [rows], caption=caption, numbers=True)


def _scoreboard(view: DebateView) -> list[str]:
    """One group of rows per judge, one column per side."""
    if not view.ballots:
        return []
    groups: list[list[str]] = []
    for ballot in view.ballots:
        judge = f'<th colspan="{len(view.sides) + 1}" scope="rowgroup">{_name(phrases.judge(ballot))}</th>'
        rows = [f'<tr class="judge">{judge}</tr>']
        for criterion in phrases.criteria([ballot]):
            marks = [str(ballot.scores.get(side, {}).get(criterion, "")) for side in view.sides]
            rows.append(_row(_name(criterion), marks))
        totals = [f"<strong>{sum(ballot.scores.get(side, {}).values())}</strong>" for side in view.sides]
        groups.append([*rows, _row("<strong>total</strong>", totals)])
    head = ["Criterion", *(f"<span{_side(view, side)}>{_badge(view, side)}</span>" for side in view.sides)]
    return [_table(head, groups, caption=f"Each criterion from 1 to {HIGH}.", numbers=True)]


def _arguments(view: DebateView) -> list[str]:
    parts: list[str] = []
    for argument in view.arguments:
        reason = _words(argument.reason, "words soft") if argument.reason else ""
        notes = f"{argument.points} of {HIGH} points"
        parts.append(_article(view, argument.side, argument.side, notes, _words(argument.summary) + reason))
    return parts


def _verdict(view: DebateView) -> list[str]:
    parts = [f'<p class="result" dir="auto">{_line(phrases.sentence(view))}</p>']
    verdict = view.verdict
    if verdict:
        won = ", ".join(f"{_name(side)} {verdict.ballots.get(side, 0)}" for side in view.sides)
        points = ", ".join(f"{_name(side)} {verdict.totals.get(side, 0)}" for side in view.sides)
        tied = f"; tied ballots: {verdict.tied_ballots}" if verdict.tied_ballots else ""
        cast = f"{verdict.cast} of {verdict.expected}"
        parts.append(_pairs([("Ballots", f"{won}{tied}"), ("Points", points), ("Ballots cast", cast)]))
        if verdict.impaired:
            slots = ", ".join(_name(slot) for slot in verdict.impaired)
            parts.append(f'<p class="mark">Weigh this with care: nothing was said in {slots}.</p>')
    for ballot in view.ballots:
        if ballot.rfd:
            parts.append(f"<h3>Reasons of {_name(phrases.judge(ballot))}</h3>{_words(ballot.rfd)}")
    for failure in view.failures:
        parts.append(f'<p class="mark">{_name(failure.role)} {_name(failure.id)} failed: {_name(failure.message)}</p>')
    return parts


def _record(view: DebateView, log: Sequence[Sealed], made: str) -> list[str]:
    """What it cost, which debate it is, and how to check it."""
    first, last = log[0][0], log[-1][0]
    usage = view.usage
    rows = [("Debate", f"<code>{_line(first.debate_id)}</code>"), ("Begun", f"{_line(first.at)}, {last.seq} events")]
    if usage.calls:
        seconds = f"{usage.milliseconds / 1000:.1f} seconds of model time"
        rows.append(
            ("Cost", f"{_line(phrases.cost(usage))}: {phrases.calls(usage)}, {phrases.tokens(usage)}, {seconds}")
        )
    rows += [
        ("Last hash", f"<code>{_line(last.hash)}</code>"),
        (
            "To check",
            f"<code>dissoi verify {_line(first.debate_id)}</code> where it is kept; elsewhere its jsonl export",
        ),
        ("Made by", f"Dissoi {escape(made)}"),
    ]
    return ["<footer>", _pairs(rows), "</footer>"]
