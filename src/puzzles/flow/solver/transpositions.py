"""A transposition table: residual problems that were refuted.

The *residual problem* of a search state is what is still to be decided: its open edges, and where
the strands at them lead (to which other vertex with an open edge, or to a dot of which colour). How
many edges the vertices there lack follows. How the rest of the board is filled does not matter,
unless paths must not touch themselves. So if a residual problem has no solution, the search need
not go through it again, whatever decisions lead to it. The count merges states for the same reason.

A residual problem is known by a key of 128 bits. That no two have the same key is taken on trust:
at 10⁹ states the chance is 10⁻²¹. A key is *pending* while the search goes through its residual
problem.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers, Words
from puzzles.flow.solver.strands import OPEN, Strands
from puzzles.running.kernels import compiled

START = 1 << 14  # entries at first: enough for a slice of the search
LARGEST = 1 << 22  # entries: 64 MB, half a minute of search; later ones are not stored

MIX_1, MIX_2 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)
NONE, ONE, HALF = np.uint64(0), np.uint64(1), np.uint64(32)

# The indices of `Table.at`.
STORED, PENDING = range(2)


class Table(NamedTuple):
    """Keys of refuted residual problems, by open addressing, and a stack of pending ones."""

    key: Words  # (entries, 2); all 0 where there is none
    pending: Words  # (m + 1, 2)
    depth: Numbers  # (m + 1,): the decisions before each pending one
    at: Numbers  # (2,): the number of stored keys, and of pending ones


def new_table(edges: int) -> Table:
    """Return an empty table for a search on so many edges."""
    half = Table(
        np.zeros((START // 2, 2), np.uint64),
        np.zeros((edges + 1, 2), np.uint64),
        np.zeros(edges + 1, np.int64),
        np.zeros(2, np.int64),
    )
    return doubled(half)  # so that this kernel is compiled with the rest


def is_full(table: Table) -> bool:
    """Say if the next slice might fill the table, and it may grow."""
    return bool(len(table.key) < LARGEST and 4 * table.at[STORED] > len(table.key))


def doubled(table: Table) -> Table:
    """Return a table with the same keys, and room for twice as many."""
    larger = table._replace(key=np.zeros((2 * len(table.key), 2), np.uint64))
    larger.at[STORED] = 0
    copy_all(table, larger)
    return larger


@compiled
def copy_all(table: Table, larger: Table) -> None:
    """Store all keys in another table."""
    for i in range(len(table.key)):
        if table.key[i, 0] != NONE:
            store(larger, table.key[i, 0], table.key[i, 1])


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
def place_of(table: Table, key_1: np.uint64, key_2: np.uint64) -> int:
    """Return the place of a key, or the empty one where it would be."""
    mask = len(table.key) - 1
    i = int(np.int64(key_1 >> HALF)) & mask
    while table.key[i, 0] != NONE and (table.key[i, 0] != key_1 or table.key[i, 1] != key_2):
        i = (i + 1) & mask
    return i


@compiled
def is_refuted(table: Table, key_1: np.uint64, key_2: np.uint64) -> bool:
    """Say if a residual problem is known to have no solution."""
    return bool(table.key[place_of(table, key_1, key_2), 0] != NONE)


@compiled
def store(table: Table, key_1: np.uint64, key_2: np.uint64) -> None:
    """Store a key, unless the table is full."""
    if 4 * table.at[STORED] > 3 * len(table.key):
        return
    i = place_of(table, key_1, key_2)
    if table.key[i, 0] == NONE:
        table.key[i, 0], table.key[i, 1] = key_1, key_2
        table.at[STORED] += 1


@compiled
def push(table: Table, key_1: np.uint64, key_2: np.uint64, depth: int) -> None:
    """Begin with a residual problem, after `depth` decisions."""
    size = table.at[PENDING]
    table.pending[size, 0], table.pending[size, 1] = key_1, key_2
    table.depth[size] = depth
    table.at[PENDING] += 1


@compiled
def refute_pending(table: Table, depth: int) -> None:
    """Store all that is pending from `depth` decisions on: it has no solution."""
    while table.at[PENDING] and table.depth[table.at[PENDING] - 1] >= depth:
        table.at[PENDING] -= 1
        size = table.at[PENDING]
        store(table, table.pending[size, 0], table.pending[size, 1])


@compiled
def clear_pending(table: Table) -> None:
    """Forget what is pending: it has a solution."""
    table.at[PENDING] = 0
