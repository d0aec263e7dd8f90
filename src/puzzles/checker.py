"""Checks certificates of Kami and Flow: who has read this file need trust nothing else.

    python checker.py CERTIFICATE…

docs/certificates.md says what they hold, and why that is sound. Of what is not refuted at once the
checker asks (`yield`), and the next line answers: in Kami with pairs and triples of cells to see,
in Flow with an edge to guess. Sets of numbers are the bits of a number.
"""

import sys
from contextlib import suppress
from functools import cache, reduce
from itertools import product
from operator import or_
from pathlib import Path


class Refused(Exception):
    """A certificate that does not prove what it says; the text says why."""


def demand(fine, reason):
    if not fine:
        raise Refused(reason)


def union(sets):
    return reduce(or_, sets, 0)


def bits(members):
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1


def take(lines, word):
    demand(lines and lines[-1][0] == word, f"{word!r} is missing")
    return lines.pop()[1:]


def every(lines, word):
    while lines and lines[-1][0] == word:
        yield take(lines, word)


class Board:
    """Cells: their numbers by name, their looks, and which touch."""

    def __init__(self, lines):
        self.number, self.looks, self.edges = {}, [], []
        for i, (name, look, *others) in enumerate(every(lines, "cell")):
            demand(name not in self.number, "two cells have one name")
            self.edges += [(self.number[other], i) for other in others]
            self.number[name], self.looks = i, [*self.looks, look]
        cells, edges = range(len(self.looks)), self.edges
        self.near = [union(1 << sum(edge) - v for edge in edges if v in edge) for v in cells]


class Kami(Board):
    """A position is the colour of each cell, as bytes; its components are sets of cells."""

    def __init__(self, lines):
        super().__init__(lines)
        wanted = [look for (look,) in every(lines, "final")]
        self.palette = list(dict.fromkeys(self.looks + wanted))
        self.finals = list(map(self.palette.index, wanted)) or range(len(self.palette))
        self.start = bytes(map(self.palette.index, self.looks))
        self.parts, _ = self.contract(bytes(len(self.start)), (1 << len(self.start)) - 1)
        self.images, self.needs = [], dict.fromkeys(((part, None) for part in self.parts), 0)

    def contract(self, position, inside):
        """The components inside a set of cells, and for each the numbers of those it touches."""
        found, same = [], {}
        for v in bits(inside):
            same[position[v]] = same.get(position[v], 0) | 1 << v
        while inside:
            whole, rim, colour = 0, inside & -inside, position[next(bits(inside))]
            while rim:
                whole |= rim
                rim = union(self.near[v] for v in bits(rim)) & same[colour] & ~whole
            found.append(whole)
            inside ^= whole
        rims = (union(self.near[v] for v in bits(whole)) & ~whole for whole in found)
        return found, [union(1 << i for i, some in enumerate(found) if rim & some) for rim in rims]

    def refute(self, position, left, goal, inside, failed):
        """Show that `left` moves do not give all `inside` one colour (the `goal`, if not None)."""
        key = min([position, *(bytes(map(position.__getitem__, image)) for image in self.images)])
        there = {position[v] for v in bits(inside)}
        if failed.get(key, -1) >= left or len(there) - 1 > left or goal not in (None, *there):
            return
        demand(len(there) > 1, "a position that is to be refuted is won")
        wholes, near = self.contract(position, inside)
        colours = [position[next(bits(whole))] for whole in wholes]
        if moves := [*self.moves(colours, near, goal, len(there) - 1 == left)]:
            joins, seen = Joins(near, colours), (yield position, left, goal)
            for some in seen:
                ends = union(1 << [whole >> v & 1 for whole in wholes].index(1) for v in some)
                moves = [*filter(joins.first_moves(left, ends, goal).__contains__, moves)]
        for v, colour in moves:
            child = bytes(colour if wholes[v] >> w & 1 else old for w, old in enumerate(position))
            yield from self.refute(child, left - 1, goal, inside, failed)
        failed[key] = left

    def moves(self, colours, near, goal, tight):
        """Moves to neighbours' colours that are not dominated and, if `tight`, make a colour go."""
        several = goal is None and len(set(colours)) < len(colours)
        for v in (v for v, own in enumerate(colours) if not tight or colours.count(own) == 1):
            for colour in sorted({colours[w] for w in bits(near[v])}):
                first, *more = (w for w in bits(near[v]) if colours[w] == colour)
                if more or not several or near[v] & ~near[first] != 1 << first:
                    yield v, colour

    def show(self, part, left, goal=None):
        """Refute `left` moves for a part, and note what follows."""
        demand(goal is None or left == self.needs[part, None], "what any colour takes comes first")
        yield from self.refute(self.start, left, goal, part, {})
        self.needs[part, goal] = left + 1

    def add_symmetry(self, image):
        """Take positions that this permutation of the cells makes of each other for one."""
        demand(sorted(image) == list(range(len(self.start))), "this is no permutation")
        for v, w in enumerate(image):
            near = union(1 << image[x] for x in bits(self.near[v]))
            alike = self.start[v] == self.start[w] and near == self.near[w]
            demand(alike and all(part >> v & 1 == part >> w & 1 for part in self.parts),
                   "this is no symmetry of each part")  # fmt: skip
        self.images.append(image)

    def check(self, lines):
        (par,), moves, position = take(lines, "par"), take(lines, "moves"), self.start
        demand(len(moves) == 2 * int(par), f"these are not {par} moves")
        for v, colour in zip(map(self.number.get, moves[::2]), moves[1::2], strict=True):
            wholes, _ = self.contract(position, union(self.parts))
            (whole,) = (whole for whole in wholes if whole >> v & 1)
            new = self.palette.index(colour)
            position = bytes(new if whole >> w & 1 else old for w, old in enumerate(position))
        demand(len({*position}) == 1 and position[0] in self.finals, "the moves do not win")
        for image in every(lines, "symmetry"):
            self.add_symmetry([*map(self.number.get, image)])
        for name, left, *goal in every(lines, "not"):
            (part,) = (part for part in self.parts if part >> self.number[name] & 1)
            shown = self.show(part, int(left), *map(self.palette.index, goal))
            converse(shown, lambda: [[*map(self.number.get, some.split(","))]
                                     for some in take(lines, "see")])  # fmt: skip
        least = min(sum(self.needs.get((part, colour), self.needs[part, None])
                        for part in self.parts) for colour in self.finals)  # fmt: skip
        demand(least == int(par), f"par is {par}, but what is shown is {least}")
        self.proved = f"par {par} is proved"


