"""Figures, their bars, and the page they are written on. Not here: how anything is measured."""

from __future__ import annotations

import os
import platform
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

_LIBRARIES = ("dissoi", "langgraph", "langchain-core", "langchain-openai", "pydantic", "sqlalchemy", "xllamacpp")


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured number. ``bar``: what it must keep, None = only for information; ``median``: None = one run.

    The best run counts: other work on the machine can only make it worse.
    """

    name: str
    best: float
    unit: str
    median: float | None = None
    bar: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def holds(self) -> bool | None:
        if self.bar is None:
            return None
        return self.best >= self.bar if self.at_least else self.best <= self.bar

    def row(self) -> str:
        bar = "" if self.bar is None else f"{'≥' if self.at_least else '≤'} {_number(self.bar)}"
        holds = {None: "", True: "yes", False: "**no**"}[self.holds]
        median = "" if self.median is None else _number(self.median)
        name = f"{self.name}. {self.note}" if self.note else self.name
        return f"| {name} | {_number(self.best)} {self.unit} | {median} | {bar} | {holds} |"


@dataclass(frozen=True, slots=True)
class Section:
    """Figures that were taken in the same way; ``how`` says in which."""

    title: str
    how: str
    figures: list[Figure] = field(default_factory=list[Figure])

    def text(self) -> str:
        head = ["| figure | best | median | bar | holds |", "|---|---|---|---|---|"] if self.figures else []
        return "\n".join([f"## {self.title}", "", self.how, "", *head, *(f.row() for f in self.figures)]).rstrip()


def figure(name: str, runs: Sequence[float], unit: str, *, bar: float | None = None, note: str = "") -> Figure:
    """A figure of several runs, of which the lowest is the best."""
    middle = statistics.median(runs) if len(runs) > 1 else None
    return Figure(name, min(runs), unit, median=middle, bar=bar, note=note)


def _number(value: float) -> str:
    """Three significant digits, whole numbers whole."""
    if value == int(value) or abs(value) >= 1000:
        return f"{value:,.0f}"
    return f"{value:.{2 if abs(value) >= 1 else 3}f}"


def loop_ms() -> tuple[float, float]:
    """Best and median CPU time of a fixed loop: what this machine can do now, and how much other work disturbs it."""
    times: list[float] = []
    for _ in range(25):
        began, total = time.process_time(), 0
        for number in range(300_000):
            total += number
        times.append(1000 * (time.process_time() - began))
    return min(times), statistics.median(times)


class Machine:
    """The machine as it was at the start, and what the page says of it."""

    def __init__(self) -> None:
        self.at = datetime.now(UTC)
        self.load = os.getloadavg()[0]
        self.loop = loop_ms()

    def text(self) -> str:
        (best, median), (now_best, now_median) = self.loop, loop_ms()
        versions = ", ".join(f"{name} {found}" for name in _LIBRARIES if (found := _version(name)))
        kind = f"{_processor()}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"
        return "\n".join([
            f"- {self.at:%Y-%m-%d %H:%M} UTC, {kind}",
            f"- Python {platform.python_version()}, {versions}",
            f"- Load average {self.load:.2f} at the start, {os.getloadavg()[0]:.2f} at the end",
            f"- A loop of 300,000 additions: {best:.1f} ms of CPU at best (median {median:.1f}) at the start,"
            f" {now_best:.1f} ({now_median:.1f}) at the end",
        ])  # fmt: skip


def _version(name: str) -> str:
    try:
        return version(name)
    except ModuleNotFoundError:
        return ""


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def page(machine: Machine, sections: Sequence[Section], *, quick: bool) -> str:
    """The whole page as Markdown."""
    figures = [f for s in sections for f in s.figures if f.bar is not None]
    missed = [f.name for f in figures if not f.holds]
    verdict = f"{len(figures) - len(missed)} of {len(figures)} bars hold."
    if missed:
        verdict += f" Missed: {'; '.join(missed)}."
    lines = [
        "# Measurements",
        "",
        "Written by `make bench` (`python -m bench`). Each figure is the best of several runs in fresh processes, with",
        "the median beside it: other work on the machine can only make a run slower.",
        "",
        machine.text(),
        "",
        f"**{verdict}**" + (" Quick run: few repetitions." if quick else ""),
    ]
    return "\n".join([*lines, "", *("\n\n".join(s.text() for s in sections),)]) + "\n"
