"""Small things remembered from one run to the next: the level played last, the lessons seen.

They are a convenience: what cannot be read or written is forgotten without ado.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from threading import Lock

from puzzles.library import locations
from puzzles.library.files import write_text


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
        with self._lock:
            self._keep("last", [level])

    def seen(self, lesson: str) -> bool:
        """Whether the player has been through this lesson, or skipped it."""
        return lesson in self._topics.get("seen", ())

    def see(self, *lessons: str) -> None:
        """Do not offer these lessons again."""
        with self._lock:
            new = [lesson for lesson in lessons if not self.seen(lesson)]
            self._keep("seen", [*self._topics.get("seen", ()), *new])

    def _keep(self, topic: str, words: list[str]) -> None:
        if self._topics.get(topic) == words:
            return
        self._topics[topic] = words
        with suppress(OSError):
            write_text(self._file, json.dumps(self._topics, ensure_ascii=False, indent=1) + "\n")
