"""Children can do the tasks of `tasks.py`, too, and know the puzzle of `slowly.py`."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from compiling_anew import reread

from puzzles.library import registry
from puzzles.library.catalogue import library

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def with_tasks(monkeypatch, compiled_children):
    monkeypatch.setenv("PYTHONPATH", str(HERE))


@pytest.fixture
def nothing_compiled(tmp_path, monkeypatch):
    """A new player's machine; where compiled kernels will lie."""
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "kernels"


@pytest.fixture
def slowly(tmp_path, monkeypatch, nothing_compiled):
    """The level of the puzzle that is slow as plain Python, installed here and for children."""
    installed = tmp_path / "installed"
    info = installed / "slowly-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: slowly\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[puzzles.plugins]\nslowly = slowly:slowly\n")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(map(str, (HERE, installed))))
    monkeypatch.syspath_prepend(installed)
    reread()
    registry.plugins.cache_clear()
    yield library().named("slowly/lights/two")
    registry.plugins.cache_clear()
    reread()
