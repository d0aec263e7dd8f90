"""The tutorial: boards to learn Flow on, and one for each kind of board (`lessons.toml`)."""

from puzzles.flow.rules.model import FlowLevel
from puzzles.library.lessons import lessons_beside

LESSONS, KINDS = lessons_beside(__file__)


def kinds(level: FlowLevel) -> tuple[str, ...]:
    """The KINDS that a level is of."""
    return level.board.kinds
