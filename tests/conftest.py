"""What all tests share: directories of their own, and nothing remembered between them."""

from __future__ import annotations

import pytest
from hypothesis import settings

from puzzles.core import registry
from puzzles.core.library import library

settings.register_profile("puzzles", deadline=None)
settings.load_profile("puzzles")


@pytest.fixture(autouse=True)
def own_directories(tmp_path_factory, monkeypatch):
    """No test reads or writes the real data, state or config directory; returns their parent.

    The tutorials have been seen.
    """
    home = tmp_path_factory.mktemp("home")
    (home / "state").mkdir()
    (home / "state" / "memory.json").write_text('{"seen": ["kami", "flow"]}')
    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(home / name.lower()))
    for variable in ("NO_COLOR", "FORCE_COLOR", "PYTHONPATH"):
        monkeypatch.delenv(variable, raising=False)
    library.cache_clear()
    yield home
    library.cache_clear()
    registry.plugins.cache_clear()
