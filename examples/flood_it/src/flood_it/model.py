"""The rules, as immutable values.

The flood is the connected area of one colour that holds the top left cell. A move recolours it, and
so joins to it the neighbouring areas of the new colour.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from puzzles.core.errors import MoveError, Place
from puzzles.core.puzzle import Level, Status
from puzzles.grids.graph import Ints
from puzzles.grids.square import SquareGrid


@dataclass(frozen=True, eq=False)
class FloodLevel(Level):
    """The cells' colours as indices into `letters`, and the fewest moves if they are known."""

    grid: SquareGrid
    letters: str
    colours: Ints  # shape (n,), read-only
    par: int | None
    par_place: Place


@dataclass(frozen=True, eq=False)
class State:
    """A position: the colour of each cell now, and the moves made."""

    level: FloodLevel
    colours: Ints
    moves: int = 0

    @property
    def flood(self) -> Ints:
        """The cells of the flood, ascending."""
        steps = self.level.grid.graph.distances(0, self.colours.tolist())
        return np.flatnonzero(steps >= 0).astype(np.int32)

    @property
    def won(self) -> bool:
        return len(set(self.colours.tolist())) == 1


def start(level: FloodLevel) -> State:
    return State(level, level.colours)


def apply(state: State, colour: int) -> State:
    """The position after flooding with `colour`; raises MoveError if the flood has it already."""
    if colour == state.colours[0]:
        raise MoveError(f"the flood is {state.level.letters[colour]} already")
    colours = state.colours.copy()
    colours[state.flood] = colour
    colours.flags.writeable = False
    return replace(state, colours=colours, moves=state.moves + 1)


def status(state: State) -> Status:
    """Graded against par: perfect, or over."""
    par = state.level.par
    if state.won:
        grade = "solved" if par is None else "perfect" if state.moves <= par else "over"
        return Status(state.moves, par, "par", grade)
    dry = np.setdiff1d(np.arange(state.level.grid.n), state.flood)
    reason = f"{len(dry)} cell{'s are' if len(dry) > 1 else ' is'} dry"
    return Status(state.moves, par, "par", reasons=((reason, tuple(dry.tolist())),))
