"""Every directory the program reads or writes; each can be moved by an environment variable."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

_APP = "puzzles"


def shipped_levels() -> Path:
    """The packs that come with the program: inside the wheel, or at the top of a checkout."""
    package = Path(__file__).resolve().parents[1]
    inside = package / "levels"
    return inside if inside.is_dir() else package.parents[1] / "levels"


def data() -> Path:
    """The player's own packs (`levels/` in it); PUZZLES_DATA_DIR moves it."""
    return _directory("PUZZLES_DATA_DIR", platformdirs.user_data_path(_APP))


def state() -> Path:
    """Saved games; PUZZLES_STATE_DIR moves it."""
    return _directory("PUZZLES_STATE_DIR", platformdirs.user_state_path(_APP))


def config() -> Path:
    """Settings; PUZZLES_CONFIG_DIR moves it."""
    return _directory("PUZZLES_CONFIG_DIR", platformdirs.user_config_path(_APP))


def cache() -> Path:
    """What can be made again at any time; PUZZLES_CACHE_DIR moves it."""
    return _directory("PUZZLES_CACHE_DIR", platformdirs.user_cache_path(_APP))


def guest() -> bool:
    """Whether the player is a visitor from elsewhere, who may not reach any files of this machine
    (PUZZLES_GUEST, as `puzzles serve` sets it)."""
    return bool(os.environ.get("PUZZLES_GUEST"))


def _directory(variable: str, default: Path) -> Path:
    return Path(os.environ.get(variable) or default)
