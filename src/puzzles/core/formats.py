"""Other tools' formats: how a plugin takes levels in from them, and gives its own out to them.

A reader turns a text into the same keys a level file has, each with its place, so that one parser
checks all that comes in; in a file of many levels a LevelError may stand for a bad one. A writer
refuses, with a reason, what its format has no words for.
"""

from collections.abc import Callable
from dataclasses import dataclass

from puzzles.core.tables import Table

MAX_LEVELS = 10_000  # of a file; a reader may stop after one more


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
