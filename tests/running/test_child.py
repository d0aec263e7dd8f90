"""The parent's side: one process that is stopped, kept, and replaced; none outlives its parent."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from contextlib import aclosing
from dataclasses import replace
from itertools import count

import pytest
import tasks

from processes import all_end, children_of, wait_for
from puzzles.core.solving import Limits
from puzzles.core.threads import SINGLE_PROCESS
from puzzles.library.catalogue import find
from puzzles.running import child as module
from puzzles.running import compile_state
from puzzles.running import work as shipped
from puzzles.running.child import KILLED, Child, Compiler
from puzzles.running.question import Question
from puzzles.running.work import Failed
from puzzles.running.worker import NICER, packed, unpacked
from sampling import sampled, slow


@pytest.fixture
async def child():
    child = Child()
    yield child
    await child.end()


async def pid(child) -> int:
    return (await child.result(tasks.who, {}))["pid"]


async def test_one_process_does_task_after_task(child):
    assert await pid(child) == await pid(child) != os.getpid()


async def test_a_fault_costs_its_task_alone(child):
    first = await pid(child)
    with pytest.raises(Failed, match="not of nothing"):
        await child.result(tasks.root, {"x": 0})
    assert await pid(child) == first


async def test_dropping_a_task_ends_the_process_within_100_ms(child):
    """It is given 75 of them to end by itself."""
    async with aclosing(child.ask(tasks.endless, {"kind": "inside a call"})) as events:
        await anext(events)
        process = child._process
        await asyncio.sleep(1)  # it is inside the call
    assert await process.wait() == -signal.SIGKILL
    assert module.Child.soon < 0.1
    assert await pid(child) != process.pid


async def test_a_task_that_tells_of_itself_is_dropped_and_its_process_kept(child, monkeypatch):
    """Also again and again, and by who leaves at once."""
    monkeypatch.setattr(module.Child, "soon", 60.0)  # the machine may be busy
    first = await pid(child)
    for _ in range(5):
        async with aclosing(child.ask(tasks.endless, {"kind": ""})) as events:
            await anext(events)
            await anext(events)
    for _ in range(3):
        asking = asyncio.create_task(child.result(tasks.endless, {"kind": ""}))
        await asyncio.sleep(0)
        asking.cancel()
    assert await pid(child) == first


async def test_a_process_that_died_is_replaced(child):
    first = await pid(child)
    os.kill(first, signal.SIGKILL)
    await child._process.wait()
    assert await pid(child) not in (first, os.getpid())


@pytest.mark.slow
async def test_a_process_that_dies_at_its_task_is_told_and_not_tried_again(child, tmp_path):
    first = await pid(child)
    with pytest.raises(Failed, match=KILLED):
        await child.result(tasks.die, {"x": 1})
    assert (await child.result(tasks.die, {"x": 0}))["pid"] != first


async def test_a_process_that_cannot_start_is_told(child, monkeypatch):
    await pid(child)
    child.close()
    monkeypatch.setattr(module, "COMMAND", ("/nowhere/python",))
    with pytest.raises(Failed, match="no process can be started: No such file"):
        await pid(child)
    monkeypatch.setattr(module, "COMMAND", (sys.executable, "-c", "1"))
    with pytest.raises(Failed, match=KILLED):
        await pid(child)


async def test_where_no_process_starts_this_one_does_the_tasks(child, monkeypatch):
    monkeypatch.setattr(Child, "_possible", False)
    monkeypatch.setattr(module, "COMMAND", ("/nowhere/python",))
    monkeypatch.setenv(SINGLE_PROCESS, "")  # which is put back
    assert await pid(child) == os.getpid()
    assert os.environ[SINGLE_PROCESS] == "1"
    with pytest.raises(Failed, match="not of nothing"):
        await child.result(tasks.root, {"x": 0})


async def test_in_this_process_the_loop_goes_on_and_what_is_dropped_ends(child, monkeypatch):
    monkeypatch.setenv(SINGLE_PROCESS, "1")
    rounds = 0

    async def go() -> None:
        nonlocal rounds
        while True:
            rounds += 1
            await asyncio.sleep(0.001)

    going = asyncio.create_task(go())
    async with aclosing(child.ask(tasks.endless, {"kind": ""})) as events:
        async for event in events:
            if event.nodes == 20:
                break
    assert rounds > 20
    assert (await child.result(tasks.root, {"x": 4}))["x"] == 2
    going.cancel()


@pytest.mark.parametrize("level", ["kami/first-folds/2", *slow("flow/seven-and-eight/1")])
async def test_answers_of_this_process_are_those_of_another(level, child, monkeypatch):
    entry = find(level)
    question = vars(Question(entry.pack.puzzle, entry.level))
    apart = await child.result(shipped.solve, question, plain=True)
    await child.end()
    monkeypatch.setenv(SINGLE_PROCESS, "1")
    here = await child.result(shipped.solve, question)
    assert replace(here, seconds=0) == replace(apart, seconds=0)


async def test_closing_while_it_works_starts_no_other(child):
    task = asyncio.create_task(child.result(tasks.endless, {"kind": "inside a call"}))
    while child._process is None:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0.3)
    child.close()
    with pytest.raises(Failed):
        await task
    assert child._process is None


async def test_only_asyncio_is_told_how_a_process_ended(child, monkeypatch):
    """Whoever else asks first, as Popen's own `kill` does, leaves it a complaint to write."""
    process = child._process if await pid(child) else None
    monkeypatch.setattr(subprocess.Popen, "poll", lambda popen: pytest.fail("somebody asked"))
    await child.end()
    assert process.returncode == -signal.SIGKILL


