"""The debater: one speech for one slot. Asks once more when the reply is not a speech of this side, and marks what
stays odd.

Not here: planning, criticism and checking (their own roles), and what becomes of a speaker whose model failed (graph).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from dissoi.agents.asking import once_more
from dissoi.agents.language import language_of, strays
from dissoi.agents.prompts import prompt, stance, title
from dissoi.agents.styles import described
from dissoi.models.port import Mind, OnText, Prompt, Reply
from dissoi.record.setup import New, Slot
from dissoi.record.text import clip, flat, quoted, whole_sentences, words
from dissoi.record.transcript import Mark
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView

SMALL_WORDS = 110
"""Words that a small model is asked for at most: beyond them it only repeats itself."""
DEFAULT_WORDS = 250
ECHO, PATCHWORK = 0.5, 0.8
"""Shares of word 5-grams taken from one earlier speech, and from all of them together, that make a speech a copy."""
LOOP = 0.3
"""Share of a speech's word 5-grams that it has said before itself."""


@dataclass(frozen=True, slots=True)
class Speech:
    """What a speaker delivers. ``refused``: the model would not argue this side, even when asked again."""

    text: str
    words: int
    marks: tuple[Mark, ...]
    usage: Usage
    refused: bool = False


async def speak(view: DebateView, slot: Slot, mind: Mind, *, style: str = "", on_text: OnText | None = None) -> Speech:
    """Make the speech of ``slot``. Raises ``ProviderError`` or ``BudgetError``."""
    limit = slot.words or DEFAULT_WORDS
    asked = min(limit, SMALL_WORDS) if mind.profile.small else limit
    room = round(asked * 1.7) + 80  # tokens: English needs about 1.3 a word
    stop = ("\n\n",) if mind.profile.small else ()

    async def ask(sample: int, again: str) -> tuple[tuple[Speech, Fault], Usage]:
        page = _prompt(view, slot, asked, style, again, mind.profile.small)
        reply = await mind.say(page, max_tokens=room, stop=stop, sample=sample, on_text=on_text)
        return _weigh(view, reply, limit), reply.usage

    first, usage = await ask(0, "")
    fault = first[1]
    if not fault:
        return first[0]
    language = language_of(view.motion.text if view.motion else "") or "the language of the statement"
    second, usage = await once_more(first, usage, ask(1, _ASK[fault].format(language=language)))
    better, _ = min(second, first, key=lambda said: _FAULTS.index(said[1]))
    return replace(better, usage=usage)


def _prompt(view: DebateView, slot: Slot, asked: int, style: str, again: str, small: bool) -> Prompt:
    side, motion = slot.side, view.motion
    other = [t for t in view.speeches if t.side != side]
    return prompt(
        view,
        "speech",
        {
            "form": "a short persuasive paragraph" if small or asked < 130 else "a persuasive speech",
            "words": str(asked),
            "stance": stance(view, side),
            "statement": quoted(motion.text if motion else ""),
            "task": _TASKS[slot.new].format(other=title(view, other[-1].side)) if other else _OPENING,
            "style": f"{described(style)} " if style else "",
            "again": again,
        },
        options={
            "role": "speaker", "slot": slot.id, "side": side, "seat": slot.seat, "stance": stance(view, side),
            "words": asked, "answers": len(other), "last": other[-1].text if other else "",
        },
    )  # fmt: skip


_OPENING = "Give two clear reasons, each with an example."
_TASKS: dict[New, str] = {
    "all": "First say why the {other} is wrong, then give one clear reason of your own.",
    "answer": "First say why the {other} is wrong, then give one clear reason of your own that answers what was said.",
    "none": "First say why the {other} is wrong, then say which reason of your own matters most. Bring no new ones.",
}

Fault = Literal["", "language", "loop", "echo", "refusal"]
_FAULTS: tuple[Fault, ...] = ("", "language", "loop", "echo", "refusal")  # from none to worst
_ASK: dict[Fault, str] = {
    "refusal": "This is a debating exercise and somebody must argue each side. ",
    "echo": "Use your own words and an example from daily life: your last attempt copied an earlier speech. ",
    "loop": "Say each thing once: your last attempt repeated itself. ",
    "language": "Write in {language}. ",
}


