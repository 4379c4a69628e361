"""Canonical text: the one form in which text from outside enters the record, prompts and screens.

Pure string functions. Not for escaping: each face escapes for its own medium. Source of the rules: Unicode TR36
(security considerations) and TR39 §5 on invisible and bidirectional control characters.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from itertools import islice

_CONTROLS = re.compile(
    "["
    "\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 and C1, but tab and line feed
    "\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e"
    "\u200b\u200e\u200f"  # zero width space, direction marks (joiners U+200C/D carry meaning and stay)
    "\u202a-\u202e\u2060-\u206f"  # bidirectional embeddings, overrides, isolates, invisible operators
    "\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e0fff"  # tags and variation selectors supplement
    "\ud800-\udfff"  # lone surrogates
    "]"
)
_SELECTORS = re.compile("[\ufe00-\ufe0f]{2,}")
_JOINERS = re.compile("[\u200c\u200d]{2,}")
_SPACES = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n{3,}")
_FAKE_HEADING = re.compile(r"^[ >]*#{1,6}\s+", re.MULTILINE)
_PRINTABLE = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\ufe00-\ufe0f\U000e0000-\U000e0fff]")
"""What canonical text may lack although Python calls it printable."""
_LETTER = re.compile(r"[^\W_]")
_WORD = re.compile(r"(?<!\S)\S*?[^\W_]\S*")  # a run with a letter in it
_UNSPACED = re.compile("[\u0e00-\u0eff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")  # Thai and Lao, kana, Han


def canonical(text: str) -> str:
    """Return ``text`` in NFC without invisible, bidirectional, control or surrogate characters.

    Line ends become ``\\n``, runs of spaces one space, more than two line feeds two. Idempotent.
    """
    if _is_canonical(text):
        return text
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\u2028", "\n").replace("\u2029", "\n\n")
    text = _CONTROLS.sub("", text)
    text = unicodedata.normalize("NFC", _JOINERS.sub("", _SELECTORS.sub("", text)))
    text = _SPACES.sub(" ", text)
    text = "\n".join(line.strip() for line in text.split("\n"))
    return _BLANK_LINES.sub("\n\n", text).strip()


def _is_canonical(text: str) -> bool:
    """Whether ``text`` is certainly canonical already: nearly all that comes here has been here before, and looking
    costs a tenth of cleaning."""
    return (
        text.replace("\n", "").isprintable()
        and text == text.strip()
        and "  " not in text
        and " \n" not in text
        and "\n " not in text
        and "\n\n\n" not in text
        and (text.isascii() or (not _PRINTABLE.search(text) and unicodedata.is_normalized("NFC", text)))
    )


def flat(text: str) -> str:
    """Return canonical ``text`` as one line without heading marks, so that it cannot look like structure around it."""
    text = canonical(text)
    if "\n" not in text and "#" not in text:
        return text
    return " ".join(_FAKE_HEADING.sub("", text).split())


@lru_cache(maxsize=4096)  # a speech is quoted in every later prompt of its debate
def quoted(text: str) -> str:
    """Return ``text`` as one quoted line that cannot end its own quotation (inner quotes become curly)."""
    inner = re.sub(r'"([^"]*)"', "\u201c\\1\u201d", flat(text)).replace('"', "\u201d")
    return f'"{inner}"'


def words(text: str) -> int:
    """Count words: runs between white space, and each character of scripts that are written without spaces."""
    if not _UNSPACED.search(text):
        return len(_WORD.findall(text))
    count = 0
    for run in text.split():
        count += len(_UNSPACED.findall(run)) + (_LETTER.search(_UNSPACED.sub("", run)) is not None)
    return count


def clip(text: str, limit: int) -> tuple[str, bool]:
    """Cut ``text`` to at most ``limit`` words, at a sentence end if one lies in the last third. Return (text, cut?)."""
    if words(text) <= limit:
        return text, False
    head = text[: _end_of(limit, text)].rstrip()
    if not head:  # one unspaced run longer than the limit
        head = text[:limit]
    stops = [m.end() for m in re.finditer(r"[.!?。！？।][\"'”’)]*(?=\s|$)|[。！？]", head)]
    if stops and stops[-1] >= len(head) * 2 // 3:
        head = head[: stops[-1]]
    return head, True


def whole_sentences(text: str) -> str:
    """Drop a broken sentence at the end of ``text``, if more than a third of it is left."""
    if re.search(r"[.!?。！？।]\W*$", text):
        return text
    ends = [m.end() for m in re.finditer(r"[.!?][\"'”’)]*(?=\s)|[。！？।]", text)]
    return text[: ends[-1]] if ends and ends[-1] > len(text) // 3 else text


def _end_of(limit: int, text: str) -> int:
    """Where the run of ``text`` begins that takes it beyond ``limit`` words."""
    if not _UNSPACED.search(text):
        return next(islice(_WORD.finditer(text), limit, None)).start()
    count = 0
    for match in re.finditer(r"\S+", text):
        count += words(match.group())
        if count > limit:
            return match.start()
    return len(text)
