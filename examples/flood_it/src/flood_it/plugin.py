"""Flood-It as the host sees it: what it is, and its modules."""

from pathlib import Path

from flood_it.rules import rules
from puzzles.core.doors import lazy, part
from puzzles.core.puzzle import Puzzle
from puzzles.grids.symbols import SymbolLevel, SymbolState

INSTRUCTIONS = """\
The *flood* starts in the top left corner. Choose a cell: the flood takes its colour, and with it
every neighbouring area of that colour. Make the board **one colour** in as few moves as *par*,
which is proved: no one can do it in fewer.
"""

plugin = Puzzle[SymbolLevel, SymbolState, str](
    id="flood_it",
    title="Flood-It",
    blurb="Spread from the corner until all is one colour.",
    instructions=INSTRUCTIONS,
    rules=rules,
    solver=lazy("flood_it", solver="solve check"),
    maker=part(rules),
    packs=Path(__file__).parent / "packs",
)
