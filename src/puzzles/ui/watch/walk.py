"""Moves from a position on, played by themselves or walked through one by one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from puzzles.core.puzzle import Puzzle
from puzzles.ui.board.panel import BoardScreen

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
BEADS = 30  # at most, one for each move
ANNOUNCED, MADE = 0.9, 0.8  # seconds at speed 1: before a move is made, and after


class WalkScreen(BoardScreen):
    """Shows moves from `state` on, once `begin` was told them, on a board of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "Play", id="watch.toggle"),
        Binding("left,b", "step(-1)", "Back", id="watch.back", key_display="←"),
        Binding("right,n", "step(1)", "Next", id="watch.next", key_display="→"),
        Binding("escape", "leave", "Exit", id="watch.leave", key_display="esc"),
        Binding("plus,equals_sign", "speed(1)", "Fast", id="watch.faster", key_display="+"),
        Binding("minus", "speed(-1)", "Slow", id="watch.slower", key_display="−"),
        Binding("g,home", "jump(0)", "Start", show=False, id="watch.start"),
        Binding("G,end", "jump(-1)", "End", id="watch.end", key_display="G"),
        Binding("L", "letters", "Letters", show=False, id="watch.letters"),
        Binding("o", "turn", "Turn the board", show=False, id="watch.turn"),
    ]

    def __init__(self, puzzle: Puzzle[Any, Any, Any], heading: str, state: Any) -> None:
        super().__init__(puzzle, heading, state, live=False)
        self._states = [state]
        self.solution: list[Any] = []  # the moves
        self._at = 0
        self._headline = self._figures = ""
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        self._playing = False

    def begin(self, headline: str, figures: str, texts: Iterable[str], playing: bool) -> None:
        """Replay the moves through the rules, and show the first one."""
        self._headline, self._figures = headline, figures
        for move, state in self.puzzle.replay(self._states[0], texts):
            self.solution.append(move)
            self._states.append(state)
        self._playing = playing and bool(self.solution)
        self._announce()

    def shown(self) -> None:
        """Something of the moves is about to be seen."""

    def coming(self) -> Any:
        """The move to mark on the board before the next one is made."""
        return self.solution[self._at]

    def leave_view(self) -> None:
        """Back from whatever else is shown to the moves."""

    def _announce(self) -> None:
        """Show the position reached, mark the move to come, and wait a moment before making it."""
        self._update()
        if self._at < len(self.solution):
            self.shown()
            self.board.announce(self.coming())
            self._later(ANNOUNCED, self._make)
        else:
            self._playing = False
            self._update()

    def _make(self) -> None:
        """Make the announced move, and announce the next one after a look at it."""
        move = self.solution[self._at]
        self._at += 1
        self.board.show(self._states[self._at], move)
        self._update()
        if self._at == len(self.solution):
            self._playing = False
            self._update()
            if self.solution:
                self.board.call_later(self.board.celebrate)
        else:
            self._later(MADE, self._announce)

    def _pause(self) -> None:
        self._playing = False
        self._later(0, None)

    def _later(self, seconds: float, call: Any) -> None:
        if self._timer is not None:
            self._timer.stop()
        if self._playing:
            self._timer = self.set_timer(seconds / SPEEDS[self._speed], call)

    def _update(self) -> None:
        count = len(self.solution)
        state = "playing" if self._playing else "paused" if self._at < count else "done"
        speed = f"×{SPEEDS[self._speed]:g}"
        gap = [""] if self.has_class("-wide") else []  # below the board there is no room for it
        lines = [
            f"[b]{self._headline}[/b]",
            f"[dim]{self._figures}[/]",
            *gap,
            f"{_beads(self._at, count)}  {self._at}/{count}",
            f"[dim]{state} {speed}[/]",
        ]
        self.tell("\n".join(lines))
        if self._at < count:
            move = self.move_told(self._states[self._at], self.solution[self._at])
            self.say(f"Next: [b]{move}[/b]")
        else:
            self.say("")

    def _go(self, index: int) -> None:
        """Stand still at a position."""
        if self._headline:
            self._at = min(max(index, 0), len(self.solution))
            self.leave_view()
            self._pause()
            self.board.show(self._states[self._at])
            self._announce()

    def action_pause(self) -> None:
        if not self._headline or self.board.finish():
            return
        self.leave_view()
        if self._at == len(self.solution):
            self._go(0)
        self._playing = not self._playing and bool(self.solution)
        self._later(0, None)
        self._announce()

    def action_step(self, by: int) -> None:
        if self._headline and by > 0 and self._at < len(self.solution):
            self.leave_view()
            self._pause()
            self._make()
            if self._at < len(self.solution):
                self.board.call_later(self.board.announce, self.coming())
        else:
            self._go(self._at + by)

    def action_jump(self, index: int) -> None:
        self._go(index if index >= 0 else len(self.solution))

    def action_speed(self, by: int) -> None:
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        if self._headline:
            self._update()

    def action_leave(self) -> None:
        """Give the player's own position back."""
        self.dismiss()

    def action_letters(self) -> None:
        self.board.toggle_letters()

    def action_turn(self) -> None:
        self.board.turn()


def _beads(at: int, count: int) -> str:
    """How far it has come: a bead for each move, or for several where there are many."""
    beads = min(count, BEADS)
    done = at * beads // max(count, 1)
    return "●" * done + "○" * (beads - done)
