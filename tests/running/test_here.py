"""Tasks done in this process, alone: the event loop goes on, and they can be dropped."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import aclosing, suppress
from dataclasses import replace

import pytest
import tasks

from puzzles.core.threads import ALONE
from puzzles.library.catalogue import find
from puzzles.running import here as module
from puzzles.running import work as shipped
from puzzles.running.child import Child
from puzzles.running.question import Question
from puzzles.running.work import Failed

ENOUGH = 5  # rounds of the loop that are more than chance


@pytest.fixture
def alone(monkeypatch):
    monkeypatch.setenv(ALONE, "1")


@pytest.fixture
async def rounds():
    """How often the event loop came round."""
    count = [0]

    async def go() -> None:
        while True:
            count[0] += 1
            await asyncio.sleep(0.001)

    going = asyncio.create_task(go())
    yield count
    going.cancel()


async def test_the_loop_goes_on_and_what_is_dropped_ends(alone, rounds, tmp_path):
    pytest.importorskip("greenlet")
    mark = tmp_path / "mark"
    asking = asyncio.create_task(Child().result(tasks.stubborn, {"mark": str(mark)}))
    while rounds[0] < ENOUGH:
        await asyncio.sleep(0)
    assert not mark.exists()
    asking.cancel()
    with suppress(asyncio.CancelledError):
        await asking
    assert mark.exists()


async def test_two_tasks_take_turns(alone):
    pytest.importorskip("greenlet")
    async with aclosing(Child().ask(tasks.endless, {"kind": ""})) as first:
        await anext(first)
        assert await Child().result(tasks.root, {"x": 4}) == {"x": 2}
        assert (await anext(first)).nodes == 1


async def test_an_import_is_not_interrupted(alone, rounds, tmp_path):
    """Who else imports the module meanwhile would find a part of it."""
    pytest.importorskip("greenlet")
    slow = "import time\nEND = time.monotonic() + 0.1\nwhile time.monotonic() < END:\n    pass\n"
    (tmp_path / "takes_its_time.py").write_text(slow)
    asking = asyncio.create_task(Child().result(tasks.importing, {"folder": str(tmp_path)}))
    while not asking.done():
        found = sys.modules.get("takes_its_time")
        assert found is None or time.monotonic() >= found.END
        await asyncio.sleep(0)
    assert "takes_its_time" in sys.modules
    del sys.modules["takes_its_time"]


async def test_without_greenlet_a_slice_lasts_until_an_event(alone, rounds, monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda _: None)
    async with aclosing(Child().ask(tasks.endless, {"kind": ""})) as events:
        async for event in events:
            if event.nodes == ENOUGH:
                break
    assert rounds[0] >= ENOUGH


async def test_faults_are_told(alone):
    with pytest.raises(Failed, match="not of nothing"):
        await Child().result(tasks.root, {"x": 0})


@pytest.mark.parametrize("level", ["kami/first-folds/2", "flow/seven-and-eight/1"])
async def test_answers_are_those_of_a_process(level, monkeypatch):
    entry = find(level)
    question = vars(Question(entry.pack.puzzle, entry.level))
    child = Child(plain=True)
    apart = await child.result(shipped.solve, question)
    await child.end()
    monkeypatch.setenv(ALONE, "1")
    here = await child.result(shipped.solve, question)
    assert replace(here, seconds=0) == replace(apart, seconds=0)
