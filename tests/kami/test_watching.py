"""The search as it is watched: the steps of the one that solves, each of which can be drawn."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from puzzles.core.solving import Answer
from puzzles.kami import plugin
from puzzles.kami.solver.search import (
    DEEPER,
    EXHAUSTED,
    RUNNING,
    SOLVED,
    Search,
    stack_of,
    steps,
)
from puzzles.kami.solver.solve import parts_of
from puzzles.kami.solver.table import table
from shipped import ENTRIES

LEVEL = next(entry.level for entry in ENTRIES if entry.name == "kami/kites/low-tailwind")
TWO = next(entry.level for entry in ENTRIES if entry.name.startswith("kami/islands/"))


@pytest.mark.parametrize("limit", [3, 4])
def test_it_takes_the_steps_of_the_search(limit):
    (part,) = parts_of(plugin.start(LEVEL))
    watched = list(steps(stack_of(part.graph, part.colours, -1, 5), table(), limit))
    search = Search(part.graph, part.colours, -1, 5, 0)
    search.begin(limit)
    while (result := search.advance(sys.maxsize // 2)) == RUNNING:
        pass
    came = [what for what, _ in watched]
    assert sum(what in (DEEPER, SOLVED) for what in came) + bool(came) == search.nodes
    assert (SOLVED in came[-1:]) == (result != EXHAUSTED)


@pytest.mark.parametrize("level", [LEVEL, TWO], ids=["one part", "islands"])
@pytest.mark.parametrize("view", plugin.tutor.VIEWS)
def test_every_step_can_be_drawn(level, view):
    start = plugin.start(level)
    *seen, end = plugin.tutor.trace(start, view)
    assert isinstance(end, Answer)
    shown = [event for event in seen if not event.preparing]
    assert shown
    for event in shown:
        state = start
        for move in event.line:
            state = plugin.apply(state, move)
        told = event.step.lines or [event.step.words]
        assert all(line.isprintable() for line in told)


@pytest.mark.parametrize("level", [LEVEL, TWO], ids=["one part", "islands"])
def test_the_strokes_of_the_painting_paint_the_sheet(level):
    start = plugin.start(level)
    *seen, end = plugin.tutor.trace(start, "painting")
    canvas, strokes = np.full(start.board.grid.n, -1), len(parts_of(start)) - 1
    for event in seen:
        if not event.preparing:
            state = start
            for move in event.line:
                state = plugin.apply(state, move)
            cells = list(event.step.lit) or list(range(start.board.grid.n))
            (colour,) = set(state.colours[cells].tolist())
            assert len(state.region(cells[0])) == len(cells) or not event.step.lit
            canvas[cells] = colour
            strokes += 1
    assert canvas.tolist() == start.colours.tolist()
    assert end.headline.startswith(f"{strokes} strokes paint this sheet")
    assert ("Fewer cannot" in end.headline) == (level is LEVEL)


def test_a_move_is_told_by_where_its_region_lies_on_a_board_that_is_turned_too():
    windmill = next(entry.level for entry in ENTRIES if entry.name == "kami/first-folds/windmill")
    *seen, _ = plugin.tutor.trace(plugin.start(windmill), "why not fewer")
    told = [(event.step.words, event.step.turned) for event in seen if event.step]
    assert any("top right" in words and "top left" in turned for words, turned in told)
