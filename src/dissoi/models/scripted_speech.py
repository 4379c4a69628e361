"""Plausible text for any role on any motion, made from a seed: the words of ``scripted:demo`` and its relatives.

Pure functions. Nothing here understands the motion; it is woven into sentences that fit any statement. Not here:
structured replies (``scripted_json.py``), timing and failures (``scripted.py``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from dissoi.models.scripted_themes import EFFECTS_CON, EFFECTS_PRO, LIES, MOTIONS, PEOPLE, STEERED, TAILS, THEMES, Theme
from dissoi.record.text import clip, flat, words

LENGTH = 120
"""Words of a speech for which nothing else is asked."""
ROOM = 70
"""Words that a speech needs to have room for an answer besides its own case."""

_HOUSE = re.compile(
    r"^(this house|th)\s*(?P<verb>would|w|believes that|believes|b that|b|thinks that|supports|opposes)\s+", re.I
)
_VERBS = {"would": "we should", "w": "we should", "supports": "we should support", "opposes": "we should oppose"}


Tone = Literal["praise", "blame", "any"]


@dataclass(frozen=True, slots=True)
class Part:
    """What a request says about the part to play, read from ``Request.options`` (all keys may be missing)."""

    role: str
    motion: str
    stance: str  # "for", "against" or ""
    side: str
    sides: tuple[str, ...]
    slot: str
    turn: int  # how many speeches of the other side came before
    seat: str
    words: int
    last: str  # the other side's last speech, if known
    draft: str  # the text to be judged, checked or criticised, if any
    about: str

    @property
    def against(self) -> bool:
        return self.stance == "against"


def part(options: dict[str, Any], *, length: int | None) -> Part:
    """Read the part from a request's options; ``length`` is the script's own ``words`` option."""

    def text(key: str) -> str:
        value = options.get(key)
        return flat(value) if isinstance(value, str) else ""

    limit = options.get("words")
    limit = limit if isinstance(limit, int) and limit > 0 else None
    sides: Any = options.get("sides") or ()
    turn = options.get("answers")
    return Part(
        role=text("role"), motion=text("motion"), stance=text("stance"), side=text("side"),
        sides=tuple(str(side) for side in sides), slot=text("slot"),
        turn=turn if isinstance(turn, int) else 0, seat=text("seat"),
        words=min(length or limit or LENGTH, limit or length or LENGTH),
        last=text("last"), draft=text("draft"), about=text("about"),
    )  # fmt: skip


def clause(motion: str) -> str:
    """Return ``motion`` as the clause that follows "that": "This house would ban X" becomes "we should ban X"."""
    text = motion.strip().rstrip(".!")
    if not text:
        return "the motion should stand"
    if text.endswith("?"):
        return f"the answer to \u201c{text}\u201d is yes"
    house = _HOUSE.match(text)
    if house:
        verb = _VERBS.get(house["verb"].lower(), "")
        return f"{verb} {text[house.end() :]}".strip()
    second = text[1:2]
    return text if second.isupper() or not text.isascii() else text[0].lower() + text[1:]


def line(play: Part, rng: Random, *, lies: bool = False, tone: Tone = "any") -> str:
    """The reply of a role in plain text, within the word limit of the part."""
    match play.role:
        case "topic":
            return _topic(play, rng)
        case "chair" | "moderator":
            text = _chair(play, rng)
        case "persona":
            text = _persona(play, rng)
        case "thinker":
            text = _plan(play, rng)
        case "critic" | "judge" | "scorer" | "fact_checker":
            text = remark(play, rng, tone=tone)
        case "audience":
            text = f"My question to both sides: what about {rng.choice(THEMES).name}, if {clause(play.motion)}?"
        case _:
            return speech(play, rng, lies=lies)
    return clip(text, play.words)[0]


def speech(play: Part, rng: Random, *, lies: bool = False) -> str:
    """A speech that takes the stance, answers the other side and ends by asking for the vote."""
    themes = _themes(play, rng)
    budget = play.words
    ending = rng.choice(_ENDINGS).format(clause=clause(play.motion), verb="reject" if play.against else "accept")
    said: list[str] = []
    left = budget - words(ending)
    for sentence in _body(play, themes, rng, lies):
        left -= words(sentence)
        if left < 0:
            break
        said.append(sentence)
    if not said:
        return clip(next(iter(_body(play, themes, rng, lies))), budget)[0]
    return " ".join((*said, ending))


def remark(play: Part, rng: Random, *, side: str = "", tone: Tone = "any") -> str:
    """One sentence of reasons, as a judge or a critic would give it."""
    remarks = {"praise": _PRAISE, "blame": _BLAME, "any": (*_PRAISE, *_BLAME)}[tone]
    theme = rng.choice(THEMES).name
    who = (side or play.side or "The speaker").replace("_", " ")
    who = who[:1].upper() + who[1:]
    return rng.choice(remarks).format(who=who, theme=theme)


def claim(play: Part, rng: Random, *, side: str = "") -> str:
    """One sentence of argument for ``side``, else for the stance of the part."""
    theme = rng.choice(THEMES)
    against = side.lower().startswith(("con", "oppo", "against", "neg")) if side else play.against
    return (theme.con if against else theme.pro)[0]  # the sentence that stands alone


def _body(play: Part, themes: list[Theme], rng: Random, lies: bool) -> list[str]:
    """Sentences in the order in which they are wanted; the caller takes as many as fit."""
    kind = _kind(play.slot)
    shown = _illustrations(play, rng)
    body = [rng.choice(_OPENINGS[kind, play.against]).format(clause=clause(play.motion))]
    if play.words >= ROOM and (kind != "opening" or play.last):
        body.append(rng.choice(_ANSWERS).format(theirs=_theirs(play, rng)))
    body.append(rng.choice(LIES) if lies else next(shown))
    for theme in themes:
        first, *rest = theme.con if play.against else theme.pro
        body += [first, rng.choice(LIES if lies else rest), next(shown), next(shown)]
    return body


def _illustrations(play: Part, rng: Random) -> Iterator[str]:
    """Examples without end. Their pieces come in shuffled order, so that no speech repeats much of another."""
    pools = [list(pool) for pool in (PEOPLE, EFFECTS_CON if play.against else EFFECTS_PRO, TAILS)]
    for pool in pools:
        rng.shuffle(pool)
    turn = 0
    while True:
        who, effect, tail = (pool[turn % len(pool)] for pool in pools)
        yield f"{_OPENERS[(turn + len(who)) % len(_OPENERS)]} {who}: {effect}, {tail}."
        turn += 1


def _themes(play: Part, rng: Random) -> list[Theme]:
    """All themes, beginning where this speech should: the sides apart, and each later speech of a side further on."""
    turn = play.turn + {"opening": 0, "rebuttal": 1, "closing": 2}[_kind(play.slot)]
    start = (2 * turn + (4 if play.against else 0) + rng.randrange(2)) % len(THEMES)
    return [*THEMES[start:], *THEMES[:start]]


def _kind(slot: str) -> str:
    slot = slot.lower()
    if any(word in slot for word in ("clos", "final", "summar", "reply")):
        return "closing"
    if any(word in slot for word in ("rebut", "cross", "respon", "second", "answer")) or re.search(r"[2-9]", slot):
        return "rebuttal"
    return "opening"


def _theirs(play: Part, rng: Random) -> str:
    used = [theme for theme in THEMES if theme.name in play.last.lower()]
    return (used[0] if used else rng.choice(THEMES)).answer


def _topic(play: Part, rng: Random) -> str:
    if play.about:
        text = rng.choice(STEERED).format(about=clip(play.about.rstrip(".!?"), 20)[0])
        return text[0].upper() + text[1:]
    return rng.choice(MOTIONS)


def _chair(play: Part, rng: Random) -> str:
    motion = play.motion.rstrip(".") or "the motion"
    if any(word in play.slot.lower() for word in ("clos", "end", "thank")):
        return f"Thank you all. You have heard both sides on \u201c{motion}\u201d; the decision is now with the judges."
    if play.last:
        return rng.choice(
            (
                "Thank you. We have heard a clear position; now the other side may answer it.",
                "Thank you. The floor goes to the next speaker, who will deal with what was just said.",
            )
        )
    sides = " and ".join(play.sides) or "two sides"
    greeting = rng.choice(("Welcome.", "Good evening, and welcome.", "Welcome to this debate."))
    return (
        f"{greeting} The motion before us is \u201c{motion}\u201d. We shall hear {sides} in turn. "
        "Each speaks within the limit, each answers the other, and the judges weigh the arguments alone."
    )


def _persona(play: Part, rng: Random) -> str:
    who = rng.choice(("a retired teacher", "a city planner", "a patient lawyer", "a nurse who reads history"))
    view = "do not accept" if play.against else "hold"
    return f"I am {who}. I {view} that {clause(play.motion)}, and I argue calmly."


def _plan(play: Part, rng: Random) -> str:
    first, second, third = rng.sample(THEMES, 3)
    return f"Lead with {first.name}. Then answer them on {second.name}. Keep {third.name} for the end."


_OPENINGS: dict[tuple[str, bool], tuple[str, ...]] = {
    ("opening", False): (
        "We say that {clause}, and we say it for reasons that anyone can check.",
        "It is time to admit that {clause}.",
        "The case that {clause} rests on plain facts of everyday life.",
    ),
    ("opening", True): (
        "We are told that {clause}; we ask you to look at the price of that idea.",
        "The claim that {clause} sounds simple, and that is what is wrong with it.",
        "Nobody has shown that {clause}, and much speaks against it.",
    ),
    ("rebuttal", False): (
        "The objections do not touch the main point, which is that {clause}.",
        "After all that we have heard, it still holds that {clause}.",
    ),
    ("rebuttal", True): (
        "The other side repeats that {clause}, but repetition is no proof.",
        "We still wait for a reason why it should follow that {clause}.",
    ),
    ("closing", False): (
        "This debate began with a simple thought: {clause}.",
        "Weigh it all together, and it remains true that {clause}.",
    ),
    ("closing", True): (
        "This debate leaves one question unanswered: why should we believe that {clause}?",
        "Weigh it all together, and the case that {clause} has not been made.",
    ),
}
_OPENERS = ("Take", "Picture", "Ask", "Consider", "Think of", "Look at", "Listen to", "Remember")
_ANSWERS = (
    "To my opponent I reply that {theirs}.",
    "As to what was said before me, {theirs}.",
    "Listen again to the last speech: {theirs}.",
)
_ENDINGS = (
    "For these reasons I ask you to {verb} the motion.",
    "That is why you should {verb} it.",
    "Please {verb} the motion.",
)
_PRAISE = (
    "{who} made the point about {theme} clearly and stayed with the motion.",
    "{who} gave a reason for each claim, the one about {theme} above all.",
    "{who} answered the other side directly and used {theme} well.",
)
_BLAME = (
    "{who} relied on {theme} but left the strongest objection without an answer.",
    "{who} asserted more than was shown, above all about {theme}.",
    "{who} named {theme} without saying what follows from it.",
)
