"""Private reasoning that servers leave in plain content, and how it is kept out of everything public.

Three shapes are known in the field: ``<think>...</think>`` (also unclosed), a lone ``</think>`` that closes what was
never opened, and channel markers of the "harmony" format. ``public_text`` is the law; ``Screen`` applies it to a
stream.
"""

from __future__ import annotations

import re

_CLOSED = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_LONE_CLOSE = re.compile(r"^.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_UNCLOSED = re.compile(r"<think(?:ing)?>.*$", re.DOTALL | re.IGNORECASE)
_FINAL = re.compile(r"<\|channel\|>\s*final\s*<\|message\|>")
_MESSAGE_END = re.compile(r"<\|(?:end|return|call|start|channel)\|>")
_START = re.compile(r"<\|start\|>\s*\w{0,20}")
_MARKER = re.compile(r"<\|[a-z_]{1,20}\|>")
_PARTIAL = re.compile(r"<(?:/?[a-zA-Z]{0,8}|\|[a-z_]{0,20}\|?|\|start\|>\s*\w{0,20})$")
_PROBE = "\0"  # canonical text has none, and no marker does


def public_text(raw: str) -> str:
    """Return ``raw`` without private reasoning and without control markers."""
    if "<" not in raw:
        return raw
    finals = list(_FINAL.finditer(raw))
    if finals:
        raw = _MESSAGE_END.split(raw[finals[-1].end() :], maxsplit=1)[0]
    elif "<|channel|>" in raw:
        raw = _private_channels(raw)
    raw = _CLOSED.sub("", raw)
    raw = _LONE_CLOSE.sub("", raw)
    raw = _UNCLOSED.sub("", raw)
    return _MARKER.sub("", _START.sub("", raw))


def _private_channels(raw: str) -> str:
    """Channels without a final one so far: nothing that follows a channel marker is public."""
    return raw[: raw.index("<|channel|>")]


class Screen:
    """Turns raw streamed text into public streamed text.

    ``feed`` returns what to add, and whether to forget what was shown before: a lone closing marker can reveal, after
    the fact, that everything so far was private. The law is applied anew only when a marker may have come: between
    markers all text is public, or none is, so that long reasoning costs no more by the chunk than short.
    """

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._shown: list[str] = []
        self._public = True  # is what comes now?
        self._held = False  # does the text end in what may be the beginning of a marker?

    def feed(self, text: str) -> tuple[str, bool]:
        self._parts.append(text)
        if "<" not in text and not self._held:
            if not self._public:
                return "", False
            self._shown.append(text)
            return text, False
        raw = "".join(self._parts)
        held = _PARTIAL.search(raw, max(0, len(raw) - 64))
        now = public_text(raw[: held.start()] if held else raw)
        self._held = held is not None
        self._public = public_text(raw + _PROBE).endswith(_PROBE)
        shown = "".join(self._shown)
        self._shown = [now]
        return (now[len(shown) :], False) if now.startswith(shown) else (now, True)

    @property
    def raw(self) -> str:
        return "".join(self._parts)

    def text(self) -> str:
        """All public text, when the stream has ended."""
        return public_text(self.raw)
