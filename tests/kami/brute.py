"""The optimum by brute force: every position in order of its moves, every colour for every region.

Independent of the solver on purpose: plain Python over cells, no region graph, no theory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

Colouring = tuple[int, ...]


def optimum(
    neighbours: Sequence[Sequence[int]], colours: Colouring, palette: int, final: int | None = None
) -> int:
    """The fewest moves after which all cells have one colour (`final`, if given).

    Sets of cells are bits of a number. A position is the cells of each colour, n bits for each.
    """
    n = len(colours)

    @cache
    def regions(cells: int) -> list[int]:
        """The connected parts of a set."""
        found = []
        while cells:
            region, stack = cells & -cells, [(cells & -cells).bit_length() - 1]
            while stack:
                for other in neighbours[stack.pop()]:
                    if (cells & ~region) >> other & 1:
                        region |= 1 << other
                        stack.append(other)
            found.append(region)
            cells ^= region
        return found

    def children(position: int) -> Iterator[int]:
        for colour in range(palette):
            for region in regions(position >> n * colour & every):
                for other in range(palette):
                    if other != colour:
                        yield position ^ region << n * colour ^ region << n * other

    every = (1 << n) - 1
    wins = {every << n * f for f in ([final] if final is not None else range(palette))}
    layer = {sum(1 << n * colour + cell for cell, colour in enumerate(colours))}
    seen, moves = set(layer), 0
    while wins.isdisjoint(layer):
        below = set[int]()
        for position in layer:
            below.update(children(position))
            if not wins.isdisjoint(below):
                break
        layer = below - seen
        seen |= layer
        moves += 1
    return moves
