"""The words for the fewest moves, and for one answer."""

from __future__ import annotations

import re

import pytest

from puzzles.core.aims import FEWEST, ONE
from puzzles.core.solving import Known, Progress


def told(aim):
    """All that an aim says."""
    verdicts = [aim.verdict(lost, whole) for lost in (0, 1) for whole in (False, True)]
    words = aim.solution, aim.moves, aim.as_good, aim.target(5), aim.over(2), aim.losses(2)
    return " ".join((*words, aim.cost(1), *verdicts))


@pytest.mark.parametrize(("aim", "counts"), [(FEWEST, True), (ONE, False)])
def test_of_one_answer_nothing_is_best_or_par(aim, counts):
    assert bool(re.search(r"\b(par|best|at least|fewest)\b", told(aim))) == counts


def test_what_is_not_known_is_not_said():
    known = Known()
    assert known.answer("time limit").headline == "Time limit: no solution known"
    known.add(Progress(lower_bound=2))
    assert known.answer("time limit").headline == "Time limit: at least 2"
    known.add(Progress(lower_bound=2, best=9))
    assert known.answer("time limit").headline == "Time limit: best known 9, at least 2"
    assert Progress().bounds() == []
