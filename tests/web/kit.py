"""A real server for tests: ``dissoi serve`` as a process, spoken to over HTTP. Not here: browsers (tests/browser)."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import httpx

TOKEN = "a-token-for-tests-only-0123456789"
PATIENCE = 60.0
"""Seconds after which something that a test waits for is taken never to come."""


class Server:
    """``dissoi serve`` on a free port, with its state in ``home``. ``client`` speaks as the host.

    ``terminal``: it talks to a terminal, as to a person.
    """

    def __init__(
        self, home: Path, *args: str, env: dict[str, str] | None = None, port: int = 0, terminal: bool = False
    ) -> None:
        self.home = home
        self.environment = {
            **{k: v for k, v in os.environ.items() if not k.startswith("DISSOI_")},
            "DISSOI_HOME": str(home), "DISSOI_TOKEN": TOKEN, "PYTHONUNBUFFERED": "1", **(env or {}),
        }  # fmt: skip
        ours, theirs = pty.openpty() if terminal else (None, subprocess.PIPE)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "dissoi", "serve", "--port", str(port), *args],
            env=self.environment, cwd=home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=theirs,
            text=True, start_new_session=True,
        )  # fmt: skip
        self.lines: list[str] = []
        pipes = [self.process.stdout, self.process.stderr]
        if ours is not None:
            os.close(theirs)
            pipes[1] = os.fdopen(ours)
        self._readers = [threading.Thread(target=self._read, args=(pipe,), daemon=True) for pipe in pipes]
        for reader in self._readers:
            reader.start()
        self.address = self._address()
        self.port = int(self.address.rsplit(":", 1)[1])
        self.client = httpx.Client(
            base_url=self.address, headers={"authorization": f"Bearer {TOKEN}"}, timeout=PATIENCE, trust_env=False
        )

    def _read(self, pipe: Any) -> None:
        with pipe, contextlib.suppress(OSError):  # how a terminal says that nobody holds its other end any more
            for line in pipe:
                self.lines.append(line.rstrip("\n"))

    def _address(self) -> str:
        def said() -> str | None:
            if self.process.poll() is not None:
                raise AssertionError(f"dissoi serve ended with {self.process.returncode}: {self.lines}")
            found = re.search(r"http://[\w.\[\]:]+:\d+", "\n".join(self.lines))
            return found[0] if found else None

        return until(said, "the server's address")

    def wait_ready(self) -> None:
        until(lambda: self.client.get("/ready").status_code == 200, "a ready server")

    def start(self, motion: str | None = "Cities should ban private cars", **setup: Any) -> str:
        """A debate by scripted models unless ``setup`` says otherwise; returns its id."""
        answer = self.client.post("/api/debates", json={"motion": motion, "models": "scripted:demo", **setup})
        assert answer.status_code == 201, answer.text
        return answer.json()["debate_id"]

    def debate(self, debate_id: str) -> dict[str, Any]:
        answer = self.client.get(f"/api/debates/{debate_id}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def finished(self, debate_id: str) -> dict[str, Any]:
        """The debate, once it has ended."""
        return until(lambda: (d := self.debate(debate_id))["view"]["status"] == "finished" and d, "the end")

    def cli(self, *args: str) -> subprocess.Popen[str]:
        """``dissoi`` beside the server, on the same state."""
        return subprocess.Popen(
            [sys.executable, "-m", "dissoi", *args], env=self.environment, cwd=self.home, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    def kill(self) -> None:
        """As a power cut does."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        for reader in self._readers:
            reader.join()


@contextlib.contextmanager
def serving(home: Path, *args: str, **more: Any) -> Generator[Server]:
    server = Server(home, *args, **more)
    try:
        yield server
    finally:
        server.close()


def until(look: Callable[[], Any], what: str, seconds: float = PATIENCE) -> Any:
    """What ``look`` returns once it is true. Looks ten times a second."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.1)
    raise AssertionError(f"{what} did not come within {seconds:.0f} s")


class Happening(dict[str, Any]):
    """One server-sent event: ``id`` (empty = none), ``event`` (empty = a durable one) and ``data``, read as JSON."""

    @property
    def seq(self) -> int:
        return int(self["id"] or 0)


def happenings(response: httpx.Response) -> Iterator[Happening]:
    """The events of a stream as they come; comments are left out."""
    fields: dict[str, str] = {}
    for line in response.iter_lines():
        if line.startswith(":"):
            continue
        if not line:
            if fields:
                yield Happening(id=fields.get("id", ""), event=fields.get("event", ""), data=json.loads(fields["data"]))
            fields = {}
            continue
        name, _, value = line.partition(": ")
        fields[name] = value
