"""Levels, events and readings go through JSON and come out the same, with their places."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from puzzles.core.errors import Place
from puzzles.core.reading import Reading
from puzzles.core.solving import Answer, Progress
from puzzles.core.tables import read_table
from puzzles.library import registry
from puzzles.running import wire
from shipped import PACKS

EVENTS = [
    Progress(3, 0.5, 1, 4, line=("a", "b"), look={"x": [1]}),
    Answer(("a1 Red",), True, 1, 2, 0.1, "proved", "", {"best": 1}),
    Answer(None, False, 1, 2, 0.1, "stopped", "time limit"),
]


def sent(values):
    return json.loads(json.dumps(values))


def test_levels_keep_their_boards_and_places():
    for pack in PACKS:
        for level in pack.levels:
            puzzle, again = wire.read_level(sent(wire.level_values(pack.puzzle, level)))
            assert puzzle is pack.puzzle
            assert puzzle.format(again) == puzzle.format(level)
            assert again.place == level.place
            assert again.place.file == pack.file
            if puzzle.id == "kami":
                assert again.par_place == level.par_place


@pytest.mark.parametrize("event", EVENTS)
def test_events(event):
    assert wire.read_event(sent(wire.event_values(event))) == event


@pytest.mark.parametrize(
    ("puzzle", "keys"),
    [
        ("flow", {"board": "A.B\n..#\nA..", "title": "Lonely"}),  # B has no partner
        ("flow", {"board": "+A\nA.", "title": "No way over the bridge"}),
        ("kami", {"board": "RR\nR.", "title": "One colour"}),
    ],
)
def test_readings_need_not_be_levels_yet(puzzle, keys):
    plugin = registry.plugin(puzzle)
    level = plugin.maker.draft(read_table("shot", json.dumps(keys)))
    reading = Reading(level, 0.75, {1: "b1", 3: "a2"}, ("it has no solution",))
    again, copy = wire.read_reading(sent(wire.reading_values(plugin, reading)))
    assert again is plugin
    assert plugin.format(copy.level) == plugin.format(level)
    assert plugin.format(copy.level)["board"] == keys["board"]
    assert copy.level.title == keys["title"]
    assert replace(copy, level=None) == replace(reading, level=None)
    assert isinstance(copy.level.place, Place)
