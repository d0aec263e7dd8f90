"""Lights Out as the host sees it: what it is, and the rooms it is made of."""

from pathlib import Path

from lights_out import coding, model
from lights_out.levels import levels
from puzzles.core.puzzle import Puzzle, room
from puzzles.grids.symbols import SymbolLevel, SymbolPrints, SymbolState

RULES = """\
A *press* turns a light and those above, below and beside it on or off. Put **all lights out**, in
as few presses as *par*, which is proved: no one can do it in fewer.
"""

plugin = Puzzle[SymbolLevel, SymbolState, int](
    id="lights_out",
    title="Lights Out",
    blurb="Press until every light is out.",
    rules=RULES,
    levels=levels,
    model=model,
    prints=SymbolPrints(model.INKS, recoloured=False),
    solver=room("lights_out.solver"),
    board="lights_out.board:LightsBoard",
    packs=Path(__file__).parent / "packs",
    moves_word=("press", "presses"),
    makes=room("lights_out.generator"),
    grades=room("lights_out.difficulty"),
    counts=room("lights_out.counting"),
    decides=room("lights_out.deciding"),
    enumerates=room("lights_out.counting"),
    ways=room("lights_out.ways"),
    explains=room("lights_out.counting"),
    reasons=room("lights_out.counting"),
    tells=room("lights_out.telling"),
    traces=room("lights_out.tracing"),
    draws=room("lights_out.drawing"),
    reads=room("lights_out.reading"),
    edits=levels,
    codes=coding,
    teaches=room("lights_out.lessons"),
    trades=room("lights_out.formats"),
)
