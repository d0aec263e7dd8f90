"""Boards whose cells are chosen, one at a time: the host's own, for puzzles without another."""

from typing import Any

from textual import events

from puzzles.core.modules import M, S
from puzzles.core.puzzle import PuzzleOf
from puzzles.ui.board.gridboard import GridBoard, act_key


class CellBoard(GridBoard[S, M]):
    """The rules say what it means to `tap` a cell: to play it, if they do not."""

    BINDINGS = [act_key("Choose")]
    chosen = 0  # the ink that is taken, where there is a choice

    def act(self, cell: int) -> None:
        """The player chose a cell."""
        self.post_message(self.Played(self.puzzle.tap(self.state, cell, self.chosen)))

    def action_act(self) -> None:
        if self.live:
            self.by_pointer = False
            self.act(self.cursor)

    def on_click(self, event: events.Click) -> None:
        cell = self.cell_under(event)
        if self.live and not self.editing and cell >= 0 and event.button == 1:
            self.cursor = cell
            self.act(cell)


class Board(CellBoard[Any, int]):
    BINDINGS = [act_key("Play")]


def board_of(puzzle: PuzzleOf[S, M]) -> type[GridBoard[S, M]]:
    """The widget of a puzzle; TypeError if it is none."""
    widget = puzzle.screen.Board if puzzle.can("screen.Board") else Board
    if not (isinstance(widget, type) and issubclass(widget, GridBoard)):
        raise TypeError(f"{widget} is no GridBoard")
    return widget
