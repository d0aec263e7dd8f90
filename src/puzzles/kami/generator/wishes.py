"""The wishes for new levels, known without loading the generator."""

from dataclasses import dataclass

from puzzles.core.results import Option
from puzzles.core.tables import Values
from puzzles.core.wishing import DIFFICULTY
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.square import SquareGrid
from puzzles.kami.rules.model import KINDS, SYMMETRIES, KamiLevel

SIDES = range(2, 41)
MOST_COLOURS = 6  # of every palette of new boards
MOST_PAR = 20  # beyond it no proof comes in time
OPTIONS = (
    Option("size", "columns and rows, as in 8x23 (10x29, squares 10x16)", str, placeholder="SIZE"),
    Option("kind", "the kind of board (triangle)", str, KINDS),
    Option("colours", "how many colours", span=range(2, MOST_COLOURS + 1)),
    Option("par", "in how many moves it can be won", span=range(1, MOST_PAR + 1)),
    DIFFICULTY,
    Option("symmetry", "how it is symmetric", str, SYMMETRIES),
)


@dataclass(frozen=True)
class Wishes:
    """The wishes for a level: `size` as in `10x29` (columns first), one of KINDS, how many colours,
    a par, a difficulty and a symmetry; None: any."""

    size: str | None = None
    kind: str = "triangle"
    colours: int | None = None
    par: int | None = None
    difficulty: int | None = None
    symmetry: str | None = None


def like(level: KamiLevel) -> Values:
    """The wishes that make levels of this one's size, kind and par."""
    grid = level.board.grid
    if not isinstance(grid, LatticeGrid):
        return {"par": min(level.par or 5, MOST_PAR)}
    full = grid.n == grid.rows * grid.cols
    cols, rows = (min(max(side, 4), SIDES[-1]) for side in (grid.cols, grid.rows))
    kind = "square" if isinstance(grid, SquareGrid) else "triangle" if full else "islands"
    par = {} if level.par is None else {"par": min(level.par, MOST_PAR)}
    return {"size": f"{cols}x{rows}", "kind": kind, **par}
