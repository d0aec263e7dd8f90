"""What the app alone comes to, in a process of its own, where kernels are plain Python.

    PUZZLES_ALONE=1 python tests/lonely.py answers LEVEL …
    PUZZLES_ALONE=1 python tests/lonely.py waits LEVEL …

`answers` writes a line of JSON for each level; `waits` the seconds from keys to their frames while
the solver works, as the clock has them and of processor time.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections.abc import AsyncIterator
from itertools import cycle
from time import monotonic, process_time
from typing import Any

from textual import events

from puzzles.core.solving import Limits
from puzzles.library.catalogue import Entry, find
from puzzles.running import work
from puzzles.running.child import Child
from puzzles.running.question import Question
from puzzles.ui.shell.app import PuzzlesApp

ENOUGH = 8.0  # seconds for each level
KEYS = 20  # for each question
SOON = 0.05  # seconds after which a key comes, at most


async def answers(names: list[str], child: Child) -> AsyncIterator[dict[str, Any]]:
    """What the solver says of levels."""
    for name in names:
        entry = find(name)
        limits = Limits(seconds=ENOUGH)
        question = Question(entry.pack.puzzle, entry.level, limits=limits)
        yield vars(await child.result(work.solve, vars(question)))


def tasks(entry: Entry) -> list[tuple[work.Task, dict[str, Any]]]:
    """What takes the solver some time."""
    puzzle = entry.pack.puzzle
    question = Question(puzzle, entry.level)
    asked = [question, question.to("tutor.advise", ())]
    asked += [question.to("tutor.trace", view) for view in puzzle.tutor.VIEWS]
    wishes = puzzle.generator.like(entry.level)
    order = {"puzzle": puzzle, "seed": 1, "wishes": wishes}
    return [*((work.solve, vars(one)) for one in asked), (work.make, order)]


async def waits(name: str) -> AsyncIterator[tuple[float, float]]:
    """How long keys wait, while the solver does one task after the other."""
    app = PuzzlesApp(find(name))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause(1)
        board, keys = app.screen.board, cycle(["right", "left"])
        frames, display = asyncio.Event(), app._display

        def shown(*frame: object) -> None:
            display(*frame)
            frames.set()

        app._display = shown
        for task, values in tasks(find(name)):
            asking = asyncio.create_task(Child().result(task, values))
            for _ in range(KEYS):
                before, cpu = board.cursor, process_time()
                soon = random.uniform(0, SOON)
                came = monotonic() + soon
                key = events.Key(next(keys), None)
                key.set_sender(app)
                asyncio.get_running_loop().call_at(came, app._driver.send_message, key)
                while board.cursor == before:
                    await asyncio.sleep(0)
                frames.clear()
                await frames.wait()
                if not asking.done():
                    yield monotonic() - came, process_time() - cpu - soon
            asking.cancel()
            await asyncio.wait([asking])


async def main(what: str, names: list[str]) -> None:
    if what == "answers":
        async for answer in answers(names, Child()):
            print(json.dumps(answer))
        return
    for name in names:
        async for wait in waits(name):
            print(json.dumps(wait))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2:]))
