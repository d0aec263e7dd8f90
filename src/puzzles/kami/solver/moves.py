"""The moves of a position that are worth trying, best first.

The fewer components the child has the better, and above all the nearer the recoloured one lies to
all others: good solutions grow from the middle. The weight was chosen by what beam search finds.
"""

from puzzles.kami.solver.position import Flags, Ints, Positions, bits, components
from puzzles.running.kernels import compiled

DISTANCE = 24  # how many components a step of distance is worth


@compiled
def pack(worth: int, v: int, colour: int) -> int:
    """Return a move as one number; the least is the best."""
    return (worth << 12 | v) << 4 | colour


def merit(moves: Ints) -> Ints:
    """Return the key that packed moves are sorted by."""
    return moves >> 16


@compiled
def unpack(move: int) -> tuple[int, int]:
    """Return component and colour of a packed move."""
    return (move >> 4) & 0xFFF, move & 0xF


@compiled
def list_moves(
    room: Positions, slot: int, counts: Ints, goal: int, tight: bool, allowed: Flags, out: Ints
) -> int:
    """Put the `allowed` (n, colours) moves of a position into `out`, best first; returns their
    number.

    `tight`: as many colours must go as moves are left, so that each has to remove one.
    """
    size, regions = 0, components(counts)
    for i in range(room.alive.shape[1]):
        for v in bits(i, room.alive[slot, i]):
            own = room.colour[slot, v]
            last = counts[own] == 1
            if (tight and not last) or (last and own == goal):
                continue
            for colour in range(len(counts)):
                room.gain[colour] = 0
            for j in range(room.alive.shape[1]):
                for w in bits(j, room.near[slot, v, j]):
                    room.gain[room.colour[slot, w]] += 1
            for colour in range(len(counts)):
                if not room.gain[colour] or not allowed[v, colour]:
                    continue
                worth = regions - room.gain[colour] + DISTANCE * room.eccentricity[v]
                move = pack(worth, v, colour)
                at = size
                while at and out[at - 1] > move:
                    out[at] = out[at - 1]
                    at -= 1
                out[at] = move
                size += 1
    return size
