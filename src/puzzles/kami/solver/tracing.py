"""An iteration of `search` a move at a time, to be watched: the same steps in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from puzzles.kami.solver.moves import components, unpack
from puzzles.kami.solver.position import child_key, least_key, recolour
from puzzles.kami.solver.search import BUDGET, DEPTH, Stack, Workspace, enter
from puzzles.kami.solver.set_room import NO
from puzzles.kami.solver.slices import EVER
from puzzles.kami.solver.table import Table, failed, store

DEEPER, BOUND, TABLE, FOUND = "deeper", "bound", "table", "found"


@dataclass(frozen=True)
class Step:
    """A move that was tried: the `line` to it, itself the last, of its `siblings` the one `at` that
    place; what came of it, with so many moves `left`. `ways` have, for each depth, how many moves
    were tried and how many there are."""

    what: str
    line: tuple[tuple[int, int], ...]
    siblings: tuple[tuple[int, int], ...]
    at: int
    left: int
    ways: tuple[tuple[int, int], ...]


def steps(own: Workspace, entries: Table, limit: int) -> Iterator[Step]:
    """All steps of the iteration for at most `limit` moves; the last one may be FOUND. `entries`
    are known from earlier iterations."""
    stack, room = own.stack, own.stack.room
    if enter(own, 0, limit, stack.at[BUDGET] - EVER) == NO:
        yield Step(BOUND, (), (), 0, limit, ())
        return
    stack.at[DEPTH] = 0
    while (depth := int(stack.at[DEPTH])) >= 0:
        left = limit - depth - 1
        if stack.tried[depth] == stack.listed[depth]:
            key_1, key_2 = least_key(room, depth)
            store(entries, np.uint64(key_1), np.uint64(key_2), left + 2)
            stack.at[DEPTH] -= 1
            continue
        v, colour = unpack(stack.moves[depth, stack.tried[depth]])
        stack.tried[depth] += 1
        key_1, key_2 = child_key(room, depth, v, colour, room, depth + 1)
        key = np.uint64(key_1), np.uint64(key_2)
        if failed(entries, *key, left):
            yield _step(TABLE, stack, depth, left)
            continue
        recolour(room, depth, room, depth + 1, v, colour)
        if enter(own, depth + 1, left, stack.at[BUDGET] - EVER) == NO:
            store(entries, *key, left + 1)
            yield _step(BOUND, stack, depth, left)
            continue
        if stack.listed[depth + 1] == 0 and components(stack.counts) == 1:
            yield _step(FOUND, stack, depth, left)
            return
        yield _step(DEEPER, stack, depth, left)
        stack.at[DEPTH] += 1


def _step(what: str, stack: Stack, depth: int, left: int) -> Step:
    line = tuple(unpack(stack.moves[d, stack.tried[d] - 1]) for d in range(depth + 1))
    siblings = tuple(map(unpack, stack.moves[depth, : stack.listed[depth]].tolist()))
    ways = tuple((int(stack.tried[d]), int(stack.listed[d])) for d in range(depth + 1))
    return Step(what, line, siblings, int(stack.tried[depth]) - 1, left, ways)
