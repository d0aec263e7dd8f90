"""Compares the answers on random boards with those of brute forces, and prints a table.

    python bench/campaign.py [NAME …] [--seed N] [--trials N]

Each campaign draws random boards from a seed and compares the project's answers with those of the
plain brute forces under tests/, which know neither bounds nor frontiers. A failure is printed with
the seed of its board, and ends the program with exit code 1.
"""

# ruff: noqa: E402
from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase
from types import SimpleNamespace
from typing import Any

import numpy as np

TESTS = Path(__file__).parents[1] / "tests"
sys.path[:0] = [str(TESTS), str(TESTS / "flow"), str(TESTS / "kami")]

import naive
import test_flow_solver
import test_kami_certificates as kami_certificates
import test_optima
import test_search
import test_solver
import test_ways
from brute import optimum

from helping import few, show, watched
from puzzles import checker
from puzzles.core.proving import board_lines
from puzzles.core.solving import Limits, answer, last
from puzzles.flow import plugin as flow
from puzzles.flow.rules.problem import Problem, Solution
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.flow.tutor.difficulty import solve as solution_of
from puzzles.flow.tutor.reasons import FORCED, GUESSED, Deduction, Reasoner
from puzzles.grids.graph import Graph
from puzzles.kami.solver.certificate import certify as certify_kami
from puzzles.kami.solver.optima import solutions as optimal_solutions
from puzzles.kami.solver.solve import solve as solve_kami
from puzzles.kami.solver.solve import within
from test_false_proofs import mutants

Outcomes = Iterator[bool]  # of each trial: True if the answer is right
MANY = 100_000


@dataclass(frozen=True)
class Campaign:
    """A comparison on one random board, and the number of boards it is made on by default."""

    title: str
    against: str
    boards: int
    trial: Callable[[random.Random], Outcomes]


def _problem(rng: random.Random, fill: bool) -> Problem:
    drawn: Problem = test_search.random_problem(rng, rng.choice(test_search.KINDS), fill)
    return drawn


def flow_solutions(rng: random.Random) -> Outcomes:
    """All solutions of a board, and all in which no pipe touches itself."""
    problem = _problem(rng, rng.random() < 0.7)
    every = naive.solutions(problem)
    for untouching in (False, True):
        wanted = naive.untouching(problem.graph, every) if untouching else every
        found = last(settle(Query(problem, MANY, untouching), Limits()), Settled)
        yield found.complete and set(map(naive.edges, found.solutions)) == set(wanted)


def flow_counts(rng: random.Random) -> Outcomes:
    """The count of the solutions of a board."""
    problem = _problem(rng, rng.random() < 0.7)
    every = naive.solutions(problem)
    yield last(settle(Query(problem, method="count"), Limits()), Settled).number == len(every)


def flow_paths(rng: random.Random) -> Outcomes:
    """The paths of each colour around drawn pipes: listed, counted, and used by a solution."""
    state = test_ways.STATES[rng.choice(sorted(test_ways.STATES))]
    state = test_flow_solver.drawn(rng, state, rng.randrange(3))
    for task in flow.solver.tasks(state):
        yield _passes(test_ways.compare, state, task)


def flow_reasons(rng: random.Random) -> Outcomes:
    """Each conclusion of an explanation holds in all solutions that agree with those before."""
    problem = _problem(rng, fill=True)
    every = naive.solutions(problem)
    if not every:
        return
    named: Any = SimpleNamespace(problem=problem, name=str, symbols=ascii_uppercase)
    reasoner = Reasoner(named, last(_whole(problem), tuple))
    apart = naive.untouching(problem.graph, every) if reasoner.untouching else every
    left = {False: list(every), True: list(apart)}
    for found in reasoner.deductions():
        if isinstance(found, Deduction):
            alone = found.kind != FORCED
            for e, drawn in found.concludes:
                edge = reasoner.ends(e)
                edge = (min(edge), max(edge))
                if found.kind != GUESSED:
                    yield all((edge in edges) == drawn for edges in left[alone])
                left = {k: [s for s in v if (edge in s) == drawn] for k, v in left.items()}


def _whole(problem: Problem) -> Iterator[object]:
    """The events of finding a solution, and the solution."""
    found: Solution = yield from solution_of(problem, False, "there is none")
    yield found


def kami_optima(rng: random.Random) -> Outcomes:
    """The optimum of a board, and the answers whether fewer or more moves are enough."""
    state = test_solver.random_state(rng, rng.choice(test_solver.KINDS))
    least = test_solver.brute_optimum(state)
    found = answer(solve_kami(state, Limits()))
    yield found.proved and len(found.moves or ()) == found.lower_bound == least
    yield test_solver.replay(state, found).won
    for most in range(max(0, least - 1), least + 2):
        found = answer(within(state, most, Limits()))
        yield found.proved and (found.moves is not None) == (least <= most)


def kami_all(rng: random.Random) -> Outcomes:
    """The number of optimal solutions, up to the order of independent moves."""
    state = test_optima.board(rng)
    best = answer(solve_kami(state, Limits())).moves or ()
    if len(best) <= 3:
        classes = test_optima.classes(list(test_optima.lines(state, len(best))))
        found = answer(optimal_solutions(state, MANY, Limits()))
        yield (found.count, found.facts["complete"]) == (classes, True)


