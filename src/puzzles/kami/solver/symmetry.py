"""Symmetries of a coloured region graph: its automorphisms that keep the colours.

The search takes positions that a symmetry of the start position maps to each other for one. Any
group of symmetries will do for that; here it is built as a stabiliser chain (Sims, 1970): with ever
fewer vertices held fixed, in a fixed order, a symmetry is searched for each place that the next
vertex could go to, and the group grows by its cosets, as long as it is small enough.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.grids.graph import Graph

MOST = 64  # symmetries: more would make keys dear
PATIENCE = 20_000  # steps of searching; mostly a few hundred are enough
LARGEST = 300  # vertices: on larger boards little is proved, symmetries or not

Symmetry = tuple[int, ...]  # where each vertex goes


def symmetries(graph: Graph, colours: Sequence[int]) -> list[Symmetry]:
    """A group of symmetries of a connected graph, at most MOST; the identity is the first."""
    group = [tuple(range(graph.n))]
    if graph.n > LARGEST:
        return group
    kinds = refined(graph, colours)
    if len(set(kinds)) == graph.n:
        return group
    order = _outwards(graph, kinds)
    steps = [PATIENCE]
    for fixed in range(graph.n - 1, -1, -1):
        v = order[fixed]
        larger = list(group)
        orbit = {symmetry[v] for symmetry in group}
        for w in order[fixed + 1 :]:
            if kinds[w] != kinds[v] or w in orbit:
                continue
            found = _extended(graph, kinds, order, fixed, w, steps)
            if steps[0] <= 0 or len(larger) + len(group) > MOST:
                return group
            if found is not None:
                coset = [tuple(found[x] for x in symmetry) for symmetry in group]
                larger += coset
                orbit |= {symmetry[v] for symmetry in coset}
        group = larger
    return group


def refined(graph: Graph, colours: Sequence[int]) -> list[int]:
    """Colours split until vertices of a kind have as many neighbours of each kind (colour
    refinement; Weisfeiler and Leman, 1968); a symmetry keeps the kinds."""
    kinds = list(colours)
    while True:
        signs = [(kinds[v], *sorted(kinds[w] for w in graph.neighbours[v])) for v in range(graph.n)]
        number = {sign: kind for kind, sign in enumerate(sorted(set(signs)))}
        if len(number) == len(set(kinds)):
            return kinds
        kinds = [number[sign] for sign in signs]


def _outwards(graph: Graph, kinds: Sequence[int]) -> list[int]:
    """The vertices, each but the first after one of its neighbours; the first is of a rare kind."""
    order = [min(range(graph.n), key=lambda v: kinds.count(kinds[v]))]
    seen = set(order)
    for v in order:
        fresh = [w for w in graph.neighbours[v] if w not in seen]
        order += fresh
        seen.update(fresh)
    return order


def _extended(
    graph: Graph, kinds: Sequence[int], order: Sequence[int], fixed: int, to: int, steps: list[int]
) -> Symmetry | None:
    """A symmetry that leaves the first `fixed` vertices of the order where they are and moves the
    next one to `to`; None if there is none, or no `steps` are left."""
    neighbours = graph.neighbours
    image = {v: v for v in order[:fixed]}
    taken = set(image)

    def place(at: int, choices: Sequence[int]) -> bool:
        v = order[at]
        known = [image[w] for w in neighbours[v] if w in image]
        for x in choices:
            steps[0] -= 1
            if steps[0] <= 0:
                return False
            if kinds[x] != kinds[v] or x in taken:
                continue
            if any(y not in neighbours[x] for y in known) or len(known) != sum(
                y in taken for y in neighbours[x]
            ):
                continue
            image[v] = x
            taken.add(x)
            if at + 1 == len(order) or place(at + 1, neighbours[image[before[at + 1]]]):
                return True
            del image[v]
            taken.discard(x)
        return False

    position = {v: i for i, v in enumerate(order)}
    before = [min(neighbours[v], key=position.__getitem__, default=v) for v in order]
    if not place(fixed, [to]):
        return None
    return tuple(image[v] for v in range(graph.n))
