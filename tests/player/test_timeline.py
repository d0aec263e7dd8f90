"""The timeline: stepping, events that matter, and thinning in bounded memory."""

from __future__ import annotations

import time

from hypothesis import example, given
from hypothesis import strategies as st

from puzzles.core.solving import Progress, Step
from puzzles.player.timeline import Timeline


def timeline(marks: list[bool], limit: int = 10**9) -> Timeline:
    made = Timeline(limit)
    for number, mark in enumerate(marks, 1):
        made.add(Progress(number, step=Step(mark="dead end" if mark else "")))
    return made


def test_an_empty_timeline_shows_nothing():
    empty = Timeline()
    assert empty.shown is None
    assert empty.number == 0
    assert not empty.go(5)
    assert not empty.go_to_mark(1)


def test_stepping_stops_at_both_ends():
    steps = timeline([False] * 3)
    assert steps.number == 1
    assert not steps.go(-1)
    assert steps.go(99)
    assert steps.number == 3
    assert steps.shown == Progress(3, step=Step())
    assert not steps.go(99)


def test_events_that_matter_are_found_in_both_directions():
    steps = timeline([False, True, False, True, False])
    assert steps.go_to_mark(1)
    assert steps.number == 2
    assert steps.go_to_mark(1)
    assert steps.number == 4
    assert not steps.go_to_mark(1)
    assert steps.go_to_mark(-1)
    assert steps.number == 2
    assert steps.marks() == [(2, "dead end"), (4, "dead end")]


@given(st.lists(st.booleans(), min_size=1, max_size=400), st.integers(2000, 30_000))
@example([False] * 400, 2000)
def test_thinned_steps_stay_in_order_and_keep_the_newest(marks: list[bool], limit: int):
    steps = timeline(marks, limit)
    steps.go(len(steps))
    assert steps.number == len(marks) == steps.total
    numbers = []
    for index in range(len(steps)):
        steps.go(index)
        shown = steps.shown
        assert shown is not None
        assert shown.nodes == steps.number
        numbers.append(steps.number)
    assert numbers == sorted(set(numbers))
    assert numbers[0] == 1
    assert steps.every > 1 or numbers == list(range(1, len(marks) + 1))


def test_the_viewer_stays_near_the_same_step_when_steps_are_thinned():
    steps = Timeline(40_000)
    for number in range(1, 2001):
        steps.add(Progress(number, step=Step()))
        if number == 60:
            steps.go_to(50)
    assert steps.every > 1
    assert 50 <= steps.number <= 50 + 2 * steps.every


def test_twenty_thousand_steps_are_stepped_back_at_once():
    steps = timeline([False] * 20_000)
    steps.go(len(steps))
    began = time.process_time()
    for _ in range(20):
        steps.go(steps.at - 1)
        assert steps.shown is not None
    assert (time.process_time() - began) / 20 < 0.05
