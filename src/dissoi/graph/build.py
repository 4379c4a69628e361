"""From the table of legal edges to a LangGraph ``StateGraph``, and its picture. The engine compiles and runs it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from langgraph.graph import END, START, StateGraph  # pyright: ignore[reportMissingTypeStubs]
from langgraph.runtime import Runtime
from langgraph.types import Send

from dissoi.formats.schema import Format
from dissoi.graph import nodes, routes
from dissoi.graph.state import Desk, State

NODES: dict[str, Any] = {
    "topic": nodes.invent,
    "begin": nodes.begin,
    "introduce": nodes.introduce,
    "hand_over": nodes.hand_over,
    "await_person": nodes.await_person,
    "speak": nodes.speak,
    "open_vote": nodes.open_vote,
    "listen": nodes.listen,
    "close_vote": nodes.close_vote,
    "judge": nodes.judge_one,
    "score": nodes.score,
    "gather": nodes.gather,
    "decide": nodes.decide,
}


async def _route(state: State, runtime: Runtime[Desk]) -> str | list[Send]:  # LangGraph runs a plain one in a thread
    view = state["debate"]
    steps = routes.next_step(runtime.context.format, view)
    if not steps:
        return END
    if len(steps) == 1 and not steps[0].task:
        return steps[0].node
    return [Send(step.node, {"debate": view, "task": step.task}) for step in steps]


def build(
    names: Iterable[str] = tuple(NODES), *, entries: Iterable[str] = routes.ENTRIES
) -> StateGraph[State, Desk, State, State]:
    """The graph over ``names`` of nodes (default: all), uncompiled, so that a caller may add a checkpointer of their
    own.

    ``entries``: where it may start; a resumed debate starts anywhere, a fresh one at ``topic`` or ``begin``.
    """
    kept = [name for name in NODES if name in set(names)]
    graph: Any = StateGraph(State, context_schema=Desk)  # its methods are only partly typed
    for name in kept:
        graph.add_node(name, NODES[name])
        targets = [END if t == routes.END else t for t in routes.targets(name, kept)]
        if targets == ["gather"]:
            graph.add_edge(name, "gather")
        else:
            graph.add_conditional_edges(name, _route, targets)
    graph.add_conditional_edges(START, _route, [*(name for name in kept if name in set(entries)), END])
    return graph


def _compiled(graph: Any) -> Any:
    return graph.compile()


@cache
def compiled() -> Any:
    """The whole graph, compiled once a process; it holds no state of any debate."""
    return _compiled(build())


def picture(format: Format) -> str:
    """The graph of a format as Mermaid text."""
    return _compiled(build(routes.parts(format), entries=("topic", "begin"))).get_graph().draw_mermaid()
