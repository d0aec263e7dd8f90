"""Published boards are solved as they were published, and have as many solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import published
import pytest

from puzzles.akari import rules as akari
from puzzles.binairo import rules as binairo
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.model import Model
from puzzles.logic.solving import search
from puzzles.loop import rules as loop
from puzzles.sat.listing import Listed
from puzzles.stars import rules as stars
from sampling import slow

# Of each puzzle: how its boards are read, its rules, and what stands for a place that is set.
Kind = tuple[Callable[[dict[str, Any]], LayeredLevel], Callable[[LayeredLevel], Model], str]
KINDS: dict[str, Kind] = {
    "akari": (published.akari, akari.declare, "o"),
    "stars": (published.stars, stars.declare, "x"),
    "binairo": (published.binairo, binairo.declare, "1"),
}
# python-sat finds hundreds of solutions of these, too; of the first none was published.
SEVERAL = {"starbattled1051043_21x21", "starbattlefdd4c885_25x25"}


def solved(level: LayeredLevel, declare: Callable[[LayeredLevel], Model], most: int) -> Listed:
    return published.ended(search(declare(level), {}, most))


@pytest.mark.parametrize("every", [30, *slow(4)])
@pytest.mark.parametrize("puzzle", KINDS)
def test_the_solution_is_the_one_that_was_published(puzzle: str, every: int) -> None:
    read, declare, mark = KINDS[puzzle]
    for entry in published.entries(puzzle)[::every]:
        level, name = read(entry), entry["name"]
        found = solved(level, declare, 2)
        if name in SEVERAL:
            assert len(found.solutions) == 2
            continue
        rows = published.words(entry["cells"])
        solution = published.set_places(published.words(entry["solution"]), rows, mark)
        assert (found.solutions, found.complete) == ((solution,), True), name
        assert not declare(level).unfinished(solution), name


@pytest.mark.parametrize("every", [60, *slow(10)])
def test_published_loops_are_solved_as_they_were(every: int) -> None:
    for entry in published.entries("loop")[::every]:
        level, rim = published.loop(entry), published.rim(entry)
        model, found = loop.declare(level), solved(level, loop.declare, 2)
        assert found.unique or not rim, entry["name"]  # without a solution it may have several
        assert found.solutions[0] == rim or not rim, entry["name"]
        solution = found.solutions[0]
        assert not model.unfinished(solution), entry["name"]
        assert model.unfinished({*[*solution][1:]})


@pytest.mark.parametrize("every", [60, *slow(10)])
def test_loops_of_a_site_have_one_solution(every: int) -> None:
    for entry in published.entries("loop", "boards.jsonl")[::every]:
        assert solved(published.loop(entry), loop.declare, 2).unique, entry["name"]


@pytest.mark.parametrize("every", [8, *slow(1)])
def test_stars_have_as_many_solutions_as_were_counted(every: int) -> None:
    for entry in published.entries("stars", "boards.jsonl")[::every]:
        found, most = solved(published.stars(entry), stars.declare, 4), entry["solutions"]
        assert min(len(found.solutions), 3) == min(most, 3), entry["name"]


def test_the_board_of_akari_is_solved() -> None:
    (entry,) = published.entries("akari", "boards.jsonl")
    rows = [[*row] for row in entry["solution"]]
    solution = published.set_places(rows, [["."] * len(row) for row in rows], "o")
    assert solved(published.akari(entry), akari.declare, 2).solutions == (solution,)


def test_lines_that_may_be_alike_make_more_solutions() -> None:
    """As the file tells: these have one solution only if no two lines are alike."""
    several = {"grid-2": 2, "grid-3": 3, "grille-7": 2}
    for entry in published.entries("binairo", "boards.jsonl"):
        with_rule = solved(published.binairo(entry, unlike=True), binairo.declare, 4)
        without = solved(published.binairo(entry), binairo.declare, 4)
        assert set(with_rule.solutions) <= set(without.solutions) or len(without.solutions) == 4
        if entry["name"] in several:
            assert with_rule.unique
            assert min(len(without.solutions), 3) == several[entry["name"]]  # counted up to 3
        elif entry["name"] in ("grid-1", "grid-4"):
            assert len(with_rule.solutions) > 1
        else:
            assert with_rule.unique, entry["name"]
