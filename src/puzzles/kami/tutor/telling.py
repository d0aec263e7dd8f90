"""Kami in words for people: colours by the names of what is painted, regions by where they lie."""

from __future__ import annotations

import re

import numpy as np

from puzzles.grids.whereabouts import whereabouts
from puzzles.kami.rules.model import Move, State

VIEWS = {
    "search": "The solver tries moves in order, and gives up a branch that a bound rules out.",
    "reasons": "A best solution, and what each move gains.",
    "why not fewer": "A few regions that alone need as many moves as the whole board.",
    "painting": "The solution backwards: strokes that could have painted the sheet.",
}
LARGE = 2.0  # times as large as any other of its colour, a region is the large one


def renamed(state: State, text: str, palette: str) -> str:
    """Return words with the names of the colours in a palette."""
    board = state.board
    pairs = zip(board.palette, board.painted(palette), strict=True)
    painted = {own.name: shown.name for own, shown in pairs}
    longest = sorted(map(re.escape, painted), key=len, reverse=True)
    return re.sub(rf"\b(?:{'|'.join(longest)})\b", lambda found: painted[found[0]], text)


def move_words(state: State, move: Move, turned: bool = False) -> str:
    """Describe a move: `recolour the large Red region at the left to Cream`."""
    colour = state.board.palette[move.colour].name
    return f"recolour {region(state, move.cell, turned)} to {colour}"


def named(state: State, cell: int) -> str:
    """Name the region of a cell, however the board is turned: `the Red region of c4`."""
    colour = state.board.palette[state.colours[cell]].name
    return f"the {colour} region of {state.board.grid.name(cell)}"


def region(state: State, cell: int, turned: bool = False) -> str:
    """Name the region of a cell, with its size and place if others have its colour: `the large Red
    region at the left`; `Red b` on a bare graph."""
    board, own = state.board, int(state.region_of[cell])
    colour = board.palette[state.colours[cell]].name
    if board.grid.kind == "network":
        return f"{colour} {board.grid.name(cell)}"
    alike = np.unique(state.region_of[state.colours == state.colours[cell]]).tolist()
    if len(alike) == 1:
        return f"the {colour} region"
    there = {
        other: whereabouts(board.grid, np.flatnonzero(state.region_of == other), turned)
        for other in alike
    }
    same = [other for other in alike if there[other] == there[own]]
    size = _size(state, own, same)
    place = "in the middle" if there[own] == "middle" else f"at the {there[own]}"
    words = f"the {size}{colour} region {place}"
    return words if len(same) == 1 or size else f"{words} ({board.grid.name(cell)})"


def _size(state: State, own: int, same: list[int]) -> str:
    """Return `large ` or `small ` for a region that is much larger or smaller than all others."""
    if len(same) == 1:
        return ""
    count = np.bincount(state.region_of)
    others = [count[region] for region in same if region != own]
    if count[own] >= LARGE * max(others):
        return "large "
    return "small " if count[own] * LARGE <= min(others) else ""
