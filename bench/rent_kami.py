"""The mechanisms of Kami's solver, and the rows of boards that it is measured on, for `rent.py`.

A board may take SLICES of search, which are the same on every machine; of large rows a fixed sample
is taken. The row "hardest" is measured only on request: its boards take minutes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import kami_data
from helping import DATA
from puzzles.core.solving import Answer, Limits, answer
from puzzles.kami.generator.wishes import Wishes
from puzzles.kami.rules.model import KamiLevel, start
from puzzles.kami.solver import moves, search, solve
from puzzles.kami.solver.optima import solutions
from puzzles.kami.solver.set_growth import grown_bounds
from puzzles.kami.solver.trunk import Line, trunks
from puzzles.library.levels import read_pack
from puzzles.running.kernels import compiled
from rent import Row, drawn, made, replace

LEVELS = Path(__file__).parents[1] / "levels" / "kami"
SLICES = 200
HARD = "P16", "P27", "P32", "P34", "P36", "Bud3", "Bud4", "Bud6", "Threed6"
HARDEST = "P38", "Threegrid4", "Threegrid6"
BEYOND = "P39", "Threegrid5", "old_Threegrid6"
MOST_WAYS, MOST_NODES = 100, 3000
Board = tuple[str, Callable[[], bool]]


# Rows ------------------------------------------------------------------------------------------


def proved(level: KamiLevel, slices: int = SLICES) -> bool:
    """Return True if the search proves the fewest moves."""
    return answer(solve.solve(start(level), Limits(), slices=slices)).proved


def all_shipped() -> Iterator[KamiLevel]:
    for file in sorted(LEVELS.glob("*.toml")):
        yield from read_pack(str(file)).levels  # type: ignore[misc]


def shipped() -> Iterator[Board]:
    """Every fourth level shipped."""
    for level in [*all_shipped()][::4]:
        yield level.title, partial(proved, level)


def published(names: Callable[[str], bool], slices: int = SLICES) -> Iterator[Board]:
    """Boards of KAMI 1 and KAMI 2."""
    for folder in ("kami1", "kami2"):
        for level in kami_data.levels(DATA / folder):
            if names(level.title):
                yield level.title, partial(proved, level, slices)


def counted() -> Iterator[Board]:
    """Every thirtieth level shipped: its optimal solutions are counted, up to a hundred."""
    for level in [*all_shipped()][1::30]:

        def known(level: KamiLevel = level) -> bool:
            *_, end = solutions(start(level), MOST_WAYS, Limits(nodes=MOST_NODES))
            return isinstance(end, Answer) and end.proved and not end.stopped

        yield level.title, known


ROWS = {
    "shipped": Row(shipped),
    "published": Row(partial(published, lambda name: name not in (*HARD, *HARDEST, *BEYOND))),
    "published, hard": Row(partial(published, HARD.__contains__)),
    "optima": Row(counted),
    "strokes": drawn("kami", step=8),
    "generator": made("kami", {k: Wishes(kind=k) for k in ("square", "triangle", "islands")}, 3),
    "hardest": Row(partial(published, HARDEST.__contains__, 1 << 30), 1800, on_request=True),
}


# Mechanisms ------------------------------------------------------------------------------------


@compiled
def never_wide(_positions: Any, _slot: int, _moves: int) -> bool:
    return False


@compiled
def all_useful(_space: Any, _goal: int, _bound: int, _allowed: Any) -> int:
    return 0


@compiled
def awake(_stack: Any, _depth: int, _v: int, _colour: int) -> None:
    pass


@compiled
def never_refuted(_entries: Any, _key_1: Any, _key_2: Any, _moves: int) -> bool:
    return False


def only_one(*arguments: Any) -> Iterator[Line | None]:
    """The first solution."""
    for line in trunks(*arguments):
        yield line
        if line is not None:
            return


def at_the_root(graph: Any, colours: Any, most: int) -> Iterator[tuple[int, bool]]:
    """The bounds by sets at the root, none below it."""
    for bound in grown_bounds(graph, colours, most):
        yield bound, False


NEVER = 1 << 20

MECHANISMS: dict[str, Callable[[], None]] = {
    "radius": replace(search, is_wide=never_wide),
    "moves, by pairs": replace(search, reducing_moves=all_useful),
    "triples, quadruples": replace(search, TRIPLES_FROM=NEVER, TRIPLES_FROM_TIGHT=NEVER),
    "quadruples": replace(search, QUADRUPLES_FROM=NEVER),
    "sets": replace(search.Search, grow_sets=lambda _search: None),
    "sets below the root": replace(search, set_bounds=at_the_root),
    "order by distance": replace(moves, DISTANCE=0),
    "sleep": replace(search, fall_asleep=awake),
    "free moves first": replace(moves, LATER=0),
    "table": replace(search, is_refuted=never_refuted),
    "beam": replace(solve, trunks=only_one),
    "wider beams": replace(solve, HARDER=NEVER),
}
