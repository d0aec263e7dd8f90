"""The child's side: it answers, drops a task for a newer one, and never outlives its parent."""

from __future__ import annotations

import signal
import subprocess
import time
from contextlib import suppress

import pytest
import tasks

from puzzles.core.solving import Answer, Progress
from puzzles.library.levels import read_pack
from puzzles.running import work
from puzzles.running.child import COMMAND
from puzzles.running.question import Question
from puzzles.running.worker import DROPPED, packed, unpacked
from sampling import slow

BOARD = read_pack("level", 'puzzle = "kami"\nboard = """\nRWT\nWTR\nTRW\n"""\n')
QUESTION = vars(Question(BOARD.puzzle, BOARD.levels[0]))


class Worker:
    def __init__(self):
        self.process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, task, progress=True, **values):
        self.say((task, values, progress))

    def say(self, request):
        self.process.stdin.write(packed(request))
        self.process.stdin.flush()

    def event(self):
        return unpacked(self.process.stdout.readline())

    def last(self):
        while isinstance(message := self.event(), Progress):
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


@pytest.mark.slow
def test_it_answers_in_text_from_any_position(worker):
    worker.ask(work.solve, **QUESTION)
    answer = worker.last()
    assert answer.proved
    assert replay(answer.moves).won
    first, *rest = answer.moves
    worker.ask(work.solve, **{**QUESTION, "moves": (first,)})
    answer = worker.last()
    assert len(answer.moves) == len(rest)
    assert replay([first, *answer.moves]).won


def test_what_fails_is_told_and_the_next_task_done(worker):
    worker.ask(work.solve, **{**QUESTION, "moves": ("a1 Red",)})
    failed = worker.last()
    assert isinstance(failed, work.Failed)
    assert "this region is Red already" in str(failed)
    worker.ask(tasks.root, x=-1)
    assert str(worker.last()) == "ValueError: math domain error"
    worker.ask(tasks.root, puzzle="kami", x=-1)
    assert str(worker.last()).startswith("the plugin kami failed: TypeError: root() got")
    worker.ask(tasks.greedy)
    assert str(worker.last()) == "not enough memory for this"
    worker.ask(tasks.root, x=4)
    assert worker.last() == {"x": 2}


def test_what_a_plugin_prints_does_not_come_between(worker):
    worker.ask(tasks.noisy)
    assert worker.last() == {"x": 1}


def test_values_that_cannot_be_sent_are_told(monkeypatch):
    monkeypatch.setenv("ODD", "1")
    worker = Worker()
    worker.ask(tasks.noisy)
    assert "pickle" in str(worker.last())
    worker.process.communicate(timeout=60)


@pytest.mark.slow
def test_progress_is_only_told_where_it_is_wanted(worker):
    worker.ask(work.solve, progress=False, **QUESTION)
    assert isinstance(worker.event(), Answer)


@pytest.mark.parametrize("then", [(tasks.endless, {"kind": ""}, True), *slow(None)])
def test_a_new_line_ends_a_task_in_one_event(worker, then):
    worker.ask(tasks.endless, kind="")
    worker.event()
    worker.say(then)
    assert str(worker.last()) == str(DROPPED)
    if then is not None:
        assert worker.event() == Progress()


def test_what_is_over_is_not_ended_again(worker):
    worker.ask(tasks.root, x=4)
    assert worker.last() == {"x": 2}
    worker.say(None)
    worker.ask(tasks.root, x=9)
    assert worker.last() == {"x": 3}


@pytest.mark.parametrize("kind", ["inside a call", *slow("between events")])
def test_the_end_of_input_ends_it_at_once(worker, kind):
    worker.ask(tasks.endless, kind=kind)
    worker.event()
    time.sleep(0.1)
    worker.process.stdin.close()
    assert worker.process.wait(timeout=60) == 0  # it would go on for hours


def test_a_parent_that_stops_listening_ends_it(worker):
    worker.ask(tasks.endless, kind="")
    worker.event()
    worker.process.stdout.close()
    assert worker.process.wait(timeout=60) == 0


def test_an_interrupt_is_left_to_the_parent(worker):
    worker.ask(tasks.who)
    assert worker.last()["pid"] == worker.process.pid
    worker.process.send_signal(signal.SIGINT)
    worker.ask(tasks.who)
    assert "pid" in worker.last()


def test_modules_do_not_come_from_where_it_is_started(tmp_path, monkeypatch):
    (tmp_path / "json.py").write_text("raise SystemExit")
    monkeypatch.chdir(tmp_path)
    worker = Worker()
    worker.ask(tasks.who)
    assert worker.last()["path"] == str(tmp_path)
    worker.process.communicate(timeout=60)
