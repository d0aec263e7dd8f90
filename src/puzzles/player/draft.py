"""A board that somebody draws: every stroke of the brush, and back.

Nothing here knows what a board means: `core.modules.Maker` says what may stand at a cell, and
puts it there. Strokes are repeated by the symmetry that is chosen, so that half of a board is
drawn by the other half. Each is stored as soon as it is made.
"""

import json
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Self

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.modules import Maker
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Brush, Demand, Pair, SideBrush, Thing, WayBrush
from puzzles.core.tables import Values, read_table
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.text import read_size
from puzzles.library import registry
from puzzles.player import reshaping
from puzzles.player.records import Handle, StoredDrawing
from puzzles.player.reshaping import Reshaped, symmetry_groups
from puzzles.player.saves import Saves
from puzzles.player.session import in_common

SIZE = 7, 7  # columns and rows of a board, unless something else is asked for
SIDES = ("top", "bottom", "left", "right")


class Draft:
    """`brush` is the key of the thing that is painted with. `symmetry` is the index in `symmetries`
    of the one by which strokes are repeated. Without `saves` nothing is kept."""

    def __init__(
        self,
        puzzle: AnyPuzzle,
        sketch: "Level | Strokes",
        saves: Saves | None = None,
        doubtful: Collection[int] = (),
        name: str = "",
    ) -> None:
        """`name` is that of a stored drawing, whose strokes are the `sketch`."""
        self.puzzle, self._saves = puzzle, saves
        self._edits: Maker[Level] = puzzle.maker
        strokes = sketch if isinstance(sketch, Strokes) else Strokes(puzzle, sketch, doubtful)
        self._strokes = strokes
        self._handle = Handle(name) if name else Handle()
        eraser = not self.things[0].key.isalnum()
        self.brush = self._painting = self.things[eraser].key
        self.symmetry = 0
        self._way: list[int] = []  # that a hand has gone in this stroke
        self._before = self.sketch
        self._begun = False  # a stroke that may go on
        if saves is not None and name:
            saves.take_up(self._handle)

    @classmethod
    def taken_up(cls, drawing: StoredDrawing, saves: Saves | None = None) -> "Draft":
        """Go on with a drawing as it was left. Raises PuzzlesError if it cannot be read."""
        try:
            puzzle = registry.plugin(drawing.puzzle)
            strokes = Strokes.load(puzzle, drawing.strokes)
        except (UsageError, KeyError, ValueError) as error:
            raise UsageError(f"the drawing cannot be read: {error}") from None
        return cls(puzzle, strokes, saves, name=drawing.name)

    @property
    def sketch(self) -> Level:
        """The board as it is now."""
        return self._strokes.board

    @property
    def doubtful(self) -> frozenset[int]:
        """Cells that a picture was hard to read at, and that nobody has looked at."""
        return self._strokes.doubtful

    @property
    def grid(self) -> LatticeGrid:
        grid: LatticeGrid = self._edits.grid(self.sketch)
        return grid

    @property
    def things(self) -> tuple[Thing, ...]:
        """The things that may stand at a cell."""
        return self._edits.things(self.sketch)

    @property
    def brushes(self) -> tuple[Thing, ...]:
        """What to draw with: things, and the puzzle's own brushes."""
        return (*self.things, *self.own)

    @property
    def own(self) -> tuple[Brush[Level], ...]:
        """The puzzle's own brushes."""
        return tuple(self._edits.BRUSHES) if self.puzzle.can("maker.BRUSHES") else ()

    @property
    def selected(self) -> Thing:
        """The selected brush, or the first one if undo removed it."""
        return next((each for each in self.brushes if each.key == self.brush), self.brushes[0])

    def at(self, cell: int) -> Thing:
        """Return the thing at a cell."""
        return self.things[self._edits.at(self.sketch, cell)]

    @property
    def digits(self) -> dict[str, Thing]:
        """The things that digits stand for: those that are written so, or else the first nine with
        letters, which no mark, eraser or tool among them moves."""
        lettered = [thing for thing in self.things if thing.key.isalnum()]
        own = {thing.key: thing for thing in lettered if thing.key.isdecimal()}
        return own or dict(zip("123456789", lettered, strict=False))

    # Strokes ---------------------------------------------------------------------------------

    def paint(self, *cells: int, going_on: bool = False) -> bool:
        """Put the brush's thing at these cells, and at those that the symmetry makes of them;
        whether that changes anything. What was doubtful there is so no more. A stroke that goes on
        is undone with its beginning."""
        self._begun &= going_on
        self._painting = self._painting if self._begun else self.brush
        wanted = self._number(self._painting)
        cells = tuple(sorted({image for cell in cells for image in self._orbit(cell)}))
        there = {self._edits.at(self.sketch, cell) for cell in cells} == {wanted}
        if there and self.doubtful.isdisjoint(cells):
            return False
        self._next(self._edits.put(self.sketch, cells, wanted), self.doubtful - {*cells}, going_on)
        painted, *after = self.things[wanted:]
        standing = [self._edits.at(self.sketch, other) for other in range(self.grid.n)]
        if painted.enough == standing.count(wanted) and after and after[0].enough:
            self.brush = after[0].key
        return True

    def fill(self, cell: int) -> bool:
        """Paint the region of cells around this one that have the same thing."""
        there = [self._edits.at(self.sketch, other) for other in range(self.grid.n)]
        return self.paint(*np.flatnonzero(self.grid.graph.distances(cell, there) >= 0).tolist())

    def change(self, cell: int, by: int) -> None:
        """Put the next or previous thing at a cell."""
        number = (self._edits.at(self.sketch, cell) + by) % len(self.things)
        self._next(self._edits.put(self.sketch, [cell], number), self.doubtful - {cell})

    def pick(self, cell: int) -> Thing:
        """Paint with what is at a cell from now on."""
        self.brush = self.at(cell).key
        return self.at(cell)

    def side(
        self, brush: SideBrush[Level], a: int, b: int, present: bool, going_on: bool = False
    ) -> bool:
        """Draw the side between two cells, and those that the symmetry makes of it, or take them
        away; whether that changes anything."""
        self._begun &= going_on
        pairs: list[Pair] = [(min(image), max(image)) for image in self._ways((a, b))]
        changed = brush.draw(self.sketch, pairs, present)
        if set(brush.drawn(changed)) == set(brush.drawn(self.sketch)):
            return False
        self._next(changed, self.doubtful, going_on)
        return True

    def way(self, brush: WayBrush[Level], cell: int, going_on: bool = False) -> bool:
        """Draw a way from this cell on, or `going_on` from where the hand was; whether there is
        any by now."""
        self._begun &= going_on
        if not going_on:
            self._way, self._before = [], self.sketch
        self._way.append(cell)
        laid = self._before
        covered: set[int] = set()
        for way in self._ways(tuple(self._way)):
            if not covered & {*way}:  # images that meet would cut one another
                laid = brush.draw(laid, way)
                covered |= {*way}
        if len(self._way) == 1:
            return False
        self._next(laid, self.doubtful, going_on=True)
        return True

    def undo(self) -> bool:
        """Take the last stroke back; False if there is none."""
        return self._go(-1)

    def redo(self) -> bool:
        """Take the last undo back; False if there is none."""
        return self._go(1)

    def become(self, sketch: Level) -> None:
        """Another board in place of this one, by a stroke like others."""
        alike = self._edits.grid(sketch) == self.grid
        self._next(sketch, self.doubtful if alike else ())

    # The whole board -------------------------------------------------------------------------

    def resize(self, side: str, by: int) -> None:
        """Add rows or columns at a side, or take them away. Raises UsageError."""
        self._reshape(reshaping.resized(self.grid, side, by))

    def move(self, dx: int, dy: int) -> None:
        """Move everything on the board; what goes over the rim is lost."""
        self._reshape(reshaping.moved(self.grid, dx, dy))

    def turn(self, mirrored: bool = False) -> None:
        """Turn the board, a quarter where that is possible, or as little as can be; or turn it
        over, left to right where that is possible. Raises UsageError where it fits on no grid."""
        self._reshape(reshaping.turned(self.grid, mirrored))

    # What holds for the whole board -----------------------------------------------------------

    @property
    def demands(self) -> tuple[Demand, ...]:
        edits = self._edits
        return edits.demands(self.sketch) if self.puzzle.can("maker.demands") else ()

    def demand(self, name: str, value: str) -> None:
        """Let something else hold for the whole board."""
        self._next(self._edits.demand(self.sketch, name, value), self.doubtful)

    @property
    def symmetries(self) -> list[str]:
        """The symmetries of the grid in words, from none on."""
        return ["none", *(words for words, _ in symmetry_groups(self.grid))]

    @property
    def orbits(self) -> list[tuple[int, ...]]:
        """The cells, those together that the symmetry makes alike."""
        return sorted({tuple(sorted(self._orbit(cell))) for cell in range(self.grid.n)})

    def _orbit(self, cell: int) -> set[int]:
        """A cell and what the symmetry makes of it."""
        return {image for (image,) in self._ways((cell,))}

    def _ways(self, way: tuple[int, ...]) -> list[tuple[int, ...]]:
        """Cells and what the symmetry makes of them, each way once."""
        if not self.symmetry:
            return [way]
        _, images = symmetry_groups(self.grid)[self.symmetry - 1]
        return list(dict.fromkeys(tuple(image[cell] for cell in way) for image in images))

    def _reshape(self, reshaped: Reshaped) -> None:
        """Put things on another grid; what is new there gets the brush's thing, if there can be
        any number of it."""
        whole, source = reshaped
        doubtful, thing = self.doubtful, 0 if self.selected.enough else self._number(self.brush)
        sketch = self._edits.recut(self.sketch, whole, source, thing)
        self._next(sketch, {i for i, cell in enumerate(source) if cell in doubtful})
        self.symmetry = 0

    def _number(self, key: str) -> int:
        return next((i for i, thing in enumerate(self.things) if thing.key == key), 0)

    def _next(self, sketch: Level, doubtful: Collection[int], going_on: bool = False) -> None:
        self._strokes.add(sketch, doubtful, going_on and self._begun)
        self._begun = True
        self._store()

    def _go(self, by: int) -> bool:
        """Go to another board of those that were drawn; on another grid symmetries are others."""
        before = self.grid
        if not self._strokes.go(by):
            return False
        if self.grid != before:
            self.symmetry = 0
        self._begun = False
        self._store()
        return True

    def _store(self) -> None:
        if self._saves is not None:
            values = self._handle.name, self.puzzle.id, self._strokes.dump(), time.time()
            self._saves.store(self._handle, StoredDrawing(*values))


