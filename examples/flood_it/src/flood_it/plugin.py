"""Flood-It as the host sees it: what it is, and the rooms it is made of."""

from pathlib import Path

from flood_it import model
from flood_it.levels import levels
from puzzles.core.puzzle import Puzzle, room
from puzzles.grids.symbols import SymbolLevel, SymbolPrints, SymbolState

RULES = """\
The *flood* starts in the top left corner. Choose a cell: the flood takes its colour, and with it
every neighbouring area of that colour. Make the board **one colour** in as few moves as *par*,
which is proved: no one can do it in fewer.
"""

plugin = Puzzle[SymbolLevel, SymbolState, str](
    id="flood_it",
    title="Flood-It",
    blurb="Spread from the corner until all is one colour.",
    rules=RULES,
    levels=levels,
    model=model,
    prints=SymbolPrints(model.INKS),
    solver=room("flood_it.solver"),
    board="flood_it.board:FloodBoard",
    packs=Path(__file__).parent / "packs",
    edits=levels,
)
