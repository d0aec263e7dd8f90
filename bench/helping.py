"""What the scripts here say to who runs them: what they do, what data they lack, how far they have
come, and tables.

With BENCH_PIECE=2 in the environment a script takes only the first two of all that it goes through:
a small real piece of its work, which the tests run. It writes no figure then.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PIECE = int(os.environ.get("BENCH_PIECE", "0"))  # 0: all of it


def help_first(text: str | None) -> None:
    """Print what a script without options says of itself, and end, if it is asked for."""
    if {"-h", "--help"} & {*sys.argv[1:]}:
        print(text)
        raise SystemExit


def need(path: Path) -> Path:
    """Return a path, or end with a line if nothing is there."""
    if not path.exists():
        sys.exit(
            f"there is no {path}: it has boards or pictures of others, which are not ours to ship"
        )
    return path


def few(number: int) -> int:
    """How many of so many things to take."""
    return min(number, PIECE or number)


def some(things: Iterable[T]) -> Iterator[T]:
    """The things, or the first of them where a piece is asked for."""
    return islice(things, PIECE or None)


def watched(things: Iterable[T], what: str = "") -> Iterator[T]:
    """Some of the things, one after the other; not to be nested."""
    console = Console(stderr=True)
    yield from track(
        list(some(things)), what, console=console, transient=True, disable=not console.is_terminal
    )


def show(columns: Iterable[object], rows: Iterable[Iterable[object]]) -> None:
    """Print the head of a table, and each row when it is there."""
    print(*columns, sep=" | ")
    for cells in rows:
        print(*cells, sep=" | ", flush=True)
