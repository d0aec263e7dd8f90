"""The search as it is watched: the steps of the one that solves, each of which can be drawn."""

from __future__ import annotations

import re
import sys

import numpy as np
import pytest

from puzzles.core.solving import Answer, Progress
from puzzles.kami import plugin
from puzzles.kami.solver.optima import why
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
from puzzles.kami.tutor import watching
from puzzles.kami.tutor.explaining import purpose
from puzzles.library.levels import read_pack
from shipped import ENTRIES

LEVEL = next(entry.level for entry in ENTRIES if entry.name == "kami/kites/low-tailwind")
FOUR = next(entry.level for entry in ENTRIES if entry.name == "kami/islands/four-buttons")
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


def test_each_reason_is_shown_as_it_is_found_and_is_found_once(monkeypatch):
    start = plugin.start(LEVEL)
    found, asked = [], []
    monkeypatch.setattr(watching, "_known", {})

    def spied(*args):
        asked.append(len(found))
        yield from why(*args)

    monkeypatch.setattr(watching, "why", spied)
    for _ in range(2):
        for event in plugin.tutor.trace(start, "reasons"):
            if isinstance(event, Progress) and event.step:
                found.append(event.step.words)
    assert asked[:2] == [1, 3], "a step says what the move is for before its reason is looked for"
    assert len(asked) == len(found) / 4
    assert found[: len(found) // 2] == found[len(found) // 2 :]
    assert "leaves" in found[1].removeprefix(found[0][:-1])


def test_what_the_islands_need_adds_up():
    *steps, end = plugin.tutor.trace(plugin.start(FOUR), "why not fewer")
    told = [event.step for event in steps if event.step]
    adds = next(step for step in told if "=" in step.words)
    numbers = [int(number) for number in adds.labels.values()]
    assert f"{' + '.join(map(str, numbers))} = {sum(numbers)}" in adds.words
    late = re.search(r"and (\d+) more", adds.words)
    needs = sum(numbers) + (int(late[1]) if late else 0)
    assert f"{needs - 1} more are needed after any first move" in end.headline
    assert told[-1].lines[0].startswith(f"{needs - 1} left")
    start = plugin.start(FOUR)
    *events, search = plugin.tutor.trace(start, "search")
    assert search.headline.endswith(f"= {needs}.")
    largest = max(parts_of(start), key=lambda part: part.graph.n)
    searched = {cell for first in largest.cells for cell in start.region(first).tolist()}
    for event in events:
        if event.step:
            assert set(range(start.board.grid.n)) - {*event.step.struck} == searched
            assert (
                f"all at least {event.lower_bound + sum(numbers) - largest.lower}: "
                in (event.step.lines[3])
            ), "what is claimed of the other islands is what they need, or less"


def test_a_move_is_told_by_what_it_is_for():
    level = read_pack("x", 'puzzle = "kami"\nboard = "RWRBG"\n').levels[0]
    state = plugin.start(level)
    said = {
        text: purpose(state, plugin.move_parse(state, text))
        for text in ("b1 R", "d1 G", "c1 B", "e1 R")
    }
    assert said == {
        "b1 R": "joins both Red regions and ends White",
        "d1 G": "grows into the Green region and ends Blue",
        "c1 B": "grows into the Blue region",
        "e1 R": "joins nothing, but ends Green",
    }


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
