"""The verdict on a Flow board while it is drawn; brute force agrees."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from puzzles.core.results import Verdict
from puzzles.core.solving import UNLIMITED, last
from puzzles.core.words import many
from puzzles.flow.maker.judging import Conflict, conflict, judge
from puzzles.flow.plugin import flow
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.library.levels import read_pack
from sampling import slow


def level(board, more=""):
    return read_pack("level", f'puzzle = "flow"\n{more}\nboard = """\n{board}\n"""\n').levels[0]


def told(one):
    *_, verdict = (event for event in judge(one) if isinstance(event, Verdict))
    return verdict


def solutions(problem, most=2000, untouching=False):
    return last(settle(Query(problem, most, untouching, "count"), UNLIMITED), Settled).solutions


def excluded(board):
    """Why there is none."""

    def run():
        yield (yield from conflict(board))

    return last(run(), Conflict)


def random_board(rng, walls):
    """Dots and walls at random; most have no solution, some several."""
    cells = rng.sample(range(16), 6)
    board = ["."] * 16
    for letter, some in zip("ABC", (cells[:2], cells[2:4], cells[4:]), strict=True):
        for cell in some:
            board[cell] = letter
    rows = "\n".join("".join(board[i : i + 4]) for i in range(0, 16, 4))
    found = level(rows)
    passages = sorted({(min(p), max(p)) for p in found.board.joined})
    built = frozenset(rng.sample(passages, walls))
    return replace(found, board=replace(found.board, walls=built))


@pytest.mark.parametrize("number", [60, *slow(120)])
def test_numbers_are_those_of_the_count(number):
    rng = Random(number)
    several = 0
    for _ in range(number):
        one = random_board(rng, rng.choice((0, 1, 3)))
        fillings = solutions(one.board.problem)
        verdict = told(one)
        said = many(len(fillings), "solution") if fillings else "unsolvable"
        assert verdict.lines[0] == f"{said}, proved"
        assert verdict.outcome == ("no", "good", "several")[min(len(fillings), 2)]
        assert verdict.settled
        assert len(verdict.solutions) == 2 * (len(fillings) > 1)
        start = flow.start(one)
        assert all(flow.after(start, moves).won for moves in verdict.solutions)
        if len(fillings) > 1:
            several += 1
            assert verdict.lit
            loose = len(solutions(one.board.problem, untouching=True))
            assert verdict.lines[2].split()[0] == {0: "in", 1: "1"}.get(loose, "2")
    assert several


@pytest.mark.parametrize("number", [40, *slow(100)])
def test_what_excludes_any_solution_does_and_nothing_of_it_can_be_spared(number):
    rng, kinds = Random(number), set()
    while number:
        board = random_board(rng, rng.choice((0, 2, 4))).board
        if solutions(board.problem, 1):
            continue
        number -= 1
        found = excluded(board)
        kinds.add((found.filled, bool(found.walls), bool(found.colours)))

        def alone(colours, walls, board=board, found=found):
            """Whether there is a solution of these, the rest relaxed."""
            dots = board.dots.copy()
            dots[[d >= 0 and d not in colours for d in board.dots]] = 3 if found.filled else -1
            some = replace(board, dots=dots, walls=frozenset(walls), fill=found.filled)
            return not some.pairs or bool(solutions(some.problem, 1))

        assert found.smallest
        assert not alone(found.colours, found.walls)
        for colour in found.colours:
            assert alone({*found.colours} - {colour}, found.walls)
        for wall in found.walls:
            assert alone(found.colours, found.walls - {wall})
    assert len(kinds) > 2


@pytest.mark.parametrize(
    ("board", "walls", "said", "lit"),
    [
        ("A.BC\n....\nB.AC", "", "A and B cannot all be joined", "a1 a3 c1 c3"),
        (
            "A.B\n...\nA.B",
            "",
            "these dots keep pipes from filling the board",
            "a1 a3 c1 c3",
        ),
        ("A.A\nB.B", '"a1-b1"', "A and B cannot all be joined, with 1 wall", "a1 a2 b1 c1 c2"),
    ],
)
def test_it_is_said_in_words(board, walls, said, lit):
    verdict = told(level(board, f"walls = [{walls}]" if walls else ""))
    assert verdict.lines == ("unsolvable, proved", said)
    assert sorted(verdict.lit) == lit.split()


def test_difficulty_is_told_of_what_is_meant():
    assert told(level("A.A\nB.B\nC.C")).lines[1:] == ("no pipe touches itself", "difficulty 1.0")
