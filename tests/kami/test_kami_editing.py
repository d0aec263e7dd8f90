"""Paper that is drawn, and the colour to finish in."""

from __future__ import annotations

from puzzles.kami.plugin import kami
from puzzles.library.levels import level_text, read_pack
from puzzles.player.draft import Draft, blank


def drawn(*keys):
    draft = Draft(*blank(["kami", "square", "3x2"]))
    for cell, key in enumerate(keys):
        draft.brush = key
        draft.paint(cell)
    return draft


def test_the_final_colour_is_in_the_level():
    draft = drawn("R", "W", "Y", "R", "W", "Y")
    (demand,) = draft.demands
    assert (demand.value, demand.values[:3]) == ("any", ("any", "Red", "White"))
    draft.demand("final colour", "White")
    (level,) = read_pack("x.json", level_text(kami, draft.sketch)).levels
    assert level.board.palette[level.board.final].name == "White"
    draft.demand("final colour", "any")
    assert draft.sketch.board.final is None
