"""The positions in which solved levels are shown."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.library.solutions import solution_of
from puzzles.ui.board.sketch import as_left

ENTRY = Entry(read_pack("one.toml", 'puzzle = "flow"\nboard = "A.A\\nB.B"\n'), 0)


def text(moves):
    return ENTRY.pack.puzzle.text(as_left(ENTRY, moves))


def test_a_level_is_shown_after_the_moves_that_won_it():
    puzzle = ENTRY.pack.puzzle
    won = ("a1 right 2", "a2 right 2")
    assert puzzle.status(as_left(ENTRY, won)).won
    assert text(won) != text(())


@pytest.mark.parametrize("moves", [("a1 right 2",), ("z9 down 4",), ("nonsense",), ("a1 right 9",)])
def test_moves_that_do_not_win_leave_it_at_its_start(moves):
    assert text(moves) == text(()) == ENTRY.pack.puzzle.text(ENTRY.pack.puzzle.start(ENTRY.level))


def test_a_sheet_of_one_colour_shows_what_it_was():
    """Where a solution is its steps, the last position has nothing to see."""
    entry = find("kami/first-folds/2")
    puzzle = entry.pack.puzzle
    won = solution_of(puzzle, entry.level)
    assert puzzle.status(puzzle.after(puzzle.start(entry.level), won)).won
    assert puzzle.text(as_left(entry, won)) == puzzle.text(puzzle.start(entry.level))
