"""Laws of limits: how much one owner or viewer may take, and that nobody takes another's place."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dissoi.errors import LimitError
from dissoi.settings import Settings
from dissoi.store.port import Grant
from dissoi.web.access import Visible
from dissoi.web.rates import HOUR, MINUTE, VOTES, VOTES_BY_LINK, Rates

FEW = Settings(live_debates=2, starts_per_hour=3, streams=2, connections=8)


class Clock:
    at = 0.0

    def __call__(self) -> float:
        return self.at


def viewer(voter: str, share: int | None = None) -> Visible:
    grant = None if share is None else Grant(share, "share", "ana", "d", "watch", "", "", None)
    row: Any = None  # limits do not ask which debate it is
    return Visible(row, "owner" if grant is None else "watch", voter, grant)


def test_live_debates_are_bounded() -> None:
    """An owner, the host too, has at most so many debates at once, with those about to begin; others keep their
    places."""
    rates = Rates(FEW)
    for owner in ("", "ana"):
        with rates.starting(owner, 0), rates.resuming(owner, 0):
            for begin in (rates.starting, rates.resuming):
                with pytest.raises(LimitError), begin(owner, 0):
                    raise AssertionError("it must not begin")
            with rates.starting("bob", 1):
                pass
        with pytest.raises(LimitError) as caught, rates.starting(owner, 2):
            raise AssertionError("it must not begin")
        assert caught.value.retry_after > 0
        with rates.starting(owner, 1):
            pass


def test_starts_in_an_hour_are_bounded() -> None:
    """An owner starts at most so many debates in any hour, and hears when the next one may; the host, and a debate that
    goes on, are not bound."""
    clock = Clock()
    rates = Rates(FEW, clock=clock)
    for minute in (0, 10, 20):
        clock.at = minute * 60.0
        with rates.starting("ana", 0):
            pass
    with pytest.raises(LimitError) as caught, rates.starting("ana", 0):
        raise AssertionError("it must not begin")
    assert caught.value.retry_after == HOUR - 20 * 60
    for owner in ("", "", "", "", "bob"):
        with rates.starting(owner, 0):
            pass
    with rates.resuming("ana", 0):
        pass
    clock.at += caught.value.retry_after
    with rates.starting("ana", 0):
        pass


@given(st.lists(st.booleans(), max_size=12))
def test_a_start_that_fails_is_free(fails: list[bool]) -> None:
    """A start that failed takes no place, neither in the hour nor among the live ones."""
    rates, begun = Rates(FEW, clock=Clock()), 0
    for fail in fails:
        with contextlib.suppress(LimitError, KeyError), rates.starting("ana", 0):
            if fail:
                raise KeyError
            begun += 1
    assert begun == min(fails.count(False), FEW.starts_per_hour)


def test_live_views_are_bounded() -> None:
    """A viewer has at most so many live views; one that is closed, once or twice, makes room for exactly one."""
    rates = Rates(FEW)
    first, _second = rates.stream(viewer("ana")), rates.stream(viewer("ana"))
    with pytest.raises(LimitError):
        rates.stream(viewer("ana"))
    with rates.stream(viewer("bob")):
        pass
    first.close()
    first.close()
    with rates.stream(viewer("ana")), pytest.raises(LimitError):
        rates.stream(viewer("ana"))


def test_a_link_that_went_round_locks_nobody_out() -> None:
    """All viewers of one share together have at most half of the connections."""
    rates = Rates(FEW)
    views = [rates.stream(viewer(f"web.{n}", share=1)) for n in range(4)]
    with pytest.raises(LimitError):
        rates.stream(viewer("web.5", share=1))
    rates.stream(viewer("web.5", share=2)).close()
    rates.stream(viewer("ana")).close()
    views[0].close()
    rates.stream(viewer("web.5", share=1)).close()


def test_votes_are_bounded() -> None:
    """A voter has so many votes in any minute, and all visitors of one link have so many together; others keep
    theirs."""
    clock = Clock()
    rates = Rates(FEW, clock=clock)
    for _ in range(VOTES):
        rates.vote(viewer("ana"))
    with pytest.raises(LimitError) as caught:
        rates.vote(viewer("ana"))
    assert caught.value.retry_after == MINUTE
    rates.vote(viewer("bob"))
    for n in range(VOTES_BY_LINK):
        rates.vote(viewer(f"web.{n}", share=1))
    with pytest.raises(LimitError):
        rates.vote(viewer("web.new", share=1))
    rates.vote(viewer("web.new", share=2))
    clock.at += MINUTE
    rates.vote(viewer("ana"))
    rates.vote(viewer("web.new", share=1))