def blank(words: Sequence[str]) -> tuple[AnyPuzzle, Level]:
    """The puzzle and the sketch of a new board, as somebody asks for it: a puzzle and, if they are
    said, a kind of grid and a size, as in `PUZZLE hex 8x6`. Raises UsageError."""
    name, *wishes = words
    puzzle = registry.plugin(name)
    edits: Maker[Level] = puzzle.maker
    kind, cols, rows = edits.GRIDS[0], *SIZE
    for wish in wishes:
        if wish in edits.GRIDS:
            kind = wish
            continue
        try:
            cols, rows = read_size(wish, "8x6")
        except UsageError:
            known = ", ".join(edits.GRIDS)
            raise UsageError(
                f"{wish!r} is neither a grid ({known}) nor a size, as in 8x6"
            ) from None
    return puzzle, replace(edits.blank(kind, rows, cols), title="New board")


# Strokes -----------------------------------------------------------------------------------

Change = tuple[int, str, str]  # where texts differ, what stood there, and what does now


class Strokes:
    """The boards that somebody has drawn, one stroke after the other, and which of them is there
    now. With each board goes which of its cells are doubtful: those that a picture was hard to read
    at, for as long as nobody has looked at them.

    On disk a board is what differs in its text from the one before, either way: a stroke takes few
    bytes, and undo has no limit. Boards that were loaded are read when they are looked at.
    """

    def __init__(self, puzzle: AnyPuzzle, sketch: Level, doubtful: Collection[int] = ()) -> None:
        self._puzzle = puzzle
        self._boards: list[Level | None] = [sketch]  # None for one that was not looked at
        self._texts = [self._written(sketch, doubtful)]  # of the boards
        self._changes: list[Change] = []  # from each to the next
        self._at = 0

    def _written(self, sketch: Level, doubtful: Collection[int]) -> str:
        """A line for the board, and one for the names of doubtful cells, if there are any."""
        edits = self._puzzle.maker
        more = edits.keys(sketch) if self._puzzle.can("maker.keys") else {}
        keys = {"puzzle": self._puzzle.id, **self._puzzle.format(sketch), **more}
        names = " ".join(map(edits.grid(sketch).name, sorted(doubtful)))
        return json.dumps(keys, ensure_ascii=False) + (f"\n{names}" if names else "")

    @property
    def board(self) -> Level:
        """The sketch that is there now. Raises LevelError if its puzzle cannot read it."""
        board = self._boards[self._at]
        if board is None:
            editor = self._puzzle.maker
            table = read_table("drawing.json", self._texts[self._at].partition("\n")[0], toml=False)
            board = self._boards[self._at] = editor.sketch(editor.draft(table))
        return board

    @property
    def doubtful(self) -> frozenset[int]:
        """The doubtful cells of that board. Raises PuzzlesError for names that none of them has."""
        names = self._texts[self._at].partition("\n")[2].split()
        return frozenset(map(self._puzzle.maker.grid(self.board).cell, names))

    def add(self, sketch: Level, doubtful: Collection[int] = (), going_on: bool = False) -> None:
        """Add a stroke that leads to this board; one that goes on replaces its beginning."""
        if going_on:
            self.go(-1)
        before, after = self._texts[self._at], self._written(sketch, doubtful)
        # The least that has to be changed to make one text of the other.
        start = in_common(before, after)
        end = in_common(before[start:][::-1], after[start:][::-1])
        change = start, before[start : len(before) - end], after[start : len(after) - end]
        self._changes[self._at :] = [change]
        self._at += 1
        self._texts[self._at :] = [after]
        self._boards[self._at :] = [sketch]

    def go(self, by: int) -> bool:
        """Take the last stroke back (−1), or draw it again (1); False if there is none."""
        found = 0 <= self._at + by < len(self._texts)
        self._at += by * found
        return found

    def dump(self) -> Values:
        """Return the boards and strokes as JSON values."""
        return {"board": self._texts[0], "strokes": list(self._changes), "at": self._at}

    @classmethod
    def load(cls, puzzle: AnyPuzzle, saved: Values) -> Self:
        """Return the strokes that `dump` gave. Raises ValueError for what it cannot have given."""
        found = cls.__new__(cls)
        found._puzzle, found._at = puzzle, saved["at"]
        found._changes = [(start, before, after) for start, before, after in saved["strokes"]]
        found._texts = [*accumulate(found._changes, _changed, initial=saved["board"])]
        found._boards = [None] * len(found._texts)
        if not 0 <= found._at < len(found._texts):
            raise ValueError("there is no such stroke")
        return found


def _changed(text: str, change: Change) -> str:
    start, before, after = change
    if text[start : start + len(before)] != before:
        raise ValueError("a stroke does not follow from the one before")
    return text[:start] + after + text[start + len(before) :]
