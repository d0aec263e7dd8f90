"""How Flow boards are solved, by whichever engine is first, file by file:

    python bench/flow_solve.py [--time S] [--method M] [--empty] [--check] FILE …

A file is anything that the program reads: level packs, Numberlink boards, a list of URLs. Per file:
how many boards are solved, proved unsolvable and not settled within the time (S seconds each),
which engine answered, and the CPU time in milliseconds: median, 95 % and most. One solution is
looked for, whatever a level claims. `--empty` lets cells stay empty, `--check` checks the claims
instead.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median

from flow_data import DATA
from progress import watched
from puzzles.core.results import Problem
from puzzles.core.solving import Answer, Limits
from puzzles.flow.rules.model import FlowLevel, start
from puzzles.flow.solver.solve import check, solve
from puzzles.library.levels import read_pack

COLUMNS = "boards", "", "settled", "by the count", "ms: median, 95 %, most"
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


def levels(file: str) -> Iterator[FlowLevel]:
    """The levels of a file; of a list of URLs, each."""
    text = Path(file).read_text()
    for part in text.split() if text.startswith("http") else [text]:
        yield from read_pack(file, part).levels  # type: ignore[misc]


def timed(
    level: FlowLevel, limits: Limits, method: str = "", checking: bool = False
) -> tuple[Answer, bool, float]:
    """The answer, whether a claim is found wrong, and the seconds of CPU."""
    began, wrong = time.process_time(), False
    for event in check(level, limits) if checking else solve(start(level), limits, method):
        wrong |= isinstance(event, Problem)
    assert isinstance(event, Answer)
    return event, wrong, time.process_time() - began


def load() -> None:
    """Load the kernels."""
    (small,) = read_pack("small", "A.A\nBBC\n..C").levels
    for method in ("search", "learning", "count"):
        timed(small, Limits(), method)  # type: ignore[arg-type]


def spread(seconds: list[float]) -> str:
    """Median, 95 % and most, in milliseconds."""
    ranked = sorted(1000 * spent for spent in seconds)
    return f"{median(ranked):.1f}, {ranked[len(ranked) * 95 // 100]:.1f}, {ranked[-1]:.0f}"


def asked(level: FlowLevel, empty: bool) -> FlowLevel:
    """The level without its claim to have one solution, which would be looked into; cells may stay
    empty if so."""
    return replace(
        level, untouching=False, board=replace(level.board, fill=False) if empty else level.board
    )


def rows() -> Iterator[tuple[object, ...]]:
    """The cells of the table, by COLUMNS."""
    load()
    for title, pattern, empty in BOARDS:
        boards = [level for file in sorted(DATA.glob(pattern)) for level in levels(str(file))]
        runs = [timed(asked(level, empty), LIMITS) for level in watched(boards, title)]
        told = Counter(str(answer.facts["method"]) for answer, *_ in runs if answer.proved)
        yield (
            title,
            f"{len(runs):,}",
            f"{sum(told.values()):,}",
            told["count"],
            spread([spent for *_, spent in runs]),
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the solving of Flow.")
    parser.add_argument("--time", type=float, default=20, help="seconds for each board")
    parser.add_argument("--method", default="", help="search, learning or count; by default, all")
    parser.add_argument("--empty", action="store_true", help="cells may stay empty")
    parser.add_argument("--check", action="store_true", help="check the claims instead")
    parser.add_argument("files", metavar="FILE", nargs="+")
    options = parser.parse_args()
    limits = Limits(seconds=options.time)
    load()
    for file in options.files:
        outcomes, times = Counter[str](), list[float]()
        for level in levels(file):
            level = level if options.check else asked(level, options.empty)
            answer, wrong, spent = timed(level, limits, options.method, options.check)
            times.append(spent)
            outcomes[
                "wrong"
                if wrong
                else "not settled"
                if not answer.proved
                else "solved"
                if answer.moves is not None
                else "unsolvable"
            ] += 1
            if not options.check:
                outcomes[f"by {answer.facts['method']}"] += answer.proved
        found = ", ".join(f"{what} {number}" for what, number in sorted(outcomes.items()))
        print(
            f"{Path(file).name:24} {len(times):4} boards: {found}; ms: {spread(times)}", flush=True
        )


if __name__ == "__main__":
    main()
