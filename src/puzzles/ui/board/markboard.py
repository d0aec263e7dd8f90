"""Boards of declared puzzles: each place is set or ruled out, by two keys or two buttons."""

from dataclasses import replace
from typing import Any

from textual import events
from textual.binding import Binding

from puzzles.core.puzzle import AnyPuzzle
from puzzles.ui.board.cellboard import CellBoard
from puzzles.ui.board.gridboard import ACT, act_key

OUT = 1  # the second choice of the rules' `tap`; the first is what a board begins with


class MarkBoard(CellBoard[Any, Any]):
    """The first button sets, or what the second one does, rules out; again, and the place is
    free. Its keys are called after what they mark."""

    BINDINGS = [
        act_key("Mark"),
        Binding("x,0", "mark(1)", "Rule out", id="board.rule_out", key_display="x"),
        Binding("1", "mark(0)", "Mark", show=False, id="board.set"),
    ]

    def __init__(self, puzzle: AnyPuzzle, state: Any, live: bool = True) -> None:
        super().__init__(puzzle, state, live)
        rules: Any = puzzle.rules  # of a declared puzzle
        mark, out, _ = map(str.capitalize, rules.said)
        words = {ACT: mark, "board.set": mark, "board.rule_out": out}
        keys = self._bindings.key_to_bindings
        for key, bound in keys.items():
            keys[key] = [
                replace(b, description=words.get(b.id or "", b.description)) for b in bound
            ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys that are the maker's mean something else where a board is drawn."""
        if action == "mark":
            return self.playable and not self.editing
        return super().check_action(action, parameters)

    def action_mark(self, choice: int) -> None:
        self.by_pointer = False
        self._mark(self.cursor, choice)

    def _mark(self, cell: int, choice: int) -> None:
        self.post_message(self.Played(self.puzzle.tap(self.state, cell, choice)))

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_under(event)
        if event.button == 1 or not (self.playable and cell >= 0) or self.editing:
            return
        event.prevent_default()
        self.cursor = cell
        self._mark(cell, OUT)


Board = MarkBoard  # as the host asks for it
