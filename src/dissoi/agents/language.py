"""Which language a text seems to be in: enough to notice an answer in the wrong one. By script, and for Latin script by
the commonest small words. Returns "" when it cannot tell; it never guesses from one short word. No language identifier.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

_SCRIPTS: tuple[tuple[str, int, int], ...] = (
    ("Latin", 0x41, 0x24F), ("Greek", 0x370, 0x3FF), ("Cyrillic", 0x400, 0x52F), ("Hebrew", 0x590, 0x5FF),
    ("Arabic", 0x600, 0x77F), ("Devanagari", 0x900, 0x97F), ("Bengali", 0x980, 0x9FF), ("Tamil", 0xB80, 0xBFF),
    ("Thai", 0xE00, 0xE7F), ("Georgian", 0x10A0, 0x10FF), ("Hangul", 0x1100, 0x11FF), ("Kana", 0x3040, 0x30FF),
    ("Han", 0x3400, 0x9FFF), ("Hangul", 0xAC00, 0xD7AF),
)  # fmt: skip

_NAMES = {
    "Greek": "Greek", "Cyrillic": "Russian", "Hebrew": "Hebrew", "Arabic": "Arabic", "Devanagari": "Hindi",
    "Bengali": "Bengali", "Tamil": "Tamil", "Thai": "Thai", "Georgian": "Georgian", "Hangul": "Korean",
    "Kana": "Japanese", "Han": "Chinese",
}  # fmt: skip

_SMALL_WORDS = {
    "English": "the of and to in is a an that should be for are with this not would it as at by can do does from has "
    "have more no on or than we will",
    "German": "der die das und nicht ist ein eine sollte mit für werden sich auf den zu in",
    "French": "le la les des est et une dans que pas pour devrait sont qui du être",
    "Spanish": "el la los las es y una que por no para debería en del se son",
    "Italian": "il la gli che è e una per non di dovrebbe sono del della con le in",
    "Portuguese": "o a os as é e uma que não para do da deve em com são",
    "Dutch": "de het een en is niet van dat voor zijn moet met op te aan wordt in",
}
_ENOUGH = 2  # different small words that settle it, if no other language has as many
_LONG = 4  # letters of a word that settles it alone, if no other language has any ("should", not "die")
_WORDS = {name: frozenset(words.split()) for name, words in _SMALL_WORDS.items()}


def scripts_of(text: str) -> Counter[str]:
    """Letters of ``text`` by script."""
    found: Counter[str] = Counter()
    for char, times in Counter(text).items():
        if char.isalpha():
            code = ord(char)
            found[next((name for name, low, high in _SCRIPTS if low <= code <= high), "other")] += times
    return found


@lru_cache(maxsize=512)  # every prompt asks for the motion's
def language_of(text: str) -> str:
    """The language of ``text`` in English ("Chinese", "German"), or ""."""
    scripts = scripts_of(text)
    letters = sum(scripts.values())
    if not letters:
        return ""
    if scripts["Kana"] and scripts["Kana"] + scripts["Han"] > letters / 2:
        return "Japanese"
    script = scripts.most_common(1)[0][0]
    if script != "Latin":
        return _NAMES.get(script, "")
    seen = set(re.findall(r"[^\W\d_]+", text.lower()))
    found = {name: words & seen for name, words in _WORDS.items()}
    name, second = sorted(found, key=lambda one: len(found[one]), reverse=True)[:2]
    settled = len(found[name]) >= _ENOUGH or (not found[second] and any(len(word) >= _LONG for word in found[name]))
    return name if settled and len(found[name]) > len(found[second]) else ""


def strays(text: str, model: str) -> bool:
    """Whether ``text`` is plainly not in the language of ``model`` (a motion). Undecidable = no."""
    wanted, got = scripts_of(model), scripts_of(text)
    if not wanted or sum(got.values()) < 20:
        return False
    main = {s for s, n in wanted.items() if n * 5 >= sum(wanted.values())}
    if main & {"Han", "Kana"}:
        main |= {"Han", "Kana"} if "Kana" in main else {"Han"}
    if sum(got[s] for s in main) < sum(got.values()) / 2:
        return True
    a, b = language_of(model), language_of(text)
    return bool(a and b and a != b and main == {"Latin"})
