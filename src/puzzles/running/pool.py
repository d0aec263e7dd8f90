"""The same task for many arguments: in this process, or in children of it.

Results come in the order of the arguments. Of endless arguments only some are taken ahead.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager
from functools import partial
from itertools import islice
from typing import Any, TypeVar

from puzzles.core.tables import Values
from puzzles.core.threads import Here, outcome, single_process
from puzzles.core.threads import cores as cores
from puzzles.running import blocking
from puzzles.running.work import Failed, Task

K = TypeVar("K")
AHEAD = 200  # arguments for each worker, lest a slow one holds up the others


def run(
    task: Task,
    arguments: Iterable[tuple[K, Values]],
    jobs: int = 1,
    done: Callable[[], None] = lambda: None,
) -> Iterator[tuple[K, Any]]:
    """Yield the result of a task for each argument, which comes with a key; what fails is given in
    its place. `done` is called as each is, in any order.

    An interrupt gives those results that are there, then goes on. Dropping the stream stops it.
    """

    def count_done(future: Future[Any]) -> None:
        if not future.cancelled():
            done()

    source, waiting = iter(arguments), deque[tuple[K, Future[Any]]]()
    with _workers(task, jobs) as (submit, ahead):
        try:
            while True:
                for key, values in islice(source, ahead - len(waiting)):
                    future = submit(values)
                    future.add_done_callback(count_done)
                    waiting.append((key, future))
                if not waiting:
                    return
                key, future = waiting[0]  # it stays until its result is there
                try:
                    found = outcome(future)
                except Failed as failure:
                    found = failure
                waiting.popleft()
                yield key, found
        except KeyboardInterrupt:
            for key, future in waiting:
                # What failed may have failed of the same signal.
                if future.done() and not future.cancelled() and not future.exception():
                    yield key, future.result()
            raise


@contextmanager
def _workers(task: Task, jobs: int) -> Iterator[tuple[Callable[[Values], Future[Any]], int]]:
    """Yield where to submit arguments, and how many at a time; this process does one job itself."""
    if jobs == 1 or single_process():
        yield partial(Here().submit, blocking.result, task), 1
    else:
        from puzzles.running.child_pool import ChildPool

        with closing(ChildPool(jobs)) as children:
            yield partial(children.submit, task), AHEAD * jobs
