"""Akari as it is declared: its levels, its look, new boards, lessons, and addresses."""

import numpy as np

from puzzles.akari.rules import SHINE, declare
from puzzles.core.words import many
from puzzles.grids.layers import Layers
from puzzles.grids.links import address, link_format, numbered, numbers
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.logic.playing import NOTES, RIGHT, RULED_OUT, WRONG, MarkState, Playing

FLOOR, WALL, LIT, LAMP, NUMBER = range(len(NOTES), len(NOTES) + 5)
OPEN, WALLS = ".", "#01234"


class Akari(Playing):
    layers = Layers(
        SquareGrid,
        900,
        {OPEN: "#2e2c28", **dict.fromkeys(WALLS, "#0b0a09")},
        lambda cells: "" if OPEN in cells else "there is no cell to light",
        names={OPEN: "floor", "#": "wall"} | {digit: f"wall {digit}" for digit in WALLS[1:]},
    )
    inks = (
        *NOTES,
        Ink("floor", "#2e2c28", "."),
        Ink("wall", "#0b0a09", "#"),
        Ink("light", "#6b5638", "+"),
        Ink("lamp", "#ffe08a", "o"),
        Ink("number", "#f4efe6", "n"),
    )
    looks = Sign("●", ink=LAMP, shape="disc"), Sign("×", ink=RULED_OUT)
    said = "lamp", "no lamp", "free"
    declare = staticmethod(declare)

    def paint(self, state: MarkState, wrong: frozenset[int]) -> Scene:
        grid, cells = state.level.grid, state.level.cells
        inks = np.array([FLOOR if cell == OPEN else WALL for cell in cells], dtype=np.int32)
        inks[[*self._lit(state)]] = LIT
        signs = self.signs(state, wrong)
        for cell, symbol in enumerate(cells):
            if symbol.isdigit():
                near = state.marks.intersection(grid.graph.neighbours[cell])
                ink = RIGHT if len(near) == int(symbol) else NUMBER
                signs[cell] = Sign(symbol, ink=WRONG if cell in wrong else ink)
        return Scene(grid, self.inks, inks, signs, marked=True)

    def _lit(self, state: MarkState) -> set[int]:
        """The cells that a lamp lights."""
        lamps = {mark for mark in state.marks if mark >= 0}
        runs = (rule.places for rule in self.model(state.level).rules if rule.group == SHINE)
        return lamps.union(*(run for run in runs if not lamps.isdisjoint(run)))

    def notes(self, state: MarkState) -> tuple[str, ...]:
        return (f"{many(state.level.cells.count(OPEN) - len(self._lit(state)), 'cell')} dark",)

    def thing(self, state: MarkState, cell: int) -> str:
        symbol = state.level.cells[cell]
        if symbol == OPEN:
            return "lit" if cell in self._lit(state) else "dark"
        return "wall" if symbol == "#" else f"wall {symbol}"

    FORMATS = (
        link_format(
            "akari",
            "Akari",
            ("akari", "lightup"),
            lambda given: {"board": numbers(given)},
            lambda level: address("akari", level.grid, numbered(level.cells)),
        ),
    )
