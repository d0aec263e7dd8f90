"""The watch screen: the solver's search as it goes, then its solution played move by move."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace
from typing import ClassVar

from rich.markup import escape
from textual.binding import Binding, BindingType

from puzzles.core.solving import Answer, Progress
from puzzles.player.game import Game
from puzzles.running.question import Question
from puzzles.running.work import Failed
from puzzles.ui.board.panel import entry_heading, slow_until
from puzzles.ui.watch.walk import SPEEDS, WalkScreen

STEP = 0.25  # seconds at speed 1 that a step of a search is shown
READ = 3.0  # and one that is told in a sentence
WAYS = "ways"  # the view of all ways to do a thing
VERDICTS = {None: "", True: "in a solution", False: "in no solution"}


class WatchScreen(WalkScreen):
    """Solves from a position of the player's and shows it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("S", "leave", "Exit", show=False, id="watch.again"),
        Binding("v", "view", "View", id="watch.view"),
        Binding("tab", "other", "Other ways", show=False, id="watch.other"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__(game.puzzle, entry_heading(game.entry), game.state)
        self._game, self._question = game, game.question()
        self._seen = False  # something of the solution
        self._view = ""  # the step-by-step view that is on, if any
        self._tasks = game.puzzle.ways.tasks(game.state) if game.puzzle.ways else ()
        self._which = 0  # the one whose ways are shown in the view of them
        self._live = False  # the board shows the search while it runs

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
        """Start showing the solution."""
        headline = answer.headline[:1].upper() + answer.headline[1:]
        figures = f"{answer.nodes:,} positions, {answer.seconds:.2f} s"
        self._game.learn(answer)
        self.begin(headline, figures, answer.moves or (), playing=True)

    def shown(self) -> None:
        """The player is shown something of the solution: that is help, once."""
        if not self._seen:
            self._seen = True
            self._game.watched()

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
        self.shown()
        others = "; [b]tab[/b] others" if "used" in look else ""
        self.say(f"[dim]×{SPEEDS[self._speed]:g}; [b]v[/b] goes on{others}[/]")
        facts = [f"{name} {value:,}" for name, value in look.get("facts", {}).items()]
        words = look.get("words", "")
        told = [escape(line) for line in look.get("lines", ())]
        lines = [
            f"[b]The {title}, step by step[/b]",
            f"step {progress.nodes:,}",
            "",
            *facts,
            *told,
            words,
        ]
        steps = [{**look, "used": None}, look] if "used" in look else [look]
        for shown in steps:
            self.board.look(self._states[0], replace(progress, look=shown))
            self.tell("\n".join([*lines, VERDICTS[shown.get("used")]]))
            shown_for = look.get("shown", READ if words else STEP)
            await asyncio.sleep(shown_for / len(steps) / SPEEDS[self._speed])

    def leave_view(self) -> None:
        """Back from a step-by-step view to the solution."""
        if self._view:
            self._view = ""
            self._search.cancel()
            self.board.show(self._states[self._at])

    def _update(self) -> None:
        if not self._view:  # which says other things
            super()._update()

    def action_leave(self) -> None:
        """Stop searching at once, and give the player's own position back."""
        self._search.cancel()
        super().action_leave()
