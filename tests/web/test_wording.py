"""What the web tells is not about a command line: who reads it on the page has none. Not here: each refusal
(``test_bad_input.py`` and its neighbours hold the same law, by ``town.problem``)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from dissoi.engine.branch import resealed
from dissoi.record.events import parse_line
from tests.web.logs import GOLDEN
from tests.web.town import FLAG, HOST_TOKEN, Town, problem

SOURCE = Path(__file__).parents[2] / "src" / "dissoi"
TERMINAL = ("cli", "web/serving.py")
"""What only a terminal shows: the commands, and why a server cannot begin."""
SENTENCE = re.compile(r"\w\S*\s+[(`']?--?[a-z]+\b|\bpip install\b")


REFUSALS: list[tuple[str, str, dict[str, Any] | None]] = [
    ("POST", "/api/debates", {"motion": "x", "format": "no-such"}),
    ("POST", "/api/debates", {"motion": "x", "format": "deb8flow", "rounds": 2}),
    ("POST", "/api/debates", {"motion": "x", "judges": 99}),
    ("POST", "/api/debates", {"motion": "x", "models": "no-such:x"}),
    ("POST", "/api/debates", {"motion": "x", "models": "openai:gpt-5"}),
    ("POST", "/api/debates", {"motion": "x", "models": "local:no-such"}),
    ("POST", "/api/debates", {"motion": "x", "budget": -1}),
    ("POST", "/api/debates", {"motion": "x", "seed": -1}),
    ("POST", "/api/debates/whole/resume", {}),
    ("POST", "/api/debates/whole/resume", {"limits": {"max_calls": 1}}),
    ("POST", "/api/debates/whole/pause", {}),
    ("POST", "/api/debates/whole/stop", {}),
    ("POST", "/api/debates/whole/skip", {}),
    ("POST", "/api/debates/whole/retry", {}),
    ("POST", "/api/debates/whole/fork", {"at": 48}),
    ("POST", "/api/debates/whole/fork", {"at": 99}),
    ("POST", "/api/debates/whole/fork", {"at": 41}),
    ("POST", "/api/debates/whole/votes", {"ballot": "mid", "choice": "pro"}),
    ("POST", "/api/debates/half/resume", {"limits": {"max_calls": 0}}),
    ("POST", "/api/session", {"ticket": "used-up"}),
    ("POST", "/api/session", {"token": "no-such"}),
    ("GET", "/api/debates/none", None),
    ("GET", "/api/debates/half/events?after=x", None),
    ("GET", "/api/formats/none", None),
    ("PUT", "/api/debates", {}),
]


async def test_no_refusal_names_an_option(town: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    """No refusal of the web tells anybody which option of the command line to give, whatever is refused, and whatever
    the settings of the server ask for that it cannot do yet."""
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    links = [parse_line(line) for line in (GOLDEN / "nround.jsonl").read_bytes().splitlines()]
    for name, length in (("whole", 48), ("half", 10)):
        some = links[:length]
        log = resealed(name, [e.event for e, _ in some], [e.at for e, _ in some])
        await town.store.create(name, log, owner="")
    for method, path, body in REFUSALS:
        answer = await town.say(method, path, secret=HOST_TOKEN, json=body)
        assert answer.status_code >= 400, (path, body)
        problem(answer)
    for variable, value in (("DISSOI_REFINE", "yes"), ("DISSOI_CHECK", "note")):
        monkeypatch.setenv(variable, value)
        assert problem(await town.say("POST", "/api/debates", secret=HOST_TOKEN, json={"motion": "x"}))[0] == 422
        monkeypatch.delenv(variable)


def _sentences(path: Path) -> Iterator[str]:
    """The texts of a module, but for its docstrings."""
    tree = ast.parse(path.read_text("utf-8"))
    quiet = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in quiet:
            yield node.value


def test_no_text_outside_the_command_line_names_an_option() -> None:
    """No sentence that is written outside the command line names an option of it: a hint of the engine may be read on
    the page."""
    found = [
        (path.relative_to(SOURCE).as_posix(), text)
        for path in sorted(SOURCE.rglob("*.py"))
        if not path.relative_to(SOURCE).as_posix().startswith(TERMINAL)
        for text in _sentences(path)
        if FLAG.search(text) and SENTENCE.search(text)
    ]
    assert found == []
