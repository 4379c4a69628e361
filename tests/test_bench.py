"""The benchmark runs and writes its page. What it measures is judged by people, not by tests: no test knows a time."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_benchmark_writes_a_page_with_figures_bars_and_verdicts(tmp_path: Path) -> None:
    """``python -m bench --quick --only prompts -o FILE`` says where it ran, and every row has its five cells; prompts
    are the one part that no machine can make slow, so all their bars hold."""
    page = tmp_path / "results.md"
    command = [sys.executable, "-m", "bench", "--quick", "--only", "prompts", "-o", str(page)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=110)
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Measurements\n") and "Load average" in text and "## Prompts" in text
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    assert len(rows) == 7 and all(len(row.split("|")) == 7 for row in rows)
    assert re.search(r"\*\*(\d+) of \1 bars hold\.\*\*", text), text
