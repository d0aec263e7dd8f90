"""What is known of each step of a sweep beforehand, whatever the state.

On a board drawn without crossings `curve` lists what lies on the border of what is not processed,
or near it (module `border`), in its order.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers
from puzzles.flow.solver.border import Dots, dots, is_square, put
from puzzles.flow.solver.state import MOST_COLOURS
from puzzles.flow.solver.sweep import Sweep, planar
from puzzles.running.kernels import compiled


class Rows(NamedTuple):
    """Lists of numbers, one after the other: list i is `items[start[i] : start[i + 1]]`."""

    start: Numbers
    items: Numbers


class Around(NamedTuple):
    """The vertices of the frontier to which something happens at each of the n steps."""

    slot: Rows
    beyond: Numbers  # how many neighbours without dots each of these has beyond the frontier
    dots: Rows  # the colours of its neighbours with dots there
    near: Rows  # its neighbours on the frontier


class Steps(NamedTuple):
    """What the kernels need for each of the n steps; vertices are told by their slots."""

    here: Numbers  # (n,): the vertex that is processed
    entering: Rows  # the vertices that come to the frontier
    label: Numbers  # the first label of each
    later: Rows  # the neighbours of `here` that are processed later
    curve: Rows  # the frontier, and −1 − colour for each dot ahead; empty if not flat
    gap: Numbers  # (n, MOST_COLOURS): how many paths may pass between it and a colour's dots
    # (n,): whether all that happens, if no two strands are joined, is that an end moves past none
    still: npt.NDArray[np.bool_]
    quiet: npt.NDArray[np.bool_]  # (n,): and past no dot ahead or its ray; all are where they were
    around: Around
    paired: Numbers  # (n,): the set of colours with two dots that are both seen by then


def steps(sweep: Sweep) -> Steps:
    """The steps of a sweep."""
    n, slots = len(sweep.order), sweep.slots
    widest = int(np.diff(sweep.indptr).max(initial=0))
    border = dots(sweep)
    lists = n * slots
    around = Around(
        _rows(n, lists),
        np.zeros(lists, np.int64),
        _rows(lists, lists * widest),
        _rows(lists, lists * widest),
    )
    new = Steps(
        np.empty(n, np.int64),
        _rows(n, n),
        np.empty(n, np.int64),
        _rows(n, len(sweep.indices) // 2),
        _rows(n, n * (slots + len(border.vertex))),
        np.zeros((n, MOST_COLOURS), np.int64),
        np.zeros(n, np.bool_),
        np.zeros(n, np.bool_),
        around,
        _paired(sweep),
    )
    write(sweep, border, np.full(n, -1), new)
    return new


def _rows(lists: int, room: int) -> Rows:
    """So many lists, to be filled in their order."""
    return Rows(np.zeros(lists + 1, np.int64), np.empty(room, np.int64))


def _paired(sweep: Sweep) -> Numbers:
    """The set of colours with two dots that are both seen, for each step."""
    dots, paired = np.flatnonzero(sweep.dot >= 0), np.zeros(len(sweep.order), np.int64)
    seen: dict[int, list[int]] = {}
    for colour, step in zip(sweep.dot[dots].tolist(), sweep.seen[dots].tolist(), strict=True):
        seen.setdefault(colour, []).append(step)
    for colour, steps in seen.items():
        if len(steps) == 2 and colour < MOST_COLOURS:
            paired[max(steps)] |= 1 << colour
    return np.bitwise_or.accumulate(paired)


@compiled
def write(sweep: Sweep, ahead: Dots, listed: Numbers, steps: Steps) -> None:
    """Fill in all steps. `listed` (n,) is scratch, all −1."""
    flat, square = planar(sweep), is_square(sweep)
    for t in range(len(sweep.order)):
        v = sweep.order[t]
        steps.here[t] = sweep.slot[v]
        write_entering(sweep, t, v, steps)
        begin(steps.later, t)
        for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
            if sweep.position[sweep.indices[i]] > t:
                append(steps.later, t, sweep.slot[sweep.indices[i]])
        begin(steps.curve, t)
        if flat:
            same = put(sweep, t, ahead, square)
            write_curve(sweep, t, ahead, steps)
            steps.still[t] = is_still(sweep, t)
            steps.quiet[t] = same and steps.still[t] and is_clear(sweep, t, ahead)
        write_around(sweep, t, v, listed, steps.around)


@compiled
def begin(rows: Rows, i: int) -> None:
    """Begin list i; those before it are complete."""
    rows.start[i + 1] = rows.start[i]


@compiled
def append(rows: Rows, i: int, item: int) -> None:
    """Append to list i, the last one that was begun."""
    rows.items[rows.start[i + 1]] = item
    rows.start[i + 1] += 1


@compiled
def write_entering(sweep: Sweep, t: int, v: int, steps: Steps) -> None:
    """The vertices that come to the frontier: v itself, and its neighbours."""
    begin(steps.entering, t)
    for i in range(sweep.indptr[v] - 1, sweep.indptr[v + 1]):
        w = v if i < sweep.indptr[v] else sweep.indices[i]
        if sweep.seen[w] == t:
            slot, dot = sweep.slot[w], sweep.dot[w]
            steps.label[steps.entering.start[t + 1]] = (
                1 + slot if dot < 0 else 1 + sweep.slots + dot
            )
            append(steps.entering, t, slot)


@compiled
def write_curve(sweep: Sweep, t: int, ahead: Dots, steps: Steps) -> None:
    """What lies on the border of what is not processed, in order, and the gaps."""
    i = 0
    for v in sweep.across:
        if sweep.seen[v] <= t < sweep.position[v]:
            i = write_dots(sweep, t, ahead, i, sweep.minor[v], steps)
            append(steps.curve, t, sweep.slot[v])
    write_dots(sweep, t, ahead, i, np.inf, steps)


@compiled
def write_dots(sweep: Sweep, t: int, ahead: Dots, i: int, until: float, steps: Steps) -> int:
    """The dots from the i-th on that lie before a place on the border; how many are listed then."""
    while i < len(ahead.rank) and ahead.place[ahead.rank[i]] < until:
        colour = sweep.dot[ahead.vertex[ahead.rank[i]]]
        append(steps.curve, t, -1 - colour)
        steps.gap[t, colour] += ahead.gap[ahead.rank[i]]
        i += 1
    return i


@compiled
def is_still(sweep: Sweep, t: int) -> bool:
    """Whether no dot comes to the frontier, and the vertex that is processed and its later
    neighbours lie side by side there, those that come to it between the others."""
    v, place, block, known = sweep.order[t], 0, 0, 0
    first, last, there = -1, -1, -1
    for w in sweep.across:
        if not sweep.seen[w] <= t <= sweep.position[w]:
            continue
        if sweep.seen[w] == t and sweep.dot[w] >= 0:
            return False
        near = w == v
        for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
            near |= sweep.indices[i] == w
        if near:
            first, last = place if block == 0 else first, place
            block += 1
            if w != v and sweep.seen[w] < t:
                known += 1
                there = place
        place += 1
    aside = known == 0 or (known == 1 and (there in (first, last)))
    return aside and last - first + 1 == block


@compiled
def is_clear(sweep: Sweep, t: int, ahead: Dots) -> bool:
    """Whether no dot ahead is on the border, nor its ray ends there, between the vertex that is
    processed and its later neighbours."""
    v = sweep.order[t]
    least = most = sweep.minor[v]
    for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
        w = sweep.indices[i]
        if sweep.position[w] > t:
            least, most = min(least, sweep.minor[w]), max(most, sweep.minor[w])
    clear = True
    for told in ahead.place:
        clear &= not least < told < most
    return clear


@compiled
def write_around(sweep: Sweep, t: int, v: int, listed: Numbers, around: Around) -> None:
    """The later neighbours of v and their neighbours, as far as they are on the frontier."""
    begin(around.slot, t)
    for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
        u = sweep.indices[i]
        if sweep.position[u] < t:
            continue
        for j in range(sweep.indptr[u] - 1, sweep.indptr[u + 1]):
            x = u if j < sweep.indptr[u] else sweep.indices[j]
            if sweep.seen[x] <= t < sweep.position[x] and listed[x] < t:
                listed[x] = t
                write_near(sweep, t, x, around)


@compiled
def write_near(sweep: Sweep, t: int, x: int, around: Around) -> None:
    """A vertex of the frontier, and what it can still be joined to, unless it always gets its two
    edges beyond."""
    k = around.slot.start[t + 1]
    append(around.slot, t, sweep.slot[x])
    begin(around.dots, k)
    begin(around.near, k)
    around.beyond[k] = 0
    for i in range(sweep.indptr[x], sweep.indptr[x + 1]):
        y = sweep.indices[i]
        if sweep.seen[y] > t and sweep.dot[y] >= 0:
            append(around.dots, k, sweep.dot[y])
        elif sweep.seen[y] > t:
            around.beyond[k] += 1
        elif sweep.position[y] > t:
            append(around.near, k, sweep.slot[y])
    if around.beyond[k] >= 2:
        around.slot.start[t + 1] = k
