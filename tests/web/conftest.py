"""One server for all tests of a module that change nothing of each other's debates."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.web.kit import Server, serving


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    with serving(tmp_path_factory.mktemp("served"), "--live-debates", "50", "--streams", "50") as running:
        running.wait_ready()
        yield running
