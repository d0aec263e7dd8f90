"""Small things remembered from one run to the next: the level played last, the lessons seen, where
games that were looked back on were lost.

They are a convenience: what cannot be read or written is forgotten without ado.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Lesson
from puzzles.library import locations
from puzzles.library.files import write_file
from puzzles.library.lessons import needed, tutorial

REVIEWS = 999  # games that are remembered


class Memory:
    """Words by topic, in one small file of the state directory, which threads write in turn."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = (folder or locations.state()) / "memory.json"
        self._topics: dict[str, list[str]] = {}
        self._lock = Lock()
        with suppress(OSError, ValueError):
            found = json.loads(self._file.read_text(encoding="utf-8"))
            if isinstance(found, dict):
                self._topics = {
                    topic: [word for word in words if isinstance(word, str)]
                    for topic, words in found.items()
                    if isinstance(words, list)
                }

    @property
    def last(self) -> str:
        """The name of the level played last, "" before the first."""
        return next(iter(self._topics.get("last", ())), "")

    @last.setter
    def last(self, level: str) -> None:
        self._keep("last", [level])

    def seen(self, lesson: str) -> bool:
        """Return True if the player has been through this lesson, or skipped it."""
        return lesson in self._topics.get("seen", ())

    def mark_seen(self, *lessons: str) -> None:
        """Do not offer these lessons again."""
        self._keep("seen", list(dict.fromkeys([*self._topics.get("seen", ()), *lessons])))

    def due(
        self, puzzle: AnyPuzzle, level: Level, first: bool = True
    ) -> dict[str, tuple[Lesson, ...]]:
        """The lessons before a level that were not seen, by what `mark_seen` takes: those of the
        tutorial, if it may be the `first` level of its puzzle, and one for each thing that is new.
        """
        new = {f"{puzzle.id}/{kind}": (each,) for kind, each in needed(puzzle, level).items()}
        every = {puzzle.id: tutorial(puzzle), **new} if first else new
        return {name: lessons for name, lessons in every.items() if not self.seen(name)}

    def record_review(self, game: str, moves: int, lost: Sequence[int]) -> None:
        """Note that a game of so many moves lost something at these, from 1."""
        others = [word for word in self._topics.get("reviewed", ()) if word.split()[0] != game]
        self._keep("reviewed", [*others[-REVIEWS:], " ".join(map(str, (game, moves, *lost)))])

    @property
    def reviews(self) -> dict[str, tuple[int, list[int]]]:
        """The moves and the losses of games that were looked back on."""
        found = {}
        for word in self._topics.get("reviewed", ()):
            with suppress(ValueError):
                game, *numbers = word.split()
                moves, *lost = map(int, numbers)
                if all(1 <= each <= moves for each in lost):
                    found[game] = moves, lost
        return found

    def _keep(self, topic: str, words: list[str]) -> None:
        if self._topics.get(topic) == words:
            return
        with self._lock, suppress(OSError):
            self._topics[topic] = words
            write_file(self._file, json.dumps(self._topics, ensure_ascii=False, indent=1) + "\n")
