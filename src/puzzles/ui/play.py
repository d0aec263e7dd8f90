"""The play screen: a game in progress, its history, hints, and the way to watching."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import aclosing
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.worker import Worker, get_current_worker

from puzzles.core.errors import MoveError, PuzzlesError
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.library.catalogue import Entry
from puzzles.player.clock import clock_text
from puzzles.player.game import Game
from puzzles.player.session import Session, Step
from puzzles.running.question import Question
from puzzles.running.solver_process import SolverFailed
from puzzles.ui.board import BoardView
from puzzles.ui.panel import BoardScreen, entry_heading
from puzzles.ui.watch import WatchScreen

SETTLED = 3.0  # seconds on a level after which a new one like it is made ahead
_GRADES = {
    "perfect": "[b $success]✦ perfect ✦[/]",
    "ok": "[b $warning]ok[/]",
    "over": "[b]solved[/]",
}

PATIENCE = 5  # seconds for finding out why a hint is one


class PlayScreen(BoardScreen):
    """Owns a session; the board only shows it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u,ctrl+z", "undo", "Undo", id="play.undo", key_display="u"),
        Binding("U,ctrl+y,ctrl+r", "redo", "Redo", show=False, id="play.redo"),
        Binding("R", "restart", "Restart", id="play.restart"),
        Binding("H", "hint", "Hint", id="play.hint"),
        Binding("S", "watch", "Watch", id="play.watch"),
        Binding("c", "check", "Check", show=False, id="play.check"),
        Binding("escape", "back", "Back", id="play.back"),
        Binding("t", "trial", "Try", id="play.trial"),
        Binding("T", "keep", "Keep what was tried", show=False, id="play.keep"),
        Binding("n", "level(1)", "Next", id="play.next"),
        Binding("N", "fresh", "New one like this", show=False, id="play.fresh"),
        Binding("p", "level(-1)", "Previous", show=False, id="play.previous"),
        Binding("L", "letters", "Letters", show=False, id="play.letters"),
        Binding("o", "turn", "Turn the board", show=False, id="play.turn"),
        Binding("y", "copy", "Copy as text", show=False, id="play.copy"),
    ]

    def __init__(self, entry: Entry) -> None:
        puzzle = entry.pack.puzzle
        super().__init__(puzzle, entry_heading(entry), puzzle.start(entry.level), live=True)
        self.entry = entry
        self.game: Game
        self._plan: list[str] = []  # what the solver would play from here, as text
        self._search: Worker[None] | None = None
        self._fresh: Worker[None] | None = None  # waits for a new level

    def on_mount(self) -> None:
        self.game = Game(self.entry, self.app.saves)  # type: ignore[attr-defined]
        if self.game.notice:
            self.notify(self.game.notice, severity="warning")
        self.board.show(self.session.state)
        self.session.clock.start()
        self._update()
        self.set_interval(1.0, self._tick)
        self.board.focus()
        if self.puzzle.makes:
            self.set_timer(SETTLED, self._make_ahead)
        self.app.run_worker(self._remember, thread=True)  # even if this screen is left at once

    @property
    def session(self) -> Session[Any, Any]:
        return self.game.session

    def _remember(self) -> None:
        self.app.memory.last = self.entry.name  # type: ignore[attr-defined]

    # History -------------------------------------------------------------------------------

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
        self.session.clock.start()  # a win, undone, goes on
        self.game.save()
        if self.session.status.won and move is not None:
            self.board.call_later(self.board.celebrate)

    def action_undo(self) -> None:
        trying = self.session.trying is not None
        nothing = "Here the trial began; [b]t[/b] ends it." if trying else "Nothing to undo."
        self._travel(self.session.undo(), nothing)

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

    def action_trial(self) -> None:
        """Mark this point to try something; or end the trial, and return to the mark."""
        if self.session.trying is None:
            self.session.mark()
            self._changed()
            self.say("A trial: [b]t[/b] comes back to here, [b]T[/b] keeps what you tried.")
        else:
            self.session.abandon()
            self._plan = []
            self._changed()
            self.say("Back where the trial began; [b]U[/b] shows it again.")

    def action_keep(self) -> None:
        """End the trial and stay."""
        if self.session.keep():
            self._changed()
            self.say("Kept.")
        else:
            self.say("There is no trial; [b]t[/b] begins one.")

    # What is known -------------------------------------------------------------------------

    def _update(self) -> None:
        """The counts in the side panel."""
        session = self.session
        status = session.status
        target = "" if status.target is None else f" / {status.target_name} {status.target}"
        lines = [f"[b]Moves {status.moves}[/b]{target}{self._time}", *status.notes]
        if session.trying is not None:
            lines.append(f"[$accent]trial: {session.trying} tried[/]")
        if status.won:
            lines.append(_GRADES.get(status.grade, f"[b]{status.grade}[/b]"))
        if session.helped:
            lines.append(f"[dim]{_help(session.hints, session.watched)}[/]")
        if status.won:
            more = self.entry.neighbour(1) is not None
            following = "next level" if more else "a new one like this"
            lines.append(f"[b]n[/b] {following}" if more or self.puzzle.makes else "")
        self.status.update("\n".join(lines))

    @property
    def _time(self) -> str:
        """How long the game has taken."""
        if not self.app.settings.clock:  # type: ignore[attr-defined]
            return ""
        return f"  [dim]{clock_text(self.session.clock.seconds)}[/]"

    def _tick(self) -> None:
        if self.session.clock.running:
            self._update()

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
        if self._plan:
            self._show_hint("")
        else:
            self._solve(lambda answer: self._show_hint(answer.headline))

    def _solve(self, then: Callable[[Answer], None], before: str = "") -> None:
        """Solve from here, remember the plan, and go on with the answer; `before` stays on show."""
        lines = [before, ""] if before else []

        def heard(event: Event) -> None:
            if isinstance(event, Answer):
                self._plan = list(event.moves or ())
                then(event)
            else:
                self.say("\n".join([*lines, _thinking(event)]))

        self._stop_search()
        self._search = self.run_worker(self._ask(heard, Limits()), exclusive=True)

    async def _ask(
        self, heard: Callable[[Event], None], limits: Limits, why: tuple[str, int] | None = None
    ) -> None:
        """Have the solver look at this position, or say why a move is best; pass on its events."""
        session, worker = self.session, get_current_worker()
        try:
            question = Question(self.puzzle, session.level, session.moves(), limits, why=why)
            events = self.app.solver.ask(question)  # type: ignore[attr-defined]
            async with aclosing(events):
                async for event in events:
                    heard(event)
        except SolverFailed as error:
            self.say(f"[$error]{error}[/]")
        finally:
            if self._search is worker:  # and not a later one
                self._search = None

    def _show_hint(self, headline: str) -> None:
        if not self._plan:
            self.say(headline or "There is no solution from here.")
            return
        self.session.hints += 1
        self._update()
        self.game.save()
        self.board.announce(self.puzzle.move_parse(self.session.state, self._plan[0]))
        told = f"Try [b]{self._plan[0]}[/b]"
        self.say(f"{told}; that leaves {len(self._plan) - 1}.\n[dim]{headline}[/]")

        def heard(event: Event) -> None:
            if isinstance(event, Answer) and event.headline:
                self.say(f"{told}: {event.headline}.\n[dim]{headline}[/]")

        explain = self._ask(heard, Limits(seconds=PATIENCE), (self._plan[0], len(self._plan) - 1))
        self._search = self.run_worker(explain, group="why", exclusive=True)

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
        self.session.watched += 1
        self._update()
        self.game.save()
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
        elif self.puzzle.makes:
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


def _help(hints: int, watched: int) -> str:
    """The help that was taken, in words."""
    told = [f"{hints} hint{'s' * (hints != 1)}"] if hints else []
    if watched:
        told.append("watched" if watched == 1 else f"watched {watched} times")
    return ", ".join(told)
