"""What all rooms of the app know of the player, as one value that is read after each game."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from puzzles.library.catalogue import Entry
from puzzles.player.daily import PACK
from puzzles.player.game import left_off
from puzzles.player.memory import Memory
from puzzles.player.pace import Pace, paces
from puzzles.player.records import Result, Win, best
from puzzles.player.records import Standing as Counted
from puzzles.player.saves import Saves
from puzzles.player.session import BEGUN
from puzzles.player.statistics import streaks


@dataclass(frozen=True)
class Standing:
    """The `wins` so far, the oldest first; the moves that `won` levels; the level played `last`,
    and that level if it was `left` unfinished, so that one can be gone on with that is in no pack;
    the games that were reviewed."""

    wins: tuple[Win, ...] = ()
    won: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    last: str = ""
    left: Entry | None = field(default=None, compare=False)
    reviews: Mapping[str, tuple[int, list[int]]] = field(default_factory=dict)

    @classmethod
    def read(cls, saves: Saves, memory: Memory) -> "Standing":
        """Read it, which waits for the database."""
        left = left_off(memory.last, saves) if memory.last else None
        return cls(tuple(saves.wins()), saves.won(), memory.last, left, memory.reviews)

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

    def streak(self, today: date) -> int:
        """Days in a row up to today, or yesterday, on which the puzzle of the day was solved or
        begun, whichever."""
        kept = {
            day
            for win in self.wins
            for day in (win.finished[:10], str((win.facts or {}).get(BEGUN)))
            if win.level.endswith(f"/{PACK}/{day}")
        }
        return streaks(kept, today)[0]
