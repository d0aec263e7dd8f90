"""Shared by formats of rows: empty cells, letters of dots, and solved boards."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from puzzles.core.errors import LevelTooLarge, Place, UsageError
from puzzles.flow.rules.levels import EMPTY, LETTERS, MAX_SIDE, MISSING
from puzzles.flow.rules.model import Board
from puzzles.grids.lines import ends

EMPTIES = (EMPTY, "_", "*", "-", "0")  # an empty cell; the first of these that a board has is
# 1 … 9, A for 10 … z for 61: numbers that are small keep their face.
FACES = "123456789" + LETTERS[:52]

Cells = Sequence[Sequence[str]]


def empty_of(cells: Cells) -> str:
    """Return the sign of the empty cells of a board; an empty text if it has none."""
    found = set().union(*cells)
    return next((empty for empty in EMPTIES if empty in found), "")


def _faces(dots: Iterable[str], letters: str, place: Place) -> dict[str, str]:
    """One of the letters for each kind of dot: its own if it is one, that of its number, or one
    that is free. Raises LevelTooLarge, at `place`, where there are not enough."""
    kinds = sorted(set(dots))
    if len(kinds) > len(letters):
        raise LevelTooLarge(place, f"{len(kinds)} colours; the most is {len(letters)}")
    given = {dot: dot for dot in kinds if len(dot) == 1 and dot in letters}
    numbers = {
        dot: FACES[int(dot) - 1]
        for dot in kinds
        if dot.isdecimal() and len(dot) == 2 and int(dot) <= len(FACES)
    }
    given |= {dot: face for dot, face in numbers.items() if face not in given}
    free = iter([face for face in letters if face not in given.values()])
    return {dot: given.get(dot) or next(free) for dot in kinds}


def check_size(cols: int, rows: int, place: Place) -> None:
    """Raises LevelTooLarge for a board that cannot be shown."""
    if max(cols, rows) > MAX_SIDE:
        reason = f"the board is {cols}×{rows}; the most is {MAX_SIDE}×{MAX_SIDE}"
        raise LevelTooLarge(place, reason)


def refuse(name: str, board: Board, *allowed: str) -> None:
    """Raises UsageError for the first thing that a board needs and a format lacks."""
    grid = board.grid
    needs = {
        "walls": board.walls,
        "rims that wrap": board.wrap,
        "hexagons": grid.kind == "hex",
        "bridges": board.bridges,
        "missing cells": grid.n < grid.rows * grid.cols,
        "`fill = false`": not board.fill,
        "cells that must be filled": board.fill,
    }
    for what, needed in needs.items():
        if needed and what not in allowed:
            raise UsageError(f"{name} no {what}")


def text_of(cells: Cells, empty: str, place: Place, signs: Collection[str] = ()) -> str:
    """The rows in the letters of a level file; `signs` stand for what they are there."""
    given = {empty: EMPTY, **{sign: sign for sign in signs}}
    found = {cell for row in cells for cell in row}
    # In a board without empty cells a `0` would be taken for one.
    letters = LETTERS if empty in found else LETTERS.replace("0", "")
    given |= _faces(found - given.keys(), letters, place)
    return "\n".join("".join(given[cell] for cell in row) for row in cells)


def unsolved(cells: Cells) -> Cells | None:
    """The board of a solution: of each colour only the ends stay. None if it is no solution, or has
    a line that touches itself, whose ends are unclear."""
    dots = ends(cells, MISSING)
    if dots is None:
        return None
    board = [[EMPTY if cell != MISSING else cell for cell in row] for row in cells]
    for colour, pair in dots.items():
        for y, x in pair:
            board[y][x] = colour
    return board
