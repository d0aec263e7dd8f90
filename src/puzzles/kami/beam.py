"""Solutions that are good but not proved: beam search.

All positions after d moves are kept that look best, up to a width; width 1 is greedy descent. What
looks good is few components, close to each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from puzzles.grids.graph import Graph
from puzzles.kami.bounds import colour_bound, radius_bound
from puzzles.kami.position import child_key, compiled, positions, recolour
from puzzles.kami.search import WORK, components, list_moves, unpack

Line = list[tuple[int, int]]


@compiled
def children(room, start, stop, counts, goal, tight, allowed, moves, keys, size):
    """List moves and child keys of slots start … stop − 1, `size` of them each; the first slot
    that is won, or −1."""
    eccentricity = np.empty(room.near.shape[1], np.int64)
    for slot in range(start, stop):
        colour_bound(room, slot, counts, goal)
        if components(counts) == 1:
            return slot
        radius_bound(room, slot, eccentricity)
        size[slot] = list_moves(room, slot, counts, eccentricity, goal, tight, allowed, moves[slot])
        for i in range(size[slot]):
            v, colour = unpack(moves[slot, i])
            keys[slot, i] = child_key(room, slot, v, colour)[0]
    return -1


@compiled
def build(room, parents, moves, children):
    """Fill the first slots of `children` with the moves made in the parents' slots."""
    for i in range(len(parents)):
        v, colour = unpack(moves[i])
        recolour(room, parents[i], children, i, v, colour)


def beam(graph: Graph, colours: Sequence[int], width: int) -> Iterator[Line | None]:
    """A solution of a connected graph, after any number of Nones: one each slice of work."""
    n, palette = graph.n, max(colours) + 1
    room, spare = positions(graph, colours, width), positions(graph, colours, width)
    counts = np.zeros(palette, np.int64)
    moves = np.zeros((width, n * (palette - 1)), np.int64)
    keys = np.zeros(moves.shape, np.uint64)
    size = np.zeros(width, np.int64)
    allowed = np.ones((n, palette), np.bool_)
    lines: list[Line] = [[]]
    step = max(1, WORK // (2 * n * n * room.near.shape[2]))
    while True:
        for start in range(0, len(lines), step):
            stop = min(start + step, len(lines))
            won = children(room, start, stop, counts, -1, False, allowed, moves, keys, size)
            if won >= 0:
                yield lines[won]
                return
            yield None
        parents, chosen = _select(moves, keys, size[: len(lines)], width)
        build(room, parents, chosen, spare)
        lines = [
            [*lines[parent], unpack.py_func(int(move))]
            for parent, move in zip(parents, chosen, strict=True)
        ]
        room, spare = spare, room


def _select(
    moves: npt.NDArray[np.int64], keys: npt.NDArray[np.uint64], size: npt.NDArray[np.int64],
    width: int,
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Parents and moves of the best different children."""
    listed = np.arange(moves.shape[1]) < size[:, None]
    parents = np.nonzero(listed)[0]
    packed, key = moves[: len(size)][listed], keys[: len(size)][listed]
    regions, eccentricity = (packed >> 28) & 0xFFF, (packed >> 16) & 0xFFF
    order = np.argsort(regions + 2 * eccentricity, kind="stable")
    first = np.sort(np.unique(key[order], return_index=True)[1])[:width]
    return parents[order[first]], packed[order[first]]
