"""What every test gets: a home of its own, no keys, and Hypothesis profiles. Not here: fixtures of one room."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Derandomised in CI, so that a red build can be built again; a developer's runs look for new examples.
settings.register_profile("here", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# A shell that starts its jobs in the background ignores Ctrl-C for them, and so would every process that a test starts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

FOREIGN = ("DISSOI_", "OPENAI_", "ANTHROPIC_", "GOOGLE_", "AZURE_OPENAI_", "GEMINI_", "OLLAMA_", "LANGSMITH_", "OTEL_")


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No test sees the state, settings or keys of whoever runs it, so none can spend money or change a real debate."""
    for name in list(os.environ):
        if name.startswith(FOREIGN):
            monkeypatch.delenv(name)
    path = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("DISSOI_HOME", str(path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(path / "config"))
    return path
