"""How the search for solutions of Flow does, kind by kind and board by board:

    python bench/flow_search.py [--rule Z|F] [--time S] [packs] [numberlink] [boards] [classics]

Looks for two solutions of each board, so that one and `complete` means it is the only one. For the
packs: per kind, levels, those not settled or not equal to the stored solution, decisions and
milliseconds. Times are CPU times of the whole call, once compiled.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from statistics import mean, median

import flow_data
from helping import need
from progress import watched
from puzzles.core.solving import Limits
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver.search import Found, search


def run(problem: Problem, untouching: bool, seconds: float) -> tuple[Found, float]:
    """What the search finds, and the milliseconds of CPU time it takes."""
    began = time.process_time()
    *_, last = search(problem, Limits(seconds=seconds), untouching, want=2)
    assert isinstance(last, Found)
    return last, (time.process_time() - began) * 1000


def only(found: Found, stored: Solution) -> bool:
    """Whether the stored solution is proved the only one."""
    paths = {min(path, path[::-1]) for path in stored}
    return found.complete and [set(solution) for solution in found.solutions] == [paths]


def figures(values: list[float]) -> str:
    return f"{mean(values):9.2f} {median(values):9.2f} {max(values):9.2f}"


Kinds = dict[str, list[float]]


def by_kind(untouching: bool, seconds: float) -> tuple[Kinds, Kinds, dict[str, list[str]]]:
    """Of the levels of each kind: the decisions, the milliseconds, and the names of those whose
    stored solution is not proved the only one."""
    nodes, times = defaultdict(list), defaultdict(list)
    left: dict[str, list[str]] = defaultdict(list)
    for name, kind, problem, stored in watched(flow_data.packs(), "levels"):
        found, milliseconds = run(problem, untouching, seconds)
        nodes[kind].append(found.nodes)
        times[kind].append(milliseconds)
        if not only(found, stored):
            left[kind].append(name)
    return nodes, times, left


def packs(untouching: bool, seconds: float) -> None:
    """A line for each kind of level."""
    nodes, times, left = by_kind(untouching, seconds)
    print(
        f"{'kind':10} {'levels':>6} {'left':>5} "
        f"{'nodes: mean    median       max':>29} {'ms: mean    median       max':>29}"
    )
    for kind in nodes:
        print(
            f"{kind:10} {len(nodes[kind]):6} {len(left[kind]):5} "
            f"{figures(nodes[kind])} {figures(times[kind])} {' '.join(left[kind][:5])}"
        )


def single(boards: list[tuple[str, Problem]], untouching: bool, seconds: float) -> None:
    """A line for each board."""
    for name, problem in boards:
        found, milliseconds = run(problem, untouching, seconds)
        outcome = found.stopped or ("all" if found.complete else "two")
        print(
            f"{name:20} {problem.n:5} cells {problem.pairs:3} pairs  "
            f"{len(found.solutions)} {outcome:10} {found.nodes:9,} nodes {milliseconds:10.2f} ms",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the search for solutions of Flow.")
    parser.add_argument("--rule", choices=("Z", "F"), default="Z", help="Z: untouching; F: fill")
    parser.add_argument("--time", type=float, default=20, help="seconds for each board")
    parser.add_argument("what", nargs="*", help="packs, numberlink, boards, classics")
    arguments = parser.parse_args()
    untouching = arguments.rule == "Z"
    run(flow_data.plain("AABB"), untouching, 1)  # compiles
    for what in arguments.what or ["packs", "numberlink", "boards", "classics"]:
        if what != "classics":
            need(flow_data.DATA / what)
        if what == "packs":
            packs(untouching, arguments.time)
        else:
            boards = getattr(flow_data, what)()
            single(list(boards), untouching, arguments.time)


if __name__ == "__main__":
    main()
