"""The frontier method: a sweep over the vertices that counts all solutions without listing them.

A vertex is processed by choosing its edges to later vertices. All that the rest must know of what
was chosen is a *state* (module `state`): what each vertex on the frontier still needs. Partial
solutions with equal states merge, and their numbers add. This is Simpath (Knuth, TAOCP 7.1.4,
exercise 225) with dots.

States that cannot be finished are pruned (module `pruning`).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Floats, Numbers, Problem
from puzzles.flow.solver.layers import (
    DONE,
    ENOUGH,
    NO_LIMB,
    Layers,
    find,
    lacking,
    merge,
    new_layers,
    next_layer,
)
from puzzles.flow.solver.order import SweepOrder, sweep_order
from puzzles.flow.solver.pruning import Ends, alive, find_ends, new_ends
from puzzles.flow.solver.state import Row, State, copy, join, new_state
from puzzles.running.kernels import compiled

MOST = 2.0**63  # partial solutions, in units of the last limb, for which there is sure to be room


class Frontier(NamedTuple):
    """A sweep in progress. Vertices are given by their slots."""

    order: SweepOrder
    fill: bool  # whether all vertices must be used
    later: Numbers  # (degree,): the later neighbours of the vertex that is processed
    ends: Ends
    old: State  # the state being expanded
    new: State  # a successor of it
    layers: Layers


def frontier(problem: Problem, major: Floats, minor: Floats, logging: bool) -> Frontier:
    """Return the sweep along `major`, not begun."""
    order = sweep_order(problem, major, minor)
    colours = int(problem.dot.max(initial=-1)) + 1
    old, new = new_state(order.slots, colours), new_state(order.slots, colours)
    return Frontier(
        order,
        problem.fill,
        np.empty(int(np.diff(order.indptr).max(initial=0)), np.int64),
        new_ends(order),
        old,
        new,
        new_layers(problem.n, len(old.words), logging),
    )


@compiled
def advance(front: Frontier, budget: int) -> int:
    """Go on until it is DONE, or `budget` states are expanded (ENOUGH), or something is lacking;
    returns which."""
    order, layers, at = front.order, front.layers, front.layers.at[0]
    limit = at.states + budget
    while at.sources and at.step < len(order.order):
        near = find_later(order, at.step, front.later)
        find_ends(order, at.step, front.ends)
        if at.next == 0 and at.amount * (near * near + 1) >= MOST:
            return NO_LIMB
        lack = expand(front, near, limit)
        if at.next < at.sources:
            return lack
        next_layer(layers)
    return DONE


@compiled
def find_later(order: SweepOrder, t: int, later: Numbers) -> int:
    """List the later neighbours of the vertex of step t; returns their number."""
    v, near = order.order[t], 0
    for i in range(order.indptr[v], order.indptr[v + 1]):
        if order.position[order.indices[i]] > t:
            later[near] = order.slot[order.indices[i]]
            near += 1
    return near


@compiled
def expand(front: Frontier, near: int, limit: int) -> int:
    """Process the vertex of the step, which has so many later neighbours, in all sources, until
    `limit` states are expanded in all, or something is lacking; returns what is lacking."""
    order, layers, old, new = front.order, front.layers, front.old, front.new
    at, slots = layers.at[0], order.slots
    t, sources = at.step, layers.words[at.side]
    here, choices = order.slot[order.order[t]], near + 1
    while at.next < at.sources and at.states < limit:
        lack = lacking(layers, near * near + 1)
        if lack:
            return lack
        copy(old, sources[at.next])
        enter(old.row, order, t)
        alone = old.row[here] == here + 1
        most = 2 if alone else 1 if old.row[here] else 0
        least = 0 if alone and not front.fill else most
        for i in range(choices):
            for j in range(max(i, 1)):
                edges = (i > 0) + (j > 0)
                if edges != least and edges != most:
                    continue
                copy(new, old.words)
                if not use_edges(new.row, here, front.later, i, j, slots):
                    continue
                place = find(layers, new.words)
                if layers.table[place] < 0 and not alive(front.ends, new.row, slots):
                    continue
                merge(layers, new.words, place, (at.next * choices + i) * choices + j)
        at.next += 1
        at.states += 1
    return ENOUGH


@compiled
def enter(row: Row, order: SweepOrder, t: int) -> None:
    """Put the vertices that come to the frontier into a state: the one that is processed, and its
    neighbours."""
    v = order.order[t]
    for i in range(order.indptr[v] - 1, order.indptr[v + 1]):
        w = v if i < order.indptr[v] else order.indices[i]
        if order.seen[w] == t:
            dot, slot = order.dot[w], order.slot[w]
            row[slot] = 1 + slot if dot < 0 else 1 + order.slots + dot


@compiled
def use_edges(row: Row, here: int, near: Numbers, i: int, j: int, slots: int) -> bool:
    """Join the vertex that is processed to the i-th and j-th (from 1; 0: none) of its later
    neighbours, and take it from the frontier; False if that is not allowed."""
    if i and not join(row, here, near[i - 1], slots):
        return False
    if j and not join(row, here, near[j - 1], slots):
        return False
    row[here] = 0
    return True
