"""Makes a board have exactly one solution, by the fewest changes (docs/flow-solver.md, "Other
questions").

Which changes exclude a solution is known (`changes`), so a smallest set of changes is a smallest
hitting set of the solutions that are known, but for one. The board is changed by it and solved, and
another solution is one more that is known. Changes that do, but may not be the fewest, are found
beforehand; they are the answer if time runs out.
"""

from collections.abc import Collection, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from puzzles.core.errors import UsageError
from puzzles.core.results import Repair
from puzzles.core.solving import Event, Limits, Progress, Run, Stopped
from puzzles.flow.maker.changes import (
    CONDITIONS,
    DOTS,
    Change,
    Steps,
    changed,
    conditions,
    excludes,
    leaps,
    original_steps,
)
from puzzles.flow.rules.model import Board, FlowLevel
from puzzles.flow.rules.problem import Solution
from puzzles.flow.solver.settle import MOST_LISTED, Query, ask

COUNTING = Limits(nodes=200_000)  # for the number of solutions, shown beside the changes
Changes = tuple[Change, ...]


def repair(
    level: FlowLevel, kinds: Collection[str], limits: Limits, whole: int = 0
) -> Iterator[Event | Repair[FlowLevel]]:
    """Find the fewest changes of these `kinds` that leave one solution, of the kind that the level
    claims to have one of. Raises UsageError where none are found. The pipes of so many colours, the
    first, stay `whole`."""
    method = "" if level.untouching else "count"
    most = MOST_LISTED if level.untouching else 1
    query = Query(level.board.problem, most, level.untouching, method)
    counted = yield from ask(query, COUNTING)
    repairing = _Repairing(level, kinds, limits, whole)
    changes, least = yield from repairing.changes()
    board = changed(level.board, changes)
    assert board is not None
    fixed = replace(level, board=board, proof={}, difficulty=None) if changes else level
    described = tuple(_described(level.board, change) for change in changes)
    number = counted.number if counted.exact else max(counted.number, repairing.found)
    yield Repair(fixed, described, least, number, counted.exact or repairing.found < 2)


def _described(board: Board, change: Change) -> Mapping[str, object]:
    a, b = board.grid.name(change.a), board.grid.name(change.b)
    symbol = board.symbols[board.dots[change.a]]
    words = {
        "wall": f"put a wall between {a} and {b}",
        "pair": f"cut pipe {board.symbols[change.colour]} in two, with dots at {a} and {b}",
        "hole": f"take out {a}, so that dot {symbol} goes to {b}",
        "dot": f"move dot {symbol} from {a} to {b}",
        "opening": f"take away the wall between {a} and {b}",
    }[change.kind]
    return {"kind": change.kind, "cells": [a, b], "words": words}


class _Repairing(Run):
    """The knowledge of a board that is to be repaired."""

    def __init__(
        self, level: FlowLevel, kinds: Collection[str], limits: Limits, whole: int
    ) -> None:
        super().__init__(limits)
        self._board, self._untouching, self._kinds = level.board, level.untouching, kinds
        self._known: list[Steps] = []  # the solutions; the first is the one that is meant
        # Of each change those of them that it excludes, as bits.
        self._excluded = dict.fromkeys(conditions(level.board, kinds, whole), 0)
        self.found = 0  # solutions of the board, two at most

    def changes(self) -> Generator[Event, None, tuple[Changes, bool]]:
        """Return the fewest changes, and whether it is proved that they are."""
        enough = None  # some changes that do, but may not be the fewest
        try:
            self.found = len((yield from self._solutions(())))
            if self.found == 1:
                return (), True
            if self.found:
                enough = yield from self._irredundant()
            most = 1 + len(self._excluded) if self.found else 2
            most = len(enough) if enough else most
            for size in range(1, most):
                if fewest := (yield from self._of_size(size)):
                    return fewest, self._is_least(size)
            if enough:
                return enough, self._is_least(most)
            raise UsageError("no such changes leave one solution")
        except Stopped:
            if enough is None:
                raise UsageError("no such changes were found in time") from None
            return enough, False

    def _is_least(self, size: int) -> bool:
        """Return whether fewer changes are known not to do. By the untouching reading, walls can
        make new solutions; and nobody knows what dots that go elsewhere lead to."""
        return size == 1 or not (self._untouching or DOTS in self._kinds)

    def _irredundant(self) -> Generator[Event, None, Changes | None]:
        """Return changes that leave one solution, the one that is meant, none of which can be
        spared; None if such changes do not do."""
        changes: list[Change] = []
        while len((yield from self._solutions(changes))) != 1:
            while others := self._alive(changes) & ~1:
                helpful = [
                    change
                    for change, out in self._excluded.items()
                    if not out & 1
                    and out & others & -others
                    and changed(self._board, [*changes, change]) is not None
                ]
                if not helpful:
                    return None
                changes.append(max(helpful, key=lambda c: self._excluded[c].bit_count()))
        for change in list(changes):
            fewer = [other for other in changes if other is not change]
            if len((yield from self._solutions(fewer))) == 1:
                changes = fewer
        return tuple(changes)

    def _of_size(self, size: int) -> Generator[Event, None, Changes | None]:
        """Return this number of changes that leave one solution; None if there are none. A single
        one may lead to other solutions."""
        kinds = {DOTS}.intersection(self._kinds) if self.found else self._kinds
        single = ((change,) for change in leaps(self._board, kinds if size == 1 else ()))
        for changes in chain(self._candidates(size), single):
            self.check()
            yield Progress(self.nodes, self.seconds, size)
            if changes and len((yield from self._solutions(changes))) == 1:
                return changes
        return None

    def _candidates(self, size: int, *chosen: Change) -> Iterator[Changes]:
        """Yield the chosen changes and so many more that leave one at most of the solutions known
        by then, and () now and then. Those that leave the one that is meant come first."""
        alive = self._alive(chosen)
        if alive.bit_count() <= 1:
            if not size:  # or else fewer would do, and have been tried
                yield chosen
            return
        yield ()
        one = alive & -alive
        two = one | (alive ^ one) & -(alive ^ one)  # one of any two has to go
        most = max(((out & alive).bit_count() for out in self._excluded.values()), default=0)
        if alive.bit_count() - size * most <= 1:
            order = sorted(self._excluded.items(), key=lambda it: (it[1] & 1, -it[1].bit_count()))
            for change in [change for change, out in order if out & two]:
                yield from self._candidates(size - 1, *chosen, change)

    def _alive(self, changes: Iterable[Change]) -> int:
        """Return the known solutions that changes leave, as bits."""
        alive = (1 << len(self._known)) - 1
        for change in changes:
            alive &= ~self._excluded[change]
        return alive

    def _solutions(self, changes: Collection[Change]) -> Generator[Event, None, Sequence[Solution]]:
        """Return up to two solutions of the changed board, none if the changes do not go together;
        what solutions of the board they were is known from then on. Raises Stopped."""
        board = changed(self._board, changes)
        if board is None:
            return ()
        settled = yield from ask(Query(board.problem, 2, self._untouching), self.left)
        self.nodes += settled.nodes
        if settled.stopped:
            raise Stopped(settled.stopped)
        if all(change.kind in CONDITIONS for change in changes):
            for solution in settled.solutions:
                steps = original_steps(self._board, changes, solution)
                if steps not in self._known:
                    for change, out in self._excluded.items():
                        self._excluded[change] = out | excludes(change, steps) << len(self._known)
                    self._known.append(steps)
        return settled.solutions
