"""The play screen: a game in progress, its history, hints, and the way to watching."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from time import monotonic
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Static
from textual.worker import Worker, get_current_worker

from puzzles.core.errors import MoveError, PuzzlesError
from puzzles.core.library import Entry
from puzzles.core.saves import Result
from puzzles.core.session import Session, Step
from puzzles.core.solver_process import SolverFailed
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.ui.board import BoardView
from puzzles.ui.panel import BoardScreen
from puzzles.ui.watch import WatchScreen

SETTLED = 3.0  # seconds on a level after which a new one like it is made ahead
LONGEST_THOUGHT = 120.0  # seconds between two moves that count as playing
_GRADES = {
    "perfect": "[b $success]✦ perfect ✦[/]",
    "ok": "[b $warning]ok[/]",
    "over": "[b]solved[/]",
}


class PlayScreen(BoardScreen):
    """Owns a session; the board only shows it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", id="play.undo", key_display="u"),
        Binding("U,ctrl+y,ctrl+r", "redo", "Redo", show=False, id="play.redo"),
        Binding("R", "restart", "Restart", id="play.restart"),
        Binding("H", "hint", "Hint", id="play.hint"),
        Binding("S", "watch", "Watch", id="play.watch"),
        Binding("c", "check", "Check", show=False, id="play.check"),
        Binding("n", "level(1)", "Next", id="play.next"),
        Binding("N", "fresh", "New one like this", show=False, id="play.fresh"),
        Binding("p", "level(-1)", "Previous", show=False, id="play.previous"),
        Binding("L", "letters", "Letters", show=False, id="play.letters"),
        Binding("o", "turn", "Turn the board", show=False, id="play.turn"),
        Binding("y", "copy", "Copy as text", show=False, id="play.copy"),
        Binding("escape", "back", "Back", id="play.back"),
    ]

    def __init__(self, entry: Entry) -> None:
        self.session: Session[Any, Any] = Session(entry.pack.puzzle, entry.level)
        super().__init__(entry, self.session.state, live=True)
        self._start = self.puzzle.text(self.session.state)
        self._plan: list[str] = []  # what the solver would play from here, as text
        self._search: Worker[None] | None = None
        self._fresh: Worker[None] | None = None  # waits for a new level
        self._seconds, self._since, self._hints = 0.0, monotonic(), 0

    def on_mount(self) -> None:
        self._resume()
        self._update()
        self.board.focus()
        if self.puzzle.options:
            self.set_timer(SETTLED, self._make_ahead)

    # History -------------------------------------------------------------------------------

    def _resume(self) -> None:
        """Take up the saved game, if its level is still the same."""
        saved = self.app.saves.game(self.entry.name, self._start)  # type: ignore[attr-defined]
        if saved is None:
            return
        try:
            self.session.load(saved)
            self._seconds = float(saved.get("seconds", 0))
            self._hints = int(saved.get("hints", 0))
        except (MoveError, KeyError, TypeError, ValueError):
            self.session = Session(self.puzzle, self.entry.level)
            self.notify(
                "The saved game does not fit this level; it starts anew.", severity="warning"
            )
        if self.session.status.won:
            self.session.restart()
        self.board.show(self.session.state)

    def _save(self) -> None:
        now = monotonic()
        # Who goes away from the board for longer is not thinking about it.
        self._seconds += min(now - self._since, LONGEST_THOUGHT)
        self._since = now
        game = {**self.session.dump(), "seconds": round(self._seconds), "hints": self._hints}
        self.app.saves.store(self.entry.name, self._start, game)  # type: ignore[attr-defined]

    def on_board_view_played(self, message: BoardView.Played) -> None:
        session = self.session
        if session.status.won:
            self.say("Solved already: [b]n[/b] next level, [b]u[/b] undo, [b]R[/b] restart.")
            return
        try:
            text = self.puzzle.move_text(session.state, message.move)
            session.play(message.move)
        except MoveError as error:
            self.say(f"[$warning]{str(error)[0].upper()}{str(error)[1:]}.[/]")
            return
        # A plan stays good for as long as the player follows it.
        self._plan = self._plan[1:] if self._plan[:1] == [text] else []
        self._changed(message.move)

    def _changed(self, move: Any = None) -> None:
        """The position has changed: stop thinking about the old one, show and save the new."""
        self._stop_search()
        self.board.show(self.session.state, move)
        self.say("")
        self._update()
        self._save()
        status = self.session.status
        if status.won and move is not None:
            result = Result(status.moves, status.grade)
            saves = self.app.saves  # type: ignore[attr-defined]
            saves.record(self.entry.name, self._start, result)
            saves.played(self.entry.name, self._start, result, self._seconds, self._hints)
            self.board.call_later(self.board.celebrate)

    def action_undo(self) -> None:
        self._travel(self.session.undo(), "Nothing to undo.")

    def action_redo(self) -> None:
        self._travel(self.session.redo(), "Nothing to redo.")

    def _travel(self, step: Step[Any, Any] | None, nothing: str) -> None:
        if step is None:
            self.say(nothing)
        else:
            self._plan = []
            self._changed()

    def action_restart(self) -> None:
        if self.session.restart():
            self._plan = []
            self._changed()
            self.say("Started again; [b]u[/b] takes that back.")

    # What is known -------------------------------------------------------------------------

    def _update(self) -> None:
        """The counts in the side panel."""
        status = self.session.status
        target = "" if status.target is None else f" / {status.target_name} {status.target}"
        lines = [f"[b]Moves {status.moves}[/b]{target}", *status.notes]
        if status.won:
            lines.append(_GRADES.get(status.grade, f"[b]{status.grade}[/b]"))
            more = self.entry.neighbour(1) is not None
            following = "next level" if more else "a new one like this"
            lines.append(f"[b]n[/b] {following}" if more or self.puzzle.options else "")
        self.query_one("#status", Static).update("\n".join(lines))

    def action_check(self) -> None:
        """Say what is missing, and where; then what the solver makes of the position."""
        reasons = self.session.status.reasons
        self.board.mark(cell for _, cells in reasons for cell in cells)
        text = "\n".join(reason for reason, _ in reasons) or "Nothing is missing."
        self.say(text)
        if reasons:
            told = f"{text}\n\n[b]From here:[/b] "
            self._solve(lambda answer: self.say(told + answer.headline), text)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.puzzle.text(self.session.state))
        self.say("Copied the board as text.")

    def action_letters(self) -> None:
        self.board.toggle_letters()

    def action_turn(self) -> None:
        if not self.board.turn():
            self.say("This board cannot be turned.")

    # The solver ----------------------------------------------------------------------------

    def action_hint(self) -> None:
        """Show one best move from here; found by the solver unless a plan is at hand."""
        if self.session.status.won:
            return
        self._hints += 1
        if self._plan:
            self._show_hint("")
        else:
            self._solve(lambda answer: self._show_hint(answer.headline))

    def _solve(self, then: Callable[[Answer], None], before: str = "") -> None:
        """Solve from here, remember the plan, and go on with the answer; `before` stays on show."""
        self._stop_search()
        self._search = self.run_worker(self._find_plan(then, before), exclusive=True)

    async def _find_plan(self, then: Callable[[Answer], None], before: str) -> None:
        session, worker = self.session, get_current_worker()
        lines = [before, ""] if before else []
        try:
            events = self.app.solver.solve(  # type: ignore[attr-defined]
                self.puzzle, session.level, session.moves(), Limits()
            )
            async with aclosing(events):
                async for event in events:
                    if isinstance(event, Answer):
                        self._plan = list(event.moves or ())
                        then(event)
                    else:
                        self.say("\n".join([*lines, _thinking(event)]))
        except SolverFailed as error:
            self.say(f"[$error]{error}[/]")
        finally:
            if self._search is worker:  # and not a later one
                self._search = None

    def _show_hint(self, headline: str) -> None:
        if not self._plan:
            self.say(headline or "There is no solution from here.")
            return
        self.board.announce(self.puzzle.move_parse(self.session.state, self._plan[0]))
        left = len(self._plan) - 1
        self.say(f"Try [b]{self._plan[0]}[/b]; that leaves {left}.\n[dim]{headline}[/]")

    def _stop_search(self) -> bool:
        if self._search is None:
            return False
        self._search.cancel()
        self._search = None
        return True

    def action_watch(self) -> None:
        """Watch the solver win from here; the game itself stays as it is."""
        self._stop_search()
        self.board.finish()
        self.app.push_screen(WatchScreen(self.entry, self.session.state, self.session.moves()))

    # Leaving -------------------------------------------------------------------------------

    def action_level(self, step: int) -> None:
        """Go to another level of the pack; after the last one, to a new one."""
        entry = self.entry.neighbour(step)
        if entry is not None:
            self._stop_search()
            self.app.switch_screen(PlayScreen(entry))
        elif step < 0:
            self.say("This is the first.")
        elif self.puzzle.options:
            self.action_fresh()
        else:
            self.say("That was the last level of this pack.")

    def _make_ahead(self) -> None:
        self.app.ahead.begin(self.puzzle, self.entry.level)  # type: ignore[attr-defined]

    def action_fresh(self) -> None:
        """Play a new level like this one."""
        self._stop_search()
        self.say("[dim]Making a new level …[/]")
        self._fresh = self.run_worker(self._open_fresh(), group="fresh", exclusive=True)

    async def _open_fresh(self) -> None:
        try:
            pack = await self.app.ahead.take(self.puzzle, self.entry.level)  # type: ignore[attr-defined]
            self.app.call_later(self.app.switch_screen, PlayScreen(Entry(pack, 0)))
        except PuzzlesError as error:
            self.say(f"[$warning]{str(error)[0].upper()}{str(error)[1:]}.[/]")
        finally:
            self._fresh = None

    def action_back(self) -> None:
        """Stop what is going on; if nothing is, leave."""
        if self._fresh is not None:
            self._fresh.cancel()
            self.say("Stopped.")
        elif self._stop_search():
            self.say("Stopped.")
        elif not self.board.finish():
            self.dismiss()


def _thinking(progress: Progress) -> str:
    if progress.preparing:
        return "[dim]Preparing the solver (only this once) …[/]"
    return f"[dim]Thinking … {progress.nodes:,} positions[/]"
