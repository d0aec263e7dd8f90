"""Where the gallery and the front place things, in windows of any size."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from textual.geometry import Size

from puzzles.library.levels import read_pack
from puzzles.player.overview import Overview
from puzzles.player.standing import Standing
from puzzles.ui.home.front import Front
from puzzles.ui.home.gallery import GAP, MARGIN, Gallery

sizes = st.builds(Size, st.integers(0, 320), st.integers(0, 120))


@cache
def overview() -> Overview:
    """Packs of five levels and of two of one puzzle, and nine packs of another."""
    found = Overview()
    packs = [("Fives", "kami", 5), ("Twos", "kami", 2), *((f"P{n}", "flow", 1) for n in range(9))]
    for title, puzzle, count in packs:
        board = "RB" if puzzle == "kami" else "AA"
        levels = (f'[[level]]\ntitle = "{title} {i}"\nboard = "{board}"\n' for i in range(count))
        text = f'puzzle = "{puzzle}"\ntitle = "{title}"\n' + "".join(levels)
        found = found.with_pack(read_pack(f"{title}.toml", text))
    return found


def gallery(size: Size) -> Gallery:
    wall = Gallery("levels")
    wall.overview = overview()
    wall.place_all(size)
    return wall


def apart(wall: Gallery | Front, height: int) -> None:
    """Nothing lies on anything else, nor below the end."""
    for one, other in combinations([block.region for block in wall.blocks], 2):
        assert not one.overlaps(other)
    assert max(block.region.bottom for block in wall.blocks) <= height


@given(sizes)
def test_every_level_has_one_card_in_its_row(size):
    wall = gallery(size)
    apart(wall, max(block.region.bottom for block in wall.blocks))
    spots = [block.spot for block in wall.blocks if block.spot]
    assert spots == [(row, at) for row, own in enumerate(wall.rows) for at in range(len(own))]
    names = [spot.name for row in wall.rows for spot in row]
    assert names == [item.name for item in overview().items]
    card = next(block.region for block in wall.blocks if block.spot)
    if size.width >= 2 * MARGIN + card.width:
        across = wall.columns * (card.width + GAP) - GAP
        assert across <= size.width - 2 * MARGIN < across + wall.columns


@given(sizes, st.integers(-3, 30))
def test_a_number_is_that_of_a_level(size, at):
    wall = gallery(size)
    wall.point(at)
    assert wall.number == min(max(at, 0), 15)
    assert wall.item is overview().items[wall.number]


@given(sizes, st.sampled_from(["", "kami/fives/fives-1"]), st.data())
def test_the_front_shows_what_is_chosen_wherever_that_is(size, last, data):
    wall = Front("front")
    wall.lay = lambda: None
    wall.show(replace(overview(), known=Standing(last=last)))
    wall.row = data.draw(st.integers(0, 2))
    wall.place = data.draw(st.integers(0, len(wall.rows[wall.row]) - 1))
    height = wall.place_all(size)
    assert wall.block_of(wall.row, wall.place) is not None
    if size.width > 60:
        apart(wall, height)
