"""Bad input gets a clear answer, at the member where there is one: bodies, queries, setups, courses of debates.

By hand, where ``test_schemathesis.py`` guesses. Not here: who may ask (``test_hostile_requests.py``), logs from
elsewhere (``test_bad_logs.py``), what locks others out (``test_bad_wire.py``).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dissoi.engine.branch import resealed
from dissoi.record.events import parse_line
from tests.web.town import Town, problem

GOLDEN = Path(__file__).parents[1] / "golden"
JSON = {"content-type": "application/json"}
ODD = "a\ud800b"
"""Half a character: JSON can spell it, bytes cannot hold it."""
PLAN = "/api/debates/plan"


async def played(town: Town, name: str, events: int | None = None) -> str:
    """A debate of Ana's with the first ``events`` of a golden log."""
    links = [parse_line(line) for line in (GOLDEN / "nround.jsonl").read_bytes().splitlines()][:events]
    log = resealed(name, [e.event for e, _ in links], [e.at for e, _ in links])
    await town.store.create(name, log, owner="ana")
    return name


SETUPS: list[tuple[dict[str, Any], int, str, str | None]] = [
    ({"motion": "\u200b\u202e\x00\ufeff"}, 422, "motion", "motion"),
    ({"motion": "x" * 501}, 422, "motion", "motion"),
    ({"motion": "x" * 20_000}, 422, "usage", "motion"),
    ({"motion": 5}, 422, "usage", "motion"),
    ({"motion": ["x"]}, 422, "usage", "motion"),
    ({"motion": ODD}, 422, "usage", "motion"),
    ({"motion": "x", "title": ODD}, 422, "usage", "title"),
    ({"motion": "x", "title": "y" * 10_001}, 422, "usage", "title"),
    ({"motion": "x", "info": "y" * 4001}, 422, "motion", "info"),
    ({"motion": "x", "info": ODD}, 422, "usage", "info"),
    ({"motion": "x", "keywords": ["k"] * 21}, 422, "usage", "keywords"),
    ({"motion": "x", "keywords": "k"}, 422, "usage", "keywords"),
    ({"motion": "x", "keywords": [ODD]}, 422, "usage", "keywords.0"),
    ({"about": ODD}, 422, "usage", "about"),
    ({"motion": "x", "format": "no-such"}, 404, "unknown.format", "format"),
    ({"motion": "x", "format": "../../x.yaml"}, 404, "unknown.format", "format"),
    ({"motion": "x", "format": "/etc/passwd"}, 404, "unknown.format", "format"),
    ({"motion": "x", "format": "deb8flow.yaml"}, 404, "unknown.format", "format"),
    ({"motion": "x", "format": "a\x00b"}, 404, "unknown.format", "format"),
    ({"motion": "x", "format": ODD}, 422, "usage", "format"),
    ({"motion": "x", "models": "local:/etc/passwd"}, 422, "config", "models"),
    ({"motion": "x", "models": " local:~/x"}, 422, "config", "models"),
    ({"motion": "x", "models": {"pro": "local:../x.gguf"}}, 422, "config", "models.pro"),
    ({"motion": "x", "models": {"pro": {"model": "local:C:\\x"}}}, 422, "config", "models.pro"),
    ({"motion": "x", "models": {"pro": {"model": "openai:x", "base_url": "http://evil"}}}, 422, "usage",
     "models.pro.base_url"),
    ({"motion": "x", "base_url": "http://evil"}, 422, "usage", "base_url"),
    ({"motion": "x", "models": {"nobody": "scripted:demo"}}, 404, "unknown.role", "models.nobody"),
    ({"motion": "x", "models": {"judge.9": "scripted:demo"}}, 404, "unknown.role", "models.judge.9"),
    ({"motion": "x", "models": {ODD: "scripted:demo"}}, 404, "unknown.role", "models.ab"),
    ({"motion": "x", "models": {ODD: ""}}, 422, "config", "models.ab"),
    ({"motion": "x", "models": {"a\x00b": "scripted:demo"}}, 404, "unknown.role", "models.ab"),
    ({"motion": "x", "models": {"pro": ""}}, 422, "config", "models.pro"),
    ({"motion": "x", "models": {"pro": None}}, 422, "usage", "models.pro"),
    ({"motion": "x", "models": {"pro": {"model": "scripted:demo", "temperature": 99}}}, 422, "config", "models.pro"),
    ({"motion": "x", "models": {"pro": {"model": "scripted:demo", "max_tokens": 10**400}}}, 422, "config",
     "models.pro"),
    ({"motion": "x", "format": "nround", "rounds": -1}, 422, "config", "rounds"),
    ({"motion": "x", "format": "nround", "rounds": 10**9}, 422, "config", "rounds"),
    ({"motion": "x", "format": "nround", "rounds": 1.5}, 422, "usage", "rounds"),
    ({"motion": "x", "rounds": 2}, 422, "usage", "rounds"),
    ({"motion": "x", "judges": 99}, 422, "config", "judges"),
    ({"motion": "x", "judges": 0}, 422, "usage", "judges"),
    ({"motion": "x", "listeners": 1000}, 422, "config", "listeners"),
    ({"motion": "x", "vote_wait": 10**12}, 422, "config", "vote_wait"),
    ({"motion": "x", "seed": -1}, 422, "config", "seed"),
    ({"motion": "x", "seed": 10**40}, 422, "config", "seed"),
    ({"motion": "x", "budget": -1}, 422, "config", "budget"),
    ({"motion": "x", "budget": "abc"}, 422, "usage", "budget"),
    ({"motion": "x", "budget": float("nan")}, 422, "usage", "budget"),
    ({"motion": "x", "budget": float("-inf")}, 422, "usage", "budget"),
    ({"motion": "x", "budget": "1e-999999999"}, 422, "usage", "budget"),
    ({"motion": "x", "budget": "1e999999999"}, 422, "usage", "budget"),
    ({"motion": "x", "max_calls": -1}, 422, "config", "max_calls"),
    ({"motion": "x", "max_calls": 10**40}, 422, "config", "max_calls"),
    ({"motion": "x", "styles": {"nobody": "academic"}}, 404, "unknown.side", "styles.nobody"),
    ({"motion": "x", "styles": {"pro": "no-such"}}, 404, "unknown.style", "styles.pro"),
    ({"motion": "x", "styles": {"pro": "very " * 100}}, 422, "usage", "styles.pro"),
    ({"motion": "x", "styles": {ODD: "academic"}}, 404, "unknown.side", "styles.ab"),
    ({"motion": "x", "home": "/tmp"}, 422, "usage", "home"),
    ({"motion": "x", "database_url": "sqlite:////tmp/x"}, 422, "usage", "database_url"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "status", "code", "field"), SETUPS, ids=range(len(SETUPS)))
