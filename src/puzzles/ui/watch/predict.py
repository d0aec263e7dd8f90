"""Predicting the solver: before each move of a solution the player says which it will be."""

import asyncio
from collections import Counter

from puzzles.core.errors import MoveError, sentence
from puzzles.player.game import Game
from puzzles.player.review import Review
from puzzles.running.work import Failed
from puzzles.ui.board.gridboard import GridBoard
from puzzles.ui.board.panel import BoardScreen, entry_heading
from puzzles.ui.widgets.guards import escape

READ = 2.5  # seconds that a verdict is shown before the solver's own move
RIGHT, WRONG, UNKNOWN = "right", "wrong", "not known"


class PredictScreen(BoardScreen):
    """Asks for each move from a position on. A move that is as good as the solver's is made; in
    place of any other the solver's is."""

    def __init__(self, game: Game, moves: tuple[str, ...], rest: tuple[str, ...]) -> None:
        """`moves` lead from the start of the level to a position, `rest` from there to the end."""
        state = game.puzzle.after(game.puzzle.start(game.entry.level), moves)
        super().__init__(game.puzzle, entry_heading(game.entry), state, live=True)
        self._level, self._moves, self._rest = game.entry.level, moves, rest
        self._state = state
        self._found = Counter({RIGHT: 0, WRONG: 0})
        self._answered = False  # the verdict on a move is being worked out, or shown

    def _ask(self) -> None:
        """Ask for the next move, or sum up."""
        self._answered = False
        self.board.live = True
        if self.puzzle.status(self._state).won:
            self.board.live = False
            self.tell(f"[b]{self._summary}[/b]")
            return
        asked = self._found.total() + 1
        self.tell(f"[b]Which move comes next?[/b]\nmove {asked}\n{self._summary}")

    on_mount = _ask

    @property
    def _summary(self) -> str:
        found = [f"{number} {kind}" for kind, number in self._found.items()]
        return ", ".join(found)

    def on_grid_board_played(self, message: GridBoard.Played) -> None:
        if self._answered:
            return
        try:
            after = self.puzzle.apply(self._state, message.move)
        except MoveError as error:
            self.say(escape(str(error)))
            return
        self._answered = True
        text = self.puzzle.move_text(self._state, message.move)
        self.board.show(after, message.move)
        self.run_worker(self._answer(text, self.puzzle.text(after)), exclusive=True)

    async def _answer(self, text: str, after: str) -> None:
        """Go on from a move that leads to a position, or show a better one."""
        kind, words, rest = RIGHT, "Right.", self._rest[1:]
        if after != self.puzzle.text(self.puzzle.after(self._state, self._rest[:1])):
            self.say("[dim]Looking …[/]")
            try:
                kind, words, rest = await self._judge(text)
            except Failed as error:
                self.say(f"[$error]{escape(str(error))}[/]")
                self._answered = False
                self.board.show(self._state)
                return
        self._found[kind] += 1
        if kind == RIGHT:
            self.say(f"[$success]{words}[/]")
            self._make(text, rest)
        else:
            await self._solver_moves(words)

    async def _judge(self, text: str) -> tuple[str, str, tuple[str, ...]]:
        """Return how good a move is, also in words, and the best moves after it. Raises Failed."""
        moves = (*self._moves, text)
        review, rest = Review(self.puzzle, self._level, moves, len(self._moves)), tuple[str, ...]()
        while (question := review.question) is not None:
            answer = await self.app.solver.answer(question)
            review.take(answer)
            rest = tuple(answer.moves or ())
        lost, aim = review.verdicts[-1].lost, self.puzzle.aim
        if lost is None:
            return UNKNOWN, "The solver knows nothing about that move.", rest
        if lost:
            return WRONG, sentence(aim.cost(lost)), rest
        return RIGHT, sentence(aim.as_good), rest

    async def _solver_moves(self, first: str = "") -> None:
        """Show the position as it was, and then the solver's own move."""
        move = self.puzzle.move_parse(self._state, self._rest[0])
        words = f"The solver: [b]{self.move_words(self._state, move)}[/b]"
        self.board.show(self._state)
        self.board.announce(move)
        self.say("\n".join(filter(None, (escape(first), words))))
        await asyncio.sleep(READ)
        self.board.announce(None)
        self.board.show(self.puzzle.apply(self._state, move), move)
        self._make(self._rest[0], self._rest[1:])

    def _make(self, text: str, rest: tuple[str, ...]) -> None:
        """Go on from the position after a move, of which the board shows how it happens."""
        self._moves = (*self._moves, text)
        self._state, self._rest = self.puzzle.after(self._state, [text]), rest
        self._ask()

    def action_show(self) -> None:
        """Show the move, and count it as not found."""
        if not self._answered and self._rest:
            self._answered = True
            self._found["shown"] += 1
            self.run_worker(self._solver_moves(), exclusive=True)
