"""Laws of the schema: what it refuses and where it says so; not built yet is told apart from unknown."""

from __future__ import annotations

import copy
import json
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.errors import FormatError
from dissoi.formats import schema
from dissoi.formats.load import load
from dissoi.formats.schema import Format
from dissoi.formats.source import parse
from dissoi.formats.timeline import expand
from tests.formats.samples import VALID, documents

ROOT = Path(__file__).parents[2]


def fault(folder: Path, old: str, new: str) -> FormatError:
    """The error of the valid sample with ``old`` replaced by ``new``."""
    assert old in VALID
    path = folder / "my.yaml"
    path.write_text(VALID.replace(old, new, 1), "utf-8")
    with pytest.raises(FormatError) as caught:
        load(path)
    assert caught.value.where.startswith(str(path))
    assert caught.value.message.endswith(".")
    return caught.value


CASES = [
    # old, new, line, what the error says
    ("name: Sample", "naem: Sample", 1, "Did you mean name?"),
    ("name: Sample", "zzz: Sample", 1, "Known: asym"),
    ("name: Sample", "name: [1]", 1, "name must be a word"),
    ("  gov: [G]", "  gov: G", 3, "teams.gov must be a mapping of keys, not 'G'"),
    ("  gov: [G]", "  gov: []", 3, "teams.gov.seats must not be empty"),
    ("  gov: [G]", "  gov: {side: gov}", 3, "the key seats is missing in teams.gov"),
    ("  gov: [G]", "  g.v: [G]", 3, "one word of letters"),
    ("[G]", "[1]", 3, "teams.gov.seats[1] must be a word"),
    ("  gov: [G]", "  gov: {side: toss, seats: [G]}", 3, "a side set by a toss is not supported yet"),
    ("audience: any", "audeince: any", 5, "Did you mean audience?"),
    ("audience: any", "audience: 3", 5, "officers.audience must be 'any', not 3"),
    ("audience: any", "chair: 2", 5, "officers.chair must be less than or equal to 1 (it is 2)"),
    ("audience: any", "panel: [3, 1]", 5, "officers.panel must not end below its start"),
    ("audience: any", "panel: 17", 5, "officers.panel"),
    ("audience: any", "jury: 6", 5, "the key jury is not supported yet in officers"),
    ("rounds: 2", "rounds: 101", 6, "vars.rounds must be less than or equal to 100"),
    ("rounds: 2", "rounds: two", 6, "vars.rounds must be a whole number, not 'two'"),
    ("s: 60", "s: 0", 7, "defaults.s must be greater than 0 (it is 0)"),
    ("s: 60", "s: -5", 7, "defaults.s must be greater than 0 (it is -5)"),
    ("s: 60", "s: 1.5", 7, "defaults.s must be a whole number, not 1.5"),
    ("s: 60", "s: true", 7, "defaults.s must be a whole number, not True"),
    ("s: 60", "id: x", 7, "there is no key 'id' in defaults"),
    ("new: answer}", "new: some}", 7, "defaults.new must be 'all', 'answer' or 'none', not 'some'"),
    ("new: answer}", "pool: prep}", 7, "the key pool is not supported yet in defaults"),
    ("{say: G, id: G_case, new: all}", "{id: G_case}", 9, "steps[1] has no verb"),
    ("{say: G, id: G_case, new: all}", "{sya: G}", 9, "Did you mean say?"),
    ("{say: G, id: G_case, new: all}", "{say: G, vote: x}", 9, "steps[1] has two verbs (say, vote)"),
    ("{say: G, id: G_case, new: all}", "[G]", 9, "steps[1]"),
    ("say: G, id: G_case", "say: [G, O], id: x", 9, "one of several seats may give is not supported yet"),
    ("say: G, id: G_case", "say: G, id: a/b", 9, "steps[1].id must be one word"),
    ("say: G, id: G_case", "say: G, idd: x", 9, "Did you mean id?"),
    ("say: G, id: G_case", "say: G, opt: true", 9, "the key opt is not supported yet in steps[1]"),
    ("{say: G, id: G_case, new: all}", "{ask: O, of: G}", 9, "the verb ask is not supported yet"),
    ("{say: G, id: G_case, new: all}", "{cross: [G, O]}", 9, "the verb cross is not supported yet"),
    ("{say: G, id: G_case, new: all}", "{wait: x, of: jury}", 9, "the verb wait is not supported yet"),
    ("repeat: $rounds", "repeat: rounds", 11, "steps[3].repeat must be a number or a $variable"),
    ("repeat: $rounds", "repeat: -1", 11, "steps[3].repeat must be a number from 0 to 100"),
    ("repeat: $rounds", "repeat: [G, O]", 11, "repeat over a list of seats is not supported yet"),
    ("{say: G, id: G_reply}", "{ask: G}", 13, "the verb ask is not supported yet in steps[3].do[1]"),
    ("{vote: pick}", "{vote: pick, of: jury}", 15, "a vote of the jury is not supported yet"),
    ("give: side", "give: rank", 16, "give: rank is not supported yet in decide[1].give"),
    ("give: side", "give: sides", 16, "decide[1].give must be 'side'"),
    ("give: side", "elim: {}, give: side", 16, "the key elim is not supported yet"),
    ("give: side", "give: side, score: {of: speaker}", 16, "a score of each speaker is not supported yet"),
    ("give: side", "give: side, score: {range: [5, 1]}", 16, "must not end below its start"),
    ("tie: draw", "tie: half", 16, "tie: half is not supported yet"),
    ("decide:", "pools: {}\ndecide:", 16, "the key pools is not supported yet"),
    ("decide:", "seats: {P: {n: [3, 8]}}\ndecide:", 16, "the key seats is not supported yet"),
    ("decide:", "interrupts: {}\ndecide:", 16, "the key interrupts is not supported yet"),
    ("decide:", "motion: {pick: gov_case}\ndecide:", 16, "motion.pick gov_case is not supported yet"),
    ("decide:", "check: {when: never}\ndecide:", 16, "check.when must be 'step', 'end' or 'off'"),
    ("decide:", "asym: maybe\ndecide:", 16, "asym must be true or false"),
    ("decide:", "prep: 5\ndecide:", 16, "prep must be a mapping of keys"),
]


