"""Flood-It as the host sees it: what it is, and the rooms it is made of."""

from __future__ import annotations

from pathlib import Path

from flood_it import levels, model
from flood_it.model import FloodLevel, State
from puzzles.core.par import AWARDS
from puzzles.core.puzzle import Puzzle, room

RULES = """\
The *flood* starts in the top left corner. Choose a cell: the flood takes its colour, and with it
every neighbouring area of that colour. Make the board **one colour** in as few moves as *par*,
which is proved: no one can do it in fewer.
"""

flood_it = Puzzle[FloodLevel, State, int](
    id="flood_it",
    title="Flood-It",
    blurb="Spread from the corner until all is one colour.",
    rules=RULES,
    levels=levels,
    model=model,
    prints=model,
    solver=room("flood_it.solver"),
    board="flood_it.board:FloodBoard",
    packs=Path(__file__).parent / "packs",
    awards=AWARDS,
)
