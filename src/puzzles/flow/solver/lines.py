"""Lines across the board: a state is pruned if more paths must cross one than fit on it.

The vertices are put on numbered lines so that edges only lead to the same line or the next. Then a
path with ends on both sides of a line has a vertex on it, unless a strand without colour carries
it across where the sweep has been, and each can do so for one path. So at any step, on each line,
the paths that have their ends on both sides or one on it, less the strands across it, are no more
than the vertices left.

There are three families of lines: in the direction of the sweep, and both diagonals.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers
from puzzles.flow.solver.order import SweepOrder
from puzzles.flow.solver.state import Row, label
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled

FAMILIES = 3
# A family is skipped if after TRIAL states of a step it has refused less than one in SHARE; and
# looked at for one in SHARE all the same.
TRIAL, SHARE = 8, 64
NEAR = 1e-6  # coordinates that differ by less are the same


class Lines(NamedTuple):
    """The lines of each family, up to W, after each of n steps."""

    line: Ints  # (FAMILIES, n): the line of each vertex
    # (n, FAMILIES, W): vertices left on each line, less the paths between two dots ahead
    room: Ints
    ahead: Ints  # (n, FAMILIES, colours): the line of the dot ahead, if it is one, or −1
    front: Ints  # (n, slots): the vertex in each slot, or −1
    counted: npt.NDArray[np.bool_]  # (colours,): the colours with two dots
    crossing: Numbers  # (W + 1,): scratch
    end: Numbers  # (colours,): scratch
    asked: Numbers  # (FAMILIES,): how many states of a step came to a family
    refused: Numbers  # (FAMILIES,): and found no room


def new_lines(sweep: SweepOrder) -> Lines:
    """Return the lines for a sweep."""
    n = len(sweep.order)
    line = np.zeros((FAMILIES, n), np.int32)
    number_lines(sweep, line)
    width = int(line.max(initial=0)) + 1
    dots = np.bincount(sweep.dot[sweep.dot >= 0])
    new = Lines(
        line,
        np.zeros((n, FAMILIES, width), np.int32),
        np.full((n, FAMILIES, len(dots)), -1, np.int32),
        np.full((n, sweep.slots), -1, np.int32),
        dots == 2,
        np.zeros(width + 1, np.int64),
        np.full(len(dots), -1, np.int64),
        np.zeros(FAMILIES, np.int64),
        np.zeros(FAMILIES, np.int64),
    )
    fill_in(sweep, new)
    return new


@compiled
def number_lines(sweep: SweepOrder, line: Ints) -> None:
    """Number the lines of each family from 0 on in `line` (FAMILIES, n), all 0: as many are put
    together as the longest edge leads across."""
    order, across, x, y = sweep.order, sweep.across, 0, 0
    for k in range(1, len(order)):
        x += sweep.minor[across[k]] - sweep.minor[across[k - 1]] > NEAR
        y += sweep.major[order[k]] - sweep.major[order[k - 1]] > NEAR
        for f in range(FAMILIES):
            line[f, across[k]] += x
        line[1, order[k]] += y
        line[2, order[k]] -= y
    for f in range(FAMILIES):
        first, jump = 0, 1
        for v in range(len(order)):
            first = min(first, line[f, v])
            for i in range(sweep.indptr[v], sweep.indptr[v + 1]):
                jump = max(jump, line[f, v] - line[f, sweep.indices[i]])
        for v in range(len(order)):
            line[f, v] = (line[f, v] - first) // jump


@compiled
def fill_in(sweep: SweepOrder, lines: Lines) -> None:
    """Fill in `room`, `ahead` and `front`."""
    seen, dot, ahead = sweep.seen, sweep.dot, lines.ahead
    for end in range(len(sweep.order)):
        v = sweep.order[end]
        for t in range(seen[v], end):
            lines.front[t, sweep.slot[v]] = v
        for f in range(FAMILIES):
            x = lines.line[f, v]
            for t in range(end):
                lines.room[t, f, x] += 1
            for t in range(seen[v] if dot[v] >= 0 and lines.counted[dot[v]] else 0):
                y = ahead[t, f, dot[v]]
                if y < 0:
                    ahead[t, f, dot[v]] = x
                    continue
                ahead[t, f, dot[v]] = -1
                for z in range(min(x, y), max(x, y) + 1):
                    lines.room[t, f, z] -= 1


@compiled
def reset_rates(lines: Lines) -> None:
    """Forget how often each family refused a state, for the next step."""
    for f in range(FAMILIES):
        lines.asked[f] = lines.refused[f] = 0


@compiled
def all_lines_fit(lines: Lines, t: int, row: Row, slots: int) -> bool:
    """Say if the paths of a state after step t, whose labels are in `row`, fit on all lines."""
    asked, refused = lines.asked, lines.refused
    for f in range(FAMILIES):
        asked[f] += 1
        if SHARE * refused[f] < asked[f] > TRIAL and asked[f] % SHARE:
            continue
        count_crossings(lines, f, t, row, slots)
        if not fits(lines, f, t):
            refused[f] += 1
            return False
    return True


@compiled
def count_crossings(lines: Lines, f: int, t: int, row: Row, slots: int) -> None:
    """Note in `crossing` where paths come to lines of a family, and after which they leave them."""
    line, front, crossing, end = lines.line, lines.front, lines.crossing, lines.end
    for s in range(slots):
        if front[t, s] < 0:
            continue
        x, a = line[f, front[t, s]], label(row, s)
        if 0 < a <= slots:
            y = line[f, front[t, a - 1]]
            if x + 1 < y:
                crossing[x + 1] -= 1
                crossing[y] += 1
            continue
        y = x  # full: nothing else has room there
        if a > slots:
            c = a - slots - 1
            if not lines.counted[c]:
                continue
            y = lines.ahead[t, f, c]
            if y < 0 and end[c] < 0:  # the other end comes later
                end[c] = x
                continue
            if y < 0:
                y = end[c]
                end[c] = -1
        crossing[min(x, y)] += 1
        crossing[max(x, y) + 1] -= 1


@compiled
def fits(lines: Lines, f: int, t: int) -> bool:
    """Say if no line of a family has more paths than vertices left; clears `crossing`."""
    crossing, width = lines.crossing, lines.room.shape[2]
    paths, fit = 0, True
    for x in range(width):
        paths += crossing[x]
        crossing[x] = 0
        fit &= paths <= lines.room[t, f, x]
    crossing[width] = 0
    return fit
