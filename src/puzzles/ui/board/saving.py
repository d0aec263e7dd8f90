"""Saves a picture of what is on a screen, beside the pictures that are there already."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.notifications import SeverityLevel

from puzzles.core.errors import PuzzlesError
from puzzles.core.offers import FILES, offers
from puzzles.library import locations
from puzzles.library.newfile import beside_others
from puzzles.ui.widgets.host import AnyScreen


def save(screen: AnyScreen, name: str, make: Callable[[], bytes]) -> None:
    """Write what `make` returns to a file called so in the folder of pictures, in a thread, and say
    where it is."""
    if not offers(FILES):
        screen.notify("Nothing can be written to a file from here.")
        return
    screen.run_worker(
        partial(_save, screen, name, make), thread=True, group="picture", description="picture"
    )


def _save(screen: AnyScreen, name: str, make: Callable[[], bytes]) -> None:
    def tell(words: str, severity: SeverityLevel = "information") -> None:
        screen.app.call_from_thread(screen.notify, words, severity=severity, markup=False)

    try:
        tell(f"Saved {beside_others(locations.pictures() / name, make(), tell)}")
    except PuzzlesError as error:
        tell(str(error), "warning")
