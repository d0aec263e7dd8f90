"""The same work for many arguments: on the cores of this machine, or on a Dask scheduler's workers.

Results come in the order of the arguments, so that they do not depend on how many workers there
are. Of endless arguments only some are taken ahead.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from typing import Any, TypeVar

from puzzles.core.errors import UsageError

A = TypeVar("A")
R = TypeVar("R")
AHEAD = 4  # arguments for each worker


def run(
    work: Callable[[A], R], arguments: Iterable[A], jobs: int, scheduler: str = ""
) -> Iterator[R]:
    """The result of `work` for each argument; `work` and what it is given go to other processes.

    With `jobs` 1 all is done in this process. A `scheduler` is the address of a running Dask
    scheduler, which does again what a lost worker was doing. An interrupt gives those results that
    are there already, and then goes on as KeyboardInterrupt. Dropping the stream stops the work.
    """
    source, waiting = iter(arguments), deque[Future[R]]()
    with _executor(jobs, scheduler) as (executor, workers):
        try:
            while True:
                for argument in islice(source, AHEAD * workers - len(waiting)):
                    waiting.append(executor.submit(work, argument))
                if not waiting:
                    return
                result = outcome(waiting[0])
                waiting.popleft()
                yield result
        except KeyboardInterrupt:
            for future in waiting:
                if future.done() and not future.cancelled() and not future.exception():
                    yield future.result()
            raise


def outcome(future: Future[R]) -> R:
    """The result, as soon as it is there. An interrupt that comes just before a wait is only seen
    after it, so no wait is long."""
    while wait([future], timeout=1).not_done:
        pass
    return future.result()


@contextmanager
def _executor(jobs: int, scheduler: str) -> Iterator[tuple[Executor, int]]:
    """Where work can be submitted, and how much of it is done at a time."""
    if scheduler:
        yield from _dask(scheduler)
    elif jobs == 1:
        yield _Here(), 1
    else:
        # Not forked: the threads of compiled code do not survive that.
        context = multiprocessing.get_context("spawn")
        executor = ProcessPoolExecutor(jobs, context, _deaf)
        try:
            yield executor, jobs
        finally:
            executor.shutdown(wait=False, cancel_futures=True)
            for child in multiprocessing.active_children():
                child.kill()


class _Here(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def _deaf() -> None:
    """A terminal sends Ctrl-C to all its processes, but only the first one should act on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _dask(address: str) -> Iterator[tuple[Executor, int]]:
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--scheduler needs Dask: pip install 'puzzles[dask]'") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            raise UsageError(f"the Dask scheduler at {address} has no workers")
        yield client.get_executor(), workers
