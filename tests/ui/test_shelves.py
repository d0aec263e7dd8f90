"""Where cards lie, for any number of cards in a window of any size."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from puzzles.ui.home.gallery import GAP, MARGIN, Shelves

counts = st.lists(st.integers(1, 40), min_size=1, max_size=6)
sizes = st.integers(0, 320)
shelves = st.builds(Shelves, counts, sizes, sizes)


def total(found):
    """The number of all cards."""
    return found.rows[-1].cards.stop


@given(counts, sizes, sizes)
def test_every_card_stands_in_one_row_of_its_group(counts, width, height):
    rows = Shelves(counts, width, height).rows
    placed = [card for row in rows for card in row.cards]
    assert placed == list(range(sum(counts)))
    firsts = [sum(counts[:group]) for group in range(len(counts))]
    assert [row.cards.start for row in rows if row.head] == firsts


@given(counts, sizes, sizes)
def test_cards_do_not_overlap_and_fill_the_width(counts, width, height):
    found = Shelves(counts, width, height)
    assert found.columns >= 1
    if width >= 2 * MARGIN + found.card.width:
        across = found.columns * (found.card.width + GAP) - GAP
        assert across <= width - 2 * MARGIN < across + found.columns
    assert 0 < found.picture.width <= found.card.width - 4
    regions = [found.region(card) for card in range(sum(counts))]
    for before, after in pairwise(regions):
        assert not before.overlaps(after)
    assert max(region.bottom for region in regions) < found.height


@given(shelves, st.data())
def test_pointing_inverts_the_layout(found, data):
    card = data.draw(st.integers(0, total(found) - 1))
    region = found.region(card)
    for x, y in (region.offset, region.bottom_right - (1, 1)):
        assert found.card_at(x, y) == card
    for x, y in ((region.x - 1, region.y), (region.x, region.y - 1), (region.right, region.y)):
        assert found.card_at(x, y) != card


@given(shelves, st.integers(-5, 400), st.integers(-5, 4000))
def test_a_point_is_on_the_card_that_is_found_there(found, x, y):
    card = found.card_at(x, y)
    hit = [c for c in range(total(found)) if found.region(c).contains(x, y)]
    assert hit == ([] if card is None else [card])


@given(shelves)
def test_every_line_belongs_to_the_row_that_it_is_said_to(found):
    for y in range(-2, found.height + 2):
        before = [row for row in found.rows if row.top <= y]
        assert found.row_at(y) == (before[-1] if before else None)


@given(shelves, st.data(), st.integers(-3, 3))
def test_moves_stay_on_the_shelves(found, data, step):
    card = data.draw(st.integers(0, total(found) - 1))
    for move in (found.below, found.next_group):
        assert 0 <= move(card, step) < total(found)
    there = found.region(found.below(card, step))
    assert there.x <= found.region(card).x
    assert (there.y > found.region(card).y) <= (step > 0)
    assert (there.y < found.region(card).y) <= (step < 0)


@given(shelves, st.data())
def test_down_goes_through_all_rows_of_cards(found, data):
    card = data.draw(st.integers(0, found.columns - 1))
    card = min(card, found.rows[0].cards.stop - 1)
    for row in found.rows[1:]:
        card = found.below(card, 1)
        assert card in row.cards
    assert found.below(card, 1) == card


def test_groups_are_gone_through_in_a_circle():
    found = Shelves((3, 2), 80, 24)
    assert [found.next_group(card, 1) for card in range(5)] == [3, 3, 3, 0, 0]
    assert [found.next_group(card, -1) for card in range(5)] == [3, 0, 0, 0, 3]


@given(shelves, st.integers(0, 2000), st.integers(0, 200))
def test_the_cards_between_two_lines_are_those_that_reach_there(found, top, lines):
    among = found.between(top, top + lines)
    for card in range(total(found)):
        region = found.region(card)
        if region.y < top + lines and region.bottom > top:
            assert card in among


def test_without_cards_there_is_nothing_anywhere():
    found = Shelves((), 0, 0)
    assert found.height == 0
    assert found.row_at(0) is None
    assert found.card_at(1, 0) is None
    assert found.between(0, 9) == range(0)
