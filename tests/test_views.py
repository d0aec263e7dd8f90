"""Every view of the solvers, played to its end: it contradicts neither the answer nor the rules."""

from __future__ import annotations

import pytest

from puzzles.core.solving import UNLIMITED, Answer, answer
from puzzles.library.catalogue import Entry, find
from sampling import slow
from shipped import PACKS, named

SAMPLE = [Entry(pack, len(pack.levels) // 3) for pack in PACKS[::4]]
# With islands; with a bound that rises before any move is tried; with dead ends.
OFTEN = map(find, ["kami/islands/1", "kami/first-folds/14", "flow/warps/lost-luggage"])


@pytest.mark.parametrize(
    "entry",
    [*OFTEN, *slow(*SAMPLE)],
    ids=lambda entry: named(entry.pack),
)
def test_every_view_agrees_with_the_answer_and_the_rules(entry):
    puzzle, start = entry.pack.puzzle, entry.pack.puzzle.start(entry.level)
    best = answer(puzzle.solver.solve(start, UNLIMITED))
    assert best.proved
    par = len(best.moves)
    for view in puzzle.tutor.VIEWS:
        *seen, end = puzzle.tutor.trace(start, view, UNLIMITED)
        assert isinstance(end, Answer), view
        shown = [event for event in seen if event.step or event.line]
        assert shown, view
        lowest, fewest = 0, None
        for event in shown:
            state = start
            for move in event.line:
                state = puzzle.apply(state, move)
            assert lowest <= event.lower_bound <= par, view  # it only rises, and never above
            lowest = event.lower_bound
            if event.best is not None:
                assert event.lower_bound <= event.best <= (fewest or event.best), view
                fewest = event.best
            if event.step and event.step.mark == "proved":
                assert event.lower_bound == event.best, view
        state = start
        for move in end.moves or ():
            state = puzzle.apply(state, move)
        assert puzzle.status(state).won or not end.moves, view
        if fewest is not None:
            assert end.lower_bound == fewest, view
            assert str(fewest) in end.headline, view
