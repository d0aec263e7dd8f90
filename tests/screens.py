"""What tests of the app look at, and wait for."""

from __future__ import annotations

from contextlib import suppress

from textual.css.query import NoMatches
from textual.widgets import Static

from puzzles.ui.widgets.keybar import KeyBar


def text(app, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


async def wait_until(pilot, condition, seconds=60.0):
    """Wait until something is true of widgets, some of which may be still to come."""
    for _ in range(int(seconds / 0.05)):
        with suppress(NoMatches):
            if condition():
                return
        await pilot.pause(0.05)
    raise AssertionError("it did not happen")


async def click_key(pilot, does: str):
    """Click what the line of keys says of a key."""
    bar = pilot.app.screen.query_one(KeyBar)
    await pilot.click(
        bar, offset=(bar.content_region.x - bar.region.x + bar.render().plain.index(does), 0)
    )
