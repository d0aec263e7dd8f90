"""Children can do the tasks of `tasks.py`, too."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def with_tasks(monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
