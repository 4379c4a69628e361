"""A built page, a server and Chromium for the tests of a module; windows for each test."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Generator, Iterator

import pytest
from playwright.sync_api import Browser

from tests import chromium
from tests.browser.kit import ROOT, Windows
from tests.web.kit import Server, serving


@pytest.fixture(scope="session")
def page_is_built() -> None:
    """The page of these sources. Workers wait for one another; nothing is done when nothing has changed."""
    lock = os.open(ROOT / "web-ui", os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        subprocess.run([ROOT / "scripts" / "web", "build"], check=True)
    finally:
        os.close(lock)


@pytest.fixture(scope="module")
def server(page_is_built: None, tmp_path_factory: pytest.TempPathFactory) -> Generator[Server]:
    with serving(tmp_path_factory.mktemp("served"), "--live-debates", "50", "--streams", "50") as running:
        running.wait_ready()
        yield running


@pytest.fixture(scope="module")
def chrome() -> Iterator[Browser]:
    with chromium.browser() as browser:
        yield browser


@pytest.fixture
def windows(chrome: Browser) -> Generator[Windows]:
    """Closed at the end of the test, which fails if anything went wrong in one of them."""
    opened = Windows(chrome)
    yield opened
    opened.close()
