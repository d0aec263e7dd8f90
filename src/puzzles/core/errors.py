"""The errors a person can cause, each with the one line that is shown for it."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Self

MAX_REASON = 500
PLAIN = {errno.ENOSPC: "the disk is full", errno.EROFS: "the folder is read-only"}
NO_MEMORY = "not enough memory for this"


class PuzzlesError(Exception):
    """Base of everything reported as one line and never as a traceback."""


class Crash(Exception):
    """The program has a fault, which is the cause of this; nobody expects it."""


class UsageError(PuzzlesError):
    """The command, or the name of a level, cannot be understood."""


def reason_of(error: OSError) -> str:
    """Return the system's reason for an error, as it can stand after a colon."""
    if error.errno in PLAIN:
        return PLAIN[error.errno]
    return (error.strerror or str(error)).lower()


def printable(text: str) -> str:
    """`text` as one line a terminal can be trusted with: control characters are escaped."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def sentence(words: object) -> str:
    """The text of an error, or other words, as a sentence of its own; names of cells stay small."""
    text = str(words).rstrip(".")
    small = any(letter.isdigit() for letter in text.split(" ", 1)[0])
    return f"{text if small else text[:1].upper() + text[1:]}."


@dataclass(frozen=True)
class Place:
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int = 1
    col: int = 1

    @classmethod
    def after(cls, file: str, before: str) -> Self:
        """The place where a file goes on after the text `before`."""
        return cls(file, before.count("\n") + 1, len(before) - before.rfind("\n"))

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.col}"


NOWHERE = Place("")


class LevelError(PuzzlesError):
    """A file or level that cannot be used: `FILE:LINE:COL: reason`."""

    def __init__(self, place: Place, reason: str) -> None:
        if len(reason) > MAX_REASON:  # it quotes what a file holds, however long
            reason = f"{reason[:MAX_REASON]}…"
        super().__init__(printable(f"{place}: {reason}"))
        self.place, self.reason = place, reason

    def __reduce__(self) -> tuple[type[Self], tuple[Place, str]]:
        return type(self), (self.place, self.reason)  # to be passed from process to process


class AmbiguousLevel(LevelError):
    """A text that could be two boards."""


class LevelTooLarge(LevelError):
    """A level that may be right, but is more than can be shown; others of its file can be used."""


@contextmanager
def plugin_faults(puzzle: str, place: Place) -> Iterator[None]:
    """Turn whatever a plugin raises in here into a LevelError, which costs only the level."""
    try:
        yield
    except LevelError:
        raise
    except PuzzlesError as error:
        raise LevelError(place, str(error)) from error
    except Exception as error:
        reason = f"the plugin {puzzle} failed: {type(error).__name__}: {error}"
        raise LevelError(place, reason) from error


class MoveError(PuzzlesError):
    """A move that cannot be read, or that the rules refuse; the text is the reason."""
