"""Sets of two to four components that take more moves to join than are left, by the bounds' tables.

Certificates and witnesses rest on them.
"""

from __future__ import annotations

import numpy as np

from puzzles.kami.solver.pair_bound import PairRoom
from puzzles.kami.solver.quad_bound import longer
from puzzles.kami.solver.set_room import prepare, set_room
from puzzles.kami.solver.slices import EVER
from puzzles.kami.solver.triple_bound import TripleRoom, finished, triple_bound, triple_room

Set = tuple[int, ...]  # components, two to four


def unjoined(
    pairs: PairRoom, table: PairRoom | TripleRoom, bound: int, moves: int, goal: int
) -> list[Set]:
    """The sets that so many moves do not join (in the colour `goal`, if that is not −1), all of two
    or all of three as the table has them. The bound left that table so."""
    if moves > bound:
        return []
    rows = table.reached[moves]
    if goal >= 0:
        rows = rows & table.direct[goal]
        if moves:
            rows = rows | table.reached[moves - 1]
    size = int(pairs.first[-1])
    joined = np.unpackbits(rows.view(np.uint8), axis=-1, count=size, bitorder="little")
    return [
        tuple(int(pairs.name[x]) for x in some)
        for some in np.argwhere(joined == 0)
        if (some[:-1] < some[1:]).all()
    ]


def far_three_or_four(pairs: PairRoom, bound: int, left: int, goal: int, fours: bool) -> Set:
    """A set of three, or of four if wanted, that takes more than `left` moves to join; () if there
    is none. `pairs` are as the pair bound left them: it is no more than `left`."""
    n, palette = len(pairs.name), len(pairs.own)
    triples = triple_room(n, palette, left + 1)
    bound, _ = triple_bound(pairs, triples, bound, left + 1, EVER)
    if not finished(triples, n):
        return ()
    if far := unjoined(pairs, triples, bound, left, goal):
        return far[0]
    if fours:
        space = set_room(pairs, triples, left + 1)
        prepare(space, bound, left)
        if longer(space, goal, left):
            return tuple(int(pairs.name[x]) for x in space.far[0])
    return ()
