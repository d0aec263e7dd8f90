"""The moves of a position that are worth trying, best first.

The fewer components the child has the better, and above all the nearer the recoloured one lies to
all others: good solutions grow from the middle. Where not every move must lower the pair bound,
those that cannot come first: they sleep after the others, most of which are left out where all must
lower it (docs/kami-solver.md, "The search").
"""

from puzzles.kami.solver.position import Flags, Ints, Positions, bits
from puzzles.running.kernels import compiled

DISTANCE = 24  # how many components a step of distance is worth
LATER = 1 << 20  # so much more costs a move that can lower the bound


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
    positions: Positions,
    slot: int,
    counts: Ints,
    goal: int,
    tight: bool,
    lowering: Flags,
    must_lower: bool,
    asleep: Flags,
    out: Ints,
) -> int:
    """Put the moves of a position that are not `asleep` (n, colours) into `out`, best first; return
    their number. Reads `eccentricity` as `radius_bound` left it.

    `tight`: as many colours must go as moves are left, so that each has to remove one. `lowering`
    are those that can lower the pair bound, which they all `must_lower`, or need not.
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
                lowers = lowering[v, colour]
                if not gain[colour] or asleep[v, colour] or (must_lower and not lowers):
                    continue
                cost = regions - gain[colour] + DISTANCE * positions.eccentricity[v]
                cost += LATER * lowers
                move = pack(cost, v, colour)
                place = size
                while place and out[place - 1] > move:
                    out[place] = out[place - 1]
                    place -= 1
                out[place] = move
                size += 1
    return size
