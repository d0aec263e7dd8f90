"""Lights Out as the host sees it: what it is, and its modules."""

from pathlib import Path

from lights_out.rules import rules
from puzzles.core.doors import lazy
from puzzles.core.modules import EDITING
from puzzles.core.puzzle import Puzzle
from puzzles.grids.symbols import SymbolLevel, SymbolState

INSTRUCTIONS = """\
A *press* turns a light and those above, below and beside it on or off. Put **all lights out**, in
as few presses as *par*, which is proved: no one can do it in fewer.
"""

plugin = Puzzle[SymbolLevel, SymbolState, int](
    id="lights_out",
    title="Lights Out",
    blurb="Press until every light is out.",
    instructions=INSTRUCTIONS,
    packs=Path(__file__).parent / "packs",
    moves_word=("press", "presses"),
    rules=rules,
    solver=lazy("lights_out", solver="solve check count certify check_by"),
    tutor=lazy("lights_out", tutor="grade advise VIEWS trace renamed move_words"),
    maker=lazy("lights_out", maker=f"{EDITING} judge wishes assist"),
)
