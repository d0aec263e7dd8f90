"""Whether what is left can be joined without crossings, as far as parities tell.

What is not processed lies in a disc, on whose border the curve of the sweep gives the ends of
strands and the dots on the rim. Two colours with both ends there cross an odd number of times if
their ends alternate, unless strands without colour lead them to other places: as part of one of
them, such a strand changes that parity if the ends of the other lie on both sides of it. So each
strand is given to at most one colour in all possible ways, and if some parity is always odd, the
state cannot be finished.

Ends alternate if an odd number of one colour's lie between the other's, so one way along the curve
tells all crossings. What is on it is told as in `steps`: a slot, or −1 − colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.problem import Numbers
from puzzles.flow.solver.state import MOST_COLOURS, Frame, Row, holds, label
from puzzles.running.kernels import compiled

MOST_LOOSE = 4  # strands without colour that are tried on colours; with more, a state is kept


class Tangle(NamedTuple):
    """Scratch. The *chord* of a colour joins its two ends on the curve."""

    chord: Numbers  # (MOST_COLOURS,): the colours that have one, as far as there are
    odd: Numbers  # (MOST_COLOURS,): the set of colours that each crosses oddly
    before: Numbers  # (slots,): the set of colours with an odd number of ends before a slot
    loose: Numbers  # (MOST_LOOSE,): the set of colours that each strand without colour crosses
    tried: Numbers  # (MOST_LOOSE + 1,): how many options were tried at each depth
    taker: Numbers  # (MOST_LOOSE,): the colour that the strand chosen at a depth is given to


def tangle(slots: int) -> Tangle:
    """Scratch for a sweep with that many slots."""
    chord, odd = np.zeros((2, MOST_COLOURS), np.int64)
    loose, tried, taker = np.zeros((3, MOST_LOOSE + 1), np.int64)
    return Tangle(chord, odd, np.zeros(slots, np.int64), loose, tried, taker)


@compiled
def untangled(curve: Numbers, row: Row, frame: Frame, room: Tangle) -> bool:
    """Whether the ends on the curve can be joined without crossings, as far as parities tell."""
    chords = draw_chords(curve, row, frame, room)
    colours = crossed = 0
    for k in range(chords):
        colours |= 1 << room.chord[k]
    for k in range(chords):
        c = room.chord[k]
        room.odd[c] &= colours & ~(1 << c)
        crossed |= room.odd[c]
    if crossed == 0:
        return True
    loose = draw_loose(row, frame.slots, colours, room)
    return loose > MOST_LOOSE or evened(chords, loose, room)


@compiled
def draw_chords(curve: Numbers, row: Row, frame: Frame, room: Tangle) -> int:
    """Note the chords, and of which colours an odd number of ends lies between theirs, and before
    each slot; how many chords there are."""
    chords = seen = odd = 0
    for s in curve:
        c = -1 - s
        if s >= 0:
            room.before[s] = odd
            c = label(row, s) - frame.slots - 1
        if c < 0 or not holds(frame.single, c):
            continue
        if holds(seen, c):
            room.odd[c] ^= odd
            room.chord[chords] = c
            chords += 1
        else:
            room.odd[c] = odd
            seen |= 1 << c
        odd ^= 1 << c
    return chords


@compiled
def draw_loose(row: Row, slots: int, colours: int, room: Tangle) -> int:
    """Note which of these colours the strands without colour cross; how many do, as far as
    MOST_LOOSE + 1."""
    loose = 0
    for s in range(slots):
        mate = label(row, s) - 1
        if mate <= s or mate >= slots:
            continue
        crossed = (room.before[s] ^ room.before[mate]) & colours
        if crossed:
            if loose == MOST_LOOSE:
                return MOST_LOOSE + 1
            room.loose[loose] = crossed
            loose += 1
    return loose


@compiled
def evened(chords: int, loose: int, room: Tangle) -> bool:
    """Whether giving strands to colours can make all parities even: depth first, each time mending
    the first odd pair with a strand that goes to one of the two and crosses the other."""
    chord, odd, tried, taker = room.chord, room.odd, room.tried, room.taker
    depth = used = 0
    tried[0] = 0
    while True:
        k = 0
        while k < chords and odd[chord[k]] == 0:
            k += 1
        if k == chords:
            return True
        a, b = chord[k], 0
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
            flip(room, taker[depth], room.loose[option >> 1], chords)
            depth += 1
            tried[depth] = 0
        elif depth == 0:
            return False
        else:
            depth -= 1
            option = tried[depth] - 1
            flip(room, taker[depth], room.loose[option >> 1], chords)
        used ^= 1 << (option >> 1)


@compiled
def flip(room: Tangle, a: int, others: int, chords: int) -> None:
    """Change the parity between colour a and each of `others`."""
    odd, others = room.odd, others & ~(1 << a)
    odd[a] ^= others
    for k in range(chords):
        b = room.chord[k]
        odd[b] ^= (others >> b & 1) << a
