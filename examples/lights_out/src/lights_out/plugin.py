"""Lights Out as the host sees it: what it is, and the rooms it is made of."""

from pathlib import Path

from lights_out import coding, model
from lights_out.levels import levels
from puzzles.core.puzzle import Puzzle, room, rooms
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
    edits=levels,
    codes=coding,
    **rooms(
        "lights_out",
        makes="generator",
        grades="difficulty",
        counts="counting",
        ways="ways",
        decides="deciding",
        enumerates="counting",
        explains="counting",
        reasons="counting",
        advises="advising",
        tells="telling",
        speaks="speaking",
        traces="tracing",
        draws="drawing",
        reads="reading",
        repairs="repairing",
        teaches="lessons",
        introduces="kinds",
        trades="formats",
        certifies="certifying",
        judges="judging",
        assists="assisting",
    ),
)
