"""Tables and lines of plain text: columns by cells, whatever the script; text that a terminal would obey."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dissoi.cli import terminal
from dissoi.cli.tables import table

TEXT = st.text(st.sampled_from("ab 你好é\u0301ع\x1b[31m—\u202e"), max_size=30)


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), max_size=5), st.integers(20, 200), st.booleans())
def test_tables_fit(rows: list[tuple[str, str, str]], columns: int, wrap: bool) -> None:
    """No line of a table is wider than the terminal, and none holds a character that the terminal would obey."""
    for line in table(["one", "two", "three"], rows, columns=columns, wrap=wrap):
        assert terminal.cells(line) <= columns
        assert line == terminal.safe(line)


@given(st.text(max_size=300), st.integers(20, 120))
def test_wrapping_loses_no_word(text: str, columns: int) -> None:
    """Broken lines fit and hold the same characters in the same order, but for white space."""
    lines = terminal.wrapped(text, columns).split("\n")
    assert "".join("".join(lines).split()) == "".join(text.split())
    assert max(terminal.cells(line) for line in lines) <= columns


@given(st.text(), st.sampled_from(["ascii", "cp1252", "latin-1", "utf-8"]))
def test_any_encoding_takes_any_text(text: str, encoding: str) -> None:
    """What an encoding lacks is replaced, one character for one, so that columns stay in line."""
    terminal.prepare()
    shown = text.encode(encoding, errors="dissoi.plain").decode(encoding)
    assert len(shown) == len(text)


@given(st.text(st.sampled_from('a\x7f\x80\x9b\n"\\é'), max_size=20))
def test_json_stays_the_same_value(text: str) -> None:
    """JSON made safe for a terminal holds no control character and means the same."""
    import json

    shown = terminal.safe_json(json.dumps(text, ensure_ascii=False))
    assert json.loads(shown) == text
    assert all(ord(c) >= 32 and not 127 <= ord(c) <= 159 for c in shown)
