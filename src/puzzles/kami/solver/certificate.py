"""Writes certificates of par, which `puzzles.checker` accepts (docs/certificates.md).

The checker itself asks, and the answers are the certificate. For each position that it cannot
refute at once it asks for sets of two to four regions: one that takes more moves to join than are
left, or some pairs that take as many, so that only moves that begin to join each of them come into
question. The kernels of the bounds find them.
"""

import time
from collections.abc import Iterator, Sequence

import numpy as np

from puzzles import checker
from puzzles.core.errors import PuzzlesError
from puzzles.core.proving import certificate_of, proof_of
from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress, Run, Stopped, relay
from puzzles.grids.graph import Graph
from puzzles.kami.rules.model import KamiLevel, Move, State, start
from puzzles.kami.solver.pair_bound import first_moves, pairs_of
from puzzles.kami.solver.position import Flags
from puzzles.kami.solver.search import QUADRUPLES_FROM, TRIPLES_FROM, TRIPLES_FROM_TIGHT
from puzzles.kami.solver.solve import Part, Solving, check_claims
from puzzles.kami.solver.witness import Regions, far_three_or_four, unjoined

MOST_SEEN = 2  # sets to see in a position
MOST_TRIED = 40  # pairs that are looked at for them

# A part as a set of regions, moves that are not enough for it, and the colour to end in or None.
Claim = tuple[checker.Set, int, checker.Goal]


def certify(level: KamiLevel, limits: Limits) -> Iterator[Event]:
    """Solve a level and prove its par; see `core.modules.Solver.certify`."""
    run, state = Run(limits), start(level)
    solving = Solving(state, limits)
    answer = yield from relay(solving.events(), Answer)
    if not answer.proved or answer.moves is None:
        yield answer
        return
    board, par = board_of(state), len(answer.moves)
    proof = checker.Kami(board)
    lines = [f"par {par}", _moves(state, board, answer.moves)]
    stopped, run.nodes = "", answer.nodes
    yield Progress(run.nodes, run.seconds, par, par, moves=answer.moves)
    said, facts = f"par {par} is certified", {**answer.facts, "claim": f"par {par}"}
    try:
        for part, left, goal in _claims(state, solving.parts, par):
            first = board.names[checker.least(part)]
            lines.append(f"not {first} {left}{'' if goal is None else f' {proof.palette[goal]}'}")
            for question in proof.show(part, left, goal):
                proof.answer = _sets(proof, part, *question)
                seen = (",".join(board.names[v] for v in cells) for cells in proof.answer)
                lines.append(" ".join(["see", *seen]))
                run.nodes += 1
                yield Progress(run.nodes, run.seconds, par, par)
                run.check()
        facts["certificate"] = certificate_of(board, lines, run)
    except Stopped as limit:
        stopped, facts = str(limit), {}
        said = f"par {par} is proved, but the certificate is not finished"
    yield Answer(answer.moves, not stopped, par, run.nodes, run.seconds, said, stopped, facts)


def check_by(certificate: str, level: KamiLevel, limits: Limits) -> Answer:
    """Return the answer that a certificate proves; see `core.modules.Solver.certify`."""
    began, state = time.monotonic(), start(level)
    proof = proof_of(certificate, board_of(state), limits)
    if isinstance(proof, Answer):
        return proof
    moves = tuple(
        Move(int(state.region_cell[region]), state.board.colour_named(look))
        for region, look in proof.moves
    )
    answer = Answer(moves, True, len(moves), 0, time.monotonic() - began, proof.text)
    for event in check_claims(level, [answer]):
        if isinstance(event, FalseClaim):
            raise PuzzlesError(event.reason)
    return answer


