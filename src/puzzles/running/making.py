"""Making levels: many, wherever that is done, and one for a player who waits."""

import random
from collections.abc import Iterator
from itertools import count

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Values
from puzzles.library.levels import Pack
from puzzles.running import pool, work
from puzzles.running.child import Child, Compiler
from puzzles.running.work import Failed

PATIENCE = 5  # seeds in a row that give nothing


def levels(
    puzzle: AnyPuzzle, wishes: Values, seed: int, number: int, jobs: int = 1, scheduler: str = ""
) -> Iterator[Level]:
    """Yield that many levels: of this seed, the next one and so on, without those that are like an
    earlier one or cannot be made. Raises UsageError at once for wishes that make no sense, and as
    soon as PATIENCE seeds in a row gave nothing; Failed where the process of a seed died."""
    maker = puzzle.generator
    next(maker.make(seed, wishes))  # looks at the wishes
    orders = ((n, {"puzzle": puzzle, "seed": n, "wishes": dict(wishes)}) for n in count(seed))
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


async def new_level(compiler: Compiler, puzzle: AnyPuzzle, wishes: Values) -> Pack:
    """A pack of one level as wished for, the first that comes of some seeds, by a process that ends
    if this is cancelled. Raises PuzzlesError."""
    child = Child(compiler)
    try:
        for _ in range(PATIENCE):
            order = {"puzzle": puzzle, "seed": random.randrange(10**6), "wishes": wishes}
            made = await child.result(work.make, order)
            if not isinstance(made, UsageError):
                return Pack(puzzle, "new", "New", "", "new", (made,), (1,))
        raise made
    finally:
        child.close()
