"""The rules, as immutable values.

The flood is the connected area of one colour that holds the top left cell. A move recolours it, and
so joins to it the neighbouring areas of the new colour.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from puzzles.core.errors import MoveError, Place
from puzzles.core.level import Level
from puzzles.core.palettes import inks
from puzzles.core.par import grade_by
from puzzles.core.puzzle import Status
from puzzles.grids.graph import Ints
from puzzles.grids.square import SquareGrid

INKS = ("#c0392f", "#2c7f84", "#e6a52d", "#2b3d63", "#6b9b52", "#7d4c8e", "#df7431", "#dd8f9f")


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
        return Status(state.moves, par, "par", grade_by(par, state.moves))
    dry = np.setdiff1d(np.arange(state.level.grid.n), state.flood)
    reason = f"{len(dry)} cell{'s are' if len(dry) > 1 else ' is'} dry"
    return Status(state.moves, par, "par", reasons=((reason, tuple(dry.tolist())),))


def move_text(state: State, colour: int) -> str:
    """A move as text: the letter of the colour."""
    return state.level.letters[colour]


def move_parse(state: State, text: str) -> int:
    """The colour that a letter stands for; raises MoveError."""
    letters = state.level.letters
    if len(text) != 1 or text not in letters:
        raise MoveError(f"{text!r} is no colour; this board has {', '.join(letters)}")
    return letters.index(text)


def move_facts(state: State, colour: int) -> dict[str, str]:
    """A move as JSON values."""
    return {"colour": move_text(state, colour)}


def text(state: State) -> str:
    """The board with a letter for every cell."""
    return state.level.grid.text([state.level.letters[colour] for colour in state.colours])


def picture(state: State, palette: str = "default") -> list[list[tuple[str, str]]]:
    """`text` with the colour behind each letter."""
    ink = dict(zip(state.level.letters, inks(palette, INKS), strict=False))
    return [[(letter, ink.get(letter, "")) for letter in line] for line in text(state).split("\n")]
