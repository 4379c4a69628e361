"""From a model's name to a model: ``provider:model``, and what is installed and configured on this machine.

The only place that knows which adapter serves which name. Opens nothing but what is asked for and imports no framework
to say what there is. Not here: what ``auto`` stands for (``auto.py``), how a provider wants to be spoken to
(``dialects.py``), the calls themselves (adapters).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dissoi.errors import ConfigError, ProviderError, UnknownNameError
from dissoi.models import weights
from dissoi.models.dialects import DIALECTS, nearby
from dissoi.models.local import open_local, tell
from dissoi.models.port import ChatModel
from dissoi.models.scripted import open_scripted
from dissoi.record.setup import ModelChoice

OTHERS: dict[str, tuple[str, str]] = {
    "cohere": ("langchain_cohere", "COHERE_API_KEY"),
    "deepseek": ("langchain_deepseek", "DEEPSEEK_API_KEY"),
    "fireworks": ("langchain_fireworks", "FIREWORKS_API_KEY"),
    "groq": ("langchain_groq", "GROQ_API_KEY"),
    "mistralai": ("langchain_mistralai", "MISTRAL_API_KEY"),
    "nvidia": ("langchain_nvidia_ai_endpoints", "NVIDIA_API_KEY"),
    "openrouter": ("langchain_openrouter", "OPENROUTER_API_KEY"),
    "perplexity": ("langchain_perplexity", "PPLX_API_KEY"),
    "together": ("langchain_together", "TOGETHER_API_KEY"),
    "xai": ("langchain_xai", "XAI_API_KEY"),
}
"""Providers that LangChain serves and Dissoi has no extra for: module and key variable."""

KEYLESS = ("local", "scripted")
PROVIDERS: tuple[str, ...] = (*DIALECTS, *OTHERS, *KEYLESS)

_ALIASES = {
    "azure": "azure_openai",
    "claude": "anthropic",
    "gemini": "google_genai",
    "google": "google_genai",
    "gpt": "openai",
    "llama": "local",
    "mistral": "mistralai",
    "script": "scripted",
}
_EXAMPLES = {"local": "local:smollm2", "scripted": "scripted:demo"}


@dataclass(frozen=True, slots=True)
class Row:
    """One provider as ``dissoi models`` and ``doctor`` list it. Keys appear by the name of their variable alone.

    ``key``: the variable that is set, else the one to set, "" = none is needed. ``remedy``: the command that installs
    what is missing, "" = nothing is.
    """

    provider: str
    installed: bool
    key: str
    key_set: bool
    remedy: str

    @property
    def state(self) -> Literal["ready", "no key", "not installed"]:
        if not self.installed:
            return "not installed"
        return "ready" if self.key_set or not self.key else "no key"


class Registry:
    """The open models of a process: one object per name, address and timeout, closed together by ``aclose``."""

    def __init__(self, env: Mapping[str, str], *, report: weights.Report = tell) -> None:
        self._env = env
        self._report = report
        self._models: dict[tuple[str, str | None, float | None], ChatModel] = {}

    def open(self, choice: ModelChoice) -> ChatModel:
        """Return the model of ``choice``, made at the first asking. Raises as ``open_model``.

        The other options ride on each request and need no object of their own.
        """
        key = (choice.model, choice.base_url, choice.timeout)
        if key not in self._models:
            self._models[key] = open_model(choice, env=self._env, report=self._report)
        return self._models[key]

    async def aclose(self) -> None:
        """Close all clients. A failure of one does not keep the others open; the first is raised at the end."""
        failures: list[Exception] = []
        while self._models:
            _, model = self._models.popitem()
            try:
                await model.aclose()
            except Exception as error:  # noqa: BLE001 - raised below, when all are closed
                failures.append(error)
        if failures:
            raise failures[0]


def open_model(choice: ModelChoice, *, env: Mapping[str, str], report: weights.Report = tell) -> ChatModel:
    """Make the model that ``choice`` names, without calling it.

    Raises ``ConfigError`` (no provider named, package or file missing), ``UnknownNameError`` (provider, script, option)
    or ``ProviderError`` (``auth``: no key, said before any call).
    """
    name = choice.model
    provider, model = split(name)
    if provider == "scripted":
        return open_scripted(name)
    if provider == "local":
        return open_local(name, env, report=report)
    if not model:
        raise ConfigError(f"{name} names a provider but no model.", hint=f"Write {provider}:MODEL.")
    row = _row(provider, env, choice.base_url)
    if not row.installed:
        raise ConfigError(f"{name} needs a package that is not installed.", hint=f"Run: {row.remedy}")
    if row.state == "no key":
        raise ProviderError(
            f"{name} needs a key, and {row.key} is not set.", kind="auth", model=name,
            hint=f"Set {row.key} in the environment or in .env.",
        )  # fmt: skip
    from dissoi.models.langchain import open_langchain

    return open_langchain(choice, env)


def split(name: str) -> tuple[str, str]:
    """Return provider and model of ``provider:model``; the model may hold more colons.

    Raises ``ConfigError`` for a name without a provider (none is ever guessed), ``UnknownNameError`` for a provider
    that there is not.
    """
    provider, colon, model = name.strip().partition(":")
    if provider in PROVIDERS and colon:
        return provider, model
    near = _near(provider)
    if provider and near == provider:
        example = _EXAMPLES.get(near, f"{near}:MODEL")
        raise ConfigError(f"{name.strip()} names a provider but no model.", hint=f"Write {example}.")
    if colon:
        hint = f"Did you mean {near}:{model}?" if near else f"Known: {', '.join(sorted(PROVIDERS))}."
        raise UnknownNameError("provider", provider, PROVIDERS, hint=hint)
    raise ConfigError(
        f"The model {name!r} names no provider.",
        hint=f"Did you mean {_EXAMPLES.get(near, f'{near}:MODEL')}?"
        if near
        else "Write provider:model, such as local:smollm2.",
    )


def providers(env: Mapping[str, str]) -> list[Row]:
    """What can be used on this machine, without importing any of it."""
    return [_row(provider, env) for provider in PROVIDERS]


def configured(name: str, env: Mapping[str, str]) -> bool:
    """True if ``name`` could be opened now: its package is there, and its key. Raises as ``split``."""
    provider, _ = split(name)
    return _row(provider, env).state == "ready"


def _row(provider: str, env: Mapping[str, str], base_url: str | None = None) -> Row:
    if provider == "scripted":
        return Row(provider, installed=True, key="", key_set=False, remedy="")
    if provider == "local":
        installed = importlib.util.find_spec("xllamacpp") is not None
        return Row(provider, installed, key="", key_set=False, remedy="" if installed else _pip("local"))
    if provider in OTHERS:
        module, key = OTHERS[provider]
        installed = _there("langchain") and _there(module)
        remedy = "" if installed else f"pip install langchain {module.replace('_', '-')}"
        return Row(provider, installed, key, bool(env.get(key)), remedy)
    known = DIALECTS[provider]
    installed = _there("langchain") and _there(known.package)
    key, value = known.key(env)
    url = base_url or known.url(env)
    if not value and nearby(url):
        key = ""  # a server on this machine needs none
    return Row(provider, installed, key, bool(value), "" if installed else _pip(known.extra))


def _there(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


def _pip(extra: str) -> str:
    return f"pip install 'dissoi[{extra}]'"


def _near(word: str) -> str:
    """The known provider that ``word`` looks like, or ""."""
    import difflib

    word = word.strip().lower()
    if word in PROVIDERS:
        return word
    if word in _ALIASES:
        return _ALIASES[word]
    return next(iter(difflib.get_close_matches(word, PROVIDERS, n=1, cutoff=0.7)), "")