@pytest.mark.slow
async def test_a_polite_child_lets_others_go_first(child):
    polite = Child(polite=True)
    ours = os.getpriority(os.PRIO_PROCESS, 0)
    assert (await polite.result(tasks.who, {}))["nice"] == min(19, ours + NICER)
    assert (await child.result(tasks.who, {}))["nice"] == ours
    await polite.end()


async def test_the_event_loop_is_free_meanwhile(child):
    late = 0.0
    task = asyncio.create_task(child.result(tasks.slow, {"x": 3}))
    for _ in range(100):
        began = time.perf_counter()
        await asyncio.sleep(0.005)
        late = max(late, time.perf_counter() - began - 0.005)
    task.cancel()
    assert late < 30  # it would be late by a minute


PARENTS = {
    "a child at its task": """
import asyncio, tasks
from puzzles.running.child import Child
asyncio.run(Child().result(tasks.endless, {"kind": "inside a call"}))
""",
    "an idle child": """
import asyncio, tasks
from puzzles.running.child import Child
async def main():
    await Child(polite=True).result(tasks.who, {})
    await asyncio.sleep(60)
asyncio.run(main())
""",
    "a pool": """
import tasks
from puzzles.running import pool
list(pool.run(tasks.endless, [(i, {"kind": "inside a call"}) for i in range(3)], 3))
""",
}


@pytest.mark.parametrize("blow", [signal.SIGKILL, *slow(signal.SIGTERM)])
@pytest.mark.parametrize("parent", sampled(PARENTS, ["a pool"]))
def test_no_child_outlives_its_parent(parent, blow):
    process = subprocess.Popen([sys.executable, "-c", PARENTS[parent]])
    try:
        number = 3 if parent == "a pool" else 1
        children = wait_for(lambda: len(found := children_of(process.pid)) == number and found)
        time.sleep(1.5)
    finally:
        process.send_signal(blow)
        process.wait(timeout=60)
    assert all_end(children, 60)


@pytest.mark.slow
async def test_who_asks_may_come_before_who_is_stopped_has_left(child):
    """As when a screen asks anew in the moment in which what it asked before is cancelled."""
    events = child.ask(tasks.endless, {"kind": "inside a call"})
    await anext(events)
    before = asyncio.ensure_future(anext(events))
    await asyncio.sleep(0.1)
    following = asyncio.ensure_future(child.result(tasks.square, {"x": 4}))
    for _ in range(9):
        await asyncio.sleep(0)
    before.cancel()
    assert (await asyncio.wait_for(following, 60))["x"] == 16
    await events.aclose()


class Told:
    """In place of a process: it dies during its first task, or says nothing; then it answers."""

    returncode, dies, asked = None, True, None
    pid = 0

    def __init__(self):
        self.stdin = self.stdout = self

    def write(self, line):
        request = unpacked(line)
        if request is not None:
            self.asked.append(request[1]["limits"].seconds)

    async def readline(self):
        if len(self.asked) > 1:
            return packed({"done": True})
        if not self.dies:
            await asyncio.sleep(3600)
        return b""

    def kill(self):
        self.returncode = -9

    async def wait(self):
        return self.returncode


class Compiling(Compiler):
    """Compiles as soon as somebody waits for it."""

    async def _compile(self, puzzle):
        self.counted[puzzle] = (40, 62)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return self.can


@pytest.fixture
def told(monkeypatch):
    """A child with such a process, whose compiler has work to do; each look at the clock is ten
    seconds after the last one."""
    clock, said, asked = count(10, 10), [], []
    monkeypatch.setattr(Told, "asked", asked)
    monkeypatch.setattr(Child, "stand_in", Told)
    monkeypatch.setattr(compile_state, "kernels_missing", lambda puzzle: True)
    monkeypatch.setattr(module, "monotonic", lambda: next(clock))
    child = Child(Compiling(said.append))
    child.said, child.asked = said, asked
    return child


LIMITED = {"puzzle": "kami", "limits": Limits(seconds=120)}


async def test_plain_and_compiled_have_one_clock(told, monkeypatch):
    monkeypatch.setattr(Compiling, "can", True, raising=False)
    assert await told.result(tasks.who, LIMITED) == {"done": True}
    first, second = told.asked
    assert 120 >= first > second > 0


@pytest.mark.parametrize("can", [True, False])
async def test_who_wants_a_result_waits_for_the_compiler_when_plain_python_took_long(
    told, monkeypatch, can
):
    """It says so; where nothing can be compiled, plain Python goes on."""
    monkeypatch.setattr(Compiling, "can", can, raising=False)
    monkeypatch.setattr(Told, "dies", False)
    asking = told.ask(tasks.who, LIMITED, progress=False, patience=0)
    async with aclosing(asking) as events:
        assert [event async for event in events] == [{"done": True}]
    assert told.said == ["preparing the solver, this once, 40 of 62"]
    assert len(told.asked) == 2
