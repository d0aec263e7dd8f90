"""The second worker and the browser's storage."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from puzzles.core.solving import Progress
from puzzles.library import registry
from puzzles.page import start
from puzzles.page.start import ENDED, SOON, Solver, Spoken, Storage, WebWorker
from puzzles.running import work
from puzzles.running.child import Child, Compiler, Killed
from puzzles.running.making import Ahead

PUZZLE = {"puzzle": "kami"}

PREPARE = Child.prepare  # as it is, but in most tests


def endless(puzzle):
    """A task with many events, each of which comes at once."""
    for number in range(10**6):
        yield Progress(number)


class Worker:
    """A second worker, here; a deaf one hears nothing."""

    def __init__(self, heard, deaf=False):
        self.solver = Solver(heard)
        self.heard, self.deaf, self.ended = heard, deaf, False

    def send(self, line):
        if not self.deaf:
            self.solver.hear(line)

    def end(self):
        self.ended = True


@pytest.fixture
def workers(monkeypatch):
    """Those that are started."""
    started = []

    def start():
        def spawn(heard):
            started.append(Worker(heard))
            return started[-1]

        return WebWorker(spawn)

    monkeypatch.setattr(Child, "stand_in", staticmethod(start))
    return started


@pytest.mark.usefixtures("lessons_seen")
def test_by_ear_each_line_is_answered():
    told = []
    spoken = Spoken(lambda kind, text: told.append((kind, text)), "")
    for line in "journey", "nonsense", "quit":
        spoken.feed(line)
    kinds, texts = zip(*told, strict=True)
    assert kinds == ("said", "said", "said", "failed", "said")
    assert "Welcome" in texts[0]
    assert "One Sheet (Kami)" in texts[1]
    assert "help" in texts[2]
    assert texts[3] == ENDED


@pytest.mark.usefixtures("lessons_seen")
def test_by_ear_a_link_names_a_board():
    told = []
    Spoken(lambda _, text: told.append(text), "flow.1cCiWan1eqSqzqdjM")
    assert "First Drop (Flow)" in told[1]


async def test_a_task_is_done_by_a_web_worker(workers):
    assert await Child().result(work.load, PUZZLE) == {}
    assert [one.ended for one in workers] == [False]


async def test_a_worker_that_nobody_asks_ends(workers, monkeypatch):
    monkeypatch.setattr(Child, "idle", 0.01)
    asked = Child()
    await asked.result(work.load, PUZZLE)
    await asyncio.sleep(0.1)
    assert [one.ended for one in workers] == [True]
    assert await asked.result(work.load, PUZZLE) == {}, "another takes its place"


async def test_levels_are_made_by_the_worker_that_solves(workers):
    solver = Child()
    await solver.result(work.load, PUZZLE)
    await Ahead(Compiler(print), solver).make(registry.plugin("binairo"), {"size": "4x4"})
    assert await solver.result(work.load, PUZZLE) == {}
    assert [one.ended for one in workers] == [False]


async def test_a_worker_that_has_grown_ends_after_its_task(workers):
    asked = Child()
    events = asked.ask(work.load, PUZZLE)
    await anext(events)
    workers[0].heard("\n", 10**9)
    await events.aclose()
    await asyncio.sleep(0.01)
    assert [one.ended for one in workers] == [True]


async def test_no_worker_starts_before_it_is_asked(workers, monkeypatch):
    monkeypatch.setattr(Child, "prepare", PREPARE)
    Child().prepare("flow")
    await asyncio.sleep(0.05)
    assert not workers


async def test_what_is_dropped_ends_and_the_worker_goes_on(workers):
    asked = Child()
    events = asked.ask(endless, PUZZLE)
    await anext(events)
    await events.aclose()
    assert await asked.result(work.load, PUZZLE) == {}
    assert [one.ended for one in workers] == [False]


async def test_a_worker_that_does_not_answer_is_replaced(workers, monkeypatch):
    monkeypatch.setattr(Child, "soon", 0.01)
    asked = Child()
    events = asked.ask(endless, PUZZLE)
    await anext(events)
    workers[0].deaf = True
    workers[0].solver._say = lambda event: None
    await events.aclose()
    assert await asked.result(work.load, PUZZLE) == {}
    assert [one.ended for one in workers] == [True, False]


async def test_a_worker_that_still_starts_is_waited_for(workers, monkeypatch):
    monkeypatch.setattr(Child, "soon", SOON)
    lines, send = [], Worker.send
    monkeypatch.setattr(Worker, "send", lambda self, line: lines.append(line))
    asked = Child()
    asking = asyncio.ensure_future(asked.result(endless, PUZZLE))
    while not lines:
        await asyncio.sleep(0)
    asking.cancel()
    await asyncio.wait([asking])
    again = asyncio.ensure_future(asked.result(work.load, PUZZLE))
    await asyncio.sleep(0.05)
    monkeypatch.setattr(Worker, "send", send)
    for line in lines:
        workers[0].send(line)
    assert await again == {}
    assert [one.ended for one in workers] == [False]


async def test_a_worker_that_dies_fails_its_task(workers):
    events = Child().ask(endless, PUZZLE)
    await anext(events)
    workers[0].solver._say = lambda event: None
    workers[0].heard("")
    with pytest.raises(Killed):
        async for _ in events:
            pass


@pytest.fixture
def kept(tmp_path, monkeypatch):
    """A storage that fails for as long as `told` says so, and what came of it."""
    told: dict[str, list[str]] = {"sync": [], "notice": [], "failing": []}

    async def sync():
        await asyncio.sleep(0)
        if told["failing"]:
            raise OSError("it is full")
        told["sync"].append("")

    monkeypatch.setenv("PUZZLES_STATE_DIR", str(tmp_path / "state"))
    return tmp_path, Storage(sync, lambda kind, text: told[kind].append(text)), told


async def test_what_is_written_is_kept_once(kept):
    folder, storage, told = kept
    await storage.flush()
    assert told["sync"] == []
    (folder / "games").write_text("one")
    await asyncio.gather(storage.flush(), storage.flush())
    assert len(told["sync"]) == 1


async def test_what_is_written_last_is_kept_before_the_player_is_told(kept, monkeypatch):
    folder, storage, told = kept
    monkeypatch.setattr(start, "_running", set())  # and none of another test's

    async def play(size):
        (folder / "games").write_text("the last move")

    said = []
    app = SimpleNamespace(run_async=play, terminal=(80, 24), _exception=None)
    app.send = lambda kind, text: said.append((kind, text, len(told["sync"])))
    await start._run(app, storage)
    assert said == [("failed", start.ENDED, 1)]
    for task in start._running:
        task.cancel()


async def test_a_full_storage_is_told_once_and_tried_again(kept):
    folder, storage, told = kept
    told["failing"] = ["yes"]
    (folder / "games").write_text("one")
    await storage.flush()
    await storage.flush()
    assert told["notice"] == ["The browser does not store your games now: it is full"]
    told["failing"] = []
    await storage.flush()
    assert len(told["sync"]) == 1
    assert told["notice"][1:] == [""]
