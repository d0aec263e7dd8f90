"""A text as words, each with its place, read one ahead: what readers of small languages share."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from puzzles.core.errors import LevelError, Place
from puzzles.core.places import Lines

MAX_WORDS = 1_500_000  # more than the largest graph needs

Word = tuple[str, str, int]  # its kind in the grammar, its text, its offset


class Words:
    """A text, and the word that comes next; at the end its kind is "".

    A language gives `WORD`, which matches at any offset and names the kind of what it found as a
    group, `end` at the end; `kind` may say more.
    """

    LANGUAGE: ClassVar[str]
    WORD: ClassVar[re.Pattern[str]]

    def __init__(self, file: str, text: str) -> None:
        self.file, self.text = file, text
        self._lines = Lines(file, text)
        self._words, self.last = self._scan(), 0
        self.word: Word = ("", "", 0)
        self.next()

    def kind(self, group: str, text: str, offset: int) -> str:
        """The kind in the grammar of a word; LevelError if it is none."""
        raise NotImplementedError

    def next(self) -> Word:
        """The word, which is gone by; `last` is where it stood."""
        word, self.last = self.word, self.word[2]
        self.word = next(self._words, ("", "", len(self.text)))
        return word

    def accept(self, kind: str) -> bool:
        """Whether the word is of this kind, and then gone by."""
        found = self.word[0] == kind
        if found:
            self.next()
        return found

    def expect(self, kind: str, what: str = "") -> Word:
        """The word of this kind that has to come, `what` in words."""
        if self.word[0] != kind:
            raise self.wrong(f"here should be {what or kind}")
        return self.next()

    def wrong(self, reason: str) -> LevelError:
        """An error at the word."""
        if not self.word[0]:
            reason = f"the file ends too early; {reason}"
        return LevelError(self.place(self.word[2]), reason)

    def place(self, offset: int) -> Place:
        return self._lines.place(offset)

    def _scan(self) -> Iterator[Word]:
        for count, match in enumerate(self.WORD.finditer(self.text)):
            group = match.lastgroup or ""
            text, offset = match[group], match.start(group)
            if group == "end":
                return
            if count == MAX_WORDS:
                many = f"more than {MAX_WORDS:,} words of {self.LANGUAGE}"
                raise LevelError(self.place(offset), many)
            yield self.kind(group, text, offset), text, offset
