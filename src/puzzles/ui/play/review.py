"""The review of a game: your moves one by one, what each kept or lost, and a better one."""

from __future__ import annotations

from contextlib import aclosing
from typing import Any

from rich.markup import escape

from puzzles.core.solving import Answer
from puzzles.player.game import Game
from puzzles.player.review import Review, Verdict, plot
from puzzles.player.walks import Walk
from puzzles.running.work import Failed
from puzzles.ui.play.games import WalkedScreen

TONES = {0: "[$success]{}[/]", None: "[dim]{}[/]"}  # how a verdict is shown; else as a loss
HEIGHT = 4  # lines of the plot
WIDTH = 17  # positions that it shows at a time


class ReviewScreen(WalkedScreen):
    """Walks through a game with the verdict of each move, as soon as it is known."""

    help_text = """\
## Review of your game

**←** and **→** go from move to move. Of each it is said what it kept or lost of the moves that were
left, from what is proved; what takes too long is *not known*. Where something was lost, the better
move is marked on the board. The plot has the moves left after each move made.
"""

    def __init__(self, game: Game, walk: Walk) -> None:
        super().__init__(game, walk)
        self._game = game
        self.review = Review(game.puzzle, game.entry.level, walk.moves)

    def on_mount(self) -> None:  # besides that of the class below
        self.run_worker(self._ask(), exclusive=True)

    async def _ask(self) -> None:
        """Have the solver look at one position after the other."""
        try:
            while (question := self.review.question) is not None:
                events = self.app.solver.ask(question)
                async with aclosing(events):
                    async for event in events:
                        if isinstance(event, Answer):
                            self.review.take(event)
                            break
                self.describe()
                if self.line.at < len(self.solution):
                    self.board.announce(self.coming())
        except Failed as error:
            self.say(f"[$error]{escape(str(error))}[/]")
            return
        if self._walk.status.won and (lost := self.review.lost_at) is not None:
            self.app.memory.reviewed(self._game.name, len(self.review.moves), lost)

    def coming(self) -> Any:
        """Where something is lost, the better move."""
        verdicts = self.review.verdicts
        if self.line.at < len(verdicts) and (better := verdicts[self.line.at].better):
            return self.puzzle.move_parse(self.line.states[self.line.at], better)
        return super().coming()

    def describe(self) -> None:
        verdicts, at = self.review.verdicts, self.line.at
        first = max(0, min(at - WIDTH // 2, len(self.solution) + 1 - WIDTH))
        left = [*self.review.left, *[None] * (len(self.solution) + 1 - len(self.review.left))]
        chart = plot(left[first : first + WIDTH], HEIGHT, at - first)
        count = len(self.solution)
        self._bar.show(at, count, f"move {at} of {count}", range(count + 1))
        self.tell(
            "\n".join(
                [
                    f"[b]{self._headline}[/b]  {at}/{len(self.solution)}",
                    *(f"[$accent]{line}[/]" for line in chart),
                ]
            )
        )
        if at and at <= len(verdicts):
            self.say(self._told(at, verdicts[at - 1]))
        elif at:
            self.say("[dim]Looking …[/]")
        else:
            done = self.review.question is None
            self.say(escape(self.review.summary) if done else "[dim]Looking …[/]")

    def _told(self, number: int, verdict: Verdict) -> str:
        """The verdict on a move (Rich markup)."""
        before = self.line.states[number - 1]
        tone = TONES.get(verdict.lost, "[b $warning]{}[/]")
        lines = [
            f"{number}. {self.move_told(before, self.solution[number - 1])}",
            tone.format(verdict.words.capitalize()),
        ]
        if verdict.left is not None:
            lines[-1] += f", {self.puzzle.count_of(verdict.left)} left"
        if verdict.better:
            better = self.puzzle.move_parse(before, verdict.better)
            lines.append(f"Better: [b]{self.move_told(before, better)}[/b]")
        if verdict.why:
            lines.append(escape(f"{verdict.why[:1].upper()}{verdict.why[1:]}."))
        return "\n".join(lines)
