"""Names for exported files: valid everywhere, told apart, and never over another file."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.errors import ConflictError, UsageError
from dissoi.export.names import file_name, write_new

ID = "01abcdefghjkmn"
FORBIDDEN = set('<>:"/\\|?*') | {chr(c) for c in range(32)} | {chr(127)}
RESERVED = {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))}


def portable(name: str) -> bool:
    return (
        len(name.encode()) <= 255
        and not FORBIDDEN & set(name)
        and not name.startswith((".", "-", " "))
        and not name.endswith((".", " "))
        and name.split(".")[0] not in RESERVED
        and name == name.lower()
        and os.path.basename(name) == name
    )


@pytest.mark.parametrize(
    ("motion", "name"),
    [
        ("Cities should ban private cars", f"cities-should-ban-private-cars-{ID}.md"),
        ("Con", f"con-{ID}.md"),
        ("aux.txt", f"aux-txt-{ID}.md"),
        ("NUL: ban it?", f"nul-ban-it-{ID}.md"),
        ("../../x", f"x-{ID}.md"),
        ('a/b\\c*?"<>|.', f"a-b-c-{ID}.md"),
        ("Ban it.", f"ban-it-{ID}.md"),
        ("...", f"debate-{ID}.md"),
        ("Über Ärger", f"über-ärger-{ID}.md"),
    ],
)
def test_motions_of_field_case_c30(motion: str, name: str) -> None:
    """Device names, paths, forbidden characters and trailing dots give plain portable names."""
    assert file_name(motion, ID, "md") == name
    assert portable(name)


def test_a_long_thai_motion_is_cut_between_letters() -> None:
    """Ninety Thai letters are 270 bytes: the name is cut to fit, and never between a letter and its vowel sign."""
    name = file_name("ก\u0e35" * 45, ID, "markdown")
    assert portable(name)
    assert name.startswith("กี")
    assert name.removesuffix(f"-{ID}.markdown").endswith("\u0e35")


@given(st.text(max_size=300), st.text(max_size=40), st.sampled_from(["md", "json", "jsonl"]))
def test_any_motion_and_id_give_a_portable_name(motion: str, debate_id: str, extension: str) -> None:
    """Whatever a motion or an imported id holds, the name is portable and has its extension."""
    name = file_name(motion, debate_id, extension)
    assert portable(name)
    assert name.endswith(f".{extension}")


@given(st.text(max_size=30), st.lists(st.text(min_size=1, max_size=20), min_size=2, max_size=2, unique=True))
def test_no_two_debates_have_the_same_name(motion: str, ids: list[str]) -> None:
    """Two debates on one motion differ in name, whatever their ids."""
    assert file_name(motion, ids[0], "md") != file_name(motion, ids[1], "md")


def test_an_extension_is_checked() -> None:
    """An extension that could leave the folder is refused."""
    with pytest.raises(ValueError, match="extension"):
        file_name("x", ID, "md/../..")


def test_a_new_file_is_written_whole(tmp_path: Path) -> None:
    """The text is on disk in UTF-8 with line feeds as they are."""
    path = write_new(tmp_path / "a.md", "é\nb\n")
    assert path.read_bytes() == "é\nb\n".encode()


def test_an_existing_file_is_never_replaced(tmp_path: Path) -> None:
    """A file that is there stays as it is, and the error says so."""
    path = tmp_path / "a.md"
    path.write_text("mine")
    with pytest.raises(ConflictError, match="exists already"):
        write_new(path, "theirs")
    assert path.read_text() == "mine"


def test_a_place_that_cannot_hold_a_file_is_named(tmp_path: Path) -> None:
    """A missing folder is a usage error with the reason, not a traceback."""
    with pytest.raises(UsageError, match="could not be written: No such file"):
        write_new(tmp_path / "none" / "a.md", "x")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_part_of_a_file_is_not_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the disk is full in the middle, the file is removed again and the error says why."""
    real = Path.open

    def full(self: Path, mode: str, encoding: str, newline: str):
        real(self, mode, encoding=encoding, newline=newline).close()
        return real(Path("/dev/full"), "w", encoding="utf-8")

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(UsageError, match="No space left"):
        write_new(tmp_path / "a.md", "x" * 100_000)
    assert not (tmp_path / "a.md").exists()
