"""Text as data in Markdown: nothing in it becomes a heading, list, link, image, HTML, table, quote, code or footnote.

Holds for CommonMark and GitHub's extensions of it; a property test parses what comes out and finds the text again.
Sources: CommonMark 0.31 §2.4 (every ASCII punctuation mark may be escaped), GitHub Flavored Markdown §4.10, §6.9.
"""

from __future__ import annotations

import re

from dissoi.record.text import canonical

_ANYWHERE = re.compile(r"[\\`*_{}\[\]<>|~&$#]")
_AUTOLINK = re.compile(r"(https?|ftp|mailto|xmpp)(:)|(www)(\.)|(@)", re.IGNORECASE)
_LINE_START = re.compile(r"^([+=:-]|\d{1,9}(?=[.)](?:\s|$)))", re.MULTILINE)


def inline(text: str) -> str:
    """``text`` on one line, for headings, table cells and sentences."""
    return _escaped(" ".join(canonical(text).split()))


def block(text: str) -> str:
    """``text`` as paragraphs; its single line feeds stay (as hard breaks)."""
    paragraphs = canonical(text).split("\n\n")
    return "\n\n".join(_escaped(paragraph).replace("\n", "\\\n") for paragraph in paragraphs)


def _escaped(text: str) -> str:
    text = _ANYWHERE.sub(r"\\\g<0>", text)
    text = _AUTOLINK.sub(_unlinked, text)
    return _LINE_START.sub(_flat_start, text)


def _unlinked(match: re.Match[str]) -> str:
    return f"{match[1] or match[3] or ''}\\{match[2] or match[4] or match[5]}"


def _flat_start(match: re.Match[str]) -> str:
    start = match[1]
    return f"{start}\\" if start.isdigit() else f"\\{start}"
