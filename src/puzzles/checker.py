"""Checks certificates: `python checker.py FILE…`. If you have read this file, trust nothing else.

docs/certificates.md describes the text of a certificate, and proves each rule under its name here.

A proof is a tree, which the checker walks through. It decides all that it can by itself. Where it
cannot, it asks: it yields a question, and reads the `answer` that the next line gives. In Kami the
answer is sets of components to join, in Flow an edge to guess. A wrong answer cannot make it accept
anything false; it is refused, or it shows less.

A set of numbers is an integer: v is a member if bit v is set.
"""

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, reduce
from itertools import combinations, product
from operator import or_

Set = int
Edge = tuple[int, int]
Lines = list[list[str]]  # the words of the lines that are still to be read, the next one last

MOST_CELLS = 20_000  # more would fill the memory: a set takes a bit for each of them


class Refused(Exception):
    """A certificate that does not prove what it claims; the text is the reason."""


def demand(condition: bool, reason: str) -> None:
    """Refuse the certificate unless a condition holds."""
    if not condition:
        raise Refused(reason)


def never() -> None:
    """Do nothing: the clock of a check that has all the time it wants."""


def union(sets: Iterable[Set]) -> Set:
    """The union of sets."""
    return reduce(or_, sets, 0)


def bits(members: Set) -> Iterator[int]:
    """The members of a set, ascending."""
    while members:
        yield (members & -members).bit_length() - 1
        members &= members - 1


def least(members: Set) -> int:
    """The least member of a set."""
    return (members & -members).bit_length() - 1


def divisions(leaves: Set) -> Iterator[tuple[Set, Set]]:
    """Each way to divide a set of two to four into two sets that are not empty."""
    each = [1 << v for v in bits(leaves)]
    for size in (1, 2):
        for chosen in combinations(each, size):
            left, right = union(chosen), leaves & ~union(chosen)
            if (size, left) < (len(each) - size, right):  # each once
                yield left, right


def take(lines: Lines, word: str) -> list[str]:
    """The other words of the next line, which must begin with this one."""
    demand(bool(lines) and lines[-1][0] == word, f"{word!r} is missing")
    return lines.pop()[1:]


def every(lines: Lines, word: str) -> Iterator[list[str]]:
    """The other words of each of the next lines that begin with this one."""
    while lines and lines[-1][0] == word:
        yield take(lines, word)


def number(word: str) -> int:
    """The number that a word writes in its only form: plain digits without a leading zero."""
    plain = word.isascii() and word.isdigit() and len(word) < 10 and str(int(word)) == word
    demand(plain, f"{word!r} is not a number")
    return int(word)


@dataclass(frozen=True)
class Board:
    """All that a certificate says of its board; two boards are the same if these values are.

    A cell has a name and a look: the letter of its colour in Kami, and in Flow that of its dot, or
    `.`. An edge is a pair of cells that touch, the one that comes first in front. `demanded` is the
    colour that Kami's board must end in, "" if any will do.
    """

    puzzle: str
    names: tuple[str, ...]
    looks: tuple[str, ...]
    edges: tuple[Edge, ...]
    demanded: str = ""

    @property
    def neighbours(self) -> list[Set]:
        """The cells that touch each cell."""
        near = [0] * len(self.names)
        for v, w in self.edges:
            near[v] |= 1 << w
            near[w] |= 1 << v
        return near


def read_board(lines: Lines) -> Board:
    """The board that the first lines describe."""
    demand(lines[-1] in (["kami"], ["flow"]), "the first line names the puzzle, kami or flow")
    (puzzle,) = lines.pop()
    cell: dict[str, int] = {}
    looks: list[str] = []
    edges: list[Edge] = []
    for name, look, *others in every(lines, "cell"):
        demand(len(cell) < MOST_CELLS, f"a board has {MOST_CELLS:,} cells at most")
        demand(name not in cell, "two cells have one name")
        demand(len({*others}) == len(others), "two edges join the same cells")
        demand(all(other in cell for other in others), "a neighbour is not a cell before this one")
        edges += [(cell[other], len(cell)) for other in others]
        cell[name] = len(cell)
        looks.append(look)
    finals = [look for (look,) in every(lines, "final")] if puzzle == "kami" else []
    demand(len(finals) < 2, "two colours are demanded")
    return Board(puzzle, tuple(cell), tuple(looks), tuple(edges), "".join(finals))


