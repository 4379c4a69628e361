"""Laws of the price book."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.models.pricing import Price, PriceBook

OWN = Price(input=Decimal("2"), output=Decimal("8"), cached=Decimal("0.5"))


def test_known_model_is_priced_with_its_cached_tokens() -> None:
    """A thousand tokens in, 700 of them cached, and 100 out of claude-sonnet-4-6 cost 0.261 cents (checked by hand)."""
    cost, table = PriceBook().cost("anthropic:claude-sonnet-4-6", 1000, 100, 700)
    assert cost == Decimal("0.00261")
    assert table is not None
    assert table.startswith("genai-prices ")


@pytest.mark.parametrize("model", ["openai:any", "nobody:any", "openai:"])
def test_unknown_price_is_none_and_never_zero(model: str) -> None:
    """A model that no table knows has no price: neither a cost nor a worst case is invented."""
    assert PriceBook().cost(model, 1000, 100, 0) == (None, None)
    assert PriceBook().worst(model, 1000, 100) is None


@pytest.mark.parametrize("model", ["local:smollm2", "scripted:demo", "ollama:llama3.2"])
def test_models_on_this_machine_cost_nothing(model: str) -> None:
    """Local, scripted and Ollama models cost exactly 0, at best and at worst."""
    assert PriceBook().cost(model, 1000, 100, 0) == (Decimal(0), None)
    assert PriceBook().worst(model, 1000, 100) == 0


def test_the_users_price_wins_over_the_table() -> None:
    """A price that the user sets is used even for a model that the table knows."""
    book = PriceBook({"anthropic:claude-sonnet-4-6": OWN})
    assert book.cost("anthropic:claude-sonnet-4-6", 1_000_000, 0, 0) == (Decimal(2), "own prices")


def test_without_a_cached_price_cached_input_costs_like_other_input() -> None:
    """A user's price without a cached rate charges cached tokens in full."""
    assert Price(Decimal(2), Decimal(8)).cost(1_000_000, 0, 1_000_000) == 2


@given(
    st.integers(0, 10**6),
    st.integers(0, 10**5),
    st.integers(0, 10**6),
    st.sampled_from(["own", "dear", "table", "anthropic"]),
)
def test_the_worst_case_is_never_below_the_cost(chars: int, output: int, cached: int, where: str) -> None:
    """A prompt of at most a token a character stays within its worst case, whatever of it was cached."""
    name = {"own": "openai:any", "dear": "openai:dear", "table": "openai:gpt-5.2"}.get(
        where, "anthropic:claude-sonnet-4-6"
    )
    book = PriceBook({"openai:any": OWN, "openai:dear": Price(Decimal(1), Decimal(1), cached=Decimal(3))})
    cost, _ = book.cost(name, chars, output, min(cached, chars))
    worst = book.worst(name, chars, output)
    assert cost is not None
    assert worst is not None
    assert cost <= worst