class Joins:
    """In how many moves some components can be joined, along the best tree."""

    def __init__(self, near, colours):
        self.own = {c: union((own == c) << v for v, own in enumerate(colours)) for c in colours}
        self.rim = cache(lambda some: union(near[v] for v in bits(some)))  # what is beside them
        self.reach = cache(lambda *way: union(self.row(*way, c) for c in self.own))  # in any colour
        self.exact = cache(lambda n, *way: self.row(n, *way) & ~self.row(n - 1, *way))  # no sooner
        self.row, self.ways, self.all = cache(self.row), cache(self.ways), (1 << len(near)) - 1

    def row(self, moves, some, colour):
        """What can be joined with all of some, in a colour, in so many moves or fewer."""
        one, rest, own = some & -some, some & some - 1, self.own[colour]
        if moves < 0 or (rest and not self.row(moves, rest, colour) & one):
            return 0
        found = self.row(moves - 1, some, colour) | self.reach(moves - 1, some)
        if (found := found | (0 if rest else some & own)) == self.all:
            return found
        ready = some & own & -(some & own)
        for part in {ready} if ready else {some, one, rest or one}:
            for early, b in self.ways(0 if ready else moves - 1, part, colour):
                found |= self.row(moves - early, some ^ part | b, colour)
        return found | self.rim(found) & own

    def ways(self, moves, some, colour):
        """What is beyond what has the colour and is beside what takes it with some; how early."""
        before, own = self.ways(moves - 1, some, colour) if moves > 0 else [], self.own[colour]
        ends = self.rim(some & own if moves == 0 else self.rim(self.reach(moves - 1, some)) & own)
        return before + [(moves, 1 << b) for b in bits(ends & ~union(b for _, b in before))]

    def first_moves(self, moves, some, goal):
        """The moves that begin a way to join some in so many moves, where fewer do not."""
        seen, waiting = set(), [(moves, c, some) for c in self.own if goal in (None, c)]
        early = union(self.row(moves - 1, some & some - 1 or some, c) for _, c, _ in waiting)
        demand(some.bit_count() < 4 and not early & some & -some, "this is not to be seen")
        while waiting:
            way = moves, c, some = waiting.pop()
            one, rest = some & -some, some & some - 1
            if moves == 0 or way in seen or not self.exact(moves, rest or one, c) & one:
                continue
            seen.add(way)
            waiting += [(moves - 1, d, some) for d in self.own]
            parts = {rest, rest & -rest, rest & rest - 1}
            for part, early in product(parts - {0}, range(moves + 1)):
                here, other = self.exact(early, part, c), some ^ part
                there = here and self.exact(moves - early, other, c)
                if ends := there and here & self.rim(there):
                    waiting += [(early, c, part | 1 << a) for a in bits(ends)]
                    ends = bits(there & self.rim(here))
                    waiting += [(moves - early, c, other | 1 << b) for b in ends]
        return {(some.bit_length() - 1, c) for _, c, some in seen if not some & some - 1}