@dataclass(frozen=True)
class Proof:
    """The claim that a certificate proves: a word and its number, of a board.

    The claim is "par", and `moves` are that many that win, each a cell and the look it is given. Or
    it is "fillings" or "untouching", and `solutions` are that many, all there are: the numbers of
    their edges in the board's `edges`.
    """

    board: Board
    claim: str
    number: int
    moves: tuple[tuple[int, str], ...] = ()
    solutions: tuple[Set, ...] = ()

    @property
    def text(self) -> str:
        """The proof in words."""
        return f"{self.claim} {self.number} is proved"


Position = bytes  # the colour of each cell
Goal = int | None  # the colour that a part is to end in; None is any colour
Recolouring = tuple[int, int]  # a component and its new colour
Asked = tuple[Position, int, Goal]  # the position to refute, the moves left and the goal


class Kami:
    """A proof of par. Colours are numbered in the order of the palette, as they first appear."""

    def __init__(self, board: Board, tick: Callable[[], object] = never) -> None:
        demanded = [board.demanded] if board.demanded else []
        self.board, self.tick = board, tick
        self.near = board.neighbours
        self.cell = {name: v for v, name in enumerate(board.names)}
        self.palette = list(dict.fromkeys([*board.looks, *demanded]))
        self.finals = [self.palette.index(look) for look in demanded or self.palette]
        self.start = bytes(map(self.palette.index, board.looks))
        self.parts, _ = self.contract(bytes(len(self.start)), (1 << len(self.start)) - 1)
        # The moves that each part takes at least, to any colour and to each colour.
        self.lower: dict[tuple[Set, Goal], int] = dict.fromkeys(((p, None) for p in self.parts), 0)
        self.answer: list[list[int]] = []  # sets of cells, for the components that hold them

    def component(self, position: Position, cell: int) -> Set:
        """The cells that are joined with a cell through cells of its colour."""
        found = rim = 1 << cell
        while rim:
            self.tick()
            beside = union(self.near[v] for v in bits(rim)) & ~found
            rim = union(1 << v for v in bits(beside) if position[v] == position[cell])
            found |= rim
        return found

    def contract(self, position: Position, inside: Set) -> tuple[list[Set], list[Set]]:
        """The components inside a set of cells, and the numbers of those that each one touches."""
        components: list[Set] = []
        at: dict[int, int] = {}  # the number of the component of each cell
        while inside:
            component = self.component(position, least(inside))
            at.update(dict.fromkeys(bits(component), len(components)))
            components.append(component)
            inside &= ~component
        rims = (union(self.near[v] for v in bits(c)) & ~c for c in components)
        return components, [union(1 << at[v] for v in bits(rim)) for rim in rims]

    def recolour(self, position: Position, component: Set, colour: int) -> Position:
        """The position after a component is given a colour."""
        return bytes(colour if component >> v & 1 else old for v, old in enumerate(position))

    def refute(
        self, position: Position, left: int, goal: Goal, part: Set, refuted: dict[Position, int]
    ) -> Generator[Asked, None, None]:
        """Show that `left` moves do not give all of a part one colour, or the goal.

        `refuted` holds the moves that are known not to be enough for a position.
        """
        self.tick()
        colours_there = {position[v] for v in bits(part)}
        if refuted.get(position, -1) >= left:  # before, or for more moves
            return
        if len(colours_there) - 1 > left:  # Colours
            return
        if goal is not None and goal not in colours_there:  # Islands
            return
        demand(len(colours_there) > 1, "a position that is to be refuted is won")
        components, near = self.contract(position, part)
        colours = [position[least(component)] for component in components]
        moves = [*self.moves(colours, near, goal, len(colours_there) - 1 == left)]
        if moves:
            yield position, left, goal
            joins = Joins(near, colours, self.tick)
            for cells in self.answer:
                leaves = self.leaves(cells, components)
                first = joins.first_moves(left, leaves, goal)
                moves = [move for move in moves if move in first]
        for v, colour in moves:
            child = self.recolour(position, components[v], colour)
            yield from self.refute(child, left - 1, goal, part, refuted)
        refuted[position] = left

    def leaves(self, cells: Sequence[int], components: Sequence[Set]) -> Set:
        """The set of the components of some cells: two to four different ones."""
        found = union(1 << i for v in cells for i, c in enumerate(components) if c >> v & 1)
        demand(2 <= len(cells) <= 4, "a set to see has two to four regions")
        demand(found.bit_count() == len(cells), "a set to see names different regions of the part")
        return found

    def moves(
        self, colours: Sequence[int], near: Sequence[Set], goal: Goal, tight: bool
    ) -> Iterator[Recolouring]:
        """The moves to try: to neighbours' colours, not dominated; if `tight`, a colour must go."""
        dominance = goal is None and len({*colours}) < len(colours)
        for v, own in enumerate(colours):
            if tight and colours.count(own) > 1:  # Colours
                continue
            for colour in sorted({colours[w] for w in bits(near[v])}):  # Neighbours' colours
                first, *more = (w for w in bits(near[v]) if colours[w] == colour)
                others = near[v] & ~(1 << first)
                if dominance and not more and others & ~near[first] == 0:  # Dominance
                    continue
                yield v, colour

    def show(self, part: Set, left: int, goal: Goal = None) -> Generator[Asked, None, None]:
        """Show that `left` moves are not enough for a part, and note its new lower bound."""
        first = goal is None or left == self.lower[part, None]
        demand(first, "what any colour takes comes first")  # Islands
        yield from self.refute(self.start, left, goal, part, {})
        self.lower[part, goal] = left + 1

    def lower_bound(self) -> int:
        """The moves that all parts take together, in the best final colour (Islands)."""
        return min(
            sum(self.lower.get((part, goal), self.lower[part, None]) for part in self.parts)
            for goal in self.finals
        )

    def check_moves(self, moves: Iterable[tuple[int, str]]) -> None:
        """Demand that moves win."""
        position = self.start
        for cell, look in moves:
            component = self.component(position, cell)
            position = self.recolour(position, component, self.palette.index(look))
        demand(len({*position}) == 1 and position[0] in self.finals, "the moves do not win")

    def check(self, lines: Lines) -> Proof:
        """The proof that the lines after the board give."""
        (word,) = take(lines, "par")
        words, par = take(lines, "moves"), number(word)
        demand(len(words) == 2 * par, f"these are not {par} moves")
        cells = (self.cell[name] for name in words[::2])
        moves = tuple(zip(cells, words[1::2], strict=True))
        self.check_moves(moves)
        for name, word, *looks in every(lines, "not"):
            cell, left = self.cell[name], number(word)
            demand(left < par, f"{par} moves are enough, as is shown above")
            demand(len(looks) < 2, "a part ends in one colour")
            goal = self.palette.index(looks[0]) if looks else None
            (part,) = (part for part in self.parts if part >> cell & 1)
            for _ in self.show(part, left, goal):
                sets = take(lines, "see")
                self.answer = [[self.cell[name] for name in some.split(",")] for some in sets]
        bound = self.lower_bound()
        demand(bound == par, f"par is {par}, but what is shown is {bound}")
        return Proof(self.board, "par", par, moves)


