"""What is installed: a wheel has the built page inside and serves it without Node.js; one without says so.

Not here: that a wheel has all modules (tests/test_house.py); what the page does (tests/browser).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import httpx
import pytest

from dissoi.web.routes.page import static_folder
from tests.web.kit import serving

ROOT = Path(__file__).resolve().parent.parent.parent
INDEX = '<!doctype html><title>Dissoi</title><script type="module" src="/assets/index-a1b2.js"></script>'
SCRIPT = "export const page = 'built';\n"


def tree(folder: Path, *, built: bool) -> Path:
    """A copy of what the package is made from, with a small page where ``built``."""
    folder.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder / name)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("static", "__pycache__"))
    if built:
        static = folder / "src" / "dissoi" / "web" / "static"
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text(INDEX, "utf-8")
        (static / "assets" / "index-a1b2.js").write_text(SCRIPT, "utf-8")
    return folder


def build(folder: Path, kind: str, out: Path) -> Path:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    [made] = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return made


def installed(folder: Path, out: Path) -> dict[str, str]:
    """An environment in which ``dissoi`` is the wheel of ``folder``, and no program is on the PATH: no Node.js."""
    with zipfile.ZipFile(build(folder, "wheel", out / "wheel")) as wheel:
        wheel.extractall(out / "site")
    empty = out / "bin"
    empty.mkdir()
    return {"PYTHONPATH": str(out / "site"), "PATH": str(empty)}


def test_a_wheel_serves_its_page_without_node(tmp_path: Path) -> None:
    """Every path of the page is the built file, and so is what a browser gets where an address leads nowhere; assets
    are served, and may be kept for ever by who has them."""
    environment = installed(tree(tmp_path / "tree", built=True), tmp_path)
    with serving(tmp_path, env=environment) as server:
        for path in ("/", "/history", "/settings", "/d/abc", "/d/abc/replay"):
            answer = httpx.get(server.address + path, trust_env=False)
            assert (answer.status_code, answer.text) == (200, INDEX), path
            assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        for path in ("/history/", "/nowhere", "/api/nowhere", "/ws/nowhere", "/assets/nowhere.js"):
            answer = httpx.get(server.address + path, trust_env=False, headers={"Accept": "text/html,*/*"})
            assert (answer.status_code, answer.text == INDEX) == (404, path in ("/history/", "/nowhere")), path
        answer = httpx.get(f"{server.address}/nowhere", trust_env=False)
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown.route")
        asset = httpx.get(f"{server.address}/assets/index-a1b2.js", trust_env=False)
        assert (asset.status_code, asset.text) == (200, SCRIPT)
        assert "immutable" in asset.headers["cache-control"]


def test_a_wheel_without_the_page_says_so(tmp_path: Path) -> None:
    """Built from a tree whose page was never made, it serves the API, and in place of the page one sentence on how to
    get it."""
    environment = installed(tree(tmp_path / "tree", built=False), tmp_path)
    with serving(tmp_path, env=environment) as server:
        answer = httpx.get(server.address, trust_env=False)
        assert answer.status_code == 503
        assert "make web" in answer.text
        assert server.client.get("/api").json()["name"] == "dissoi"


def test_a_source_archive_has_the_built_page(tmp_path: Path) -> None:
    """Who builds from a source archive needs no Node.js either."""
    archive = build(tree(tmp_path / "tree", built=True), "sdist", tmp_path / "out")
    with tarfile.open(archive) as held:
        names = {name.partition("/")[2] for name in held.getnames()}
    assert {"src/dissoi/web/static/index.html", "src/dissoi/web/static/assets/index-a1b2.js"} <= names


@pytest.fixture
def bundle() -> Path:
    """The page as ``make web`` built it here. Skips where it is not built; in CI that is a failure."""
    folder = static_folder()
    if not (folder / "index.html").is_file():
        missing = "the page is not built: make web"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    return folder


def test_the_built_page_is_whole_and_keeps_to_the_policy(bundle: Path) -> None:
    """All that the page's first file names is there and ours; there is no inline script or style in it, and no file of
    the build is a source map or anything else that nobody asks for."""
    text = (bundle / "index.html").read_text("utf-8")
    named = re.findall(r'(?:src|href)="([^"]+)"', text)
    assert len(named) >= 4
    assert [path for path in named if not (path.startswith("/") and (bundle / path[1:]).is_file())] == []
    assert not re.search(r"<style|style=|\son\w+=|<script(?![^>]*\ssrc=)", text)
    kinds = {path.suffix for path in bundle.rglob("*") if path.is_file()}
    assert kinds <= {".html", ".js", ".css", ".svg", ".json", ".woff2", ".png", ".webmanifest"}


def test_the_built_page_names_no_other_machine(bundle: Path) -> None:
    """No script or style of the page loads anything from elsewhere: addresses in it name XML's languages, or the pages
    that explain an error of a library."""
    known = re.compile(r"https?://(www\.w3\.org|react\.dev|tailwindcss\.com|radix-ui\.com|reactflow\.dev|github\.com)$")
    texts = [path.read_text("utf-8") for path in bundle.rglob("*") if path.suffix in (".js", ".css", ".html")]
    found = {address for text in texts for address in re.findall(r"https?://[A-Za-z0-9.-]+", text)}
    assert {address for address in found if not known.match(address)} == set()
    assert not any(re.search(r"url\(['\"]?https?:|@import", text) for text in texts)
