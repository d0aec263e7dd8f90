"""The watch screen: the solver's search as it goes, then its solution played move by move."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from puzzles.core.solving import Answer, Progress
from puzzles.player.game import Game
from puzzles.running.question import Question
from puzzles.running.work import Failed
from puzzles.ui.panel import BoardScreen, entry_heading, slow_until

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
STEP = 0.25  # seconds at speed 1 that a step of a search is shown
READ = 3.0  # and one that is told in a sentence
WAYS = "ways"  # the view of all ways to do a thing
VERDICTS = {None: "", True: "in a solution", False: "in no solution"}
ANNOUNCED, MADE = 0.9, 0.8  # seconds at speed 1: before a move is made, and after


class WatchScreen(BoardScreen):
    """Solves from a position of the player's and shows it on a board of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "Play", id="watch.toggle"),
        Binding("left,b", "step(-1)", "Back", id="watch.back", key_display="←"),
        Binding("right,n", "step(1)", "Next", id="watch.next", key_display="→"),
        Binding("escape,S", "leave", "Exit", id="watch.leave", key_display="esc"),
        Binding("plus,equals_sign", "speed(1)", "Fast", id="watch.faster", key_display="+"),
        Binding("minus", "speed(-1)", "Slow", id="watch.slower", key_display="−"),
        Binding("g,home", "jump(0)", "Start", show=False, id="watch.start"),
        Binding("G,end", "jump(-1)", "End", id="watch.end", key_display="G"),
        Binding("v", "view", "View", id="watch.view"),
        Binding("tab", "other", "Other ways", show=False, id="watch.other"),
        Binding("L", "letters", "Letters", show=False, id="watch.letters"),
        Binding("o", "turn", "Turn the board", show=False, id="watch.turn"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__(game.puzzle, entry_heading(game.entry), game.state, live=False)
        self._game, self._question = game, game.question()
        self._states = [game.state]
        self._shown = False  # something of the solution
        self.solution: list[Any] = []
        self._texts: list[str] = []
        self._at = 0
        self._headline = ""
        self._view = ""  # the step-by-step view that is on, if any
        self._tasks = game.puzzle.ways.tasks(game.state) if game.puzzle.ways else ()
        self._which = 0  # the one whose ways are shown in the view of them
        self._live = False  # the board shows the search while it runs
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None
        self._playing = False

    def on_mount(self) -> None:
        self._show_progress(Progress())
        self._search = self.run_worker(self._solve(), exclusive=True)

    # Searching -----------------------------------------------------------------------------

    async def _solve(self) -> None:
        events = self.app.solver.ask(self._question)
        try:
            async with aclosing(events):
                async for event in events:
                    if isinstance(event, Progress):
                        self._show_progress(event)
                        if self._live:
                            self.board.look(self._states[0], event)
                    else:
                        self._solved(event)
        except Failed as error:
            self.say(f"[$error]{error}[/]")

    def _show_progress(self, progress: Progress) -> None:
        if progress.preparing:
            text = "[b]Preparing the solver[/b]"
        else:
            rate = progress.nodes / progress.seconds if progress.seconds > 0.05 else 0
            best = "none yet" if progress.best is None else self.puzzle.count_of(progress.best)
            text = (
                f"[b]Searching[/b] {progress.seconds:.1f} s\n"
                f"positions   {progress.nodes:,}\n"
                f"per second  {rate:,.0f}\n"
                f"at least    {self.puzzle.count_of(progress.lower_bound)}\n"
                f"best so far {best}"
            )
        self.tell(text)
        self.say(slow_until(progress))

    def _solved(self, answer: Answer) -> None:
        """Replay the solution through the rules, and start showing it."""
        self._headline = answer.headline[:1].upper() + answer.headline[1:]
        self._figures = f"{answer.nodes:,} positions, {answer.seconds:.2f} s"
        self._game.learn(answer)
        self._texts = list(answer.moves or ())
        for move, state in self.puzzle.replay(self._states[0], self._texts):
            self.solution.append(move)
            self._states.append(state)
        self._playing = bool(self.solution)
        self._announce()

    def action_view(self) -> None:
        """Watch the search itself: as it runs, or afterwards step by step, view after view."""
        if not self._headline:
            self._live = not self._live
            if not self._live:
                self.board.show(self._states[0])
            return
        traced = self.puzzle.traces.views if self.puzzle.traces else ()
        views = ("", *traced, *([WAYS] if self._tasks else []))
        if len(views) == 1:
            self.say(f"The search for {self.puzzle.title} has no view of its own.")
            return
        self._view = views[(views.index(self._view) + 1) % len(views)]
        self._pause()
        self._follow()

    def action_other(self) -> None:
        """Watch all ways to do the next thing."""
        if self._view == WAYS:
            self._which = (self._which + 1) % len(self._tasks)
            self._follow()

    def _follow(self) -> None:
        """Show the view that is on, from its beginning."""
        self._search.cancel()
        if self._view == WAYS:
            task = self._tasks[self._which]
            question, title = replace(self._question, ways=task), f"ways for {task}"
        elif self._view:
            question, title = replace(self._question, view=self._view), self._view
        else:
            self._go(self._at)
            return
        self._search = self.run_worker(self._trace(question, title), exclusive=True)

    async def _trace(self, question: Question, title: str) -> None:
        """Show the search in slow motion, at the speed that is set."""
        events = self.app.solver.ask(question)
        try:
            async with aclosing(events):
                async for event in events:
                    if isinstance(event, Progress):
                        await self._show_step(title, event)
                    else:
                        self.say(event.headline)
        except Failed as error:
            self.say(f"[$error]{error}[/]")

    async def _show_step(self, title: str, progress: Progress) -> None:
        """Show a step for a while; of a way, first what it is, and then what it is good for."""
        look = progress.look or {}
        if progress.preparing:
            self._show_progress(progress)
        if not (look or progress.line):
            return
        self._help()
        others = "; [b]tab[/b] others" if "used" in look else ""
        self.say(f"[dim]×{SPEEDS[self._speed]:g}; [b]v[/b] goes on{others}[/]")
        facts = [f"{name} {value:,}" for name, value in look.get("facts", {}).items()]
        words = look.get("words", "")
        lines = [f"[b]The {title}, step by step[/b]", f"step {progress.nodes:,}", "", *facts, words]
        steps = [{**look, "used": None}, look] if "used" in look else [look]
        for shown in steps:
            self.board.look(self._states[0], replace(progress, look=shown))
            self.tell("\n".join([*lines, VERDICTS[shown.get("used")]]))
            shown_for = READ if words else STEP
            await asyncio.sleep(shown_for / len(steps) / SPEEDS[self._speed])

    # Playing -------------------------------------------------------------------------------

    def _announce(self) -> None:
        """Show the position reached, mark the move to come, and wait a moment before making it."""
        self._update()
        if self._at < len(self.solution):
            self._help()
            self.board.announce(self.solution[self._at])
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

    def _help(self) -> None:
        """The player is shown something of the solution: that is help, once."""
        if not self._shown:
            self._shown = True
            self._game.watched()

    def _leave_view(self) -> None:
        """Back from a step-by-step view to the solution."""
        if self._view:
            self._view = ""
            self._search.cancel()
            self.board.show(self._states[self._at])

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
        lines = [f"[b]{self._headline}[/b]", f"[dim]{self._figures}[/]", *gap,
                 f"{'●' * self._at}{'○' * (count - self._at)}  {self._at}/{count}",
                 f"[dim]{state} {speed}[/]"]  # fmt: skip
        self.tell("\n".join(lines))
        if self._at < count:
            move = self.move_told(self._states[self._at], self.solution[self._at])
            self.say(f"Next: [b]{move}[/b]")
        else:
            self.say("")

    def _go(self, index: int) -> None:
        """Stand still at a position of the solution."""
        if self._headline:
            self._at = min(max(index, 0), len(self.solution))
            self._leave_view()
            self._pause()
            self.board.show(self._states[self._at])
            self._announce()

    def action_pause(self) -> None:
        if not self._headline or self.board.finish():
            return
        self._leave_view()
        if self._at == len(self.solution):
            self._go(0)
        self._playing = not self._playing and bool(self.solution)
        self._later(0, None)
        self._announce()

    def action_step(self, by: int) -> None:
        if self._headline and by > 0 and self._at < len(self.solution):
            self._leave_view()
            self._pause()
            self._make()
            if self._at < len(self.solution):
                self.board.call_later(self.board.announce, self.solution[self._at])
        else:
            self._go(self._at + by)

    def action_jump(self, index: int) -> None:
        self._go(index if index >= 0 else len(self.solution))

    def action_speed(self, by: int) -> None:
        self._speed = min(max(self._speed + by, 0), len(SPEEDS) - 1)
        if self._headline and not self._view:
            self._update()

    def action_leave(self) -> None:
        """Stop searching at once, and give the player's own position back."""
        self._search.cancel()
        self.dismiss()

    def action_letters(self) -> None:
        self.board.toggle_letters()

    def action_turn(self) -> None:
        self.board.turn()
