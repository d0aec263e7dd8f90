"""Hitori: shade numbers until no row or column has one twice."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np

from puzzles.grids.layers import LayeredLevel, Layers
from puzzles.grids.places import lines
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.logic.model import Model, Said
from puzzles.logic.playing import NOTES, OUT, SET, WRONG, Board, Made, MarkState, Playing
from puzzles.logic.puzzle import declared
from puzzles.logic.wholes import Joined

NUMBERS = {number: number for number in "123456789"}
PAPER, SHADE, KEPT = range(len(NOTES), len(NOTES) + 3)


class Hitori(Playing):
    layers = Layers(SquareGrid, 81, dict.fromkeys(NUMBERS, "#e9e2d0"), names=NUMBERS)
    inks = (
        *NOTES,
        Ink("page", "#e9e2d0", "."),
        Ink("shade", "#26303c", "#"),
        Ink("kept", "#2f7d4f", "k"),
    )
    said = "shaded", "not shaded", "free"

    def declare(self, level: LayeredLevel) -> Model:
        grid, cells = level.grid, level.cells
        said = Said(("is shaded", "are shaded"), ("is not shaded", "are not shaded"))
        model = Model(grid, range(grid.n), said)
        for name, line in lines(grid):
            for number in sorted({cells[cell] for cell in line}):
                kept, full = [~c for c in line if cells[c] == number], f"{{out}} has the {number}"
                words, two = f"{name} has no second {number}", f"{name} has two {number}s"
                model.rule(kept, {0, 1}, words, full=f"{full} of {name}", many=two)
        for pair in grid.graph.edges.tolist():
            words, two = "shaded cells do not touch", "two shaded cells touch"
            full = f"{{set}} is shaded, and {words}"
            model.rule(pair, {0, 1}, words, group="touch", full=full, many=two)
        unshaded = tuple(~cell for cell in model.places)
        words, cut = "the unshaded cells hang together", "unshaded cells are cut off"
        only = "{out} hang together only by way of {free}"
        model.rules.append(Joined(words, unshaded, only=only, many=cut, graph=grid.graph))
        return model

    def paint(self, state: MarkState, wrong: frozenset[int]) -> Scene:
        inks, signs = [], {}
        for cell, mark in enumerate(map(state.at, range(state.level.grid.n))):
            inks.append(PAPER if mark != SET else WRONG if cell in wrong else SHADE)
            if mark != SET:
                ink = WRONG if cell in wrong else KEPT if mark == OUT else SHADE
                signs[cell] = Sign(state.level.cells[cell], ink=ink, given=mark == OUT)
        return Scene(state.level.grid, self.inks, np.array(inks), signs, marked=True)

    def thing(self, state: MarkState, cell: int) -> str:
        return state.level.cells[cell]

    def unlikely(self, blank: LayeredLevel, wish: int | None) -> str:
        return "a board has at most 9 rows and columns" * (max(blank.grid.index.shape) > 9)

    def made(self, rng: Random, blank: LayeredLevel, wish: int) -> Made:
        """A board without a number twice, of which cells are shaded; these get other numbers."""
        from puzzles.logic.generating import fitted  # not at each start of the app

        rows, cols, shaded = blank.grid.rows, blank.grid.cols, frozenset[int]()
        side, n = max(rows, cols), rows * cols
        across, down = (rng.sample(range(side), side) for _ in range(2))
        cells = (str((a + b) % side + 1) for a in down[:rows] for b in across[:cols])
        level = replace(blank, cells="".join(cells))
        for cell in rng.sample(range(n), n):
            if not self.model(level).unfinished(shaded | {cell}):
                shaded |= {cell}
        for cell in sorted(shaded):
            level, _ = twice((level, shaded), shaded - {cell}, rng)
        return (yield from fitted((level, shaded), self.declare, wish, rng, changed=twice))


def twice(board: Board, other: frozenset[int], rng: Random) -> Board:
    """Another number in a cell that only this solution shades: the `other` has it twice now."""
    level, one = board
    cell, cells = rng.choice(sorted(one - other)), level.cells
    around = [c for _, line in lines(level.grid) if cell in line for c in line]
    number = rng.choice([cells[c] for c in around if c not in one | other])
    return replace(level, cells=cells[:cell] + number + cells[cell + 1 :]), one


plugin = declared(
    "hitori:Hitori",
    id="hitori",
    title="Hitori",
    blurb="Shade numbers until none is twice in a line.",
    instructions="Shade cells, so that **no number is twice** in a row or column among the others. "
    "Shaded cells do not touch, and the others hang together. `x` marks one that is not shaded.",
    packs=Path(__file__).parent / "packs",
)
