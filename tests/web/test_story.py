"""A whole debate over HTTP, as a client of the API lives it: start, watch, vote, verdict, paper, fork, delete."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from dissoi.record.events import faults, parse_line
from tests.web.kit import TOKEN, Server, happenings, until


def watched(server: Server, debate_id: str, after: int = 0, **more: Any) -> list[Any]:
    """All that a viewer gets until the stream ends."""
    with server.client.stream("GET", f"/api/debates/{debate_id}/events?after={after}", **more) as response:
        assert response.status_code == 200
        return list(happenings(response))


def seqs(found: list[Any]) -> list[int]:
    return [h.seq for h in found if h["id"]]


def test_a_debate_is_watched_from_its_first_event_to_its_last(server: Server) -> None:
    """The stream carries every event once, in order, with its number as id, tokens between, and ends with the debate;
    what it carried is a whole log."""
    debate_id = server.start(models="scripted:demo?delay_ms=20&chunk=30")
    found = watched(server, debate_id)
    assert seqs(found) == list(range(1, len(seqs(found)) + 1))
    durable = [h["data"] for h in found if h["id"]]
    assert durable[-1]["event"]["type"] == "debate.finished"
    assert not faults(parse_line(json.dumps(d, ensure_ascii=False, sort_keys=True)) for d in durable)
    live = [h["data"] for h in found if h["event"] == "live"]
    assert {"clock", "token", "node.started", "node.finished"} <= {one["type"] for one in live}
    speech = next(d["event"] for d in durable if d["event"]["type"] == "turn.published" and d["event"]["side"])
    said = "".join(one["text"] for one in live if one["type"] == "token" and one["slot"] == speech["slot"])
    assert speech["text"].split()[:5] == said.split()[:5]


def test_a_viewer_who_comes_back_gets_exactly_the_rest(server: Server) -> None:
    """``Last-Event-ID`` and ``after`` go on behind the event that was seen last; the header wins; at the end there is
    nothing more and the browser is told not to ask again."""
    debate_id = server.start()
    last = server.finished(debate_id)["last_seq"]
    assert seqs(watched(server, debate_id, after=4)) == list(range(5, last + 1))
    headers = {"last-event-id": str(last - 1)}
    assert seqs(watched(server, debate_id, after=2, headers=headers)) == [last]
    assert server.client.get(f"/api/debates/{debate_id}/events?after={last}").status_code == 204


@pytest.mark.parametrize("cursor", ["-1", "abc", "1.5", "99999999999999999999", "3 4", "１"])
def test_a_cursor_that_is_no_number_is_refused(server: Server, cursor: str) -> None:
    """A malformed cursor is answered with 422 and its place, never with the wrong events."""
    debate_id = server.start()
    headers: Any = {"last-event-id": cursor.encode()}
    for answer in (
        server.client.get(f"/api/debates/{debate_id}/events", params={"after": cursor}),
        server.client.get(f"/api/debates/{debate_id}/events", headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (422, "cursor")


def test_a_cursor_beyond_the_end_is_a_conflict(server: Server) -> None:
    """Who has seen more than there is has seen another log: 409, so that the page loads the debate again."""
    debate_id = server.start()
    server.finished(debate_id)
    answer = server.client.get(f"/api/debates/{debate_id}/events?after=9999")
    assert (answer.status_code, answer.json()["code"]) == (409, "cursor")


def test_votes_count_until_the_ballot_closes(server: Server) -> None:
    """A vote before the ballot opens is refused; an open ballot takes votes, changes and withdrawals, shows counts only
    to those who have voted, and the owner may close it; a late vote is refused; abstaining is not a tie."""
    debate_id = server.start(format="nround", rounds=1, vote_wait=600, listeners=1, models="scripted:demo?delay_ms=5")
    votes = f"/api/debates/{debate_id}/votes"

    def post(choice: str | None, **more: Any) -> httpx.Response:
        return server.client.post(votes, json={"ballot": "mid", "choice": choice, **more})

    early = post("pro")
    assert early.status_code in (200, 409)  # a fast debate may have come to its vote already
    until(lambda: server.client.get(votes).json()["ballots"][0]["state"] == "open", "the ballot")
    server.client.request("DELETE", votes, params={"ballot": "mid"})
    paper = server.client.get(votes).json()["ballots"][0]
    assert paper["yours"] is None and paper["people"] is None and paper["simulated"] is None
    paper = post("pro", reason="They answered.").json()
    assert paper["yours"] == {"choice": "pro", "reason": "They answered."}
    assert paper["people"] == {"pro": 1, "con": 0, "tie": 0} and sum(paper["simulated"].values()) <= 1
    paper = post(None).json()
    assert paper["people"] == {"pro": 0, "con": 0, "tie": 0} and paper["abstained"] == 1
    assert post("neither").status_code == 404
    post("con")
    assert server.client.post(f"{votes}/close", params={"ballot": "mid"}).json()["state"] == "closed"
    late = post("pro")
    assert (late.status_code, late.json()["code"]) == (409, "conflict")
    view = server.finished(debate_id)["view"]
    people = [v for v in view["polls"][0]["votes"] if not v["simulated"]]
    assert [(v["voter"], v["choice"]) for v in people] == [("host", "con")]


def test_a_stop_closes_the_open_ballot(server: Server) -> None:
    """What people sent before the debate was stopped is in its log, whose ballot is closed; the ballot shows what the
    log has, and a later vote is refused."""
    debate_id = server.start(format="nround", rounds=1, vote_wait=600, models="scripted:demo?delay_ms=5")
    votes = f"/api/debates/{debate_id}/votes"
    until(lambda: server.client.get(votes).json()["ballots"][0]["state"] == "open", "the ballot")
    assert server.client.post(votes, json={"ballot": "mid", "choice": "pro", "reason": "They won."}).status_code == 200
    assert server.client.post(f"/api/debates/{debate_id}/stop").status_code == 202
    (poll,) = server.debate(debate_id)["view"]["polls"]
    assert (poll["closed"], [(v["voter"], v["choice"], v["reason"]) for v in poll["votes"]]) == (
        True, [("host", "pro", "They won.")],
    )  # fmt: skip
    paper = server.client.get(votes).json()["ballots"][0]
    assert (paper["state"], paper["people"]["pro"], paper["yours"]["choice"]) == ("closed", 1, "pro")
    late = server.client.post(votes, json={"ballot": "mid", "choice": "con"})
    assert (late.status_code, late.json()["code"]) == (409, "conflict")
    log = server.client.get(f"/api/debates/{debate_id}/export", params={"format": "jsonl"}).text.splitlines()
    ends = [json.loads(line)["event"] for line in log[-3:]]
    assert [event["type"] for event in ends] == ["vote.cast", "vote.closed", "debate.finished"]
    assert (ends[1]["counts"], ends[1]["abstained"]) == ({"pro": 1, "con": 0, "tie": 0}, 0)


def test_a_vote_before_its_ballot_is_refused_and_says_so(server: Server) -> None:
    """409 with one sentence, and nothing is counted later."""
    debate_id = server.start(format="nround", rounds=1, vote_wait=600, models="scripted:demo?delay_ms=300")
    answer = server.client.post(f"/api/debates/{debate_id}/votes", json={"ballot": "mid", "choice": "pro"})
    assert answer.status_code == 409 and "not opened yet" in answer.json()["detail"]
    assert server.client.post(f"/api/debates/{debate_id}/stop").status_code == 202
    assert server.debate(debate_id)["view"]["outcome"] == "stopped"


def test_paper_comes_with_a_portable_name(server: Server) -> None:
    """Each kind of paper has its media type and a name in ASCII and in UTF-8."""
    debate_id = server.start("Müssen Städte Autos verbieten?")
    server.finished(debate_id)
    for kind, media in (
        ("markdown", "text/markdown"), ("html", "text/html"), ("json", "application/json"),
        ("jsonl", "application/jsonl"),
    ):  # fmt: skip
        answer = server.client.get(f"/api/debates/{debate_id}/export", params={"format": kind})
        assert answer.status_code == 200 and answer.headers["content-type"].startswith(media)
        name = answer.headers["content-disposition"]
        assert "filename*=UTF-8''m%C3%BCssen" in name and name.isascii()
    log = server.client.get(f"/api/debates/{debate_id}/export", params={"format": "jsonl"}).content
    assert not faults(parse_line(line) for line in log.splitlines())
    answer = server.client.post("/api/debates/import", content=log, headers={"content-type": "application/jsonl"})
    assert answer.status_code == 409  # it is here already
    assert server.client.delete(f"/api/debates/{debate_id}").status_code == 204
    answer = server.client.post("/api/debates/import", content=log, headers={"content-type": "application/jsonl"})
    assert answer.status_code == 201 and answer.json()["debate_id"] == debate_id


def test_a_fork_is_a_debate_of_its_own(server: Server) -> None:
    """A fork starts after its event, knows its parent, and leaves it as it was; the same request twice makes one."""
    parent = server.start()
    before = server.finished(parent)
    body = {"at": 6, "models": {"con": "scripted:demo?seed=7"}}
    answers = [
        server.client.post(f"/api/debates/{parent}/fork", json=body, headers={"idempotency-key": "once"})
        for _ in range(2)
    ]
    child = answers[0].json()["debate_id"]
    assert [a.status_code for a in answers] == [201, 201] and answers[1].json()["debate_id"] == child
    found = server.finished(child)["view"]
    assert found["setup"]["origin"] == {"debate_id": parent, "seq": 6}
    after = server.debate(parent)
    assert after["view"] == before["view"] and after["forks"] == [child]
    refused = server.client.post(f"/api/debates/{parent}/fork", json={"at": before["last_seq"]})
    assert refused.status_code == 422 and "over" in refused.json()["detail"]


def test_pause_and_resume(server: Server) -> None:
    """A pause comes after the running step and is kept; resume goes on to the end; both may be asked for twice."""
    debate_id = server.start(models="scripted:demo?delay_ms=150")
    for _ in range(2):
        assert server.client.post(f"/api/debates/{debate_id}/pause").status_code == 202
    until(lambda: server.debate(debate_id)["view"]["status"] == "paused", "the pause")
    until(lambda: not server.debate(debate_id)["attended"], "the end of the run")
    log = server.debate(debate_id)["view"]
    assert server.client.post(f"/api/debates/{debate_id}/pause").status_code == 202  # it rests already
    assert server.debate(debate_id)["view"] == log
    for _ in range(2):
        assert server.client.post(f"/api/debates/{debate_id}/resume", json={}).status_code == 202
    assert server.finished(debate_id)["view"]["outcome"] == "verdict"


def test_skip_passes_over_a_speech(server: Server) -> None:
    """A speech that is skipped leaves its slot silent, and the debate goes on."""
    debate_id = server.start(models={"default": "scripted:demo", "con": "scripted:demo?delay_ms=60000"})
    until(lambda: server.debate(debate_id)["view"]["floor"] == "rebuttal", "the slow speaker")
    assert server.client.post(f"/api/debates/{debate_id}/skip").status_code == 202
    until(lambda: any(t["reason"] == "passed" for t in server.debate(debate_id)["view"]["turns"]), "the silent slot")
    assert server.client.post(f"/api/debates/{debate_id}/stop").status_code == 202


def test_what_is_deleted_is_gone(server: Server) -> None:
    """A deleted debate, running or not, is unknown from then on, and deleting it again says so."""
    debate_id = server.start(models="scripted:demo?delay_ms=500")
    path = f"/api/debates/{debate_id}"
    assert server.client.delete(path).status_code == 204
    assert [server.client.get(path).status_code, server.client.delete(path).status_code] == [404, 404]


def test_the_list_finds_pages_and_filters(server: Server) -> None:
    """The list is newest first, pages by cursor without loss or repeat, and filters by text, format and outcome."""
    ids = [server.start(f"Zebras should vote, part {n}") for n in range(5)]
    for debate_id in ids:
        server.finished(debate_id)
    found: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = server.client.get("/api/debates", params={"search": "ZEBRAS", "limit": "2", **cursor}).json()
        found += [item["debate_id"] for item in page["items"]]
        if page["next"] is None:
            break
        cursor = {"cursor": page["next"]}
    assert found == ids[::-1]
    item = server.client.get("/api/debates", params={"search": "zebras", "limit": "1"}).json()["items"][0]
    assert item["lineup"] == {"pro": "scripted:demo", "con": "scripted:demo"} and item["status"] == "finished"
    none = server.client.get("/api/debates", params={"search": "zebras", "outcome": "stopped"}).json()
    assert none == {"items": [], "next": None}


def test_share_links_show_one_debate_and_end(server: Server) -> None:
    """A link to watch shows its debate and lets nobody change or vote; one to vote lets vote; each ends when it is
    revoked; no other debate is seen by it."""
    debate_id, other = server.start(format="nround", rounds=1, vote_wait=600), server.start()
    shares = f"/api/debates/{debate_id}/shares"
    links = {may: server.client.post(shares, json={"may": may, "days": 1}).json() for may in ("watch", "vote")}
    until(lambda: server.client.get(f"/api/debates/{debate_id}/votes").json()["ballots"][0]["state"] == "open", "it")
    for may, link in links.items():
        with httpx.Client(base_url=server.address, trust_env=False) as guest:
            assert guest.get(f"/api/debates/{debate_id}").status_code == 401
            signed = guest.post("/api/session", json={"share": link["token"]})
            assert signed.json() == {"owner": None, "name": "guest", "host": False, "debate_id": debate_id}
            assert guest.get(f"/api/debates/{debate_id}").json()["may"] == may
            assert guest.get(f"/api/debates/{other}").status_code in (401, 404)
            assert guest.get("/api/debates").status_code == 401
            voted = guest.post(f"/api/debates/{debate_id}/votes", json={"ballot": "mid", "choice": "con"})
            assert voted.status_code == (200 if may == "vote" else 403)
            assert guest.post(f"/api/debates/{debate_id}/stop").status_code == 403
            assert guest.delete(f"/api/debates/{debate_id}").status_code == 403
            assert server.client.delete(f"{shares}/{link['id']}").status_code == 204
            assert guest.get(f"/api/debates/{debate_id}").status_code == 401
    assert server.client.get(shares).json() == {"shares": []}
    assert all(link["token"] not in "\n".join(server.lines) for link in links.values())


def test_the_token_never_appears(server: Server) -> None:
    """No token of the host is in what the server prints."""
    assert TOKEN not in "\n".join(server.lines)


def test_a_graph_names_steps_and_what_may_follow(server: Server) -> None:
    """The picture of a debate's steps has a start, an end, words for each step, and only edges between its nodes."""
    debate_id = server.start(format="nround", rounds=1)
    graph = server.client.get(f"/api/debates/{debate_id}/graph").json()
    names = {node["id"] for node in graph["nodes"]}
    assert {"open_vote", "speak", "judge"} <= names and all(node["words"] for node in graph["nodes"])
    assert all({edge["source"], edge["target"]} <= names for edge in graph["edges"])


