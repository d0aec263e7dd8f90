"""Every directory the program reads or writes; each can be moved by an environment variable."""

from __future__ import annotations

import os
from pathlib import Path


def shipped_levels() -> Path:
    """The packs that come with the program: inside the wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "levels"
    return inside if inside.is_dir() else package.parents[1] / "levels"


def data() -> Path:
    """The player's own packs, and those set aside; PUZZLES_DATA_DIR moves it."""
    return _directory("data")


def own_levels() -> Path:
    """The player's own packs."""
    return data() / "levels"


def state() -> Path:
    """Saved games; PUZZLES_STATE_DIR moves it."""
    return _directory("state")


def config() -> Path:
    """Settings; PUZZLES_CONFIG_DIR moves it."""
    return _directory("config")


def cache() -> Path:
    """Files that can be made again at any time; PUZZLES_CACHE_DIR moves it."""
    return _directory("cache")


def kernels() -> Path:
    """Compiled code of solvers."""
    return cache() / "kernels"


def pictures() -> Path:
    """Pictures that the player saves; PUZZLES_PICTURES_DIR moves it."""
    import platformdirs

    moved = os.environ.get("PUZZLES_PICTURES_DIR")
    return Path(moved) if moved else platformdirs.user_pictures_path()


def _directory(kind: str) -> Path:
    moved = os.environ.get(f"PUZZLES_{kind.upper()}_DIR")
    if moved:
        return Path(moved)
    import platformdirs  # which is not there where the manual is made, in an empty environment

    return Path(getattr(platformdirs, f"user_{kind}_path")("puzzles"))
