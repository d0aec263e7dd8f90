"""Every two colours of a board can be told apart, whatever the player's colour vision.

The distances are CIEDE2000 between the colours as they are seen (`colour_vision`). Two colours that
touch are told apart from about 2 on; the figures here leave room for screens and for shading.
"""

from __future__ import annotations

import pytest

from colour_vision import VISIONS, ciede2000, least_distance, seen
from puzzles.core.palettes import PALETTES, inks
from puzzles.flow.rules.scene import INKS
from shipped import ENTRIES

KAMI = {
    tuple(colour.look for colour in entry.level.board.palette): entry.name
    for entry in ENTRIES
    if entry.pack.puzzle.id == "kami"
}


@pytest.mark.parametrize(
    ("one", "two", "distance"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((50, 2.5, 0), (50, 3.2592, 0.3350), 1.0),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_distance_is_that_of_the_published_examples(one, two, distance):
    assert ciede2000(one, two) == pytest.approx(distance, abs=1e-4)


@pytest.mark.parametrize(
    ("vision", "one", "two"),
    [
        ("protanopia", "#e8413a", "#9b6240"),
        ("deuteranopia", "#3f7fff", "#9c5be8"),
        ("tritanopia", "#ff8c1a", "#f257c4"),
    ],
)
def test_the_simulation_confuses_what_it_should(vision, one, two):
    """Red and brown, blue and violet, orange and pink."""
    confused = ciede2000(seen(one, vision), seen(two, vision))
    assert confused < ciede2000(seen(one, "normal"), seen(two, "normal")) / 3
    assert seen("#ffffff", vision) == pytest.approx([100, 0, 0], abs=0.1)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("count", "distance"), [(9, 15), (13, 10)])
def test_pipes(vision, count, distance):
    most = max(len(e.level.board.symbols) for e in ENTRIES if e.pack.puzzle.id == "flow")
    assert least_distance(list(INKS[: min(count, most)]), vision) >= distance


@pytest.mark.parametrize("vision", VISIONS)
def test_paper(vision):
    for palette, level in KAMI.items():
        assert least_distance(list(palette), vision) >= 8, level


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", [name for name in PALETTES if name != "default"])
def test_palettes_to_choose(name, vision):
    assert least_distance(list(PALETTES[name]), vision) >= 10


def test_no_two_colours_of_a_palette_are_the_same_even_beyond_its_end():
    for name in PALETTES:
        drawn = inks(name, INKS)
        assert len(set(drawn)) == len(INKS) == len(drawn)
    assert inks("default", INKS[:3]) == INKS[:3]
