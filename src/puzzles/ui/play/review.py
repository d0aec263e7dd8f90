"""The review of a game: your moves one by one, what each kept or lost, and better ones to play."""

import asyncio
from collections.abc import Callable

from puzzles.core.errors import sentence
from puzzles.player.course import Outcome
from puzzles.player.game import Game
from puzzles.player.review import MoveVerdict, Review, figures, name_of, plot
from puzzles.player.session import Session
from puzzles.running.work import Failed
from puzzles.ui.board.panel import entry_heading
from puzzles.ui.watch.walk import WalkScreen
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import key_of

TONES = {0: "[$success]{}[/]", None: "[dim]{}[/]"}  # how a verdict is shown; else as a loss
HEIGHT = 4  # lines of the plot
WIDTH = 17  # positions that it shows at a time


class ReviewScreen(WalkScreen):
    """Walks through a game with the verdict of each move, as soon as it is known; `draw` shows what
    it comes to that the player plays on from a position."""

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
        self._left_at, played = None, self._played
        result = "" if played.status.won else ", not finished"
        self._beside = list[str]()  # the figures of an older game and of the one that is played
        if played.updated is not None:
            now = figures(self._game.session)
            told = figures(played).items()
            self._beside = [f"[dim]{name} {one}, now {now[name]}[/]" for name, one in told]
        self.begin(f"{name_of(played)}{result}", "", self.review.moves, playing=False)
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
        between = "\n" if self.has_class("-wide") else "; "
        self.tell("\n".join(filter(None, [*lines, between.join(self._beside)])))
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
        """Look back on the game before this one; after the oldest, on the newest."""
        self.hold()
        others = await asyncio.to_thread(self._game.others)
        games = [game for game in (self._game.session, *others) if game.moves()]
        here = [game.updated == self._played.updated for game in games]
        if len(games) > 1:
            self._take(games[(here.index(True) + 1) % len(games) if True in here else 0])
            self._review()
        else:
            self.say("There is no other game of this level.")
