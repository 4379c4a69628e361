"""Laws of ``dissoi serve`` and ``dissoi token``: what is refused before, what is said, and how it ends."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from dissoi.settings import Settings
from dissoi.web.serving import address
from tests.cli.conftest import environment
from tests.web.kit import Server, serving, until

SLOW = "scripted:demo?delay_ms=4000&chunk=2"


def dissoi(
    home: Path, *args: str, prefix: tuple[str, ...] = (), env: dict[str, str] | None = None
) -> tuple[int, str, str]:
    """Run a command that ends by itself: code, standard output, standard error."""
    command = [*prefix, sys.executable, "-m", "dissoi", *args]
    around = environment(home, **(env or {}))
    done = subprocess.run(command, env=around, cwd=home, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("args", "env", "words"),
    [
        (("--host", "0.0.0.0"), {}, "error[config]: 0.0.0.0 can be reached from other machines"),
        (("--host", "::"), {}, "error[config]: :: can be reached from other machines"),
        (("--host", "0.0.0.0"), {"DISSOI_TOKEN": "short"}, "error[config]: DISSOI_TOKEN has fewer than 16"),
        ((), {"DISSOI_TOKEN": "short"}, "error[config]: DISSOI_TOKEN has fewer than 16"),
        (("--host", "host.invalid"), {}, "error[config]: 'host.invalid' is no address of this machine."),
        (("--host", "192.0.2.55"), {}, "error[config]: 192.0.2.55:0 cannot be listened on"),
        (("--port", "70000"), {}, "error[config]: --port must be a whole number from 0 to 65,535"),
        (("--allow-host", "https://x.example/"), {}, "error[config]: --allow-host must list host names"),
        ((), {"DISSOI_DATABASE_URL": "sqlite:////dev/null/dissoi.db"}, "error[store]: The database"),
    ],
)
def test_what_cannot_be_served(home: Path, args: tuple[str, ...], env: dict[str, str], words: str) -> None:
    """What cannot be served as the settings have it is one sentence, with a hint where one helps, and exit code 2."""
    if "::" in args and not socket.has_ipv6:
        pytest.skip("this machine has no IPv6")
    code, out, err = dissoi(home, "serve", "--port", "0", *args, env=env)
    assert (code, out) == (2, "")
    assert err.startswith(words)
    assert len(err.splitlines()) <= 2
    assert "short" not in err


def test_a_taken_port(home: Path) -> None:
    """A port that is taken is one sentence with exit code 2."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, _, err = dissoi(home, "serve", "--port", str(port))
    assert (code, err.splitlines()[0]) == (2, f"error[usage]: Something else listens on 127.0.0.1:{port}.")


def test_a_home_that_may_not_be_written(home: Path) -> None:
    """With a home that is read-only, serving is refused in one sentence with exit code 2, not tried again and again."""
    assert dissoi(home, "token", "ana")[0] == 0  # makes the database
    prefix: tuple[str, ...] = ()
    if os.geteuid() == 0:  # root may write everywhere, unless it gives that right up
        if shutil.which("setpriv") is None:
            pytest.skip("root cannot be kept from writing without setpriv")
        rights = "-dac_override,-dac_read_search"
        prefix = ("setpriv", f"--bounding-set={rights}", f"--inh-caps={rights}")
    files = (home, *home.glob("dissoi.db*"))
    for path in files:
        path.chmod(path.stat().st_mode & ~0o222)
    try:
        code, _, err = dissoi(home, "serve", "--port", "0", prefix=prefix)
    finally:
        for path in files:
            path.chmod(path.stat().st_mode | 0o200)
    assert code == 2
    assert err.startswith(f"error[store]: The database {home / 'dissoi.db'}")
    assert len(err.splitlines()) == 2


def test_a_signal_lets_it_leave(home: Path) -> None:
    """SIGTERM ends the streams and the server with exit code 0; its debates are unfinished, not paused, and the next
    server goes on with them."""
    with serving(home) as server:
        server.wait_ready()
        debate_id = server.start(models="scripted:demo?delay_ms=10")
        with server.client.stream("GET", f"/api/debates/{debate_id}/events") as response:
            lines = response.iter_lines()
            assert next(line for line in lines if "turn.published" in line)
            server.process.send_signal(signal.SIGTERM)
            assert sum(1 for _ in lines) > 0  # the stream ends whole: an answer that is cut off raises
        assert server.process.wait(30) == 0
        assert "Stopping after the running steps (again to quit now)." in server.lines
    with serving(home) as server:
        view = server.finished(debate_id)["view"]
        assert view["outcome"] != "stopped"


