"""Checks certificates of Kami and Flow: who has read this file need trust nothing else.

    python checker.py CERTIFICATE…

docs/certificates.md says what they hold, and why each rule is sound. A proof is a conversation: of
what is not refuted at once the checker asks (`yield`). The next line answers: in Kami with cells
whose pairs to see, in Flow with an edge to guess. Sets of numbers are the bits of a number.
"""

import sys
from contextlib import suppress
from functools import cache, reduce
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
    """The words after `word`, with which the next line must begin; it is the last of `lines`."""
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
            self.number[name] = i
            self.looks.append(look)
        self.near = [0] * len(self.looks)
        for a, b in self.edges:
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a


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
        return found, [union((rim & other != 0) << i for i, other in enumerate(found))
                       for rim in rims]  # fmt: skip

    def recoloured(self, position, whole, colour):
        return bytes(colour if whole >> v & 1 else old for v, old in enumerate(position))

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
            ends = [[whole >> v & 1 for whole in wholes].index(1) for v in seen]
            for x, y in zip(ends[::2], ends[1::2], strict=True):
                useful = joins.first_moves(left, x, y, goal)
                moves = [move for move in moves if move in useful]
        for v, colour in moves:
            child = self.recoloured(position, wholes[v], colour)
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
            position = self.recoloured(position, whole, self.palette.index(colour))
        demand(len({*position}) == 1 and position[0] in self.finals, "the moves do not win")
        for image in every(lines, "symmetry"):
            self.add_symmetry([*map(self.number.get, image)])
        for name, left, *goal in every(lines, "not"):
            (part,) = (part for part in self.parts if part >> self.number[name] & 1)
            shown = self.show(part, int(left), *map(self.palette.index, goal))
            converse(shown, lambda: [*map(self.number.get, take(lines, "see"))])
        least = min(sum(self.needs.get((part, colour), self.needs[part, None])
                        for part in self.parts) for colour in self.finals)  # fmt: skip
        demand(least == int(par), f"par is {par}, but what is shown is {least}")
        self.proved = f"par {par} is proved"


class Joins:
    """In how many moves two components can be joined, along the best path."""

    def __init__(self, near, colours):
        self.near, self.colours = near, colours
        self.own = {c: union((own == c) << v for v, own in enumerate(colours)) for c in colours}
        self.rim = cache(lambda some: union(near[v] for v in bits(some)))  # what is beside them
        self.row, self.reach, self.exact = map(cache, (self.row, self.reach, self.exact))

    def row(self, moves, x, colour):
        """What is joined to x, in a colour, in so many moves or fewer."""
        found = self.reach(moves - 1, 1 << x) if moves else (self.colours[x] == colour) << x
        for some in range(moves):  # to one that has the colour, and on from beside it
            for a in bits(self.exact(some, x, colour) & self.own[colour]):
                found |= self.reach(moves - 1 - some, self.near[a])
        return found | self.rim(found) & self.own[colour]

    def reach(self, moves, some):
        return union(self.row(moves, x, colour) for x in bits(some) for colour in self.own)

    def exact(self, moves, x, colour):
        """What is joined to x, in a colour, in so many moves and no fewer."""
        return self.row(moves, x, colour) & ~(self.row(moves - 1, x, colour) if moves else 0)

    def first_moves(self, moves, x, y, goal):
        """The moves that begin a way to join x and y in so many moves, where fewer do not."""
        seen, waiting = set(), [(moves, c, x, y) for c in self.own if goal in (None, c)]
        early = [self.row(moves - 1, x, c) >> y & 1 for _, c, _, _ in waiting]
        demand(x != y and 1 not in early, "a pair to see is joined in fewer moves")
        while waiting:
            way = moves, c, x, y = waiting.pop()
            if moves == 0 or way in seen or not self.exact(moves, x, c) >> y & 1:
                continue
            seen |= {way, (moves, c, y, x)}
            waiting += [(moves - 1, d, x, y) for d in self.own]
            for some in range(moves + 1):
                one, other = self.exact(some, x, c), self.exact(moves - some, y, c)
                if one and (ends := one & self.rim(other)):
                    waiting += [(some, c, x, a) for a in bits(ends)]
                    waiting += [(moves - some, c, b, y) for b in bits(other & self.rim(one))]
        return {(x, c) for _, c, x, y in seen if x == y}


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
        """Forbid and draw what follows; the edges then open, and drawn; None if it contradicts."""
        while changed:
            v = changed.pop()
            left, lack = self.at[v] & free, self.ends[v] - (self.at[v] & drawn).bit_count()
            if lack > left.bit_count():
                return None
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
        if (edges := self.conclude(free, drawn, mate, strand, changed)) is None:
            return
        free, drawn = edges
        self.found += [] if free else [drawn]
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
