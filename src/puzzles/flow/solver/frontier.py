"""The frontier method: a sweep over the vertices that counts all solutions without listing them.

A vertex is processed by choosing its edges to later vertices. All that the rest must know of what
was chosen is a *state* (module `state`): what each vertex on the frontier still needs. Partial
solutions with equal states merge, and their counts add. This is Simpath (Knuth, TAOCP 7.1.4,
exercise 225) with dots. The names of colours whose dots are all seen make no difference, so they
are given anew, in the order of the slots.

States that cannot be finished are dropped, on three grounds:

- `alive`: a vertex has no neighbour, or no two, that it may be joined to as it needs;
- `has_room` (module `lines`): more paths must cross a line over the board than fit on it;
- `untangled` (module `tangle`): pipes would have to cross.
"""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Floats, Numbers, Problem
from puzzles.flow.solver.groups import Share, give, take
from puzzles.flow.solver.layers import (
    ENOUGH,
    NO_LIMB,
    NO_OUT,
    Layers,
    find,
    lacking,
    layers,
    merge,
    tidied,
    turn,
)
from puzzles.flow.solver.lines import Lines, ask_anew, has_room, lines
from puzzles.flow.solver.state import (
    MOST_COLOURS,
    Frame,
    Row,
    State,
    copy,
    frame,
    holds,
    join,
    joinable,
    label,
    own_state,
    part,
    state,
)
from puzzles.flow.solver.steps import Around, Rows, Steps, steps
from puzzles.flow.solver.sweep import sweep
from puzzles.flow.solver.tangle import Tangle, tangle, untangled
from puzzles.running.kernels import compiled, lowest

DONE, MANY = -1, -2  # as what is lacking: nothing any more; nothing, but there are many states
MOST = 2.0**63  # partial solutions, in units of the last limb, for which there is sure to be room


class Frontier(NamedTuple):
    """A sweep in progress."""

    order: Numbers  # (n,): the vertices
    frame: Frame
    steps: Steps
    lines: Lines
    tangle: Tangle
    old: State  # the state being expanded
    new: State  # one that is made of it
    names: Numbers  # (colours,): scratch
    layers: Layers


def frontier(
    problem: Problem, major: Floats, minor: Floats, untouching: bool, logging: bool
) -> Frontier:
    """The sweep along `major`, not begun."""
    way = sweep(problem, major, minor)
    fixed = frame(problem, way.slots, untouching)
    colours = int(problem.dot.max(initial=-1)) + 1
    old, new = state(fixed, colours), state(fixed, colours)
    return Frontier(
        way.order,
        fixed,
        steps(way),
        lines(way),
        tangle(way.slots),
        old,
        new,
        np.zeros(colours, np.int64),
        layers(problem.n, len(old.words), logging),
    )


def on_lane(front: Frontier, layers: Layers) -> Frontier:
    """The same sweep with other layers, and scratch of its own."""
    return front._replace(
        lines=deepcopy(front.lines),
        tangle=deepcopy(front.tangle),
        old=own_state(front.old),
        new=own_state(front.new),
        names=front.names.copy(),
        layers=layers,
    )


@compiled
def advance(front: Frontier, share: Share, until: int, budget: int, many: int) -> int:
    """Go on until DONE with so many steps, of all groups of a share if it has any, or until a step
    with as MANY sources, or until `budget` states are expanded, or something is lacking; what it
    is."""
    groups, at = len(share.starts) - 1, front.layers.at[0]
    limit = at.states + budget
    while groups < 0 or share.at[0].group < groups:
        if groups >= 0 and not share.at[0].taken:
            take(share, front.layers)
            ask_anew(front.lines)
        lack = go_on(front, until, limit, many)
        if lack != DONE or groups < 0:
            return lack
        if not give(share, front.layers):
            return NO_OUT
    return DONE


@compiled
def go_on(front: Frontier, until: int, limit: int, many: int) -> int:
    """The same for the states that are in `front`, until `limit` are expanded in all."""
    layers, later, at = front.layers, front.steps.later, front.layers.at[0]
    while True:
        if at.next == at.sources:
            turn(layers)
            ask_anew(front.lines)
        if at.step == until or at.sources == 0:
            return DONE
        near = later.start[at.step + 1] - later.start[at.step]
        ways = near * near + 1
        if at.next == 0 and at.sources >= many:
            return MANY
        if at.next == 0 and at.amount * ways >= MOST:
            return NO_LIMB
        if not tidied(layers, front.new, limit - at.states):
            return ENOUGH
        lack = expand(front, ways, limit)
        if at.next < at.sources:
            return lack


