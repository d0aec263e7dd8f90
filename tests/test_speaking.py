"""The game in words alone: every shipped level is solved by what is said of it; the words."""

from __future__ import annotations

import io
import sys

import pytest

from by_ear import HEAR
from puzzles.cli import main
from puzzles.core.errors import MoveError
from puzzles.library import registry
from puzzles.library.levels import read_pack
from sampling import sampled, slow
from shipped import ENTRIES, PACKS, PUZZLES

SAMPLE = [pack.name for pack in PACKS]


@pytest.fixture
def play(capsys, monkeypatch):
    """Plays a level line by line; the lines that are printed."""

    def play(level, *lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([*lines, "quit", ""])))
        assert main(["play", "--plain", level]) == 0
        return capsys.readouterr().out.splitlines()

    return play


HEARD = [entry for entry in ENTRIES if entry.pack.puzzle.id in HEAR]
THIRD = [entry for entry in HEARD if entry.index == 2]


@pytest.mark.parametrize(
    "entry",
    [*sampled(THIRD, THIRD[::3]), *slow(*(entry for entry in HEARD if entry.index % 24 == 0))],
    ids=lambda entry: entry.name,
)
def test_every_shipped_level_is_solved_by_ear(entry, play):
    head, heard, *_ = (chunk.splitlines() for chunk in _heard(play(entry.name, "look")))
    puzzle = entry.pack.puzzle
    moves = list(HEAR[puzzle.id](*heard))
    said = play(entry.name, *moves)
    target = puzzle.status(puzzle.start(entry.level)).target
    assert f" {target}, " in said[-1]
    assert said[-1].endswith("Solved: perfect."), said
    assert head[0].startswith(entry.level.title)


def _heard(lines):
    """What is said first, and what `look` says: from where the first line of it comes again."""
    again = len(lines) - 1 - lines[::-1].index(lines[1])
    return "\n".join(lines[:again]), "\n".join(lines[again:])


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_hints_and_solutions_are_said_in_words_that_can_be_typed(puzzle, play):
    for entry in (entry for entry in ENTRIES if entry.pack.puzzle is puzzle and entry.index == 4):
        said = play(entry.name, "solve")
        first = next(
            i for i, line in enumerate(said) if line.startswith(puzzle.moves_word[1].title())
        )
        assert play(entry.name, *said[first + 1 : -1])[-1].endswith("with help.")
        break


def game(document: str):
    """The puzzle's words, and the position of a level."""
    pack = read_pack("level", document)
    return pack.puzzle, pack.puzzle.start(pack.levels[0])


def after(puzzle, state, *texts: str):
    for text in texts:
        state = puzzle.apply(state, puzzle.tutor.move_heard(state, text))
    return state


KAMI = 'puzzle = "kami"\ngrid = "square"\nboard = """\nRRWWT\nRRWWT\nTTTWT\n"""\n'


def test_regions_keep_their_numbers():
    puzzle, start = game(KAMI)
    speaks = puzzle.tutor
    assert speaks.describe(start) == (
        "4 regions. Colours: Red, White, Teal.",
        "1 Red, 4 cells, left; touches 2 and 4",
        "2 White, 5 cells, middle; touches 1, 3 and 4",
        "3 Teal, 3 cells, right; touches 2",
        "4 Teal, 3 cells, bottom left; touches 1 and 2",
    )
    merged = after(puzzle, start, "2 teal")
    assert speaks.describe_change(start, merged) == (
        "3 merged, 2 regions left. 2 Teal, 11 cells, middle; touches 1"
    )
    assert speaks.describe_change(merged, start) == (
        "3 apart, 4 regions left. 2 White, 5 cells, middle; touches 1, 3 and 4"
    )
    assert speaks.describe_change(start, start) == ""
    lone = after(puzzle, start, "region 3 Red")
    assert speaks.describe_change(start, lone).startswith("None merged, 4 regions left. 3 Red")
    # A region that has become one with another is still found by its own number.
    assert speaks.describe_thing(merged, "4") == "2 Teal, 11 cells, middle; touches 1 Red"
    assert speaks.describe_thing(merged, "a1") == "1 Red, 4 cells, left; touches 2 Teal"
    assert puzzle.apply(merged, speaks.move_heard(merged, "4 R")).won
    assert speaks.describe_change(start, after(puzzle, start, "2 Teal", "1 Teal")).startswith(
        "4 merged"
    )
    for text in ("5 Red", "0 Red", "2", "2 Pink", "1 Red", "", "two Red"):
        with pytest.raises(MoveError):
            after(puzzle, start, text)


