"""New boards have one solution, are as hard as was wished, and the same for equal seeds."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import replace
from math import inf
from random import Random
from types import ModuleType
from typing import Any

import published
import pytest

from puzzles.akari import generator as akari
from puzzles.binairo import generator as binairo
from puzzles.core.wishing import NEAR
from puzzles.grids.layers import LayeredLevel
from puzzles.library.registry import plugin
from puzzles.logic import generating
from puzzles.logic.deducing import Reasoner
from puzzles.logic.generating import fits, followed
from puzzles.logic.solving import search
from puzzles.loop import generator as loop
from puzzles.sat.listing import Listed
from puzzles.stars import generator as stars
from sampling import slow


def made(rules: ModuleType, seed: int, size: int, wish: int, **variant: Any) -> LayeredLevel:
    rng, blank = Random(seed), published.level(["." * size] * size, variant=variant)
    while True:
        level = published.ended(rules.made(rng, blank, wish))
        if level is not None:
            return level


@pytest.mark.parametrize("seeds", [1, *slow(4)])
@pytest.mark.parametrize(
    ("rules", "size", "variant"),
    [
        (loop, 4, {}),
        (akari, 6, {}),
        (stars, 6, {"stars": 1}),
        (binairo, 6, {}),
        (binairo, 6, {"unlike": True}),
    ],
)
def test_a_new_board_has_one_solution_and_is_no_harder_than_wished(
    rules: ModuleType, size: int, variant: dict[str, Any], seeds: int
) -> None:
    for seed in range(seeds):
        for wish in (1, 3, 5, 8):
            level = made(rules, seed, size, wish, **variant)
            assert published.ended(search(rules.declare(level), {}, 2)).unique
            hard, _ = published.ended(followed(rules.declare(level), inf))
            assert level.difficulty in (None, hard)
            assert hard <= wish + NEAR
            again = made(rules, seed, size, wish, **variant)
            assert (again.cells, again.between) == (level.cells, level.between)


@pytest.mark.parametrize(("wish", "led"), [(1, "on"), (3, "to the end")])
def test_a_board_is_changed_where_its_steps_become_too_hard(wish: int, led: str) -> None:
    """Another solution is supposed that differs in two places that are open there."""
    rows = ["AAABBB", "BBBBCC", "DDBBEE", "BBBEEE", "BBBBBE", "FBBBEE"]
    level = published.level(rows, variant={"stars": 1})
    (solution,) = published.ended(search(stars.declare(level), {}, 2)).solutions
    _, known = published.ended(followed(stars.declare(level), wish + NEAR))
    asked = list[frozenset[int]]()

    def mend(level: LayeredLevel, one: frozenset[int], other: frozenset[int], rng: Random) -> None:
        asked.append(one ^ other)

    args = level, solution, mend, stars.declare, wish, Random(1)
    found = published.ended(generating.mended(*args))
    assert (found and found.cells) == (level.cells if led == "to the end" else None)
    assert len(asked) == (led == "on")
    for two in asked:
        assert len(two) == 2
        assert len(two & solution) == 1
        assert not known & {mark for place in two for mark in (place, ~place)}


def test_a_board_whose_steps_are_not_found_is_too_hard() -> None:
    blank = published.level([".."] * 2)
    assert published.ended(followed(loop.declare(blank), 10)) == (inf, set())


@pytest.mark.slow
def test_a_board_of_ten_rows_with_two_stars_is_made() -> None:
    level = made(stars, 1, 10, 6, stars=2)
    assert published.ended(followed(stars.declare(level), inf))[0] == level.difficulty


def test_a_board_whose_proof_is_long_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor one that takes all of the decisions there may be, which may be cut short."""
    level = made(loop, 1, 6, 3)
    nodes = published.ended(search(loop.declare(level), {}, 2)).nodes
    assert nodes > 1
    for most in (nodes + 1, nodes, nodes - 1):
        monkeypatch.setattr(generating, "PROOF", most)
        assert published.ended(fits(loop.declare(level), 9)) == (most > nodes)


def test_the_first_board_of_single_steps_is_as_hard_as_2_where_none_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    boards, real = list[Any](), loop.made

    def counted(*args: Any) -> Generator[Any, None, Any]:
        boards.append((yield from real(*args)))
        return boards[-1]

    monkeypatch.setattr(loop, "made", counted)
    *_, level = plugin("loop").generator.make(1, {"size": "4x4", "difficulty": 2})
    assert (level.difficulty, [board.cells for board in filter(None, boards)]) == (1, [level.cells])


def test_a_generator_of_loops_that_keeps_a_second_solution_is_seen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One that is content with the first solution takes numbers away for which there is a second;
    neither its search nor its steps may then say that there is one."""
    level = made(loop, 3, 4, 2)
    assert published.ended(search(loop.declare(level), {}, 2)).unique
    monkeypatch.setattr(generating, "search", lambda model, marks, *_: search(model, marks, 1))
    monkeypatch.setattr(Reasoner, "easy", lambda *given: True)
    monkeypatch.setattr(generating, "follow", lambda *given: (yield) or [])
    monkeypatch.setattr(Listed, "unique", True)
    careless = made(loop, 3, 4, 9)
    monkeypatch.undo()
    assert not published.ended(search(loop.declare(careless), {}, 2)).unique


def test_a_generator_that_keeps_a_second_solution_is_seen() -> None:
    """Without its proof, clues are taken away until there is more than one solution."""
    whole = akari.full(Random(1), published.level(["......"] * 6))
    level = replace(whole, cells=whole.cells.translate(str.maketrans("01234", "#####")))
    assert not published.ended(search(akari.declare(level), {}, 2)).unique
    assert not published.ended(fits(akari.declare(level), 9))
    assert (
        published.ended(generating.thin(level, [], akari.without, akari.declare, 9, Random(1)))
        is None
    )
