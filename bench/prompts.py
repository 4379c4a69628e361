"""How many characters a debate sends, and how many of them an earlier call had sent already (a provider's cache)."""

from __future__ import annotations

from typing import Any

from bench.debates import CHARS, run
from bench.report import Figure, Section

CASES: dict[str, tuple[float | None, dict[str, Any]]] = {
    "deb8flow": (None, {"format": "deb8flow"}),
    "nround, 2 rounds": (70, {"format": "nround", "rounds": 2, "listeners": 0}),
    "nround, 10 rounds": (85, {"format": "nround", "rounds": 10, "listeners": 0}),
}
PRIOR_CALLS, PRIOR_CHARS = 11, 92_802  # of the debate in two rebuttal rounds that nround was modelled on


def measure(*, quick: bool) -> Section:
    section = Section(
        "Prompts",
        f"Scripted models, replies of {CHARS:,} characters, cut at the format's word limits. Shared: leading characters"
        " of a prompt that an earlier call of the debate had sent. A prior system sends"
        f" {PRIOR_CHARS:,} characters in {PRIOR_CALLS} calls.",
    )
    for name, (bar, case) in CASES.items():
        found = run({**case, "debates": 1, "delay_ms": 0, "chunk": 1000, "watched": False, "warm": False})
        share = 100 * found["shared_chars"] / found["prompt_chars"]
        most = PRIOR_CHARS if found["calls"] == PRIOR_CALLS else None
        section.figures.extend([
            Figure(f"{name}: shared characters", share, "%", bar=bar, at_least=True),
            Figure(f"{name}: prompt characters in {found['calls']:.0f} calls", found["prompt_chars"], "", bar=most),
        ])  # fmt: skip
    return section