class Joins:
    """The function F of a position: the fewest moves F(S, c) that join a set S in a colour c.

    S is a set of up to four components, the leaves of the tree along which they are joined. F is
    the least function with F({x}, colour of x) = 0, F(S, c) ≤ F(S, d) + 1, and F(S, c) ≤
    F(L + a, c) + F(R + b, c) for each edge a–b and each division of S into L and R. All methods
    ask what is joined in at most some number of moves.
    """

    def __init__(
        self, near: Sequence[Set], colours: Sequence[int], tick: Callable[[], object] = never
    ) -> None:
        self.near, self.tick = near, tick
        self.coloured = {
            c: union(1 << v for v, own in enumerate(colours) if own == c) for c in colours
        }
        self.beside = cache(self._beside)
        self.partners = cache(self._partners)
        self.partners_in_any = cache(self._partners_in_any)
        self.joined = cache(self._joined)

    def _beside(self, members: Set) -> Set:
        """The neighbours of the members of a set."""
        return union(self.near[v] for v in bits(members))

    def _partners(self, moves: int, x: Set, colour: int) -> Set:
        """All y with F({x, y}, colour) ≤ moves, for a set that holds x alone (Two)."""
        self.tick()
        pivots = self.coloured[colour]
        if moves < 1:
            return x & pivots if moves == 0 else 0
        found = self.partners(moves - 1, x, colour) | self.partners_in_any(moves - 1, x)
        for early in range(moves):
            nearest = self.partners(early, x, colour) & ~self.partners(early - 1, x, colour)
            for pivot in bits(nearest & pivots):
                found |= self.partners_in_any(moves - early - 1, self.beside(1 << pivot))
        return found | self.beside(found) & pivots

    def _partners_in_any(self, moves: int, members: Set) -> Set:
        """All y that are joined with one of the members, in any colour."""
        return union(
            self.partners(moves, 1 << v, c) for v, c in product(bits(members), self.coloured)
        )

    def extending(self, moves: int, leaves: Set, colour: int, candidates: Set) -> Set:
        """The candidates v with F(leaves + v, colour) ≤ moves, for one to three leaves."""
        for x in bits(leaves):
            candidates &= self.partners(moves, 1 << x, colour)
        if leaves & (leaves - 1) == 0:  # one leaf
            return candidates
        return union(
            1 << v for v in bits(candidates) if self.joined(moves, leaves | 1 << v, colour)
        )

    def splits(
        self, moves: int, leaves: Set, colour: int, candidates: Set
    ) -> Iterator[tuple[Set, Set, int, Set, Set]]:
        """Each division into L and R, and each number of moves: the candidates a with F(L + a,
        colour) equal to it, and the components beside these, but beside none that took fewer."""
        for left, right in divisions(leaves):
            before = 0
            for early in range(moves + 1):
                if ends := self.extending(early, left, colour, candidates & ~before):
                    yield left, right, early, ends, self.beside(ends) & ~self.beside(before)
                    before |= ends

    def _joined(self, moves: int, leaves: Set, colour: int) -> bool:
        """Return whether F(leaves, colour) ≤ moves."""
        self.tick()
        each = [1 << v for v in bits(leaves)]
        if len(each) < 3:
            return self.partners(moves, each[0], colour) & each[-1] != 0
        if not all(self.joined(moves, leaves & ~one, colour) for one in each):
            return False
        return self.joined_at_pivot(moves, leaves, colour) or (
            self.joined_by_stretch(moves, each, colour)
        )

    def joined_at_pivot(self, moves: int, leaves: Set, colour: int) -> bool:
        """Return whether a pivot that is no leaf parts the tree (Three or four)."""
        for _, right, early, pivots, _ in self.splits(moves, leaves, colour, self.coloured[colour]):
            if early > 0 and self.extending(moves - early, right, colour, pivots):
                return True
        return False

    def joined_by_stretch(self, moves: int, each: Sequence[Set], colour: int) -> bool:
        """Return whether one stretch touches all pivots, which are leaves (Three or four).

        It contains each leaf or, if that is a pivot, perhaps a neighbour of it instead.
        """
        stretches = {0}
        for leaf in each:
            stand_ins = leaf | self.beside(leaf & self.coloured[colour])
            longer = set()
            for stretch, v in product(stretches, bits(stand_ins)):
                self.tick()
                if stretch & ~self.partners_in_any(moves - 1, 1 << v) == 0:
                    longer.add(stretch | 1 << v)
            stretches = longer
        return any(self.joined(moves - 1, *way) for way in product(stretches, self.coloured))

    def first_moves(self, moves: int, leaves: Set, goal: Goal) -> set[Recolouring]:
        """The moves that begin to join leaves for which F(leaves) = moves; none if F is more.

        They are found by following the recurrences back through all that is tight (First moves).
        """
        colours = [goal] if goal in self.coloured else [c for c in self.coloured if goal is None]
        fewer = any(self.joined(moves - 1, leaves, c) for c in colours)
        demand(not fewer, "this is not to be seen: fewer moves join it")
        pending = [(moves, leaves, c) for c in colours]
        seen: set[tuple[int, Set, int]] = set()
        while pending:
            self.tick()
            way = moves, leaves, colour = pending.pop()
            if moves == 0 or way in seen or not self.joined(moves, leaves, colour):
                continue
            seen.add(way)
            pending += [(moves - 1, leaves, c) for c in self.coloured]
            for left, right, early, ends, rim in self.splits(moves, leaves, colour, -1):
                late = moves - early
                starts = self.extending(late, right, colour, rim)
                pending += [(late, right | 1 << b, colour) for b in bits(starts)]
                met = ends & self.beside(starts)
                pending += [(early, left | 1 << a, colour) for a in bits(met)]
        return {(least(leaf), c) for _, leaf, c in seen if leaf & (leaf - 1) == 0}


