"""A game looked back on: what each move kept or lost, from what is proved of the positions.

Where a solution is its steps, a position is worth the moves that are left from it, and a move that
leaves one less has lost nothing. Where the last position shows all of the solution, what counts is
whether everything that is drawn is still in one, which the puzzle's advice tells. A `Review` asks
about one position after the other; what is not proved in time is not known, and so are the moves
before and after it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Advice
from puzzles.core.solving import Answer, Limits
from puzzles.library.solutions import rest_of_solution
from puzzles.player.session import Session, clock_text, help_taken
from puzzles.running.question import Question

PATIENCE = 5.0  # seconds for each position

Line = tuple[str, ...]


@dataclass(frozen=True)
class MoveVerdict:
    """Of a move, as text: how many are `left` after it, how many it has `lost`, both None if not
    known, and that in `words`; a `better` move where something was lost, and `why`."""

    move: str
    left: int | None
    lost: int | None
    words: str
    better: str = ""
    why: str = ""


@dataclass(frozen=True)
class _Known:
    """Of a position: how many moves are left (None if that is not known) and which, and why it is
    lost, if it is."""

    left: int | None
    rest: Line = ()
    why: str = ""


class Review:
    """The review of moves from the start of a level; of those from the move `first` on."""

    def __init__(self, puzzle: AnyPuzzle, level: Level, moves: Line, first: int = 0) -> None:
        self.puzzle, self.level, self.moves, self._first = puzzle, level, moves, first
        self._known: list[_Known] = []
        self._look_up()

    @property
    def _at(self) -> int:
        """The number of the first position of which nothing is known."""
        return self._first + len(self._known)

    @property
    def question(self) -> Question | None:
        """Return the next question; None when there is no more to ask."""
        if self._at > len(self.moves):
            return None
        moves = self.moves[: self._at]
        question = Question(self.puzzle, self.level, moves, Limits(seconds=PATIENCE))
        if self.puzzle.aim.stepwise or not self.puzzle.can("tutor.advise"):
            return question
        return question.to("tutor.advise", self._rest(moves))

    def _rest(self, moves: Line) -> Line:
        """Return what is left, after these moves, of the solution that ships with the level."""
        state = self.puzzle.after(self.puzzle.start(self.level), moves)
        return rest_of_solution(self.puzzle, self.level, state)

    def _look_up(self) -> None:
        """Take note of positions along the solution that ships; nobody has to be asked of these."""
        while self.puzzle.aim.stepwise and self._at <= len(self.moves):
            rest = self._rest(self.moves[: self._at])
            if not rest:
                return
            self._known.append(_Known(len(rest), rest))

    def take(self, answer: Answer) -> None:
        """Take note of the answer to `question`."""
        told = self.puzzle.aim.stepwise or self.puzzle.can("tutor.advise")
        proved = told and answer.proved and answer.moves is not None
        astray = isinstance(answer, Advice) and answer.astray
        why = answer.headline if proved and astray else ""
        moves = answer.moves or ()
        self._known.append(_Known(len(moves) if proved else None, moves, why))
        self._look_up()

    def settle(self, ask: Callable[[Question], Answer]) -> "Review":
        """Return the whole review, for those who can wait: its questions go to `ask`."""
        while (question := self.question) is not None:
            self.take(ask(question))
        return self

    @property
    def left(self) -> list[int | None]:
        """The moves left from the start and after each move, as far as it is known by now."""
        return [known.left for known in self._known]

    def rest(self, number: int) -> Line:
        """Return the best moves after the first `number` moves, () if they are not known yet."""
        at = number - self._first
        return self._known[at].rest if 0 <= at < len(self._known) else ()

    @property
    def verdicts(self) -> list[MoveVerdict]:
        """The verdicts that are known by now."""
        last = self._first + len(self._known) - 1
        return [self._verdict(number) for number in range(self._first, last)]

    def _verdict(self, number: int) -> MoveVerdict:
        at = number - self._first
        before, after = self._known[at : at + 2]
        move = self.moves[number]
        if before.left is None or after.left is None:
            return MoveVerdict(move, after.left, None, "not known")
        if not self.puzzle.aim.stepwise:
            strayed = bool(after.why) and not before.why
            words = self.puzzle.aim.verdict(strayed, not after.why)
            better = before.rest[0] if strayed else ""
            return MoveVerdict(move, after.left, int(strayed), words, better, after.why)
        lost = after.left - before.left + 1
        at_par = not self._first and after.left + number + 1 == self._known[0].left
        words = self.puzzle.aim.verdict(lost, at_par)
        return MoveVerdict(move, after.left, lost, words, before.rest[0] if lost else "")

    @property
    def summary(self) -> str:
        """The whole game in a sentence."""
        verdicts = self.verdicts
        if not verdicts:
            return "There is no move to review."
        losses = [number for number, each in enumerate(verdicts, 1) if each.lost]
        unknown = sum(each.lost is None for each in verdicts)
        if losses:
            total = sum(each.lost or 0 for each in verdicts)
            told = f"{self.puzzle.aim.losses(total)} {losses[0]}"
        elif unknown == len(verdicts):
            return "The solver knows nothing about these moves."
        else:
            told = "You lost nothing"
        return f"{told}; {unknown} not known." if unknown else f"{told}."

    @property
    def lost_at(self) -> Sequence[int] | None:
        """The numbers of the moves that lost something, from 1; None while not all is known."""
        verdicts = self.verdicts
        if self.question is not None or any(each.lost is None for each in verdicts):
            return None
        return [number for number, each in enumerate(verdicts, 1) if each.lost]


def name_of(game: Session) -> str:
    """Return what a game is called: an older one by the time at which it was played last."""
    played = None if game.updated is None else datetime.fromtimestamp(game.updated)
    return "Your game" if played is None else f"Your game of {played:%d %b %Y, %H:%M}"


def figures(game: Session) -> dict[str, str]:
    """Return the figures of a game by name, to be set beside those of another."""
    help = help_taken(game.hints, game.watched) or "none"
    time = clock_text(game.clock.seconds)
    return {game.puzzle.moves_word[1]: str(game.status.moves), "time": time, "help": help}


# The plot ------------------------------------------------------------------------------------

EIGHTHS = " ▁▂▃▄▅▆▇█"


def plot(left: Sequence[int | None], height: int, at: int = -1) -> list[str]:
    """Moves left against moves made, as lines of text: a bar for each position as high as what is
    left from it, `·` where that is not known; `^` below the position `at`."""
    most = max((value for value in left if value is not None), default=0)
    lines = []
    for row in range(height, 0, -1):
        line = ""
        for value in left:
            eighths = 8 * height * (value or 0) / max(most, 1)
            bar = EIGHTHS[min(max(round(eighths) - 8 * (row - 1), 0), 8)]
            line += bar if value is not None else "·" if row == 1 else " "
        lines.append(f"{most if row == height else '':>3} {line}")
    marks = "".join("^" if number == at else "─" for number in range(len(left)))
    return [*lines, f"{0:>3} {marks}"]
