"""The frontier method: a sweep over the vertices that counts all solutions without listing them.

A vertex is processed by choosing its edges to later vertices. All that the rest must know of what
was chosen is a *state* (module `state`): what each vertex on the frontier still needs. Partial
solutions with equal states merge, and their numbers add. This is Simpath (Knuth, TAOCP 7.1.4,
exercise 225) with dots.

States that cannot be finished are pruned (modules `pruning` and `lines`).
"""

from __future__ import annotations

from typing import NamedTuple

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
    table_is_ready,
)
from puzzles.flow.solver.lines import Lines, all_lines_fit, new_lines, reset_rates
from puzzles.flow.solver.order import sweep_order
from puzzles.flow.solver.pruning import alive
from puzzles.flow.solver.state import (
    Frame,
    Row,
    State,
    copy,
    join,
    new_state,
)
from puzzles.flow.solver.steps import Lists, Steps, new_steps
from puzzles.running.kernels import compiled

MOST = 2.0**63  # partial solutions, in units of the last limb, for which there is sure to be room


class Frontier(NamedTuple):
    """A sweep in progress."""

    order: Numbers  # (n,): the vertices
    frame: Frame
    steps: Steps
    lines: Lines
    old: State  # the state being expanded
    new: State  # a successor of it
    layers: Layers


def frontier(problem: Problem, major: Floats, minor: Floats, logging: bool) -> Frontier:
    """Return the sweep along `major`, not begun."""
    order = sweep_order(problem, major, minor)
    slots = order.slots
    colours = int(problem.dot.max(initial=-1)) + 1
    old, new = new_state(slots, colours), new_state(slots, colours)
    return Frontier(
        order.order,
        Frame(slots, problem.fill),
        new_steps(order),
        new_lines(order),
        old,
        new,
        new_layers(problem.n, len(old.words), logging),
    )


@compiled
def advance(front: Frontier, budget: int) -> int:
    """Go on until it is DONE, or `budget` states are expanded (ENOUGH), or something is lacking;
    returns which."""
    layers, later, at = front.layers, front.steps.later, front.layers.at[0]
    limit = at.states + budget
    while at.sources and at.step < len(front.order):
        near = later.start[at.step + 1] - later.start[at.step]
        ways = near * near + 1
        if at.next == 0 and at.amount * ways >= MOST:
            return NO_LIMB
        if not table_is_ready(layers, front.new, limit - at.states):
            return ENOUGH
        lack = expand(front, ways, limit)
        if at.next < at.sources:
            return lack
        next_layer(layers)
        reset_rates(front.lines)
    return DONE


@compiled
def expand(front: Frontier, ways: int, limit: int) -> int:
    """Process the vertex of the step in all sources, each in at most so many ways, until `limit`
    states are expanded in all, or something is lacking; returns what is lacking."""
    frame, steps, layers, old, new = front.frame, front.steps, front.layers, front.old, front.new
    at = layers.at[0]
    t, sources = at.step, layers.words[at.side]
    here, later = steps.here[t], steps.later
    near = later.items[later.start[t] : later.start[t + 1]]
    choices = len(near) + 1
    while at.next < at.sources and at.states < limit:
        lack = lacking(layers, ways)
        if lack:
            return lack
        copy(old, sources[at.next])
        enter(old.row, steps.entering, steps.label, t)
        alone = old.row[here] == here + 1
        most = 2 if alone else 1 if old.row[here] else 0
        least = 0 if alone and not frame.fill else most
        for i in range(choices):
            for j in range(max(i, 1)):
                edges = (i > 0) + (j > 0)
                if edges != least and edges != most:
                    continue
                copy(new, old.words)
                if not use_edges(new.row, here, near, i, j, frame.slots):
                    continue
                place = find(layers, new.words)
                if layers.table[place] < 0 and not (
                    alive(steps.around, t, new.row, frame)
                    and all_lines_fit(front.lines, t, new.row, frame.slots)
                ):
                    continue
                merge(layers, new.words, place, (at.next * choices + i) * choices + j)
        at.next += 1
        at.states += 1
    return ENOUGH


@compiled
def enter(row: Row, entering: Lists, label: Numbers, t: int) -> None:
    """Put the vertices that come to the frontier into a state."""
    for k in range(entering.start[t], entering.start[t + 1]):
        row[entering.items[k]] = label[k]


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
