"""The moves of a position that are worth trying, best first.

The fewer components the child has the better, and above all the nearer the recoloured one lies to
all others: good solutions grow from the middle. The weight was chosen by what beam search finds.

Where any final colour will do, dominated moves are dropped: those that merge a component v with a
single neighbour w, all of v's other neighbours being w's neighbours, too. Such a move makes the
position that is left without v. So v can as well be left for the end, when one move, recolouring
all the rest to v's colour, takes it in; and by induction the position without v can be begun with
a best move that is not dominated. Only where all regions touch each other and no two have the same
colour would none be left; there all moves are best, and all are kept.
"""

from __future__ import annotations

import numpy as np

from puzzles.kami.solver.position import ONE, Flags, Ints, Positions
from puzzles.running.kernels import compiled, lowest

DISTANCE = 24  # how many components a step of distance is worth


@compiled
def pack(worth: int, v: int, colour: int) -> int:
    """A move as one number; the least is the best."""
    return (worth << 12 | v) << 4 | colour


def merit(moves: Ints) -> Ints:
    """Return the key that packed moves are sorted by."""
    return moves >> 16


@compiled
def unpack(move: int) -> tuple[int, int]:
    """Component and colour of a packed move."""
    return (move >> 4) & 0xFFF, move & 0xF


@compiled
def components(counts: Ints) -> int:
    """The sum of `counts`."""
    size = 0
    for count in counts:
        size += count
    return size


@compiled
def several(counts: Ints) -> bool:
    """Return True if there are two components of one colour."""
    for count in counts:  # noqa: SIM110 - there is no any() in compiled code
        if count > 1:
            return True
    return False


@compiled
def covers(room: Positions, slot: int, w: int, v: int) -> bool:
    """Return True if all neighbours of v are neighbours of its neighbour w, or w itself."""
    for j in range(room.alive.shape[1]):
        beyond = room.near[slot, v, j] & ~room.near[slot, w, j]
        if w >> 6 == j:
            beyond &= ~(ONE << np.uint64(w & 63))
        if beyond:
            return False
    return True


@compiled
def list_moves(
    room: Positions,
    slot: int,
    counts: Ints,
    goal: int,
    tight: bool,
    allowed: Flags,
    out: Ints,
) -> int:
    """Put the `allowed` (n, colours) moves of a position into `out`, best first, without dominated
    ones; their number.

    `tight`: as many colours must go as moves are left, so that each has to remove one.
    """
    size = 0
    gain, partner = room.gain, room.partner
    regions = components(counts)
    drop = goal < 0 and several(counts)
    for i in range(room.alive.shape[1]):
        left = room.alive[slot, i]
        while left:
            v = (i << 6) + lowest(left)
            left &= left - ONE
            own = room.colour[slot, v]
            last = counts[own] == 1
            if (tight and not last) or (last and own == goal):
                continue
            for colour in range(len(counts)):
                gain[colour] = 0
            for j in range(room.alive.shape[1]):
                word = room.near[slot, v, j]
                while word:
                    w = (j << 6) + lowest(word)
                    word &= word - ONE
                    gain[room.colour[slot, w]] += 1
                    partner[room.colour[slot, w]] = w
            for colour in range(len(counts)):
                if not gain[colour] or not allowed[v, colour]:
                    continue
                if not (drop and gain[colour] == 1 and covers(room, slot, partner[colour], v)):
                    worth = regions - gain[colour] + DISTANCE * room.eccentricity[v]
                    move = pack(worth, v, colour)
                    at = size
                    while at and out[at - 1] > move:
                        out[at] = out[at - 1]
                        at -= 1
                    out[at] = move
                    size += 1
    return size