def test_regions_of_a_graph_are_called_by_their_vertices():
    puzzle, start = game(
        'puzzle = "kami"\nnodes = {2 = "Red", 1 = "White", x = "Red"}\n'
        'edges = [["2", "1"], ["1", "x"]]\n'
    )
    speaks = puzzle.tutor
    assert speaks.describe(start)[1:] == (
        "2 Red; touches 1",
        "1 White; touches 2 and x",
        "x Red; touches 1",
    )
    won = after(puzzle, start, "1 Red")
    assert won.won
    told = "3 merged, 1 region left. 2 Red, with 1 and x; touches nothing"
    assert speaks.describe_change(start, won) == told
    assert speaks.move_spoken(start, speaks.move_heard(start, "region x white")) == "x White"


FLOW = 'puzzle = "flow"\nboard = """\nA . B .\n\n. . . .\n\nB C|. .\n\nA C . .\n"""\n'


def test_pipes_are_told_by_their_ends_and_what_is_free_around_them():
    puzzle, start = game(FLOW)
    speaks = puzzle.tutor
    assert speaks.describe(start) == (
        "4 columns and 4 rows of cells; 3 pipes; fill every cell.",
        "Walls between b3 and c3.",
        "A: a1, free down and right; a4, nothing free",
        "B: c1, free down, left and right; a3, free up",
        "C: b3, free up and down; b4, free up and right",
    )
    state = start
    for text, said in (
        ("A right down 1", "A ends at b2, free left and right."),
        ("b2 r", "A ends at c2, free down and right."),
        ("c up 1", "A ends at b1, nothing free; C ends at b2, free left and right."),
        ("C from b4 up", "C joined, b4 to b3."),
        ("A back", "A cleared from a1."),
        ("c1 l d", "B ends at b2, free left and right."),
        ("B from c1 clear", "B cleared from c1."),
        ("b from c1 left", "B ends at b1, free down."),
        ("B d", "B ends at b2, free left and right."),
    ):
        before, state = state, after(puzzle, state, text)
        assert speaks.describe_change(before, state) == said
    assert speaks.describe_change(state, start) == "C cleared from b4; B cleared from c1."
    assert speaks.describe(state)[2:] == (
        "A: a1, free down; a4, nothing free",
        "B: c1 to b2, free left and right; a3, free up",
        "C: b4 to b3, joined",
    )
    assert speaks.describe_thing(state, "b") == "B: c1 to b2, free left and right; a3, free up"
    told = [speaks.describe_cell(state, cell) for cell in range(6)]
    assert told == [
        "a1, dot A, free down",
        "b1, pipe B",
        "c1, dot B",
        "d1, empty, free down",
        "a2, empty, free up and down",
        "b2, pipe B, free left and right",
    ]
    for text in (
        "A right 3 down 3",
        "B",
        "A clear",
        "hello",
        "A from",
        "B from a1 down",
        "",
        "A right 0",
        "A 2 right",
        "right 2",
        "C right",
        "back",
    ):
        with pytest.raises(MoveError):
            after(puzzle, state, text)
    with pytest.raises(MoveError, match="as in 'A right 2 down'"):  # who knows no move yet
        after(puzzle, state, "hello")


def test_what_is_odd_about_a_board_is_told():
    puzzle, odd = game(
        'puzzle = "flow"\nfill = false\nwrap = true\nboard = """\nA.##B\n.+...\n.....\n#A.B.\n"""\n'
    )
    assert puzzle.tutor.describe(odd)[:4] == (
        "5 columns and 4 rows of cells; 2 pipes; cells may stay empty.",
        "Rims are open: what goes out on one side comes in on the other.",
        "No cells: c1 to d1, a4.",
        "Bridges: b2.",
    )
    assert puzzle.tutor.describe_cell(odd, odd.board.grid.cell("b2")) == (
        "b2, empty, free up, down, left and right, a bridge"
    )
    round_the_rim = after(puzzle, odd, "B up")
    assert puzzle.tutor.describe_change(odd, round_the_rim) == "B ends at e4, free up and left."


def test_boards_of_one_name_are_told_apart():
    """As those that are drawn: the second has a region more, which is called by its number."""
    small, large = (
        read_pack("x.toml", f'puzzle = "kami"\nboard = "{board}"\n').levels[0]
        for board in ("RW", "RWRW")
    )
    assert small == large  # by title and place
    kami = registry.plugin("kami")
    for level, cell in ((small, 1), (large, 3)):
        assert kami.tutor.describe_cell(kami.start(level), cell).startswith(f"{cell + 1} White")
