"""Where two sweeps from opposite sides meet: which of their states go together.

A *cut* parts the vertices into those that the first sweep has processed and those that the second
has. Both have chosen the edges across it. If no two of these have a vertex in common, a state tells
which are used, by what it needs at the far end of each. Two states go together if they use the
same edges across, and their strands, joined at these, make paths between dots of one colour, and
no loop. The solutions are those of all such pairs: as many as the one comes about times as many as
the other.

A state is read as a code for each edge across, which tells where the strand on it leads:

- `NONE`: the edge is not used;
- `ENDED`: an end of the edge is a dot. One sweep has joined this dot to the strand, which it knows
  by its other end; to the other sweep the edge is all there is of the strand;
- the number of an edge: the strand has no colour, and goes over that edge, too;
- EDGES or more: the strand has a colour; the same number stands for the same colour.

A sweep may have given a colour another name if both its dots are seen. Which name is told by a dot
that is an end of an edge across: a far end has its name as long as the edge is not used, and if the
near end is a dot, the far end of the edge has its name if that is used. Where no dot tells, both
ends that have the name belong to this sweep, and nothing in the other one has that colour: it
would know of it only by an edge across that ends in a dot of it.

Nearly all pairs that use the same edges do not go together, since a strand has one colour here and
another there. So a few bits of the colour at each edge are kept in a word, and another word has all
these bits where there is a colour: what differs where both have one is seen at once.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Problem, Records, Words
from puzzles.flow.solver.frontier import Frontier
from puzzles.flow.solver.layers import ZERO, Layers, hash_of
from puzzles.flow.solver.state import State, copy, holds, label, own_state
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled, records
from puzzles.running.lanes import LANES

Codes = npt.NDArray[np.int16]

SHARED = 1 << 14  # states of the second sweep from which on several lanes pay
EDGES = 63  # across a cut, at most: a bit of a word each, and of 63 the more the fewer they are
NONE, ENDED = -2, -1

# How far it is: how many states of the first sweep are in the lists; which of the second is
# looked at next, and which is the last, plus one; how many pairs are told.
COUNTERS = np.dtype([(name, "i8") for name in ("listed", "next", "end", "told")])

APART = 8  # rows between those of two lanes, lest they write to one line of a cache

LOW, HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


class Side(NamedTuple):
    """What one sweep knows at a cut with e edges across."""

    layers: Layers
    state: State  # scratch
    slots: int
    slot: Numbers  # (e,): where the far end of each edge is
    edge: Numbers  # (slots,): the edge whose far end is in a slot
    far: Numbers  # (e,): the colour of the far end if it is a dot, or −1
    near: Numbers  # (e,): the same of the near end
    renamed: int  # the set of colours that may have other names
    own: int  # what is added to a name that means nothing to the other sweep


class Meeting(NamedTuple):
    """Two sweeps at a cut; the first has s states."""

    first: Side
    second: Side
    codes: Codes  # (., e): of the states of the first sweep, and of some of the second
    used: Words  # (.,): the edges that each uses
    seen: Words  # (., 2): where each has a colour, and some bits of that
    own: int  # where the one of the second is that is looked at
    names: Numbers  # (colours,): scratch
    lists: Ints  # by hash of the edges used: a state of the first sweep, or −1
    after: Ints  # (s,): the next one in the same list, or −1
    total: Words  # the number of solutions so far: 32 bits in each, the lowest first
    told: Ints  # (., 2): pairs that go together, as many as there is room for
    at: Records  # (1,) of COUNTERS


def cuts(problem: Problem, first: Numbers, second: Numbers) -> list[int]:
    """After how many steps of the first order the rest may be left to the second."""
    n, found = problem.n, list[int]()
    behind = np.maximum.accumulate((n - 1 - np.argsort(second))[first])
    for step in range(1, n):
        if behind[step - 1] < step:
            edges = across(problem, first, step)
            if len(edges) <= EDGES and len(np.unique(edges)) == edges.size:
                found.append(step)
    return found


def across(problem: Problem, order: Numbers, step: int) -> Ints:
    """The edges (e, 2) from the vertices before a step to the others."""
    edges = problem.graph.edges
    late = np.argsort(order)[edges] >= step
    over = late[:, 0] != late[:, 1]
    turned: Ints = np.where(late[over, :1], edges[over, ::-1], edges[over])
    return turned


def meeting(problem: Problem, first: Frontier, second: Frontier, told: int) -> Meeting:
    """Two sweeps that have come to a cut, with room for so many pairs to be told: all there is to
    do is to put the states of the first into the lists."""
    edges = across(problem, first.order, int(first.layers.at["step"][0]))
    colours = int(problem.dot.max(initial=-1)) + 1
    states = int(first.layers.at["sources"][0])
    limbs = sum(front.layers.words[0].shape[1] - len(front.new.words) for front in (first, second))
    return Meeting(
        _side(first, edges, problem, colours),
        _side(second, edges[:, ::-1], problem, 2 * colours),
        np.empty((states + LANES * APART, len(edges)), np.int16),
        np.zeros(states + LANES * APART, np.uint64),
        np.zeros((states + LANES * APART, 2), np.uint64),
        states,
        np.empty(colours, np.int64),
        np.full(1 << states.bit_length(), -1, np.int32),
        np.empty(states, np.int32),
        np.zeros(2 * limbs + 1, np.uint64),
        np.empty((told, 2), np.int32),
        records(1, COUNTERS),
    )


def shares(listed: Meeting) -> list[Meeting]:
    """What is left to be done when all states of the first sweep are in the lists, in a part for
    each lane, if that is much: some states of the second."""
    states, rest = len(listed.after), int(listed.second.layers.at["sources"][0])
    lanes = LANES if rest >= SHARED else 1
    ends = [rest * lane // lanes for lane in range(lanes + 1)]
    parts = []
    for lane, (begin, end) in enumerate(pairwise(ends)):
        at = records(1, COUNTERS)
        at["listed"], at["next"], at["end"] = states, begin, end
        second = listed.second._replace(state=own_state(listed.second.state))
        parts.append(
            listed._replace(
                second=second,
                own=states + APART * lane,
                names=listed.names.copy(),
                total=listed.total.copy(),
                told=listed.told.copy(),
                at=at,
            )
        )
    return parts


def _side(front: Frontier, edges: Ints, problem: Problem, own: int) -> Side:
    """What a sweep knows; the edges lead away from it."""
    last = int(front.layers.at["step"][0]) - 1
    slot_of = {v: slot for slot, v in enumerate(front.lines.front[last].tolist())}
    slot = np.array([slot_of[v] for v in edges[:, 1].tolist()], np.int64)
    edge = np.full(front.frame.slots, -1, np.int64)
    edge[slot] = np.arange(len(slot))
    near, far = np.ascontiguousarray(problem.dot[edges.T], np.int64)  # as if there were one edge
    return Side(
        front.layers,
        front.new,
        front.frame.slots,
        slot,
        edge,
        far,
        near,
        int(front.steps.paired[last]),
        own,
    )


def bytes_at(meeting: Meeting) -> int:
    """What the meeting takes, beside the sweeps."""
    return sum(array.nbytes for array in meeting[2:] if isinstance(array, np.ndarray))


def total(meeting: Meeting) -> int:
    """The number of solutions in the pairs that were looked at."""
    return sum(part << 32 * k for k, part in enumerate(meeting.total.tolist()))


@compiled
def meet(meeting: Meeting, budget: int) -> bool:
    """Look at so many states and pairs, or a few more; whether that is all."""
    at = meeting.at[0]
    while at.listed < len(meeting.after) and budget > 0:
        enlist(meeting, at.listed)
        at.listed += 1
        budget -= 1
    while at.next < at.end and budget > 0:
        budget -= match(meeting, at.next)
        at.next += 1
    return bool(at.listed == len(meeting.after) and at.next == at.end)


@compiled
def enlist(meeting: Meeting, s: int) -> None:
    """Put a state of the first sweep into the list of those that use the same edges."""
    i = read(meeting, meeting.first, s, s)
    meeting.after[s] = meeting.lists[i]
    meeting.lists[i] = s


@compiled
def match(meeting: Meeting, t: int) -> int:
    """Add the solutions of all pairs that a state of the second sweep is in; how many states were
    looked at."""
    at, codes, used, seen = meeting.at[0], meeting.codes, meeting.used, meeting.seen
    last = meeting.own
    s = meeting.lists[read(meeting, meeting.second, t, last)]
    looked = 1
    while s >= 0:
        looked += 1
        differ = seen[s, 0] & seen[last, 0] & (seen[s, 1] ^ seen[last, 1])
        if used[s] == used[last] and differ == ZERO and joined(codes[s], codes[last]):
            add_product(meeting, s, t)
            if at.told < len(meeting.told):
                meeting.told[at.told, 0], meeting.told[at.told, 1] = s, t
                at.told += 1
        s = meeting.after[s]
    return looked


@compiled
def read(meeting: Meeting, side: Side, state: int, place: int) -> int:
    """Read a state of a sweep; in which list those are that use the same edges."""
    names, codes, row, slots = meeting.names, meeting.codes[place], side.state.row, side.slots
    copy(side.state, side.layers.words[side.layers.at[0].side][state])
    for name in range(len(names)):
        names[name] = EDGES + name + (side.own if holds(side.renamed, name) else 0)
    bits = EDGES // max(1, len(codes))
    mask = (1 << bits) - 1
    used = known = named = 0
    for e in range(len(codes)):
        a = label(row, side.slot[e])
        use = a == 0 if side.far[e] >= 0 else a != side.slot[e] + 1
        used |= use << e
        colour = side.near[e] if use else side.far[e]
        if colour >= 0 and a > slots:
            names[a - slots - 1] = EDGES + colour
    for e in range(len(codes)):
        a = label(row, side.slot[e])
        if used >> e & 1 == 0:
            codes[e] = NONE
        elif side.far[e] >= 0 or side.near[e] >= 0:
            codes[e] = ENDED
        else:
            codes[e] = side.edge[a - 1] if a <= slots else names[a - slots - 1]
        if codes[e] >= EDGES:
            known |= mask << bits * e
            named |= (codes[e] & mask) << bits * e
    meeting.used[place] = used
    meeting.seen[place, 0], meeting.seen[place, 1] = known, named
    return hash_of(meeting.used[place : place + 1]) & (len(meeting.lists) - 1)


@compiled
def joined(a: Codes, b: Codes) -> bool:
    """Whether two states that use the same edges go together, by their codes."""
    left = 0  # ends of edges that are not yet seen to be on a path from dot to dot
    for e in range(len(a)):
        left += 2 * (a[e] >= 0)
    for e in range(len(a)):
        if a[e] >= EDGES:
            left -= walk(a, b, e)
        if b[e] >= EDGES:
            left -= walk(b, a, e)
    return left == 0


@compiled
def walk(a: Codes, b: Codes, e: int) -> int:
    """Follow a strand that has a colour in `a` over edge e to its other dot; over how many edges
    that leads, or 0 if to another colour."""
    at, edges = e, 1
    while True:
        if b[at] >= EDGES:
            return edges if b[at] == a[e] else 0
        at = int(b[at])
        if a[at] >= EDGES:
            return edges + 1 if a[at] == a[e] else 0
        at = int(a[at])
        edges += 2


@compiled
def add_product(meeting: Meeting, s: int, t: int) -> None:
    """Add how many partial solutions one state stands for times how many the other does."""
    parts, first, second = meeting.total, meeting.first, meeting.second
    a = first.layers.words[first.layers.at[0].side][s, len(first.state.words) :]
    b = second.layers.words[second.layers.at[0].side][t, len(second.state.words) :]
    for i in range(2 * len(a)):
        carry, factor = ZERO, half(a, i)
        if factor == ZERO:
            continue
        for k in range(i, len(parts)):
            if k - i < 2 * len(b):
                carry += factor * half(b, k - i)
            elif carry == ZERO:
                break
            carry += parts[k]
            parts[k] = carry & LOW
            carry >>= HALF


@compiled
def half(words: Words, i: int) -> np.uint64:
    """The i-th 32 bits."""
    return np.uint64((words[i >> 1] >> HALF if i & 1 else words[i >> 1]) & LOW)
