"""What tests of the app look at, and wait for."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from textual.app import App
from textual.color import Color
from textual.css.query import NoMatches
from textual.pilot import Pilot
from textual.theme import BUILTIN_THEMES
from textual.widgets import Static

from puzzles.characters.paint import RGB
from puzzles.core.puzzle import AnyPuzzle
from puzzles.ui.board.cellboard import board_of
from puzzles.ui.board.drawn import DrawnBoard
from puzzles.ui.widgets.keybar import KeyBar

GROUNDS = {
    Color.parse(theme.to_color_system().generate()["background"]).rgb: theme.name
    for theme in BUILTIN_THEMES.values()
    if not theme.name.startswith("ansi")
}


def text(app: App[Any], selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


async def wait_until(
    pilot: Pilot[Any], condition: Callable[[], object], seconds: float = 60.0
) -> None:
    """Wait until something is true of widgets, some of which may be still to come."""
    for _ in range(int(seconds / 0.05)):
        with suppress(NoMatches):
            if condition():
                return
        await pilot.pause(0.05)
    app = pilot.app
    told = [notice.message for notice in app._notifications]
    raise AssertionError(f"it did not happen: {app.screen_stack}, {app.focused}, {told}")


async def packs_read(pilot: Pilot[Any]) -> None:
    """Wait in the first room until all there is to choose from is shown."""
    app = pilot.app
    await wait_until(pilot, lambda: app.screen.overview.complete)  # type: ignore[attr-defined]
    await pilot.pause()


async def at_all_levels(pilot: Pilot[Any]) -> None:
    """Go from the first room's front to the gallery of all levels."""
    await packs_read(pilot)
    await pilot.press("slash", "down")


async def click_words(pilot: Pilot[Any], selector: str, words: str) -> None:
    """Click the end of these words, where a widget shows them."""

    def place() -> tuple[int, int] | None:
        x, y, width, height = pilot.app.screen.query_one(selector, Static).region
        strips = pilot.app.screen._compositor.render_strips()
        for row in reversed(range(y, y + height)):  # below its title
            column = strips[row].crop(x, x + width).text.find(words)
            if column >= 0:
                return x + column + len(words) - 1, row
        return None

    await wait_until(pilot, place, 10)
    await pilot.click(offset=place() or (0, 0))
    await pilot.pause()


async def click_key(pilot: Pilot[Any], does: str) -> None:
    """Click what the line of keys says of a key."""
    bar = pilot.app.screen.query_one(KeyBar)
    await pilot.click(
        bar, offset=(bar.content_region.x - bar.region.x + bar.render().plain.index(does), 0)
    )


def off_screen(
    puzzle: AnyPuzzle, state: object, ground: RGB = (18, 18, 18), **settings: object
) -> Any:
    """A board that is on no screen, over a colour."""
    kind = board_of(puzzle)
    board = type(kind.__name__, (kind,), {"background": ground})(puzzle, state, False)
    for name, value in settings.items():
        setattr(board, name, value)
    return board


def middle_of(board: DrawnBoard[Any, Any], cell: int) -> tuple[int, int]:
    """The character in the middle of a cell, on the board's widget: beside the room for rulers."""
    (x, y), (left, top) = board.spot(cell), board._margin
    return int(x) + left, int(y) + top
