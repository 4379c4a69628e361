"""Formats for tests: one valid document, and a strategy for many."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

VALID = """\
name: Sample
teams:
  gov: [G]
  opp: [O]
officers: {audience: any}
vars: {rounds: 2}
defaults: {s: 60, new: answer}
steps:
  - {say: G, id: G_case, new: all}
  - {say: O, id: O_case, new: all}
  - repeat: $rounds
    do:
      - {say: G, id: G_reply}
      - {say: O, id: O_reply}
  - {vote: pick}
decide: [{give: side, tie: draw}, {by: audience, give: plurality, ballots: [pick]}]
"""

_attributes = st.fixed_dictionaries(
    {"s": st.integers(1, 600)}, optional={"wpm": st.integers(50, 400), "role": st.sampled_from(["whip", "extension"])}
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Random valid documents: pairs of equal speeches, repeats in repeats, votes, several seats a side."""
    teams = {side: [f"{side[0].upper()}{n}" for n in range(draw(st.integers(1, 3)))] for side in ("gov", "opp")}
    names = iter(range(10_000))

    def pair(new: str) -> list[dict[str, Any]]:
        common = draw(_attributes) | {"new": new}
        return [{"say": draw(st.sampled_from(seats)), "id": f"x{next(names)}", **common} for seats in teams.values()]

    def part(depth: int) -> list[dict[str, Any]]:
        kind = draw(st.sampled_from(["pair", "vote", "chair", "repeat"] if depth else ["pair", "vote", "chair"]))
        match kind:
            case "pair":
                return pair(draw(st.sampled_from(["all", "answer", "none"])))
            case "vote":
                return [{"vote": f"v{next(names)}"}]
            case "chair":
                return [{"say": "chair", "id": f"x{next(names)}", "s": 30}]
            case _:
                inner = [step for _ in range(draw(st.integers(1, 2))) for step in part(depth - 1)]
                return [{"repeat": draw(st.integers(0, 3)), "do": inner}]

    steps = [step for _ in range(draw(st.integers(0, 4))) for step in part(2)]
    return {
        "id": "random",
        "teams": teams,
        "officers": {"audience": "any"},
        "steps": [*pair("all"), *steps, *pair("none")],
        "decide": {"give": "side", "tie": draw(st.sampled_from(["draw", "never"]))},
    }
