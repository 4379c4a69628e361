"""How each provider wants to be spoken to through LangChain: keys, addresses, arguments, cache marks.

One ``Dialect`` per provider that Dissoi knows; all other providers of ``init_chat_model`` get the plainest one. Data
and pure functions: the calls are made in ``langchain.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from dissoi.models.adaptation import Shape
from dissoi.models.port import Message, Profile, Request

BREAKPOINTS = 4
"""Cache marks that Anthropic takes in one request."""
_THINKING_FLOOR = 1024  # tokens, the least that Anthropic takes as a thinking budget


@dataclass(frozen=True, slots=True)
class Dialect:
    """``keys``, ``urls``: environment variables, the first that is set counts. ``package``: what must be installed.

    ``lacks``, ``clashes``: see ``adaptation.Memory``. ``cumulative``: usage reports are totals so far,
    else parts to be added up. ``marks``: takes cache marks on messages. ``openai``: LangChain's class for OpenAI.
    """

    provider: str
    package: str
    arguments: Callable[[Shape, Request], dict[str, Any]]
    extra: str = ""
    keys: tuple[str, ...] = ()
    urls: tuple[str, ...] = ()
    lacks: frozenset[str] = frozenset()
    clashes: Mapping[str, str] = field(default_factory=dict[str, str])
    cumulative: bool = False
    marks: bool = False
    openai: bool = False
    profile: Profile = field(default_factory=Profile)

    def key(self, env: Mapping[str, str]) -> tuple[str, str]:
        """The variable that holds the key, and the key ("" = none)."""
        for name in self.keys:
            if env.get(name):
                return name, env[name]
        return (self.keys[0] if self.keys else ""), ""

    def url(self, env: Mapping[str, str]) -> str | None:
        return next((env[name] for name in self.urls if env.get(name)), None)


def dialect(provider: str) -> Dialect:
    """Return the dialect of ``provider``; an unknown one speaks the plainest, with LangChain's own key variables."""
    known = DIALECTS.get(provider)
    lacks = frozenset({"seed", "schema", "object", "thinking_budget"})
    return known or Dialect(provider, f"langchain_{provider}", _plain, lacks=lacks)


def nearby(url: str | None) -> bool:
    """True for an address on this machine: no key needed, and more patience for the first word."""
    return (urlsplit(url or "").hostname or "") in ("localhost", "127.0.0.1", "::1", "host.docker.internal")


def messages(shape: Shape, marks: bool) -> list[Any]:
    """LangChain messages; cache marks only where the provider reads them, and only as many as it takes."""
    from langchain_core.messages import AIMessage, HumanMessage, SystemMessage

    kinds = {"system": SystemMessage, "user": HumanMessage, "assistant": AIMessage}
    marked = [i for i, m in enumerate(shape.messages) if m.cache][-BREAKPOINTS:] if marks else []
    return [kinds[m.role](content=_marked(m) if i in marked else m.text) for i, m in enumerate(shape.messages)]


def _marked(message: Message) -> list[str | dict[str, Any]]:
    return [{"type": "text", "text": message.text, "cache_control": {"type": "ephemeral"}}]


