"""What a call costs: the price book, from genai-prices' bundled table and the user's own prices.

An unknown price is None, never 0. No network: the table is the one that is installed. Not here: budgets and
reservations (gateway), sums (``record/usage.py``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from dissoi.models.gateway import Priced, Prices

_FREE = ("local", "scripted", "ollama")
_MILLION = Decimal(1_000_000)
_OVERHEAD = 256  # tokens that a wire adds around the prompt: roles, schema, separators
_NAMES = {  # LangChain's provider names, where genai-prices has another
    "azure_openai": "azure",
    "google_genai": "google",
    "google_vertexai": "google",
    "mistralai": "mistral",
    "xai": "x-ai",
    "bedrock": "aws",
    "bedrock_converse": "aws",
}


@dataclass(frozen=True, slots=True)
class Price:
    """USD for a million tokens. ``cached``: None = cached input costs what other input costs."""

    input: Decimal
    output: Decimal
    cached: Decimal | None = None

    def cost(self, input: int, output: int, cached: int) -> Decimal:
        rate = self.input if self.cached is None else self.cached
        return (self.input * (input - cached) + rate * cached + self.output * output) / _MILLION


class PriceBook(Prices):
    """Prices by full model name ("openai:gpt-5.2"). ``own``: the user's prices, which win over the table."""

    def __init__(self, own: Mapping[str, Price] | None = None) -> None:
        self._own = dict(own or {})

    def cost(self, model: str, input: int, output: int, cached: int) -> Priced:
        """USD of a finished call and the price table used; (None, None) if the price is unknown.

        ``input`` includes ``cached``.
        """
        provider, _, name = model.partition(":")
        cached = min(cached, input)
        if own := self._own.get(model):
            return own.cost(input, output, cached), "own prices"
        if provider in _FREE:
            return Decimal(0), None
        cost = _table(provider, name, input, output, cached)
        return (None, None) if cost is None else (cost, _edition())

    def worst(self, model: str, prompt_chars: int, max_tokens: int) -> Decimal | None:
        """USD that a call can cost at most: nothing cached, every character a token (so it is in some scripts), and the
        whole reply used; of own prices the dearer of plain and cached input. None = unknown."""
        provider, _, name = model.partition(":")
        tokens = prompt_chars + _OVERHEAD
        if own := self._own.get(model):
            return max(own.cost(tokens, max_tokens, cached) for cached in (0, tokens))
        if provider in _FREE:
            return Decimal(0)
        plain = _table(provider, name, tokens, max_tokens, 0)
        if plain is None or provider != "anthropic":
            return plain
        return max(plain, _table(provider, name, tokens, max_tokens, 0, written=tokens) or plain)


def _table(provider: str, name: str, input: int, output: int, cached: int, *, written: int = 0) -> Decimal | None:
    """USD by the installed table; ``written``: input tokens that the provider caches, at a higher price."""
    from genai_prices import Usage, calc_price

    usage = Usage(input_tokens=input, output_tokens=output, cache_read_tokens=cached, cache_write_tokens=written)
    try:
        return calc_price(usage, name, provider_id=_NAMES.get(provider, provider)).total_price
    except LookupError:
        return None


@lru_cache
def _edition() -> str:
    """The table's name and edition; genai-prices publishes no date inside its table."""
    from importlib.metadata import version

    return f"genai-prices {version('genai-prices')}"
