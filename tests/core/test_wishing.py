"""The search for a level as hard as is wished, and wishes that make no sense."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.core.errors import NOWHERE, UsageError
from puzzles.core.level import Level
from puzzles.core.results import Grade, Option
from puzzles.core.solving import Progress
from puzzles.core.wishing import as_hard, look_at, spared


def graded(level):
    """A level is as hard as its title says; some have no difficulty."""
    if level.title == "?":
        raise UsageError("no reasons to the end")
    yield Progress()
    yield Grade(float(level.title), {})


def taken(titles: str, wish: int | None):
    """The titles of the levels that are looked at, and the level that is taken."""
    looked_at: list[str] = []

    def made():
        for title in titles.split():
            yield Progress()
            looked_at.append(title)
            yield Level(title, NOWHERE)

    *before, level = as_hard(made(), graded, wish, "3×3 level", "try another size")
    assert all(isinstance(event, Progress) for event in before)
    return " ".join(looked_at), level.title, level.difficulty


@pytest.mark.parametrize(
    ("titles", "wish", "seen", "title"),
    [
        ("? 3.2 5", None, "? 3.2", "3.2"),
        ("2 4.5 5.4 5", 5, "2 4.5", "4.5"),
        ("2 4.4 8 5.9", 5, "2 4.4 8 5.9", "4.4"),  # nothing is nearer
    ],
)
def test_the_first_near_level_is_taken_or_else_the_nearest(titles, wish, seen, title):
    assert taken(titles, wish) == (seen, title, float(title))


@pytest.mark.parametrize(
    ("titles", "reason"),
    [
        ("2 3.9 6.3", "no 3×3 level of difficulty 5 turned up; the nearest has difficulty 3.9"),
        ("? ?", "no 3×3 level of difficulty 5 turned up; try another size"),
    ],
)
def test_where_none_is_near_that_is_said(titles, reason):
    with pytest.raises(UsageError) as error:
        taken(titles, 5)
    assert str(error.value) == reason


@pytest.mark.parametrize(
    ("patience", "taken"),
    [
        (1, "4.2"),  # after one event, twice as far is near
        (5, "4.5"),  # the first that is near, with patience
        (0.1, None),  # after twenty times that, which is two, none is looked at any more
    ],
)
def test_patience_is_counted_in_events(patience, taken):
    def made():
        for title in ("1", "4.2", "8", "4.5"):
            yield Progress()
            yield Level(title, NOWHERE)

    def found():
        return [*as_hard(made(), graded, 5, "level", "", patience)][-1].title

    if taken:
        assert found() == taken
    else:
        with pytest.raises(UsageError, match="nearest has difficulty 1"):
            [*as_hard(iter([*made()][:2] + [Progress()] * 9), graded, 5, "level", "", patience)]


@given(st.sets(st.integers(0, 40)), st.integers(0, 40), st.randoms(use_true_random=False))
def test_what_can_be_spared_is_taken_away(needed, size, rng):
    things = rng.sample(range(size), size)
    asked, gone = [], []

    def taken():
        gone.extend((yield from spared(things, lambda some: asked.append(1) or fits(some))))

    def fits(some):
        return needed.isdisjoint(some)

    assert all(isinstance(event, Progress) for event in taken())
    assert sorted(gone) == sorted({*things} - needed)
    assert len(asked) <= 2 * size


def test_wishes_are_of_the_choices_and_within_the_span():
    options = Option("kind", "", str, ("round", "flat")), Option("par", "", span=range(1, 21))
    look_at(options, {"kind": "flat", "par": None})
    for wishes, reason in (
        ({"kind": "odd"}, "no kind 'odd'; known are round, flat"),
        ({"par": 21}, "par is from 1 to 20, not 21"),
    ):
        with pytest.raises(UsageError, match=reason):
            look_at(options, wishes)
