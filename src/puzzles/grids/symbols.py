"""Puzzles whose boards have a symbol in each cell: most of their rules, and their maker.

A level is such a board and, if known, its par and difficulty. The puzzle says what symbols mean.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np

from puzzles.core.errors import NOWHERE, Place, UsageError
from puzzles.core.level import LEVEL_KEYS, Level, heading
from puzzles.core.palettes import inks
from puzzles.core.par import read_par
from puzzles.core.results import Thing
from puzzles.core.solving import Step
from puzzles.core.tables import Table, Values
from puzzles.grids.graph import Ints
from puzzles.grids.grid import MISSING, LatticeGrid
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.grids.text import read_board


@dataclass(frozen=True)
class SymbolLevel(Level):
    """The symbol of each cell at the start, and the fewest moves."""

    grid: LatticeGrid
    cells: str
    par: int | None = None
    par_place: Place = NOWHERE


L = TypeVar("L", bound=SymbolLevel)


@dataclass(frozen=True)
class SymbolState:
    """A position: the symbol of each cell now, and the moves that led to it."""

    level: SymbolLevel
    cells: str
    moves: int = 0

    def after(self, cells: str) -> Self:
        """The position that a move leads to."""
        return replace(self, cells=cells, moves=self.moves + 1)


@dataclass(frozen=True)
class SymbolRules(Generic[L]):
    """The rules of a puzzle, but for its moves, and its maker: grids of one `shape`, of `most`
    cells, each with one of the symbols that have `inks`, their looks as `#rrggbb`. Levels are of
    the type LEVEL.

    `flaw` says why a board is no level, "" if nothing is wrong with it. `missing` stands where no
    cell is ("": there is one everywhere), and has an ink, too. Palettes change inks.
    """

    LEVEL: ClassVar[type[Any]] = SymbolLevel
    shape: type[LatticeGrid]
    most: int
    inks: Mapping[str, str]
    flaw: Callable[[str], str] = lambda cells: ""
    missing: str = MISSING

    @property
    def symbols(self) -> str:
        return "".join(symbol for symbol in self.inks if symbol != self.missing)

    def start(self, level: SymbolLevel) -> SymbolState:
        return SymbolState(level, level.cells)

    def apply(self, state: SymbolState, move: Any) -> SymbolState:
        """The position after a move: the puzzle's own."""
        raise NotImplementedError

    def text(self, state: SymbolState) -> str:
        return state.level.grid.text(state.cells)

    def scene(self, state: SymbolState, move: Any, palette: str, step: Step | None) -> Scene:
        """The ink of each symbol; what `move` changes is coming."""
        seen, numbers = step or Step(), self._numbers(state.cells)
        after = numbers if move is None else self._numbers(self.apply(state, move).cells)
        return Scene(
            state.level.grid,
            tuple(map(Ink, self.inks, inks(palette, [*self.inks.values()]), self.inks)),
            numbers,
            {cell: Sign(label) for cell, label in seen.labels.items()},
            lit=seen.lit,
            coming={cell: int(after[cell]) for cell in np.flatnonzero(after != numbers).tolist()},
        )

    def _numbers(self, cells: str) -> Ints:
        """The number of the ink of each cell."""
        numbers = {symbol: number for number, symbol in enumerate(self.inks)}
        return np.array([numbers[symbol] for symbol in cells], dtype=np.int32)

    def parse(self, table: Table) -> L:
        level = self._read(table, self.missing)
        if reason := self.flaw(level.cells):
            raise table.error(reason, "board")
        return level

    @property
    def _keys(self) -> tuple[str, ...]:
        """Those of a level file."""
        return ("board", "par", "difficulty")

    def _read(self, table: Table, missing: str) -> L:
        table.only([*LEVEL_KEYS, "puzzle", *self._keys])
        grid, cells = read_board(table, self.shape, self.most, self._fault, missing)
        more, known = self._more(table, grid), heading(table)
        level: L = self.LEVEL(grid=grid, cells="".join(cells), **known, **more)
        return level

    def _more(self, table: Table, grid: LatticeGrid) -> Values:
        """What a level has besides its board."""
        par, place = read_par(table)
        return {"par": par, "par_place": place}

    def _fault(self, symbol: str) -> str:
        known = self.symbols + self.missing
        return "" if symbol in known else f"{symbol!r} is no cell; known are {' '.join(known)}"

    def format(self, level: L) -> Values:
        keys = {"title": level.title, "board": level.grid.text(level.cells)}
        known = {"par": level.par, "difficulty": level.difficulty}
        return keys | {key: value for key, value in known.items() if value is not None}

    def facts(self, level: L) -> Values:
        return {"size": level.grid.size, "par": level.par, "difficulty": level.difficulty}

    # Of the maker.

    @property
    def GRIDS(self) -> tuple[str, ...]:
        return (self.shape.kind,)

    def blank(self, kind: str, rows: int, cols: int) -> L:
        self._check_size(rows * cols)
        whole = self.shape.full(rows, cols)
        level: L = self.LEVEL("", NOWHERE, whole, self.symbols[-1] * whole.n)
        return level

    def sketch(self, level: L) -> L:
        whole = self.shape.full(level.grid.rows, level.grid.cols)
        cells = "".join(level.grid.spread(level.cells, self.missing).ravel().tolist())
        return replace(level, grid=whole, cells=cells, par=None, difficulty=None)

    def draft(self, table: Table) -> L:
        return self._read(table, "")

    def grid(self, drawn: L) -> LatticeGrid:
        return drawn.grid

    def things(self, drawn: L) -> tuple[Thing, ...]:
        names = {self.missing: "hole"}
        return tuple(Thing(s, names.get(s, s)) for s in self.symbols + self.missing)

    def at(self, drawn: L, cell: int) -> int:
        return (self.symbols + self.missing).index(drawn.cells[cell])

    def put(self, drawn: L, cells: Sequence[int], thing: int) -> L:
        changed = dict.fromkeys(cells, (self.symbols + self.missing)[thing])
        now = "".join(changed.get(cell, symbol) for cell, symbol in enumerate(drawn.cells))
        return replace(drawn, cells=now)

    def recut(self, drawn: L, grid: LatticeGrid, source: Sequence[int], thing: int) -> L:
        self._check_size(grid.n)
        old = drawn.cells + (self.symbols + self.missing)[thing]  # the last one stands for -1
        return replace(drawn, grid=grid, cells="".join(old[cell] for cell in source))

    def _check_size(self, cells: int) -> None:
        if cells > self.most:
            raise UsageError(f"a board has at most {self.most:,} cells")


class CellRules(SymbolRules[SymbolLevel]):
    """Rules of a puzzle whose moves are cells, called by their names, as in `b2`."""

    def move_text(self, state: SymbolState, move: int) -> str:
        return state.level.grid.name(move)

    def move_parse(self, state: SymbolState, text: str) -> int:
        return state.level.grid.cell(text)

    def move_facts(self, state: SymbolState, move: int) -> dict[str, str]:
        return {"cell": state.level.grid.name(move)}
