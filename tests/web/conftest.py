"""One server for all tests of a module that change nothing of each other's debates; the application in this process,
with a house of its own, for each test that asks for it."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest

from tests.web.kit import Server, serving
from tests.web.town import HOST_TOKEN, Town


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    with serving(tmp_path_factory.mktemp("served"), "--live-debates", "50", "--streams", "50") as running:
        running.wait_ready()
        yield running


@pytest.fixture
async def town(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Town]:
    monkeypatch.setenv("DISSOI_TOKEN", HOST_TOKEN)
    town = Town(tmp_path)
    yield town
    await town.session.aclose()
