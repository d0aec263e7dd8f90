"""The same task for many arguments: in this process, in children of it, or by Dask's workers.

Results come in the order of the arguments, so that they do not depend on how many work. Of endless
arguments only some are taken ahead.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, wait
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from puzzles.core.errors import UsageError
from puzzles.core.tables import Values
from puzzles.core.threads import alone
from puzzles.core.threads import cores as cores
from puzzles.running import asking, work
from puzzles.running.work import Failed, Task

K = TypeVar("K")
Submit = Callable[[Values], Future[Any]]
AHEAD = 200  # arguments for each worker, lest a slow one holds up the others


def run(
    task: Task,
    arguments: Iterable[tuple[K, Values]],
    jobs: int = 1,
    scheduler: str = "",
    done: Callable[[], None] = lambda: None,
) -> Iterator[tuple[K, Any]]:
    """Yield the result of a task for each argument, which comes with a key; what fails is given in
    its place. `done` is called as each is, in any order.

    With `jobs` 1 all is done in this process. A `scheduler` is the address of a running Dask
    scheduler, which does again what a lost worker was doing. An interrupt gives those results that
    are there already, and then goes on as KeyboardInterrupt. Dropping the stream stops the work.
    """

    def told(future: Future[Any]) -> None:
        if not future.cancelled():
            done()

    source, waiting = iter(arguments), deque[tuple[K, Future[Any]]]()
    with _workers(task, jobs, scheduler) as (submit, ahead):
        try:
            while True:
                for key, values in islice(source, ahead - len(waiting)):
                    future = submit(values)
                    future.add_done_callback(told)
                    waiting.append((key, future))
                if not waiting:
                    return
                found = waiting[0][0], _outcome(waiting[0][1])
                waiting.popleft()
                yield found
        except KeyboardInterrupt:
            for key, future in waiting:
                # What failed may have failed of the same signal.
                if future.done() and not future.cancelled() and not future.exception():
                    yield key, future.result()
            raise


def _outcome(future: Future[Any]) -> Any:
    """Return the result, as soon as it is there. An interrupt that comes just before a wait is only
    seen after it, so no wait is long."""
    while wait([future], timeout=1).not_done:
        pass
    try:
        return future.result()
    except Failed as failure:
        return failure
    except Exception as error:  # of Dask's
        return Failed(f"{type(error).__name__}: {error}")


def _workers(task: Task, jobs: int, scheduler: str) -> AbstractContextManager[tuple[Submit, int]]:
    """Return where to submit arguments, and how many at a time."""
    if scheduler:
        return _dask(task, scheduler)
    return _here(task) if jobs == 1 or alone() else _children(task, jobs)


@contextmanager
def _here(task: Task) -> Iterator[tuple[Submit, int]]:
    """Yield where the task is done at once: in this process, or in a child until kernels are
    compiled."""

    def submit(values: Values) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(asking.result(task, values))
        except Failed as failure:
            future.set_exception(failure)
        return future

    yield submit, 1


@contextmanager
def _children(task: Task, jobs: int) -> Iterator[tuple[Submit, int]]:
    """Yield where children do the task."""
    from puzzles.running.elsewhere import Elsewhere

    with closing(Elsewhere(jobs)) as children:
        yield partial(children.submit, task), AHEAD * jobs


@contextmanager
def _dask(task: Task, address: str) -> Iterator[tuple[Submit, int]]:
    """Yield where the workers of a Dask scheduler do the task."""
    try:
        from distributed import Client
    except ImportError:
        raise UsageError("--scheduler needs Dask: pip install distributed") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise UsageError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        workers = sum(client.ncores().values())
        if not workers:
            raise UsageError(f"the Dask scheduler at {address} has no workers")
        executor = client.get_executor()
        done = work.compiled_and_done
        yield lambda values: executor.submit(done, task, values), AHEAD * workers