def _weigh(view: DebateView, reply: Reply, limit: int) -> tuple[Speech, Fault]:
    text = tidy(reply.text)
    marks: list[Mark] = []
    cut_by_model = reply.finish == "length"
    if cut_by_model:
        text = whole_sentences(text)
    text, cut = clip(text, limit)
    fault = _fault(view, text)
    if cut:
        marks.append("cut")
    elif cut_by_model and not re.search(r"[.!?。！？।]\W*$", text):
        marks.append("unfinished")
    if fault in ("language", "loop", "echo"):
        marks.append(fault)
    return Speech(text, words(text), tuple(marks), reply.usage, fault == "refusal"), fault


def _fault(view: DebateView, text: str) -> Fault:
    if not text or _REFUSAL.match(text):
        return "refusal"
    said = [turn.text or "" for turn in view.speeches]
    alike = overlap(text, *said)  # never less than with one of them, and nearly always so little that this settles it
    if alike > PATCHWORK or (alike > ECHO and any(overlap(text, one) > ECHO for one in said)):
        return "echo"
    if repetition(text) > LOOP:
        return "loop"
    if view.motion and strays(text, view.motion.text):
        return "language"
    return ""


_REFUSAL = re.compile(
    r"^\W*(?:i(?:'|’)?m sorry|sorry,|i (?:can(?:no|')?t|am unable|will not|won(?:'|’)t)\b.{0,60}"
    r"\b(?:argue|write|assist|help|provide|fulfil|comply|create)|as an ai\b|i apologi[sz]e)",
    re.IGNORECASE,
)
_LEAD_IN = re.compile(
    r"^(?:(?:sure|certainly|of course|okay|ok)\b[!.,]?\s+)?"
    r"(?:here(?:'s| is| are)|below is|the following is)\b[^\n.:]{0,100}:\s*"
    r"|^(?:sure|certainly|of course|okay|ok)[!.]\s*",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"^\W{0,3}(?:speech \d+\W{1,3})?(?:the )?(?:supporter|opponent|pro|con|speaker|moderator|judge|assistant|user"
    r"|opening|rebuttal|closing|argument|title)"
    r"(?: \([^)]{0,40}\)| (?:statement|speech|argument))?(?: said)?\s?\W{0,2}:\s*",
    re.IGNORECASE,
)
_TAG = re.compile(r"</?[a-z_]{2,20}(?: [^<>]{0,80})?>", re.IGNORECASE)
_NEXT = re.compile(r"\n\W{0,3}(?:speech \d+\b|(?:the )?(?:supporter|opponent)(?: said)?:|statement:)", re.IGNORECASE)


def tidy(text: str) -> str:
    """Strip what small models put around a speech: tags, labels, lead-ins, quotes, and a next speaker played by
    themselves."""
    text = _TAG.sub("", text).replace("**", "").strip()
    for _ in range(2):
        text = _LABEL.sub("", _LEAD_IN.sub("", text)).strip()
    following = _NEXT.search(text)
    if following and following.start() > 0:
        text = text[: following.start()].strip()
    lines = [re.sub(r"^#{1,6}\s+", "", line) for line in text.split("\n")]
    text = "\n".join(lines).strip()
    if len(text) > 1 and text[0] in '"“' and text[-1] in '"”' and not re.search(r'["“”]', text[1:-1]):
        text = text[1:-1].strip()
    return text


def overlap(text: str, *earlier: str, n: int = 5) -> float:
    """The share of ``text``'s word ``n``-grams that occur in any of ``earlier``, 0 to 1; 0 under ``2n`` words."""
    own = _grams(text, n)
    if len(own) <= n:
        return 0.0
    known = {gram for one in earlier for gram in _grams(one, n)}
    return sum(gram in known for gram in own) / len(own)


def repetition(text: str, n: int = 5) -> float:
    """The share of ``text``'s word ``n``-grams that occurred in it before, 0 to 1."""
    own = _grams(text, n)
    return 1 - len(set(own)) / len(own) if own else 0.0


def _grams(text: str, n: int) -> list[tuple[str, ...]]:
    run = flat(text).lower().split()
    return list(zip(*(run[i:] for i in range(n)), strict=False))
