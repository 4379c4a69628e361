"""The examples run as they stand, on a machine without keys."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))
LAST_LINES = {
    "first_debate.py": "<Result ",
    "read_a_log.py": "# Museums should be free",
    "two_models.py": "The winner: ",
}


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_example(path: Path, tmp_path: Path) -> None:
    """Each example ends well, says nothing on stderr, and prints what it is for."""
    done = subprocess.run(
        [sys.executable, str(path)], capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith(LAST_LINES[path.name])
