"""Laws of reading a format file: plain data only, every fault in its place, nothing that grows."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.errors import FormatError
from dissoi.formats.source import NODE_LIMIT, SIZE_LIMIT, parse, read


def test_words_stay_words() -> None:
    """Only true and false are booleans: the YAML 1.1 words, octal and base-60 numbers, and dates stay text."""
    data = parse(b"{a: off, b: no, c: true, d: 012, e: 1:30, f: 2024-01-01, g: 1.5, h: ~, no: yes, i: -3}", "f").data
    assert data == {
        "a": "off", "b": "no", "c": True, "d": 12, "e": "1:30", "f": "2024-01-01", "g": 1.5, "h": None, "no": "yes",
        "i": -3,
    }  # fmt: skip


def test_lines_are_marked() -> None:
    """The mark of a value is the line of its key or list item; an unknown way leads to the nearest known part."""
    marks = parse(b"a: 1\nb:\n  - x\n  - {c: 2,\n     d: 3}\n", "f.yaml").marks
    assert marks.at(("b", 1, "d")) == "f.yaml:5"
    assert marks.at(("b", 0)) == "f.yaml:3"
    assert marks.at(("b", 1, "<say>", "nothing")) == "f.yaml:4"
    assert marks.at(()) == "f.yaml:1"


BOMB = b"a: &a [x,x,x,x,x,x,x,x,x,x]\n" + b"".join(
    b"%c: &%c [%s]\n" % (c, c, b",".join([b"*%c" % (c - 1)] * 10)) for c in range(ord("b"), ord("j"))
)


@pytest.mark.parametrize(
    ("text", "where", "says"),
    [
        (b"", "f", "empty"),
        (b"# only a comment\n", "f", "empty"),
        (b"- a\n", "f:1", "mapping"),
        (b"a: 1\nb: 2\na: 3\n", "f:3", "'a' is given twice (first: f:1)"),
        (b"a: [1\n", "f:2", "not valid YAML"),
        (b"a: 1\n b: 2\n", "f:2", "not valid YAML"),
        (b"a: 1\n---\na: 2\n", "f:2", "not valid YAML"),
        (b"a: *x\n", "f:1", "undefined alias"),
        (b"a: !!python/object/apply:os.system [ls]\n", "f:1", "tag"),
        (b"a: 1\nb: !!set {x}\n", "f:2", "tag"),
        (b"a: !!timestamp 2024-01-01\n", "f:1", "tag"),
        (b"a: !!int word\n", "f:1", "not a number"),
        (b"a: &x {b: 1}\nc:\n  <<: *x\n", "f:3", "merge keys"),
        (b"? [a]\n: 1\n", "f:1", "a key must be a word"),
        (b"a: &x [*x]\n", "f:1", "too large"),
        (b"a: " + b"[" * 50_000, "f:1", "levels deep"),
        (b"a: " + b"{a: " * 5_000, "f:1", "levels deep"),
        (b"a: 1\nb: \x00\n", "f:2", "forbids"),
        (b"a: 1\nb: \xff\n", "f:2", "not UTF-8 at byte 8"),
        (b"name: caf\xe9 \x93x\x94\n", "f:1", "not UTF-8 at byte 9"),
        (b"#" * (SIZE_LIMIT + 1), "f", "larger than 256 KiB"),
        (BOMB, "f:", "too large"),
        (b"a: [" + b"x," * (NODE_LIMIT + 1) + b"]", "f:1", "too large"),
    ],
)
def test_faults_have_a_place(text: bytes, where: str, says: str) -> None:
    """Whatever is wrong with a file as text is one FormatError that names the file and the line."""
    with pytest.raises(FormatError) as caught:
        parse(text, "f")
    assert caught.value.where.startswith(where)
    assert says in caught.value.message


def test_byte_order_mark_is_no_content() -> None:
    """A byte order mark before the text changes nothing."""
    assert parse(b"\xef\xbb\xbfa: 1", "f").data == {"a": 1}


def test_missing_file(tmp_path: Path) -> None:
    """A file or folder that cannot be read is a FormatError that names it."""
    for path in (tmp_path / "none.yaml", tmp_path):
        with pytest.raises(FormatError, match="cannot be read"):
            read(path)


@given(st.binary(max_size=300) | st.text(alphabet="ab:-[]{}&*!<>|\"'#%@`,?~ \n\t0.", max_size=120).map(str.encode))
def test_never_a_traceback(raw: bytes) -> None:
    """Any bytes are either a document or a FormatError."""
    with suppress(FormatError):
        assert isinstance(parse(raw, "f").data, dict)
