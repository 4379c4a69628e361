"""A debate as a piece of HTML for notebooks: static, self-contained, everything escaped, under 200 KB.

No scripts, no links, no outside assets. A whole page is another thing and not made here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from dissoi.export import phrases
from dissoi.record.text import canonical
from dissoi.record.transcript import Turn
from dissoi.record.view import DebateView

LIMIT = 200_000
"""Bytes of a fragment: a notebook keeps the output of every cell."""
OPEN_TURNS = 3
_LONG, _SHORT = 12_000, 600
"""Characters of a speech, and of any other text, beyond which it is cut here."""

_STYLE = """<style>
.dissoi-result{--dissoi-line:#c8ccd2;--dissoi-soft:#5a6270;font:15px/1.5 system-ui,sans-serif;max-width:46em}
.dissoi-result h3,.dissoi-result h4{margin:.8em 0 .2em;line-height:1.3}
.dissoi-result p{margin:.3em 0;white-space:pre-line;overflow-wrap:anywhere}
.dissoi-result table{border-collapse:collapse;margin:.5em 0}
.dissoi-result th,.dissoi-result td{border:1px solid var(--dissoi-line);padding:.15em .6em;text-align:start}
.dissoi-result .dissoi-soft{color:var(--dissoi-soft)}
.dissoi-result details{border-top:1px solid var(--dissoi-line);padding:.2em 0}
.dissoi-result summary{cursor:pointer}
@media (prefers-color-scheme:dark){.dissoi-result{--dissoi-line:#4a515c;--dissoi-soft:#a3abb8}}
</style>"""


def fragment(view: DebateView, debate_id: str) -> str:
    """The view as one ``<div>``. Turns that would make it too large are counted instead of shown."""
    head, foot = _head(view), [*_scoreboard(view), *_reasons(view), _foot(view, debate_id)]
    room = LIMIT - 1_000 - sum(len(part.encode()) for part in (*head, *foot))
    turns: list[str] = []
    for number, turn in enumerate(view.turns):
        shown = _turn(turn, open=number < OPEN_TURNS)
        room -= len(shown.encode())
        if room < 0:
            turns.append(_p(f"{len(view.turns) - number} more turns: print(result) shows them all.", soft=True))
            break
        turns.append(shown)
    whole = _wrapped([*head, *turns, *foot])
    if len(whole.encode()) > LIMIT:  # a log with thousands of sides or judges, from elsewhere
        whole = _wrapped([*head[:2], _p("Too large for a notebook: print(result) shows it.", soft=True)])
    return whole


def _wrapped(parts: Iterable[str]) -> str:
    return f'{_STYLE}\n<div class="dissoi-result">\n{chr(10).join(parts)}\n</div>'


def _text(text: str, limit: int = _SHORT) -> str:
    """Escaped canonical text of at most ``limit`` characters."""
    clean = canonical(text)
    return escape(clean if len(clean) <= limit else f"{clean[:limit]} …", quote=True)


def _p(text: str, *, soft: bool = False, limit: int = _SHORT) -> str:
    return f'<p dir="auto"{" class=dissoi-soft" if soft else ""}>{_text(text, limit)}</p>'


def _head(view: DebateView) -> list[str]:
    motion = view.motion
    title = (motion.title or motion.text) if motion else "A debate whose motion is still to be found"
    parts = [f'<h3 dir="auto">{_text(title)}</h3>', _p(phrases.sentence(view))]
    if motion and motion.title:
        parts.append(_p(motion.text))
    if view.introduction:
        parts.append(_p(view.introduction, soft=True, limit=3_000))
    return parts


def _turn(turn: Turn, *, open: bool) -> str:
    who = _text(phrases.who(turn.seat, turn.side), 100)
    if turn.text is None:
        return _p(f"{phrases.who(turn.seat, turn.side)}: {phrases.SILENCE.get(turn.reason, turn.reason)}", soft=True)
    marks = "".join(f' <span class="dissoi-soft">{escape(phrases.MARKS[mark])}</span>' for mark in turn.marks)
    head = f"{who} · {_text(turn.phase, 100)} · {turn.words} words"
    body = f"{_p(turn.text, limit=_LONG)}{marks}"
    if open:
        return f'<h4 dir="auto">{head}</h4>\n{body}'
    return f'<details><summary dir="auto">{head}</summary>\n{body}</details>'


def _scoreboard(view: DebateView) -> list[str]:
    if not view.ballots:
        return []
    rows = [_row("th", ["Judge", "Criterion", *view.sides])]
    for ballot in view.ballots:
        for criterion in phrases.criteria([ballot]):
            marks = [str(ballot.scores.get(side, {}).get(criterion, "")) for side in view.sides]
            rows.append(_row("td", [ballot.judge, criterion, *marks]))
        totals = [str(sum(ballot.scores.get(side, {}).values())) for side in view.sides]
        rows.append(_row("th", [ballot.judge, "total", *totals]))
    return ["<h4>Scoreboard</h4>", f"<table>{''.join(rows)}</table>"]


def _row(tag: str, cells: Sequence[str]) -> str:
    inner = "".join(f'<{tag} dir="auto">{_text(cell, 100)}</{tag}>' for cell in cells)
    return f"<tr>{inner}</tr>"


def _reasons(view: DebateView) -> list[str]:
    return [
        f'<details><summary dir="auto">Reasons of {_text(ballot.judge, 100)}</summary>\n'
        f"{_p(ballot.rfd, limit=2_000)}</details>"
        for ballot in view.ballots
        if ballot.rfd
    ]


def _foot(view: DebateView, debate_id: str) -> str:
    used = f" · {phrases.calls(view.usage)} · {phrases.cost(view.usage)}" if view.usage.calls else ""
    return _p(f"Debate {debate_id}{used}", soft=True)
