"""The page by ear, in Chromium and Firefox: levels of the journey are won by what is heard.

    python bench/ear.py FOLDER [LEVELS]

FOLDER is what `puzzles page -o FOLDER` wrote. What is pressed and read is found by the role and the
name that the browser tells a screen reader. Without LEVELS, ten are won, after the lessons.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from pathlib import Path

from browser import PROGRAMS, Page, opened, program
from helping import help_first

sys.path.append(str(Path(__file__).parents[1] / "tests"))

from by_ear import HEAR

FIELD = "textbox", "A move or a command"
LESSON = ". A lesson; "


async def told(page: Page, role: str, name: str | None = None) -> int:
    """How many things of this role, and of this name, a screen reader is told of."""
    value = {"role": role} | ({"name": name} if name is not None else {})
    locator = {"type": "accessibility", "value": value}
    return len((await page.call("browsingContext.locateNodes", locator=locator))["nodes"])


async def unnamed(page: Page) -> int:
    """How many buttons a screen reader is told of without the words on them."""
    names = await page.run("[...document.querySelectorAll('button')].map(b => b.textContent)")
    named = [await told(page, "button", name) for name in {*names} - {""}]
    return await told(page, "button") - sum(named)


async def answered(page: Page, line: str) -> list[str]:
    """What is said to a line."""
    before = await page.run("said.children.length")
    await page.press(*line, "Enter")
    assert await page.until(f"said.children.length > {before} + 1"), line
    return str(await page.run("said.lastChild.textContent")).splitlines()


async def win(page: Page, levels: int) -> list[str]:
    """Win the next levels of the journey, and the lessons before them; return what was won."""
    assert await page.until("window.said?.textContent.includes('Welcome')"), "no welcome"
    assert await told(page, *FIELD) == await told(page, "log") == 1, "no field"
    assert not await unnamed(page), "a button without a name"
    await page.run("line.focus()")
    won = list[str]()
    while levels:
        said, title = await answered(page, "journey"), LESSON
        while LESSON in title:
            *_, title, first, _look, _standing = said
            heard = await answered(page, "look")
            assert heard[0] == first, heard
            found = re.search(r" \((\w+)\)\. ", title)
            assert found, title
            for move in HEAR[found[1].casefold()](*heard):
                said = await answered(page, move)
            assert any(each.endswith("Solved: perfect.") for each in said), said
            won.append(title.partition(". ")[0])
        levels -= 1
    return won


async def tried(name: str, address: str, levels: int) -> None:
    async with opened(name) as browser:
        page = await browser.page()
        began = time.monotonic()
        await page.goes(f"{address}?ear")
        won = await win(page, levels)
        print(f"{name}: {time.monotonic() - began:.0f} s", *won, *browser.errors, sep="\n  ")


async def main() -> None:
    from page import started

    host = started(Path(sys.argv[1]))
    levels = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    address = f"http://127.0.0.1:{host.server_port}/"
    for name in filter(program, PROGRAMS):
        await tried(name, address, levels)


if __name__ == "__main__":
    help_first(__doc__)
    asyncio.run(main())
