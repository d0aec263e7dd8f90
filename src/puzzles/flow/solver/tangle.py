"""Whether what is left can be joined without crossings, as far as parities tell.

What is not processed lies in a disc, on whose border the curve of the sweep gives the ends of
strands and the dots that are there, or near (module `border`). Two colours with both ends there
cross an odd number of times if their ends alternate, unless strands without colour lead them to
other places: as part of one of them, such a strand changes that parity if the ends of the other lie
on both sides of it. Colours may cross only where one passes between the border and a dot of the
other, and few can. So each strand is given to at most one colour in all possible ways, and if in
each more colours would have to pass than can, the state cannot be finished.

Ends alternate if an odd number of one colour's lie between the other's, so one way along the curve
tells all crossings. What is on it is told as in `steps`: a slot, or −1 − colour.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from puzzles.flow.rules.problem import Numbers
from puzzles.flow.solver.state import MOST_COLOURS, Frame, Row, holds, label
from puzzles.running.kernels import compiled

# Strands without colour that are tried on colours, and how many ways to give them to some are; with
# more, a state is kept.
MOST_LOOSE, MOST_SETS = 7, 64


class Tangle(NamedTuple):
    """Scratch. The *chord* of a colour joins its two ends on the curve."""

    chord: Numbers  # (MOST_COLOURS,): the colours that have one, as far as there are
    odd: Numbers  # (MOST_COLOURS,): the set of colours that each crosses oddly
    before: Numbers  # (slots,): the set of colours with an odd number of ends before a slot
    loose: Numbers  # (MOST_LOOSE,): the set of colours that each strand without colour crosses
    # (MOST_LOOSE + 1,): how many options were tried at each depth, a strand and a colour each
    tried: Numbers


def tangle(slots: int) -> Tangle:
    """Scratch for a sweep with that many slots."""
    chord, odd = np.zeros((2, MOST_COLOURS), np.int64)
    loose, tried = np.zeros((2, MOST_LOOSE + 1), np.int64)
    return Tangle(chord, odd, np.zeros(slots, np.int64), loose, tried)


@compiled
def untangled(curve: Numbers, row: Row, frame: Frame, gap: Numbers, room: Tangle) -> bool:
    """Whether the ends on the curve can be joined without crossings, as far as parities tell; `gap`
    (MOST_COLOURS,) is how many paths can pass between the border and the dots of a colour."""
    chords = draw_chords(curve, row, frame, room)
    colours = 0
    for k in range(chords):
        colours |= 1 << room.chord[k]
    for k in range(chords):
        c = room.chord[k]
        room.odd[c] &= colours & ~(1 << c)
    if stuck(chords, gap, room) == 0:
        return True
    loose = draw_loose(row, frame.slots, colours, room)
    return loose > MOST_LOOSE or (loose > 0 and evened(chords, loose, gap, room))


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
def stuck(chords: int, gap: Numbers, room: Tangle) -> int:
    """A set of colours that cross each other oddly more often than they have room for; 0 if none is
    found. A colour with room for all that it crosses makes none of the others worse off."""
    left = 0
    for k in range(chords):
        left |= int(room.odd[room.chord[k]] != 0) << room.chord[k]
    before = pairs = places = 0
    while left != before:
        before, pairs, places = left, 0, 0
        for k in range(chords):
            c = room.chord[k]
            if not left >> c & 1:
                continue
            crossed = size(room.odd[c] & left)
            if crossed <= gap[c]:
                left ^= 1 << c
            pairs, places = pairs + crossed, places + gap[c]
    return left if pairs > 2 * places else 0


@compiled
def size(colours: int) -> int:
    """How many colours are in a set."""
    number = 0
    while colours:
        colours &= colours - 1
        number += 1
    return number


@compiled
def evened(chords: int, loose: int, gap: Numbers, room: Tangle) -> bool:
    """Whether giving strands to colours can leave none stuck: depth first, each time changing the
    parity of two that are stuck by a strand that goes to the one and crosses the other. True
    also if that is not found out with so many sets."""
    chord, tried = room.chord, room.tried
    depth = used = sets = 0
    tried[0] = 0
    while sets < MOST_SETS:
        those = stuck(chords, gap, room)
        if those == 0:
            return True
        sets += 1
        option = tried[depth]
        while option < chords * loose:
            a, s = chord[option % chords], option // chords
            free = used >> s & 1 == 0 and those >> a & 1
            if free and room.loose[s] & room.odd[a] & those:
                break
            option += 1
        if option < chords * loose:
            tried[depth] = option + 1
            depth += 1
            tried[depth] = 0
        elif depth == 0:
            return False
        else:
            depth -= 1
            option = tried[depth] - 1
        s = option // chords
        flip(room, chord[option % chords], room.loose[s], chords)
        used ^= 1 << s
    return True


@compiled
def flip(room: Tangle, a: int, others: int, chords: int) -> None:
    """Change the parity between colour a and each of `others`."""
    odd, others = room.odd, others & ~(1 << a)
    odd[a] ^= others
    for k in range(chords):
        b = room.chord[k]
        odd[b] ^= (others >> b & 1) << a
