"""The lines of the gallery, without a screen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from textual.color import Color
from textual.filter import Monochrome
from textual.geometry import Size
from textual.strip import Strip

from puzzles.library.levels import read_pack
from puzzles.player.overview import Item, Overview, Wish
from puzzles.player.records import Result, Standing
from puzzles.ui.home import cards
from puzzles.ui.home.cards import Look, about
from puzzles.ui.home.gallery import Gallery, Shelves, finished
from puzzles.ui.terminal.paint import style

LOOK = Look.of((10, 10, 10), (200, 200, 200), (0, 0, 250), (250, 120, 0), (0, 200, 0))


@cache
def overview():
    """Packs of five levels and of two."""
    found = Overview()
    for title, count in (("Fives", 5), ("Twos", 2)):
        boards = "".join(f'[[level]]\ntitle = "{title} {i}"\nboard = "RB"\n' for i in range(count))
        text = f'puzzle = "kami"\ntitle = "{title}"\nblurb = "All {title}"\n{boards}'
        found = found.with_pack(read_pack(f"{title}.toml", text))
    return found


def wall_of(shown, width, height, at=0, filters=(), words=""):
    counts = [sum(item.entry.pack is pack for item in shown.shown) for pack in shown.packs]
    console = Console(color_system="truecolor")
    finish = partial(finished, filters, Color(10, 10, 10), console)
    wall = Gallery("levels")
    wall.overview, wall.at, wall.words = shown, at, words
    wall.shelves = Shelves([count for count in counts if count], width, height)
    wall.dress(LOOK, finish)
    return wall


def text_of(wall):
    return "\n".join(wall.line(y).text for y in range(wall.shelves.height))


def drawn(entry, moves, size):
    """A picture with the number of its level in it, or an S once it is solved."""
    line = Segment(("S" if moves else str(entry.index)) * size.width, style((1, 2, 3), (4, 5, 6)))
    return [Strip([line], size.width)] * size.height


@given(st.integers(1, 250), st.integers(1, 120), st.integers(0, 6), st.booleans())
def test_every_line_is_as_wide_as_the_window(width, height, at, pictures):
    wall = wall_of(overview(), width, height, at)
    for index in range(7 if pictures else 0):
        wall.draw(index, drawn)
    for y in range(-1, wall.shelves.height + 2):
        assert wall.line(y).cell_length == width
        assert len(wall.line(y).text) == width


@given(st.integers(24, 250), st.integers(1, 120))
def test_every_level_and_every_pack_is_shown_once(width, height):
    text = text_of(wall_of(overview(), width, height))
    for index, item in enumerate(overview().items):
        number = item.entry.index + 1
        assert text.count(f"{number} {item.entry.level.title}") == 1, index
    assert text.count("All Fives") == text.count("All Twos") == 1
    order = ["All Fives", "Fives 4", "All Twos", "Twos 0"]
    assert sorted(order, key=text.index) == order


def test_a_picture_is_shown_when_its_card_has_changed():
    wall = wall_of(overview(), 80, 24)
    assert wall.missing(range(7)) == list(range(7))
    wall.draw(2, drawn)
    assert wall.missing(range(7)) == [0, 1, 3, 4, 5, 6]
    width, height = wall.shelves.picture
    assert text_of(wall).count("2" * width) == height
    # Another gallery takes the picture over, for cards of that size.
    again = wall_of(overview(), 80, 24)
    again.pictures = wall.pictures
    assert text_of(again).count("2" * width) == height


def test_a_solved_level_has_another_picture_which_waits_for_the_moves():
    found = overview()
    name = found.items[2].name
    result = {name: Result(1, "perfect", 1.0, False, 1)}
    wall = wall_of(found, 80, 24)
    wall.draw(2, drawn)
    width, height = wall.shelves.picture
    for moves, missing, shown in ((None, [], 0), ({}, [], 2), ({name: ("a1 x",)}, [2], 0)):
        known = replace(found, results=result, won=moves)
        again = wall_of(known, 80, 24)
        again.pictures = wall.pictures
        assert [index for index in again.missing(range(7)) if index == 2] == missing
        assert text_of(again).count("2" * width) == height * (shown > 0)
    again.draw(2, drawn)
    assert text_of(again).count("S" * width) == height


def test_the_card_pointed_at_has_its_own_colour():
    wall = wall_of(overview(), 80, 24, at=1)

    def backs(index):
        x, y = wall.shelves.region(index).offset
        line = wall.line(y + wall.shelves.card.height - 2)  # of the facts
        return {part.style.bgcolor.triplet for part in line.crop(x, x + wall.shelves.card.width)}

    assert backs(1) == {LOOK.chosen}
    assert backs(0) == {LOOK.card}
    wall.at = 0
    assert backs(1) == {LOOK.card}
    assert backs(0) == {LOOK.chosen}


def test_filters_of_the_terminal_are_heeded():
    wall = wall_of(overview(), 80, 24, filters=[Monochrome()])
    for y in range(wall.shelves.height):
        for part in wall.line(y):
            for colour in (part.style.color, part.style.bgcolor):
                assert colour is None or len(set(colour.triplet)) == 1


def test_a_finished_line_keeps_what_the_terminal_gets():
    console = Console(color_system="truecolor")
    finish = partial(finished, [], Color(0, 0, 0), console)
    parts = finish([[Segment("ab", style((1, 2, 3), (4, 5, 6)))], [Segment("c")]])
    assert "38;2;1;2;3;48;2;4;5;6m" in parts[0].render(console)
    joined = Strip.join(parts)
    assert joined.render(console) == parts[0].render(console) + parts[1].render(console)


def test_where_there_is_no_level_it_says_so():
    none = replace(overview(), wish=Wish(text="nothing like it"))
    wall = wall_of(none, 40, 24, words="No level matches.")
    assert wall.line(1).text.strip() == "No level matches."
    assert not wall.line(0).text.strip()
    assert wall_of(none, 3, 24, words="No level").line(1).text == " … "


@pytest.mark.parametrize(
    ("result", "sign", "colour"),
    [
        (Result(5, "perfect", 3.0, False, 1), "✦", LOOK.good),
        (Result(6, "ok", 3.0, False, 1), "✓", LOOK.good),
        (Result(9, "other", None, True, 1), "•", LOOK.faint),
    ],
)
def test_marks_tell_how_a_level_was_solved(result, sign, colour):
    first, second, third = overview().items[:3]
    shown = replace(overview(), results={first.name: result})
    assert cards.mark(first, shown, LOOK) == (sign, colour)
    assert cards.mark(second, shown, LOOK) == ("▸", LOOK.accent)
    assert cards.mark(third, shown, LOOK)[0] == " "


def test_a_heading_shows_the_share():
    title, blurb = cards.heading(overview().packs[0], Standing(5, 2, 0, 0, 0.0), LOOK)
    assert "".join(part.text for part in title) == "Fives  Kami  ━━━━━━━━━━━━ 2/5"
    bar = [(len(part.text), part.style.color.triplet) for part in title if "━" in part.text]
    assert bar == [(5, LOOK.accent), (7, LOOK.card)]
    assert blurb[0].text == "All Fives"


def test_cards_tell_the_difficulty_in_what_room_there_is():
    facts = {"size": "10×29", "par": 7, "difficulty": 3.4}
    item = Item(None, "", facts, "")
    assert about(item) == about(item, 30) == "10×29 · par 7 · difficulty 3.4"
    assert about(item, 29) == "10×29 · par 7 · ◆3.4"
    assert about(item, 19) == about(item, 12) == "par 7 · ◆3.4"
    assert about(item, 11) == "◆3.4"
    assert about(Item(None, "", {"size": "3×3", "par": 2}, ""), 8) == "par 2"


@given(st.integers(0, 12))
def test_a_picture_is_mounted_in_the_middle(picture):
    strip, size = Strip([Segment("x" * picture)]), Size(17, 7)
    lines = cards.card(overview().items[0], overview(), [strip], size, LOOK, False)
    line = "".join(part.text for part in lines[2])
    assert len(line) == size.width
    left = len(line) - len(line.lstrip())
    right = len(line) - len(line.rstrip())
    assert not strip.cell_length or abs(left - right) <= 1


def test_pictures_fit_on_their_cards_in_every_window():
    for width in range(1, 100):
        for height in (1, 24, 60, 200):
            wall = wall_of(overview(), width, height)
            wall.draw(0, drawn)
            assert {line.cell_length for line in wall.card(0, False)} == {wall.shelves.card.width}


@given(st.text(max_size=9), st.integers(0, 12))
def test_text_that_is_cut_fits(text, width):
    cut = cards.cut(text, width)
    assert len(cut) <= width
    assert cut == text or (len(cut) == width and (not cut or cut[-1] == "…"))
