"""Logic puzzles in the terminal, with solvers that prove their answers.

    import puzzles

    print(puzzles.solve("kami/first-folds/1").headline)

What the command does, a program can do: `load`, `load_all`, `solve`, `count`, `ways`,
`count_ways`, `generate`, `render`; `game` plays, and `answer` answers what it asks. They are
documented in `puzzles.api`, and loaded when first used.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from puzzles.api import (
        Game,
        Position,
        Way,
        answer,
        count,
        count_ways,
        game,
        generate,
        load,
        load_all,
        render,
        solve,
        ways,
    )

__version__ = "1.2.0"
__all__ = [
    "Game",
    "Position",
    "Way",
    "answer",
    "count",
    "count_ways",
    "game",
    "generate",
    "load",
    "load_all",
    "render",
    "solve",
    "ways",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'puzzles' has no attribute {name!r}")
    from puzzles import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
