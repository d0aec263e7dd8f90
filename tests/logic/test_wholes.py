"""Rules of the whole board, against trying everything on small boards."""

from __future__ import annotations

import random
from collections.abc import Set
from itertools import product

import networkx as nx
import published
import pytest
from published import ended

from puzzles.grids.square import SquareGrid
from puzzles.logic.clauses import Clauses
from puzzles.logic.model import Model, Said
from puzzles.logic.solving import search
from puzzles.logic.wholes import Joined, OneLoop
from puzzles.loop import rules as loop
from puzzles.sat.closing import Closing

SAID = Said(("is set", "are set"), ("is out", "are out"))
GRIDS = [SquareGrid.full(2, 3), SquareGrid.full(3, 3), SquareGrid.parse("...\n.-.\n..-", "-")[0]]


def joined(grid: SquareGrid, is_set: bool) -> Joined:
    literals = tuple(place if is_set else ~place for place in range(grid.n))
    return Joined("they hang together", literals, graph=grid.graph)


def kept(grid: SquareGrid, marks: tuple[bool, ...], is_set: bool) -> bool:
    graph = nx.Graph(grid.graph.edges.tolist())
    graph.add_nodes_from(range(grid.n))
    some = graph.subgraph(place for place, mark in enumerate(marks) if mark == is_set)
    return len(some) == 0 or nx.is_connected(some)


def ways(grid: SquareGrid, is_set: bool) -> list[tuple[bool, ...]]:
    """All markings that keep the rule."""
    return [m for m in product((False, True), repeat=grid.n) if kept(grid, m, is_set)]


@pytest.mark.parametrize("is_set", [True, False])
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.n}")
def test_what_hangs_together(grid: SquareGrid, is_set: bool) -> None:
    """It is broken if no way to go on keeps it; what it forces follows from the marks it names, and
    from no fewer; its clauses cut off all that breaks it, and nothing else."""
    rule, every, rng = joined(grid, is_set), ways(grid, is_set), random.Random(grid.n)

    def holds(literal: int, way: tuple[bool, ...]) -> bool:
        return way[literal] if literal >= 0 else not way[~literal]

    def possible(marks: Set[int]) -> bool:
        return any(all(holds(mark, way) for mark in marks) for way in every)

    told = 0
    for _ in range(100):
        marks = {p if rng.random() < 0.5 else ~p for p in range(grid.n) if rng.random() < 0.6}
        assert rule.broken(marks) == (not possible(marks))
        if not possible(marks):
            continue
        free = [p if is_set else ~p for p in range(grid.n) if not marks & {p, ~p}]
        parting = {mark for mark in free if not possible(marks | {~mark})}
        assert {each.concludes[0] for each in rule.forced(marks)} == parting
        for forced in rule.forced(marks):
            (mark,), basis = forced.concludes, {*forced.marks}
            assert basis <= marks
            assert not possible(basis | {~mark})
            assert all(possible(basis - {left} | {~mark}) for left in basis)
            told += 1
    assert told > 5
    for way in product((False, True), repeat=grid.n):
        cuts = published.cuts(rule, {p if mark else ~p for p, mark in enumerate(way)})
        assert bool(cuts) == (way not in every)
        for cut in cuts:
            assert not any(holds(literal, way) for literal in cut)
            assert all(any(holds(literal, kept) for literal in cut) for kept in every)


@pytest.mark.parametrize("is_set", [True, False])
def test_all_that_hangs_together_is_found(is_set: bool) -> None:
    grid = GRIDS[1]
    model = Model(grid, range(grid.n), SAID)
    model.rules.append(joined(grid, is_set))
    found = ended(search(model, {}, 1000))
    assert found.complete
    assert len({*found.solutions}) == len(found.solutions) == len(ways(grid, is_set))


def test_a_loop_that_is_closed_is_cut_off() -> None:
    """Wherever the rule is broken, by clauses that are false or not decided, one of them false; and
    no board that keeps the rule is cut off."""
    model, rng = loop.declare(published.level(["...", "...", "..."])), random.Random(3)
    (rule,) = (rule for rule in model.rules if isinstance(rule, OneLoop))
    whole = model.filled(map(model.grid.cell, ("a1 top", "a1 left", "b1 left", "a2 top")))
    assert not rule.broken(whole)
    told = 0
    for _ in range(2_000):
        chosen = rng.choice([(-1, 0, 0, 1), (-1, -1, 0, 1), (-1, -1, -1, 1), (-1,)])
        values = rng.choices(chosen, k=model.grid.n)
        marks = {p if value > 0 else ~p for p, value in enumerate(values) if value}
        cuts = published.cuts(rule, marks)
        assert bool(cuts) == rule.broken(marks)
        assert not cuts or any(all(~literal in marks for literal in cut) for cut in cuts)
        assert all(whole & {*cut} for cut in cuts)
        told += bool(cuts)
    assert 200 < told < 1_800


def test_broken_clauses_are_asked_for_where_a_loop_is_closed_or_nothing_is_set() -> None:
    """What propagation refutes is the same as if they were asked for after each step; it is more
    than without them."""
    rng, more = random.Random(1), 0
    for entry in published.entries("loop")[:12]:
        model = loop.declare(published.loop(entry))
        (rim,) = ended(search(model, (), 1)).solutions
        marks = rng.sample(sorted(model.filled(rim)), model.grid.n // 3)
        found = []
        for how in ({}, {"closing": Closing({})}, {"grows": False}):
            clauses = Clauses(model)
            for name, value in how.items():
                setattr(clauses, name, value)
            left = clauses.numbers(sorted(model.filled(rim).difference(marks)))
            pairs = [(each ^ 1, case ^ 1) for each in left[:40] for case in (each, *left[:5])]
            found.append(dict(clauses.refuted(clauses.assumed(marks), pairs)))
        assert found[0] == found[1]
        assert found[0].keys() >= found[2].keys()
        more += len(found[0]) - len(found[2])
    assert more > 5
