"""How far something long has come: a bar on standard error, if that is a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import track

T = TypeVar("T")


def watched(things: Iterable[T], what: str = "") -> Iterator[T]:
    """The things, one after the other; not to be nested."""
    console = Console(stderr=True)
    yield from track(
        list(things), what, console=console, transient=True, disable=not console.is_terminal
    )
