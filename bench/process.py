"""Fresh processes: each measurement starts without another's modules, caches and memory. Not here: what is measured."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
_FOREIGN = ("DISSOI_", "OPENAI_", "LANGSMITH_", "LANGCHAIN_", "OTEL_")
_KEPT = ("DISSOI_LOCAL_MODEL",)  # where the weights are is not a setting of what is measured


def environment(**more: str) -> dict[str, str]:
    """This process's environment without settings of Dissoi, keys or tracing, which would be measured with it."""
    return {**{k: v for k, v in os.environ.items() if k in _KEPT or not k.startswith(_FOREIGN)}, **more}


def fresh(module: str, case: dict[str, Any], **more: str) -> dict[str, Any]:
    """Run ``python -m MODULE CASE`` and return the JSON document that it prints last. Raises ``RuntimeError``."""
    command = [sys.executable, "-m", module, json.dumps(case)]
    done = subprocess.run(command, cwd=ROOT, env=environment(**more), capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"python -m {module} failed:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])
