"""Flood-It as the host sees it; it only ties the other modules together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flood_it import levels, model
from flood_it.model import FloodLevel, State
from puzzles.core.errors import MoveError
from puzzles.core.puzzle import Problem, Puzzle, Status
from puzzles.core.solving import Answer, Event, Limits
from puzzles.core.tables import Table

if TYPE_CHECKING:
    from flood_it.board import FloodBoard


class FloodIt(Puzzle[FloodLevel, State, int]):
    id = "flood_it"
    title = "Flood-It"
    blurb = "Spread from the corner until all is one colour."
    rules = """\
The *flood* starts in the top left corner. Choose a cell: the flood takes its colour, and with it
every neighbouring area of that colour. Make the board **one colour** in as few moves as *par*,
which is proved: no one can do it in fewer.
"""
    packs = Path(__file__).parent / "packs"

    def parse(self, table: Table) -> FloodLevel:
        return levels.parse(table)

    def format(self, level: FloodLevel) -> dict[str, Any]:
        return levels.format(level)

    def facts(self, level: FloodLevel) -> dict[str, Any]:
        return {"size": level.grid.size, "colours": len(level.letters), "par": level.par}

    def check(self, level: FloodLevel, limits: Limits) -> Iterator[Event | Problem]:
        for event in self.solve(model.start(level), limits):
            yield event
            if isinstance(event, Answer) and event.proved and level.par not in (
                None, event.lower_bound
            ):
                reason = f"par is {level.par}, but the optimum is {event.lower_bound}"
                yield Problem(level.par_place, reason)

    def start(self, level: FloodLevel) -> State:
        return model.start(level)

    def apply(self, state: State, move: int) -> State:
        return model.apply(state, move)

    def move_text(self, state: State, move: int) -> str:
        return state.level.letters[move]

    def move_parse(self, state: State, text: str) -> int:
        letters = state.level.letters
        if len(text) != 1 or text not in letters:
            raise MoveError(f"{text!r} is no colour; this board has {', '.join(letters)}")
        return letters.index(text)

    def move_facts(self, state: State, move: int) -> Mapping[str, Any]:
        return {"colour": state.level.letters[move]}

    def status(self, state: State) -> Status:
        return model.status(state)

    def text(self, state: State) -> str:
        return state.level.grid.text([state.level.letters[colour] for colour in state.colours])

    def solve(self, state: State, limits: Limits, method: str = "") -> Iterator[Event]:
        from flood_it.solver import solve

        return solve(state, limits)

    def board(self) -> type[FloodBoard]:
        from flood_it.board import FloodBoard

        return FloodBoard
