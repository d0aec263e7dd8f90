"""The tutorial: sheets to learn Kami on, and one for each kind of board (`lessons.toml`)."""

from puzzles.kami.rules.model import KamiLevel
from puzzles.library.lessons import lessons_beside

LESSONS, KINDS = lessons_beside(__file__)


def kinds(level: KamiLevel) -> tuple[str, ...]:
    """The KINDS that a level is of."""
    grid = level.board.grid
    signs = {
        "islands": grid.n > 0 and grid.graph.components().max() > 0,
        "final": level.board.final is not None,
        "graphs": grid.kind == "network",
    }
    return tuple(kind for kind, sign in signs.items() if sign)
