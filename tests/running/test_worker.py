"""The child's side: it answers, drops a task for a newer one, and never outlives its parent."""

from __future__ import annotations

import signal
import subprocess
import time
from contextlib import suppress

import pytest
import tasks

from processes import wait_for
from puzzles.core.solving import Answer, Progress
from puzzles.library.levels import read_pack
from puzzles.running import work
from puzzles.running.child import COMMAND
from puzzles.running.question import Question
from puzzles.running.worker import packed, unpacked

BOARD = read_pack("level", 'puzzle = "kami"\nboard = """\nRWT\nWTR\nTRW\n"""\n')
QUESTION = vars(Question(BOARD.puzzle, BOARD.levels[0]))


class Worker:
    def __init__(self):
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, number, task, progress=True, **values):
        self.say((number, task, values, progress))

    def say(self, request):
        self.process.stdin.write(packed(request))
        self.process.stdin.flush()

    def event(self):
        return unpacked(self.process.stdout.readline())

    def last(self):
        while isinstance((message := self.event())[1], Progress):
            pass
        return message


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    worker.process.kill()
    worker.process.wait()
    for stream in (worker.process.stdin, worker.process.stdout):
        with suppress(BrokenPipeError):
            stream.close()


def replay(moves):
    puzzle = BOARD.puzzle
    return puzzle.status(puzzle.after(puzzle.start(BOARD.levels[0]), moves))


def test_it_answers_in_text_from_any_position(worker):
    worker.ask(1, work.solve, **QUESTION)
    number, answer = worker.last()
    assert (number, answer.proved) == (1, True)
    assert replay(answer.moves).won
    first, *rest = answer.moves
    worker.ask(2, work.solve, **{**QUESTION, "moves": (first,)})
    number, answer = worker.last()
    assert number == 2
    assert len(answer.moves) == len(rest)
    assert replay([first, *answer.moves]).won


def test_what_fails_is_told_and_the_next_task_done(worker):
    worker.ask(1, work.solve, **{**QUESTION, "moves": ("a1 Red",)})
    number, failed = worker.last()
    assert number == 1
    assert isinstance(failed, work.Failed)
    assert "this region is Red already" in str(failed)
    worker.ask(2, tasks.root, x=-1)
    assert str(worker.last()[1]) == "ValueError: math domain error"
    worker.ask(3, tasks.root, puzzle="kami", x=-1)
    assert str(worker.last()[1]).startswith("the plugin kami failed: TypeError: root() got")
    worker.ask(4, tasks.greedy)
    assert str(worker.last()[1]) == "not enough memory for this"
    worker.ask(5, tasks.root, x=4)
    assert worker.last() == (5, {"x": 2})


def test_what_a_plugin_prints_does_not_come_between(worker):
    worker.ask(1, tasks.noisy)
    assert worker.last() == (1, {"x": 1})


def test_values_that_cannot_be_sent_are_told(monkeypatch):
    monkeypatch.setenv("ODD", "1")
    worker = Worker()
    worker.ask(1, tasks.noisy)
    assert "pickle" in str(worker.last()[1])
    worker.process.communicate(timeout=60)


def test_progress_is_only_told_where_it_is_wanted(worker):
    worker.ask(1, work.solve, progress=False, **QUESTION)
    assert isinstance(worker.event()[1], Answer)


def test_a_newer_task_replaces_the_one_before(worker):
    worker.ask(1, tasks.endless, kind="")
    assert worker.event()[0] == 1
    worker.ask(2, tasks.endless, kind="")
    wait_for(lambda: worker.event()[0] == 2)


def test_a_word_without_a_task_stops_the_one_before(worker):
    worker.ask(1, tasks.endless, kind="")
    worker.event()
    worker.say(None)
    while (number := worker.event()[0]) != 0:  # that it is idle
        assert number == 1
    worker.ask(2, tasks.endless, kind="")
    assert {worker.event()[0] for _ in range(200)} == {2}


@pytest.mark.parametrize("kind", ["between events", "inside a call"])
def test_the_end_of_input_ends_it_at_once(worker, kind):
    worker.ask(1, tasks.endless, kind=kind)
    worker.event()
    time.sleep(0.1)
    worker.process.stdin.close()
    assert worker.process.wait(timeout=60) == 0  # it would go on for hours


def test_a_parent_that_stops_listening_ends_it(worker):
    worker.ask(1, tasks.endless, kind="")
    worker.event()
    worker.process.stdout.close()
    assert worker.process.wait(timeout=60) == 0


def test_an_interrupt_is_left_to_the_parent(worker):
    worker.ask(1, tasks.who)
    assert worker.last()[1]["pid"] == worker.process.pid
    worker.process.send_signal(signal.SIGINT)
    worker.ask(2, tasks.who)
    assert worker.last()[0] == 2


def test_modules_do_not_come_from_where_it_is_started(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    worker = Worker()
    worker.ask(1, tasks.who)
    assert worker.last()[1]["path"] == str(tmp_path)
    worker.process.communicate(timeout=60)
