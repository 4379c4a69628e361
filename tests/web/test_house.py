"""Debates of a server outlive their tabs, their server and its death; other processes' debates are seen alive."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from dissoi.record.events import faults, parse_line
from tests.web.kit import TOKEN, Server, happenings, serving, until

SLOW = "scripted:demo?delay_ms=200&chunk=12"


def cli(home: Path, *args: str) -> subprocess.Popen[str]:
    """``dissoi`` beside a server, on the same state."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DISSOI_")} | {"DISSOI_HOME": str(home)}
    return subprocess.Popen(
        [sys.executable, "-m", "dissoi", *args], env=environment, cwd=home, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def in_mid_speech(server: Server, debate_id: str) -> int:
    """Wait until a debater is speaking; the number of the last event seen."""
    seen = 0
    with server.client.stream("GET", f"/api/debates/{debate_id}/events") as response:
        for happening in happenings(response):
            seen = happening.seq or seen
            data = happening["data"]
            if data.get("type") == "token" and not data["slot"].startswith(("intro", "chair")):
                return seen
    raise AssertionError("the debate ended without a token")


def whole(server: Server, debate_id: str) -> list[dict[str, Any]]:
    """The log as exported; it verifies."""
    lines = server.client.get(f"/api/debates/{debate_id}/export?format=jsonl").content.splitlines()
    assert not faults(parse_line(line) for line in lines)
    return [json.loads(line) for line in lines]


def test_a_killed_server_leaves_debates_that_go_on_by_themselves(tmp_path: Path) -> None:
    """After ``kill -9`` in mid-speech and a new start, the debate ends without being asked: nothing lost, nothing
    twice, nothing paused; who was signed in still is."""
    with serving(tmp_path) as server:
        server.wait_ready()
        debate_id = server.start(models=SLOW)
        seen = in_mid_speech(server, debate_id)
        server.kill()
        with serving(tmp_path) as again:
            again.wait_ready()
            view = again.finished(debate_id)["view"]
            events = whole(again, debate_id)
    assert view["outcome"] == "verdict" and len(events) > seen
    types = [e["event"]["type"] for e in events]
    assert "debate.paused" not in types and "debate.resumed" not in types


def test_a_server_that_is_asked_to_stop_leaves_in_order(tmp_path: Path) -> None:
    """The first signal ends the streams and lets each debate finish its step; the exit code is 0, and the next server
    takes the debates up where they are."""
    with serving(tmp_path) as server:
        server.wait_ready()
        debate_id = server.start(models=SLOW)
        in_mid_speech(server, debate_id)
        with server.client.stream("GET", f"/api/debates/{debate_id}/events") as response:
            stream = happenings(response)
            next(stream)
            server.process.send_signal(signal.SIGTERM)
            for _ in stream:
                pass  # it ends
        assert server.process.wait(30) == 0
        with serving(tmp_path) as again:
            assert again.finished(debate_id)["view"]["outcome"] == "verdict"
            assert "debate.paused" not in [e["event"]["type"] for e in whole(again, debate_id)]


def test_only_what_was_left_is_taken_up(tmp_path: Path) -> None:
    """A debate that was paused, or that was imported unfinished, waits for resume: a server spends nothing unasked."""
    with serving(tmp_path) as server:
        server.wait_ready()
        paused = server.start(models=SLOW)
        server.client.post(f"/api/debates/{paused}/pause")
        until(lambda: server.debate(paused)["view"]["status"] == "paused", "the pause")
        lines = server.client.get(f"/api/debates/{paused}/export?format=jsonl").content.splitlines()
        server.client.delete(f"/api/debates/{paused}")
        cut = b"\n".join(lines[:3])
        imported = server.client.post(
            "/api/debates/import", content=cut, headers={"content-type": "application/jsonl"}
        ).json()["debate_id"]
        second = server.start(models=SLOW)
        server.client.post(f"/api/debates/{second}/pause")
        until(lambda: not server.debate(second)["attended"], "the pause")
    with serving(tmp_path) as again:
        again.wait_ready()
        other = again.start()
        again.finished(other)
        assert again.debate(imported)["last_seq"] == 3
        assert again.debate(second)["view"]["status"] == "paused"


def test_a_debate_of_the_terminal_is_watched_in_the_browser(tmp_path: Path) -> None:
    """A debate that ``dissoi debate`` runs is listed as running and streamed with its tokens, and no server takes it
    over."""
    with serving(tmp_path) as server:
        server.wait_ready()
        with cli(
            tmp_path, "debate", "Cats should pay rent", "-m", "scripted:demo?delay_ms=2500&chunk=12", "--json"
        ) as process:
            item = until(
                lambda: next(
                    (i for i in server.client.get("/api/debates").json()["items"] if i["status"] == "running"), None
                ),
                "the debate",
            )  # fmt: skip
            assert item["attended"] and item["motion"] == "Cats should pay rent"
            with server.client.stream("GET", f"/api/debates/{item['debate_id']}/events") as response:
                found = list(happenings(response))
            out, err = process.communicate()
            assert process.returncode == 0, err
    log = [h["data"] for h in found if h["id"]]
    assert [e["seq"] for e in log] == [e["seq"] for e in json.loads(out)["events"]]
    assert any(h["data"].get("type") == "token" for h in found if h["event"] == "live")


def test_a_debate_of_the_browser_is_watched_in_the_terminal(tmp_path: Path) -> None:
    """``dissoi watch`` shows a server's debate from its beginning to its end, and leaves it alone."""
    with serving(tmp_path) as server:
        server.wait_ready()
        debate_id = server.start(models=SLOW)
        with cli(tmp_path, "watch", debate_id, "--jsonl") as process:
            out, err = process.communicate(timeout=100)
            assert process.returncode == 0, err
        events = [json.loads(line) for line in out.splitlines() if "debate_id" in line]
        assert [e["seq"] for e in events] == [e["seq"] for e in whole(server, debate_id)]


def test_owners_see_their_own_alone(tmp_path: Path) -> None:
    """A debate of somebody else and one that does not exist get the same answer on every route; lists, streams and
    votes keep to their owner."""
    with serving(tmp_path) as server:
        server.wait_ready()
        with cli(tmp_path, "token", "ana") as process:
            token = process.communicate()[0].strip().splitlines()[-1]
        mine = server.start()
        ana = {"authorization": f"Bearer {token}"}
        assert server.client.get("/api/session", headers=ana).json()["name"] == "ana"
        body = {"motion": "Dogs should pay rent", "models": "scripted:demo"}
        hers = server.client.post("/api/debates", json=body, headers=ana).json()["debate_id"]
        listed = [i["debate_id"] for i in server.client.get("/api/debates", headers=ana).json()["items"]]
        assert listed == [hers]
        for path in ("", "/meta", "/log", "/outline", "/events", "/export", "/graph", "/votes", "/shares"):
            foreign = server.client.get(f"/api/debates/{mine}{path}", headers=ana)
            unknown = server.client.get(f"/api/debates/{'0' * len(mine)}{path}", headers=ana)
            assert foreign.status_code == unknown.status_code == 404
            ours, theirs = foreign.json(), unknown.json()
            for document, name in ((ours, mine), (theirs, "0" * len(mine))):
                document.pop("request_id")
                document["detail"] = document["detail"].replace(name, "ID")
            assert ours == theirs
        for path in ("/pause", "/resume", "/stop", "/skip", "/retry", "/fork"):
            assert server.client.post(f"/api/debates/{mine}{path}", json={}, headers=ana).status_code in (404, 422)
        assert server.client.delete(f"/api/debates/{mine}", headers=ana).status_code == 404
        assert TOKEN not in "\n".join(server.lines) and token not in "\n".join(server.lines)
