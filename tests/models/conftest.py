"""Fixtures of the tests of models."""

from __future__ import annotations

import pytest

from dissoi.models import patience


@pytest.fixture
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits between tries are of no length; that they are asked for is what counts."""
    monkeypatch.setattr(patience, "BASE", 0.0)
