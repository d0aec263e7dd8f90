"""The frontier method: a sweep over the vertices that counts all solutions without listing them.

A vertex is processed by choosing its edges to later vertices. What the processed part means for
the rest is a *state*: for each vertex of the frontier (not processed, but with a processed
neighbour), what it still needs. Partial solutions with equal states merge, and their counts add.
This is Simpath (Knuth, TAOCP 7.1.4, exercise 225) with dots.

A state is a row of labels, one for each slot; a vertex has a slot while it is on the frontier:

- 0: no vertex, or one that needs no edge;
- 1 + s: the end of a strand without colour, whose other end, the *mate*, is in slot s: it needs
  one edge. A vertex by itself is its own mate, and needs two edges (none, if it may stay empty);
- 1 + slots + c: the end of a strand of colour c, or a dot: it needs one edge.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

from puzzles.flow.problem import Problem

compiled = njit(cache=True, nogil=True)

RUNNING, FULL, DONE = 0, 1, 2

# What `Frontier.at` holds.
STEP, NEXT, SOURCES, TARGETS, MASK, LOGGED, WORK, FILL, SLOTS = range(9)


class Sweep(NamedTuple):
    """The steps of a sweep over n vertices; `…_from` are starts in the array of that name."""

    slot: npt.NDArray[np.int32]  # (n,): the slot of the vertex that is processed
    enter_from: npt.NDArray[np.int32]  # (n + 1,)
    enter: npt.NDArray[np.int32]  # (n, 2): slot and label of vertices that enter the frontier
    later_from: npt.NDArray[np.int32]  # (n + 1,)
    later: npt.NDArray[np.int32]  # slots of the later neighbours
    watch_from: npt.NDArray[np.int32]
    watch: npt.NDArray[np.int32]  # (., 2): slot to watch, neighbours that are not on the frontier
    near_from: npt.NDArray[np.int32]
    near: npt.NDArray[np.int32]
    curve_from: npt.NDArray[np.int32]
    curve: npt.NDArray[np.int32]  # slots along the frontier


@compiled
def prepare(indptr, indices, order, dot, crossing):
    n = len(order)
    m = len(indices)
    position = np.empty(n, np.int32)
    for t in range(n):
        position[order[t]] = t
    slot_of = np.full(n, -1, np.int32)
    taken = np.zeros(n + 1, np.bool_)
    slots = 0
    slot = np.empty(n, np.int32)
    enter_from = np.zeros(n + 1, np.int32)
    enter = np.empty((n, 2), np.int32)
    later_from = np.zeros(n + 1, np.int32)
    later = np.empty(m // 2 + 1, np.int32)
    entered = 0
    laters = 0
    # slots
    for t in range(n):
        v = order[t]
        for k in range(-1, indptr[v + 1] - indptr[v]):
            w = v if k < 0 else indices[indptr[v] + k]
            if position[w] < t:
                continue
            if slot_of[w] < 0:
                s = 0
                while taken[s]:
                    s += 1
                taken[s] = True
                slots = max(slots, s + 1)
                slot_of[w] = s
                enter[entered, 0] = s
                enter[entered, 1] = w
                entered += 1
            if k >= 0:
                later[laters] = slot_of[w]
                laters += 1
        slot[t] = slot_of[v]
        taken[slot_of[v]] = False
        enter_from[t + 1] = entered
        later_from[t + 1] = laters
    for i in range(entered):
        w = enter[i, 1]
        enter[i, 1] = 1 + enter[i, 0] if dot[w] < 0 else 1 + slots + dot[w]
    # watches and curves
    watch_from = np.zeros(n + 1, np.int32)
    watch = np.empty((m * 4 + 4, 2), np.int32)
    near_from = np.zeros(m * 4 + 5, np.int32)
    near = np.empty(m * 16 + 16, np.int32)
    curve_from = np.zeros(n + 1, np.int32)
    curve = np.empty(n * slots + 1, np.int32)
    first = np.full(n, n, np.int32)  # step at which the vertex enters
    for v in range(n):
        for k in range(indptr[v], indptr[v + 1]):
            first[v] = min(first[v], position[indices[k]])
    watched = 0
    nears = 0
    curved = 0
    seen = np.full(n, -1, np.int32)
    front = np.empty(n, np.int32)
    fronts = 0
    for t in range(n):
        v = order[t]
        kept = 0
        for i in range(fronts):
            if front[i] != v:
                front[kept] = front[i]
                kept += 1
        fronts = kept
        for k in range(indptr[v], indptr[v + 1]):
            w = indices[k]
            if position[w] > t and first[w] == t:
                # insertion by place along the frontier
                i = fronts
                while i > 0 and crossing[front[i - 1]] > crossing[w]:
                    front[i] = front[i - 1]
                    i -= 1
                front[i] = w
                fronts += 1
        for i in range(fronts):
            curve[curved] = slot_of[front[i]]
            curved += 1
        curve_from[t + 1] = curved
        for k in range(indptr[v], indptr[v + 1]):
            u = indices[k]
            if position[u] < t:
                continue
            for j in range(indptr[u] - 1, indptr[u + 1]):
                x = u if j < indptr[u] else indices[j]
                if position[x] <= t or first[x] > t or seen[x] == t:
                    continue
                seen[x] = t
                watch[watched, 0] = slot_of[x]
                off = 0
                for i in range(indptr[x], indptr[x + 1]):
                    y = indices[i]
                    if position[y] <= t:
                        continue
                    if first[y] <= t:
                        near[nears] = slot_of[y]
                        nears += 1
                    else:
                        off += 1
                watch[watched, 1] = off
                watched += 1
                near_from[watched] = nears
        watch_from[t + 1] = watched
    return slots, Sweep(slot, enter_from, enter, later_from, later, watch_from, watch[:watched].copy(),
                 near_from[:watched + 1].copy(), near[:nears].copy(), curve_from, curve)


@compiled
def join(row, x, y, slots):
    """Use the edge between the vertices in slots x and y; whether that is possible."""
    a, b = np.int64(row[x]), np.int64(row[y])
    if a == 0 or b == 0:
        return False
    if a > slots and b > slots:
        if a != b:
            return False
        row[x] = row[y] = 0
        return True
    if a - 1 == y and x != y:
        return False
    row[x] = row[y] = 0
    if a > slots:
        row[b - 1] = a
    elif b > slots:
        row[a - 1] = b
    else:
        row[a - 1] = b
        row[b - 1] = a
    return True


@compiled
def joinable(row, x, y, slots):
    a, b = np.int64(row[x]), np.int64(row[y])
    if a == 0 or b == 0:
        return False
    if a > slots and b > slots:
        return a == b
    return a - 1 != y


@compiled
def alive(sweep, step, row, slots, fill):
    """Whether vertices near the one just processed can still get the edges they need."""
    for i in range(sweep.watch_from[step], sweep.watch_from[step + 1]):
        x = sweep.watch[i, 0]
        label = row[x]
        if label == 0:
            continue
        need = 1
        if label == x + 1:
            if not fill:
                continue
            need = 2
        need -= sweep.watch[i, 1]
        if need <= 0:
            continue
        for k in range(sweep.near_from[i], sweep.near_from[i + 1]):
            if joinable(row, x, sweep.near[k], slots):
                need -= 1
        if need > 0:
            return False
    return True


@compiled
def untangled(sweep, step, row, slots, place, cross, seen_at):
    """Whether the ends on the frontier can be joined without pipes that cross."""
    start, stop = sweep.curve_from[step], sweep.curve_from[step + 1]
    chords = 0
    loose = 0
    for i in range(start, stop):
        place[sweep.curve[i]] = i - start
    for i in range(start, stop):
        label = np.int64(row[sweep.curve[i]])
        if label > slots:
            c = label - slots - 1
            if seen_at[c] >= 0:
                cross[chords, 0] = seen_at[c]
                cross[chords, 1] = i - start
                seen_at[c] = -1
                chords += 1
            else:
                seen_at[c] = i - start
    for i in range(start, stop):
        label = np.int64(row[sweep.curve[i]])
        if label > slots:
            seen_at[label - slots - 1] = -1
        elif label > 0 and place[label - 1] > i - start:
            cross[63 - loose, 0] = i - start
            cross[63 - loose, 1] = place[label - 1]
            loose += 1
    tangled = False
    for a in range(chords):
        cross[a, 2] = 0
    for a in range(chords):
        for b in range(a):
            if (cross[a, 0] < cross[b, 0]) + (cross[a, 0] < cross[b, 1]) + (cross[a, 1] < cross[b, 0]) + (cross[a, 1] < cross[b, 1]) & 1:
                cross[a, 2] |= 1 << b
                cross[b, 2] |= 1 << a
                tangled = True
    if not tangled:
        return True
    useful = 0
    for s in range(loose):
        i, j = cross[63 - s, 0], cross[63 - s, 1]
        mask = 0
        for a in range(chords):
            if (i < cross[a, 0] < j) != (i < cross[a, 1] < j):
                mask |= 1 << a
        if mask:
            cross[63 - useful, 3] = mask
            useful += 1
    if useful == 0:
        return False
    if useful > 4:
        return True
    # depth-first over assignments
    depth = 0
    for s in range(useful):
        cross[63 - s, 4] = -2
    while True:
        if depth == useful:
            fine = True
            for a in range(chords):
                if cross[a, 2]:
                    fine = False
                    break
            if fine:
                return True
            depth -= 1
            continue
        if depth < 0:
            return False
        a = cross[63 - depth, 4]
        mask = cross[63 - depth, 3]
        if a >= 0:
            flip(cross, a, mask, chords)
        a += 1
        if a == -1:  # first: none
            cross[63 - depth, 4] = -1
            depth += 1
            if depth < useful:
                cross[63 - depth, 4] = -2
            continue
        if a == chords:
            cross[63 - depth, 4] = -2
            depth -= 1
            continue
        cross[63 - depth, 4] = a
        flip(cross, a, mask, chords)
        depth += 1
        if depth < useful:
            cross[63 - depth, 4] = -2


@compiled
def flip(cross, a, mask, chords):
    mask = mask & ~(1 << a)
    cross[a, 2] ^= mask
    for b in range(chords):
        if mask >> b & 1:
            cross[b, 2] ^= 1 << a


@compiled
def emit(sweep, at, step, row, words, keys, count, counts, table, slots, opts, place, cross, seen):
    """row = index in target arrays where the candidate was built (== size)."""
    size = at[TARGETS]
    at[WORK] += 1
    if opts & 1 and not alive(sweep, step, keys[size], slots, at[FILL]):
        return
    if opts & 2 and not untangled(sweep, step, keys[size], slots, place, cross, seen):
        return
    h = np.uint64(0)
    for k in range(words.shape[1]):
        h = (h ^ words[size, k]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    h *= np.uint64(0xD6E8FEB86659FD93)
    h ^= h >> np.uint64(32)
    mask = at[MASK]
    i = np.int64(h >> np.uint64(3)) & mask
    while True:
        j = table[i]
        if j < 0:
            table[i] = size
            counts[size] = count
            at[TARGETS] += 1
            return
        same = True
        for k in range(words.shape[1]):
            if words[j, k] != words[size, k]:
                same = False
                break
        if same:
            counts[j] += count
            return
        i = (i + 1) & mask


@compiled
def run_step(sweep, at, step, n_src, skeys, scounts, keys, words, counts, table, opts, place, cross, seen):
    slots = at[SLOTS]
    fill = at[FILL]
    at[TARGETS] = 0
    table[:] = -1
    at[MASK] = len(table) - 1
    sv = sweep.slot[step]
    l0, l1 = sweep.later_from[step], sweep.later_from[step + 1]
    base = np.empty(skeys.shape[1], np.uint8)
    for src in range(n_src):
        base[:] = skeys[src]
        for i in range(sweep.enter_from[step], sweep.enter_from[step + 1]):
            base[sweep.enter[i, 0]] = sweep.enter[i, 1]
        label = base[sv]
        c = scounts[src]
        if label == 0:
            keys[at[TARGETS]] = base
            emit(sweep, at, step, 0, words, keys, c, counts, table, slots, opts, place, cross, seen)
        elif label != sv + 1:
            for i in range(l0, l1):
                row = keys[at[TARGETS]]
                row[:] = base
                if join(row, sv, sweep.later[i], slots):
                    emit(sweep, at, step, 0, words, keys, c, counts, table, slots, opts, place, cross, seen)
        else:
            if not fill:
                row = keys[at[TARGETS]]
                row[:] = base
                row[sv] = 0
                emit(sweep, at, step, 0, words, keys, c, counts, table, slots, opts, place, cross, seen)
            for i in range(l0, l1):
                for j in range(l0, i):
                    row = keys[at[TARGETS]]
                    row[:] = base
                    if join(row, sv, sweep.later[i], slots) and join(row, sv, sweep.later[j], slots):
                        emit(sweep, at, step, 0, words, keys, c, counts, table, slots, opts, place, cross, seen)
    return at[TARGETS]


def crossings(p, order):
    x = p.place[:, 0]; y = p.place[:, 1]
    wide = np.ptp(x) > np.ptp(y)
    return y if wide else x


def proto(p, opts=3, cap=1 << 20, order=None, crossing=None):
    order = p.order if order is None else order
    crossing = crossings(p, order) if crossing is None else crossing
    slots, sweep = prepare(p.graph.indptr, p.graph.indices, order, p.dot, crossing)
    W = (slots + 7) // 8
    words = [np.zeros((cap, W), np.uint64) for _ in 'ab']
    keys = [w.view(np.uint8) for w in words]
    counts = [np.zeros(cap, np.float64) for _ in 'ab']
    at = np.zeros(10, np.int64); at[FILL] = p.fill; at[SLOTS] = slots
    place = np.zeros(slots + 1, np.int64); cross = np.zeros((64, 5), np.int64); seen = np.full(256, -1, np.int64)
    counts[0][0] = 1; m = 1; sizes = []
    for t in range(p.n):
        a, b = t & 1, 1 - (t & 1)
        need=max(1024, 8 * m)
        if need > len(keys[b]):
            words[b] = np.zeros((need, W), np.uint64); keys[b]=words[b].view(np.uint8); counts[b]=np.zeros(need,np.float64)
        table = np.empty(1 << (8 * m).bit_length(), np.int32)
        m = run_step(sweep, at, t, m, keys[a], counts[a], keys[b], words[b], counts[b], table, opts, place, cross, seen)
        sizes.append(int(m))
        if m == 0: break
    return (counts[p.n & 1][0] if m else 0), sizes, int(at[WORK])
