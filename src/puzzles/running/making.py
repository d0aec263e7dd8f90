"""Making levels, one for each seed, wherever the work is done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, islice

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Progress
from puzzles.core.tables import Values
from puzzles.running import pool, work
from puzzles.running.work import Failed

PATIENCE = 5  # seeds in a row that give nothing


def levels(
    puzzle: AnyPuzzle,
    wishes: Values,
    seed: int,
    number: int,
    jobs: int = 1,
    scheduler: str = "",
) -> Iterator[Level]:
    """Yield that many levels: of this seed, the next one and so on, without those that are like an
    earlier one or cannot be made.

    Raises UsageError at once for wishes that make no sense, and as soon as PATIENCE seeds in a row
    gave nothing; Failed where a seed might have given a level, but its process died.
    """
    puzzle.need("generator.make")
    maker = puzzle.generator
    for event in islice(maker.make(seed, wishes), 1):
        assert isinstance(event, Progress | Level)
    orders = (
        (seed + i, {"puzzle": puzzle, "seed": seed + i, "wishes": dict(wishes)}) for i in count()
    )
    seen: set[str] = set()
    missed = 0
    for _, made in pool.run(work.make, orders, jobs, scheduler):
        if isinstance(made, Failed):
            raise made
        none = made if isinstance(made, UsageError) else None
        if none or (canonical := maker.canonical(made)) in seen:
            missed += 1
            if missed == PATIENCE:
                raise none or UsageError("there are no more that are not alike")
            continue
        missed = 0
        seen.add(canonical)
        yield made
        if len(seen) == number:
            return