def strict(schema: Any) -> Any:
    """The schema as strict modes want it: every object closed, every member required."""
    if isinstance(schema, list):
        return [strict(item) for item in schema]  # pyright: ignore[reportUnknownVariableType]
    if not isinstance(schema, dict):
        return schema
    out: dict[str, Any] = {k: strict(v) for k, v in schema.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(out.get("properties"), dict) and out.get("type") == "object":
        out |= {"additionalProperties": False, "required": list(out["properties"])}
    return out


def _openai(shape: Shape, request: Request) -> dict[str, Any]:
    """``extra_body``: LangChain would take a ``response_format`` argument to a slower, parsing path, and would rename
    ``max_tokens``, which servers other than OpenAI's often know by that name alone."""
    parameters = dict(shape.parameters)
    arguments: dict[str, Any] = {"stream_usage": parameters.pop("stream_options", False)}
    body = {k: parameters.pop(k) for k in ("max_tokens", "max_completion_tokens") if k in parameters}
    if shape.structure == "schema":
        form = {"name": request.schema_name, "strict": True, "schema": strict(request.schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": form}
    elif shape.structure == "object":
        body["response_format"] = {"type": "json_object"}
    return arguments | parameters | ({"extra_body": body} if body else {})


def _anthropic(shape: Shape, request: Request) -> dict[str, Any]:
    arguments = dict(shape.parameters)
    budget = arguments.pop("thinking_budget", None)
    if budget:
        budget = max(budget, _THINKING_FLOOR)
        arguments["thinking"] = {"type": "enabled", "budget_tokens": budget}
        arguments["max_tokens"] = request.max_tokens + budget  # their limit covers thinking too; ours is the answer's
    if shape.structure == "schema":
        arguments["output_config"] = {"format": {"type": "json_schema", "schema": strict(request.schema)}}
    return arguments


def _google(shape: Shape, request: Request) -> dict[str, Any]:
    arguments = dict(shape.parameters)
    if "max_tokens" in arguments:
        budget = arguments.get("thinking_budget") or 0
        arguments["max_output_tokens"] = arguments.pop("max_tokens") + budget
    if shape.structure in ("schema", "object"):
        arguments["response_mime_type"] = "application/json"
    if shape.structure == "schema":
        arguments["response_json_schema"] = request.schema
    return arguments


def _ollama(shape: Shape, request: Request) -> dict[str, Any]:
    """``num_ctx``: Ollama drops the start of a prompt that is longer, silently; powers of two keep reloads rare."""
    names = {"temperature": "temperature", "max_tokens": "num_predict", "seed": "seed", "stop": "stop"}
    options = {names[k]: v for k, v in shape.parameters.items() if k in names}
    needed = sum(len(m.text) for m in shape.messages) // 3 + request.max_tokens
    options["num_ctx"] = max(4096, 1 << (needed - 1).bit_length())
    arguments: dict[str, Any] = {"options": options}
    if shape.structure in ("schema", "object"):
        arguments["format"] = request.schema if shape.structure == "schema" else "json"
    return arguments


def _plain(shape: Shape, request: Request) -> dict[str, Any]:
    return dict(shape.parameters)


_OPENAI_LACKS = frozenset({"thinking_budget"})

DIALECTS: dict[str, Dialect] = {
    "openai": Dialect(
        "openai",
        "langchain_openai",
        _openai,
        extra="openai",
        keys=("OPENAI_API_KEY",),
        urls=("OPENAI_BASE_URL", "OPENAI_API_BASE"),
        lacks=_OPENAI_LACKS,
        cumulative=True,
        openai=True,
    ),
    "azure_openai": Dialect(
        "azure_openai",
        "langchain_openai",
        _openai,
        extra="openai",
        keys=("AZURE_OPENAI_API_KEY",),
        urls=("AZURE_OPENAI_ENDPOINT",),
        lacks=_OPENAI_LACKS,
        cumulative=True,
        openai=True,
    ),
    "anthropic": Dialect(
        "anthropic",
        "langchain_anthropic",
        _anthropic,
        extra="anthropic",
        keys=("ANTHROPIC_API_KEY",),
        urls=("ANTHROPIC_BASE_URL", "ANTHROPIC_API_URL"),
        lacks=frozenset({"seed", "object"}),
        clashes={"thinking_budget": "temperature"},
        marks=True,
        profile=Profile(blocks=True),
    ),
    "google_genai": Dialect(
        "google_genai",
        "langchain_google_genai",
        _google,
        extra="google",
        keys=("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        urls=("GOOGLE_GEMINI_BASE_URL",),
    ),
    "ollama": Dialect(
        "ollama",
        "langchain_ollama",
        _ollama,
        extra="ollama",
        urls=("OLLAMA_HOST",),
        lacks=frozenset({"thinking_budget"}),
        profile=Profile(first_token=180.0, idle=60.0, concurrency=4, free=True),
    ),
}