@dataclass
class Drawing:
    """The edges that are still open and those that are drawn, and the strands these make.

    A cell at the end of a strand knows the other end, its `mate`, and the cells of the `strand`. A
    cell without a drawn edge is a strand by itself.
    """

    open: Set
    drawn: Set
    mate: list[int]
    strand: list[Set]

    def draw(self, e: int, u: int, w: int) -> Edge:
        """Draw an open edge between the ends u and w of two strands; the ends of the whole."""
        self.open &= ~(1 << e)
        self.drawn |= 1 << e
        a, b = self.mate[u], self.mate[w]
        self.mate[a], self.mate[b] = b, a
        self.strand[a] = self.strand[b] = self.strand[u] | self.strand[w]
        return a, b


class Flow:
    """A proof of the number of fillings, or of those in which no path touches itself."""

    def __init__(self, board: Board, tick: Callable[[], object] = never) -> None:
        self.board, self.tick = board, tick
        self.edges, self.near = board.edges, board.neighbours
        self.dot = ["" if look == "." else look for look in board.looks]
        self.degree = [1 if dot else 2 for dot in self.dot]
        self.at = [0] * len(self.dot)  # the edges at each cell
        for e, edge in enumerate(self.edges):
            tick()
            for v in edge:
                self.at[v] |= 1 << e
        self.untouching = False
        self.found: list[Set] = []
        self.hopeless: set[tuple[object, ...]] = set()
        self.answer = 0  # an open edge

    def clashes(self, u: int, w: int, drawing: Drawing) -> bool:
        """Return whether an edge from u to w would make a loop, join two colours, or touch."""
        mate, strand = drawing.mate, drawing.strand
        if mate[u] == w:  # Loops
            return True
        if len({self.dot[mate[u]], self.dot[mate[w]], ""}) == 3:  # Colours
            return True
        if not self.untouching:
            return False
        edges = sum((self.near[v] & strand[w]).bit_count() for v in bits(strand[u]))
        return edges > 1  # Untouching

    def conclude(self, drawing: Drawing, changed: list[int]) -> bool:
        """Forbid and draw all that follows at the changed cells; False if it is a contradiction."""
        while changed:
            self.tick()
            v = changed.pop()
            open_here = self.at[v] & drawing.open
            lacking = self.degree[v] - (self.at[v] & drawing.drawn).bit_count()
            if lacking > open_here.bit_count():  # Degrees
                return False
            forced = lacking == open_here.bit_count()
            for e in bits(open_here):
                w = sum(self.edges[e]) - v
                full = (self.at[w] & drawing.drawn).bit_count() == self.degree[w]
                if lacking == 0 or full or self.clashes(v, w, drawing):
                    drawing.open &= ~(1 << e)
                    changed += (v, w)
                elif forced:
                    changed += (v, w, *drawing.draw(e, v, w))
        return True

    def search(self, drawing: Drawing, changed: list[int]) -> Generator[Set, None, None]:
        """Find all completions of a drawing; ask which of its open edges to guess."""
        if not self.conclude(drawing, changed):
            return
        if not drawing.open:
            self.found.append(drawing.drawn)
            return
        rest = self.rest(drawing)
        if rest in self.hopeless:
            return
        yield drawing.open
        e, before = self.answer, len(self.found)
        demand(drawing.open >> e & 1 == 1, "this edge is not open")
        u, w = self.edges[e]
        guess = replace(drawing, mate=drawing.mate[:], strand=drawing.strand[:])
        ends = guess.draw(e, u, w)
        yield from self.search(guess, [u, w, *ends])
        drawing.open &= ~(1 << e)
        yield from self.search(drawing, [u, w])
        if len(self.found) == before and not self.untouching:
            self.hopeless.add(rest)

    def rest(self, drawing: Drawing) -> tuple[object, ...]:
        """All that the completions of a drawing depend on (What is left)."""
        mates = (m for v, m in enumerate(drawing.mate) if self.at[v] & drawing.open)
        return (drawing.open, *(self.dot[m] or m for m in mates))

    def solve(self) -> Generator[Set, None, None]:
        """Find all solutions."""
        cells = range(len(self.dot))
        every_edge = (1 << len(self.edges)) - 1
        yield from self.search(Drawing(every_edge, 0, [*cells], [1 << v for v in cells]), [*cells])

    def check(self, lines: Lines) -> Proof:
        """The proof that the lines after the board give."""
        self.untouching = bool(lines) and lines[-1][0] == "untouching"
        claim = "untouching" if self.untouching else "fillings"
        (word,) = take(lines, claim)
        cell = {name: v for v, name in enumerate(self.board.names)}
        edge_between = {edge: e for e, edge in enumerate(self.edges)}
        for _ in self.solve():
            u, w = take(lines, "guess")
            self.answer = edge_between[cell[u], cell[w]]
        claimed, found = number(word), len(self.found)
        demand(found == claimed, f"{claim} {claimed}, but {found} are found")
        return Proof(self.board, claim, claimed, solutions=tuple(self.found))


def check(text: str, tick: Callable[[], object] = never) -> Proof:
    """The proof that a certificate gives; raises Refused with the line where it gives none.

    `tick` is called after every few steps. If it raises an exception, the check ends with it.
    """
    lines = [line.split() or [""] for line in reversed(text.rstrip().split("\n"))]
    count = len(lines)
    try:
        board = read_board(lines)
        puzzle = Kami(board, tick) if board.puzzle == "kami" else Flow(board, tick)
        proof = puzzle.check(lines)
        demand(not lines, "nothing more was asked")
        return proof
    except (Refused, ValueError, LookupError, RecursionError) as error:
        reason = error if isinstance(error, Refused) else "this cannot be read"
        raise Refused(f"line {count - len(lines)}: {reason}") from None


def main(files: Sequence[str]) -> None:
    """Check files; the first one that is refused ends the program."""
    for file in files:
        try:
            with open(file, encoding="utf-8") as certificate:
                print(f"{file}: {check(certificate.read()).text}")
        except (Refused, OSError, UnicodeDecodeError) as reason:
            sys.exit(f"{file}: refused: {reason}")


if __name__ == "__main__":
    main(sys.argv[1:])
