"""Solutions that are good but not proved: a beam (Lowerre, 1976) over one component that grows.

On large boards the best solutions flood: one component, the *trunk*, takes the colour of some
neighbours, again and again. Or a neighbour takes the trunk's colour, and brings with it its own
neighbours of that colour; which is a move made elsewhere, put off until the trunk is there. All
else keeps its colour, so a trunk is two sets of regions, which are bits of a number: those inside,
and its rim. That takes no compiler.

Trunks grow from every region, a few of each size. From those regions where they come to see most,
more are grown.
"""

from collections.abc import Generator, Iterator, Sequence

from puzzles.grids.graph import Graph

Line = list[tuple[int, int]]  # moves: region and colour
# Rank (the least is the best), regions inside, rim, colour, and the moves: the last one after those
# before it, in such a pair again.
Moves = tuple["Moves", tuple[int, int]] | tuple[()]
Trunk = tuple[int, int, int, int, Moves]

SEEN = 4  # how many regions on the rim are worth as much as five inside
FEWER = 4  # one root in so many is grown from again, with so many times the width
ROOTS = 256  # at most; on larger boards one of some regions
PART = 1500  # trunks for each None that is yielded, some 5 ms
BYTES = 64  # of a layer for each region and each trunk kept, at most; 50 were seen


def trunks(
    graph: Graph, colours: Sequence[int], width: int, most: int, memory: int
) -> Iterator[Line | None]:
    """Yield None after each part of the work; and solutions of a connected graph of two regions or
    more, each shorter than those before, the first of at most `most` moves: there may be none.

    Of trunks with as many moves and the same root, `width` are kept, and later more, if a layer of
    them takes no more than `memory` bytes.
    """
    growth = Growth(graph, colours)
    roots = list(range(0, graph.n, -(-graph.n // ROOTS)))
    while True:
        ranks: dict[int, list[int]] = {}
        for root in roots:
            ranks[root], line = yield from growth.grow(root, width, most)
            if line is not None:
                most = len(line) - 1
                yield line
        roots.sort(key=lambda root: ranks[root][: most + 1][-1])
        roots, width = roots[: len(roots) // FEWER], FEWER * width
        if not roots or width * graph.n * BYTES > memory:
            return


class Growth:
    """How trunks grow on a board."""

    def __init__(self, graph: Graph, colours: Sequence[int]) -> None:
        self._colours, self._all = colours, (1 << graph.n) - 1
        self._near = [sum(1 << w for w in row) for row in graph.neighbours]
        self._coloured = [
            sum(1 << v for v, own in enumerate(colours) if own == colour)
            for colour in range(max(colours) + 1)
        ]
        # By colour and region: what the region merges with in that colour, and what is next to it.
        self._merged = [
            [(near & same, self._around(near & same | 1 << v)) for v, near in enumerate(self._near)]
            for same in self._coloured
        ]
        self._work = 0  # trunks since the last None

    def grow(
        self, root: int, width: int, most: int
    ) -> Generator[None, None, tuple[list[int], Line | None]]:
        """Return the best rank after each number of moves; and a solution of at most `most` moves,
        if one is found."""
        ranks = [0]
        layer: list[Trunk] = [(0, 1 << root, self._near[root], self._colours[root], ())]
        for left in reversed(range(most)):
            found: dict[int, Trunk] = {}
            for trunk in layer:
                self._extend(trunk, root, found)
                if self._work > PART:
                    self._work = 0
                    yield
            if self._all in found:
                return ranks, _line(found[self._all][4])
            best = sorted(found.values())
            ranks.append(best[0][0])
            layer = [trunk for trunk in best if self._colours_outside(trunk[1]) <= left][:width]
            if not layer:
                break
        return ranks, None

    def _extend(self, trunk: Trunk, root: int, found: dict[int, Trunk]) -> None:
        """Put what a trunk may become by a move with those found, by the regions inside."""
        _, inside, rim, own, moves = trunk
        before = len(found)
        for colour, same in enumerate(self._coloured):
            taken = rim & same
            if taken and inside | taken not in found:
                around = rim | self._around(taken)
                _add(found, inside | taken, around, colour, (moves, (root, colour)))
        merged, left = self._merged[own], rim
        while left:
            low = left & -left
            left ^= low
            v = low.bit_length() - 1
            more, around = merged[v]
            if more & ~inside and inside | more | low not in found:
                _add(found, inside | more | low, rim | around, own, (moves, (v, own)))
        self._work += len(found) - before + 1

    def _around(self, regions: int) -> int:
        """The neighbours of some regions."""
        around = 0
        while regions:
            low = regions & -regions
            around |= self._near[low.bit_length() - 1]
            regions ^= low
        return around

    def _colours_outside(self, inside: int) -> int:
        """How many colours there are outside: so many moves are needed at least."""
        return sum(same & ~inside != 0 for same in self._coloured)


def _add(found: dict[int, Trunk], inside: int, around: int, colour: int, moves: Moves) -> None:
    rim = around & ~inside
    rank = -(SEEN + 1) * inside.bit_count() - SEEN * rim.bit_count()
    found[inside] = rank, inside, rim, colour, moves


def _line(moves: Moves) -> Line:
    line: Line = []
    while moves:
        moves, move = moves
        line.append(move)
    return line[::-1]
