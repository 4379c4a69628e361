"""Dockerfile, .dockerignore and compose.yaml: what they name exists, what they promise is asked for. No image is built
here: a machine of tests has no Docker. Not here: homes that cannot be written to (test_serve.py)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.web.kit import Server

ROOT = Path(__file__).resolve().parent.parent.parent
STEPS = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", "")


def steps(instruction: str) -> list[str]:
    return re.findall(rf"^{instruction} (.+)$", STEPS, re.MULTILINE)


@pytest.fixture
def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]["dissoi"]


def test_what_is_copied_exists_and_is_let_in() -> None:
    """Each file that a step copies from the tree is there, and .dockerignore, which lets in nothing else, names it."""
    let_in = re.findall(r"^!(.+)$", (ROOT / ".dockerignore").read_text("utf-8"), re.MULTILINE)
    copied = [path for step in steps("COPY") if "--from" not in step for path in step.split()[:-1]]
    assert len(copied) >= 8
    assert [path for path in copied if not (ROOT / path).exists()] == []
    assert [path for path in copied if path.rstrip("/") not in let_in and path.split("/")[0] not in let_in] == []


def test_what_is_installed_is_locked() -> None:
    """Every package comes with its hash: pip's are checked, npm's are those of the lock file."""
    fetched = [
        command for step in steps("RUN") for command in step.split("&&") if re.search(r"pip install|npm i", command)
    ]
    assert all("--require-hashes" in c or "--no-index" in c for c in fetched if "pip" in c)
    assert not any(re.search(r"npm (i|install)\b", command) for command in fetched)
    assert [image.split()[0] for image in steps("FROM")] == ["node:20-slim", "python:3.12-slim", "python:3.12-slim"]


def test_it_runs_as_nobody_special() -> None:
    """The last user is not root, and state lives in the volume."""
    assert steps("USER") == ["10001"]
    assert steps("VOLUME") == ["/data"]
    assert "DISSOI_HOME=/data" in steps("ENV")[-1]


def test_the_health_check_tells_a_server_from_none(server: Server) -> None:
    """The probe of the image ends with 0 where a server answers, and with something else where none does."""
    [check] = steps("HEALTHCHECK")
    program, *words = json.loads(check.partition("CMD ")[2])
    assert program == "python"

    def probe(port: int) -> int:
        environment = {"DISSOI_PORT": str(port), "http_proxy": "http://127.0.0.1:1"}
        return subprocess.run([sys.executable, *words], env=environment, capture_output=True).returncode

    assert probe(server.port) == 0
    assert probe(1) != 0


def test_compose_needs_a_token_and_stays_on_this_machine(compose: dict[str, Any]) -> None:
    """Without a token compose refuses and says where one goes; the port is open to this machine alone; a server that
    cannot start is not started for ever; keys are passed on, never written here."""
    token, *others = compose["environment"]
    assert re.fullmatch(r"DISSOI_TOKEN=\$\{DISSOI_TOKEN:\?.*\.env.*\}", token)
    assert [name for name in others if not re.fullmatch(r"[A-Z_]+", name)] == []
    assert all(port.startswith("127.0.0.1:") for port in compose["ports"])
    assert re.fullmatch(r"on-failure:\d", compose["restart"])
    assert compose["read_only"] is True and compose["volumes"] == ["data:/data"]
