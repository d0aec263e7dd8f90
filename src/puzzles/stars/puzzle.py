"""Stars as it is declared: its levels, its look, new boards, lessons, and addresses."""

from itertools import cycle
from string import ascii_uppercase

import numpy as np

from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.grids.layers import LayeredLevel, Layers
from puzzles.grids.links import Address, address, bordered, borders, link_format
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.square import SquareGrid
from puzzles.logic.playing import NOTES, RULED_OUT, MarkState, Playing
from puzzles.stars.rules import declare

STAR = len(NOTES)
# Quiet grounds; those next to each other in the list differ in hue.
LOOKS = (
    *("#4a3950", "#2f4a45", "#3c4a2c", "#54452d", "#44465c", "#4f6078", "#563a39", "#57503a"),
    *("#3a5560", "#5a4a5e", "#39543b", "#4b3b33"),
)
GROUNDS = dict(zip(ascii_uppercase, cycle(LOOKS), strict=False))
HOLE = "."
MADE = {1: range(4, 11), 2: range(8, 11)}  # by stars a row: sides of new boards that turn up soon
LEAST = {1: 1, 2: 4}  # and their difficulty: of two stars, no rule forces anything alone at first


def _flaw(level: LayeredLevel) -> tuple[str, int] | None:
    """What keeps a board from being one: each region in one piece, and as many as rows."""
    grid, regions = level.grid, level.cells
    if grid.rows != grid.cols:
        return f"a board has as many rows as columns, not {grid.size}", -1
    if (count := len({*regions})) != grid.rows:
        return f"a board of {grid.size} has {grid.rows} regions, not {count}", -1
    pieces = grid.graph.components(regions)
    for cell, letter in enumerate(regions):
        if pieces[cell] != pieces[regions.index(letter)]:
            return f"region {letter} is in several pieces", cell
    return None


def _read(given: Address) -> Values:
    """The keys of an address: stars, and borders."""
    count, _, rest = given.code.partition("/")
    if count not in ("1", "2", "3"):
        raise given.error("the number of stars is 1, 2 or 3")
    return {"board": borders(given, rest), "stars": int(count)}


def _write(level: LayeredLevel) -> str:
    code = f"{level.variant['stars']}/{bordered(level.cells, level.grid.cols)}"
    return address("starbattle", level.grid, code)


class Stars(Playing):
    layers = Layers(
        SquareGrid,
        676,
        {**GROUNDS, HOLE: "#1b1d24"},
        missing=HOLE,
        variants={"stars": (1, 2, 3)},
        flaw_at=_flaw,
    )
    inks = (
        *NOTES,
        Ink("star", "#ffd966", "*"),
        *(Ink(f"region {letter}", look, letter) for letter, look in GROUNDS.items()),
    )
    looks = Sign("★", ink=STAR, shape="star"), Sign("·", ink=RULED_OUT)
    said = "star", "no star", "free"
    declare = staticmethod(declare)

    def paint(self, state: MarkState, wrong: frozenset[int]) -> Scene:
        grid, borders, quiet = state.level.grid, state.level.borders, (1.0, 1.0)
        first = {HOLE: -1} | {letter: i for i, letter in enumerate(GROUNDS, STAR + 1)}
        cells = np.array([first[region] for region in state.level.cells], dtype=np.int32)
        signs = self.signs(state, wrong)
        return Scene(grid, self.inks, cells, signs, bars=borders, shades=quiet, marked=True)

    def notes(self, state: MarkState) -> tuple[str, ...]:
        return (f"{many(state.level.variant['stars'], 'star')} a row, column and region",)

    def thing(self, state: MarkState, cell: int) -> str:
        return f"region {state.level.cells[cell]}"

    def unlikely(self, blank: LayeredLevel, wish: int | None) -> str:
        rows, cols, number = blank.grid.rows, blank.grid.cols, int(blank.variant["stars"])
        fits = rows == cols and rows in MADE.get(number, ()) and (wish or 10) >= LEAST[number]
        return "" if fits else "new boards are 4×4 to 10×10, from 8×8 and difficulty 4 with 2 stars"

    FORMATS = (link_format("stars", "Star Battle", ("starbattle",), _read, _write),)
