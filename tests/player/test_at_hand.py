"""Help along the solution that ships with a level: what it says at once, and what is asked."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles.core.offers import COMPILER, LACKS
from puzzles.core.results import MOVE, WHERE, WHY
from puzzles.core.solving import Limits
from puzzles.library.catalogue import find
from puzzles.library.solutions import solution_of
from puzzles.player.game import QUICK, SOON, THINKING, Game
from puzzles.player.review import Review
from puzzles.running import blocking
from shipped import PUZZLES


def answered(outcome):
    """What an outcome comes to once its question is answered."""
    return outcome.then(blocking.answer(outcome.question)) if outcome.question else outcome


@pytest.mark.parametrize("name", ["kami/grand-folds/totem", "flow/warps/lost-luggage"])
def test_where_to_look_is_asked_for_a_moment_only(name):
    game = Game(find(name))
    first = game.hint()
    assert first.question.limits.seconds == QUICK
    first = answered(first)
    assert first.step.lit
    assert first.words
    told = [first]
    while told[-1].hint is None:
        more = game.hint()
        assert more.question is None or more.question.limits.seconds == THINKING
        told.append(answered(more))
    assert len(told) >= 3
    assert [*dict.fromkeys(one.step.kind for one in told)] == [WHERE, WHY, MOVE]
    game.play(told[-1].hint)  # the rules allow it


def test_unfinished_advice_is_asked_for_once_more():
    game = Game(find("kami/first-folds/9"))
    first = game.hint()
    full = blocking.answer(first.question)
    unfinished = replace(full, unfinished=True)
    first.then(unfinished)
    second = game.hint()
    assert second.question.limits.seconds == THINKING
    why = second.then(unfinished)  # not even now
    assert why.values[0] == full.hints[1].words
    assert game.hint().question is None


def test_where_nothing_is_compiled_nobody_waits_for_a_reason(monkeypatch):
    monkeypatch.setenv(LACKS, COMPILER)
    game = Game(find("kami/grand-folds/totem"))
    answered(game.hint())
    assert game.hint().question.limits.seconds == SOON


def test_a_check_knows_the_solution_that_ships():
    entry = find("kami/first-folds/9")
    outcome = Game(entry).check()
    assert outcome.question.arguments == (solution_of(entry.pack.puzzle, entry.level),)


def test_a_wrong_pipe_is_told_though_the_solution_is_at_hand():
    entry = find("flow/first-pipes/5")
    game = Game(entry)
    line = solution_of(game.puzzle, entry.level)
    assert "c1 left 2 down 5 right 2" in line
    game.play_text("c1 right 1")  # the line would draw over it, and win
    assert game.rest_of_solution()
    quick = game.hint()
    full = blocking.answer(replace(quick.question, limits=Limits(seconds=THINKING)))
    more = quick.then(replace(full, hints=(), stopped="limit reached"))  # as on a busy machine
    assert more.question.limits.seconds == THINKING
    answered(more)
    assert "Look at pipe A." in [hint.words for hint in game._advice]


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in PUZZLES if puzzle.aim.stepwise])
def test_a_review_along_the_solution_asks_nobody_but_of_the_end(puzzle):
    entry = find(f"{puzzle.id}/first-folds/9")
    line = solution_of(puzzle, entry.level)
    review = Review(puzzle, entry.level, line)
    assert review.left == [*range(len(line), 0, -1)]
    assert review.question.moves == line
    review.take(blocking.answer(review.question))
    assert [each.lost for each in review.verdicts] == [0] * len(line)
    astray = Review(puzzle, entry.level, (line[0], "a1 Cream"))
    assert len(astray.left) == 2
    astray.take(blocking.answer(astray.question))
    assert astray.verdicts[-1].lost == 1
