"""The documentation is true: what it shows runs, what it names exists, and what exists is named.

A block that needs a provider or a terminal says so where readers see it: ``python no-run`` and ``sh no-run`` are only
parsed. The blocks of one page are one session, in one folder. Not here: generated parts (``scripts/docs.py --check``).
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import re
import shlex
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, get_args

import click
import pytest

from dissoi import errors, testing
from dissoi.cli import app
from dissoi.models import patience
from scripts import debate, docs

ROOT = Path(__file__).resolve().parent.parent
PAGES = [*docs.pages(), ROOT / "CHANGELOG.md"]
FENCE = re.compile(r"^(?P<indent> *)```(?P<info>\S[^\n]*)\n(?P<body>.*?)^(?P=indent)```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`(dissoi\s[a-z][^`]*)`(?!`)", re.DOTALL)
PLACEHOLDER = re.compile(r"…|\b[A-Z]{2,}\b(?!=)")
FILE = re.compile(r"`((?:src|tests|docs|scripts|examples|bench|requirements)/[\w./-]*)`")
EXIT_CODE = re.compile(r"# exit code (\d+)")


@dataclass(frozen=True)
class Block:
    """One fenced block: where it is, its language, whether it is only to be parsed, its text."""

    place: str
    language: str
    runs: bool
    text: str


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(page: Path, language: str) -> list[Block]:
    text = page.read_text("utf-8")
    found: list[Block] = []
    for match in FENCE.finditer(text):
        words = match["info"].split()
        body = "".join(line.removeprefix(match["indent"]) for line in match["body"].splitlines(keepends=True))
        place = f"{name(page)}:{text.count(chr(10), 0, match.start()) + 1}"
        if words[0] == language:
            found.append(Block(place, language, "no-run" not in words, body))
    return found


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, where what names no model gets a scripted one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISSOI_MODEL", "scripted:demo")
    monkeypatch.setattr(patience, "BASE", 0.0)  # tries of examples that fail do not wait
    monkeypatch.setattr(testing, "updating", True)  # golden files of examples do not exist yet
    return tmp_path


# --- Python


@pytest.mark.parametrize("page", pages_with("python"), ids=name)
def test_python_blocks_run(page: Path) -> None:
    """Each Python block runs as it stands, after those before it on its page; so do the tests that a block defines."""
    session: dict[str, Any] = {"__name__": page.stem}
    for block in blocks(page, "python"):
        code = compile(block.text, block.place, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT, dont_inherit=True)
        if not block.runs:
            continue
        made = eval(code, session)
        if inspect.iscoroutine(made):
            asyncio.run(made)
    for test in [value for key, value in session.items() if key.startswith("test_")]:
        made = test()
        if inspect.iscoroutine(made):
            asyncio.run(made)


# --- commands


def lines(block: Block) -> Iterator[tuple[list[str], str]]:
    """The command lines of a block as words, and as they stand."""
    for line in block.text.splitlines():
        words = shlex.split(line, comments=True)
        while words and re.match(r"[A-Z_]+=", words[0]):
            del words[0]
        if words:
            yield words, line


def command_of(words: list[str]) -> click.Command:
    """The command of the words behind ``dissoi``. Fails if there is none, or if it lacks an option."""
    context = click.Context(app.dissoi, info_name="dissoi")
    command = app.dissoi.get_command(context, words[0])
    assert command is not None, f"there is no command dissoi {words[0]}"
    known = {"-h", "--help", *(o for p in command.params for o in (*p.opts, *p.secondary_opts))}
    for word in words[1:]:
        option = word.split("=")[0] if word.startswith("--") else word[:2]
        if re.match(r"--?[a-z]", word):
            assert option in known, f"dissoi {words[0]} has no option {option}"
    return command


def named_models(words: list[str]) -> list[str]:
    """The models that a command line names."""
    given = [after for before, after in pairwise(words) if before in ("-m", "--model")]
    return [value.partition("=")[2] if re.match(r"[\w.]+=", value) else value for value in given]


def runs_here(words: list[str], line: str) -> bool:
    """Whether a command line can run in a test: nothing to be filled in, and no model but scripted ones."""
    models = named_models(words)
    named = bool(models) or words[0] != "debate" or "--dry-run" in words
    return named and all(m.startswith("scripted:") for m in models) and not PLACEHOLDER.search(line.split("#")[0])


@pytest.mark.parametrize("page", pages_with("sh"), ids=name)
def test_commands_run(page: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> None:
    """Each command line that is shown exists with its options; one that is free runs, and ends with 0 or the exit code
    that its comment says."""
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for block in blocks(page, "sh"):
        for words, line in lines(block):
            program = Path(words[0]).name
            if program == "make":
                assert {word for word in words[1:] if "=" not in word} <= targets, f"{block.place}: {line}"
                args = next((word[5:] for word in words if word.startswith("ARGS=")), "")
                command_of(debate.command("", args))
            if program != "dissoi":
                continue
            command_of(words[1:])
            if block.runs and runs_here(words[1:], line):
                expected = EXIT_CODE.search(line)
                monkeypatch.setattr(sys, "argv", words)
                code = app.run(words[1:])
                assert code == (int(expected[1]) if expected else 0), f"{block.place}: {line}\n{capfd.readouterr().err}"


def test_most_commands_are_run_somewhere() -> None:
    """The pages show most commands in a form that runs: what is only parsed proves little."""
    run = {
        words[1]
        for page in pages_with("sh")
        for block in blocks(page, "sh")
        for words, line in lines(block)
        if block.runs and Path(words[0]).name == "dissoi" and runs_here(words[1:], line)
    }
    assert {"debate", "resume", "fork", "show", "replay", "verify", "export", "models", "config"} - run == set()


@pytest.mark.parametrize("page", [page for page in PAGES if SPAN.search(page.read_text("utf-8"))], ids=name)
def test_commands_in_sentences_exist(page: Path) -> None:
    """A command that a sentence names exists, with the options that the sentence gives it."""
    for match in SPAN.finditer(page.read_text("utf-8")):
        words = shlex.split(match[1].replace("…", ""))[1:]
        if words[0] in app.COMMANDS:
            command_of(words)
        else:
            raise AssertionError(f"{name(page)} names dissoi {words[0]}")


# --- files that pages show


def test_yaml_blocks_are_formats() -> None:
    """Each YAML block of the page on formats is a format that loads and can be laid out."""
    from dissoi.formats.load import load
    from dissoi.formats.timeline import expand

    shown = blocks(ROOT / "docs" / "formats.md", "yaml")
    for block in shown:
        path = Path("shown.yaml")
        path.write_text(block.text, "utf-8")
        assert expand(load(path), {})
    assert shown


@pytest.mark.parametrize("page", pages_with("toml"), ids=name)
def test_toml_blocks_are_settings(page: Path) -> None:
    """Each TOML block is a settings file that is read without a fault."""
    from dissoi.settings import load

    for block in blocks(page, "toml"):
        path = Path("shown.toml")
        path.write_text(block.text, "utf-8")
        load({}, {}, Path.cwd(), path)


# --- what exists is named


def commands() -> Iterable[str]:
    return [f"## dissoi {command}\n" for command in app.COMMANDS]


def settings() -> Iterable[str]:
    from dissoi.settings import OPTIONS, ROLES, TABLE

    rows = [f"| `{setting.env or setting.name}` |" for setting in TABLE.values()]
    return [*rows, *(f"`{option}`" for option in OPTIONS), *ROLES]


def events() -> Iterable[str]:
    from dissoi.record.events import Ephemeral, Event

    classes = (*docs.members(Event), *docs.members(Ephemeral))
    return [f"### `{event.model_fields['type'].default}`" for event in classes]


def error_classes() -> Iterable[str]:
    """Every error with a row of its own, or, where a face defines it, with its code."""
    import dissoi.cli.paper  # noqa: F401  defines one

    def below(cls: type[errors.DissoiError]) -> Iterator[type[errors.DissoiError]]:
        for child in cls.__subclasses__():
            yield from (child, *below(child))

    found = [cls for cls in below(errors.DissoiError) if cls.__module__.startswith("dissoi.")]
    own = [f"| `{cls.__name__}` |" for cls in found if cls.__module__ == "dissoi.errors"]
    return [*own, *(f"`{cls.code}`" for cls in found), *(f"| `{kind}` |" for kind in get_args(errors.ProviderKind))]


def formats() -> Iterable[str]:
    from dissoi.formats.load import names

    return [f"| `{format}` |" for format in names()]


def models() -> Iterable[str]:
    from dissoi.models.dialects import DIALECTS
    from dissoi.models.registry import PROVIDERS
    from dissoi.models.scripted import OPTIONS, SCRIPTS

    scripts = [f"| `{script}` | {words} |" for script, words in SCRIPTS.items()]
    return [
        *scripts,
        *(f"| `{option}` |" for option in OPTIONS),
        *(f"| `{p}` |" for p in DIALECTS),
        *(f"`{p}" for p in PROVIDERS),
    ]


def prompts() -> Iterable[str]:
    from dissoi.record.transcript import Mark

    files = (ROOT / "src" / "dissoi" / "agents" / "prompts").glob("*.md")
    return [*(f"| `{file.name}` |" for file in files), *(f"`{mark}`" for mark in get_args(Mark))]


def criteria() -> Iterable[str]:
    from dissoi.record.ballots import CRITERIA

    return [f"| `{criterion}` | {words} |" for criterion, words in CRITERIA.items()]


def exports() -> Iterable[str]:
    from dissoi.cli.paper import KINDS

    return [f"| `{kind}` |" for kind in KINDS]


def tables() -> Iterable[str]:
    from dissoi.store.schema import metadata

    return [f"| `{table}` |" for table in metadata.tables]


def python_names() -> Iterable[str]:
    import dissoi
    from dissoi.engine.api import Options

    calls = ("adebate", "debate", "replay", "stream")
    rest = [f"`{word}`" for word in dissoi.__all__ if word not in calls]
    return [*(f"dissoi.{call}(" for call in calls), *rest, *Options.__annotations__]


def kit() -> Iterable[str]:
    members = inspect.getmembers(testing, inspect.isfunction)
    return [f"| `{key}(" for key, value in members if value.__module__ == testing.__name__ and key[0] != "_"]


def exit_codes() -> Iterable[str]:
    codes = {getattr(cls, "exit_code", 0) for _, cls in inspect.getmembers(errors, inspect.isclass)}
    return [f"| {code} |" for code in codes | {app.INTERRUPTED, app.PIPE_CLOSED}]


NAMED: list[tuple[str, Callable[[], Iterable[str]]]] = [
    ("cli.md", commands),
    ("cli.md", exit_codes),
    ("settings.md", settings),
    ("events.md", events),
    ("errors.md", error_classes),
    ("formats.md", formats),
    ("models.md", models),
    ("prompts.md", prompts),
    ("judge.md", criteria),
    ("export.md", exports),
    ("store.md", tables),
    ("python.md", python_names),
    ("testing.md", kit),
]


@pytest.mark.parametrize(("page", "things"), NAMED, ids=lambda value: getattr(value, "__name__", value))
def test_what_exists_is_documented(page: str, things: Callable[[], Iterable[str]]) -> None:
    """Each command, exit code, setting, event, error, format, script, prompt, criterion, export, table and public name
    has its heading, row or word on its page."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    wanted = list(things())
    assert [thing for thing in wanted if thing not in text] == []
    assert len(wanted) >= 2


