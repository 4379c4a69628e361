"""What a LangChain stream has said so far: text and thinking, usage, names, and the provider's terminal evidence.

Success needs evidence: a finish reason that the provider gave and that we know (rule RS-20). Not here: errors
(``failures.py``), evidence that LangChain drops (``tap.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from dissoi.models.port import Chunk, Tokens

_STOP = frozenset(
    {
        "stop",
        "end_turn",
        "stop_sequence",
        "eos",
        "eos_token",
        "tool_calls",
        "tool_use",
        "function_call",
        "complete",
        "completed",
        "finished",
    }
)
_LENGTH = frozenset({"length", "max_tokens", "max_output_tokens", "model_length", "model_context_window_exceeded"})
_REFUSED = frozenset(
    {
        "content_filter",
        "refusal",
        "safety",
        "prohibited_content",
        "blocklist",
        "recitation",
        "spii",
        "content_filtered",
        "guardrail_intervened",
    }
)
_NO_REASON = frozenset({"", "null", "none"})


class Reading:
    """What one stream has said so far: usage, terminal evidence, names."""

    def __init__(self, cumulative: bool) -> None:
        self._cumulative = cumulative
        self.begun = False
        self.said = False
        self.finish: Literal["stop", "length", "refused"] | None = None
        self.tokens: Tokens | None = None
        self.model = ""
        self.id: str | None = None
        self._silent = 0

    def take(self, part: Any) -> Chunk | None:
        """Take in one LangChain chunk; return what it adds to the reply, if anything."""
        if part.usage_metadata:
            self._count(part.usage_metadata)
        if part.response_metadata:
            self._note(part.response_metadata)
        content = part.content
        if isinstance(content, str):
            text, thought = content, False
        else:
            text, thought = _text_of(content)
        if text:
            self._silent = 0
            self.said = self.said or not thought
            return Chunk(text, thinking=thought)
        self._silent += 1
        # Hidden thinking arrives as empty chunks: a sign of life, except for the first, which only opens the reply.
        return Chunk("", thinking=True) if self._silent > 1 and self.finish is None else None

    def _count(self, usage: Mapping[str, Any]) -> None:
        details: Mapping[str, Any] = usage.get("input_token_details") or {}
        new = Tokens(
            input=usage.get("input_tokens") or 0,
            output=usage.get("output_tokens") or 0,
            cached=details.get("cache_read") or 0,
        )
        old = self.tokens or Tokens(0, 0)
        join = max if self._cumulative else _plus
        self.tokens = Tokens(join(old.input, new.input), join(old.output, new.output), join(old.cached, new.cached))

    def _note(self, facts: Mapping[str, Any]) -> None:
        self.model = str(facts.get("model_name") or facts.get("model") or self.model)
        self.id = facts.get("request_id") or self.id
        for name in ("finish_reason", "stop_reason", "done_reason", "stopReason"):
            reason = facts.get(name)
            if isinstance(reason, str) and reason.lower() not in _NO_REASON:
                self.finish = _finish(reason.lower())
        feedback: Mapping[str, Any] = facts.get("prompt_feedback") or {}
        blocked = feedback.get("block_reason")
        if blocked and str(blocked) not in ("0", "BLOCK_REASON_UNSPECIFIED"):
            self.finish = "refused"


def _finish(reason: str) -> Literal["stop", "length", "refused"] | None:
    """The terminal evidence in our words (RS-20); a reason that nobody knows is no evidence of success."""
    if reason in _STOP:
        return "stop"
    if reason in _LENGTH:
        return "length"
    return "refused" if reason in _REFUSED else None


def _plus(a: int, b: int) -> int:
    return a + b


def _text_of(blocks: list[Any]) -> tuple[str, bool]:
    """The text of content blocks, and whether it is thinking. Providers do not mix the two in one chunk."""
    text = "".join(b if isinstance(b, str) else str(b.get("text") or "") for b in blocks if _kind_of(b) == "text")
    if text:
        return text, False
    thoughts = (str(b.get("thinking") or b.get("reasoning") or "") for b in blocks if _kind_of(b) == "thinking")
    return "".join(thoughts), True


def _kind_of(block: Any) -> str:
    if isinstance(block, str):
        return "text"
    kind = str(block.get("type"))
    return "thinking" if kind in ("thinking", "reasoning", "redacted_thinking") else kind
