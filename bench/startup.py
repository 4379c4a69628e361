"""What a user waits for before anything is shown: imports, help, and the commands that only read.

Times are those of whole processes, in a home with ``DEBATES`` finished debates.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.debates import hold
from bench.process import ROOT, environment
from bench.report import Figure, Section, figure
from dissoi.store import open_store

HEAVY = ("langchain", "langchain_core", "langgraph", "xllamacpp")
"""Frameworks that no reading command may load."""
DEBATES = 50
COMMANDS = {
    "dissoi --help": (0.3, ("--help",)),
    "dissoi debate --help": (0.3, ("debate", "--help")),
    "dissoi list": (0.5, ("list",)),
    "dissoi show": (0.5, ("show", "last")),
    "dissoi export": (0.5, ("export", "last", "-o", "-")),
    "dissoi verify": (0.5, ("verify", "last")),
}
_LOADED = """
import json, runpy, sys
sys.argv = ["dissoi", *json.loads(sys.argv[1])]
try:
    runpy.run_module("dissoi", run_name="__main__")
except SystemExit as end:
    assert not end.code, end.code
print("\\n" + json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def measure(*, quick: bool) -> Section:
    times = 2 if quick else 15
    with tempfile.TemporaryDirectory(prefix="dissoi-bench-") as home:
        url = f"sqlite:///{Path(home) / 'dissoi.db'}"
        _fill(url, 2 if quick else DEBATES)
        env = environment(DISSOI_HOME=home, DISSOI_DATABASE_URL=url)
        figures = [
            figure("python -c pass", _seconds(("-c", "pass"), times, env), "s"),
            figure("import dissoi", _seconds(("-c", "import dissoi"), times, env), "s", bar=0.15),
        ]
        heavy: set[str] = set()
        for name, (bar, args) in COMMANDS.items():
            figures.append(figure(name, _seconds(("-m", "dissoi", *args), times, env), "s", bar=bar))
            heavy |= _modules(args, env).intersection(HEAVY)
        names = ", ".join(sorted(heavy)) or "none"
        figures.append(Figure("Frameworks loaded by any of these", len(heavy), "", bar=0, note=names))
    return Section(
        "Start", "Whole processes, the interpreter's own start included; the home has 50 finished debates.", figures
    )


def _fill(url: str, debates: int) -> None:
    store = open_store(url)
    try:
        case = {"format": "nround", "debates": debates, "delay_ms": 0, "chunk": 1000, "watched": False}
        asyncio.run(hold(store, case))
    finally:
        store.close()


def _seconds(args: tuple[str, ...], times: int, env: dict[str, str]) -> list[float]:
    found: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        subprocess.run([sys.executable, *args], cwd=ROOT, env=env, capture_output=True, check=True)
        found.append(time.perf_counter() - began)
    return found


def _modules(args: tuple[str, ...], env: dict[str, str]) -> set[str]:
    """The top-level modules that a command has loaded when it ends."""
    command = [sys.executable, "-c", _LOADED, json.dumps(args)]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, check=True, text=True)
    return set(json.loads(done.stdout.splitlines()[-1]))
