"""Certificates of par: proofs that `puzzles.checker` accepts (docs/certificates.md).

The checker itself asks, and the answers are the certificate. For what it cannot refute at once it
asks for sets of two to four regions: one that takes more moves to join than are left, or some that
take as many, so that only moves that begin to join each of them come into question. The kernels of
the bounds find them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from puzzles import checker
from puzzles.core.errors import PuzzlesError
from puzzles.core.par import check_par
from puzzles.core.puzzle import Problem
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.grids.graph import Graph
from puzzles.kami.rules.model import KamiLevel, Move, State, start
from puzzles.kami.solver.pair_bound import PairRoom, first_moves, pairs_of
from puzzles.kami.solver.position import Flags, Words
from puzzles.kami.solver.quad_bound import longer, prepare, quad_room
from puzzles.kami.solver.slices import EVER
from puzzles.kami.solver.solve import Part, solve_parts
from puzzles.kami.solver.symmetry import symmetries
from puzzles.kami.solver.triple_bound import finished, triple_bound, triple_room
from puzzles.kami.solver.triple_bound import first_moves as first_moves_of_triple

SEEN = 2  # sets to see in a position, at most
TRIED = 40  # pairs and triples that are looked at for them, each

# Triples are dear to check. With fewer moves left, they are not worth it: NEAR where pairs are
# joined in fewer, and rule out no moves, FAR where they are not. The same goes for quadruples and
# FOUR.
NEAR, FAR = 4, 6
FOUR = 6

Set = tuple[int, ...]  # components, two to four

# A part as a set of regions, moves that are not enough for it, and the colour to end in or None.
Claim = tuple[int, int, int | None]


def certify(level: KamiLevel, limits: Limits) -> Iterator[Event]:
    """Solve a level and prove its par; see `core.facets.Certifies`."""
    began, state = time.monotonic(), start(level)
    answer, parts = yield from solve_parts(state, limits)
    if not answer.proved or answer.moves is None:
        yield answer
        return
    names, par, asked = _names(state), len(answer.moves), 0
    lines = [*_board(state), f"par {par}", _moves(state, names, answer.moves)]
    proof: Any = checker.Kami([line.split() for line in reversed(_board(state)[1:])])
    for image in _symmetries(state, parts):
        proof.add_symmetry(image)
        lines.append(" ".join(["symmetry", *(names[v] for v in image)]))
    for inside, left, goal in _claims(state, parts, par):
        first = names[next(checker.bits(inside))]
        lines.append(f"not {first} {left}{'' if goal is None else f' {proof.palette[goal]}'}")
        for question in proof.show(inside, left, goal):
            proof.answer = _sets(proof, inside, *question)
            seen = (",".join(names[v] for v in some) for some in proof.answer)
            lines.append(" ".join(["see", *seen]))
            asked, seconds = asked + 1, time.monotonic() - began
            yield Progress(answer.nodes + asked, seconds, par, par)
            if stopped := limits.reached(seconds, answer.nodes + asked):
                said = f"par {par} is proved, but the certificate is not finished"
                yield Answer(answer.moves, False, par, asked, seconds, said, stopped)
                return
    facts = {**answer.facts, "claim": f"par {par}", "certificate": "\n".join(lines) + "\n"}
    yield Answer(
        answer.moves,
        True,
        par,
        answer.nodes + asked,
        time.monotonic() - began,
        f"par {par} is certified",
        "",
        facts,
    )


def check_by(certificate: str, level: KamiLevel) -> Answer:
    """What a certificate proves of the level's par; see `core.facets.Certifies`."""
    began, state = time.monotonic(), start(level)
    board, lines = _board(state), certificate.split("\n")
    if lines[: len(board)] != board or not "".join(lines[len(board) :]).startswith("par "):
        raise PuzzlesError("its certificate is of another board")
    try:
        proved = checker.check(certificate).proved
    except checker.Refused as reason:
        raise PuzzlesError(f"its certificate is refused: {reason}") from None
    words = lines[len(board) + 1].split()[1:]
    cell = dict(zip(_names(state), map(int, state.region_cell), strict=True))
    moves = tuple(
        Move(cell[name], state.board.colour_named(letter))
        for name, letter in zip(words[::2], words[1::2], strict=True)
    )
    answer = Answer(moves, True, len(moves), 0, time.monotonic() - began, proved)
    for event in check_par(level.par, level.par_place, [answer]):
        if isinstance(event, Problem):
            raise PuzzlesError(event.reason)
    return answer


def _names(state: State) -> list[str]:
    """The first cell of each region, by its name."""
    return [state.board.grid.name(int(cell)) for cell in state.region_cell]


