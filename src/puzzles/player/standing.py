"""What all rooms of the app know of the player, as one value that is read after each game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property

from puzzles.library.catalogue import Entry
from puzzles.player.daily import best_of_days, days_kept
from puzzles.player.game import as_stored
from puzzles.player.memory import Memory
from puzzles.player.pace import Pace, paces
from puzzles.player.records import Result, StoredGame, Win, best
from puzzles.player.records import Standing as Counted
from puzzles.player.saves import Exercised, Saves
from puzzles.player.statistics import streaks


@dataclass(frozen=True)
class Standing:
    """The `wins` so far, the oldest first; the moves that `won` levels; the level played `last`,
    and the `game` of it that was not finished, with its level `left`, so that one can be gone on
    with that is in no pack; the games of practice and runs."""

    wins: tuple[Win, ...] = ()
    won: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    last: str = ""
    game: StoredGame | None = None
    left: Entry | None = field(default=None, compare=False)
    exercises: tuple[Exercised, ...] = ()

    @classmethod
    def read(cls, saves: Saves, memory: Memory) -> "Standing":
        """Read it, which waits for the database."""
        game = saves.newest(memory.last) if memory.last else None
        game = None if game is None or game.won else game
        wins, exercises = tuple(saves.wins()), tuple(saves.exercises())
        return cls(wins, saves.won(), memory.last, game, as_stored(game), exercises)

    @cached_property
    def results(self) -> dict[str, Result]:
        """The best results by level."""
        return best(self.wins)

    @cached_property
    def counted(self) -> Counted:
        """The numbers of levels that were solved."""
        return Counted.of(self.results, self.results)

    @cached_property
    def paces(self) -> dict[str, Pace]:
        """The pace in each puzzle."""
        return paces(self.wins)

    @cached_property
    def played(self) -> tuple[str, ...]:
        """The puzzles that were won, the latest first."""
        return tuple(dict.fromkeys(win.puzzle for win in reversed(self.wins)))

    @cached_property
    def days(self) -> dict[tuple[str, str], Win]:
        """The best win of each puzzle of a day, by puzzle and ISO date."""
        return best_of_days(self.wins)

    @cached_property
    def _kept(self) -> set[str]:
        return days_kept(self.wins)

    def streaks(self, today: date) -> tuple[int, int]:
        """Days in a row up to today, or yesterday, on which a puzzle of the day was solved or
        begun, whichever; and the most."""
        return streaks(self._kept, today)

    def week(self, today: date) -> list[list[Win]]:
        """What was won of the puzzles of the last seven days, today last."""
        names = [(today - timedelta(days=ago)).isoformat() for ago in range(6, -1, -1)]
        return [[win for (_, day), win in self.days.items() if day == name] for name in names]
