"""The solver's verdict on a board that is being drawn, and two of its solutions to look at."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing

from puzzles.core.errors import LevelError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import GOOD, NO, SEVERAL, Verdict
from puzzles.core.solving import Step
from puzzles.running.child import Child
from puzzles.running.work import Failed, Judged
from puzzles.ui.board.panel import BoardScreen, slow_until
from puzzles.ui.widgets.guards import escape

PAUSE = 0.03  # seconds between a stroke and the question what there is to say: there may be another
LATE = 1.0  # seconds of a search after which it is said that nothing is known yet
NOTHING = Verdict(())
# How the first line is told: in the colour of the outcome, with a sign for who sees no colours.
TONES = {GOOD: "[$success]✓ {}[/]", NO: "[$error]✗ {}[/]", SEVERAL: "[$warning]{}[/]"}


class Teller:
    """Asks about one board after the other; what it hears is `verdict`, and `shown` is called
    whenever that is more. `words` are that in Rich markup."""

    def __init__(self, solver: Child, puzzle: AnyPuzzle, shown: Callable[[], None]) -> None:
        self._solver, self._puzzle, self._shown = solver, puzzle, shown
        self._whole: dict[str, Verdict] = {}  # that are final, by board, for undo
        self._note = "…"
        self.verdict = NOTHING

    @property
    def words(self) -> str:
        first, *others = map(escape, self.verdict.lines or [""])
        first = TONES.get(self.verdict.result, "{}").format(first)
        if self.verdict.solutions:
            others.append("[dim]outlined: where the two differ[/]")
        return "\n".join(filter(None, (f"[b]{first}[/b]" if first else "", *others, self._note)))

    def forget(self) -> None:
        """Say nothing more of another board."""
        self._say(NOTHING, "[dim]…[/]")

    async def tell(self, level: Callable[[], Level]) -> None:
        """Say all there is to say of a board, or why it is none."""
        try:
            board = level()
        except LevelError as error:
            self._say(NOTHING, f"[dim]{escape(error.reason)}[/]")
            return
        key = repr({**self._puzzle.format(board), "title": ""})
        if (known := self._whole.get(key)) is not None:
            self._say(known)
            return
        await asyncio.sleep(PAUSE)
        try:
            asked = self._solver.judge(self._puzzle, board)
            async with aclosing(asked) as told:
                async for event in told:
                    verdict = event.verdict if isinstance(event, Judged) else event
                    if isinstance(verdict, Verdict):
                        self._say(verdict, "" if verdict.settled else "[dim]…[/]")
                        continue
                    late = event.seconds > LATE and not self.verdict.lines
                    if slow := slow_until(event) or "[dim]not known yet …[/]" * late:
                        self._say(self.verdict, slow)
        except Failed as failure:
            self._say(self.verdict, f"[$error]{escape(str(failure))}[/]")
            return
        self._say(self.verdict)
        self._whole[key] = self.verdict

    def _say(self, verdict: Verdict, note: str = "") -> None:
        if (verdict, note) != (self.verdict, self._note):
            self.verdict, self._note = verdict, note
            self._shown()


class SolutionsScreen(BoardScreen):
    """Shows the solutions of a verdict, the cells outlined in which they differ."""

    def __init__(self, puzzle: AnyPuzzle, level: Level, verdict: Verdict) -> None:
        self._start = puzzle.start(level)
        self._states = [puzzle.after(self._start, moves) for moves in verdict.solutions]
        self._lit = Step(lit=tuple(map(puzzle.maker.grid(level).cell, verdict.lit)))
        self._at = -1
        title = escape(level.title)
        super().__init__(puzzle, f"[b]{title}[/b]  [dim]{puzzle.title}[/dim]", self._start, False)

    def action_other(self) -> None:
        self._at = (self._at + 1) % len(self._states)
        self.board.show(self._states[self._at])
        self.board.point_out(self._lit)
        self.tell(
            f"[b]Solution {self._at + 1}[/b] of {len(self._states)} shown\n\n"
            "Outlined: where they differ"
        )

    on_mount = on_click = action_other
