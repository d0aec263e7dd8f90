"""Writes certificates of how many solutions a board has, which `puzzles.checker` accepts
(docs/certificates.md).

The checker itself asks which edge to guess, and the answers are the certificate. Guesses go over
the board, always at the first cell that has an edge open: what remains of it then often remained
before, and is known to be hopeless. How many guesses that takes depends on the direction, by
factors of a thousand. So all are rehearsed by the kernels of the search, and the best is taken.
"""

import time
from collections.abc import Generator, Iterator

import numpy as np

from puzzles import checker
from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.proving import certificate_of, proof_of
from puzzles.core.solving import Answer, Event, Limits, Progress, Run, Stopped
from puzzles.flow.rules.model import Board, FlowLevel, Move
from puzzles.flow.rules.problem import Problem, joined, touches_itself
from puzzles.flow.solver.search import EXHAUSTED, Search
from puzzles.flow.solver.settle import Query, ask
from puzzles.flow.solver.solve import claims
from puzzles.grids.graph import Ints

OFTEN = 200  # guesses between two events
WORDS = {False: "fillings", True: "untouching"}


def certify(level: FlowLevel, limits: Limits) -> Iterator[Event]:
    """Prove that a level has one filling, or none; or if it has more, or says so, that it has one
    in which no pipe touches itself, or none. See `core.modules.Solver.certify`."""
    run, problem = Run(limits), level.board.problem
    board = board_of(level.board)
    for untouching in (True,) if level.untouching else (False, True):
        settled = yield from ask(Query(problem, 2, untouching), run.left)
        run.nodes, number = run.nodes + settled.nodes, len(settled.solutions)
        if settled.stopped or (settled.complete and number < 2):
            break
    moves, stopped = tuple(map(Move, settled.solutions[0])) if number else None, settled.stopped
    claim, lines, text = f"{WORDS[untouching]} {number}", list[str](), ""
    if number > 1 or not settled.complete:
        least = f"at least {number}" if number else "not known"
        headline, stopped = f"{WORDS[untouching]} {least}", stopped or "several solutions"
    else:
        try:
            lines = yield from _guesses(problem, board, untouching, run)
            text = certificate_of(board, [claim, *lines], run)
            headline = f"{claim} is certified"
        except Stopped as limit:
            headline, stopped = f"{claim}, but its certificate is not finished", str(limit)
    facts = {"claim": claim, "certificate": text} if text else {}
    nodes = settled.nodes + len(lines)
    yield Answer(moves, not stopped, len(moves or ()), nodes, run.seconds, headline, stopped, facts)


def check_by(certificate: str, level: FlowLevel, limits: Limits) -> Answer:
    """The answer that a certificate proves; see `core.modules.Solver.certify`."""
    began, board = time.monotonic(), level.board
    proof = proof_of(certificate, board_of(board), limits)
    if isinstance(proof, Answer):
        return proof
    edges = proof.board.edges
    solutions = [joined(edges[e] for e in checker.bits(drawn)) for drawn in proof.solutions]
    touched = [any(touches_itself(board.graph, path) for path in found) for found in solutions]
    number = {True: touched.count(False)}
    if proof.claim == WORDS[False]:
        number[False] = len(solutions)
    for claimed, untouching in claims(level):
        if untouching not in number:
            raise PuzzlesError(f"its certificate says nothing of its {WORDS[untouching]}")
        if number[untouching] != claimed:
            found = f"{WORDS[untouching]} {number[untouching]}"
            raise PuzzlesError(f"{found} is proved; it must have {claimed:,}")
    moves = tuple(map(Move, solutions[0])) if solutions else None
    return Answer(moves, True, len(moves or ()), 0, time.monotonic() - began, proof.text)


def board_of(board: Board) -> checker.Board:
    """A board in the words of a certificate: its vertices, each called by its cell, the lower pipe
    of a bridge with a stroke. Raises UsageError where these words do not say all of its rules."""
    if not board.fill:
        raise UsageError("boards whose cells may stay empty are not certified")
    near = board.graph.neighbours
    return checker.Board(
        "flow",
        tuple(
            board.grid.name(cell) + "'" * (v >= board.grid.n)
            for v, cell in enumerate(board.cell_of)
        ),
        tuple(board.symbols[dot] if dot >= 0 else "." for dot in board.dot_at),
        tuple((w, v) for v in range(len(near)) for w in near[v] if w < v),
    )


def _guesses(
    problem: Problem, board: checker.Board, untouching: bool, run: Run
) -> Generator[Progress, None, list[str]]:
    """The lines that answer what the checker asks: the first open edge at the first cell that has
    one. Raises Stopped."""
    order, lines = problem.order, list[str]()
    if not untouching:
        order = yield from _best_order(problem, run)
    proof = checker.Flow(board)
    proof.untouching = untouching
    for free in proof.solve():
        open_edges = next(open_edges for v in order if (open_edges := proof.at[v] & free))
        proof.answer = checker.least(open_edges)
        u, w = board.edges[proof.answer]
        lines.append(f"guess {board.names[u]} {board.names[w]}")
        if len(lines) % OFTEN == 0:
            yield _check(run, len(lines))
    return lines


def _check(run: Run, nodes: int) -> Progress:
    """Return the progress so far; raises Stopped if a limit is reached."""
    run.nodes = nodes
    run.check()
    return Progress(nodes, run.seconds)


def _best_order(problem: Problem, run: Run) -> Generator[Progress, None, Ints]:
    """The order of the cells that takes the fewest guesses: rehearsals of all go on side by side
    until one is through. Raises Stopped."""
    x, y = problem.place.T
    sweeps = [np.lexsort(keys) for keys in ((x, y), (y, x), (x, x + y), (x, x - y))]
    orders = [order.astype(np.int32) for sweep in sweeps for order in (sweep, sweep[::-1])]
    searches = [Search(problem, False, order) for order in orders]
    most = 0
    while True:
        most += OFTEN
        for order, search in zip(orders, searches, strict=True):
            while search.nodes < most:
                if search.advance(most - search.nodes) == EXHAUSTED:
                    return order
            yield _check(run, most)
