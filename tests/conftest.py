"""What all tests share: directories of their own, and nothing remembered between them."""

from __future__ import annotations

import os
import signal

import pytest
from hypothesis import settings

from puzzles.library import locations, registry
from puzzles.library.catalogue import library
from puzzles.player.memory import Memory

# Where the tests run in the background, an interrupt may be ignored, and every process they start
# inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Compiled kernels are shared with all that the tests start, wherever that has its home.
os.environ["PUZZLES_CACHE_DIR"] = str(locations.cache())

settings.register_profile("puzzles", deadline=None)
settings.load_profile("puzzles")


@pytest.fixture(autouse=True)
def own_directories(tmp_path_factory, monkeypatch):
    """No test reads or writes the real data, state or config directory; returns their parent."""
    home = tmp_path_factory.mktemp("home")
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(home / name.lower()))
    monkeypatch.setenv("COLORTERM", "truecolor")
    for variable in ("NO_COLOR", "FORCE_COLOR", "PYTHONPATH"):
        monkeypatch.delenv(variable, raising=False)
    library.cache_clear()
    yield home
    library.cache_clear()
    registry.plugins.cache_clear()


@pytest.fixture
def own_levels(own_directories, monkeypatch):
    """The player's folder of levels, empty; the levels that ship are out of the way."""
    folder = own_directories / "data" / "levels"
    folder.mkdir(parents=True)
    monkeypatch.setattr("puzzles.library.locations.shipped_levels", lambda: folder / "none")
    return folder


@pytest.fixture
def lessons_seen(own_directories):
    """The player has seen all tutorials: levels open at once."""
    memory = Memory()
    for puzzle in registry.plugins()[0]:
        memory.see(puzzle)
