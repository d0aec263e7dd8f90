"""The review of a game: your moves one by one, what each kept or lost, and better ones to play; and
the games of a level, two side by side by their numbers."""

import asyncio
from collections.abc import Callable

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual.containers import VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from puzzles.core.errors import sentence
from puzzles.player.course import Outcome
from puzzles.player.game import Game
from puzzles.player.review import MoveVerdict, Review, name_of, numbers, parting, plot
from puzzles.player.session import Session, clock_text
from puzzles.running.work import Failed
from puzzles.ui.board.panel import entry_heading
from puzzles.ui.watch.walk import WalkScreen
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import key_of
from puzzles.ui.widgets.keys import keys
from puzzles.ui.widgets.lists import ListScreen

TONES = {0: "[$success]{}[/]", None: "[dim]{}[/]"}  # how a verdict is shown; else as a loss
HEIGHT = 4  # lines of the plot
WIDTH = 17  # positions that it shows at a time


class ReviewScreen(WalkScreen):
    """Walks through a game with the verdict of each move, as soon as it is known; `draw` shows what
    it comes to that the player plays on from a position."""

    BINDINGS = keys("ReviewScreen")

    def __init__(self, game: Game, played: Session, draw: Callable[[Outcome], None]) -> None:
        start = game.puzzle.start(game.entry.level)
        super().__init__(game.puzzle, entry_heading(game.entry), start)
        self._game, self._draw = game, draw
        self._seen = False  # a better move
        self._take(played)

    def _take(self, played: Session) -> None:
        self._played = played
        self._left_at: int | None = None  # the move of the game at which better ones are shown
        self.review = Review(self.puzzle, self._game.entry.level, played.moves())

    def on_mount(self) -> None:
        self._review()

    def _review(self, at: int = 0) -> None:
        """Show the game, and have the solver look at what is not known of it."""
        self._left_at = None
        facts = dict(numbers(self._played))
        result = "" if self._played.status.won else f", {facts['result']}"
        help = "" if facts["help"] == "none" else f", {facts['help']}"
        self.begin(f"Your game{result}", facts["time"] + help, self.review.moves, playing=False)
        self.action_jump(at)
        if self.review.question is not None:
            self.run_worker(self._ask(self.review), exclusive=True)

    async def _ask(self, review: Review) -> None:
        try:
            while (question := review.question) is not None:
                review.take(await self.app.solver.answer(question))
                self.describe()
                if not self.line.ended:
                    self.board.announce(self.coming())
        except Failed as error:
            self.say(f"[$error]{escape(str(error))}[/]")
            return
        now = self._played.updated is None  # it is no older game
        if now and self._played.status.won and (lost := review.lost_at) is not None:
            self.app.memory.record_review(self._game.name, len(review.moves), lost)

    def coming(self) -> object:
        """Return the next move, or a better one where it loses something."""
        at, verdicts = self.line.at, self.review.verdicts
        if self._left_at is None and at < len(verdicts) and (better := verdicts[at].better):
            self._help()
            return self.puzzle.move_parse(self.line.states[at], better)
        return super().coming()

    def note_shown(self) -> None:
        if self._left_at is not None:
            self._help()

    def _help(self) -> None:
        """Count a better move that is shown as help, once; unless the game is over."""
        if not self._seen and not self._game.status.won:
            self._game.watched()
        self._seen = True

    def describe(self) -> None:
        if self._left_at is not None:
            super().describe()
            return
        review, at, count = self.review, self.line.at, len(self.line.moves)
        self.line.marks = [number for number, each in enumerate(review.verdicts, 1) if each.lost]
        self._bar.show(at, count, f"move {at} of {count}", self.line.marks)
        first = max(0, min(at - WIDTH // 2, count + 1 - WIDTH))
        left = [*review.left, *[None] * (count + 1 - len(review.left))]
        chart = plot(left[first : first + WIDTH], HEIGHT, at - first)
        lines = [f"[b]{self._headline}[/b]  {at}/{count}", *(f"[$accent]{c}[/]" for c in chart)]
        self.tell("\n".join(lines))
        if 0 < at <= len(review.verdicts):
            self.say(self._describe(at, review.verdicts[at - 1]))
        elif at == 0 and review.question is None:
            self.say(escape(review.summary))
        else:
            self.say("[dim]Looking …[/]")

    def _describe(self, number: int, verdict: MoveVerdict) -> str:
        before = self.line.states[number - 1]
        tone = TONES.get(verdict.lost, "[b $warning]{}[/]")
        lines = [
            f"{number}. {self.move_words(before, self.line.moves[number - 1])}",
            tone.format(verdict.words.capitalize()),
        ]
        if verdict.left is not None:
            lines[-1] += f", {self.puzzle.count_of(verdict.left)} left"
        if verdict.better:
            self._help()
            better = self.puzzle.move_parse(before, verdict.better)
            word, key = self.puzzle.aim.better.capitalize(), key_of(self, "review.better")
            lines.append(f"{word}: [b]{self.move_words(before, better)}[/b] ({key} plays it)")
        if verdict.why:
            lines.append(escape(sentence(verdict.why)))
        return "\n".join(lines)

    def action_better(self) -> None:
        """Play the best moves out from before the move just made, if that lost something, or from
        here; or come back to the game."""
        if self._left_at is not None:
            self._review(self._left_at)
            return
        at = self.line.at
        start = at - 1 if at in self.line.marks else at
        rest = self.review.rest(start)
        if not rest:
            self.say(f"No {self.puzzle.aim.better} move is known here.")
            return
        self._left_at = at
        line = (*self.review.moves[:start], *rest)
        headline = f"{self.puzzle.aim.moves} from move {start + 1} on"
        self.begin(headline, self.puzzle.count_of(len(rest)), line, playing=True)
        self.line.go(start)
        self.show_step()

    def action_play_on(self) -> None:
        if self._played.updated is not None:  # an older one
            self.say("You can play on only in the game that you are playing.")
            return
        if self._seen and self._game.status.won:
            self._game.watched()
        self.dismiss()
        self._draw(self._game.go_on_from(self.line.texts[: self.line.at]))

    async def action_games(self) -> None:
        """Choose from all games of the level."""
        self.hold()
        others = await asyncio.to_thread(self._game.others)
        games = [game for game in (self._game.session, *others) if game.moves()]
        if len(games) > 1:
            self.app.push_screen(GamesScreen(self._game, games), self._chosen)
        else:
            self.say("There is no other game of this level.")

    def _chosen(self, played: Session | None) -> None:
        if played is not None:
            self._take(played)
            self._review()


class GamesScreen(ListScreen[Session, Session]):
    """Lists the games of a level, the one that is being played first; the one pointed at stands
    beside that. Dismissed with the game to review."""

    NAME, FIRST = "games", 1
    BINDINGS = keys("GamesScreen")

    def __init__(self, game: Game, games: list[Session]) -> None:
        super().__init__(games)
        self._game = game
        self.HEADING = entry_heading(game.entry)

    def beside(self) -> Widget:
        return VerticalScroll(Static(id="beside"), id="numbers", can_focus=False)

    def line(self, game: Session) -> Text:
        text = Text(name_of(game).ljust(18), no_wrap=True)
        count = game.puzzle.count_of(game.status.moves)
        text.append(f"{count:>10} {clock_text(game.clock.seconds):>8}", "dim")
        return text.append("  ✓" if game.status.won else "")

    def look(self, other: Session) -> None:
        """Set the game pointed at beside the first one."""
        puzzle, one = self._game.puzzle, self.rows[0]
        games = [one] if one is other else [one, other]
        table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
        for row in zip(*map(numbers, games), strict=True):
            table.add_row(Text(row[0][0], "dim"), *(value for _, value in row))
        beside = self.query_one("#beside", Static)
        if one is other:
            beside.update(table)
            return
        words = puzzle.with_palette_names(
            self._game.state, parting(one.moves(), other.moves()), self.app.settings.palette
        )
        beside.update(Group(table, Text(f"\n{words}")))

    def action_take(self) -> None:
        self.dismiss(self.row)
