"""Levels and events go through lines of text and come out the same, with their places."""

from __future__ import annotations

import pytest

from puzzles.core.solving import Answer, Progress, Step
from puzzles.running.worker import packed, unpacked
from shipped import PACKS

EVENTS = [
    Progress(3, 0.5, 1, 4, line=("a", "b"), step=Step(figures={"x": "y"})),
    Answer(("a1 Red",), True, 1, 2, 0.1, "proved", "", {"best": 1}),
    Answer(None, False, 1, 2, 0.1, "stopped", "time limit"),
]


def sent(value):
    line = packed(value)
    assert line.index(b"\n") == len(line) - 1
    return unpacked(line)


def test_levels_keep_their_boards_and_places():
    for pack in PACKS:
        for level in pack.levels:
            puzzle, again = sent((pack.puzzle, level))
            assert puzzle is pack.puzzle
            assert puzzle.format(again) == puzzle.format(level)
            assert again.place == level.place
            assert again.place.file == pack.file


@pytest.mark.parametrize("event", EVENTS)
def test_events(event):
    assert sent(event) == event
