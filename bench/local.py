"""The bundled local model: does the shared prefix really come from its cache? Measured only where its weights are."""

from __future__ import annotations

import os

from bench.debates import runs
from bench.report import Figure, Section
from dissoi.models import weights


def measure(*, quick: bool) -> Section:
    section = Section(
        "Local model",
        "One deb8flow debate by `local:smollm2`. Cached: prompt tokens that llama.cpp did not compute again; their"
        " share must be no more than 5 points below that of the shared characters.",
    )
    if weights.find(os.environ) is None:
        return Section(section.title, f"{section.how} **Not measured:** the weights are not on this machine.")
    (run,) = runs(1, format="deb8flow", model=weights.NAME, warm=False)  # a debate before it would fill the cache
    cached, shared = 100 * run["cached"] / run["input"], 100 * run["shared_chars"] / run["prompt_chars"]
    section.figures.extend([
        Figure("shared prompt characters", shared, "%"),
        Figure("prompt tokens from the cache", cached, "%", bar=round(shared - 5, 1), at_least=True),
        Figure("wall", run["wall"], "s"),
    ])  # fmt: skip
    return section
