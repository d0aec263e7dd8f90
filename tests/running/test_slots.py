"""No more children at a time than there are slots, whoever asks."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from contextlib import aclosing

import pytest
import tasks

from puzzles.running import slots
from puzzles.running.child import Child
from puzzles.running.work import Failed

HOLDS = "from puzzles.running import slots\nslot = slots.take()\nprint(1, flush=True)\ninput()"


@pytest.fixture
def two(tmp_path, monkeypatch):
    slots.make(tmp_path, 2)
    monkeypatch.setenv("PUZZLES_SLOTS", str(tmp_path))


def test_without_the_variable_there_are_as_many_as_anybody_likes():
    assert [slots.take() for _ in range(9)] == [None] * 9


def test_a_slot_is_one_s_alone_until_it_is_closed(two):
    first, second = slots.take(), slots.take()
    with pytest.raises(Failed, match="try again"):
        slots.take()
    first.close()
    slots.take().close()
    second.close()


@pytest.mark.slow
def test_the_slot_of_a_process_that_is_killed_is_free(two):
    holders = [
        subprocess.Popen(
            [sys.executable, "-c", HOLDS], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        for _ in range(2)
    ]
    for holder in holders:
        holder.stdout.readline()
    with pytest.raises(Failed):
        slots.take()
    for holder in holders:
        holder.send_signal(signal.SIGKILL)
        holder.communicate()
    slots.take().close()


@pytest.mark.slow
async def test_a_child_goes_when_its_task_is_done_and_leaves_its_slot(two):
    children = [Child() for _ in range(3)]
    for child in children:
        await child.result(tasks.who, {})
    async with aclosing(children[0].ask(tasks.endless, {"kind": "between events"})) as one:
        await anext(one)
        async with aclosing(children[1].ask(tasks.endless, {"kind": "between events"})) as other:
            await anext(other)
            with pytest.raises(Failed, match="busy"):
                await children[2].result(tasks.who, {})
        async with asyncio.timeout(60):
            while True:
                try:
                    await children[2].result(tasks.who, {})
                    break
                except Failed:  # no slot is free yet
                    await asyncio.sleep(0.02)
    await asyncio.gather(*(child.end() for child in children))