@pytest.mark.parametrize(("old", "new", "line", "says"), CASES, ids=[f"{c[2]}-{c[1][:30]}" for c in CASES])
def test_fault_is_named_with_its_line(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    """One wrong key or value gives one error that says which and why, with the line on which it stands."""
    error = fault(tmp_path, old, new)
    assert error.where == f"{tmp_path / 'my.yaml'}:{line}", str(error)
    assert says in str(error)


def test_missing_keys_are_named(tmp_path: Path) -> None:
    """A format without teams or steps says which key is missing; one with an empty list of steps says that."""
    path = tmp_path / "x.yaml"
    teams = "teams: {a: [A], b: [B]}"
    for text, says in (
        ("steps: [P]", "the key teams is missing"),
        (teams, "the key steps is missing"),
        (f"{teams}\nsteps: []", "steps must not be empty"),
    ):
        path.write_text(text)
        with pytest.raises(FormatError, match=says):
            load(path)


def test_first_fault_first(tmp_path: Path) -> None:
    """Of several faults the first in the file is told, with the number of the others."""
    path = tmp_path / "x.yaml"
    path.write_text(VALID.replace("s: 60", "s: 0").replace("rounds: 2", "rounds: -1").replace("$rounds", "x"))
    with pytest.raises(FormatError) as caught:
        load(path)
    assert caught.value.where.endswith(":6")
    assert "2 more faults follow." in caught.value.hint


@given(documents())
def test_rules_round_trip(document: dict[str, object]) -> None:
    """A format is what its rules say: ``Format.of(f.rules()) == f``, through JSON too."""
    format = Format.of(document)
    rules = json.loads(json.dumps(format.rules()))
    assert Format.of(rules) == format
    assert Format.of(rules).rules() == rules


def test_short_forms_mean_the_long_ones() -> None:
    """A list of seats is a team on its own side; a bare seat is a say step; one decision is a list of one."""
    short = Format.of({"id": "x", "teams": {"a": ["A"], "b": ["B"]}, "steps": ["A", "B"], "decide": {"give": "side"}})
    long = Format.of(
        {
            "id": "x",
            "sides": ["a", "b"],
            "teams": {"a": {"side": "a", "seats": ["A"]}, "b": {"side": "b", "seats": ["B"]}},
            "steps": [{"say": "A"}, {"say": "B"}],
            "decide": [{"give": "side"}],
        }
    )
    assert short == long


def test_frozen() -> None:
    """A format cannot be changed after it is made."""
    format = load("deb8flow")
    with pytest.raises(ValueError, match="frozen"):
        format.id = "other"  # pyright: ignore[reportAttributeAccessIssue]


def test_a_document_that_came_in_a_log_is_refused_in_words() -> None:
    """Rules that are no format (a forged log) give a FormatError without a place."""
    with pytest.raises(FormatError, match="the key teams is missing"):
        Format.of({"id": "x", "steps": ["P"]})


def test_docs_name_every_key() -> None:
    """docs/formats.md names every key and attribute of the schema, built or not."""
    page = (ROOT / "docs" / "formats.md").read_text("utf-8")
    words = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`\n]+)`", page))))
    parts = [p for p in vars(schema).values() if isinstance(p, type) and issubclass(p, schema.Part)]
    keys = {key for part in parts for key in (*part.model_fields, *part.NOT_YET)}
    assert len(keys) > 40
    assert sorted(keys - words) == []


def _ways(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every part of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(w for key, part in inner for w in _ways(part, (*way, key)))]


SAMPLE: dict[str, Any] = {"id": "sample", **parse(VALID.encode(), "sample").data}
JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 200)
    | st.floats()
    | st.sampled_from(["", "G", "$rounds", "$", "x y", "none"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["say", "s", "do", "x", "by"]), inner),
    max_leaves=5,
)


@given(st.sampled_from(_ways(SAMPLE)[1:]), JUNK, st.booleans())
def test_broken_documents_never_give_a_traceback(way: tuple[Any, ...], junk: Any, drop: bool) -> None:
    """A document with any part replaced or dropped is either a format with a timeline or a FormatError."""
    document = copy.deepcopy(SAMPLE)
    part: Any = document
    for key in way[:-1]:
        part = part[key]
    if drop:
        del part[way[-1]]
    else:
        part[way[-1]] = junk
    with suppress(FormatError):
        assert expand(Format.of(document))
