"""A game in progress: the position, everything that can be undone or redone, clock and help.

History is the start plus the moves as text, so that loading a saved game replays it through the
rules. A restart is an entry like any other: it can be undone. A *trial branch* marks a point of the
history, which undo does not pass, until the player returns to it or keeps what was tried.
"""

from collections.abc import Sequence
from itertools import takewhile
from time import monotonic
from typing import Self

from puzzles.core.errors import MoveError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import NOTE, Status
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.player.records import StoredGame, today

BEGUN = "begun"  # the name of the day, as in `2026-03-01`, on which a game was begun
LATEST = 1e9  # seconds that can be the time of a move


class Clock:
    """Counts seconds while it runs; a new one stands still."""

    def __init__(self, seconds: float = 0.0) -> None:
        self._counted = seconds
        self._since: float | None = None

    @property
    def running(self) -> bool:
        return self._since is not None

    @property
    def seconds(self) -> float:
        return self._counted + (monotonic() - self._since if self._since is not None else 0.0)

    def start(self) -> None:
        """Count from now on."""
        if self._since is None:
            self._since = monotonic()

    def stop(self) -> None:
        """Stand still."""
        self._counted, self._since = self.seconds, None


def clock_text(seconds: float) -> str:
    """A time as on a watch: `4:05`, `1:00:00`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Session:
    """The history of one game; `state` is the position now.

    `hints` and `watched` count the help the player took; no undo takes that back. `updated` is when
    a saved game was played last, in Unix time; None for the game that is being played.
    """

    def __init__(self, puzzle: AnyPuzzle, level: Level) -> None:
        self.puzzle, self.level = puzzle, level
        self.clock = Clock()
        self.hints = self.watched = 0
        self._start = puzzle.start(level)
        # Moves as text ("": a restart), and what they led to.
        self._steps: list[tuple[str, object]] = []
        # The seconds on the clock when each was made; None in games of before these were kept.
        self._times: list[float | None] = []
        self._at = 0
        self._mark: int | None = None  # where in the history the trial began
        self.updated: float | None = None
        self.begun = str(today())

    @classmethod
    def load(cls, puzzle: AnyPuzzle, level: Level, saved: Values) -> Self:
        """Replay a game that `dump` gave. Raises MoveError if the rules refuse it; KeyError,
        TypeError or ValueError for what `dump` cannot have given."""
        found = cls(puzzle, level)
        for text in saved["moves"]:
            if text:
                found.play(puzzle.move_parse(found.state, text))
            else:
                found._add("", found._start)
        times, count = saved.get("times"), len(found._steps)
        times = times if isinstance(times, list) and len(times) == count else [None] * count
        known = (type(time) in (int, float) and 0 <= time < LATEST for time in times)
        found._times = [time if is_one else None for time, is_one in zip(times, known, strict=True)]
        found._at = min(max(int(saved["at"]), 0), len(found._steps))
        if (mark := saved.get("mark")) is not None:
            found._mark = min(max(int(mark), 0), found._at)
        found.hints, found.watched = int(saved.get("hints", 0)), int(saved.get("watched", 0))
        found.begun = str(saved.get(BEGUN, ""))
        found.clock = Clock(float(saved.get("seconds", 0)))
        return found

    @classmethod
    def of(cls, puzzle: AnyPuzzle, level: Level, game: StoredGame) -> Self | None:
        """A saved game; None if the rules refuse it."""
        try:
            found = cls.load(puzzle, level, game.history)
        except MoveError:
            return None
        found.updated = game.updated
        return found

    @property
    def state(self) -> object:
        return self._steps[self._at - 1][1] if self._at else self._start

    @property
    def status(self) -> Status:
        return self.puzzle.status(self.state)

    @property
    def helped(self) -> bool:
        """True if the player was shown a move."""
        return self.hints + self.watched > 0

    def play(self, move: object) -> str:
        """Make a move and return it as text; raises MoveError, and then changes nothing."""
        text = self.puzzle.move_text(self.state, move)
        self._add(text, self.puzzle.apply(self.state, move))
        return text

    def restart(self) -> bool:
        """Go back to the start, undoably; False if the game is there already."""
        if self.state is self._start:
            return False
        self._add("", self._start)
        return True

    def undo(self) -> bool:
        """Take the last entry back; False if there is none in this branch."""
        done = self._at > (self._mark or 0)
        self._at -= done
        return done

    def redo(self) -> bool:
        """Put the next entry back; False if there is none."""
        done = self._at < len(self._steps)
        self._at += done
        return done

    # The trial branch ----------------------------------------------------------------------

    @property
    def trying(self) -> int | None:
        """The number of entries in the trial branch; None if there is none."""
        return None if self._mark is None else self._at - self._mark

    def mark(self) -> None:
        """Begin a trial branch here; one that is going on is kept."""
        self._mark = self._at

    def keep(self) -> bool:
        """End the trial branch and stay; False if there is none."""
        was, self._mark = self._mark, None
        return was is not None

    def abandon(self) -> bool:
        """End the trial branch and go back to its mark, redoably; False if there is none."""
        if self._mark is None:
            return False
        self._at, self._mark = self._mark, None
        return True

    # As text -------------------------------------------------------------------------------

    def moves(self) -> tuple[str, ...]:
        """The moves as text that lead from the start to the position now, without marks."""
        return moves_of(self.dump())

    def times(self) -> tuple[float | None, ...]:
        """The seconds on the clock when each of `moves` was made, None where that is not known."""
        return tuple(self._times[at] for at in _made(self.dump()))

    def dump(self) -> Values:
        """The whole game as JSON values, `seconds` among them."""
        return {
            "moves": [text for text, _ in self._steps],
            "times": list(self._times),
            "at": self._at,
            "mark": self._mark,
            "seconds": round(self.clock.seconds, 3),
            "hints": self.hints,
            "watched": self.watched,
            **({BEGUN: self.begun} if self.begun else {}),
        }

    def _add(self, text: str, state: object) -> None:
        self._steps[self._at :] = [(text, state)]
        self._times[self._at :] = [round(self.clock.seconds, 1)]
        self._at += 1


def moves_of(history: Values) -> tuple[str, ...]:
    """The moves as text that lead from the start to where a game stands that `Session.dump` gave:
    an empty one is a restart."""
    return tuple(history["moves"][at] for at in _made(history))


def _made(history: Values) -> list[int]:
    """Return the places of these moves in a history; marks of the player's own are none."""
    done = history["moves"][: history["at"]]
    begun = max((at + 1 for at, text in enumerate(done) if not text), default=0)
    return [at for at in range(begun, len(done)) if not done[at].startswith(NOTE)]


def in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the moves that two games begin with alike, or the characters of two texts."""
    pairs = zip(one, other, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def help_taken(hints: int, watched: int) -> str:
    """Return the help that was taken, in words: `3 hints, solution watched`."""
    words = [many(hints, "hint")] if hints else []
    if watched:
        times = "" if watched == 1 else f" {watched} times"
        words.append(f"solution watched{times}")
    return ", ".join(words)