def test_two_signals_end_it(home: Path) -> None:
    """The second signal ends the server at once, with exit code 130, in the middle of a step."""
    with serving(home) as server:
        server.wait_ready()
        server.start(models=SLOW)
        server.process.send_signal(signal.SIGINT)
        until(lambda: any(line.startswith("Stopping") for line in server.lines), "the first signal")
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(30) == 130


def test_tickets_are_for_people(home: Path) -> None:
    """On a terminal the address signs in whoever opens it; into a pipe, the log of a service, no secret is written."""
    with serving(home) as server:
        server.wait_ready()
        assert not any("ticket" in line for line in server.lines)
        assert "To sign in: dissoi token --host" in server.lines
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "dissoi", "serve", "--port", "0"]
    process = subprocess.Popen(command, env=environment(home), cwd=home, stderr=theirs, stdin=subprocess.DEVNULL)
    os.close(theirs)
    said = ""
    try:
        while "Ctrl-C" not in said:
            said += os.read(ours, 4096).decode()
        url, _, ticket = said.split("Dissoi is at ")[1].split()[0].partition("#ticket=")
        answer = httpx.post(f"{url}api/session", json={"ticket": ticket}, trust_env=False)
        assert answer.json()["host"] is True
        assert ticket not in answer.headers["set-cookie"]
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0
        os.close(ours)


def test_a_door_with_a_lock_may_be_open(home: Path) -> None:
    """Once there is a token, the server may listen on all addresses; it says where others reach it, and answers
    addresses and its names alone."""
    code, out, _ = dissoi(home, "token", "ana")
    assert code == 0
    server = Server(home, "--host", "0.0.0.0", "--allow-host", "debates.example.org", env={"DISSOI_TOKEN": ""})
    try:
        url = f"http://127.0.0.1:{server.port}/api/session"
        bearer = {"Authorization": f"Bearer {out.strip()}"}
        for host, status in (("debates.example.org", 200), ("10.0.0.9", 200), ("evil.example", 421)):
            assert httpx.get(url, headers={**bearer, "Host": host}, trust_env=False).status_code == status
        assert any("is not encrypted" in line for line in server.lines)
    finally:
        server.close()
    assert server.process.returncode == 0


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("[::1]", "[::1]"), ("box.local", "box.local")],
)
def test_addresses_can_be_opened(host: str, expected: str) -> None:
    """The address that is shown is one that a browser takes."""
    assert address(Settings(host=host, port=80)) == f"http://{expected}:80/"


def test_no_wildcard_is_shown() -> None:
    """A server on all addresses shows one that can be opened."""
    assert "0.0.0.0" not in address(Settings(host="0.0.0.0")) and "[::]" not in address(Settings(host="::"))


# --- tokens


def test_tokens_come_and_go(home: Path) -> None:
    """A token is printed once, alone, on standard output; the list has it without its secret; once it is revoked it is
    not there."""
    code, out, err = dissoi(home, "token", "Ana", "--days", "3")
    assert (code, len(out.strip())) == (0, 43)
    assert out.strip() not in err
    made = json.loads(dissoi(home, "token", "--host", "--json")[1])
    assert made["expires_at"] is None
    listed = json.loads(dissoi(home, "token", "--list", "--json")[1])["tokens"]
    assert [(t["owner"], t["name"], t["expires_at"] is None) for t in listed] == [
        ("ana", "ana", False),
        ("", "host", True),
    ]
    table = dissoi(home, "token", "--list")[1]
    assert "ana" in table and out.strip() not in table and made["token"] not in table
    assert dissoi(home, "token", "--revoke", "1")[0] == 0
    assert [t["owner"] for t in json.loads(dissoi(home, "token", "--list", "--json")[1])["tokens"]] == [""]
    assert dissoi(home, "token", "--revoke", "1")[0] == 2


@pytest.mark.parametrize("args", [("",), ("host",), ("web.1",), ("a b",), ("x" * 33,), ("-",), (), ("ana", "--host")])
def test_names_that_no_owner_may_have(home: Path, args: tuple[str, ...]) -> None:
    """No owner is called as the host or a visitor is, or in a way that cannot be read; nothing to do is an error."""
    code, out, err = dissoi(home, "token", *args)
    assert (code, out) == (2, "") and err.startswith("error[usage]: ")


def test_only_serving_imports_the_web(home: Path) -> None:
    """Making tokens and asking for help import no web framework."""
    for args in (["token", "--list"], ["serve", "--help"]):
        command = [sys.executable, "-X", "importtime", "-m", "dissoi", *args]
        done = subprocess.run(command, env=environment(home), capture_output=True, text=True, timeout=60, check=True)
        assert "dissoi.cli" in done.stderr and "fastapi" not in done.stderr and "uvicorn" not in done.stderr
