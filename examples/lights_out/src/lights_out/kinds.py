"""What is new about boards with gaps."""

from puzzles.core.facets import Lesson
from puzzles.grids.symbols import SymbolLevel

KINDS = {
    "gaps": Lesson(
        {"title": "Gaps", "board": "*.*", "par": 2},
        "Where there is no light, a press goes no further.",
        ("a1", "c1"),
    ),
}


def kinds(level: SymbolLevel) -> tuple[str, ...]:
    grid = level.grid
    return ("gaps",) if grid.n < grid.rows * grid.cols else ()
