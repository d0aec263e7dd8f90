"""Loop as it is declared: its levels, its look, and addresses."""

import numpy as np
import numpy.typing as npt

from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.grids.layers import LayeredLevel, Layers
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.logic.links import MARKED, link_format, numbered, numbers
from puzzles.logic.model import Model
from puzzles.logic.playing import NOTES, OUT, RULED_OUT, SET, WRONG, MarkState, Playing
from puzzles.logic.wholes import OneLoop
from puzzles.loop.rules import NONE, NUMBERS, declare, sides

Mask = npt.NDArray[np.bool_]
PAPER, INSIDE, LINE, NUMBER, DONE = range(len(NOTES), len(NOTES) + 5)


class Loop(Playing):
    layers = Layers(
        SquareGrid,
        900,
        dict.fromkeys(NONE + NUMBERS, "#262420"),
        lambda cells: "" if cells.strip("0" + NONE) else "there is no number above 0",
        missing="",
        names={NONE: "empty"} | {digit: digit for digit in NUMBERS},
    )
    inks = (
        *NOTES,
        Ink("paper", "#262420", "."),
        Ink("inside", "#314a45", "+"),
        Ink("line", "#8fe3d8", "#"),
        Ink("number", "#f4efe6", "n"),
        Ink("done", "#8c867c", "d"),
    )
    said = "line", "no line"
    example = "c4 top"

    def declare(self, level: LayeredLevel) -> Model:
        return declare(level)

    def paint(self, state: MarkState, wrong: frozenset[int]) -> Scene:
        level, grid, marks = state.level, sides(state.level), state.marks
        bad = wrong | self._early(state)
        inks = np.where(_inside(state), INSIDE, PAPER).astype(np.int32)
        signs, drawn = {}, {}
        for cell, symbol in enumerate(level.cells):
            if symbol != NONE:
                around = [marks[side] for side in grid.around(cell)]
                done = around.count(SET) == int(symbol)
                ink = WRONG if grid.n + cell in wrong else DONE if done else NUMBER
                signs[cell] = Sign(symbol, ink=ink)
        for side, mark in enumerate(marks):
            if mark == SET:
                drawn[grid.of(side)] = Sign("", ink=WRONG if side in bad else LINE)
            elif mark == OUT:
                drawn[grid.of(side)] = Sign("×", ink=RULED_OUT)
        return Scene(
            level.grid,
            self.inks,
            inks,
            signs,
            sides=drawn,
            spots=grid,
            shades=(1.0, 1.0),
            marked=True,
        )

    def _early(self, state: MarkState) -> set[int]:
        """The lines of loops that are closed and not all."""
        model, known = self.model(state.level), state.known
        broken = (r for r in model.rules if isinstance(r, OneLoop) and r.broken(known))
        return {side for rule in broken for loop in rule.loops(known) for side in loop}

    def notes(self, state: MarkState) -> tuple[str, ...]:
        grid, cells = sides(state.level), state.level.cells
        left = sum(
            symbol != NONE and [state.marks[s] for s in grid.around(cell)].count(SET) != int(symbol)
            for cell, symbol in enumerate(cells)
        )
        return (f"{many(left, 'number')} to meet",)

    def thing(self, state: MarkState, cell: int) -> str:
        found = [state.level.cells[each] for each in sides(state.level).beside(cell)]
        numerals = [symbol for symbol in found if symbol != NONE]
        return f"at {' and '.join(numerals)}" if numerals else ""

    FORMATS = (
        link_format(
            "loop",
            "Slitherlink",
            ("slither", "slitherlink"),
            lambda text, cols, rows: _read(text, cols, rows),
            lambda level: numbered(level.cells),
        ),
    )


def _read(text: str, cols: int, rows: int) -> Values:
    """Numbers; a cell with a question mark has none."""
    return {"board": numbers(text, cols, rows).replace(MARKED, NONE)}


def _inside(state: MarkState) -> Mask:
    """Whether a cell lies within the lines as they are now: to each side of the board, an odd
    number of them has to be crossed."""
    grid = sides(state.level)
    on = np.zeros((grid.rows, grid.cols), dtype=np.int32)
    on[grid.row, grid.col] = [mark == SET for mark in state.marks]
    across, down = on[1::2, ::2], on[::2, 1::2]
    left, above = across.cumsum(axis=1)[:, :-1], down.cumsum(axis=0)[:-1]
    right, below = across.sum(axis=1)[:, None] - left, down.sum(axis=0) - above
    odd: Mask = (left & right & above & below & 1) == 1
    return odd.ravel()
