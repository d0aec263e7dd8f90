"""The fewest moves, proved by A* (Hart, Nilsson & Raphael 1968) over sets of flooded regions.

Two bounds never promise too little: each colour that is still dry takes a move, and so does each
step through the region graph to the farthest dry region. A colour whose dry regions all touch the
flood can be taken at once: it takes a move in any case, and a larger flood is never worse.
"""

import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Self

from flood_it.rules import rules
from puzzles.core.par import check_par
from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.words import many
from puzzles.grids.symbols import SymbolLevel, SymbolState

SAY_EVERY = 0.05  # seconds
MEGABYTES_A_NODE = 400e-6

Regions = int  # a set of regions, one bit each; region 0 holds the top left cell


@dataclass(frozen=True)
class Map:
    """The regions of a position: what each touches, and which ones have a colour."""

    near: tuple[Regions, ...]
    of_colour: dict[str, Regions]

    @classmethod
    def of(cls, state: SymbolState) -> Self:
        graph, region = state.level.grid.graph.contract(state.cells)
        of_colour: dict[str, Regions] = {}
        for cell, colour in zip(region.tolist(), state.cells, strict=True):
            of_colour[colour] = of_colour.get(colour, 0) | 1 << cell
        return cls(tuple(sum(1 << w for w in near) for near in graph.neighbours), of_colour)

    @property
    def everything(self) -> Regions:
        return (1 << len(self.near)) - 1

    def shore(self, flood: Regions, since: Regions) -> Regions:
        """The dry regions that touch `since`, a part of the flood."""
        found = 0
        while since:
            found |= self.near[(since & -since).bit_length() - 1]
            since &= since - 1
        return found & ~flood

    def bound(self, flood: Regions) -> int:
        """Moves that it takes at least."""
        colours = sum(1 for regions in self.of_colour.values() if regions & ~flood)
        steps, new = 0, flood
        while new := self.shore(flood, new):
            flood, steps = flood | new, steps + 1
        return max(colours, steps)

    def moves(self, flood: Regions) -> Iterator[tuple[str, Regions]]:
        """Each colour worth taking, and the flood after it."""
        shore = self.shore(flood, flood)
        grown = []
        for colour, regions in self.of_colour.items():
            if taken := regions & shore:
                if taken == regions & ~flood:
                    yield colour, flood | taken
                    return
                grown.append((colour, flood | taken))
        yield from grown


def check(level: SymbolLevel, limits: Limits) -> Iterator[Event | FalseClaim]:
    """Solve the level, and compare with the par it claims."""
    return check_par(level.par, level.par_place, solve(rules.start(level), limits))


def solve(state: SymbolState, limits: Limits, method: str = "") -> Iterator[Event]:
    """Search from `state`; the answer's moves are colours."""
    began = said = time.monotonic()
    regions, start = Map.of(state), 1
    lower, nodes = regions.bound(start), 0
    heap = [(lower, 0, start)]
    before: dict[Regions, tuple[int, Regions, str]] = {start: (0, 0, "")}  # moves, from, by
    while True:
        lower, back, flood = heapq.heappop(heap)
        moves, now = -back, time.monotonic()
        seconds = now - began
        if flood == regions.everything:
            path = tuple(_path(before, flood))
            headline = f"proved optimal: {many(moves, 'move')}"
            yield Answer(path, True, moves, nodes, seconds, headline)
            return
        if stopped := limits.reached(seconds, nodes, len(before) * MEGABYTES_A_NODE):
            headline = f"no solution known, at least {lower}"
            yield Answer(None, False, lower, nodes, seconds, headline, stopped)
            return
        if now - said > SAY_EVERY:
            said = now
            yield Progress(nodes, seconds, lower)
        if moves > before[flood][0]:
            continue  # reached in fewer moves since
        nodes += 1
        for colour, larger in regions.moves(flood):
            if moves + 1 < before.get(larger, (moves + 2,))[0]:
                before[larger] = moves + 1, flood, colour
                heapq.heappush(heap, (moves + 1 + regions.bound(larger), -moves - 1, larger))


def _path(before: dict[Regions, tuple[int, Regions, str]], flood: Regions) -> list[str]:
    """The colours that led to a flood."""
    colours: list[str] = []
    while before[flood][2]:
        _, flood, colour = before[flood]
        colours.insert(0, colour)
    return colours
