"""The rules. A position has a letter, which is a colour, in each cell; a move is a letter.

The flood is the connected area of one colour that holds the top left cell. A move recolours it, and
so joins to it the neighbouring areas of the new colour.
"""

from puzzles.core.errors import MoveError
from puzzles.core.par import graded
from puzzles.core.results import Status
from puzzles.core.words import many
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolRules, SymbolState

INKS = {
    "A": "#c0392f",
    "B": "#2c7f84",
    "C": "#e6a52d",
    "D": "#2b3d63",
    "E": "#6b9b52",
    "F": "#7d4c8e",
    "G": "#df7431",
    "H": "#dd8f9f",
}
MOST_CELLS = 400


def area(state: SymbolState, cell: int) -> tuple[int, ...]:
    """The cells of one colour around a cell, ascending; those around the first are the flood."""
    steps = state.level.grid.graph.distances(cell, state.cells)
    return tuple(int(other) for other in (steps >= 0).nonzero()[0])


def _flaw(cells: str) -> str:
    several = len(set(cells)) > 1
    return "" if several else "the board has only one colour; it needs at least two"


class FloodRules(SymbolRules):
    """A move is the letter of a colour."""

    def apply(self, state: SymbolState, colour: str) -> SymbolState:
        """Flood with `colour`; raises MoveError if the flood has it already."""
        if colour == state.cells[0]:
            raise MoveError(f"the flood is {colour} already")
        cells = list(state.cells)
        for cell in area(state, 0):
            cells[cell] = colour
        return state.after("".join(cells))

    def status(self, state: SymbolState) -> Status:
        """Won when no cell is dry."""
        dry = tuple(sorted(set(range(len(state.cells))) - set(area(state, 0))))
        reason = f"{many(len(dry), 'cell')} {'are' if len(dry) > 1 else 'is'} dry"
        return graded(state.level.par, state.moves, [(reason, dry)] if dry else [])

    def tap(self, state: SymbolState, cell: int, choice: int) -> str:
        """The move of a player who chooses a cell: its colour."""
        return state.cells[cell]

    def move_text(self, state: SymbolState, colour: str) -> str:
        """A move as text: the letter of the colour."""
        return colour

    def move_parse(self, state: SymbolState, text: str) -> str:
        """The colour that a text names; raises MoveError."""
        colours = sorted(set(state.level.cells))
        if text not in colours:
            raise MoveError(f"{text!r} is no colour; this board has {', '.join(colours)}")
        return text

    def move_facts(self, state: SymbolState, colour: str) -> dict[str, str]:
        """A move as JSON values."""
        return {"colour": colour}


rules = FloodRules(SquareGrid, MOST_CELLS, INKS, _flaw, missing="")
