"""What the scripts here say to who runs them: what they do, what data they lack, how far they have
come, and tables."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")

DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


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


def watched(things: Iterable[T], what: str = "") -> Iterator[T]:
    """The things, one after the other; not to be nested."""
    console = Console(stderr=True)
    yield from track(
        list(things), what, console=console, transient=True, disable=not console.is_terminal
    )


def show(columns: Iterable[object], rows: Iterable[Iterable[object]]) -> None:
    """Print the head of a table, and each row when it is there."""
    print(*columns, sep=" | ")
    for cells in rows:
        print(*cells, sep=" | ", flush=True)
