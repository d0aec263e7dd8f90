"""The data of each step of a sweep, which are the same for all states."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers
from puzzles.flow.solver.order import SweepOrder
from puzzles.running.kernels import compiled


class Lists(NamedTuple):
    """Lists of numbers, one after the other: list i is `items[start[i] : start[i + 1]]`."""

    start: Numbers
    items: Numbers


class Around(NamedTuple):
    """The vertices of the frontier to which something happens at each of the n steps."""

    slot: Lists  # those that may lack a neighbour to go on to
    dots: Lists  # for each of these: the colours of its neighbours with dots beyond the frontier,
    near: Lists  # and its neighbours on the frontier


class Steps(NamedTuple):
    """The data of each of the n steps. Vertices are given by their slots."""

    here: Numbers  # (n,): the vertex that is processed
    entering: Lists  # the vertices that come to the frontier
    label: Numbers  # the first label of each
    later: Lists  # the neighbours of `here` that are processed later
    around: Around


def new_steps(sweep: SweepOrder) -> Steps:
    """Return the steps of a sweep."""
    n, slots = len(sweep.order), sweep.slots
    widest = int(np.diff(sweep.indptr).max(initial=0))
    most = n * slots
    around = Around(
        _lists(n, most),
        _lists(most, most * widest),
        _lists(most, most * widest),
    )
    new = Steps(
        np.empty(n, np.int64),
        _lists(n, n),
        np.empty(n, np.int64),
        _lists(n, len(sweep.indices) // 2),
        around,
    )
    fill_in(sweep, np.full(n, -1), new)
    return new


def _lists(number: int, items: int) -> Lists:
    """Empty lists, to be filled in their order, with room for so many items in all."""
    return Lists(np.zeros(number + 1, np.int64), np.empty(items, np.int64))


@compiled
def fill_in(sweep: SweepOrder, listed: Numbers, steps: Steps) -> None:
    """Fill in all steps. `listed` (n,) is scratch, all −1."""
    for t in range(len(sweep.order)):
        v = sweep.order[t]
        steps.here[t] = sweep.slot[v]
        fill_in_entering(sweep, t, v, steps)
        begin_list(steps.later, t)
        for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
            if sweep.position[sweep.indices[i]] > t:
                append(steps.later, t, sweep.slot[sweep.indices[i]])
        fill_in_around(sweep, t, v, listed, steps.around)


@compiled
def begin_list(lists: Lists, i: int) -> None:
    """Begin list i; those before it are complete."""
    lists.start[i + 1] = lists.start[i]


@compiled
def append(lists: Lists, i: int, item: int) -> None:
    """Append to list i, the last one that was begun."""
    lists.items[lists.start[i + 1]] = item
    lists.start[i + 1] += 1


@compiled
def fill_in_entering(sweep: SweepOrder, t: int, v: int, steps: Steps) -> None:
    """List the vertices that come to the frontier: v itself, and its neighbours."""
    begin_list(steps.entering, t)
    for i in range(sweep.indptr[v] - 1, sweep.indptr[v + 1]):
        w = v if i < sweep.indptr[v] else sweep.indices[i]
        if sweep.seen[w] == t:
            slot, dot = sweep.slot[w], sweep.dot[w]
            steps.label[steps.entering.start[t + 1]] = (
                1 + slot if dot < 0 else 1 + sweep.slots + dot
            )
            append(steps.entering, t, slot)


@compiled
def fill_in_around(sweep: SweepOrder, t: int, v: int, listed: Numbers, around: Around) -> None:
    """List the later neighbours of v and their neighbours, as far as they are on the frontier."""
    begin_list(around.slot, t)
    for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
        u = sweep.indices[i]
        if sweep.position[u] < t:
            continue
        for j in range(sweep.indptr[u] - 1, sweep.indptr[u + 1]):
            x = u if j < sweep.indptr[u] else sweep.indices[j]
            if sweep.seen[x] <= t < sweep.position[x] and listed[x] < t:
                listed[x] = t
                fill_in_near(sweep, t, x, around)


@compiled
def fill_in_near(sweep: SweepOrder, t: int, x: int, around: Around) -> None:
    """List a vertex of the frontier, and what it can still be joined to, unless that may be a
    vertex beyond without a dot."""
    k = around.slot.start[t + 1]
    append(around.slot, t, sweep.slot[x])
    begin_list(around.dots, k)
    begin_list(around.near, k)
    for i in range(sweep.indptr[x], sweep.indptr[x + 1]):
        y = sweep.indices[i]
        if sweep.seen[y] > t and sweep.dot[y] < 0:
            around.slot.start[t + 1] = k
            return
        if sweep.seen[y] > t:
            append(around.dots, k, sweep.dot[y])
        elif sweep.position[y] > t:
            append(around.near, k, sweep.slot[y])
