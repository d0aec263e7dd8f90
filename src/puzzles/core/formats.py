"""Other tools' formats: how a plugin takes levels in from them, and gives its own out to them.

A reader turns a text into the same keys a level file has, each with its place, so that one parser
checks all that comes in; in a file of many levels a LevelError may stand for a bad one. A writer
refuses, with a reason, what its format has no words for.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

from puzzles.core.errors import LevelError
from puzzles.core.tables import Table, Values

MAX_LEVELS = 10_000  # of a file; a reader may stop after one more
T = TypeVar("T")


@dataclass(frozen=True)
class Format:
    """A format of one puzzle's levels, by the `name` that `--from` and `--to` call it.

    `sniff` says quickly, by anything true, whether a text looks like one; `read` takes a file's
    name and its text, and raises LevelError; `write` gives the text of a level, and raises
    UsageError for what the format cannot hold. If a file can hold `many` levels, they are their
    texts one after another, with the text `between` two of them. `suffix` ends the names of such
    files. Writing one that `solves` takes the limits for that besides.
    """

    name: str
    title: str
    suffix: str
    sniff: Callable[[str], object]
    read: Callable[[str, str], Table]
    write: Callable[..., str]
    many: bool = False
    between: str = ""
    example: str = ""  # its first line, which an error shows
    solves: bool = False


def each(read: Callable[[T], Values], parts: Iterable[T]) -> list[Values | LevelError]:
    """The keys of the level in each part of a text, or what is wrong with it; of too many levels,
    as many as show that."""
    levels: list[Values | LevelError] = []
    for part in islice(parts, MAX_LEVELS + 1):
        try:
            levels.append(read(part))
        except LevelError as error:
            levels.append(error.with_traceback(None))  # which would keep the part
    return levels
