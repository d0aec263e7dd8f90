"""Levels in layers: a symbol in each square cell, which can be the letter of its region; signs
between cells; and which variant of the rules they have. Their files, their IDs, and how they are
drawn by hand.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from puzzles.core.coding import Coder
from puzzles.core.errors import NOWHERE, MoveError
from puzzles.core.results import Demand, Pair, SideBrush, Sides, Thing
from puzzles.core.tables import Table, Values
from puzzles.grids import symmetry
from puzzles.grids.coding import code_grid
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel, SymbolRules

BRUSHES = "=!~"  # keys for the signs between cells, none of which is another's in the maker
_PAIR = re.compile(r"([a-z]+\d+)(\D)([a-z]+\d+)")


@dataclass(frozen=True)
class LayeredLevel(SymbolLevel):
    """`between` two cells can be a sign; `variant` says which of its rules a level has; `solutions`
    is how many it claims to have, proved."""

    between: Mapping[Pair, str] = field(default_factory=dict, hash=False)
    variant: Mapping[str, Any] = field(default_factory=dict, hash=False)
    solutions: int | None = None

    @property
    def borders(self) -> frozenset[Pair]:
        """The pairs of cells that touch and lie in two regions."""
        edges: list[list[int]] = self.grid.graph.edges.tolist()
        return frozenset((a, b) for a, b in edges if self.cells[a] != self.cells[b])


@dataclass(frozen=True)
class Layers(SymbolRules[LayeredLevel]):
    """What the levels of a puzzle have, and the maker for them: symbols of cells, with their inks,
    the first of which stands on an empty board; the `signs` between cells, with their names; and
    the values, the usual one first, of each key of the `variant`.

    `flaw_at` says what is wrong with a level and at which cell, if at one.
    """

    LEVEL = LayeredLevel
    missing: str = ""
    names: Mapping[str, str] = field(default_factory=dict)  # of symbols
    signs: Mapping[str, str] = field(default_factory=dict)
    variants: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    flaw_at: Callable[[LayeredLevel], tuple[str, int] | None] = lambda level: None

    @property
    def _keys(self) -> tuple[str, ...]:
        between = ("between",) if self.signs else ()
        return ("board", *between, *self.variants, "difficulty", "proof")

    def parse(self, table: Table) -> LayeredLevel:
        level = super().parse(table)
        if flaw := self.flaw_at(level):
            reason, cell = flaw
            if cell < 0:
                raise table.error(reason, "board")
            raise table.error_inside(reason, "board", *level.grid.place(cell))
        return level

    def _more(self, table: Table, grid: LatticeGrid) -> Values:
        proof = table.figures("proof")
        if set(proof) - {"solutions"}:
            raise table.error("proof says how many `solutions` there are", "proof")
        return {
            "between": self._read_between(table, grid) if self.signs else {},
            "variant": {key: self._read_variant(table, key) for key in self.variants},
            "solutions": proof.get("solutions"),
        }

    def _read_between(self, table: Table, grid: LatticeGrid) -> dict[Pair, str]:
        """Signs as in `b2=c2 f5xf6`; raises LevelError."""
        found: dict[Pair, str] = {}
        for word in re.finditer(r"\S+", table.get("between", str) or ""):
            try:
                match = _PAIR.fullmatch(word[0])
                if not match or match[2] not in self.signs:
                    raise MoveError(f"{word[0]!r} is no sign between cells, such as b2=c2")
                a, b = sorted((grid.cell(match[1]), grid.cell(match[3])))
                if b not in grid.graph.neighbours[a]:
                    raise MoveError(f"{match[1]} and {match[3]} do not touch")
                if (a, b) in found:
                    raise MoveError(f"there is a sign between {match[1]} and {match[3]} already")
            except MoveError as error:
                raise table.error_inside(str(error), "between", 0, word.start()) from None
            found[a, b] = match[2]
        return found

    def _read_variant(self, table: Table, key: str) -> Any:
        values = self.variants[key]
        value = table.get(key, type(values[0]))
        if value is not None and value not in values:
            raise table.error(f"{key} is {' or '.join(map(str, values))}", key)
        return values[0] if value is None else value

    def format(self, level: LayeredLevel) -> Values:
        keys: Values = {"title": level.title, "board": level.grid.text(level.cells)}
        if level.between:
            name = level.grid.name
            words = (f"{name(a)}{sign}{name(b)}" for (a, b), sign in sorted(level.between.items()))
            keys["between"] = " ".join(words)
        keys |= {k: v for k, v in level.variant.items() if v != self.variants[k][0]}
        if level.solutions is not None:
            keys["proof"] = {"solutions": level.solutions}
        return keys if level.difficulty is None else keys | {"difficulty": level.difficulty}

    def facts(self, level: LayeredLevel) -> Values:
        solutions = {} if level.solutions is None else {"solutions": level.solutions}
        shown = {k: v for k, v in level.variant.items() if v != self.variants[k][0]}
        return {"size": level.grid.size, **shown, **solutions, "difficulty": level.difficulty}

    # What makes levels alike --------------------------------------------------------------

    def essence(self, level: LayeredLevel) -> object:
        """What formats keep: letters of regions may be others."""
        order = self.symbols if self.names else [*dict.fromkeys(level.cells)]
        cells = [order.index(symbol) for symbol in level.cells]
        return level.grid.size, cells, sorted(level.variant.items())

    def canonical(self, level: LayeredLevel) -> str:
        """What symmetries of the board keep, too."""
        pairs = [
            pair for sign in self.signs for pair, each in level.between.items() if each == sign
        ]
        labels, kinds = [-1] * level.grid.n, [*map(ord, level.cells)]
        if not self.names:  # letters of regions can be exchanged
            labels, kinds = kinds, labels
        board = symmetry.canonical(level.grid, labels, kinds, pairs)
        return f"{board} {sorted(level.variant.items())}"

    # IDs -----------------------------------------------------------------------------------

    def encode(self, level: LayeredLevel, coder: Coder) -> bool:
        code_grid(coder, level.grid, [SquareGrid])
        self._code(coder, level.grid, level)
        return True

    def decode(self, coder: Coder) -> Values:
        grid = code_grid(coder, None, [SquareGrid])
        if grid.n > self.most:
            raise ValueError("no size for a board")
        blank = LayeredLevel("", NOWHERE, grid, self.symbols[0] * grid.n)
        return self.format(self._code(coder, grid, blank))

    def _code(self, coder: Coder, grid: LatticeGrid, level: LayeredLevel) -> LayeredLevel:
        """Write a level, or read it: cells by what is left of and above them."""
        cells = ""
        for cell, symbol in enumerate(level.cells):
            near = tuple(cells[other] for other in grid.graph.neighbours[cell] if other < cell)
            number = coder.pick(self.symbols.index(symbol), len(self.symbols), near)
            cells += self.symbols[number]
        between, names = {}, ["", *self.signs]
        for a, b in grid.graph.edges.tolist() if self.signs else ():
            sign = names[coder.pick(names.index(level.between.get((a, b), "")), len(names), "=")]
            if sign:
                between[a, b] = sign
        variant = {
            key: values[coder.pick(values.index(level.variant.get(key, values[0])), len(values))]
            for key, values in self.variants.items()
        }
        solutions = 1 if coder.flag(level.solutions == 1) else None
        return replace(level, cells=cells, between=between, variant=variant, solutions=solutions)

    # The maker -----------------------------------------------------------------------------

    def blank(self, kind: str, rows: int, cols: int) -> LayeredLevel:
        drawn = super().blank(kind, rows, cols)
        variant = {key: values[0] for key, values in self.variants.items()}
        return replace(drawn, cells=self.symbols[0] * len(drawn.cells), variant=variant)

    def sketch(self, level: LayeredLevel) -> LayeredLevel:
        drawn = super().sketch(level)
        at = level.grid.row * level.grid.cols + level.grid.col
        between = {(int(at[a]), int(at[b])): s for (a, b), s in drawn.between.items()}
        return replace(drawn, between=between, solutions=None)

    def things(self, drawn: LayeredLevel) -> tuple[Thing, ...]:
        kinds = self.symbols + self.missing
        names = {self.missing: "hole", **self.names}
        return tuple(Thing(s, names.get(s, f"region {s}"), self.inks[s]) for s in kinds)

    def recut(
        self, drawn: LayeredLevel, grid: LatticeGrid, source: Sequence[int], thing: int
    ) -> LayeredLevel:
        moved = super().recut(drawn, grid, source, thing)
        new = {cell: i for i, cell in enumerate(source) if cell >= 0}
        pairs = ((new.get(a), new.get(b), sign) for (a, b), sign in moved.between.items())
        kept = {(min(a, b), max(a, b)): s for a, b, s in pairs if a is not None and b is not None}
        return replace(moved, between=kept)

    def demands(self, drawn: LayeredLevel) -> tuple[Demand, ...]:
        return tuple(
            Demand(key, tuple(map(str, values)), str(drawn.variant[key]))
            for key, values in self.variants.items()
        )

    def demand(self, drawn: LayeredLevel, name: str, value: str) -> LayeredLevel:
        chosen = next(each for each in self.variants[name] if str(each) == value)
        return replace(drawn, variant={**drawn.variant, name: chosen})

    @cached_property
    def BRUSHES(self) -> tuple[SideBrush[LayeredLevel], ...]:
        """One for each sign between cells."""

        def sides(drawn: LayeredLevel, cell: int) -> Sides:
            (x, y), grid = drawn.grid.centre(cell), drawn.grid
            near = ((other, grid.centre(other)) for other in grid.graph.neighbours[cell])
            return {other: (float(ox - x), float(oy - y)) for other, (ox, oy) in near}

        def brush(key: str, sign: str, name: str) -> SideBrush[LayeredLevel]:
            def drawn(level: LayeredLevel) -> Collection[Pair]:
                return {pair for pair, each in level.between.items() if each == sign}

            def draw(level: LayeredLevel, pairs: Collection[Pair], present: bool) -> LayeredLevel:
                kept = {pair: each for pair, each in level.between.items() if pair not in pairs}
                new = [(a, b) for a, b in pairs if present and b in level.grid.graph.neighbours[a]]
                return replace(level, between=kept | dict.fromkeys(new, sign))

            return SideBrush(key, name, sides=sides, drawn=drawn, draw=draw)

        signs = zip(BRUSHES, self.signs.items(), strict=False)
        return tuple(brush(key, *sign) for key, sign in signs)
