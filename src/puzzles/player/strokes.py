"""The boards that somebody has drawn, one stroke after the other, and which of them is there now.

With each board goes which of its cells are doubtful: those that a picture was hard to read at, for
as long as nobody has looked at them.

On disk a board is what differs in its text from the one before, either way: a stroke takes few
bytes, and undo has no limit.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from itertools import accumulate
from typing import Self

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Values, read_table
from puzzles.player.session import in_common

Change = tuple[int, str, str]  # where texts differ, what stood there, and what does now


class Strokes:
    """`load` of what `dump` gave has the same boards. They are read when they are looked at."""

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
        """A stroke leads to this board; one that goes on takes the place of its beginning."""
        if going_on:
            self.go(-1)
        text = self._written(sketch, doubtful)
        self._changes[self._at :] = [_change(self._texts[self._at], text)]
        self._at += 1
        self._texts[self._at :] = [text]
        self._boards[self._at :] = [sketch]

    def go(self, by: int) -> bool:
        """Take the last stroke back (−1), or draw it again (1); False if there is none."""
        found = 0 <= self._at + by < len(self._texts)
        self._at += by * found
        return found

    def dump(self) -> Values:
        """All of it, as JSON values."""
        return {"board": self._texts[0], "strokes": list(self._changes), "at": self._at}

    @classmethod
    def load(cls, puzzle: AnyPuzzle, saved: Values) -> Self:
        """Raises ValueError for what `dump` cannot have given."""
        found = cls.__new__(cls)
        found._puzzle, found._at = puzzle, saved["at"]
        found._changes = [(start, before, after) for start, before, after in saved["strokes"]]
        found._texts = [*accumulate(found._changes, _changed, initial=saved["board"])]
        found._boards = [None] * len(found._texts)
        if not 0 <= found._at < len(found._texts):
            raise ValueError("there is no such stroke")
        return found


def _change(before: str, after: str) -> Change:
    """The least that has to be changed to make one text of another."""
    start = in_common(before, after)
    end = in_common(before[start:][::-1], after[start:][::-1])
    return start, before[start : len(before) - end], after[start : len(after) - end]


def _changed(text: str, change: Change) -> str:
    start, before, after = change
    if text[start : start + len(before)] != before:
        raise ValueError("a stroke does not follow from the one before")
    return text[:start] + after + text[start + len(before) :]
