"""Paper that is drawn: colours added, taken away and dyed, and the one to finish in."""

from __future__ import annotations

import json
from contextlib import nullcontext

import pytest

from puzzles.core.errors import UsageError
from puzzles.kami.generator.patterns import PALETTES
from puzzles.kami.maker import editing
from puzzles.kami.plugin import kami
from puzzles.library.levels import level_text, read_pack
from puzzles.player.draft import Draft, blank
from puzzles.player.records import StoredDrawing


def drawn(*keys):
    draft = Draft(*blank(["kami", "square", "3x2"]))
    for cell, key in enumerate(keys):
        draft.brush = key
        draft.paint(cell)
    return draft


def again(draft):
    saved = json.loads(json.dumps(draft._strokes.dump()))
    return Draft.taken_up(StoredDrawing("d", "kami", saved, 1.0))


def palette(draft):
    return [thing.name for thing in draft.things]


def test_a_colour_is_dyed_taken_away_and_added():
    draft = drawn("R", "W", "T", ".", "Y", "W")
    before = palette(draft)
    draft.brush = "W"
    draft.dye("Night", "#23304f")
    assert draft.at(1).name == draft.at(5).name == "Night"
    assert draft.brush == draft.at(1).key == "N"
    with pytest.raises(UsageError, match="Teal is there already"):
        draft.dye("Teal", "#2e8083")
    with pytest.raises(UsageError, match="at most 9 colours"):
        draft.dye("Clay", "#c25f3a", new=True)
    draft.take_colour()
    assert [draft.at(cell).name for cell in range(6)] == [
        "Red",
        "Red",
        "Teal",
        "hole",
        "Yellow",
        "Red",
    ]
    draft.dye("Clay", "#c25f3a", new=True)
    assert palette(draft)[-2:] == ["Clay", "hole"]
    assert draft.at(3).name == "hole"
    draft.paint(3)
    assert draft.at(3).name == "Clay"
    assert palette(again(draft)) == palette(draft)
    assert kami.format(again(draft).sketch) == kami.format(draft.sketch)
    while draft.undo():
        pass
    assert palette(draft) == before


def test_the_first_colour_gives_way_to_the_second():
    draft = drawn("R", "W", "R", "W", "T", "R")
    draft.demand("final colour", "White")
    draft.brush = "R"
    draft.take_colour()
    assert [draft.at(cell).name for cell in range(6)] == 4 * ["White"] + ["Teal", "White"]
    assert draft.demands[0].value == "White"
    draft.brush = "W"
    draft.take_colour()
    assert draft.demands[0].value == "any"
    for _ in range(6):
        draft.brush = draft.things[0].key
        with pytest.raises(UsageError) if len(draft.things) < 4 else nullcontext():
            draft.take_colour()
    assert len(draft.things) == 3
    draft.brush = "."
    with pytest.raises(UsageError, match="no colour"):
        draft.dye("Night", "#23304f")


@pytest.mark.parametrize("sheet", list(editing.SHEETS))
def test_all_of_a_sheet(sheet):
    draft = drawn("R", "W", "Y", ".", "P", "W")
    draft.demand("final colour", "Purple")
    draft.dye_all(sheet)
    names = [name for name, _ in editing.SHEETS[sheet]][:9]
    assert palette(draft) == [*names, "hole"]
    assert [draft.at(c).name for c in range(6)] == [
        names[0],
        names[1],
        names[2],
        "hole",
        names[3],
        names[1],
    ]
    assert draft.demands[0].value == names[3]
    assert kami.format(again(draft).sketch) == kami.format(draft.sketch)
    (level,) = read_pack("x.json", level_text(kami, draft.sketch)).levels
    assert [colour.hex for colour in level.board.palette] == [
        look for _, look in editing.SHEETS[sheet]
    ][:4]


def test_a_sheet_has_to_have_enough_colours():
    draft = Draft(*blank(["kami", "square", "9x1"]))
    for cell in range(9):
        draft.brush = draft.things[cell].key
        draft.paint(cell)
    with pytest.raises(UsageError, match="the board has 9 colours, and dusk has 6"):
        draft.dye_all("dusk")
    assert set(PALETTES) < set(draft.sheets)


def test_the_final_colour_is_in_the_level():
    draft = drawn("R", "W", "Y", "R", "W", "Y")
    (demand,) = draft.demands
    assert (demand.value, demand.values[:3]) == ("any", ("any", "Red", "White"))
    draft.demand("final colour", "White")
    (level,) = read_pack("x.json", level_text(kami, draft.sketch)).levels
    assert level.board.palette[level.board.final].name == "White"
    draft.demand("final colour", "any")
    assert draft.sketch.board.final is None