def test_the_picture_of_the_steps_is_true() -> None:
    """The graph drawn in docs/debate.md has exactly the legal edges."""
    from dissoi.graph.routes import LEGAL

    drawn: dict[str, tuple[str, ...]] = {}
    for line in blocks(ROOT / "docs" / "debate.md", "mermaid")[0].text.splitlines()[1:]:
        source, _, targets = line.strip().partition(" --> ")
        drawn[source] = tuple(targets.split(" & "))
    assert drawn == LEGAL


# --- links


def anchors(page: Path) -> set[str]:
    """The headings of a page as GitHub makes them into anchors."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_and_files_exist(page: Path) -> None:
    """Each relative link leads to a file, its anchor to a heading there, and each path in backticks is one."""
    text = FENCE.sub("", page.read_text("utf-8"))
    broken: list[str] = []
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", text):
        path, _, anchor = target.partition("#")
        there = page.parent / path if path else page
        if not there.exists() or (anchor and anchor not in anchors(there)):
            broken.append(target)
    broken += [path for path in FILE.findall(text) if not re.search("[A-Z]{4}", path) and not (ROOT / path).exists()]
    assert broken == []


def test_extras_exist() -> None:
    """Each extra that a page tells to install is one of the package."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    named = {
        e
        for page in PAGES
        for group in re.findall(r"dissoi\[([a-z,]+)\]", page.read_text("utf-8"))
        for e in group.split(",")
    }
    assert named and named <= extras.keys()
