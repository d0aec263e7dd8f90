"""The solving process: it answers, drops a search for a newer one, and never outlives its host."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from contextlib import aclosing, suppress
from pathlib import Path

import pytest

from puzzles.library.levels import level_text, read_pack
from puzzles.running.question import Question
from puzzles.running.solver_process import SolverProcess

SMALL = 'puzzle = "kami"\nboard = """\nRWT\nWTR\nTRW\n"""\n'
# A plugin whose search never ends by itself, or sticks in one call, as a kernel does.
STUCK = """
import time
from puzzles.library import registry
from puzzles.core.solving import Progress
from puzzles.kami import plugin
from dataclasses import replace

class Endless:
    def solve(self, state, limits, method=""):
        yield Progress(nodes=1)
        if limits.nodes == 1:
            time.sleep(60)
        if limits.nodes == 2:
            raise ZeroDivisionError("nothing left")
        while True:
            time.sleep(0.01)
            yield Progress(nodes=2)

registry.plugins = lambda: ({"kami": replace(plugin, solver=Endless())}, ())
from puzzles.running.worker import main
main()
"""


class Host:
    def __init__(self, *command):
        self.process = subprocess.Popen(
            [sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, number, text=SMALL, moves=(), **limits):
        pack = read_pack("level", text)
        level = level_text(pack.puzzle, pack.levels[0])
        self.say({"id": number, "level": level, "moves": list(moves), "limits": limits})

    def say(self, values):
        self.process.stdin.write(json.dumps(values) + "\n")
        self.process.stdin.flush()

    def event(self):
        return json.loads(self.process.stdout.readline())

    def last(self):
        while (event := self.event())["event"] == "Progress":
            pass
        return event


@pytest.fixture
def host():
    hosts = []

    def start(*command):
        hosts.append(Host(*command))
        return hosts[-1]

    yield start
    for host in hosts:
        host.process.kill()
        host.process.wait()
        for stream in (host.process.stdin, host.process.stdout):
            with suppress(BrokenPipeError):
                stream.close()


def replay(moves):
    pack = read_pack("level", SMALL)
    state = pack.puzzle.start(pack.levels[0])
    for text in moves:
        state = pack.puzzle.apply(state, pack.puzzle.move_parse(state, text))
    return pack.puzzle.status(state)


def test_it_answers_in_text_from_any_position(host):
    worker = host("-m", "puzzles.running.worker")
    worker.ask(1)
    answer = worker.last()
    assert (answer["id"], answer["event"], answer["proved"]) == (1, "Answer", True)
    assert replay(answer["moves"]).won
    first, *rest = answer["moves"]
    worker.ask(2, moves=[first])
    answer = worker.last()
    assert answer["id"] == 2
    assert len(answer["moves"]) == len(rest)
    assert replay([first, *answer["moves"]]).won


def test_a_request_that_fails_is_told_and_the_next_one_served(host):
    worker = host("-m", "puzzles.running.worker")
    worker.say({"id": 1, "level": "{", "moves": [], "limits": {}})
    failed = worker.event()
    assert (failed["id"], failed["event"]) == (1, "Failed")
    assert "level:1:" in failed["reason"]
    worker.ask(2, moves=["a1 Red"])
    assert "this region is Red already" in worker.event()["reason"]
    worker.ask(3)
    assert worker.last()["event"] == "Answer"


def test_a_fault_of_the_solver_ends_its_search_alone(host):
    worker = host("-c", STUCK)
    worker.ask(1, nodes=2)
    assert worker.event()["event"] == "Progress"
    assert worker.event() == {
        "id": 1, "event": "Failed", "reason": "ZeroDivisionError: nothing left"
    }  # fmt: skip
    worker.ask(2)
    assert worker.event()["id"] == 2


def test_a_newer_request_replaces_the_search(host):
    worker = host("-c", STUCK)
    worker.ask(1)
    assert worker.event()["id"] == 1
    worker.ask(2)
    asked = time.monotonic()
    while worker.event()["id"] == 1:
        pass
    assert time.monotonic() - asked < 1


def test_a_bare_id_stops_the_search(host):
    worker = host("-c", STUCK)
    worker.ask(1)
    worker.event()
    worker.say({"id": 1})
    time.sleep(0.3)
    worker.ask(2)
    numbers = [worker.event()["id"] for _ in range(200)]
    first_new = numbers.index(2)
    assert set(numbers[:first_new]) <= {1}
    assert set(numbers[first_new:]) == {2}


@pytest.mark.parametrize("nodes", [None, 1], ids=["between events", "inside a call"])
def test_the_end_of_input_ends_it_at_once(host, nodes):
    worker = host("-c", STUCK)
    worker.ask(1, nodes=nodes)
    worker.event()
    time.sleep(0.1)
    worker.process.stdin.close()
    closed = time.monotonic()
    assert worker.process.wait(timeout=5) == 0
    assert time.monotonic() - closed < 0.5


def test_a_host_that_stops_listening_ends_it(host):
    worker = host("-c", STUCK)
    worker.ask(1)
    worker.event()
    worker.process.stdout.close()
    assert worker.process.wait(timeout=5) == 0


PREPARING = STUCK.replace(
    "yield Progress(nodes=1)",
    """for _ in range(5):
            time.sleep(0.1)
            yield Progress(preparing=True)
        open("searching", "w").close()""",
)


async def test_who_leaves_while_it_prepares_leaves_no_search_behind(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    start = asyncio.create_subprocess_exec

    def prepared(*command, **options):
        return start(sys.executable, "-c", PREPARING, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", prepared)
    pack = read_pack("level", SMALL)
    solver = SolverProcess()
    for _ in range(2):  # the process is the same
        async with aclosing(solver.ask(Question(pack.puzzle, pack.levels[0]))) as events:
            async for event in events:
                assert event.preparing
                break
        process = solver._process
        await asyncio.sleep(1)
        assert process is not None
        assert process.returncode is None
        assert not Path("searching").exists()
    solver.close()