def test_a_plan_is_a_range_and_calls_nothing(server: Server) -> None:
    """A plan lays out the timeline and bounds calls, minutes and cost; an unknown price is null, not 0."""
    body = {"motion": "", "format": "nround", "rounds": 2, "models": "openai:no-such-model"}
    plan = server.client.post("/api/debates/plan", json=body).json()
    assert plan["worst_usd"] is None and plan["calls_low"] < plan["calls_high"]
    assert [s["verb"] for s in plan["timeline"]].count("vote") == 1 and plan["minutes_low"] < plan["minutes_high"]
    free = server.client.post("/api/debates/plan", json={"motion": "x", "models": "scripted:demo"}).json()
    assert free["worst_usd"] == "0"


def test_a_stream_ends_when_its_link_is_revoked(server: Server) -> None:
    """Who watches by a link that is revoked is let go, with the stream open."""
    debate_id = server.start(models="scripted:demo?delay_ms=9000&chunk=6")
    shares = f"/api/debates/{debate_id}/shares"
    link = server.client.post(shares, json={}).json()
    with httpx.Client(base_url=server.address, trust_env=False, timeout=60) as guest:
        guest.post("/api/session", json={"share": link["token"]})
        with guest.stream("GET", f"/api/debates/{debate_id}/events") as response:
            stream = happenings(response)
            next(stream)
            server.client.delete(f"{shares}/{link['id']}")
            types = [h["data"]["event"]["type"] for h in stream if h["id"]]
    assert "debate.finished" not in types
    server.client.post(f"/api/debates/{debate_id}/stop")