class Flow(Board):
    """Drawn edges make strands; an end of one knows its `mate`, the other, and its `strand`."""

    def __init__(self, lines):
        super().__init__(lines)
        self.dot, cells = [look.strip(".") for look in self.looks], range(len(self.looks))
        self.ends = [1 if dot else 2 for dot in self.dot]
        self.at = [union((v in edge) << e for e, edge in enumerate(self.edges)) for v in cells]
        self.begin = (1 << len(self.edges)) - 1, 0, [*cells], [1 << v for v in cells], [*cells]
        self.found, self.failed, self.untouching = [], set(), False

    def clash(self, u, w, mate, strand):
        """Whether strands cannot be joined so: into a loop, of two colours, touching itself."""
        if mate[u] == w or len({self.dot[mate[u]], self.dot[mate[w]], ""}) == 3:
            return True
        touching = ((self.near[v] & strand[w]).bit_count() for v in bits(strand[u]))
        return self.untouching and sum(touching) > 1

    def join(self, u, w, mate, strand):
        """Join two strands by these ends; the ends of the whole."""
        a, b, whole = mate[u], mate[w], strand[u] | strand[w]
        mate[a], mate[b], strand[a], strand[b] = b, a, whole, whole
        return a, b

    def conclude(self, free, drawn, mate, strand, changed):
        """Forbid and draw what follows; the edges then open, and drawn (None: contradicts)."""
        while changed:
            v = changed.pop()
            left, lack = self.at[v] & free, self.ends[v] - (self.at[v] & drawn).bit_count()
            if lack > left.bit_count():
                return 0, None
            for e in bits(left):
                w = sum(self.edges[e]) - v
                full = lack == 0 or (self.at[w] & drawn).bit_count() == self.ends[w]
                if full or self.clash(v, w, mate, strand):
                    changed += (v, w)
                elif lack == left.bit_count():
                    drawn |= 1 << e
                    changed += (v, w, *self.join(v, w, mate, strand))
                else:
                    continue
                free ^= 1 << e
        return free, drawn

    def search(self, free, drawn, mate, strand, changed):
        free, drawn = self.conclude(free, drawn, mate, strand, changed)
        self.found += [] if free or drawn is None else [drawn]
        rest = free, *(self.dot[m] or m for v, m in enumerate(mate) if self.at[v] & free)
        if not free or rest in self.failed:
            return
        before, e = len(self.found), (yield free)
        demand(free >> e & 1, "this edge is not open")
        (u, w), free, strands = self.edges[e], free ^ 1 << e, (mate[:], strand[:])
        yield from self.search(free, drawn | 1 << e, *strands, [u, w, *self.join(u, w, *strands)])
        yield from self.search(free, drawn, mate, strand, [u, w])
        if len(self.found) == before and not self.untouching:
            self.failed.add(rest)

    def check(self, lines):
        self.untouching = lines[-1][0] == "untouching"
        (number,) = take(lines, claim := "untouching" if self.untouching else "fillings")
        converse(self.search(*self.begin),
                 lambda: self.edges.index((*map(self.number.get, take(lines, "guess")),)))
        demand(len(self.found) == int(number), f"{claim} {number}, but {len(self.found)} are found")
        self.proved = f"{claim} {number} is proved"


def converse(asking, answer):
    with suppress(StopIteration):
        next(asking)
        while True:
            asking.send(answer())


def check(text):
    """The puzzle of a certificate, with what is `proved`; raises Refused with where it is not."""
    lines = [line.split() or [""] for line in reversed(text.rstrip().split("\n"))]
    count, puzzle = len(lines), Kami if lines[-1][0] == "kami" else Flow
    try:
        take(lines, puzzle.__name__.lower())
        checked = puzzle(lines)
        checked.check(lines)
        demand(not lines, "nothing more was asked")
        return checked
    except (Refused, ValueError, LookupError, TypeError, RecursionError) as error:
        reason = error if isinstance(error, Refused) else "this cannot be read"
        raise Refused(f"line {count - len(lines)}: {reason}") from None


if __name__ == "__main__":
    try:
        for file in sys.argv[1:]:
            print(f"{file}: {check(Path(file).read_text('utf-8')).proved}")
    except Refused as reason:
        sys.exit(f"{file}: refused: {reason}")
