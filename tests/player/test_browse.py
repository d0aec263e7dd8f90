"""Searching and filtering levels."""

from __future__ import annotations

import pytest

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.overview import Item, Wish, following
from puzzles.player.records import cells_of

PACK = """
puzzle = "kami"
title = "Two Evenings"
[[level]]
title = "Sunset"
board = "RRYY\\nRYYR"
par = 1
[[level]]
title = "Nightfall"
board = "BBKKBBKKBBKK\\nBKKBBBBKKBBB\\nBBBBBBBBBBBB\\nBBBBBBBBBBBB\\nBBBBBBBBBBBB\\nBBBBBBBBBBBB"
[[level]]
title = "Web"
nodes = { a = "Red", b = "Blue", c = "Red" }
edges = [["a", "b"], ["b", "c"]]
"""


@pytest.fixture
def items():
    pack = read_pack("two-evenings.toml", PACK)
    return [Item.of(Entry(pack, index)) for index in range(3)]


def names(items, wish, solved=()):
    return [item.entry.level.title for item in items if wish.admits(item, solved)]


def test_without_a_wish_everything_is_shown(items):
    assert names(items, Wish()) == ["Sunset", "Nightfall", "Web"]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("sun", ["Sunset"]),
        ("EVENING night", ["Nightfall"]),
        ("4x2", ["Sunset"]),
        ("4×2", ["Sunset"]),
        ("par 1", ["Sunset"]),
        ("kami", ["Sunset", "Nightfall", "Web"]),
        ("nodes", ["Web"]),
        ("sun web", []),
    ],
)
def test_every_word_must_occur_somewhere(items, text, found):
    assert names(items, Wish(text=text)) == found


def test_filters(items):
    assert names(items, Wish(size="small")) == ["Sunset", "Web"]
    assert names(items, Wish(size="medium")) == ["Nightfall"]
    assert names(items, Wish(size="large")) == []
    assert names(items, Wish(unsolved=True), {items[0].name}) == ["Nightfall", "Web"]
    assert names(items, Wish(puzzle="another")) == []
    # No level here says how difficult it is.
    assert names(items, Wish(difficulty="easy")) == []


def test_cells_are_counted_from_the_size(items):
    assert [cells_of(item.facts) for item in items] == [8, 72, 3]


def test_what_follows_is_the_first_unsolved_from_the_last_one_played_on(items):
    first, second, third = items
    assert following(items, ()) is first
    assert following(items, {first.name}) is second
    assert following(items, (), second.name) is second
    assert following(items, {second.name}, second.name) is third
    assert following(items, {second.name, third.name}, third.name) is first
    assert following(items, {item.name for item in items}) is None
