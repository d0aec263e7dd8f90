"""Every directory the program reads or writes; each can be moved by an environment variable."""

import os
from functools import partial
from pathlib import Path


def shipped_levels() -> Path:
    """The packs that come with the program: inside the wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "levels"
    return inside if inside.is_dir() else package.parents[1] / "levels"


def _directory(kind: str, *of: str) -> Path:
    moved = os.environ.get(f"PUZZLES_{kind.upper()}_DIR")
    if moved:
        return Path(moved)
    import platformdirs  # which is not there where the manual is made, in an empty environment

    return Path(getattr(platformdirs, f"user_{kind}_path")(*of))


# PUZZLES_DATA_DIR moves the first, and so on.
data = partial(_directory, "data", "puzzles")  # the player's own packs, and those set aside
state = partial(_directory, "state", "puzzles")  # saved games
config = partial(_directory, "config", "puzzles")  # settings
cache = partial(_directory, "cache", "puzzles")  # files that can be made again at any time
pictures = partial(_directory, "pictures")  # that the player saves


def own_levels() -> Path:
    """The player's own packs."""
    return data() / "levels"


def kernels() -> Path:
    """Compiled code of solvers."""
    return cache() / "kernels"
