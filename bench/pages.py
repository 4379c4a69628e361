"""The page in a real browser: speeches that stream side by side, a debate of 500 turns, the weight of the code.

Needs Chromium, Playwright and the built page (``make web``). The browser, the server and the measuring share the cores.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bench.hall import TOKEN
from bench.process import ROOT
from bench.report import Figure, Section, figure
from bench.viewers import hall

ARGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
        "--disable-component-update", "--disable-sync")  # fmt: skip
WATCH = """() => {
  window.frames_ = []; window.long_ = [];
  const tick = (at) => { window.frames_.push(at); requestAnimationFrame(tick); };
  requestAnimationFrame(tick);
  new PerformanceObserver((list) => { for (const e of list.getEntries()) window.long_.push(e.duration); })
    .observe({ type: "longtask", buffered: false });
}"""
TAKEN = "() => ({ frames: window.frames_, long: window.long_ })"
SCROLL = """async () => {
  const box = document.querySelector("[data-scroller]") ?? document.scrollingElement;
  box.scrollTop = 0;
  window.frames_ = []; window.long_ = [];
  const end = box.scrollHeight - box.clientHeight, step = 60;
  await new Promise((done) => {
    const go = () => {
      box.scrollTop += step;
      box.scrollTop + 2 >= Math.min(end, 300 * step) ? done() : requestAnimationFrame(go);
    };
    requestAnimationFrame(go);
  });
  return { frames: window.frames_, long: window.long_ };
}"""


@contextmanager
def browser() -> Iterator[Any]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=list(ARGS))
        try:
            yield chromium
        finally:
            chromium.close()


def opened(chromium: Any, port: int) -> Any:
    """A page that is signed in, with the size of a usual window."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, base_url=f"http://127.0.0.1:{port}")
    answer = context.request.post("/api/session", data={"token": TOKEN})
    assert answer.ok, answer.text()
    return context.new_page()


def rate(taken: dict[str, Any]) -> float:
    """Frames a second."""
    frames = taken["frames"]
    return 1000 * (len(frames) - 1) / (frames[-1] - frames[0])


def streaming(chromium: Any, *, seconds: float) -> tuple[float, float]:
    """Frames a second and the longest task in ms, while four speeches are made at once below 60 stored ones."""
    case = {"feed": 0, "debates": 1, "model": "scripted:demo", "turns": 60, "speakers": 4, "tokens": 200}
    with hall(**case, seconds=seconds) as (told, server):
        page = opened(chromium, told["port"])
        page.goto(f"/d/{told['ids'][0]}")
        page.wait_for_selector("[aria-busy=true]")
        page.wait_for_timeout(2000)
        page.evaluate(WATCH)
        assert server.stdin and server.stdout
        server.stdin.write("go\n")
        server.stdin.flush()
        server.stdout.readline()
        taken = page.evaluate(TAKEN)
        shown = page.evaluate("() => document.body.innerText.length")
        assert shown > 10_000, "the page shows no streamed text"
        page.context.close()
    return rate(taken), max(taken["long"], default=0.0)


def long(chromium: Any) -> tuple[float, float, float]:
    """Milliseconds until a debate of 500 turns can be read, frames a second while it is scrolled, longest task."""
    case = {"feed": 0, "debates": 1, "model": "scripted:demo", "turns": 500, "speakers": 1, "tokens": 1, "seconds": 1}
    with hall(**case) as (told, _):
        page = opened(chromium, told["port"])
        page.goto("/settings")  # the code is loaded and compiled, as on any visit but the first
        page.goto(f"/d/{told['ids'][0]}", wait_until="commit")
        page.wait_for_function("() => document.body.innerText.includes('Point 499.')")
        usable = page.evaluate("() => performance.now()")
        page.wait_for_timeout(3000)
        page.evaluate(WATCH)
        taken = page.evaluate(SCROLL)
        page.context.close()
    return usable, rate(taken), max(taken["long"], default=0.0)


def weight() -> float:
    """Kilobytes of code, compressed, before a live debate can be used."""
    done = subprocess.run(["npm", "run", "--silent", "size"], cwd=ROOT / "web-ui", capture_output=True, text=True)
    found = re.search(r"([\d.]+) kB  before a live debate", done.stdout)
    assert found, done.stdout + done.stderr
    return float(found[1])


def measure(*, quick: bool) -> Section:
    times = 1 if quick else 3
    with browser() as chromium:
        streams = [streaming(chromium, seconds=3 if quick else 8) for _ in range(times)]
        longs = [long(chromium) for _ in range(times)]
    best = max(fps for fps, _ in streams)
    scrolled = max(fps for _, fps, _ in longs)
    return Section(
        "Page",
        "Headless Chromium against the server of the section above. Four speeches at once, 200 tokens a second each,"
        " below 60 stored ones; a debate of 500 turns (100,000 words of Markdown), opened and scrolled by 60 pixels a"
        " frame.",
        [
            Figure("four streams: frames a second", best, "", bar=50, at_least=True),
            figure(
                "four streams: longest task (0: none of 50 ms or more)", [task for _, task in streams], "ms", bar=100
            ),
            figure("500 turns: until the last can be read", [usable for usable, _, _ in longs], "ms", bar=1000),
            Figure("500 turns: frames a second while scrolling", scrolled, "", bar=55, at_least=True),
            figure(
                "500 turns: longest task while scrolling (0: none of 50 ms or more)",
                [task for _, _, task in longs],
                "ms",
            ),
            Figure("code before a live debate can be used, gzip", weight(), "kB", bar=200),
        ],
    )
