"""The optimum by brute force: every position in order of its moves, every colour for every region.

Independent of the solver on purpose: plain Python over cells, no region graph, no theory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Colouring = tuple[int, ...]


def optimum(neighbours: Sequence[Sequence[int]], colours: Colouring, palette: int,
            final: int | None = None) -> int:
    """The fewest moves after which all cells have one colour (`final`, if given)."""
    wins = {(f,) * len(colours) for f in ([final] if final is not None else range(palette))}
    layer, seen, moves = {colours}, {colours}, 0
    while not layer & wins:
        layer = {child for state in layer for child in _children(neighbours, state, palette)} - seen
        seen |= layer
        moves += 1
    return moves


def _children(
    neighbours: Sequence[Sequence[int]], colours: Colouring, palette: int
) -> Iterator[Colouring]:
    done: set[int] = set()
    for cell in range(len(colours)):
        if cell in done:
            continue
        region, stack = {cell}, [cell]
        while stack:
            for other in neighbours[stack.pop()]:
                if other not in region and colours[other] == colours[cell]:
                    region.add(other)
                    stack.append(other)
        done |= region
        for colour in range(palette):
            if colour != colours[cell]:
                yield tuple(colour if c in region else old for c, old in enumerate(colours))
