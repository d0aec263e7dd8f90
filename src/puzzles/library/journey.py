"""The journey: a way through the levels that ship for somebody new, one after the other.

It is a list of names beside the packs. Nothing on it is locked; each new kind of board comes first
where it is easy, and with its lesson.
"""

from __future__ import annotations

from collections.abc import Container
from functools import cache

from puzzles.library import locations


@cache
def journey() -> tuple[str, ...]:
    """The names of its levels, `puzzle/pack/title`, in order; none if no list ships."""
    file = locations.shipped_levels() / "journey.names"
    return tuple(file.read_text(encoding="ascii").split()) if file.exists() else ()


def stage(solved: Container[str]) -> str | None:
    """The first level on it that is not `solved`, by name; None at its end."""
    return next((name for name in journey() if name not in solved), None)
