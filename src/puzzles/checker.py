"""Checks certificates (`checker.py FILE…`). Who has read this file need trust nothing else.

docs/certificates.md says what they hold, and why that is sound. Of what is not refuted at once the
checker asks (`yield`), and the next line is the `answer`: in Kami sets of cells to see, in Flow an
edge to guess. Sets of numbers are the bits of a number.
"""

import sys
from functools import cache, reduce
from itertools import combinations, product
from operator import or_


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
        found = []
        while inside:
            whole, rim, colour = 0, inside & -inside, position[next(bits(inside))]
            while rim:
                whole |= rim
                beside = union(self.near[v] for v in bits(rim)) & ~whole
                rim = union(1 << v for v in bits(beside) if position[v] == colour)
            found, inside = [*found, whole], inside ^ whole
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
            yield position, left, goal
            joins = Joins(near, colours)
            for some in self.answer:
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
        moved = [union(1 << image[v] for v in bits(some)) for some in self.near + self.parts]
        alike = moved == [self.near[v] for v in image] + self.parts
        alike &= bytes(map(self.start.__getitem__, image)) == self.start
        demand(alike, "this is no symmetry of each part")
        self.images.append(image)

    def check(self, lines):
        (par,), moves = take(lines, "par"), take(lines, "moves")
        cell, colour, position = self.number.get, self.palette.index, self.start
        demand(len(moves) == 2 * int(par), f"these are not {par} moves")
        for v, new in zip(map(cell, moves[::2]), map(colour, moves[1::2]), strict=True):
            wholes, _ = self.contract(position, union(self.parts))
            (whole,) = (some for some in wholes if some >> v & 1)
            position = bytes(new if whole >> w & 1 else old for w, old in enumerate(position))
        demand(len({*position}) == 1 and position[0] in self.finals, "the moves do not win")
        for image in every(lines, "symmetry"):
            self.add_symmetry([*map(cell, image)])
        for name, left, *goal in every(lines, "not"):
            (part,) = (part for part in self.parts if part >> self.number[name] & 1)
            for _ in self.show(part, int(left), *map(colour, goal)):
                self.answer = [[*map(cell, some.split(","))] for some in take(lines, "see")]
        least = min(
            sum(self.needs.get((part, goal), self.needs[part, None]) for part in self.parts)
            for goal in self.finals
        )
        demand(least == int(par), f"par is {par}, but what is shown is {least}")
        self.proved = f"par {par} is proved"


