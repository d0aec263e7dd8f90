"""Flow Free's level packs: a level is a line, its header and then the pipes of its solution.

    size,day,number,pipes[,bridges[,holes[,walls]]];pipe;pipe;…

Cells are numbers, row × width + column; a pipe is its cells between commas. The size is `N` or
`W:H`, with `W_` before it if the rims wrap around and `X_` if cells are hexagons; `+B`, `:I` after
it only matter to a drawing. Bridges and holes are cells between colons, walls pairs as in `2|9`:
between neighbours a wall, and where rims wrap, between opposite cells a rim that does not.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from puzzles.core.errors import LevelError, LevelTooLarge, Place, UsageError
from puzzles.core.formats import MAX_LEVELS, Format
from puzzles.core.places import GivenPlaces
from puzzles.core.solving import Limits, answer
from puzzles.core.tables import Table, Values
from puzzles.flow.formats.boards import check_size
from puzzles.flow.rules.levels import BRIDGE, EMPTY, LETTERS, MISSING, SHAPES
from puzzles.flow.rules.model import FlowLevel, passages, start

_LINE = re.compile(
    r"\s*+(?:[WX]_)?\d{1,3}(?::\d{1,3})?[^,;\n]{0,9},\d{0,9},\d{1,9},\d{1,9}[^;\n]*+;\d"
)
MAX_LINE = 400_000  # characters: more than the largest board can need
_SIZE = re.compile(r"(?:([WX])_)?(\d{1,3})(?::(\d{1,3}))?(?::I)?(?:\+B)?(?::I|:B|\+I|\+I:B)*")
_NUMBER = re.compile(r"\d{1,5}")
# Writing a level needs a solution of it.
PATIENCE = Limits(seconds=60)


def sniff(text: str) -> bool:
    return bool(_LINE.match(text))


def read(file: str, text: str) -> Table:
    """A pack with a level for each line; a line that cannot be read is an error in its place."""
    levels: list[Values | LevelError] = []
    places: dict[tuple[str | int, ...], Place] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip() and len(levels) <= MAX_LEVELS:
            places["level", len(levels)] = Place(file, number)
            try:
                levels.append(_Line(file, number, line).level())
            except LevelError as error:
                levels.append(error.with_traceback(None))  # which would keep the line
    return Table({"puzzle": "flow", "level": levels}, GivenPlaces(file, places))


class _Line:
    """One line, and the board its header describes."""

    def __init__(self, file: str, number: int, line: str) -> None:
        self.file, self.number, self.line = file, number, line
        if len(line) > MAX_LINE:
            raise self.wrong(MAX_LINE, f"a line has at most {MAX_LINE:,} characters")
        header, *self.pipes = _split(line, 0, len(line), ";")
        self.fields = [*_split(line, *header, ","), *[(header[1],) * 2] * 6][:7]
        start, end = self.fields[0]
        size = _SIZE.fullmatch(line[start:end].strip())
        if not size:
            raise self.wrong(start, "a size is N or W:H, with W_ or X_ before it")
        self.wrap, self.hex = size[1] == "W", size[1] == "X"
        self.width, self.height = int(size[2]), int(size[3] or size[2])
        check_size(self.width, self.height, Place(file, number, start + 1))
        if not (self.width and self.height):
            raise self.wrong(start, f"no board is {self.width}×{self.height}")
        self.shape = SHAPES["hex" if self.hex else "square"]
        self.near = passages(self.shape.full(self.height, self.width), self.wrap)
        self.bridges = set(self.cells(*self.fields[4], ":"))
        self.holes = set(self.cells(*self.fields[5], ":"))
        self.barred = set(self.walls(*self.fields[6]))

    def wrong(self, offset: int, reason: str) -> LevelError:
        return LevelError(Place(self.file, self.number, offset + 1), reason)

    def cells(self, start: int, end: int, separator: str) -> list[int]:
        """The cells of a list; what stands behind a number in it (`9_0B`) is drawing only."""
        found = []
        for begin, finish in _split(self.line, start, end, separator):
            match = _NUMBER.match(self.line, begin, finish)
            if not match and (begin < finish or start < end):
                raise self.wrong(begin, "here should be the number of a cell")
            if match:
                if int(match[0]) >= self.width * self.height:
                    raise self.wrong(begin, f"there is no cell {match[0]} on this board")
                found.append(int(match[0]))
        return found

    def walls(self, start: int, end: int) -> Iterator[tuple[int, int]]:
        """The pairs of cells that have a wall between them, or a rim that does not wrap."""
        for pair in _split(self.line, start, end, ":") if start < end else ():
            cells = sorted(self.cells(*pair, "|"))
            if len(cells) != 2 or cells[0] == cells[1]:
                raise self.wrong(pair[0], "a wall stands between two cells, as in 2|9")
            yield cells[0], cells[1]

    def level(self) -> Values:
        """The keys of the level; LevelError if its pipes are no solution of its board."""
        start, end = self.fields[3]
        pipes = [pipe for pipe in self.pipes if self.line[slice(*pipe)].strip()]
        if self.line[start:end].strip() != str(len(pipes)):
            raise self.wrong(
                start, f"the header says {self.line[start:end]} pipes; there are {len(pipes)}"
            )
        if len(pipes) > len(LETTERS):
            many = f"{len(pipes)} pipes; the most is {len(LETTERS)}"
            raise LevelTooLarge(Place(self.file, self.number, start + 1), many)
        symbols = np.full(self.width * self.height, EMPTY)
        symbols[sorted(self.holes)], symbols[sorted(self.bridges)] = MISSING, BRIDGE
        used: Counter[int] = Counter()
        for letter, pipe in zip(LETTERS, pipes, strict=False):
            cells = self.cells(*pipe, ",")
            self._follow(pipe[0], cells)
            used.update(cells)
            symbols[[cells[0], cells[-1]]] = letter
        for cell in range(len(symbols)):
            passes = 0 if cell in self.holes else 1 + (cell in self.bridges)
            if used[cell] != passes:
                said = f"pipes pass cell {cell} {used[cell]} times, and should {passes} times"
                raise self.wrong(pipes[0][0] if pipes else 0, said)
        square = symbols.reshape(self.height, self.width)
        grid = self.shape(square != MISSING)
        names = self.shape.full(self.height, self.width).name
        keys: Values = {
            "grid": grid.kind,
            "board": grid.text(square[square != MISSING].tolist(), MISSING),
        }
        if self.wrap:
            keys["wrap"] = True
        walls = [
            f"{names(a)}-{names(b)}"
            for a, b in sorted(self.barred)
            if b in self.near[a] and not {a, b} & self.holes
        ]
        return keys | ({"walls": walls} if walls else {})

    def _follow(self, offset: int, cells: list[int]) -> None:
        """LevelError unless these cells are a pipe."""
        if len(cells) < 2 or cells[0] in self.bridges or cells[-1] in self.bridges:
            raise self.wrong(offset, "a pipe joins two dots")
        for a, b in pairwise(cells):
            if b not in self.near[a] or (min(a, b), max(a, b)) in self.barred:
                raise self.wrong(offset, f"a pipe cannot go from cell {a} to cell {b}")
        for a, bridge, b in zip(cells, cells[1:], cells[2:], strict=False):
            if bridge in self.bridges and self.near[a][bridge] != self.near[bridge][b]:
                raise self.wrong(offset, f"a pipe bends on the bridge at cell {bridge}")


def _split(line: str, start: int, end: int, separator: str) -> Iterator[tuple[int, int]]:
    """Return where the pieces of `line[start:end]` between separators start and end."""
    for piece in line[start:end].split(separator):
        yield start, start + len(piece)
        start += len(piece) + 1


def write(level: FlowLevel) -> str:
    board, grid = level.board, level.board.grid
    if not board.fill:
        raise UsageError("Flow Free's boards are filled; this one need not be")
    if board.pairs > len(board.symbols):
        raise UsageError("Flow Free has two dots of a colour")
    number = re.search(r"(\d{1,4})$", level.title, re.ASCII)
    pipes = _solution(level)
    number_of = (grid.row * grid.cols + grid.col).tolist()
    shape = "W_" if board.wrap else "X_" if grid.kind == "hex" else ""
    size = str(grid.cols) if grid.cols == grid.rows else f"{grid.cols}:{grid.rows}"
    holes = ":".join(
        str(cell) for cell in range(grid.rows * grid.cols) if grid.at(*divmod(cell, grid.cols)) < 0
    )
    bridges = ":".join(str(number_of[cell]) for cell in sorted(board.bridges))
    walls = ":".join(f"{number_of[a]}|{number_of[b]}" for a, b in sorted(board.walls))
    head = f"{shape}{size},0,{number[1] if number else 1},{len(pipes)},{bridges},{holes},{walls}"
    paths = [",".join(str(number_of[cell]) for cell in pipe) for pipe in pipes]
    return ";".join([head.rstrip(","), *paths]) + "\n"


def _solution(level: FlowLevel) -> list[list[int]]:
    """The cells of each pipe of a solution; UsageError if none is found."""
    from puzzles.flow.solver.solve import solve

    found = answer(solve(start(level), PATIENCE))
    if found.moves is None:
        raise UsageError(f"Flow Free's levels hold their solution; {found.headline}")
    return [[level.board.cell_of[vertex] for vertex in move.path] for move in found.moves]


FORMAT = Format("flow-free", "Flow Free's level packs", ".txt", sniff, read, write, many=True)