def _board(state: State) -> list[str]:
    """The lines of a certificate that tell the board: its regions by their first cells."""
    names, board, near = _names(state), state.board, state.region_graph.neighbours
    looks = [board.palette[colour].letter for colour in state.colours[state.region_cell]]
    final = [] if board.final is None else [f"final {board.palette[board.final].letter}"]
    cells = [
        " ".join(["cell", name, look, *(names[w] for w in near[v] if w < v)])
        for v, (name, look) in enumerate(zip(names, looks, strict=True))
    ]
    return ["kami", *cells, *final]


def _moves(state: State, names: Sequence[str], moves: Sequence[Move]) -> str:
    told = (
        f"{names[state.region_of[move.cell]]} {state.board.palette[move.colour].letter}"
        for move in moves
    )
    return " ".join(["moves", *told])


def _symmetries(state: State, parts: Sequence[Part]) -> Iterator[list[int]]:
    """The symmetries of each part, as permutations of all regions."""
    for part in parts:
        regions = state.region_of[part.cells]
        for image in symmetries(part.graph, part.colours)[1:]:
            whole = np.arange(state.region_graph.n)
            whole[regions] = regions[list(image)]
            yield whole.tolist()


def _claims(state: State, parts: Sequence[Part], par: int) -> Iterator[Claim]:
    """What has to be refuted: what each part takes, and for each final colour that as many parts
    take one move more as par is above the sum of that. Colours are numbered as the checker does, by
    their first regions."""
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


def _sets(proof: Any, inside: int, position: bytes, left: int, goal: int | None) -> list[list[int]]:
    """Sets of regions to see: one that takes more moves to join than are left, or a few that leave
    as few moves as can be."""
    wholes, near = proof.contract(position, inside)
    cells = [next(checker.bits(whole)) for whole in wholes]
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
    while useful and len(seen) < SEEN:
        some, moves = min(useful, key=lambda each: int((each[1] & allowed).sum()))
        if not (allowed & ~moves).any():
            break
        allowed &= moves
        seen.append([cells[v] for v in some])
    return seen


def _far(
    graph: Graph, colours: list[int], palette: int, left: int, goal: int
) -> tuple[Set, list[tuple[Set, Flags]]]:
    """A set of components that takes more moves to join than are left, of as few as can be; if
    there is none, sets that take as many, each with the moves that begin to join it."""
    most = left + 1
    pairs, bound = pairs_of(graph, colours, palette, most)
    for some in _late(pairs, pairs.reached, pairs.direct, bound, left, goal):
        return some, []
    useful: list[tuple[Set, Flags]] = []
    for x, y in _few(_late(pairs, pairs.reached, pairs.direct, bound, left - 1, goal)):
        first_moves(pairs, goal, left, int(pairs.number[x]), int(pairs.number[y]))
        useful.append(((x, y), pairs.useful.copy()))
    if left < (FAR if useful else NEAR):
        return (), useful
    triples = triple_room(graph.n, palette, most)
    bound, _ = triple_bound(pairs, triples, bound, most, EVER)
    if not finished(triples, graph.n):
        return (), useful
    for some in _late(pairs, triples.reached, triples.direct, bound, left, goal):
        return some, []
    quads = quad_room(graph.n, most)
    prepare(pairs, triples, quads, bound, left)
    if left >= FOUR and longer(pairs, triples, quads, goal, left):
        return tuple(int(pairs.name[x]) for x in quads.far[0]), []
    for some in _few(_late(pairs, triples.reached, triples.direct, bound, left - 1, goal)):
        x, y, z = (int(pairs.number[x]) for x in some)
        first_moves_of_triple(pairs, triples, goal, left, x, y, z, EVER)
        useful.append((some, pairs.useful.copy()))
    return (), useful


def _few(sets: list[Set]) -> list[Set]:
    """Some of them, from first to last."""
    return sets[:: len(sets) // TRIED + 1]


def _late(
    pairs: PairRoom, reached: Words, direct: Words, bound: int, moves: int, goal: int
) -> list[Set]:
    """The sets of components that so many moves do not join (in the colour `goal`, if that is not
    −1), of two or of three as the rows are, which a bound has left so."""
    if moves > bound:
        return []
    rows = reached[moves]
    if goal >= 0:
        rows = rows & direct[goal]
        if moves:
            rows = rows | reached[moves - 1]
    size = int(pairs.first[-1])
    joined = np.unpackbits(rows.view(np.uint8), axis=-1, count=size, bitorder="little")
    return [
        tuple(int(pairs.name[x]) for x in some)
        for some in np.argwhere(joined == 0)
        if (some[:-1] < some[1:]).all()
    ]
