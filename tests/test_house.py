"""The house keeps its own rules: size, docstrings, locks, pages. Not here: what ruff and import-linter check."""

from __future__ import annotations

import ast
import inspect
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

from dissoi import errors
from scripts import debate, docs, lock

ROOT = Path(__file__).resolve().parent.parent
SOURCE = sorted((ROOT / "src").rglob("*.py"))
PAGE = sorted(p for p in (ROOT / "web-ui" / "src").rglob("*.ts*") if ".gen." not in p.name)
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))
FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


def tracked() -> list[Path]:
    """All files that git knows, as they are on disk."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    return [path for name in names.split("\0") if name and (path := ROOT / name).is_file()]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.mark.parametrize("path", SOURCE, ids=name)
def test_size(path: Path) -> None:
    """A module has at most 400 lines, a function at most 60, and a module says what it is for."""
    text = path.read_text("utf-8")
    tree = ast.parse(text)
    long = {n.name: n.end_lineno - n.lineno + 1 for n in ast.walk(tree) if isinstance(n, FUNCTION) and n.end_lineno}
    assert text.count("\n") <= 400
    assert {function: lines for function, lines in long.items() if lines > 60} == {}
    assert len(ast.get_docstring(tree) or "") > 15


@pytest.mark.parametrize("path", sorted((ROOT / "tests").rglob("test_*.py")), ids=name)
def test_tests_state_their_law(path: Path) -> None:
    """Each test has a docstring that states the law it checks."""
    tree = ast.parse(path.read_text("utf-8"))
    tests = [node for node in ast.walk(tree) if isinstance(node, FUNCTION) and node.name.startswith("test_")]
    assert [test.name for test in tests if not ast.get_docstring(test)] == []


def test_no_address_of_a_machine_or_registry() -> None:
    """No tracked file names a package registry's host or a path of the machine it was written on."""
    hosts = ("pypi" + ".org", "python" + "hosted", "registry.npm" + "js", "deb.debian" + ".org")
    paths = ("/wo" + "rk/", "/ro" + "ot/", str(Path.home()) + "/.", str(ROOT.parent) + "/" + ROOT.name)
    found: list[str] = []
    for path in tracked():
        text = path.read_text("utf-8", errors="replace")
        found += [f"{name(path)}: {word}" for word in (*hosts, *paths) if word in text]
    assert found == []


@pytest.mark.parametrize("path", LOCKS, ids=name)
def test_requirements_are_locked(path: Path) -> None:
    """Each requirement is one exact release with hashes, and the file holds no option and no address."""
    text = re.sub(r"^ *#.*\n", "", path.read_text("utf-8"), flags=re.MULTILINE)
    entries = re.split(r"\n+(?! )", text.strip())
    pinned = re.compile(r"[a-z0-9-]+==\S+( ;[^\\]+)?( \\\n +--hash=sha256:[0-9a-f]{64})+")
    assert [entry for entry in entries if not pinned.fullmatch(entry)] == []


def test_locks_hold_what_the_project_asks_for() -> None:
    """Each set locks every requirement of pyproject.toml that it stands for, and all sets agree on each release."""
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    releases: dict[str, set[str]] = {}
    for target, options in pyproject["tool"]["dissoi"]["lock"].items():
        text = (ROOT / "requirements" / f"{target}.txt").read_text("utf-8")
        locked = dict(re.findall(r"^([a-z0-9-]+)==(\S+)", text, re.MULTILINE))
        wanted = {re.split(r"[\[<>=~!; ]", requirement)[0] for requirement in lock.wanted(pyproject, options)}
        assert wanted - locked.keys() == set()
        for package, release in locked.items():
            releases.setdefault(package, set()).add(release)
    assert {package: found for package, found in releases.items() if len(found) > 1} == {}


@pytest.mark.parametrize("path", PAGE, ids=name)
def test_modules_of_the_page(path: Path) -> None:
    """A module of the page has at most 250 lines, says at its head what it is for, turns no text into HTML, and neither
    leaves the types nor silences who checks them."""
    text = path.read_text("utf-8")
    assert text.count("\n") <= 250
    assert re.match(r"(//|/\*) ?.{15}", text) or path.name.partition(".")[2].startswith("test.")
    forbidden = (
        r"dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|\b(?:as|:|<) ?any\b|@ts-(?:ignore|nocheck)|document\.write\b"
    )
    assert re.findall(forbidden, re.sub(r"^\s*(//|\*).*$", "", text, flags=re.MULTILINE)) == []


