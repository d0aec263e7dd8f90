"""Challenges: the ID of a board, a dot, and a game that won it, for somebody to play against.
docs/ids.md describes them.

The game comes from a stranger. It is coded as choices among the moves that there are, so reading it
is to replay it, and what does not win with its last move is no challenge. Times are told as what
passes between two moves, so that none can run backwards.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from puzzles.core.coding import Coder, Reader, Writer
from puzzles.core.errors import UsageError, plugin_faults
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library.ids import make_id, short, signed, unsigned

MOST = 2_000  # moves of a game
LONGEST = 20_000  # characters
SHARE = 10  # times are whole parts of a second, so many


@dataclass(frozen=True)
class Ghost:
    """A game of somebody else that won: its moves as text, and the seconds after which each was
    made."""

    moves: tuple[str, ...]
    times: tuple[float, ...]

    def made(self, seconds: float) -> int:
        """Return the number of its moves that were made after so many seconds."""
        return bisect_right(self.times, seconds)


def make_challenge(
    puzzle: AnyPuzzle, level: Level, moves: Sequence[str], times: Sequence[float]
) -> str:
    """The challenge of a game that won; raises LevelError for any other."""
    board, writer = make_id(puzzle, level), Writer()
    with plugin_faults(puzzle.id, level.place):
        _code(writer, puzzle, level, Ghost(tuple(moves), tuple(times)))
    return signed(f"{board}.", writer.data())


def read_challenge(puzzle: AnyPuzzle, level: Level, text: str) -> Ghost:
    """The game in a challenge of this level's board; raises UsageError."""
    if len(text) > LONGEST:
        raise UsageError(f"the challenge {short(text)} is too long")
    data = unsigned(text, text.rindex(".") + 1)
    try:
        return _code(Reader(data), puzzle, level)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"the challenge {short(text)} is no game: {error}") from None
    except Exception:  # any bytes at all can be asked to be a game, and what a plugin says is long
        raise UsageError(f"the challenge {short(text)} has a move that the rules refuse") from None


def _code(coder: Coder, puzzle: AnyPuzzle, level: Level, game: Ghost | None = None) -> Ghost:
    """Write a game, or read one, move by move; raises ValueError or MoveError for one that does not
    win."""
    rules: Any = puzzle.rules
    state = puzzle.start(level)
    count = coder.number(len(game.moves) if game else 0)
    if not 0 < count <= MOST:
        raise ValueError(f"it has {count} moves")
    now, moves, times = 0, list[str](), list[float]()
    for at in range(count):
        if puzzle.status(state).won:
            raise ValueError("it goes on after it is won")
        now += coder.number(round(SHARE * game.times[at]) - now if game else 0)
        move = puzzle.move_parse(state, game.moves[at]) if game else None
        if puzzle.can("rules.code_move"):
            move = rules.code_move(state, move, coder)
        else:
            text = coder.text(puzzle.move_text(state, move) if game else "")
            move = puzzle.move_parse(state, text)
        moves.append(puzzle.move_text(state, move))
        times.append(now / SHARE)
        state = puzzle.apply(state, move)
    if not puzzle.status(state).won:
        raise ValueError("its moves do not solve the board")
    return Ghost(tuple(moves), tuple(times))
