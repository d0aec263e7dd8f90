"""Solutions that are good but not proved: beam search.

Of all positions after d moves those are kept that the best moves lead to, up to a width; width 1
is greedy descent.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from puzzles.core.kernels import compiled
from puzzles.grids.graph import Graph
from puzzles.kami.bounds import colour_bound, radius_bound
from puzzles.kami.moves import components, list_moves, merit, unpack
from puzzles.kami.position import (
    Flags,
    Ints,
    Positions,
    Words,
    child_key,
    positions,
    recolour,
)

Line = list[tuple[int, int]]  # moves: region and colour
WORK = 2_000_000  # word operations in a slice: about 10 ms
LAYER = 800_000  # children in a layer, at most


@compiled
def children(
    room: Positions, start: int, stop: int, counts: Ints, goal: int, tight: bool, allowed: Flags,
    moves: Ints, size: Ints, keys: Words,
) -> int:
    """List the moves of slots start … stop − 1, `size` of them each, and the keys of the positions
    they lead to; the first slot that is won, or −1."""
    for slot in range(start, stop):
        colour_bound(room, slot, counts, goal)
        if components(counts) == 1:
            return slot
        radius_bound(room, slot)
        size[slot] = list_moves(
            room, slot, counts, goal, tight, allowed, moves[slot])
        for i in range(size[slot]):
            v, colour = unpack(moves[slot, i])
            keys[slot, i] = child_key(room, slot, v, colour)[0]
    return -1


@compiled
def build(room: Positions, parents: Ints, moves: Ints, into: Positions) -> None:
    """Fill the first slots of `into` with the positions after the moves, made in `parents`."""
    for i in range(len(parents)):
        v, colour = unpack(moves[i])
        recolour(room, parents[i], into, i, v, colour)


def beam(graph: Graph, colours: Sequence[int], width: int) -> Iterator[Line | None]:
    """A solution of a connected graph, after any number of Nones: one each slice of work.

    The width is less for huge graphs, so that the bookkeeping of a layer takes no longer either.
    """
    n, palette = graph.n, max(colours) + 1
    width = max(1, min(width, LAYER // (n * palette)))
    room, spare = positions(graph, colours, width), positions(graph, colours, width)
    counts = np.zeros(palette, np.int64)
    allowed = np.ones((n, palette), np.bool_)
    moves = np.zeros((width, n * (palette - 1)), np.int64)
    keys = np.zeros(moves.shape, np.uint64)
    size = np.zeros(width, np.int64)
    lines: list[Line] = [[]]
    step = max(1, WORK // (n**2 * room.near.shape[2]))
    while True:
        for start in range(0, len(lines), step):
            stop = min(start + step, len(lines))
            won = children(
                room, start, stop, counts, -1, False, allowed, moves, size, keys)
            if won >= 0:
                yield lines[won]
                return
            yield None
        parents, chosen = _select(moves, size[: len(lines)], keys, width)
        build(room, parents, chosen, spare)
        lines = [
            [*lines[parent], unpack(move)] for parent, move in zip(parents, chosen, strict=True)
        ]
        room, spare = spare, room


def _select(moves: Ints, size: Ints, keys: Words, width: int) -> tuple[Ints, Ints]:
    """Parents and moves of the best different children."""
    listed = np.arange(moves.shape[1]) < size[:, None]
    parents = np.nonzero(listed)[0]
    moves, keys = moves[: len(size)][listed], keys[: len(size)][listed]
    worth = merit(moves)
    # Sorting all would take long; some of the best are equal, so more than the width are sorted.
    most = min(len(worth), 8 * width)
    order = np.argpartition(worth, most - 1)[:most]
    order = order[np.argsort(worth[order], kind="stable")]
    first = np.sort(np.unique(keys[order], return_index=True)[1])[:width]
    return parents[order[first]], moves[order[first]]
