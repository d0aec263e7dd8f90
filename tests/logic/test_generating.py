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
from puzzles.core.results import Grade
from puzzles.core.wishing import NEAR
from puzzles.grids.layers import LayeredLevel
from puzzles.library.registry import plugin
from puzzles.logic import generating
from puzzles.logic.deducing import follow, grade
from puzzles.logic.generating import Trial, fitted
from puzzles.logic.model import Model
from puzzles.logic.solving import UNLIMITED, search
from puzzles.loop import generator as loop
from puzzles.stars import generator as stars
from sampling import slow


def graded(model: Model) -> Grade:
    return grade(published.ended(follow(model, UNLIMITED)))


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
            hard = graded(rules.declare(level)).difficulty
            assert level.difficulty in (None, hard)
            assert hard <= wish + NEAR
            again = made(rules, seed, size, wish, **variant)
            assert (again.cells, again.between) == (level.cells, level.between)


@pytest.mark.parametrize(("wish", "led"), [(1, "on"), (3, "to the end")])
def test_a_board_is_changed_where_its_steps_become_too_hard(wish: int, led: str) -> None:
    """Another solution is made up that differs in two places that are open there."""
    rows = ["AAABBB", "BBBBCC", "DDBBEE", "BBBEEE", "BBBBBE", "FBBBEE"]
    level = published.level(rows, variant={"stars": 1})
    (solution,) = published.ended(search(stars.declare(level), {}, 2)).solutions
    model, asked = stars.declare(level), list[frozenset[int]]()
    trial = Trial(model, solution)
    assert (published.ended(trial.followed(model, 0, wish + NEAR)) == inf) == (led == "on")
    assert bool(trial.open) == (led == "on")

    def changed(board: Any, other: frozenset[int], rng: Random) -> None:
        asked.append(board[1] ^ other)

    board = level, solution
    found = published.ended(fitted(board, stars.declare, wish, Random(1), changed=changed))
    assert (found and found.cells) == (level.cells if led == "to the end" else None)
    assert len(asked) == (led == "on")
    for two in asked:
        assert len(two) == 2
        assert len(two & solution) == 1
        assert two <= trial.open


def test_a_board_that_a_walk_has_seen_is_changed_at_random() -> None:
    asked = list[frozenset[int]]()
    level = published.level(["AAAA", "BBBB", "CCCC", "DDDD"], variant={"stars": 1})

    def changed(board: Any, other: frozenset[int], rng: Random) -> Any:
        asked.append(other)
        return board

    board = level, frozenset({1, 7, 8, 14})
    assert published.ended(fitted(board, stars.declare, 5, Random(1), changed=changed)) is None
    assert asked[0] == {2, 4, 11, 13}
    assert {*asked[1:]} == {frozenset()}


def test_a_board_with_clues_goes_back_to_the_hardest_one_with_one_solution() -> None:
    """Each of the boards that are looked at comes of such a one."""
    came = list[tuple[Any, Any]]()
    board = next(b for b in map(fresh, range(50)) if unique(b))

    def changed(one: Any, _: frozenset[int], rng: Random) -> Any:
        other = akari.changed(one, frozenset(), rng)
        came.append((one, other))
        return other

    published.ended(fitted(board, akari.declare, 10, Random(2), akari.without, changed))
    assert len(came) > 20
    assert all(unique(one) for one, _ in came)
    assert not all(unique(other) for _, other in came)
    assert len({one[0].cells for one, _ in came}) > 3


def fresh(seed: int) -> tuple[LayeredLevel, frozenset[int]]:
    return akari.full(Random(seed), published.level(["......"] * 6))


def unique(board: tuple[LayeredLevel, frozenset[int]], rules: ModuleType = akari) -> bool:
    return published.ended(search(rules.declare(board[0]), {}, 2)).unique


def guess(level: LayeredLevel, solution: frozenset[int], rules: ModuleType = stars) -> float:
    model = rules.declare(level)
    return grade(Trial(model, solution).costs(model, model.givens)).difficulty


def test_a_board_whose_steps_are_not_found_is_not_followed_to_its_end() -> None:
    level = published.level([".."] * 2)
    model = loop.declare(level)
    solution = published.ended(search(model, (), 1)).solutions[0]
    trial = Trial(model, solution)
    assert grade(trial.costs(model, set())).difficulty == 10
    assert published.ended(trial.followed(model, 0, 10)) == inf


@pytest.mark.parametrize("rules", [akari, binairo, loop, stars])
def test_guesses_are_near_the_difficulty(rules: ModuleType) -> None:
    """They are seldom below it, and 1 only where single rules are enough."""
    below, every = 0, 0
    for seed in range(12):
        level = made(rules, seed, 6, 1 + seed % 9)
        model = rules.declare(level)
        (solution,) = published.ended(search(model, (), 2)).solutions
        guessed, hard = guess(level, solution, rules), graded(model).difficulty
        assert guessed > 1 or hard == 1
        below += guessed < hard - NEAR
        every += 1
    assert below <= every // 6


