"""Pictures of every screen, for people to look at: ``python -m tests.browser.shots FOLDER [PART OF A NAME]``.

Light and dark, wide and on a phone, of the page as it is built. No test.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests import chromium
from tests.browser.kit import WIDTHS, Windows
from tests.browser.screens import SCREENS, make
from tests.web.kit import serving


def take(folder: Path, part: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home, serving(Path(home)) as server, chromium.browser() as browser:
        server.wait_ready()
        debates = make(server)
        windows = Windows(browser)
        for width, viewport in WIDTHS.items():
            page = windows.person(server, viewport=viewport).new_page()
            for name, show in SCREENS.items():
                if part not in name:
                    continue
                page.emulate_media(color_scheme="light")
                show(page, debates)
                for theme in ("light", "dark"):
                    page.emulate_media(color_scheme=theme)
                    page.locator(f"html[data-theme={theme}]").wait_for()
                    file = f"{name.replace(', ', '-').replace(' ', '-')}.{theme}.{width}.png"
                    page.screenshot(path=folder / file)
                    print(folder / file)


if __name__ == "__main__":
    take(Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "")
