"""The committed OpenAPI and the server agree: whatever Schemathesis sends, nothing is a bug, and each answer is one
that the document tells of, in status, kind and shape.

Only scripted models can be called: there are no keys, no network, and the default is scripted. Not here: input that is
odd on purpose (``test_bad_input.py``).
"""

from __future__ import annotations

import os
from collections.abc import Generator
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dissoi.engine.branch import resealed
from dissoi.export import jsonl
from dissoi.record.events import parse_line
from tests.web.kit import TOKEN, Server, serving

ROOT = Path(__file__).parents[2]
CHECKS = [
    not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance,
    response_headers_conformance,
]  # fmt: skip
EXAMPLES = 12
"""Of each operation and each of the two tests; more find more, see SCHEMATHESIS_EXAMPLES."""
NOWHERE = "http://127.0.0.1:9"


@schemathesis.serializer("application/jsonl")
def lines(_: Any, value: Any) -> bytes:
    """A log is text, whatever is in it."""
    return str(value).encode("utf-8", "backslashreplace")


schema: Any = schemathesis.openapi.from_path(ROOT / "docs" / "openapi.json")
limits = settings(
    max_examples=int(os.environ.get("SCHEMATHESIS_EXAMPLES", EXAMPLES)),
    derandomize=bool(os.environ.get("CI")),
    phases=[Phase.explicit, Phase.generate],  # a smaller example is not worth the minutes here
    suppress_health_check=list(cast("Any", HealthCheck)),
)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    """A server that can reach nothing: what is asked of it costs nobody anything."""
    env = {
        "DISSOI_MODEL": "scripted:demo", "HTTP_PROXY": NOWHERE, "HTTPS_PROXY": NOWHERE, "PIP_INDEX_URL": NOWHERE,
        "OLLAMA_HOST": NOWHERE,
    }  # fmt: skip
    with serving(tmp_path_factory.mktemp("fuzzed"), "--live-debates", "2", env=env) as server:
        server.wait_ready()
        yield server
        assert "Traceback" not in "\n".join(server.lines), server.lines


def call(case: Any, server: Server) -> None:
    """Send it as the host, and hold the answer to the document."""
    headers = {"Authorization": f"Bearer {TOKEN}"}
    case.call_and_validate(base_url=server.address, headers=headers, checks=CHECKS, timeout=30)


@schema.parametrize()
@limits
def test_every_operation_answers_as_documented(case: Any, fuzzed: Server) -> None:
    """Whatever is sent to an operation, on debates that there mostly are not, gets an answer that the document tells
    of."""
    call(case, fuzzed)


def brought(server: Server, debate_id: str) -> None:
    """A debate that has ended, under this id."""
    log = [parse_line(line) for line in (ROOT / "tests/golden/nround.jsonl").read_bytes().splitlines()]
    content = jsonl.render(resealed(debate_id, [e.event for e, _ in log], [e.at for e, _ in log]))
    answer = server.client.post(
        "/api/debates/import", content=content.encode(), headers={"content-type": "application/jsonl"}
    )
    assert answer.status_code in (201, 409), answer.text


@schema.include(path_regex=r"\{debate_id\}").parametrize()
@limits
def test_every_operation_on_a_debate_answers_as_documented(case: Any, fuzzed: Server) -> None:
    """The same on a debate that is there and has ended, brought back whenever it is deleted."""
    brought(fuzzed, "golden-one")
    case.path_parameters["debate_id"] = "golden-one"
    call(case, fuzzed)


def test_no_model_but_scripted_ones_was_called(fuzzed: Server) -> None:
    """None of the debates that were started by all this had another model."""
    cursor: dict[str, str] = {}
    while True:
        page = fuzzed.client.get("/api/debates", params={"limit": "200", **cursor}).json()
        for item in page["items"]:
            assert all(name.startswith("scripted:") for name in item["lineup"].values()), item
        if page["next"] is None:
            return
        cursor = {"cursor": page["next"]}
