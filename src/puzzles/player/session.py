"""A game in progress: the position, everything that can be undone or redone, clock and help.

History is the start plus the moves as text, so that loading a saved game replays it through the
rules. A restart is an entry like any other: it can be undone. A *trial branch* marks a point of the
history, which undo does not pass, until the player returns to it or keeps what was tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Generic, TypeVar

from puzzles.core.level import Level
from puzzles.core.puzzle import PuzzleOf
from puzzles.core.results import MOVE, WHERE, WHY, Status
from puzzles.core.tables import Values
from puzzles.player.clock import Clock

KINDS = (WHERE, WHY, MOVE)

S = TypeVar("S")
M = TypeVar("M")


class Session(Generic[S, M]):
    """The history of one game; `state` is the position now.

    `hints` and `watched` count the help the player took, `shown` the hints of each kind that has
    a name (`core.results.Hint`); no undo takes that back.
    """

    def __init__(self, puzzle: PuzzleOf[S, M], level: Level) -> None:
        self.puzzle, self.level = puzzle, level
        self.clock = Clock()
        self.hints = self.watched = 0
        self.shown: Counter[str] = Counter()
        self._start: S = puzzle.start(level)
        self._steps: list[tuple[str, S]] = []  # moves as text ("": a restart), and what they led to
        self._at = 0
        self._mark: int | None = None  # where in the history the trial began

    @property
    def state(self) -> S:
        return self._steps[self._at - 1][1] if self._at else self._start

    @property
    def status(self) -> Status:
        return self.puzzle.status(self.state)

    @property
    def helped(self) -> bool:
        """True if the player was shown a move."""
        return self.hints + self.watched > 0

    @property
    def can_undo(self) -> bool:
        return self._at > (self._mark or 0)

    @property
    def can_redo(self) -> bool:
        return self._at < len(self._steps)

    def play(self, move: M) -> str:
        """Make a move and return it as text; raises MoveError, and changes nothing, if the rules
        refuse it."""
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
        if not self.can_undo:
            return False
        self._at -= 1
        return True

    def redo(self) -> bool:
        """Put the next entry back; False if there is none."""
        if not self.can_redo:
            return False
        self._at += 1
        return True

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
        """End the trial branch and go back to its mark; redo shows it again. False if there is
        none."""
        if self._mark is None:
            return False
        self._at, self._mark = self._mark, None
        return True

    # As text -------------------------------------------------------------------------------

    def moves(self) -> tuple[str, ...]:
        """The moves as text that lead from the start to the position now."""
        return moves_of(self.dump())

    def dump(self) -> Values:
        """The whole game as JSON values, `seconds` among them."""
        return {
            "moves": [text for text, _ in self._steps],
            "at": self._at,
            "mark": self._mark,
            "seconds": round(self.clock.seconds, 3),
            "hints": self.hints,
            "watched": self.watched,
            **({"shown": dict(self.shown)} if self.shown else {}),
        }

    def load(self, saved: Values) -> None:
        """Replay a game that `dump` gave; raises MoveError, and changes nothing, if the rules
        refuse it."""
        replay = Session(self.puzzle, self.level)
        for text in saved["moves"]:
            if text:
                replay.play(self.puzzle.move_parse(replay.state, text))
            else:
                replay._add("", replay._start)
        seconds = float(saved.get("seconds", 0))
        hints, watched = int(saved.get("hints", 0)), int(saved.get("watched", 0))
        at = min(max(int(saved["at"]), 0), len(replay._steps))
        mark = saved.get("mark")
        mark = None if mark is None else min(max(int(mark), 0), at)
        self._start, self._steps, self._at, self._mark = replay._start, replay._steps, at, mark
        self.hints, self.watched, self.shown = hints, watched, kinds_shown(saved.get("shown"))
        self.clock.set(seconds)

    def _add(self, text: str, state: S) -> None:
        self._steps[self._at :] = [(text, state)]
        self._at += 1


def kinds_shown(saved: object) -> Counter[str]:
    """Count the hints of each kind, as a file or a database may have them; older ones do
    not tell."""
    if not isinstance(saved, Mapping):
        return Counter()
    pairs = saved.items()
    return Counter({kind: n for kind, n in pairs if kind in KINDS and type(n) is int and n > 0})


def moves_of(history: Values) -> tuple[str, ...]:
    """The moves as text that lead from the start to where a game stands that `Session.dump` gave:
    an empty one is a restart."""
    done = history["moves"][: history["at"]]
    begun = max((place + 1 for place, text in enumerate(done) if not text), default=0)
    return tuple(done[begun:])