def test_the_packages_of_the_page_are_locked() -> None:
    """Each package of the page is one exact release with a hash, and the file names no place to fetch it from."""
    text = (ROOT / "web-ui" / "package-lock.json").read_text("utf-8")
    packages = json.loads(text)["packages"]
    own = packages.pop("")
    loose = [p for p, held in packages.items() if not held.get("inBundle") and "integrity" not in held]
    assert loose == []
    assert all(held["integrity"].startswith("sha512-") for held in packages.values() if "integrity" in held)
    assert '"resolved"' not in text
    wanted = {**own["dependencies"], **own["devDependencies"]}
    assert [package for package in wanted if f"node_modules/{package}" not in packages] == []


def test_every_event_has_a_heading() -> None:
    """Each event, stored or not, is a heading of docs/events.md."""
    page = (ROOT / "docs" / "events.md").read_text("utf-8")
    from dissoi.record.events import Ephemeral, Event

    types = [event.model_fields["type"].default for event in (*docs.members(Event), *docs.members(Ephemeral))]
    assert [kind for kind in types if f"### `{kind}`" not in page] == []
    assert len(types) >= 20


def test_the_drawn_error_tree_is_true() -> None:
    """The tree in the docstring of errors.py names every error with its own code, exit code and HTTP status."""
    drawn = {row[0]: row[1:4] for row in docs.drawn_errors()}
    real = {
        cls.__name__: ("unknown.<kind>" if cls is errors.UnknownNameError else cls.code, cls.exit_code, cls.http_status)
        for _, cls in inspect.getmembers(errors, inspect.isclass)
        if issubclass(cls, errors.DissoiError) and cls is not errors.DissoiError
    }
    real["DissoiError"] = ("internal", 1, 500)
    assert drawn == {error: (code, str(code_), str(status)) for error, (code, code_, status) in real.items()}


def test_contributing_shows_every_room() -> None:
    """The tour in CONTRIBUTING.md goes through every folder of the package."""
    tour = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    rooms = [path.name for path in (ROOT / "src" / "dissoi").iterdir() if (path / "__init__.py").is_file()]
    assert [room for room in rooms if f"`{room}/`" not in tour and f"`{room}`" not in tour] == []


def test_links_lead_somewhere() -> None:
    """Each relative link of a page of the documentation leads to a file."""
    broken: list[str] = []
    for page in docs.pages():
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text("utf-8")):
            if not (page.parent / target).exists():
                broken.append(f"{name(page)} -> {target}")
    assert broken == []


def test_the_wheel_is_whole(tmp_path: Path) -> None:
    """A built wheel holds every file of the package that git knows: modules, prompts, formats, the typing marker."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    held = set(zipfile.ZipFile(next(tmp_path.glob("*.whl"))).namelist())
    wanted = {str(path.relative_to(ROOT / "src")) for path in tracked() if path.is_relative_to(ROOT / "src")}
    assert wanted - held == set()
    assert "dissoi/py.typed" in wanted


@pytest.mark.parametrize(
    ("motion", "args", "expected"),
    [
        ("Ban cars", "", ["debate", "--model", "local:smollm2", "--", "Ban cars"]),
        ("", "-m scripted:demo?seed=1&chunk=2", ["debate", "-m", "scripted:demo?seed=1&chunk=2"]),
        ("-x $HOME `id`", "--model=auto", ["debate", "--model=auto", "--", "-x $HOME `id`"]),
        ("a\nb", "--style 'pro=dry wit' -mauto", ["debate", "--style", "pro=dry wit", "-mauto", "--", "a\nb"]),
    ],
)
def test_make_debate_passes_words_on_untouched(motion: str, args: str, expected: list[str]) -> None:
    """`make debate` gives the motion as one argument, splits ARGS by quotes alone, and names a model if nobody does."""
    assert debate.command(motion, args) == expected
