"""The same for many arguments: here, and in children."""

from __future__ import annotations

import os
import signal
import time
from itertools import count, islice

import pytest
import tasks

from puzzles.running import pool
from puzzles.running.child import KILLED
from puzzles.running.work import Failed
from sampling import slow


def numbers(numbers):
    return [(x, {"x": x}) for x in numbers]


def results(stream):
    return [(x, found if isinstance(found, Failed) else found["x"]) for x, found in stream]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_order(jobs: int) -> None:
    done = []
    found = pool.run(tasks.square, numbers(range(12)), jobs, done=lambda: done.append(1))
    assert results(found) == [(x, x * x) for x in range(12)]
    assert len(done) == 12


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_endless_arguments(jobs: int) -> None:
    endless = ((x, {"x": x}) for x in count())
    assert results(islice(pool.run(tasks.square, endless, jobs), 5)) == [
        (x, x * x) for x in range(5)
    ]


@pytest.mark.slow
def test_a_slow_one_does_not_hold_up_the_rest() -> None:
    with pytest.raises(KeyboardInterrupt):
        list(pool.run(tasks.slow, numbers([3, *range(3)] * 3), 4, done=interrupt_after(9)))


def keep(stream, kept):
    for x, found in stream:
        kept.append((x, found["x"]))


def interrupt_after(number: int):
    """To be called when a result is there; at the last of so many comes an interrupt."""
    left = iter(range(number))

    def done():
        if next(left, None) == number - 1:
            os.kill(os.getpid(), signal.SIGINT)

    return done


def test_several_processes_work() -> None:
    def pids(jobs):
        return {found["pid"] for _, found in pool.run(tasks.who, [(i, {}) for i in range(8)], jobs)}

    assert len(pids(2) - {os.getpid()}) == 2
    assert pids(1) == {os.getpid()}


def test_an_interrupt_gives_what_is_there_and_stops_the_rest() -> None:
    kept, done = [], interrupt_after(2)
    found = pool.run(tasks.slow, numbers([0, 3, 1, 4, 5, 2]), 2, done=done)
    with pytest.raises(KeyboardInterrupt):
        keep(found, kept)
    assert kept == [(0, 0), (1, 1)]


@pytest.mark.parametrize("jobs", [1, *slow(2)])
def test_what_fails_is_given_in_its_place(jobs: int) -> None:
    found = results(pool.run(tasks.root, numbers([4, -1, 0, 9]), jobs))
    assert [found[0], found[3]] == [(4, 2), (9, 3)]
    assert [str(failed) for _, failed in found[1:3]] == [
        "ValueError: math domain error",
        "not of nothing",
    ]


def test_a_killed_process_costs_its_own_argument() -> None:
    found = list(pool.run(tasks.die, numbers([0, 1, 0, 1, 0]), 2))
    assert [x for x, _ in found] == [0, 1, 0, 1, 0]
    assert [str(failed) if x else "done" for x, failed in found] == [
        "done",
        KILLED,
        "done",
        KILLED,
        "done",
    ]


def test_dropping_the_stream_ends_the_work_at_once() -> None:
    stream = pool.run(tasks.slow, numbers(range(9)), 2)
    assert next(stream)[0] == 0
    time.sleep(0.5)
    began = time.monotonic()
    stream.close()
    assert time.monotonic() - began < 30  # they would sleep for a minute