def test_boards_of_a_walk_are_looked_at_with_the_same_clauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What is found of each is as if it were alone, until there is no room for its rules."""
    monkeypatch.setattr(generating, "ROOM", 300)
    rng, (level, solution), found = Random(1), stars_board(1), list[bool]()
    regions = stars._regions(level.grid, solution, 1, 9, rng)
    start = board = replace(level, cells=regions), solution
    trial, second = Trial(stars.declare(start[0]), solution), None
    while True:
        sample = frozenset(rng.sample(range(36), 6))
        other = second if second and rng.random() < 0.5 else sample  # or the walk may go in circles
        level, solution = board = stars.changed(board, other, rng) or board
        if not trial.takes(model := stars.declare(level), solution):
            break
        second, alone = trial.other(model), Trial(model, solution)
        found.append(second is None)
        assert found[-1] == (alone.other(model) is None) == unique(board, stars)
        if second is None:
            here, there = (1_000 in one.costs(model, set()) for one in (trial, alone))
            assert here == there
        else:
            assert second != solution
            assert not model.unfinished(model.filled(second))
    assert len(found) > 10
    assert len({*found}) == 2
    assert trial.takes(stars.declare(start[0]), start[1])  # its rules are known


def test_boards_with_other_places_and_solutions_are_looked_at_with_the_same_clauses() -> None:
    rng, found = Random(1), list[bool]()
    board = akari.full(rng, published.level(["......"] * 6))
    trial = Trial(akari.declare(board[0]), board[1])
    for _ in range(10):
        level, lamps = board = akari.changed(board, frozenset(), rng)
        model = akari.declare(level)
        assert trial.takes(model, lamps)
        other, alone = trial.other(model), Trial(model, lamps)
        found.append(other is None)
        assert found[-1] == (alone.other(model) is None) == unique(board)
        if other is None:
            assert (1_000 in trial.costs(model, set())) == (1_000 in alone.costs(model, set()))
        else:
            assert lamps != other <= {*model.places}
            assert not model.unfinished(model.filled(other))
    assert len({*found}) == 2


def stars_board(seed: int, wish: int = 3) -> tuple[LayeredLevel, frozenset[int]]:
    level = made(stars, seed, 6, wish, stars=1)
    (solution,) = published.ended(search(stars.declare(level), {}, 2)).solutions
    return level, solution


def test_a_board_too_easy_is_not_followed_to_its_end_and_none_like_it_again() -> None:
    level, solution = board = stars_board(1)
    model = stars.declare(level)
    hard = graded(model).difficulty
    trial = Trial(model, solution)
    assert published.ended(trial.followed(model, hard, 10)) == hard
    assert published.ended(trial.followed(model, 1, hard - 0.1)) == inf
    events = [*trial.followed(model, guess(*board) + 0.1, 10)]
    assert 0 < len(events) < len([*Trial(model, solution).followed(model, 0, 10)])
    assert not [*trial.followed(model, guess(*board) + 0.1, 10)]


@pytest.mark.slow
def test_a_board_of_ten_rows_with_two_stars_is_made() -> None:
    wishes = {"size": "10x10", "stars": "2", "difficulty": 6}
    *_, level = plugin("stars").generator.make(1, wishes)
    assert graded(stars.declare(level)).difficulty == level.difficulty


def test_a_board_whose_proof_is_long_does_not_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its solution counts as one of several, though it is the only one."""
    model = loop.declare(made(loop, 1, 6, 3))
    (solution,) = published.ended(search(model, (), 2)).solutions
    assert Trial(model, solution).other(model) is None
    monkeypatch.setattr(generating, "PROOF", 0)
    monkeypatch.setattr("puzzles.sat.growing.SLICE", 1)
    assert Trial(model, solution).other(model) is not None


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


def test_a_generator_that_keeps_a_second_solution_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that does not ask for another solution takes numbers away for which there is one."""
    level = made(loop, 3, 4, 2)
    assert published.ended(search(loop.declare(level), {}, 2)).unique
    monkeypatch.setattr(Trial, "other", lambda *given: None)
    monkeypatch.setattr(Trial, "costs", lambda *given: (12, 12, 12, 12, 12))
    monkeypatch.setattr(Trial, "followed", lambda *given: (yield) or 9.0)
    careless = made(loop, 3, 4, 9)
    monkeypatch.undo()
    assert not published.ended(search(loop.declare(careless), {}, 2)).unique


def test_clues_stay_without_which_there_is_a_second_solution() -> None:
    whole, lamps = akari.full(Random(1), published.level(["......"] * 6))
    level = replace(whole, cells=whole.cells.translate(str.maketrans("01234", "#####")))
    assert not published.ended(search(akari.declare(level), {}, 2)).unique
    trial = Trial(model := akari.declare(level), lamps)
    assert trial.other(model) not in (None, lamps)
    board = level, lamps
    assert published.ended(fitted(board, akari.declare, 9, Random(1), akari.without)) is None
