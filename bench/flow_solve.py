"""How Flow boards of other makers are solved: the rows of two tables of docs/flow-solver.md."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import mean, median

import flow_data
from helping import watched
from puzzles.core.solving import Answer, Limits, answer, last
from puzzles.flow.rules.model import FlowLevel, start
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.flow.solver.solve import solve
from puzzles.library.levels import read_pack

SOLVED = "boards", "", "settled", "by the count", "ms: median, 95 %, most"
SEARCHED = "kind", "levels", "decisions: mean, median, most", "ms: mean, median, most"
NAMES = {"holes": "missing cells", "hexes": "hexagons", "warps": "rims that wrap"}
BOARDS = [  # title, files, and whether cells may stay empty
    ("the level packs", "packs/*", False),
    ("a Numberlink collection, up to 40×20", "numberlink/janko_even.txt", False),
    ("the same, cells may stay empty", "numberlink/janko_even.txt", True),
    ("large Numberlink, up to 60×40", "numberlink/inputs4.txt", False),
    ("the same, cells may stay empty", "numberlink/inputs4.txt", True),
    ("sparse Numberlink, 40×20", "numberlink/inputs9_even.txt", False),
    ("sparse Numberlink, 50×50", "numberlink/inputs10_third.txt", False),
]
LIMITS = Limits(seconds=5)  # for a board, by the clock


def levels(file: Path) -> Iterator[FlowLevel]:
    """Yield the levels of a file; of a list of URLs, each."""
    text = file.read_text()
    for part in text.split() if text.startswith("http") else [text]:
        yield from read_pack(str(file), part).levels  # type: ignore[misc]


def timed(level: FlowLevel, method: str = "") -> tuple[Answer, float]:
    """Return the answer and the milliseconds of CPU that it takes."""
    began = time.process_time()
    found = answer(solve(start(level), LIMITS, method))
    return found, 1000 * (time.process_time() - began)


def load() -> None:
    """Load the kernels."""
    (small,) = read_pack("small", "A.A\nBBC\n..C").levels
    for method in ("search", "learning", "count"):
        timed(small, method)  # type: ignore[arg-type]


def asked(level: FlowLevel, empty: bool) -> FlowLevel:
    """Return the level without its claim to have one solution; cells may stay empty if so."""
    return replace(
        level, untouching=False, board=replace(level.board, fill=False) if empty else level.board
    )


def solved() -> Iterator[tuple[object, ...]]:
    """Yield the cells by SOLVED: one solution, or the proof of none, by the first engine."""
    load()
    for title, pattern, empty in BOARDS:
        files = sorted(flow_data.DATA.glob(pattern))
        boards = (level for file in files for level in levels(file))
        runs = [timed(asked(level, empty)) for level in watched(boards, title)]
        methods = Counter(str(found.facts["method"]) for found, _ in runs if found.proved)
        times = sorted(spent for _, spent in runs)
        spread = f"{median(times):.1f}, {times[len(times) * 95 // 100]:.1f}, {times[-1]:.0f}"
        yield title, f"{len(runs):,}", f"{methods.total():,}", methods["count"], spread


def searched() -> Iterator[tuple[object, ...]]:
    """Yield the cells by SEARCHED: the search for two fillings without pipes that touch themselves.
    The stored solution must be the only one."""
    load()
    nodes, times = defaultdict[str, list[int]](list), defaultdict[str, list[float]](list)
    for name, kind, problem, stored in watched(flow_data.packs(), "levels"):
        began = time.process_time()
        found = last(settle(Query(problem, 2, True, "search"), Limits(seconds=20)), Settled)
        times[kind].append(1000 * (time.process_time() - began))
        nodes[kind].append(found.nodes)
        paths = {min(path, path[::-1]) for path in stored}
        assert found.complete, name
        assert [set(solution) for solution in found.solutions] == [paths], name
    for kind, spent in times.items():
        decisions = f"{mean(nodes[kind]):.1f}, {median(nodes[kind]):g}, {max(nodes[kind])}"
        spread = f"{mean(spent):.2f}, {median(spent):.2f}, {max(spent):.1f}"
        yield NAMES.get(kind, kind), f"{len(spent):,}", decisions, spread
