"""A duel: a game that is won, beside the one that it was played against, move by move."""

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from puzzles.core.errors import sentence
from puzzles.library.challenges import Ghost
from puzzles.player.game import Game
from puzzles.player.review import Review
from puzzles.player.session import Session, clock_text
from puzzles.player.timeline import Moves
from puzzles.player.winning import symbols
from puzzles.running.work import Failed
from puzzles.ui.board.panel import entry_heading
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Screen
from puzzles.ui.widgets.keybar import KeyBar

NAMES = "You", "They"


class DuelScreen(Screen[str | None]):
    """Begins where the two games part. Its result is the action of the play screen that comes next:
    look back on one's own game, copy its result, or challenge back."""

    def __init__(self, game: Game, ghost: Ghost) -> None:
        super().__init__()
        self._entry, self._puzzle, level = game.entry, game.puzzle, game.entry.level
        told = {"moves": ghost.moves, "at": len(ghost.moves), "times": [*ghost.times]}
        told["seconds"] = ghost.times[-1]
        self._games = [game.session, Session.load(game.puzzle, level, told)]
        self._reviews = [Review(game.puzzle, level, each.moves()) for each in self._games]
        self._tracks = [Moves(game.puzzle.start(level)) for _ in NAMES]
        for track, review in zip(self._tracks, self._reviews, strict=True):
            track.replay(game.puzzle, review.moves)
        self._last = max(len(track.moves) for track in self._tracks)
        self._game = game.name
        self._parted = game.alike(ghost) + 1
        self._at = min(self._parted, self._last)
        self._boards = [Sketch(id=f"duel-{name.lower()}") for name in NAMES]
        self._facts = [Static(classes="duel-facts") for _ in NAMES]
        self._told = Static(id="parted")

    def compose(self) -> ComposeResult:
        yield Static(f"{entry_heading(self._entry)}  [dim]a challenge[/]", id="title")
        with Horizontal(id="duel"):
            for name, board, facts in zip(NAMES, self._boards, self._facts, strict=True):
                with Vertical(classes="duelist") as side:
                    side.border_title = name
                    yield board
                    yield facts
            yield self._told
        yield KeyBar()

    def on_mount(self) -> None:
        self.action_step(0)
        self.run_worker(self._ask(), exclusive=True)

    async def _ask(self) -> None:
        """Have the solver look at what is not known of the two games."""
        try:
            for review in self._reviews:
                while (question := review.question) is not None:
                    review.take(await self.app.solver.answer(question))
                    self._describe()
            if (lost := self._reviews[0].lost_at) is not None:
                self.app.memory.record_review(self._game, len(self._reviews[0].moves), lost)
        except Failed as error:
            self.notify(str(error), severity="warning", markup=False)

    def action_step(self, by: int) -> None:
        self._at = min(max(self._at + by, 0), self._last)
        for board, review in zip(self._boards, self._reviews, strict=True):
            board.show(self._entry, review.moves[: self._at], begun=True)
        self._describe()

    def _describe(self) -> None:
        puzzle, told = self._puzzle, list[str]()
        for who, name in enumerate(NAMES):
            verdicts, track = self._reviews[who].verdicts, self._tracks[who]
            moves, at = track.texts, min(self._at, len(track.moves))
            row = symbols(self._games[who], self._reviews[who].lost_at)
            time = clock_text(self._games[who].clock.seconds)
            result = f"[b]{puzzle.count_of(len(moves))}[/b]  {time}"
            self._facts[who].update("\n".join([result, row, f"[dim]move {at} of {len(moves)}[/]"]))
            if not 0 < self._at <= len(moves):
                continue
            words = escape(puzzle.describe_move(track.states[at - 1], track.moves[at - 1]))
            told.append(f"[b]{name}[/b]\n[dim]{words}[/]")
            if at <= len(verdicts):
                each = verdicts[at - 1]
                told[-1] += f"\n{each.words.capitalize()}."
                told[-1] += f"\n[dim]{escape(sentence(each.why))}[/]" if each.why else ""
        self._told.border_title = "Here they part" if self._at == self._parted else "The move"
        self._told.update("\n\n".join(told))