def kami_adversary(rng: random.Random) -> Outcomes:
    """A part is not refuted for its optimum, though all sets are seen; for one move less it is."""
    state = test_solver.connected_state(rng, rng.randint(4, 9), rng.randint(2, 4))
    least = test_solver.brute_optimum(state)
    board = kami_certificates.board_of(state)
    yield not kami_certificates.shown_with_every_set(checker.Kami(board), least, None)
    if least:
        yield kami_certificates.shown_with_every_set(checker.Kami(board), least - 1, None)


def kami_certificates_(rng: random.Random) -> Outcomes:
    """The certificate of a board, and its mutants: what is accepted is true of its own board."""
    state = test_solver.random_state(rng, rng.choice(test_solver.KINDS), 7)
    text = answer(certify_kami(state.level, Limits())).facts["certificate"]
    yield from _texts(rng, text)


def flow_certificates(rng: random.Random) -> Outcomes:
    """The same for Flow."""
    problem = _problem(rng, fill=True)
    looks = tuple("." if dot < 0 else "ABCDEFGHIJ"[dot] for dot in problem.dot.tolist())
    names = tuple(f"v{v}" for v in range(problem.n))
    near = enumerate(problem.graph.neighbours)
    edges = tuple((w, v) for v, beside in near for w in beside if w < v)
    board = checker.Board("flow", names, looks, edges)
    proof = checker.Flow(board)
    lines = []
    for free in proof.solve():
        proof.answer = rng.choice([*checker.bits(free)])
        lines.append("guess " + " ".join(names[v] for v in edges[proof.answer]))
    claim = f"fillings {len(proof.found)}"
    yield from _texts(rng, "\n".join([*board_lines(board), claim, *lines, ""]))


def _texts(rng: random.Random, text: str) -> Outcomes:
    """The text is accepted, and it and ten mutants of it are true if they are."""
    yield _is_true(checker.check(text))
    every = [*mutants(text)]
    for mutant in rng.sample(every, min(10, len(every))):
        try:
            proof = checker.check(mutant)
        except checker.Refused:
            yield True
        else:
            yield _is_true(proof)


def _is_true(proof: checker.Proof) -> bool:
    """Return whether brute force says the same of the board of a proof."""
    board = proof.board
    graph = Graph.from_edges(len(board.names), list(board.edges))
    if board.puzzle == "kami":
        palette = list(dict.fromkeys([*board.looks, *([board.demanded] * bool(board.demanded))]))
        colours = tuple(map(palette.index, board.looks))
        final = palette.index(board.demanded) if board.demanded else None
        return optimum(graph.neighbours, colours, len(palette), final) == proof.number
    letters = sorted({*board.looks} - {"."})
    dots = [letters.index(look) if look != "." else -1 for look in board.looks]
    place = np.zeros((graph.n, 2))
    every = naive.solutions(Problem.build(graph, np.array(dots, np.int32), place))
    if proof.claim == "untouching":
        every = naive.untouching(graph, every)
    return len(every) == proof.number


def _passes(test: Callable[..., object], *arguments: object) -> bool:
    """Return whether the assertions of a test hold."""
    try:
        test(*arguments)
    except AssertionError:
        return False
    return True


ENUMERATION, SEARCH = "enumeration of all paths", "breadth-first search"
CAMPAIGNS = {
    "flow-solutions": Campaign("Flow: all solutions", ENUMERATION, 6000, flow_solutions),
    "flow-counts": Campaign("Flow: counts", ENUMERATION, 6000, flow_counts),
    "flow-paths": Campaign("Flow: paths of a colour", ENUMERATION, 1200, flow_paths),
    "flow-reasons": Campaign("Flow: conclusions of `explain`", ENUMERATION, 3000, flow_reasons),
    "flow-certificates": Campaign(
        "Flow: certificates and mutants", ENUMERATION, 3000, flow_certificates
    ),
    "kami-optima": Campaign("Kami: optimum, and with N moves", SEARCH, 4000, kami_optima),
    "kami-all": Campaign("Kami: `--all` optimal solutions", "all lines", 2000, kami_all),
    "kami-certificates": Campaign(
        "Kami: certificates and mutants", SEARCH, 2000, kami_certificates_
    ),
    "kami-adversary": Campaign("Kami: all sets seen", SEARCH, 600, kami_adversary),
}


COLUMNS = "campaign", "against", "boards", "trials", "failures", "CPU (s)"


def run(name: str, seed: int = 1, boards: int = 0) -> tuple[object, ...]:
    """Return the cells by COLUMNS of a campaign."""
    campaign, began = CAMPAIGNS[name], time.process_time()
    trials = failures = 0
    boards = boards or few(campaign.boards)
    for i in range(boards):
        for well in campaign.trial(random.Random(f"{name} {seed} {i}")):
            trials += 1
            failures += not well
            if not well:
                print(f"{name}: board {i} of seed {seed} fails", file=sys.stderr)
    spent = time.process_time() - began
    counted = f"{boards:,}", f"{trials:,}", failures, f"{spent:.0f}"
    return campaign.title, campaign.against, *counted


def rows() -> Iterator[tuple[object, ...]]:
    """Yield the cells of all campaigns, none of which may fail."""
    for cells in map(run, CAMPAIGNS):
        assert not cells[4], cells
        yield cells


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*CAMPAIGNS, []], metavar="NAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--trials", type=int, default=0, help="boards of each campaign")
    arguments = parser.parse_args()
    names = arguments.names or CAMPAIGNS
    done = [run(name, arguments.seed, arguments.trials) for name in watched(names)]
    show(COLUMNS, done)
    return int(any(cells[4] for cells in done))


if __name__ == "__main__":
    sys.exit(main())