@compiled
def expand(front: Frontier, ways: int, limit: int) -> int:
    """Process the vertex of the step in all sources, each in at most so many ways, until `limit`
    states are expanded in all, or something is lacking; what that is."""
    frame, steps, layers, old, new = front.frame, front.steps, front.layers, front.old, front.new
    at = layers.at[0]
    t, sources = at.step, layers.words[at.side]
    here, later, curve = steps.here[t], steps.later, steps.curve
    near = later.items[later.start[t] : later.start[t + 1]]
    border, gap = curve.items[curve.start[t] : curve.start[t + 1]], steps.gap[t]
    choices = len(near) + 1
    while at.next < at.sources and at.states < limit:
        lack = lacking(layers, ways)
        if lack:
            return lack
        copy(old, sources[at.next])
        enter(old.row, steps.entering, steps.label, t, frame)
        alone = old.row[here] == here + 1
        most = 2 if alone else 1 if old.row[here] else 0
        least = 0 if alone and not frame.fill else most
        for i in range(choices):
            for j in range(max(i, 1)):
                edges = (i > 0) + (j > 0)
                if edges != least and edges != most:
                    continue
                copy(new, old.words)
                if not draw(new.row, here, near, i, j, frame):
                    continue
                # Otherwise the ends lie in the same order as before.
                stirred = not steps.still[t] or joins(old.row, here, near, i, j)
                if stirred:
                    name_anew(new.row, steps.paired[t], border, front.names, frame.slots)
                place = find(layers, new.words)
                if layers.table[place] < 0:
                    if not alive(steps.around, t, new.row, frame):
                        continue
                    if not has_room(front.lines, t, new.row, frame.slots):
                        continue
                    passing = stirred or not steps.quiet[t]
                    if passing and not untangled(border, new.row, frame, gap, front.tangle):
                        continue
                merge(layers, new.words, place, (at.next * choices + i) * choices + j)
        at.next += 1
        at.states += 1
    return ENOUGH


@compiled
def joins(row: Row, here: int, near: Numbers, i: int, j: int) -> bool:
    """Whether the edges to be drawn from `here` join two strands of more than one vertex."""
    ends = int(row[here] != here + 1)
    if i:
        ends += row[near[i - 1]] != near[i - 1] + 1
    if j:
        ends += row[near[j - 1]] != near[j - 1] + 1
    return ends > 1


@compiled
def name_anew(row: Row, colours: int, border: Numbers, names: Numbers, slots: int) -> None:
    """Give these colours, all of whose dots are seen, to the strands in the order of their ends on
    the border, or in their slots if there is none: which of them a pair of ends has makes no
    difference to what is left. `names` (colours,) is scratch."""
    if colours & (colours - 1) == 0:
        return
    left, met = colours, 0
    for k in range(len(border) if len(border) else slots):
        x = border[k] if len(border) else k
        old = label(row, x) - slots - 1 if x >= 0 else -1
        if old < 0 or not holds(colours, old):
            continue
        if met >> old & 1 == 0:
            met |= 1 << old
            names[old] = 1 + slots + lowest(np.uint64(left))
            left &= left - 1
        row[x] = names[old]


@compiled
def enter(row: Row, entering: Rows, label: Numbers, t: int, frame: Frame) -> None:
    """Put the vertices that come to the frontier into a state."""
    for k in range(entering.start[t], entering.start[t + 1]):
        slot = entering.items[k]
        row[slot] = label[k]
        if frame.untouching:
            row[frame.slots + slot] = slot + 1


@compiled
def draw(row: Row, here: int, near: Numbers, i: int, j: int, frame: Frame) -> bool:
    """Join the vertex that is processed to the i-th and j-th (from 1; 0: none) of its later
    neighbours, and take it from the frontier; whether that is allowed."""
    if i and not join(row, here, near[i - 1], frame):
        return False
    if j and not join(row, here, near[j - 1], frame):
        return False
    if frame.untouching:
        return part(row, here, near, i, j, frame)
    row[here] = 0
    return True


@compiled
def alive(around: Around, t: int, row: Row, frame: Frame) -> bool:
    """Whether the vertices to which something has happened can still get the edges they need."""
    for k in range(around.slot.start[t], around.slot.start[t + 1]):
        x = around.slot.items[k]
        own = label(row, x)
        if own == x + 1:
            if frame.fill and not goes_on(around, k, row, frame):
                return False
        elif own and not ends(around, k, row, frame):
            return False
    return True


@compiled
def ends(around: Around, k: int, row: Row, frame: Frame) -> bool:
    """Whether the k-th vertex, an end of a strand, may be joined to some neighbour."""
    if around.beyond[k]:
        return True
    x = around.slot.items[k]
    own = label(row, x)
    for i in range(around.dots.start[k], around.dots.start[k + 1]):
        if own <= frame.slots or own == 1 + frame.slots + around.dots.items[i]:
            return True
    for i in range(around.near.start[k], around.near.start[k + 1]):
        if joinable(row, x, around.near.items[i], frame):
            return True
    return False


@compiled
def goes_on(around: Around, k: int, row: Row, frame: Frame) -> bool:
    """Whether a path may lead through the k-th vertex, which is on none: whether it may be joined
    to two neighbours that are not of two colours, nor the ends of one strand. Colours that share a
    bit are taken for one, which only keeps more."""
    x, colours, loose = around.slot.items[k], 0, -1
    free = around.beyond[k] > 0
    for i in range(around.dots.start[k], around.dots.start[k + 1]):
        colour = 1 << around.dots.items[i] % MOST_COLOURS
        if free or colours & colour:
            return True
        colours |= colour
    for i in range(around.near.start[k], around.near.start[k + 1]):
        y = around.near.items[i]
        if not joinable(row, x, y, frame):
            continue
        if free:
            return True
        other = label(row, y)
        if other > frame.slots:
            colour = 1 << (other - 1 - frame.slots) % MOST_COLOURS
            if loose >= 0 or colours & colour:
                return True
            colours |= colour
        elif colours or (loose >= 0 and other - 1 != loose):
            return True
        else:
            loose = y
    return False
