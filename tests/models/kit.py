"""What the tests of the LangChain adapter share: one call, from a model's name to its text and its end."""

from __future__ import annotations

from typing import Any

from dissoi.models.langchain import LangChainModel, open_langchain
from dissoi.models.port import Chunk, End, Message, Request
from dissoi.record.setup import ModelChoice
from tests.wire import Wire

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"winner": {"enum": ["pro", "con"]}, "points": {"type": "integer", "minimum": 0, "maximum": 10}},
}
ENV = {
    "OPENAI_API_KEY": "sk-test-0123456789-f3aQ",
    "ANTHROPIC_API_KEY": "sk-ant-0123456789-f3aQ",
    "GOOGLE_API_KEY": "goog-0123456789-f3aQ",
}
PROVIDERS = ("openai:any", "anthropic:claude-sonnet-4-6", "google_genai:gemini-2.5-pro", "ollama:llama3.2")


def opened(wire: Wire, name: str = "openai:any", **options: Any) -> LangChainModel:
    url = wire.openai_url if name.startswith("openai:") else wire.url
    return open_langchain(ModelChoice(model=name, base_url=url, **options), ENV)


def asked(*texts: str, **fields: Any) -> Request:
    """A request with a system message and one user message (or ``texts`` in turn, user first)."""
    roles = ("user", "assistant")
    said = tuple(Message(roles[i % 2], text) for i, text in enumerate(texts or ("Speak.",)))
    return Request(messages=(Message("system", "You debate."), *said), max_tokens=100, **fields)


async def heard(model: LangChainModel, request: Request | None = None) -> tuple[str, End]:
    """The public text of one call, and its end."""
    text, ends = "", list[End]()
    try:
        async for part in model.stream(request or asked()):
            if isinstance(part, Chunk):
                assert not ends, "a chunk after the end"
                text += "" if part.thinking else part.text
            else:
                ends.append(part)
    finally:
        await model.aclose()
    (end,) = ends
    return text, end
