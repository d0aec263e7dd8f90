"""Kami in words: for those who look at the board, and for those who play by words alone.

The former see colours by the names of what is painted, and regions by where they lie. For the
latter regions have numbers, which stay as they are for a whole game: a region is called by the
lowest number of those that have become one with it, as they stood in reading order at the start.
In a graph, vertices have names, and regions are called by these.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from puzzles.core.errors import NOWHERE, MoveError, sentence
from puzzles.core.words import listed, many
from puzzles.kami.rules.model import Board, KamiLevel, Move, State, start

VIEWS = {
    "reasons": "A best solution, and what each move gains.",
    "why not fewer": "Regions or colours that alone need as many, or what each first move leaves.",
    "search": "The solver tries moves in order, and gives up a branch that a bound rules out.",
    "painting": "The solution backwards: strokes that could have painted the sheet.",
}
LARGE = 2.0  # times as large as any other of its colour, a region is the large one


def describe(state: State) -> tuple[str, ...]:
    """`8 regions. Colours: Navy, Cream, Gold.`, and each region."""
    board = state.board
    regions, colours = many(state.region_graph.n, "region"), [each.name for each in board.palette]
    words = f"{regions}. Colours: {', '.join(colours)}."
    if board.final is not None:
        words += f" Finish in {board.palette[board.final].name}."
    return words, *(_region(state, region) for region in range(state.region_graph.n))


def describe_cell(state: State, cell: int) -> str:
    """`1 Navy, 118 cells, left; touches 2 and 3`."""
    return _region(state, int(state.region_of[cell]))


def describe_thing(state: State, name: str) -> str:
    """The region of a number or a cell, and the colours of those that it touches."""
    return _region(state, _called(state, name.strip()), _coloured)


def describe_change(before: State, after: State) -> str:
    """`3 merged, 4 regions left. 1 Cream, 60 cells, middle; touches 4`; taken back: `3 apart`."""
    cells = np.flatnonzero(before.colours != after.colours)
    if not len(cells):
        return ""
    left = many(after.region_graph.n, "region")
    now, was = (set(state.region_of[cells].tolist()) for state in (after, before))
    if len(now) > 1:
        return f"{left}."
    (region,) = now
    whole = np.isin(after.region_of, region)
    merged = len(np.unique(before.region_of[whole]))
    parts = len(np.unique(after.region_of[np.isin(before.region_of, list(was))]))
    apart = f"{parts} apart" if parts > 1 else "None merged"
    result = f"{merged} merged" if merged > 1 else apart
    return f"{result}, {left} left. {_region(after, region)}"


def move_spoken(state: State, move: Move) -> str:
    """Describe a move by the name of a region and the new colour: `3 Red`."""
    region = int(state.region_of[move.cell])
    return f"{_name(state, region)} {state.board.palette[move.colour].name}"


def move_heard(state: State, text: str) -> Move:
    """`3 Red`, `red 3`, `region 3 red`, or the name of a cell in place of the number."""
    name, _, colour = re.sub(r"^region\s+", "", text.strip(), flags=re.IGNORECASE).partition(" ")
    colours = {each.name.lower() for each in state.board.palette}
    if state.board.grid.kind != "network" and name.lower() in colours - {colour.strip().lower()}:
        name, colour = colour.strip(), name
    if not colour.strip():
        reason = "a move is a region and a colour, as in '3 Red', or a cell and a colour"
        raise MoveError(f"{text!r} is no move; {reason}")
    region = _called(state, name)
    return Move(int(state.region_cell[region]), state.board.colour_named(colour.strip()))


def _name(state: State, region: int) -> str:
    """Return the name of a region: the number of its first cell's region at the start, or in a
    graph the name of its first vertex."""
    cell = int(state.region_cell[region])
    grid = state.board.grid
    if grid.kind == "network":
        return grid.name(cell)
    return str(_first(state.board).region_of[cell] + 1)


def _called(state: State, name: str) -> int:
    """Return the region that a number or the name of a cell stands for; raises MoveError.

    A number stands for its region of the start, or for the one that this has become part of.
    """
    if state.board.grid.kind == "network" or not (name.isascii() and name.isdigit()):
        return int(state.region_of[state.board.grid.cell(name)])
    first = _first(state.board)
    if not (len(name) < 6 and 1 <= int(name) <= first.region_graph.n):
        raise MoveError(f"there is no region {name}")
    return int(state.region_of[first.region_cell[int(name) - 1]])


@lru_cache(maxsize=2)
def _first(board: Board) -> State:
    """The position that a game of a board begins with, its regions found once. Levels would not do
    as keys: those that are equal may have other boards, as while one is drawn."""
    return start(KamiLevel("", NOWHERE, board, None, NOWHERE))


def _coloured(state: State, region: int) -> str:
    colour = int(state.colours[state.region_cell[region]])
    return f"{_name(state, region)} {state.board.palette[colour].name}"


def _region(state: State, region: int, called: Callable[[State, int], str] = _name) -> str:
    """Describe a region, as in `1 Navy, 118 cells, left`, and call those that it touches."""
    grid = state.board.grid
    cells = np.flatnonzero(state.region_of == region).tolist()
    words = [_coloured(state, region)]
    if grid.kind != "network":
        words += [many(len(cells), "cell"), grid.whereabouts(cells)]
    elif len(cells) > 1:
        words.append(f"with {listed([*map(grid.name, cells[1:])])}")
    around = [called(state, other) for other in sorted(state.region_graph.neighbours[region])]
    return f"{', '.join(words)}; touches {listed(around) or 'nothing'}"


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


def both(text: str, name: Callable[..., str], *about: Any) -> tuple[str, str]:
    """Return a sentence, for an upright board and for a turned one: `{}` in it is what `name` calls
    something by where it lies."""
    return sentence(text.format(name(*about, False))), sentence(text.format(name(*about, True)))


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
        other: board.grid.whereabouts(np.flatnonzero(state.region_of == other), turned)
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