def board_of(state: State) -> checker.Board:
    """Return a position in the words of a certificate: each region is called by its first cell, or
    by its number where a comma, which parts names there, stands in a name."""
    board, near = state.board, state.region_graph.neighbours
    names = tuple(board.grid.name(int(cell)) for cell in state.region_cell)
    if any("," in name for name in names):
        names = tuple(str(number) for number in range(1, len(names) + 1))
    return checker.Board(
        "kami",
        names,
        tuple(board.palette[colour].letter for colour in state.colours[state.region_cell]),
        tuple((w, v) for v in range(len(near)) for w in near[v] if w < v),
        "" if board.final is None else board.palette[board.final].letter,
    )


def _moves(state: State, board: checker.Board, moves: Sequence[Move]) -> str:
    words = (
        f"{board.names[state.region_of[move.cell]]} {state.board.palette[move.colour].letter}"
        for move in moves
    )
    return " ".join(["moves", *words])


def _claims(state: State, parts: Sequence[Part], par: int) -> Iterator[Claim]:
    """Yield all that has to be refuted, with colours numbered as in the checker.

    First comes the number of moves of each part. Let par be d above their sum. Then for each final
    colour, d parts have to take one move more.
    """
    board = state.board
    order = list(dict.fromkeys(state.colours[state.region_cell].tolist()))
    insides = [sum(1 << int(v) for v in state.region_of[part.cells]) for part in parts]
    for inside, part in zip(insides, parts, strict=True):
        if part.lower:
            yield inside, part.lower - 1, None
    more = par - sum(part.lower for part in parts)
    for colour in order if board.final is None else [board.final]:
        late = [i for i, part in enumerate(parts) if part.misses(colour)]
        late.sort(key=lambda i: colour in parts[i].colours)  # the others need no proof
        for i in late[:more]:
            yield insides[i], parts[i].lower, [*order, colour].index(colour)


def _sets(
    proof: checker.Kami, part: checker.Set, position: bytes, left: int, goal: checker.Goal
) -> list[list[int]]:
    """Return sets of regions to see: one that takes more moves to join than are left, or a few that
    leave as few moves as can be."""
    components, near = proof.contract(position, part)
    cells = [checker.least(component) for component in components]
    colours = [position[cell] for cell in cells]
    graph = Graph.from_edges(
        len(cells), [(v, w) for v, row in enumerate(near) for w in checker.bits(row)]
    )
    far, useful = _far(graph, colours, len(proof.palette), left, -1 if goal is None else goal)
    if far:
        return [[cells[v] for v in far]]
    allowed: Flags = np.zeros((graph.n, len(proof.palette)), np.bool_)
    for v, colour in proof.moves(colours, near, goal, len(set(colours)) - 1 == left):
        allowed[v, colour] = True
    seen: list[list[int]] = []
    while useful and len(seen) < MOST_SEEN:
        some, moves = min(useful, key=lambda each: int((each[1] & allowed).sum()))
        if not (allowed & ~moves).any():
            break
        allowed &= moves
        seen.append([cells[v] for v in some])
    return seen


def _far(
    graph: Graph, colours: list[int], palette: int, left: int, goal: int
) -> tuple[Regions, list[tuple[Regions, Flags]]]:
    """Return a set of components that takes more moves to join than are left, of as few as can be;
    if there is none, pairs that take as many, each with the moves that begin to join it."""
    pairs, bound = pairs_of(graph, colours, palette, left + 1)
    if far := unjoined(pairs, pairs, bound, left, goal):
        return far[0], []
    useful: list[tuple[Regions, Flags]] = []
    tight = unjoined(pairs, pairs, bound, left - 1, goal)
    for x, y in tight[:: len(tight) // MOST_TRIED + 1]:
        first_moves(pairs, goal, left, int(pairs.number[x]), int(pairs.number[y]))
        useful.append(((x, y), pairs.useful.copy()))
    if left < (TRIPLES_FROM_TIGHT if useful else TRIPLES_FROM):
        return (), useful
    return far_three_or_four(pairs, bound, left, goal, left >= QUADRUPLES_FROM), useful
