"""Flow Free's level packs: a level is a line, its header and then the pipes of its solution.

    size,day,number,pipes[,bridges[,holes[,walls]]];pipe;pipe;…

Cells are numbers, row × width + column; a pipe is its cells between commas. The size is `N` or
`W:H`, with `W_` before it if the rims wrap around and `X_` if cells are hexagons; `+B`, `:I` after
it only matter to a drawing. Bridges and holes are cells between colons, walls pairs as in `2|9`:
between neighbours a wall, and where rims wrap, between opposite cells a rim that does not.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping
from itertools import pairwise

import numpy as np

from puzzles.core.errors import LevelError, LevelTooLarge, Place, UsageError
from puzzles.core.formats import Format, each
from puzzles.core.places import Path, Places
from puzzles.core.solving import Limits, answer
from puzzles.core.tables import Table, Values
from puzzles.flow.formats.rows import check_size
from puzzles.flow.rules.levels import BRIDGE, EMPTY, LETTERS, MISSING, SHAPES
from puzzles.flow.rules.model import FlowLevel, passages, start

_LINE = re.compile(
    r"\s*+(?:[WX]_)?\d{1,3}(?::\d{1,3})?[^,;\n]{0,9},\d{0,9},\d{1,9},\d{1,9}[^;\n]*+;\d"
)
_SIZE = re.compile(r"(?:([WX])_)?(\d{1,3})(?::(\d{1,3}))?(?::I)?(?:\+B)?(?::I|:B|\+I|\+I:B)*")
_NUMBER = re.compile(r"\d{1,5}")
# Writing a level needs a solution of it.
PATIENCE = Limits(seconds=60)
Near = Mapping[int, Mapping[int, str]]
Pairs = Collection[tuple[int, ...]]


def read(file: str, text: str) -> Table:
    """A pack with a level for each line; a line that cannot be read is an error in its place."""
    lines = [(line, Place(file, y)) for y, line in enumerate(text.split("\n"), 1) if line.strip()]
    places: dict[Path, Place | int] = {("level", i): place for i, (_, place) in enumerate(lines)}

    def keys(numbered: tuple[str, Place]) -> Values:
        try:
            return _keys(*numbered)
        except ValueError as error:
            raise LevelError(numbered[1], str(error)) from None

    return Table({"puzzle": "flow", "level": each(keys, lines)}, Places(file, places))


def _keys(line: str, place: Place) -> Values:
    """The keys of the level in a line; LevelError, or ValueError without a place, if its pipes are
    no solution of its board."""
    header, *drawn = line.split(";")
    fields = [*header.split(","), *[""] * 6][:7]
    size = _SIZE.fullmatch(fields[0].strip())
    if not size:
        raise ValueError("a size is N or W:H, with W_ or X_ before it")
    wrap, kind = size[1] == "W", "hex" if size[1] == "X" else "square"
    width, height = int(size[2]), int(size[3] or size[2])
    if not (width and height):
        raise ValueError(f"no board is {width}×{height}")
    check_size(width, height, place)
    full = SHAPES[kind].full(height, width)
    near = passages(full, wrap)
    bridges, holes = (set(_cells(fields[i], ":", full.n)) for i in (4, 5))
    barred = {tuple(sorted(_cells(pair, "|", full.n))) for pair in fields[6].split(":") if pair}
    if any(len({*pair}) != 2 for pair in barred):
        raise ValueError("a wall stands between two cells, as in 2|9")
    walls = [(a, b) for a, b in barred if b in near[a] and not {a, b} & holes]
    pipes = [_cells(pipe, ",", full.n) for pipe in drawn if pipe.strip()]
    if fields[3].strip() != str(len(pipes)):
        raise ValueError(f"the header says {fields[3]} pipes; there are {len(pipes)}")
    if len(pipes) > len(LETTERS):
        raise LevelTooLarge(place, f"{len(pipes)} pipes; the most is {len(LETTERS)}")
    symbols = np.full(full.n, EMPTY)
    symbols[sorted(holes)], symbols[sorted(bridges)] = MISSING, BRIDGE
    for letter, pipe in zip(LETTERS, pipes, strict=False):
        _follow(pipe, near, barred, bridges)
        symbols[[pipe[0], pipe[-1]]] = letter
    used = Counter(cell for pipe in pipes for cell in pipe)
    for cell in range(full.n):
        passes = 0 if cell in holes else 1 + (cell in bridges)
        if used[cell] != passes:
            times = f"{used[cell]} times, and should {passes} times"
            raise ValueError(f"pipes pass cell {cell} {times}")
    text = full.text(symbols.tolist(), MISSING)
    named = [f"{full.name(a)}-{full.name(b)}" for a, b in sorted(walls)]
    return {"grid": kind, "board": text, "wrap": wrap, "walls": named}


def _follow(pipe: list[int], near: Near, barred: Pairs, bridges: set[int]) -> None:
    """Raise ValueError unless these cells are a pipe."""
    if len(pipe) < 2 or not bridges.isdisjoint((pipe[0], pipe[-1])):
        raise ValueError("a pipe joins two dots")
    for a, b in pairwise(pipe):
        if b not in near[a] or (min(a, b), max(a, b)) in barred:
            raise ValueError(f"a pipe cannot go from cell {a} to cell {b}")
    for a, cell, b in zip(pipe, pipe[1:], pipe[2:], strict=False):
        if cell in bridges and near[a][cell] != near[cell][b]:
            raise ValueError(f"a pipe bends on the bridge at cell {cell}")


def _cells(text: str, separator: str, most: int) -> list[int]:
    """The cells of a list; what stands behind a number in it (`9_0B`) is drawing only."""
    found = []
    for word in text.split(separator) if text else ():
        match = _NUMBER.match(word)
        if not match:
            raise ValueError(f"{word!r} should be the number of a cell")
        if int(match[0]) >= most:
            raise ValueError(f"there is no cell {match[0]} on this board")
        found.append(int(match[0]))
    return found


def write(level: FlowLevel, limits: Limits = PATIENCE) -> str:
    from puzzles.flow.solver.solve import solve

    board, grid = level.board, level.board.grid
    if not board.fill:
        raise UsageError("Flow Free's boards are filled; this one need not be")
    if board.pairs > len(board.symbols):
        raise UsageError("Flow Free has two dots of a colour")
    number = re.search(r"(\d{1,4})$", level.title, re.ASCII)
    found = answer(solve(start(level), limits))
    if found.moves is None:
        raise UsageError(f"Flow Free's levels hold their solution; {found.headline}")
    number_of = (grid.row * grid.cols + grid.col).tolist()
    shape = "W_" if board.wrap else "X_" if grid.kind == "hex" else ""
    size = str(grid.cols) if grid.cols == grid.rows else f"{grid.cols}:{grid.rows}"
    holes = ":".join(map(str, np.setdiff1d(np.arange(grid.rows * grid.cols), number_of)))
    bridges = ":".join(str(number_of[cell]) for cell in sorted(board.bridges))
    walls = ":".join(f"{number_of[a]}|{number_of[b]}" for a, b in sorted(board.walls))
    cells = [[number_of[board.cell_of[vertex]] for vertex in move.path] for move in found.moves]
    head = f"{shape}{size},0,{number[1] if number else 1},{len(cells)},{bridges},{holes},{walls}"
    return ";".join([head.rstrip(","), *(",".join(map(str, pipe)) for pipe in cells)]) + "\n"


FORMAT = Format(
    "flow-free", "Flow Free's level packs", ".txt", _LINE.match, read, write, True, solves=True
)
