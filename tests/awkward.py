"""A puzzle that does what the shipped ones do not: how a move is worded depends on the position, no
level has a par, and levels are made that nobody grades.

*Tidy up*: take letters off a row, in the order of the alphabet. A move is a cell, and is called by
its place among the letters that are left: "2" is another cell after each move.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from types import SimpleNamespace
from typing import Any

from puzzles.core.doors import lazy
from puzzles.core.errors import MoveError
from puzzles.core.level import Level
from puzzles.core.puzzle import Award, Puzzle
from puzzles.core.results import Option, Status
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.tables import read_table
from puzzles.grids.square import SquareGrid
from puzzles.grids.symbols import SymbolLevel, SymbolRules, SymbolState
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.board.gridboard import act_key

LETTERS, GONE = "ABCDEF", "-"
INKS = {letter: f"#{40 * i:02x}8080" for i, letter in enumerate(LETTERS)}
INKS |= {GONE: "#101010", ".": "#000000"}


def left(state: SymbolState) -> list[int]:
    """The cells whose letters are left, in the order of the board."""
    return [cell for cell, letter in enumerate(state.cells) if letter != GONE]


class Rules(SymbolRules[SymbolLevel]):
    def apply(self, state: SymbolState, cell: int) -> SymbolState:
        if state.cells[cell] != min(state.cells[c] for c in left(state) or [cell]):
            raise MoveError("another letter comes first")
        return state.after(state.cells[:cell] + GONE + state.cells[cell + 1 :])

    def status(self, state: SymbolState) -> Status:
        cells = tuple(left(state))
        if not cells:
            return Status(state.moves, grade="tidy")
        return Status(state.moves, missing=((f"{len(cells)} left", cells),))

    def move_text(self, state: SymbolState, cell: int) -> str:
        return str(left(state).index(cell) + 1)

    def move_parse(self, state: SymbolState, text: str) -> int:
        cells = left(state)
        if not (
            text.isascii() and text.isdigit() and len(text) < 4 and 0 < int(text) <= len(cells)
        ):
            raise MoveError(f"{text!r} is none of the {len(cells)} that are left")
        return cells[int(text) - 1]

    def move_facts(self, state: SymbolState, cell: int) -> dict[str, str]:
        return {"letter": state.cells[cell]}


RULES = Rules(SquareGrid, 36, INKS, lambda cells: "" if cells.strip(GONE) else "nothing to tidy up")


def solve(state: SymbolState, limits: Limits, method: str = "") -> Iterator[Event]:
    order = sorted(left(state), key=lambda cell: (state.cells[cell], cell))
    yield Progress(1, 0.0, len(order), line=tuple(order))
    yield Answer(tuple(order), True, len(order), 1, 0.0, f"{len(order)} to take")


def check(level: SymbolLevel, limits: Limits) -> Iterator[Event]:
    return solve(SymbolState(level, level.cells), limits)


def make(seed: int, wishes: Mapping[str, Any]) -> Iterator[Event | Level]:
    yield Progress()
    row = "".join(Random(seed).choices(LETTERS, k=wishes.get("letters", 6)))
    keys = {"title": f"Heap {seed}", "board": row}
    text = "\n".join(f"{key} = {value!r}" for key, value in keys.items())
    yield RULES.parse(read_table("made", text))


class Board(CellBoard[SymbolState, int]):
    BINDINGS = [act_key("Take")]

    def act(self, cell: int) -> None:
        self.post_message(self.Played(cell))


awkward = Puzzle[SymbolLevel, SymbolState, int](
    id="awkward",
    title="Tidy up",
    blurb="Take the letters away, in order.",
    instructions="Take the letters in the order of the alphabet.",
    rules=RULES,
    solver=SimpleNamespace(solve=solve, check=check),
    screen=lazy("", awkward="Board"),
    moves_word=("letter", "letters"),
    awards={"tidy": Award("all tidied up", "good")},
    generator=SimpleNamespace(
        OPTIONS=(Option("letters", "how many letters"),),
        make=make,
        like=lambda level: {"letters": len(level.cells)},
        canonical=lambda level: level.cells,
    ),
)
