"""Limits over HTTP: a resume is given room, or is told at the limit that there is none. Not here: how limits are kept
(``tests/field/test_limits.py``)."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from dissoi.engine.branch import resealed
from dissoi.record.events import parse_line
from dissoi.record.usage import Usage
from tests.store.samples import call
from tests.web.kit import serving, until
from tests.web.logs import GOLDEN
from tests.web.town import FLAG, HOST_TOKEN, Town, problem


@pytest.fixture
async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Town]:
    monkeypatch.setenv("DISSOI_TOKEN", HOST_TOKEN)
    monkeypatch.setenv("OPENAI_API_KEY", "a-key-that-nothing-is-sent-with")
    town = Town(tmp_path)
    yield town
    await town.session.aclose()


async def spending(town: Town, cost: str, lost: str) -> None:
    """A debate that is not over, with a call that is settled and one that is in flight."""
    links = [parse_line(line) for line in (GOLDEN / "nround.jsonl").read_bytes().splitlines()][:9]
    await town.store.create("d", resealed("d", [e.event for e, _ in links], [e.at for e, _ in links]), owner="ana")
    journal = town.store.journal("d", await town.store.take("d"))
    await journal.intend(call("d", "one"))
    await journal.settle("one", state="done", reply="{}", usage=Usage(model="openai:gpt-4o-mini", cost=Decimal(cost)))
    await journal.intend(call("d", "two", reserved=lost))


async def test_a_limit_without_room_is_refused_at_its_member(town: Town) -> None:
    """A limit at or below what is used is refused at its member with what was used, calls in flight included, and
    nothing is begun or changed."""
    await spending(town, "0.25", "0.05")
    secret = await town.token("ana")
    wanted: list[tuple[dict[str, Any], str, str]] = [
        ({"max_calls": 0}, "max_calls", "2 model calls"), ({"max_calls": 2}, "max_calls", "2 model calls"),
        ({"budget": 0}, "budget", "$0.3"), ({"budget": "0.29"}, "budget", "$0.3"), ({"budget": 0.3}, "budget", "$0.3"),
        ({"budget": 5, "max_calls": 1}, "max_calls", "2 model calls"),
        ({"budget": "0.30", "max_calls": None}, "budget", "$0.3"),
    ]  # fmt: skip
    for limits, member, used in wanted:
        body = {"limits": limits, "models": "openai:gpt-4o-mini"}
        answer = await town.say("POST", "/api/debates/d/resume", secret=secret, json=body)
        assert problem(answer) == (422, "usage", f"limits.{member}"), answer.text
        assert answer.json()["detail"].startswith(f"The debate has used {used} already, so its limit must be above")
    assert town.store.row("d").last_seq == 9
    assert not town.app.state.house.here("d")


def test_a_limit_with_room_goes_on(tmp_path: Path) -> None:
    """A debate that paused at its limit stays there when it is given the same again, goes on by what a higher one
    allows, and ends when the limit is lifted; once it is over, a limit is not what is wrong. Why it paused is said
    without the options of a command line."""
    with serving(tmp_path) as server:
        server.wait_ready()
        debate_id = server.start(max_calls=2)

        def resume(limit: int | None) -> tuple[int, str | None]:
            answer = server.client.post(f"/api/debates/{debate_id}/resume", json={"limits": {"max_calls": limit}})
            return answer.status_code, answer.json().get("field")

        def rests() -> Any:
            found = server.debate(debate_id)
            return not found["attended"] and found

        assert until(rests, "the pause")["view"]["pause"] == "budget"
        assert not FLAG.search(server.debate(debate_id)["view"]["reason"])
        before = server.debate(debate_id)["last_seq"]
        assert resume(2) == (422, "limits.max_calls")
        assert server.debate(debate_id)["last_seq"] == before
        assert resume(3) == (202, None)
        assert until(lambda: (found := rests()) and found["last_seq"] > before and found, "the next pause")
        assert resume(3) == (422, "limits.max_calls")
        assert resume(None) == (202, None)
        server.finished(debate_id)
        assert resume(1) == (409, None)
