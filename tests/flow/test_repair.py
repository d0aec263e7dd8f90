"""Boards are made to have one solution by the fewest changes: brute force agrees."""

from __future__ import annotations

from itertools import combinations, count
from random import Random

import pytest

from puzzles.core.errors import UsageError
from puzzles.core.results import Repair
from puzzles.core.solving import UNLIMITED, Limits, Progress, last
from puzzles.flow.maker.changes import (
    CHANGES,
    Change,
    changed,
    conditions,
    excludes,
    original_steps,
)
from puzzles.flow.maker.repair import repair
from puzzles.flow.plugin import flow
from puzzles.flow.rules.levels import LETTERS
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.flow.solver.solve import check
from puzzles.library.levels import level_text, read_pack
from sampling import slow

CLEAR = "A....B\n......\n......\n......\nA....B"


def level(board, more=""):
    return read_pack("level", f'puzzle = "flow"\n{more}\nboard = """\n{board}\n"""\n').levels[0]


def repaired(board, kinds, limits=UNLIMITED, more=""):
    return last(repair(level(board, more), kinds, limits), Repair)


def solutions(board, most=2, untouching=False):
    return last(settle(Query(board.problem, most, untouching), UNLIMITED), Settled).solutions


def drawn(rng, rows, cols, cut):
    """A board with some solution: pipes laid at random until nothing is left."""
    free = {(r, c) for r in range(rows) for c in range(cols)}
    dots = {}
    for letter in LETTERS:
        if not free:
            break
        pipe = [min(free)]
        while len(pipe) < cut:
            r, c = pipe[-1]
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & (free - {*pipe})
            if not near:
                break
            pipe.append(rng.choice(sorted(near)))
        free -= {*pipe}
        dots |= {pipe[0]: letter, pipe[-1]: letter}
    rows_ = ["".join(dots.get((r, c), ".") for c in range(cols)) for r in range(rows)]
    text = "\n".join(rows_)
    return text if all(text.count(letter) == 2 for letter in {*dots.values()}) else None


def several(rng, number, rows=4, cols=4, more=""):
    """Boards with more solutions than one."""
    while number:
        text = drawn(rng, rows, cols, rng.randint(5, 9))
        if text and len(solutions(level(text, more).board, 2, bool(more))) == 2:
            number -= 1
            yield text


def least_by_trying(board, kinds):
    """How few changes do, by trying all sets of them."""
    changes = conditions(board, kinds)
    for size in count(1):
        if size > 3:
            return None
        for chosen in combinations(changes, size):
            new = changed(board, chosen)
            if new is not None and len(solutions(new)) == 1:
                return size
    raise AssertionError


@pytest.mark.parametrize("kinds", [["walls"], ["pairs"], ["holes"], ["walls", "pairs", "holes"]])
@pytest.mark.parametrize("boards", [3, *slow(15)])
def test_no_fewer_changes_do(kinds, boards):
    for text in several(Random(boards), boards):
        board = level(text).board
        least = least_by_trying(board, kinds)
        if least is None:
            continue
        found = repaired(text, kinds)
        assert found.least
        assert len(found.changes) == least
        assert len(solutions(found.level.board)) == 1
        assert {change["kind"] + "s" for change in found.changes} <= {*kinds}


def test_a_dot_goes_one_way_only():
    """Its cell is taken away once: two holes there do not go together."""
    found = repaired("A..A\nB...\nB...\n..CC", ["holes"])
    assert found.least
    assert len(found.changes) == 2


@pytest.mark.parametrize("kind", ["wall", "pair", "hole"])
@pytest.mark.parametrize("boards", [3, *slow(10)])
def test_what_a_change_keeps_is_what_it_is_said_to_keep(kind, boards):
    """And solutions of the changed board are told apart by those of the board."""
    for text in several(Random(kind), boards):
        board = level(text).board
        everything = [original_steps(board, [], solution) for solution in solutions(board, 10**6)]
        for change in conditions(board, [f"{kind}s"]):
            new = changed(board, [change])
            kept = [steps for steps in everything if not excludes(change, steps)]
            assert new is not None
            found = solutions(new, 10**6)
            was = [original_steps(board, [change], solution) for solution in found]
            assert all(steps in kept for steps in was)
            assert len(found) == len(kept)


def test_what_comes_out_is_a_level_that_keeps_its_word():
    found = repaired(CLEAR, ["walls"])
    assert (found.solutions, found.exact, found.least) == (562, True, True)
    again = read_pack("level", level_text(flow, found.level)).levels[0]
    assert again.board.walls == found.level.board.walls
    *_, answer = check(again, UNLIMITED)
    assert answer.proved
    assert answer.facts == {"fillings": 1}
    for change in found.changes:
        assert change["words"] == f"put a wall between {' and '.join(change['cells'])}"


def test_a_board_with_one_solution_is_left_alone():
    found = repaired("A.A", CHANGES)
    assert (found.changes, found.least, found.solutions) == ((), True, 1)


def test_a_wall_that_is_in_the_way_goes():
    found = repaired("A.A\nB.B", ["walls"], more='walls = ["a1-b1"]')
    assert found.solutions == 0
    assert [change["kind"] for change in found.changes] == ["opening"]
    assert len(solutions(found.level.board)) == 1


def test_a_dot_goes_where_it_helps():
    found = repaired("A.AB\n...B", ["dots"])
    assert [change["words"] for change in found.changes] == ["move dot A from a1 to b1"]
    assert len(solutions(found.level.board)) == 1


def test_the_untouching_reading_counts_those_alone():
    claim = 'unique = "untouching"\nfill = false'
    for text in several(Random(5), 5, more=claim):
        found = repaired(text, ["walls"], more=claim)
        assert found.level.untouching
        assert found.least == (len(found.changes) == 1)
        assert len(solutions(found.level.board, untouching=True)) == 1


def test_what_cannot_be_done_is_said():
    for board, kind in (("AB\nBA", "walls"), ("A..\n...\n..A", "dots")):
        with pytest.raises(UsageError, match="no such changes leave one solution"):
            repaired(board, [kind])


def test_when_a_limit_is_reached_the_best_that_is_known_is_given_as_no_more_than_that():
    board, known = level(CLEAR).board, []
    for nodes in (500, 1000, 2000, 4000, 8000):
        try:
            found = repaired(CLEAR, ["walls"], Limits(nodes=nodes))
        except UsageError:  # none were found in time
            continue
        known.append(found.least)
        walls = found.level.board.walls
        assert len(solutions(found.level.board)) == 1
        for one in walls:  # none can be spared
            fewer = [Change("wall", *wall) for wall in walls - {one}]
            assert len(solutions(changed(board, fewer))) == 2
    assert False in known
    assert known == sorted(known)


def test_it_tells_how_far_it_is_and_can_be_stopped_at_any_time():
    events = repair(level(CLEAR), ["walls"], UNLIMITED)
    seen = [event for event in (next(events) for _ in range(20)) if isinstance(event, Progress)]
    assert seen
    events.close()