class Joins:
    """Whether up to four components can be joined in so many moves, along the best tree."""

    def __init__(self, near, colours):
        self.own = {c: union((own == c) << v for v, own in enumerate(colours)) for c in colours}
        self.rim = cache(lambda some: union(near[v] for v in bits(some)))  # what is beside them
        self.reach = cache(
            lambda n, some: union(  # what is joined with one of some, in any colour
                self.row(n, 1 << v, c) for v, c in product(bits(some), self.own)
            )
        )
        self.row, self.joined = cache(self.row), cache(self.joined)

    def row(self, moves, one, colour):
        """What can be joined with one, in a colour, in so many moves or fewer."""
        if moves < 1:
            return one & self.own[colour] if moves == 0 else 0
        own, found = self.own[colour], self.row(moves - 1, one, colour) | self.reach(moves - 1, one)
        for early in range(moves):
            for p in bits(own & self.row(early, one, colour) & ~self.row(early - 1, one, colour)):
                found |= self.reach(moves - early - 1, self.rim(1 << p))
        return found | self.rim(found) & own

    def fits(self, moves, some, colour, which):
        """Which can be joined with some, up to three, in a colour, in so many moves or fewer."""
        for v in bits(some):
            which &= self.row(moves, 1 << v, colour)
        both = (1 << v for v in bits(which) if self.joined(moves, some | 1 << v, colour))
        return union(both) if some & some - 1 else which

    def ends(self, moves, some, colour, which):
        """What a part of some fits, and how early, for each way to divide them into two."""
        each = [1 << v for v in bits(some)]
        for n, part in ((k, union(ends)) for k in (1, 2) for ends in combinations(each, k)):
            before = 0
            for early in range(moves + 1 if (n, part) < (len(each) - n, some ^ part) else 0):
                if here := self.fits(early, part, colour, which & ~before):
                    yield part, early, here, self.rim(here) & ~self.rim(before)
                    before |= here

    def joined(self, moves, some, colour):
        """Whether some can be joined, in a colour, in so many moves or fewer."""
        each, own, stretches = [1 << v for v in bits(some)], self.own[colour], {0}
        if len(each) < 3:
            return self.row(moves, each[0], colour) & each[-1] != 0
        if not all(self.joined(moves, some ^ one, colour) for one in each):
            return False
        for part, early, pivots, _ in self.ends(moves, some, colour, own):
            if early and self.fits(moves - early, some ^ part, colour, pivots):
                return True
        for one in each:
            stretches = {
                way | 1 << v
                for way in stretches
                for v in bits(one | self.rim(one & own))
                if way & ~self.reach(moves - 1, 1 << v) == 0
            }
        return any(self.joined(moves - 1, *way) for way in product(stretches, self.own))

    def first_moves(self, moves, some, goal):
        """The moves that begin a way to join some in so many moves, where fewer do not."""
        seen, ways = set(), [(moves, some, c) for c in self.own if goal in (None, c)]
        late = some.bit_count() < 5 and not any(self.joined(moves - 1, *way) for _, *way in ways)
        demand(late, "this is not to be seen")
        while ways:
            way = moves, some, colour = ways.pop()
            if moves > 0 and way not in seen and self.joined(*way):
                seen.add(way)
                ways += [(moves - 1, some, c) for c in self.own]
                for part, early, here, rim in self.ends(*way, -1):
                    there = self.fits(moves - early, some ^ part, colour, rim)
                    ways += [(moves - early, some ^ part | 1 << b, colour) for b in bits(there)]
                    ways += [(early, part | 1 << a, colour) for a in bits(here & self.rim(there))]
        return {(some.bit_length() - 1, c) for _, some, c in seen if not some & some - 1}


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
        loop, dots = mate[u] == w, {self.dot[mate[u]], self.dot[mate[w]], ""}
        touching = ((self.near[v] & strand[w]).bit_count() for v in bits(strand[u]))
        return loop or len(dots) == 3 or (self.untouching and sum(touching) > 1)

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
        yield free
        before, e = len(self.found), self.answer
        demand(free >> e & 1, "this edge is not open")
        (u, w), free, strands = self.edges[e], free ^ 1 << e, (mate[:], strand[:])
        yield from self.search(free, drawn | 1 << e, *strands, [u, w, *self.join(u, w, *strands)])
        yield from self.search(free, drawn, mate, strand, [u, w])
        self.failed |= set() if self.untouching or len(self.found) > before else {rest}

    def check(self, lines):
        self.untouching = lines[-1][0] == "untouching"
        (number,) = take(lines, claim := "untouching" if self.untouching else "fillings")
        for _ in self.search(*self.begin):
            self.answer = self.edges.index((*map(self.number.get, take(lines, "guess")),))
        demand(len(self.found) == int(number), f"{claim} {number}, but {len(self.found)} are found")
        self.proved = f"{claim} {number} is proved"


def check(text):
    """The puzzle of a certificate, with what is `proved`; raises Refused with where it is not."""
    lines = [line.split() or [""] for line in reversed(text.rstrip().split("\n"))]
    count = len(lines)
    try:
        checked = {"kami": Kami, "flow": Flow}[lines.pop()[0]](lines)
        checked.check(lines)
        demand(not lines, "nothing more was asked")
        return checked
    except (Refused, ValueError, LookupError, TypeError, RecursionError) as error:
        reason = error if isinstance(error, Refused) else "this cannot be read"
        raise Refused(f"line {count - len(lines)}: {reason}") from None


if __name__ == "__main__":
    try:
        for file in sys.argv[1:]:
            print(f"{file}: {check(open(file, encoding='utf-8').read()).proved}")  # noqa: SIM115
    except (Refused, OSError, UnicodeDecodeError) as reason:
        sys.exit(f"{file}: refused: {reason}")
