"""A debate as documents: exported papers, a stretch of its log, the picture of its graph. Reads only; blocks.

Not here: how a paper looks (``export/``), who may have it (``access.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dissoi.engine.rules import format_of
from dissoi.errors import ConflictError
from dissoi.export import json as json_paper
from dissoi.export import jsonl, markdown, page
from dissoi.export.names import file_name
from dissoi.graph import routes
from dissoi.record.events import Sealed, envelope_line
from dissoi.record.view import DebateView, fold
from dissoi.store.port import Store
from dissoi.web import bodies

MEDIA = {
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/jsonl; charset=utf-8",
}
_EXTENSIONS = {"markdown": "md", "html": "html", "json": "json", "jsonl": "jsonl"}
_RENDER: dict[str, Callable[[Sequence[Sealed]], str]] = {
    "markdown": markdown.render,
    "html": page.render,
    "json": json_paper.render,
    "jsonl": jsonl.render,
}

WORDS: dict[str, str] = {
    routes.START: "The debate begins, or goes on.",
    "topic": "A motion is invented.",
    "begin": "The timeline is fixed.",
    "introduce": "The chair introduces the debate.",
    "hand_over": "The next speaker gets the floor.",
    "await_person": "A person has the floor.",
    "speak": "A speech is made.",
    "open_vote": "The ballot of the audience opens.",
    "listen": "Simulated listeners vote, side by side.",
    "close_vote": "The ballot is held open for people, then closed.",
    "judge": "Judges write their ballots, side by side.",
    "score": "The arguments are scored.",
    "gather": "What ran side by side is put together.",
    "decide": "The verdict is computed from the ballots.",
    routes.END: "The debate ends or rests.",
}


def paper(store: Store, debate_id: str, kind: str) -> tuple[str, str]:
    """The paper as text and a portable name for its file. ``kind``: a key of ``MEDIA``."""
    log = public(store.events(debate_id))
    if not log:
        raise ConflictError("The debate is no longer there.", hint="Go back to the history.")
    view = fold(envelope.event for envelope, _ in log)
    name = file_name(view.motion.text if view.motion else "", debate_id, _EXTENSIONS[kind])
    return _RENDER[kind](log), name


def public(log: Sequence[Sealed]) -> list[Sealed]:
    return [link for link in log if link[0].visibility == "public"]


def public_view(store: Store, debate_id: str) -> DebateView:
    """The fold of what everybody may see."""
    return fold(envelope.event for envelope, _ in public(store.events(debate_id)))


def stretch(store: Store, debate_id: str, after: int, limit: int) -> str:
    """``bodies.Log`` as JSON, each event byte for byte as it is stored."""
    last = store.row(debate_id).last_seq
    events = ",".join(envelope_line(*link) for link in public(store.events(debate_id, after, limit)))
    return f'{{"events":[{events}],"last_seq":{last}}}'


def graph(store: Store, debate_id: str) -> bodies.Graph:
    """The steps that the debate's format can take."""
    setup = fold(envelope.event for envelope, _ in store.events(debate_id, 0, 1)).setup
    if setup is None:
        raise ConflictError("The debate has no beginning.", hint="Run dissoi verify.")
    format = format_of(setup)
    names = routes.parts(format, invented=setup.motion is None, people=bool(setup.humans))
    edges = routes.edges(names)
    reached = {name for edge in edges for name in edge}  # some steps are only where a resumed debate may begin
    return bodies.Graph(
        nodes=[bodies.GraphNode(id=n, words=WORDS[n]) for n in (routes.START, *names, routes.END) if n in reached],
        edges=[bodies.GraphEdge(source=a, target=b) for a, b in edges],
    )
