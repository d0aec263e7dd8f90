"""Certificates of par: against brute force, and what the checker is asked to believe wrongly."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import combinations, pairwise, product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from test_solver import KINDS, brute_optimum, connected_state, random_state
from test_triple_bound import random_board

from puzzles import checker
from puzzles.core.errors import PuzzlesError
from puzzles.core.places import Places
from puzzles.core.solving import Limits, answer
from puzzles.core.tables import Table
from puzzles.kami import plugin
from puzzles.kami.rules.model import State
from puzzles.kami.solver import certificate as certificates
from puzzles.kami.solver.certificate import board_of, certify, check_by
from puzzles.kami.solver.solve import solve
from sampling import slow


def certificate(state: State) -> str:
    text: str = answer(certify(state.level, Limits())).facts["certificate"]
    return text


def board(*lines: str) -> checker.Board:
    return checker.read_board([line.split() for line in ("kami", *lines)][::-1])


def states(kind: str, boards: int, largest: int = 8) -> Iterator[State]:
    rng = random.Random(f"{kind} {boards}")
    for _ in range(boards):
        yield random_state(rng, kind, largest)


@pytest.mark.parametrize("boards", [8, *slow(25)])
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_accepted_is_the_optimum(kind, boards):
    for state in states(kind, boards):
        text = certificate(state)
        assert checker.check(text).text == f"par {brute_optimum(state)} is proved"
        assert len(check_by(text, state.level, Limits()).moves) == brute_optimum(state)


def answered_at_random(proof: checker.Kami, rng: random.Random, left: int) -> None:
    """Say that a part is not won in `left` moves, and see any pairs, triples and quadruples."""
    (inside,), cells = proof.parts, range(len(proof.start))
    for _ in proof.show(inside, left):
        sizes = [min(len(cells), rng.randint(2, 4)) for _ in range(rng.randint(0, 2))]
        proof.answer = [rng.sample(cells, size) for size in sizes]


@pytest.mark.parametrize("boards", [40, *slow(125)])
def test_no_answers_refute_what_can_be_won(boards):
    """Whatever is seen: as many moves as are enough are never refuted."""
    rng, refuted = random.Random(boards), 0
    for _ in range(boards):
        state = connected_state(rng, rng.randint(4, 9), rng.randint(2, 4))
        least, board = brute_optimum(state), board_of(state)
        for _ in range(5):
            with pytest.raises(checker.Refused):
                answered_at_random(checker.Kami(board), rng, least)
            with suppress(checker.Refused):
                answered_at_random(checker.Kami(board), rng, least - 1)
                refuted += 1
    assert refuted > boards  # not everything is refused


@pytest.mark.parametrize("size", [2, 3, *slow(4)])
def test_what_is_seen_never_loses_the_only_way(size):
    """All sets of a size at once, where as many moves are left as are needed."""
    rng = random.Random(5)
    for _ in range(40):
        state = connected_state(rng, rng.randint(4, 9), rng.randint(2, 4))
        proof, least = checker.Kami(board_of(state)), brute_optimum(state)
        wholes, near = proof.contract(proof.start, *proof.parts)
        colours = [proof.start[next(checker.bits(whole))] for whole in wholes]
        joins, useful = checker.Joins(near, colours), set(proof.moves(colours, near, None, False))
        for some in combinations(range(len(wholes)), size):
            with suppress(checker.Refused):  # fewer moves join it
                useful &= joins.first_moves(least, sum(1 << v for v in some), None)
        left = least and [
            move for move in useful if optimum_after(proof, wholes[move[0]], move[1]) == least - 1
        ]
        assert left or least == 0


def shown_with_every_set(proof: checker.Kami, left: int, goal: checker.Goal) -> bool:
    """Whether a part is refuted where each question is answered with all sets that it may be."""
    (part,) = proof.parts
    try:
        for position, moves, wanted in proof.show(part, left, goal):
            components, near = proof.contract(position, part)
            cells = [checker.least(component) for component in components]
            joins = checker.Joins(near, [position[cell] for cell in cells])
            colours = joins.coloured if wanted is None else [wanted]
            proof.answer = [
                [cells[v] for v in some]
                for size in (2, 3, 4)
                for some in combinations(range(len(cells)), size)
                if not any(joins.joined(moves - 1, sum(1 << v for v in some), c) for c in colours)
            ]
    except checker.Refused:
        return False
    return True


LONG = [(2, 4, 10, 7, 3), *slow((5, 5, 2, 9, 3))]


@pytest.mark.parametrize("games", LONG)
def test_the_strongest_adversary_refutes_no_optimum(games):
    """All sets at once rule out as much as any certificate can: also in long games.

    The solver's moves win, which the checker itself sees. So no certificate may refute as many.
    """
    least, most, boards, regions, palette = games
    rng, tried = random.Random(f"{least} {most}"), 0
    while tried < boards:
        state = connected_state(rng, rng.randint(regions - 2, regions + 2), rng.randint(2, palette))
        moves = answer(solve(state, Limits())).moves
        assert moves is not None
        if not least <= len(moves) <= most:
            continue
        board, tried = board_of(state), tried + 1
        names = dict(zip(state.region_cell.tolist(), range(len(board.names)), strict=True))
        palette_of = [colour.letter for colour in state.board.palette]
        checker.Kami(board).check_moves(
            (names[state.region_cell[state.region_of[move.cell]]], palette_of[move.colour])
            for move in moves
        )
        proof = checker.Kami(board)
        assert not shown_with_every_set(proof, len(moves), None)
        assert shown_with_every_set(proof, len(moves) - 1, None)  # or nothing was tried


def optimum_after(proof: checker.Kami, whole: int, colour: int) -> int:
    """By the checker, which sees nothing."""
    position = bytes(colour if whole >> v & 1 else old for v, old in enumerate(proof.start))
    (inside,), left = proof.parts, 0
    while True:
        proof.answer = []
        try:
            for _ in proof.refute(position, left, None, inside, {}):
                pass
        except checker.Refused:
            return left
        if len(set(position)) == 1:
            return 0
        left += 1


@pytest.mark.parametrize("boards", [3, *slow(15)])
def test_what_joins_keeps_to_the_recurrences(boards):
    """Soundness rests on that: no set takes more moves than its recurrences say."""
    for seed in range(boards):
        graph, colours = random_board(random.Random(seed), 8 + seed % 3, 3)
        near = [sum(1 << w for w in graph.neighbours[v]) for v in range(graph.n)]
        joins, everything = checker.Joins(near, colours), range(graph.n)

        @cache
        def least(some: frozenset[int], c: int, joins: checker.Joins = joins) -> int:
            return next(m for m in range(20) if joins.joined(m, sum(1 << v for v in some), c))

        for c in joins.coloured:
            assert all(least(frozenset({x}), c) == (colours[x] != c) for x in everything)
            for some in sets_of(everything, 2, 3, 4):
                value = least(some, c)
                assert all(value <= least(some, d) + 1 for d in joins.coloured)
                for part, a in product(sets_of(some, 1, 2), everything):
                    for b in graph.neighbours[a] if part < some else ():
                        assert value <= least(part | {a}, c) + least((some - part) | {b}, c)


def sets_of(members: Iterable[int], *sizes: int) -> Iterator[frozenset[int]]:
    members = sorted(members)
    return (frozenset(some) for size in sizes for some in combinations(members, size))


def test_more_than_four_are_not_seen():
    lines = ["cell a R", "cell b W a", "cell c G b", "cell d B c", "cell e R d"]
    proof = checker.Kami(board(*lines))
    asking = proof.show(*proof.parts, 3)
    next(asking)
    proof.answer = [[0, 1, 2, 3, 4]]
    with pytest.raises(checker.Refused, match="two to four regions"):
        next(asking)


def test_a_false_par_is_named():
    state = next(states("graph", 1))
    text = certificate(state)
    level = state.level
    object.__setattr__(level, "par", brute_optimum(state) + 1)
    with pytest.raises(PuzzlesError, match="but the optimum is"):
        check_by(text, level, Limits())


@settings(max_examples=15)
@given(
    st.lists(
        st.text(st.characters(exclude_categories=("C", "Z")) | st.sampled_from(",.'#"), min_size=1),
        min_size=5,
        max_size=5,
        unique=True,
    )
)
@example(["a,b", "c", "1", "see", "par"])
@example(["a,b", "a", "b", "c", "d"])
def test_any_name_of_a_node_can_be_certified(names):
    keys = {
        "nodes": dict(zip(names, ("Red", "White", "Red", "Teal", "White"), strict=True)),
        "edges": [list(pair) for pair in pairwise(names)],
    }
    level = plugin.rules.parse(Table({"puzzle": "kami", **keys}, Places("level")))
    text = certificate(plugin.start(level))
    assert checker.check(text).text == "par 3 is proved"
    assert check_by(text, level, Limits()).proved


def test_what_the_checker_refuses_is_not_certified(monkeypatch):
    """Whatever a solver writes, it has been accepted."""
    state = connected_state(random.Random(3), 9, 3)
    monkeypatch.setattr(certificates, "_moves", lambda *asked: "moves")
    with pytest.raises(PuzzlesError, match="its certificate is refused: line"):
        certificate(state)
