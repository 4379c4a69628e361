"""Laws of finding a format: by name, by path, through base; and of what its parts must be to each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from dissoi.errors import FormatError, UnknownNameError
from dissoi.formats.load import load, names
from tests.formats.samples import VALID


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_names_are_the_files_of_the_package() -> None:
    """Every bundled file is known by its name, carries it as its id, and loads without a fault."""
    assert names() == sorted(names())
    assert {"deb8flow", "nround"} <= set(names())
    for name in names():
        assert load(name).id == name


def test_unknown_name_suggests_the_nearest() -> None:
    """A name that nothing has is an UnknownNameError with the nearest one."""
    with pytest.raises(UnknownNameError) as caught:
        load("debflow")
    assert caught.value.code == "unknown.format"
    assert caught.value.hint == "Did you mean deb8flow?"


@pytest.mark.parametrize(
    "name", ["", "../deb8flow", "deb8flow.yaml.exe", "a\0b", "x" * 5000, "/etc/passwd", "~/x.yaml"]
)
def test_no_files_for_remote_callers(name: str) -> None:
    """With ``files=False`` nothing but a known name is ever opened."""
    with pytest.raises(UnknownNameError):
        load(name, files=False)


def test_path_and_user_folder(tmp_path: Path) -> None:
    """A path loads the file; a name finds it in the user's folder; the id is the file's name unless it gives one."""
    path = write(tmp_path, "my format.yaml", VALID)
    assert load(path).id == load(str(path)).id == "my_format"
    write(tmp_path, "mine.yml", VALID + "id: own\n")
    assert names(tmp_path) == sorted([*names(), "mine", "my format"])
    assert load("mine", user_dir=tmp_path).id == "own"


def test_bundled_names_cannot_be_taken(tmp_path: Path) -> None:
    """A file in the user's folder with a bundled name does not replace the bundled format."""
    write(tmp_path, "deb8flow.yaml", VALID)
    assert load("deb8flow", user_dir=tmp_path) == load("deb8flow")


def test_a_file_without_an_ending_gets_a_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bare name that is a file in the working directory says how files are given."""
    write(tmp_path, "mine", VALID)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownNameError, match=r"ends in \.yaml"):
        load("mine")


def test_base_copies_then_replaces(tmp_path: Path) -> None:
    """A format with a base has every key of it, but those that it gives, whole; ``null`` gives a key up."""
    base = load("nround")
    child = load(
        write(tmp_path, "long.yaml", "base: nround\nvars: {rounds: 5}\ndefaults: {s: 120, new: answer}\ndecide: ~\n")
    )
    assert child.vars == {"rounds": 5}
    assert (child.id, child.name) == ("long", "")
    assert child.defaults.s == 120
    assert len(child.decide) == 1
    assert (child.teams, child.steps, child.officers) == (base.teams, base.steps, base.officers)


def test_base_may_be_a_sibling_and_chain(tmp_path: Path) -> None:
    """A base may be a file beside the child, with a base of its own; a fault in copied keys names the base's file."""
    write(tmp_path, "one.yaml", VALID)
    write(tmp_path, "two.yaml", "base: one\nname: Two\n")
    three = load(write(tmp_path, "three.yaml", "base: two.yaml\nvars: {rounds: 0}\n"))
    assert (three.id, three.vars, three.name) == ("three", {"rounds": 0}, "")
    write(tmp_path, "one.yaml", VALID.replace("s: 60", "s: 0"))
    with pytest.raises(FormatError) as caught:
        load(tmp_path / "three.yaml")
    assert caught.value.where == f"{tmp_path / 'one.yaml'}:7"


@pytest.mark.parametrize(
    ("base", "says"),
    [
        ("a", "circle"),
        ("b", "circle"),
        ("nruond", "Did you mean nround?"),
        ("../x", "not a path"),
        ("[x]", "must be a name"),
    ],
)
def test_bad_base(tmp_path: Path, base: str, says: str) -> None:
    """A base that is unknown, a path, no name, or leads back is an error on its own line."""
    write(tmp_path, "b.yaml", "base: a\n")
    path = write(tmp_path, "a.yaml", f"name: x\nbase: {base}\n")
    with pytest.raises(FormatError) as caught:
        load(path)
    assert says in str(caught.value)
    assert caught.value.where in {f"{path}:2", f"{tmp_path / 'b.yaml'}:1"}