async def test_a_setup_that_cannot_be_names_its_member(
    town: Town, body: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    """A debate that cannot be as it is asked for is refused, planned and started alike, with the member that is wrong;
    none exists afterwards."""
    secret = await town.token("ana")
    for path in (PLAN, "/api/debates"):
        answer = await town.say("POST", path, secret=secret, content=json.dumps(body), headers=JSON)
        assert problem(answer) == (status, code, field), (path, answer.text)
    assert town.store.debates() == []


async def test_a_blank_motion_starts_nothing(town: Town) -> None:
    """A blank motion can be planned, as it is still being typed, but not debated."""
    secret = await town.token("ana")
    for motion in ("", " \n\t "):
        body = {"motion": motion, "models": "scripted:demo"}
        assert (await town.say("POST", PLAN, secret=secret, json=body)).status_code == 200
        answer = await town.say("POST", "/api/debates", secret=secret, json=body)
        assert problem(answer) == (422, "motion", "motion")


@pytest.mark.parametrize(
    "model", ["no-such:x", "x", "openai", "scripted:no-such", "scripted:demo?chars=99999999999", "scripted:demo?x=1"]
)
async def test_a_model_that_cannot_be_opened_starts_nothing(town: Town, model: str) -> None:
    """A model that there is not, or that would fill the memory, is refused at its role before anything is called."""
    body = {"motion": "x", "models": {"default": "scripted:demo", "con": model}}
    answer = await town.say("POST", "/api/debates", secret=await town.token("ana"), json=body)
    status, _, field = problem(answer)
    assert status in (404, 422) and field == "models.con"


BODIES: list[tuple[bytes, str | None]] = [
    (b"", None),
    (b"[]", None),
    (b"null", None),
    (b'"x"', None),
    (b'{"motion": "x"', None),
    (b'{"motion": "\xff\xfe"}', None),
    (b"[" * 30_000 + b"]" * 30_000, None),
    (b'{"a":' * 10_000 + b"1" + b"}" * 10_000, None),
    (b'{"motion": "x", "models": ' + b'{"a":' * 200 + b"1" + b"}" * 201, "models.a.model"),
    (b'{"motion": "x", "rounds": ' + b"9" * 60_000 + b"}", None),
    (b'{"motion": "x", "motion": 5}', "motion"),
    (b'{"motion": "x", "' + b"a" * 60_000 + b'": 1}', None),
    (json.dumps({"motion": "x", "models": {f"a{n}": "s" for n in range(4000)}}).encode(), "models.a0"),
    (json.dumps({ODD: 1}).encode(), None),
]


@pytest.mark.parametrize(("content", "field"), BODIES, ids=range(len(BODIES)))
async def test_a_body_that_cannot_be_read_is_refused(town: Town, content: bytes, field: str | None) -> None:
    """What is no JSON object, or nests or counts without end, is refused in one sentence, and quickly enough that the
    server stays there for others."""
    answer = await town.say("POST", PLAN, secret=await town.token("ana"), content=content, headers=JSON)
    status, _, found = problem(answer)
    assert status in (404, 422) and found == field, answer.text


QUERIES = [
    ("/api/debates?limit=0", "limit"), ("/api/debates?limit=201", "limit"), ("/api/debates?limit=x", "limit"),
    ("/api/debates?cursor=0", "cursor"), (f"/api/debates?cursor={10**30}", "cursor"),
    ("/api/debates?cursor=-1", "cursor"),
    (f"/api/debates?search={'x' * 201}", "search"), ("/api/debates?status=none", "status.0"),
    (f"/api/debates?outcome={'x' * 41}", "outcome"), ("/api/debates/half/log?after=-1", "after"),
    (f"/api/debates/half/log?after={10**30}", "after"), ("/api/debates/half/log?limit=1001", "limit"),
    ("/api/debates/half/export?format=pdf", "format"), ("/api/formats/deb8flow?rounds=101", "rounds"),
    ("/api/debates/half/events?after=-1", "after"), (f"/api/debates/half/events?after={10**30}", "after"),
    ("/api/debates/half/events?after=%00", "after"), (f"/api/debates/half/events?after={'1' * 50}", "after"),
]  # fmt: skip


async def test_a_query_that_is_wrong_names_its_member(town: Town) -> None:
    """A number beyond its bounds, however large, and a word that is none are refused at their name."""
    secret = await town.token("ana")
    await played(town, "half", 10)
    for query, field in QUERIES:
        assert problem(await town.say("GET", query, secret=secret))[::2] == (422, field), query
    for last in ("-1", "x", "1" * 50, "\xe9"):
        headers = {"last-event-id": last.encode("latin-1")}
        answer = await town.say("GET", "/api/debates/half/events?after=3", secret=secret, headers=headers)
        assert problem(answer)[::2] == (422, "last-event-id")
    answer = await town.say("GET", "/api/debates/half/events?after=11", secret=secret)
    assert problem(answer)[:2] == (409, "cursor")


async def test_an_unknown_query_parameter_is_refused(town: Town) -> None:
    """A parameter that a route does not have is refused by its name, with those that there are: a misspelt filter never
    lists everything. A stranger is asked to sign in first."""
    secret = await town.token("ana")
    await played(town, "half", 10)
    answer = await town.say("GET", "/api/debates?q=zzz", secret=secret)
    assert problem(answer) == (422, "usage", "q")
    assert "search" in answer.json()["hint"] and "'q'" in answer.json()["detail"]
    for query in (
        "/api/debates/half?x=1",
        "/api/debates/half/log?from=1",
        "/api/debates/half/votes?x=",
        "/api/models?x=1",
    ):
        answer = await town.say("GET", query, secret=secret)
        assert problem(answer)[:2] == (422, "usage"), query
    assert (await town.say("GET", "/api/debates?q=zzz")).status_code == 401
    assert (await town.say("GET", "/api/debates/half/log?after=1&limit=2", secret=secret)).status_code == 200


async def test_a_resume_without_a_body_changes_nothing(town: Town) -> None:
    """No body is the same as an empty object: a debate that is over says so, not that a body is missing."""
    secret = await town.token("ana")
    await played(town, "whole")
    bare = await town.say("POST", "/api/debates/whole/resume", secret=secret, headers=JSON)
    empty = await town.say("POST", "/api/debates/whole/resume", secret=secret, json={})
    assert problem(bare) == problem(empty) == (409, "conflict", None)


async def test_odd_words_in_a_search_find_nothing(town: Town) -> None:
    """Characters that a database or its patterns give a meaning to are searched for as they are."""
    secret = await town.token("ana")
    await played(town, "half", 10)
    for query in ("search=%25", "search=_ities", "search=%ff%fe", "format=%00", "format=%ed%a0%80", "outcome=%00",
                  "format=' OR 1=1 --", "search=' OR ''='"):  # fmt: skip
        answer = await town.say("GET", f"/api/debates?{query}", secret=secret)
        assert (answer.status_code, answer.json()) == (200, {"items": [], "next": None}), query
    assert len((await town.say("GET", "/api/debates?search=%00CITIES", secret=secret)).json()["items"]) == 1


COURSES: list[tuple[str, str, dict[str, Any], int, str, str | None]] = [
    ("half", "fork", {"at": 0}, 422, "usage", "at"),
    ("half", "fork", {"at": 11}, 422, "usage", "at"),
    ("half", "fork", {"at": 10**30}, 422, "usage", "at"),
    ("half", "fork", {}, 422, "usage", "at"),
    ("whole", "fork", {"at": 48}, 422, "usage", "at"),
    ("whole", "fork", {"at": 41}, 422, "usage", "at"),
    ("half", "fork", {"at": 3, "models": {"nobody": "scripted:demo"}}, 404, "unknown.role", "models.nobody"),
    ("half", "fork", {"at": 3, "models": "no-such:x"}, 404, "unknown.provider", "models.default"),
    ("half", "fork", {"at": 3, "models": "no-such:x", "run": False}, 404, "unknown.provider", "models.default"),
    ("half", "fork", {"at": 3, "models": "local:/etc/passwd"}, 422, "config", "models"),
    ("half", "fork", {"at": 3, "models": {"pro": {"model": "scripted:demo", "temperature": 9}}}, 422, "config",
     "models.pro.temperature"),
    ("half", "fork", {"at": 3, "styles": {"pro": ""}}, 422, "usage", "styles.pro"),
    ("half", "fork", {"at": 3, "styles": {"nobody": "academic"}}, 404, "unknown.side", "styles.nobody"),
    ("half", "resume", {"limits": {"budget": -1}}, 422, "usage", "limits.budget"),
    ("half", "resume", {"limits": {"budget": "NaN"}}, 422, "usage", "limits.budget"),
    ("half", "resume", {"limits": {"max_calls": -1}}, 422, "usage", "limits.max_calls"),
    ("half", "resume", {"models": "no-such:x"}, 404, "unknown.provider", "models.default"),
    ("half", "resume", {"models": {"judge.9": "scripted:demo"}}, 404, "unknown.role", "models.judge.9"),
    ("whole", "resume", {}, 409, "conflict", None),
    ("whole", "stop", {}, 409, "conflict", None),
    ("whole", "pause", {}, 409, "conflict", None),
    ("whole", "skip", {}, 409, "conflict", None),
    ("whole", "retry", {}, 409, "conflict", None),
    ("half", "skip", {}, 409, "conflict", None),
    ("half", "retry", {}, 409, "conflict", None),
    ("half", "shares", {"days": 0}, 422, "usage", "days"),
    ("half", "shares", {"days": 10**30}, 422, "usage", "days"),
    ("half", "shares", {"may": "owner"}, 422, "usage", "may"),
    ("half", "votes", {"ballot": "mid", "choice": "pro"}, 409, "conflict", None),
    ("half", "votes", {"ballot": "no-such", "choice": "pro"}, 404, "unknown.ballot", "ballot"),
    ("half", "votes", {"ballot": ODD, "choice": "pro"}, 422, "usage", "ballot"),
    ("half", "votes", {"ballot": "mid"}, 422, "usage", "choice"),
    ("half", "votes", {"ballot": "mid", "choice": "pro", "voter": "bob"}, 422, "usage", "voter"),
    ("half", "votes", {"ballot": "mid", "choice": "pro", "reason": "r" * 501}, 422, "usage", "reason"),
    ("half", "votes/close?ballot=mid", {}, 409, "conflict", None),
    ("half", "votes/close?ballot=%00", {}, 404, "unknown.ballot", "ballot"),
    ("half", "votes/close", {}, 422, "usage", "ballot"),
    ("whole", "votes", {"ballot": "mid", "choice": "pro"}, 409, "conflict", None),
]  # fmt: skip


async def test_what_cannot_be_done_with_a_debate_is_said(town: Town) -> None:
    """A fork, resume, stop, share or vote that cannot be is refused at its member, and changes nothing."""
    secret = await town.token("ana")
    await played(town, "half", 10)
    await played(town, "whole")
    for debate, what, body, *wanted in COURSES:
        content = json.dumps(body)
        answer = await town.say("POST", f"/api/debates/{debate}/{what}", secret=secret, content=content, headers=JSON)
        assert list(problem(answer)) == wanted, (debate, what, body, answer.text)
    assert {row.id: row.last_seq for row in town.store.debates()} == {"half": 10, "whole": 48}
    assert town.store.inbox("half") == [] and town.store.grants(kind="share") == []
