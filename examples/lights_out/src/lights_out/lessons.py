"""The tutorial: three boards to learn Lights Out on, and one with gaps."""

from puzzles.core.results import Lesson
from puzzles.grids.symbols import SymbolLevel

LESSONS = (
    Lesson(
        {"title": "One press", "board": "-*-\n***\n-*-", "par": 1},
        "A press turns a light and its four neighbours. Go to the middle with the arrows and "
        "press enter; or click it.",
        ("b2",),
    ),
    Lesson(
        {"title": "At the rim", "board": "**-\n*-*\n-**", "par": 2},
        "In a corner a press turns three lights, at a side four. Two presses are enough here.",
        ("a1", "c3"),
    ),
    Lesson(
        {"title": "In any order", "board": "--*\n**-\n---", "par": 2},
        "Where presses overlap, a light is turned twice, and stays as it was. The order of "
        "presses makes no difference.",
        ("a1", "b1"),
    ),
)


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
