"""Has this process look anew at what there is to compile, as a new one would."""

from __future__ import annotations

from puzzles.running import compile_state


def reread() -> None:
    """Forget what sources and settings said, and which files were checked."""
    for thing in list(vars(compile_state).values()):
        if hasattr(thing, "cache_clear"):
            thing.cache_clear()
    compile_state._checked.clear()
