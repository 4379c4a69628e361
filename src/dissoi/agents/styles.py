"""Styles of speaking: four that ship, and any that a user writes in a sentence of their own."""

from __future__ import annotations

from dissoi.errors import UnknownNameError, UsageError
from dissoi.record.text import flat

STYLES: dict[str, str] = {
    "passionate": "Speak with warmth and conviction, from the lives of the people concerned.",
    "aggressive": "Attack the weakest point of the other side hard and press it, without insults.",
    "academic": "Reason carefully, define your terms, and say how strong each piece of evidence is.",
    "humorous": "Use wit and one vivid comparison, but make a serious point.",
}
LIMIT = 300


def style(text: str) -> str:
    """Check a style: the name of one that ships, or a description of more than one word.

    Raises ``UnknownNameError`` for a single word that names none, ``UsageError`` for a blank or long description.
    """
    line = flat(text)
    if not line:
        raise UsageError("The style is empty.", hint=f"Use one of {', '.join(STYLES)}, or describe it in a few words.")
    if line.lower() in STYLES:
        return line.lower()
    if " " not in line and line.isascii():
        raise UnknownNameError("style", line, STYLES)
    if len(line) > LIMIT:
        raise UsageError(f"The style has {len(line)} characters; {LIMIT} are allowed.", hint="Shorten it.")
    return line


def described(style: str) -> str:
    """The instruction for a style that ``style()`` has accepted."""
    if style in STYLES:
        return STYLES[style]
    line = flat(style)
    return f"Speak in this style: {line}" + ("" if line.endswith((".", "!", "?")) else ".")
