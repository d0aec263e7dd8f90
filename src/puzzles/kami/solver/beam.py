"""Solutions that are good but not proved: beam search (Lowerre, 1976).

Of all positions after d moves those are kept that the best moves lead to, up to a width; width 1
is greedy descent. With a *target*, only positions are kept that may still be won in as many moves
as the target leaves, by the pair bound, and only those of their moves are made that can lower it
where it must be lowered. That keeps the beam to what matters: it finds solutions with a width of a
hundred that one of many thousands misses.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, NamedTuple

import numpy as np

from puzzles.grids.graph import Graph
from puzzles.kami.solver.moves import cost_of, list_moves, unpack
from puzzles.kami.solver.pair_bound import PairTables, pair_tables
from puzzles.kami.solver.position import (
    ANY,
    PART,
    WORK,
    Flags,
    Ints,
    Positions,
    Words,
    child_key,
    colour_bound,
    positions_of,
    radius_bound,
    recolour,
)
from puzzles.kami.solver.search import bound_position
from puzzles.running.kernels import compiled, zeros

Line = list[tuple[int, int]]  # moves: region and colour
LAYER = 800_000  # children in a layer, at most
PATIENCE = 50 * WORK  # word operations for a layer: on huge boards it stays narrower for that

# What `Layer.counters` holds.
KEPT, NEXT, WON = range(3)


class Layer(NamedTuple):
    """Positions after the same number of moves, and the moves that can be made there."""

    positions: Positions  # slot i: position i
    moves: Annotated[Ints, "width moves"]  # packed by `pack`, the best first
    listed: Annotated[Ints, "width"]  # how many there are
    keys: Annotated[Words, "width moves"]  # one word of the key that each leads to
    origin: Annotated[Ints, "width"]  # the child of the layer before that the position is
    # Components of each colour, of the position that is looked at.
    counts: Annotated[Ints, "colours"]
    allowed: Annotated[Flags, "n colours"]  # its moves that are worth making
    pairs: PairTables  # for its bound
    # Positions kept; the next child to look at; a position that is won, or −1.
    counters: Annotated[Ints, "3"]


def layer(graph: Graph, colours: Sequence[int], width: int, levels: int) -> Layer:
    """Return a layer with the position itself in slot 0, not yet looked at, for bounds of up to
    `levels` moves."""
    n, palette = graph.n, max(colours) + 1
    positions, pairs = positions_of(graph, colours, width), pair_tables(n, palette, levels)
    given = {"positions": positions, "pairs": pairs}
    new = zeros(Layer, given, width=width, moves=n * (palette - 1), colours=palette, n=n)
    new.allowed[:], new.counters[WON] = True, -1
    return new


@compiled
def examine(new: Layer, slot: int, left: int) -> tuple[bool, int]:
    """List the moves of the position in a slot. Return whether `left` moves may win (−1: any), and
    the word operations it took."""
    positions, counts, allowed, moves = new.positions, new.counts, new.allowed, new.moves[slot]
    colours = colour_bound(positions, slot, counts, ANY)
    size = int(counts.sum())
    work = size * size * positions.alive.shape[1]
    if left < 0:
        radius_bound(positions, slot)
    else:
        bound, more = bound_position(positions, slot, counts, ANY, left, new.pairs, allowed)
        work += more
        if bound > left:
            return False, work
    new.listed[slot] = list_moves(positions, slot, counts, ANY, colours == left, allowed, moves)
    for i in range(new.listed[slot]):
        v, colour = unpack(moves[i])
        new.keys[slot, i] = child_key(positions, slot, v, colour)[0]
    return size == 1 or new.listed[slot] > 0, work


@compiled
def fill(old: Layer, parents: Ints, moves: Ints, new: Layer, left: int, budget: int) -> int:
    """Go on filling a layer with the children that the moves, made in `parents`, lead to, until
    `budget` word operations are spent; return what is left of it. Where the parent is −1, the child
    lies in the layer already."""
    counters, width = new.counters, len(new.listed)
    while counters[NEXT] < len(parents) and counters[KEPT] < width and budget > 0:
        slot, child = counters[KEPT], counters[NEXT]
        if parents[child] >= 0:
            v, colour = unpack(moves[child])
            recolour(old.positions, parents[child], new.positions, slot, v, colour)
        keep, work = examine(new, slot, left)
        budget -= work + new.positions.near.shape[1] * new.positions.near.shape[2]
        counters[NEXT] += 1
        if keep:
            new.origin[slot] = child
            counters[KEPT] += 1
            if new.counts.sum() == 1:
                counters[WON] = slot
                break
    return budget


def beam(
    graph: Graph, colours: Sequence[int], width: int, target: int = -1
) -> Iterator[Line | None]:
    """Yield None after each slice of work, then a solution of a connected graph, of at most
    `target` moves unless that is −1. With a target there may be none.

    The width is less for huge graphs, so that the bookkeeping of a layer takes no longer either.
    """
    width = max(1, min(width, LAYER // (graph.n * (max(colours) + 1))))
    old, new = (layer(graph, colours, width, max(target, 0)) for _ in range(2))
    root = np.array([-1])  # not by `examine`, which would be compiled by itself once more
    fill(new, root, root, old, target, 1)
    lines: list[Line] = [[]] if old.counters[KEPT] else []
    while lines:
        parents, moves = _sorted_children(old, len(lines))
        new.counters[:] = 0, 0, -1
        left, budget = max(target - len(lines[0]) - 1, -1), PATIENCE
        while new.counters[NEXT] < len(parents) and new.counters[KEPT] < width and budget > 0:
            part = min(budget, PART)
            budget += fill(old, parents, moves, new, left, part) - part
            if new.counters[WON] >= 0:
                child = new.origin[new.counters[WON]]
                yield [*lines[parents[child]], unpack(moves[child])]
                return
            yield None
        chosen = new.origin[: new.counters[KEPT]]
        lines = [[*lines[parents[child]], unpack(moves[child])] for child in chosen]
        old, new = new, old


def _sorted_children(old: Layer, size: int) -> tuple[Ints, Ints]:
    """Return parents and moves of the different children of a layer's positions, best first."""
    listed = np.arange(old.moves.shape[1]) < old.listed[:size, None]
    parents = np.nonzero(listed)[0]
    moves, keys = old.moves[:size][listed], old.keys[:size][listed]
    order = np.argsort(cost_of(moves), kind="stable")
    first = np.sort(np.unique(keys[order], return_index=True)[1])
    return parents[order[first]], moves[order[first]]
