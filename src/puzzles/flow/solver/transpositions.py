"""A transposition table: residual problems that were refuted.

The *residual problem* of a search state is what is still to be decided: its open edges, and where
the strands at them lead (to which other vertex with an open edge, or to a dot of which colour). How
many edges the vertices there lack follows. How the rest of the board is filled does not matter,
unless paths must not touch themselves. So if a residual problem has no solution, the search need
not go through it again, whatever decisions lead to it. The count merges states for the same reason.

A residual problem is known by a key of 128 bits. That no two have the same key is taken on trust:
at 10⁹ states the chance is 10⁻²¹. A key is *pending* while the search goes through its residual
problem. A key that is stored replaces the one at its place.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers, Words
from puzzles.flow.solver.strands import OPEN, Strands
from puzzles.running.kernels import compiled

ENTRIES = 1 << 16  # 1 MB

MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
ONE, HALF = np.uint64(1), np.uint64(32)


class Table(NamedTuple):
    """Keys of refuted residual problems, each at its place, and a stack of pending ones."""

    key: Words  # (entries, 2); all 0 where there is none
    pending: Words  # (m + 1, 2)
    depth: Numbers  # (m + 1,): the decisions before each pending one
    size: Numbers  # (1,): the number of pending keys


def new_table(edges: int, entries: int) -> Table:
    """Return an empty table for a search on so many edges; `entries` are a power of two."""
    return Table(
        np.zeros((entries, 2), np.uint64),
        np.zeros((edges + 1, 2), np.uint64),
        np.zeros(edges + 1, np.int64),
        np.zeros(1, np.int64),
    )


@compiled
def mixed(key: np.uint64, more: np.uint64, by: np.uint64) -> np.uint64:
    """Return a key with one more number."""
    x = (key ^ more) * by
    return x ^ (x >> HALF)


@compiled
def residual_key(state: Strands, first: int) -> tuple[np.uint64, np.uint64]:
    """Return the key of the residual problem, if no edge is open at vertices before place `first`
    in the order. Its first word is not 0."""
    vertex, order = state.vertex, state.order
    key_1, key_2 = MIX_2, MIX_1
    for i in range(first, len(order)):
        at = vertex[order[i]]
        if not at.open:
            continue
        for j in range(at.start, at.stop):
            if state.edge[state.slot[j].edge].state == OPEN:
                key_1 = mixed(key_1, np.uint64(j), MIX_1)
                key_2 = mixed(key_2, np.uint64(j), MIX_2)
        dot = vertex[at.mate].dot
        leads = np.uint64(at.mate if dot < 0 else len(vertex) + dot)
        key_1, key_2 = mixed(key_1, leads, MIX_2), mixed(key_2, leads, MIX_1)
    return key_1 | ONE, key_2


@compiled
def place_of(table: Table, key_1: np.uint64) -> int:
    """Return the place of a key."""
    return int(np.int64(key_1 >> HALF)) & (len(table.key) - 1)


@compiled
def is_refuted(table: Table, key_1: np.uint64, key_2: np.uint64) -> bool:
    """Say if a residual problem is known to have no solution."""
    i = place_of(table, key_1)
    return bool(table.key[i, 0] == key_1 and table.key[i, 1] == key_2)


@compiled
def push(table: Table, key_1: np.uint64, key_2: np.uint64, depth: int) -> None:
    """Begin with a residual problem, after `depth` decisions."""
    size = table.size[0]
    table.pending[size, 0], table.pending[size, 1] = key_1, key_2
    table.depth[size] = depth
    table.size[0] += 1


@compiled
def refute_pending(table: Table, depth: int) -> None:
    """Store all that is pending from `depth` decisions on: it has no solution."""
    while table.size[0] and table.depth[table.size[0] - 1] >= depth:
        table.size[0] -= 1
        size = table.size[0]
        i = place_of(table, table.pending[size, 0])
        table.key[i, 0], table.key[i, 1] = table.pending[size, 0], table.pending[size, 1]