CASES = [
    # old, new, line, what the error says
    ("  opp: [O]\n", "", 2, "at least two sides"),
    ("name: Sample", "sides: [gov, opp, third]", 1, "no team takes the side third"),
    ("name: Sample", "sides: [gov, con]", 4, "there is no side called 'opp'"),
    ("[O]", "[G]", 4, "the seat G is given twice (gov and opp)"),
    ("[O]", "[judge]", 4, "a seat cannot be called judge"),
    ("[O]", "[gov]", 4, "a seat cannot be called gov"),
    ("name: Sample", "presumption: gvo", 1, "Did you mean gov?"),
    ("{audience: any}", "{chair: 1}", 15, "the audience votes, but the format has none"),
    ("rounds: 2", "rounds: 2, more: 1", 6, "the variable more is used nowhere"),
    ("$rounds", "$runds", 11, "Did you mean rounds?"),
    ("s: 60, ", "", 9, "the speech of G has no time"),
    ("say: G, id: G_case", "say: H, id: G_case", 9, "there is no seat called 'H' (steps[1].say)"),
    ("say: O, id: O_case", "say: O, id: G_case", 10, "two steps have the id 'G_case'"),
    ("id: O_reply", "s: 30", 8, "the sides have unequal time (gov 180 s, opp 120 s)"),
    ("id: O_reply", "new: all", 14, "the last speech of opp (O.2) may bring new arguments"),
    ("$rounds", "100\n    do: [{repeat: 100, do: [G]}]\nx:\n  - y: 1", 13, "there is no key 'x'"),
    ("[pick]", "[pikc]", 16, "Did you mean pick?"),
    ("ballots: [pick]", "tie: draw", 16, "needs ballots"),
    ("give: side", "give: side, ballots: [pick]", 16, "a decision by panel counts no ballots"),
    ("give: side", "by: judge, give: side", 16, "a judge decides, but the format has none"),
    ("give: side", "give: plurality", 16, "a decision by panel gives side, not plurality"),
    ("give: side", "give: side, match: strict", 16, "match: strict forbids"),
    ("[{give: side, tie: draw},", "[", 16, "a first decision by the audience is not supported yet"),
    (
        "[{give: side, tie: draw}, {by: audience, give: plurality, ballots: [pick]}]",
        "\n  give: plurality\n  by: audience\n  ballots: [pick]",
        18,
        "a first decision by the audience is not supported yet",
    ),
]


@pytest.mark.parametrize(("old", "new", "line", "says"), CASES, ids=[f"{c[2]}-{c[1][:30]}" for c in CASES])
def test_broken_rule_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    """A rule that spans several keys gives one error at the part at fault."""
    assert old in VALID
    path = write(tmp_path, "my.yaml", VALID.replace(old, new, 1))
    with pytest.raises(FormatError) as caught:
        load(path)
    assert says in str(caught.value)
    assert caught.value.where == f"{path}:{line}", str(caught.value)


def test_too_many_slots(tmp_path: Path) -> None:
    """Repeats of repeats end at a limit, before they fill the memory."""
    nested = "{repeat: 100, do: [{repeat: 100, do: [{repeat: 100, do: [{repeat: 100, do: [chair]}]}]}]}"
    path = write(tmp_path, "my.yaml", VALID.replace("  - {vote: pick}", f"  - {nested}\n  - {{vote: pick}}"))
    with pytest.raises(FormatError, match="more than 500 steps"):
        load(path)


def test_unequal_time_by_consent(tmp_path: Path) -> None:
    """``asym: true`` permits unequal time."""
    path = write(tmp_path, "my.yaml", VALID.replace("id: O_reply", "s: 30") + "asym: true\n")
    assert load(path).asym
