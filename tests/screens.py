"""What tests of the app look at, and wait for."""

from __future__ import annotations

from textual.widgets import Static


def text(app, selector: str) -> str:
    return str(app.screen.query_one(selector, Static).render())


async def wait_until(pilot, condition, seconds=60.0):
    for _ in range(int(seconds / 0.05)):
        if condition():
            return
        await pilot.pause(0.05)
    raise AssertionError("it did not happen")
