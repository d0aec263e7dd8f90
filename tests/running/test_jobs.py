"""Work for many arguments: here, in processes, and on a Dask scheduler that loses a worker."""

from __future__ import annotations

import os
import signal
import threading
import time
from itertools import count, islice

import pytest

from puzzles.core.errors import UsageError
from puzzles.running import jobs


def square(x: int) -> int:
    time.sleep(0.01 * (5 - x % 5))  # later ones are done before
    return x * x


def who(x: int) -> int:
    time.sleep(0.1)
    return os.getpid()


def slow(x: int) -> int:
    time.sleep(0 if x < 3 else 60)
    return x


def log(line: tuple[str, int]) -> int:
    """Leave a trace of every time the work is done, and be in no hurry."""
    file, x = line
    time.sleep(0.05)
    with open(file, "a") as trace:
        trace.write(f"{x} {os.getpid()}\n")
    return x


@pytest.mark.parametrize("workers", [1, 2])
def test_results_come_in_order(workers: int) -> None:
    assert list(jobs.run(square, range(12), workers)) == [x * x for x in range(12)]


@pytest.mark.parametrize("workers", [1, 2])
def test_endless_arguments(workers: int) -> None:
    assert list(islice(jobs.run(square, count(), workers), 5)) == [0, 1, 4, 9, 16]


def test_several_processes_work() -> None:
    assert os.getpid() not in set(jobs.run(who, range(8), 2))
    assert set(jobs.run(who, range(2), 1)) == {os.getpid()}


def test_an_interrupt_gives_what_is_there_and_stops_the_rest() -> None:
    results, began = [], time.monotonic()
    timer = threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        results.extend(iter_kept(jobs.run(slow, range(9), 2)))
    assert results in ([], [0, 1, 2])
    assert time.monotonic() - began < 20


def iter_kept(stream):
    """All of a stream, also what it gives on an interrupt."""
    kept = []
    try:
        for result in stream:
            kept.append(result)
            yield result
    finally:
        assert kept == [0, 1, 2]


def test_a_fault_in_the_work_comes_out() -> None:
    for workers in (1, 2):
        with pytest.raises(ValueError, match="math domain"):
            list(jobs.run(root, [4, -1], workers))


def root(x: int) -> float:
    from math import sqrt

    return sqrt(x)


def test_no_scheduler_answers() -> None:
    with pytest.raises(UsageError, match="no Dask scheduler answers at"):
        list(jobs.run(square, [1], 1, "127.0.0.1:1"))


def test_a_worker_is_lost_and_nothing_else(tmp_path) -> None:
    """One of two workers is killed on the way: every result comes, once, and in order."""
    distributed = pytest.importorskip("distributed")
    trace = tmp_path / "trace"
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=50
    ) as cluster:
        arguments = [(str(trace), x) for x in range(60)]
        results = []
        for result in jobs.run(log, arguments, 1, cluster.scheduler_address):
            results.append(result)
            if len(results) == 10:
                victim = int(trace.read_text().split()[1])
                os.kill(victim, signal.SIGKILL)
    assert results == list(range(60))
    done = [int(line.split()[0]) for line in trace.read_text().splitlines()]
    assert set(done) == set(range(60))
