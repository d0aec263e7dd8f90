"""Binairo as it is declared: its levels, its look, new boards, lessons."""

import numpy as np

from puzzles.binairo.rules import declare
from puzzles.grids.layers import LayeredLevel, Layers
from puzzles.grids.places import blocks
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.logic.playing import NOTES, MarkState, Playing

PAPER, ONE, NOUGHT = range(len(NOTES), len(NOTES) + 3)
EMPTY = "."


def _flaw(level: LayeredLevel) -> tuple[str, int] | None:
    """What keeps a board from being one."""
    grid, cells = level.grid, level.cells
    if grid.rows % 2 or grid.cols % 2:
        return f"a board has even numbers of rows and columns, not {grid.size}", -1
    if EMPTY not in cells:
        return "there is no cell to fill", -1
    for three in (*blocks(grid, 3, 1), *blocks(grid, 1, 3)):
        if {cells[cell] for cell in three} in ({"0"}, {"1"}):
            return f"three {cells[three[0]]} side by side", three[-1]
    for (a, b), sign in level.between.items():
        if EMPTY not in (cells[a], cells[b]) and (cells[a] == cells[b]) != (sign == "="):
            return f"{grid.name(a)} and {grid.name(b)} are given against the sign between them", b
    return None


class Binairo(Playing):
    layers = Layers(
        SquareGrid,
        400,
        {EMPTY: "#2a2724", "1": "#e2a757", "0": "#6fa8dc"},
        names={EMPTY: "empty", "1": "●", "0": "○"},
        signs={"=": "alike", "x": "not alike"},
        variants={"unlike": (True, False)},
        flaw_at=_flaw,
    )
    inks = (
        *NOTES,
        Ink("paper", "#2e2b27", "."),
        Ink("one", "#e2a757", "1"),
        Ink("nought", "#6fa8dc", "0"),
    )
    symbols = "1", "0", "-"
    looks = Sign("●", ink=ONE, shape="disc"), Sign("○", ink=NOUGHT, shape="ring")
    said = "1", "0", "free"
    declare = staticmethod(declare)

    def paint(self, state: MarkState, wrong: frozenset[int]) -> Scene:
        between = {pair: sign.replace("x", "×") for pair, sign in state.level.between.items()}
        grid, signs, shades = state.level.grid, self.signs(state, wrong), (1.0, 0.86)
        paper = np.full(grid.n, PAPER, dtype=np.int32)
        return Scene(grid, self.inks, paper, signs, between=between, shades=shades, marked=True)

    def notes(self, state: MarkState) -> tuple[str, ...]:
        rows = "no two rows or columns alike"
        return (rows if state.level.variant["unlike"] else "rows and columns may be alike",)

    def unlikely(self, blank: LayeredLevel, wish: int | None) -> str:
        odd = blank.grid.rows % 2 or blank.grid.cols % 2
        return "a board has even numbers of rows and columns" if odd else ""
