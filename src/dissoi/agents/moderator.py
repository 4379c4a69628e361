"""The chair: introduces the debate. Giving the floor is the timeline's business and needs no model."""

from __future__ import annotations

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
    """Welcome the listeners and say what is at stake, in at most ``limit`` words. Raises ``ProviderError``."""
    asked = min(limit, WORDS)
    statement = quoted(view.motion.text if view.motion else "")
    page = prompt(
        view, "introduce", {"statement": statement, "words": str(asked)}, options={"role": "chair", "words": asked}
    )
    stop = ("\n\n",) if mind.profile.small else ()
    reply = await mind.say(page, max_tokens=round(asked * 1.7) + 40, stop=stop, on_text=on_text)
    text, _ = clip(tidy(reply.text), limit)
    return text, reply.usage
