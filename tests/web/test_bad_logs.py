"""Logs from elsewhere: what is not whole, or could not be shown, is not brought in; what is brought in can be shown.

Not here: how a log is verified in general (``tests/record``).
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dissoi.engine.clock import stamp
from dissoi.record.events import faults, parse_line
from tests.web.logs import GOLDEN, lines, rehashed
from tests.web.test_hostile_requests import RULES
from tests.web.town import Town, problem

JSON = {"content-type": "application/json"}
LINES = {"content-type": "application/jsonl"}
ODD = "a\ud800b"
"""Half a character: JSON can spell it, bytes cannot hold it."""


async def bring_in(town: Town, content: bytes, owner: str = "ana") -> httpx.Response:
    secret = await town.token(owner)
    return await town.say("POST", "/api/debates/import", secret=secret, content=content, headers=LINES)


def changed(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[], bytes]:
    def make() -> bytes:
        log = lines()
        change(log)
        return rehashed(log)

    return make


WHOLE = (GOLDEN / "nround.jsonl").read_bytes()
LOGS: dict[str, Callable[[], bytes]] = {
    "nothing but space": lambda: b" \n \n",
    "garbage": lambda: b"\x00\x01\xff" * 1000,
    "another kind of JSON": lambda: b'{"a": 1}\n[1, 2]\n',
    "a page": lambda: b"<!doctype html><script>alert(1)</script>",
    "deep": lambda: b"[" * 100_000 + b"]" * 100_000,
    "deep inside": changed(lambda log: log[0]["event"]["setup"]["rules"].update(x=nested(300))),
    "without its beginning": lambda: b"\n".join(WHOLE.splitlines()[1:]),
    "with a gap": lambda: b"\n".join(line for n, line in enumerate(WHOLE.splitlines()) if n != 7),
    "with a line twice": lambda: WHOLE + WHOLE.splitlines()[-1] + b"\n",
    "twice over": lambda: WHOLE + WHOLE,
    "cut in a line": lambda: WHOLE[:-40],
    "changed": lambda: WHOLE.replace(b"Cities should ban", b"Cities should not ban", 1),
    "of another version": lambda: WHOLE.replace(b'"schema_version":1', b'"schema_version":99'),
    "with an unknown event": changed(lambda log: log[5].update(event={"type": "host.hacked"})),
    "with an unknown member": changed(lambda log: log[5]["event"].update(evil=1)),
    "with half a character": changed(lambda log: log[2]["event"].update(phase=ODD)),
    "with an id that is a path": changed(lambda log: [link.update(debate_id="../../x") for link in log]),
    "with an endless id": changed(lambda log: [link.update(debate_id="x" * 5000) for link in log]),
    "with a time that is none": changed(lambda log: log[3].update(at="yesterday")),
    "with a time without a zone": changed(lambda log: log[28]["event"].update(closes_at="2026-01-01T00:00:00")),
    "with a huge cost": changed(lambda log: log[5]["event"]["usage"].update(cost="1E+400")),
    "with a tiny cost": changed(lambda log: log[5]["event"]["usage"].update(cost="1E-999999999")),
    "with a huge count": changed(lambda log: log[5]["event"]["usage"].update(calls=10**40)),
    "with a huge time": changed(lambda log: log[5]["event"]["usage"].update(seconds=1e308)),
    "with a negative cost": changed(lambda log: log[5]["event"]["usage"].update(cost="-5")),
    "with a tiny budget": changed(lambda log: log[0]["event"]["setup"]["limits"].update(budget="1E-999999999")),
}  # fmt: skip


def nested(levels: int) -> Any:
    found: Any = 0
    for _ in range(levels):
        found = [found]
    return found


@pytest.mark.parametrize("what", LOGS)
async def test_a_log_that_is_not_whole_is_not_brought_in(town: Town, what: str) -> None:
    """What is no log of ours, whole and unchanged, or could not be shown, is refused with the line or event that is
    wrong, and nothing of it is kept."""
    status, code, _ = problem(await bring_in(town, LOGS[what]()))
    assert (status, code) in ((422, "log"), (422, "usage"))
    assert town.store.debates() == []


async def test_half_a_debate_is_a_whole_log(town: Town) -> None:
    """A log that ends before its debate does is brought in under its id by the host, and can go on; the same again is a
    conflict, and changes nothing."""
    half = b"\n".join(WHOLE.splitlines()[:10])
    assert (await bring_in(town, half, "")).json() == {"debate_id": "golden"}
    for again in (half, WHOLE):
        assert problem(await bring_in(town, again, ""))[:2] == (409, "conflict")
    assert [(row.id, row.owner, row.last_seq) for row in town.store.debates()] == [("golden", "", 10)]


async def test_an_import_does_not_tell_of_the_debates_of_others(town: Town) -> None:
    """Whether an id is free, the host's or another owner's, what somebody else brings in becomes a debate of their own
    under a new id, whole and with its times; only their own debate is in their way. Whose it was stays as it was."""
    half = b"\n".join(WHOLE.splitlines()[:10])
    free = (await bring_in(town, WHOLE, "ana")).json()["debate_id"]
    assert (await bring_in(town, half, "")).json() == {"debate_id": "golden"}
    taken = [(await bring_in(town, WHOLE, owner)).json()["debate_id"] for owner in ("ana", "bob")]
    assert len({free, "golden", *taken}) == 4
    original = [parse_line(line)[0] for line in WHOLE.splitlines()]
    for made, owner in ((free, "ana"), (taken[0], "ana"), (taken[1], "bob")):
        log, row = town.store.events(made), town.store.row(made)
        assert (row.owner, row.imported, row.created_at) == (owner, True, original[0].at)
        assert faults(log) == []
        assert [(e.at, e.event) for e, _ in log] == [(e.at, e.event) for e in original]
    assert town.store.row("golden").last_seq == 10
    own = await town.say("GET", f"/api/debates/{free}/export?format=jsonl", secret=await town.token("ana"))
    assert problem(await bring_in(town, own.content, "ana"))[:2] == (409, "conflict")
    assert (await bring_in(town, own.content, "bob")).status_code == 201


async def test_the_debate_of_another_is_not_in_the_hosts_way(town: Town) -> None:
    """The host, whose lists do not show the debates of others, brings in a copy of one under a new id."""
    made = await town.debate("ana")
    shown = await town.say("GET", f"/api/debates/{made}/export?format=jsonl", secret=await town.token("ana"))
    copy = (await bring_in(town, shown.content, "")).json()["debate_id"]
    assert copy != made
    assert [(town.store.row(id).owner, town.store.row(id).last_seq) for id in (made, copy)] == [("ana", 6), ("", 6)]


async def test_a_fork_has_its_own_time(town: Town) -> None:
    """In the list, and where one debate is told of, a fork has the time at which it was made, and an import that of its
    log; the newest fork is the first."""
    secret, before = await town.token("ana"), stamp()
    made = (await bring_in(town, WHOLE)).json()["debate_id"]
    answer = await town.say(
        "POST", f"/api/debates/{made}/fork", secret=secret, json={"at": 5, "run": False}
    )  # fmt: skip
    fork = answer.json()["debate_id"]
    items = (await town.say("GET", "/api/debates", secret=secret)).json()["items"]
    assert [item["debate_id"] for item in items] == [fork, made]
    meta = (await town.say("GET", f"/api/debates/{fork}/meta", secret=secret)).json()
    assert before <= meta["created_at"] == items[0]["created_at"] == items[0]["updated_at"] <= stamp()
    assert items[1]["created_at"] == parse_line(WHOLE.splitlines()[0])[0].at < before


@pytest.mark.parametrize(
    "choice",
    [
        {"model": "openai:gpt-x", "base_url": "http://evil.example/v1"},
        {"model": "ollama:x", "base_url": "http://127.0.0.1:1"},
        {"model": "local:/etc/passwd"},
        {"model": "local:../../weights.gguf"},
    ],
    ids=str,
)
async def test_a_log_does_not_say_where_keys_go(town: Town, choice: dict[str, Any]) -> None:
    """A log from elsewhere may be watched, but not run on, if it names an address or a file: neither resumed nor
    forked."""
    log = lines()[:10]
    log[0]["event"]["setup"]["models"] = {"default": {"model": "scripted:demo"}, "C": choice}
    made = (await bring_in(town, rehashed(log))).json()["debate_id"]
    secret = await town.token("ana")
    assert (await town.say("GET", f"/api/debates/{made}", secret=secret)).status_code == 200
    for what, body in (("resume", {}), ("fork", {"at": 4}), ("fork", {"at": 4, "run": False})):
        answer = await town.say("POST", f"/api/debates/{made}/{what}", secret=secret, json=body)
        assert problem(answer) == (422, "config", "models.C"), answer.text


HOSTILE = (
    "", "<b>", ODD, "\x00", "9" * 5000, "judge." + "9" * 4400, "²", "x" * 50_000, "1E-25", "0E+999999", "-0", "public",
    "2026-01-01T00:00:00Z", -1, 0, 1, 1.5, 1e308, 10**30, True, None, [], {}, nested(50), nested(150), {"a": [{}]},
)  # fmt: skip


def places(thing: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = thing.items() if isinstance(thing, dict) else enumerate(thing) if isinstance(thing, list) else ()
    return [here, *(place for key, part in inner for place in places(part, (*here, key)))]


@st.composite
def odd_logs(draw: st.DrawFn) -> bytes:
    """Golden logs in which some values are others, and some events stand elsewhere: hashes fit."""
    log = copy.deepcopy(draw(st.sampled_from([lines("nround"), lines("deb8flow")])))
    log = log[: draw(st.integers(1, len(log)))]
    for _ in range(draw(st.integers(1, 3))):
        link = draw(st.sampled_from(log))
        if draw(st.integers(0, 5)) == 0:
            log.insert(draw(st.integers(1, len(log))), copy.deepcopy(link))
            continue
        place = draw(st.sampled_from([p for p in places(link) if len(p) > 1 and p[-1] != "type"]))
        target = link
        for key in place[:-1]:
            target = target[key]
        target[place[-1]] = copy.deepcopy(draw(st.sampled_from(HOSTILE)))
    return rehashed(log)


READING = [path for (method, path), rule in RULES.items() if method == "GET" and rule == "see" and "events" not in path]


@given(odd_logs())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
async def test_whatever_is_brought_in_can_be_shown(tmp_path_factory: pytest.TempPathFactory, log: bytes) -> None:
    """A log that says anything at all is either refused, or can be read in every way, forked, voted in and stopped
    without a bug."""
    town = Town(tmp_path_factory.mktemp("odd"))
    try:
        answer = await bring_in(town, log)
        assert answer.status_code in (201, 422), answer.text
        if answer.status_code == 422:
            return
        made, secret = answer.json()["debate_id"], await town.token("ana")
        for path in READING:
            for kind in ("markdown", "html", "json", "jsonl") if path.endswith("export") else ("",):
                query = {"format": kind} if kind else None
                shown = await town.say("GET", path.format(debate_id=made), secret=secret, params=query)
                assert shown.status_code == 200 or problem(shown)[0] in (409, 422), (path, shown.text)
        for what, body in (
            ("votes", {"ballot": "mid", "choice": "pro"}), ("votes/close?ballot=mid", {}),
            ("fork", {"at": 2, "run": False}), ("skip", {}), ("stop", {}),
        ):  # fmt: skip
            done = await town.say("POST", f"/api/debates/{made}/{what}", secret=secret, json=body)
            assert done.status_code < 500, (what, done.text)
        assert (await town.say("GET", "/api/debates", secret=secret)).status_code == 200
    finally:
        await town.session.aclose()
