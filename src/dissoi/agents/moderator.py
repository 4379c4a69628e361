"""The chair: introduces the debate. Giving the floor is the timeline's business and needs no model."""

from __future__ import annotations

from dataclasses import replace

from dissoi.agents.asking import once_more
from dissoi.agents.language import language_of, strays
from dissoi.agents.prompts import prompt
from dissoi.agents.speaker import tidy
from dissoi.models.port import Mind, OnText
from dissoi.record.text import clip, quoted
from dissoi.record.usage import Usage
from dissoi.record.view import DebateView

WORDS = 70


async def introduce(
    view: DebateView, mind: Mind, *, limit: int = WORDS, on_text: OnText | None = None
) -> tuple[str, Usage]:
    """Welcome the listeners and say what is at stake, in at most ``limit`` words. Asks once more, naming the language,
    for words in another one than the motion's; what comes then stands. Raises ``ProviderError``."""
    asked = min(limit, WORDS)
    motion = view.motion.text if view.motion else ""
    statement = quoted(motion)
    page = prompt(
        view, "introduce", {"statement": statement, "words": str(asked)}, options={"role": "chair", "words": asked}
    )
    stop = ("\n\n",) if mind.profile.small else ()
    room = round(asked * 1.7) + 40

    async def ask(sample: int, again: str) -> tuple[str, Usage]:
        asking = replace(page, task=f"{page.task}{again}")
        reply = await mind.say(asking, max_tokens=room, stop=stop, sample=sample, on_text=on_text)
        return clip(tidy(reply.text), limit)[0], reply.usage

    text, usage = await ask(0, "")
    if not strays(text, motion):
        return text, usage
    language = language_of(motion) or "the language of the statement"
    return await once_more(text, usage, ask(1, f" Write in {language}."))