def test_a_socket_carries_the_stream_and_takes_votes(server: Server) -> None:
    """The WebSocket sends the texts of the stream and answers votes; without a token the handshake is refused."""
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    debate_id = server.start(format="nround", rounds=1, vote_wait=600)
    address = f"{server.address.replace('http', 'ws')}/ws/debates/{debate_id}"
    with pytest.raises(InvalidStatus), connect(address, proxy=None):
        pass
    headers = {"authorization": f"Bearer {TOKEN}"}
    with connect(f"{address}?after=1", additional_headers=headers, proxy=None) as socket:
        frames: list[dict[str, Any]] = []

        def heard(wanted: str) -> dict[str, Any]:
            while True:
                frames.append(json.loads(socket.recv(timeout=60)))
                if wanted in (frames[-1].get("type"), frames[-1].get("event", {}).get("type")):
                    return frames[-1]

        heard("vote.opened")
        for bad in ("no json", "[]", '{"type": "vote"}', '{"type": "vote", "ballot": "mid", "choice": "x"}'):
            socket.send(bad)
            assert heard("problem")["problem"]["status"] in (404, 422)
        socket.send(json.dumps({"type": "vote", "ballot": "mid", "choice": "tie"}))
        assert heard("ballot")["ballot"]["yours"] == {"choice": "tie", "reason": ""}
        server.client.post(f"/api/debates/{debate_id}/votes/close", params={"ballot": "mid"})
        heard("debate.finished")
    seqs_seen = [frame["seq"] for frame in frames if "seq" in frame]
    assert seqs_seen == list(range(2, seqs_seen[-1] + 1))
