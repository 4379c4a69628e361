"""The browser that tests use: Debian's Chromium, else Playwright's own. ``make test`` installs one (scripts/system).

Where there is none, its tests are skipped; in CI that is a failure, so that nobody takes silence for success. A session
of Playwright's sync API holds the thread's event loop: open one per module at most, and let no async test share it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

ARGS = (
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip
NAMES = ("chromium", "chromium-browser", "google-chrome")


def executable(playwright: Playwright) -> str:
    """Where Chromium is. Skips the test, or fails it in CI, where there is none."""
    found = next(filter(None, map(shutil.which, NAMES)), None) or playwright.chromium.executable_path
    if not Path(found).is_file():
        missing = "no Chromium on this machine: make setup"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return found


@contextlib.contextmanager
def browser() -> Iterator[Browser]:
    """A headless Chromium that asks nothing of any other machine by itself."""
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=executable(playwright), args=list(ARGS))
        try:
            yield opened
        finally:
            opened.close()
