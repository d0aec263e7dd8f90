"""Moves from a position on, played or stepped: the control that every view of the solver shares."""

from collections.abc import Callable, Iterable

from textual.app import ComposeResult
from textual.timer import Timer

from puzzles.core.puzzle import AnyPuzzle
from puzzles.player.timeline import Moves, Track
from puzzles.ui.board.panel import BoardScreen
from puzzles.ui.watch.bars import TimeBar

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
ANNOUNCED, MADE = 0.9, 0.8  # seconds at speed 1: before a move is made, and after


class WalkScreen(BoardScreen):
    """Shows moves from `state` on, once `begin` was given them, on a board of its own."""

    LINES = 3

    def __init__(self, puzzle: AnyPuzzle, heading: str, state: object) -> None:
        super().__init__(puzzle, heading, state, live=False)
        self.line = Moves(state)
        self.track: Track = self.line
        self._headline = self._figures = ""
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        self._playing = False
        self._bar = TimeBar()

    def below(self) -> ComposeResult:
        yield self._bar

    def begin(self, headline: str, figures: str, texts: Iterable[str], playing: bool) -> None:
        """Replay the moves through the rules, in place of others, and show the first one."""
        self._headline, self._figures = headline, figures
        self.line.replay(self.puzzle, texts)
        if self.track is self.line:
            self._playing = playing and bool(self.line.moves)
            self.show_step()

    def coming(self) -> object:
        """The move to mark on the board before the next one is made."""
        return self.line.moves[self.line.at]

    def note_shown(self) -> None:
        """Take note that the viewer is shown a part of the solution."""

    # The step that is shown ----------------------------------------------------------------

    def show_step(self) -> None:
        """Show the current step, and in a while the next one, if the show runs."""
        line = self.line
        self.board.show(line.states[line.at])
        self._announce()

    def _announce(self) -> None:
        """Mark the move to come on the board, and make it after a moment."""
        line = self.line
        if line.ended:
            self._playing = False
        else:
            self.note_shown()
            self.board.announce(self.coming())
            self.later(ANNOUNCED, self._make)
        self.describe()

    def _make(self) -> None:
        """Make the announced move, and announce the next one after a look at it."""
        line = self.line
        move = line.moves[line.at]
        line.at += 1
        self.board.show(line.states[line.at], move)
        if line.ended:
            self._playing = False
            self.board.call_later(self.board.celebrate)
        self.describe()
        self.later(MADE, self._announce)

    def describe(self) -> None:
        """Say in the panel and on the timeline which step is shown."""
        line, count = self.line, len(self.line.moves)
        gap = [""] if self.has_class("-wide") else []  # below the board there is no room for it
        told = [f"[b]{self._headline}[/b]", f"[dim]{self._figures}[/]", *gap, self.running()]
        self.tell("\n".join(told))
        self._bar.show(line.at, count, f"move {line.at} of {count}", line.marks)
        if line.ended:
            self.say("")
        else:
            self.say(f"Next: [b]{self.move_words(line.states[line.at], line.moves[line.at])}[/b]")

    def running(self) -> str:
        """Return whether the show runs, and how fast (Rich markup)."""
        at_end = self.track.at == len(self.track) - 1
        state = "running" if self._playing else "at the end" if at_end else "held"
        return f"[dim]{state} ×{SPEEDS[self._speed]:g}[/]"

    def later(self, seconds: float, call: Callable[[], None] | None) -> None:
        """Call in `seconds` at speed 1, in place of what was due; if the show runs then."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        if self._playing and call is not None:
            due = seconds / SPEEDS[self._speed]
            self._timer = self.set_timer(due, lambda: self._playing and call())

    # Keys ----------------------------------------------------------------------------------

    @property
    def ready(self) -> bool:
        """True if there is something to step through."""
        return bool(self._headline)

    def hold(self) -> None:
        self._playing = False
        self.later(0, None)

    def action_pause(self) -> None:
        """Run, or hold; from the end, run from the start."""
        if not self.ready:
            return
        playing = not self._playing
        self.hold()
        if playing and self.track.at == len(self.track) - 1:
            self.track.go(0)
        self._playing = playing and len(self.track) > 1
        self.show_step()

    def _go(self, go: Callable[[int], bool], where: int) -> None:
        """Show the step to which a method of the track goes."""
        if self.ready:
            self.hold()
            go(where)
            self.show_step()

    def action_step(self, by: int) -> None:
        if by != 1 or self.track is not self.line or self.line.ended:
            self._go(self.track.go, self.track.at + by)
        elif self.ready:
            self.hold()
            self._make()
            if not self.line.ended:
                self.board.call_later(self.board.announce, self.coming())

    def action_event(self, by: int) -> None:
        before = self.track.at
        self._go(self.track.go_to_mark, by)
        if self.track.at == before:
            self.say("No event lies ahead so far." if by > 0 else "No event lies before this one.")

    def action_jump(self, index: int) -> None:
        self._go(self.track.go, index if index >= 0 else len(self.track) - 1)

    def action_go_to(self, number: int) -> None:
        """Go to the step of a number, as a click on the timeline does."""
        self._go(self.track.go_to, number)

    def action_speed(self, by: int) -> None:
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        if self.ready:
            self.describe()
