"""The moves of a position that are worth trying, best first.

The fewer components the child has the better, and above all the nearer the recoloured one lies to
all others: good solutions grow from the middle. The weight was chosen by what beam search finds.
"""

from puzzles.kami.solver.position import Flags, Ints, Positions, bits
from puzzles.running.kernels import compiled

DISTANCE = 24  # how many components a step of distance is worth


@compiled
def pack(cost: int, v: int, colour: int) -> int:
    """Return a move as one number; the one of the least cost is the best."""
    return (cost << 12 | v) << 4 | colour


@compiled
def unpack(move: int) -> tuple[int, int]:
    """Return component and colour of a packed move."""
    return (move >> 4) & 0xFFF, move & 0xF


@compiled
def list_moves(
    positions: Positions, slot: int, counts: Ints, goal: int, tight: bool, allowed: Flags, out: Ints
) -> int:
    """Put the `allowed` (n, colours) moves of a position into `out`, best first; returns their
    number. Reads `eccentricity` as `radius_bound` left it.

    `tight`: as many colours must go as moves are left, so that each has to remove one.
    """
    size, regions, gain = 0, int(counts.sum()), positions.gain
    for i in range(positions.alive.shape[1]):
        for v in bits(i, positions.alive[slot, i]):
            own = positions.colour[slot, v]
            last = counts[own] == 1
            if (tight and not last) or (last and own == goal):
                continue
            for colour in range(len(counts)):
                gain[colour] = 0
            for j in range(positions.alive.shape[1]):
                for w in bits(j, positions.near[slot, v, j]):
                    gain[positions.colour[slot, w]] += 1
            for colour in range(len(counts)):
                if not gain[colour] or not allowed[v, colour]:
                    continue
                cost = regions - gain[colour] + DISTANCE * positions.eccentricity[v]
                move = pack(cost, v, colour)
                place = size
                while place and out[place - 1] > move:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = move
                size += 1
    return size
