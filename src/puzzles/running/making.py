"""Making levels: many, wherever that is done, and one like the level that is being played. Where
kernels are not compiled, and one takes long, it comes from the stock of small boards that ships.
"""

import asyncio
import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import count

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.offers import COMPILER, offers
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Values
from puzzles.library.catalogue import listed
from puzzles.library.ids import read_id
from puzzles.library.levels import Pack
from puzzles.running import pool, work
from puzzles.running.child import Child, Compiler
from puzzles.running.work import Failed

PATIENCE = 5  # seeds in a row that give nothing
LONGEST = 10.0  # seconds for one level where kernels are not compiled
STOCK, LOOKED_AT = "practice/{}.ids", 40  # boards by puzzle, the easy ones first; some of them
STOCKED = "It is of the stock: to make one takes longer here."


def levels(
    puzzle: AnyPuzzle, wishes: Values, seed: int, number: int, jobs: int = 1
) -> Iterator[Level]:
    """Yield that many levels: of this seed, the next one and so on, without those that are like an
    earlier one or cannot be made. Raises UsageError at once for wishes that make no sense, and as
    soon as PATIENCE seeds in a row gave nothing; Failed where the process of a seed died."""
    maker = puzzle.generator
    next(maker.make(seed, wishes))  # looks at the wishes
    orders = ((n, {"puzzle": puzzle, "seed": n, "wishes": dict(wishes)}) for n in count(seed))
    seen: set[str] = set()
    missed = 0
    for _, made in pool.run(work.make, orders, jobs):
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


class Ahead:
    """At most one level, made or being made by a process that lets others go first; or by the
    `only` one there may be."""

    def __init__(self, compiler: Compiler, only: Child | None = None) -> None:
        self._compiler, self._only = compiler, only
        self._wanted: tuple[AnyPuzzle, Values] | None = None  # and wishes
        self._task: asyncio.Task[Pack] | None = None

    def begin(self, puzzle: AnyPuzzle, level: Level) -> None:
        """Have a level like this one made, unless there is one already."""
        puzzle.need("generator.make")
        wanted = puzzle, puzzle.generator.like(level)
        if self._task is None or wanted != self._wanted:
            if self._task is not None:
                self._task.cancel()
            self._wanted = wanted
            self._task = asyncio.create_task(self.make(*wanted, polite=True))

    async def take(self, puzzle: AnyPuzzle, level: Level) -> Pack:
        """A pack of one level like this one, as soon as it is made. Raises PuzzlesError."""
        self.begin(puzzle, level)
        task = self._task
        assert task
        try:
            return await asyncio.shield(task)
        finally:
            if task.done() and task is self._task:
                self._task = None

    async def make(self, puzzle: AnyPuzzle, wishes: Values, polite: bool = False) -> Pack:
        """A pack of one level as wished for, made now, unless cancelled; or of the stock, after a
        while. Raises PuzzlesError."""
        stock = [] if offers(COMPILER) else listed(STOCK.format(puzzle.id))
        child = self._only or Child(self._compiler, polite)
        try:
            async with asyncio.timeout(LONGEST if stock else None):
                for _ in range(PATIENCE):
                    order = {"puzzle": puzzle, "seed": random.randrange(10**6), "wishes": wishes}
                    made = await child.result(work.make, order)
                    if not isinstance(made, UsageError):
                        return Pack(puzzle, "new", "New", "", "new", (made,), (1,))
            raise made
        except TimeoutError:
            level = _nearest(puzzle, wishes, stock)
            return Pack(puzzle, "new", "New", STOCKED, "new", (level,), (1,))
        finally:
            if child is not self._only:
                await child.end()

    async def end(self) -> None:
        """Stop what is being made, and see its process go."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])


def _nearest(puzzle: AnyPuzzle, wishes: Values, stock: list[str]) -> Level:
    """The one, of some boards of a stock, that is most like what is wished for."""

    def likeness(level: Level) -> float:
        has = puzzle.generator.like(level)
        apart = [abs(has[name] - w) for name, w in wishes.items() if isinstance(has.get(name), int)]
        same: int = sum(has.get(name) == wish for name, wish in wishes.items())
        return same - float(sum(apart)) / 100

    some = random.sample(range(len(stock)), min(len(stock), LOOKED_AT))
    boards = [replace(read_id(stock[n]).levels[0], title=f"Stock {n + 1}") for n in some]
    return max(boards, key=likeness)
