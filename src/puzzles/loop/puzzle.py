"""Loop as it is declared: its levels, its look, and addresses."""

from dataclasses import replace

import numpy as np

from puzzles.grids.layers import Layers
from puzzles.grids.links import MARKED, address, code_format, link_format, numbered, numbers
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.sides import sides_of
from puzzles.grids.square import SquareGrid
from puzzles.logic.playing import NOTES, RULED_OUT, WRONG, MarkState, Playing
from puzzles.logic.wholes import OneLoop
from puzzles.loop.rules import NONE, NUMBERS, declare

PAPER, INSIDE, LINE, NUMBER = range(len(NOTES), len(NOTES) + 4)


class Loop(Playing):
    layers = Layers(
        SquareGrid,
        900,
        dict.fromkeys(NONE + NUMBERS, "#262420"),
        lambda cells: "" if cells.strip(NONE + "0") else "there is no number above 0",
        names={NONE: "empty"} | {digit: digit for digit in NUMBERS},
    )
    inks = (
        *NOTES,
        Ink("paper", "#262420", "."),
        Ink("inside", "#314a45", "+"),
        Ink("line", "#8fe3d8", "#"),
        Ink("number", "#f4efe6", "n"),
    )
    looks = Sign("", ink=LINE), Sign("×", ink=RULED_OUT)
    said = "line", "no line", "free"
    declare = staticmethod(declare)

    def paint(self, state: MarkState, wrong: frozenset[int]) -> Scene:
        grid, signs = sides_of(state.level.grid), {}
        for cell, symbol in enumerate(state.level.cells):
            lit = len(state.marks.intersection(grid.around(cell)))
            ink = RULED_OUT if str(lit) == symbol else NUMBER  # what is done goes quiet
            if symbol != NONE:
                signs[cell] = Sign(symbol, ink=WRONG if grid.n + cell in wrong else ink)
        for rule in self.model(state.level).rules:
            if isinstance(rule, OneLoop) and rule.broken(state.marks):
                wrong = wrong.union(*rule.loops(state.marks))
        paper = np.array([(PAPER, INSIDE)[within] for within in _inside(state)], dtype=np.int32)
        look = Scene(state.level.grid, self.inks, paper, signs, shades=(1.0, 1.0), marked=True)
        return replace(look, spots=grid).signed(self.signs(state, wrong))

    def thing(self, state: MarkState, cell: int) -> str:
        found = (state.level.cells[each] for each in sides_of(state.level.grid).beside(cell))
        numerals = [symbol for symbol in found if symbol != NONE]
        return f"at {' and '.join(numerals)}" if numerals else ""

    FORMATS = (
        link_format(
            "loop",
            "Slitherlink",
            ("slither", "slitherlink"),
            lambda given: {"board": numbers(given, 3).replace(MARKED, NONE)},
            lambda level: address("slither", level.grid, numbered(level.cells)),
        ),
        code_format("loop", "Slitherlink", 3),
    )


def _inside(state: MarkState) -> list[bool]:
    """Whether each cell lies within the lines that there are: on the way to any side of the board
    an odd number of them has to be crossed."""
    grid = sides_of(state.level.grid)
    on = np.zeros((grid.rows, grid.cols), dtype=np.int32)
    on[grid.row, grid.col] = [side in state.marks for side in range(grid.n)]
    across, down = on[1::2, ::2], on[::2, 1::2]
    left, above = across.cumsum(axis=1)[:, :-1], down.cumsum(axis=0)[:-1]
    right, below = across.sum(axis=1)[:, None] - left, down.sum(axis=0) - above
    inside: list[bool] = ((left & right & above & below & 1) == 1).ravel().tolist()
    return inside
