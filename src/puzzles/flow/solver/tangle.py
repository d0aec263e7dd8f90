"""Whether what is left can be joined without crossings, as far as parities tell.

What is not processed lies in a disc, on whose border the curve of the sweep gives the ends of
strands and the dots on the rim. Two colours with both ends there cross an odd number of times if
their ends alternate, unless strands without colour lead them to other places: as part of one of
them, such a strand changes that parity if the ends of the other lie on both sides of it. So each
strand is given to at most one colour in all possible ways, and if some parity is always odd, the
state cannot be finished.

What is on the curve is told as in `steps`: a slot, or −1 − colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.problem import Numbers
from puzzles.flow.solver.state import Frame, Row, holds, label
from puzzles.flow.solver.steps import MOST_ON_CURVE
from puzzles.running.kernels import compiled

MOST_LOOSE = 4  # strands without colour that are tried on colours; with more, a state is kept


class Tangle(NamedTuple):
    """Scratch. The k-th *chord* joins the two ends of a colour on the curve."""

    colour: Numbers  # (chords,)
    left: Numbers  # (chords,): where on the curve its ends are
    right: Numbers  # (chords,)
    odd: Numbers  # (chords,): the set of chords that each crosses oddly
    where: Numbers  # (slots,): where on the curve a slot is, or what is beyond its end
    loose: Numbers  # (MOST_LOOSE,): the set of chords that each strand without colour crosses
    tried: Numbers  # (MOST_LOOSE + 1,): how many options were tried at each depth
    taker: Numbers  # (MOST_LOOSE,): the chord that the strand chosen at a depth is given to


def tangle(slots: int) -> Tangle:
    """Scratch for a sweep with that many slots."""
    colour, left, right, odd = np.zeros((4, MOST_ON_CURVE), np.int64)
    loose, tried, taker = np.zeros((3, MOST_LOOSE + 1), np.int64)
    return Tangle(colour, left, right, odd, np.zeros(slots, np.int64), loose, tried, taker)


@compiled
def untangled(curve: Numbers, row: Row, frame: Frame, room: Tangle) -> bool:
    """Whether the ends on the curve can be joined without crossings, as far as parities tell."""
    colours = both_ends(curve, row, frame)
    if colours & (colours - 1) == 0 or nested(curve, row, frame.slots, colours, room.colour):
        return True
    chords = draw_chords(curve, row, frame.slots, colours, room)
    loose = draw_loose(curve, row, frame.slots, chords, room)
    return loose > MOST_LOOSE or evened(chords, loose, room)


@compiled
def colour_at(s: int, row: Row, slots: int, colours: int) -> int:
    """The colour of what stands on a curve as s; −1 if it has none of `colours`."""
    colour = label(row, s) - slots - 1 if s >= 0 else -1 - s
    return colour if colour >= 0 and holds(colours, colour) else -1


@compiled
def both_ends(curve: Numbers, row: Row, frame: Frame) -> int:
    """The set of colours, of those with two dots, whose two ends are on the curve."""
    once = twice = 0
    for s in curve:
        colour = colour_at(s, row, frame.slots, frame.single)
        if colour >= 0:
            twice |= once & (1 << colour)
            once |= 1 << colour
    return twice


@compiled
def nested(curve: Numbers, row: Row, slots: int, colours: int, stack: Numbers) -> bool:
    """Whether the ends of these colours are like brackets."""
    depth, open_ = 0, 0
    for s in curve:
        colour = colour_at(s, row, slots, colours)
        if colour < 0:
            continue
        if open_ >> colour & 1 == 0:
            open_ |= 1 << colour
            stack[depth] = colour
            depth += 1
        elif stack[depth - 1] == colour:
            depth -= 1
        else:
            return False
    return True


@compiled
def crosses(a: int, b: int, c: int, d: int) -> bool:
    """Whether the chords ab and cd of a circle cross."""
    return (a < c < b) != (a < d < b)


@compiled
def draw_chords(curve: Numbers, row: Row, slots: int, colours: int, room: Tangle) -> int:
    """Note where the ends of these colours are, and which chords cross; how many chords there
    are."""
    left, right, odd = room.left, room.right, room.odd
    for s in range(slots):
        room.where[s] = len(curve)
    chords = 0
    for i in range(len(curve)):
        if curve[i] >= 0:
            room.where[curve[i]] = i
        colour = colour_at(curve[i], row, slots, colours)
        if colour < 0:
            continue
        k = 0
        while k < chords and room.colour[k] != colour:
            k += 1
        if k == chords:
            left[k], room.colour[k], odd[k] = i, colour, 0
            chords += 1
        else:
            right[k] = i
    for a in range(chords):
        for b in range(a):
            if crosses(left[a], right[a], left[b], right[b]):
                odd[a] |= 1 << b
                odd[b] |= 1 << a
    return chords


@compiled
def draw_loose(curve: Numbers, row: Row, slots: int, chords: int, room: Tangle) -> int:
    """Note which chords the strands without colour cross; how many do, as far as MOST_LOOSE + 1."""
    loose = 0
    for i in range(len(curve)):
        mate = label(row, curve[i]) - 1 if curve[i] >= 0 else -1
        if mate < 0 or mate >= slots or room.where[mate] <= i:
            continue
        crossed = 0
        for a in range(chords):
            if crosses(i, room.where[mate], room.left[a], room.right[a]):
                crossed |= 1 << a
        if crossed:
            if loose == MOST_LOOSE:
                return MOST_LOOSE + 1
            room.loose[loose] = crossed
            loose += 1
    return loose


@compiled
def evened(chords: int, loose: int, room: Tangle) -> bool:
    """Whether giving strands to chords can make all parities even: depth first, each time mending
    the first odd pair with a strand that goes to one of the two and crosses the other."""
    odd, tried, taker = room.odd, room.tried, room.taker
    depth = used = 0
    tried[0] = 0
    while True:
        a = 0
        while a < chords and odd[a] == 0:
            a += 1
        if a == chords:
            return True
        b = 0
        while odd[a] >> b & 1 == 0:
            b += 1
        option = tried[depth]
        while option < 2 * loose:
            other = a if option & 1 else b
            if used >> (option >> 1) & 1 == 0 and room.loose[option >> 1] >> other & 1:
                break
            option += 1
        if option < 2 * loose:
            tried[depth], taker[depth] = option + 1, a + b - other
            flip(odd, taker[depth], room.loose[option >> 1], chords)
            depth += 1
            tried[depth] = 0
        elif depth == 0:
            return False
        else:
            depth -= 1
            option = tried[depth] - 1
            flip(odd, taker[depth], room.loose[option >> 1], chords)
        used ^= 1 << (option >> 1)


@compiled
def flip(odd: Numbers, a: int, others: int, chords: int) -> None:
    """Change the parity between chord a and each of `others`."""
    others &= ~(1 << a)
    odd[a] ^= others
    for b in range(chords):
        odd[b] ^= (others >> b & 1) << a
