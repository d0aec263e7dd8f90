"""The solutions that ship: each board has one, it wins, and it is shown without a solver."""

from __future__ import annotations

import pytest

from puzzles.core.solving import UNLIMITED
from puzzles.library import solutions
from puzzles.library.catalogue import find
from puzzles.library.ids import read_id
from puzzles.library.levels import read_pack
from puzzles.library.registry import plugins
from puzzles.library.solutions import rest_of_solution, solution_of
from puzzles.player.daily import listed
from puzzles.running import work
from sampling import slow
from shipped import ENTRIES


@pytest.mark.parametrize(
    "entries", [ENTRIES[::23], *slow(ENTRIES)], ids=lambda some: str(len(some))
)
def test_every_level_that_ships_has_a_solution_that_wins(entries):
    for entry in entries:
        puzzle, level = entry.pack.puzzle, entry.level
        line = solution_of(puzzle, level)
        status = puzzle.status(puzzle.after(puzzle.start(level), line))
        assert status.won, entry.name
        assert status.target in (None, len(line)), entry.name


@pytest.mark.parametrize("every", [61, *slow(1)])
def test_every_day_has_one(every):
    for puzzle in plugins()[0].values():
        for board in listed(f"daily/{puzzle.id}.ids")[::every]:
            level = read_id(board).levels[0]
            assert puzzle.status(puzzle.after(puzzle.start(level), solution_of(puzzle, level))).won


@pytest.mark.parametrize("name", ["kami/paper-garden/9", "flow/first-pipes/12"])
def test_the_rest_of_a_solution_is_known_along_it(name):
    entry = find(name)
    puzzle, level = entry.pack.puzzle, entry.level
    state = puzzle.start(level)
    line = solution_of(puzzle, level)
    for number, text in enumerate(line):
        assert rest_of_solution(puzzle, level, state) == line[number:]
        state = puzzle.after(state, [text])
    assert rest_of_solution(puzzle, level, state) == ()


def test_off_the_line_nothing_is_known_of_kami():
    entry = find("kami/paper-garden/9")
    puzzle, level = entry.pack.puzzle, entry.level
    start = puzzle.start(level)
    cell, colour = solution_of(puzzle, level)[0].split()
    other = next(each for each in level.board.palette if each.name not in (colour, "Pink"))
    state = puzzle.after(start, [f"{cell} {other.name}"])
    assert rest_of_solution(puzzle, level, state) == ()


def test_other_boards_have_none():
    level = read_pack("dot.toml", 'puzzle = "kami"\nboard = "RBRWRBW"\n').levels[0]
    assert solution_of(plugins()[0]["kami"], level) == ()


@pytest.mark.parametrize("line", [("a1 Navy",), ()])
def test_check_refuses_a_false_one(line, monkeypatch):
    entry = find("kami/first-folds/9")
    puzzle, level = entry.pack.puzzle, entry.level
    best = solution_of(puzzle, level)
    longer = line or (best[0], "a1 Cream", *best)
    monkeypatch.setattr(solutions, "_known", lambda _: {solutions.digest(puzzle, level): longer})
    *_, result = work.check(puzzle, level, UNLIMITED)
    assert any("ships with it" in error.reason for error in result.errors)
