"""The player's own packs: levels kept, changed, moved, taken out, and put back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puzzles.core.errors import LevelError, PuzzlesError, UsageError
from puzzles.core.level import About
from puzzles.library import locations, own
from puzzles.library.catalogue import Entry, find, library
from puzzles.library.levels import read_pack

FLOW = 'puzzle = "flow"\ntitle = "{}"\nboard = "A.A"\nauthor = "Ann"\n'


@pytest.fixture(autouse=True)
def fresh(own_levels):
    return own_levels


def level(title, **about):
    (made,) = read_pack("level.toml", FLOW.format(title)).levels
    return replace(made, about=About(**about)) if about else made


def kept(*titles, pack=own.MINE):
    flow = read_pack("level.toml", FLOW.format("x")).puzzle
    return [own.keep(flow, level(title), pack) for title in titles]


def titles(pack="flow/my-levels"):
    return [
        each.title
        for found in own.own_packs()
        if f"{found.puzzle.id}/{found.name}" == pack
        for each in found.levels
    ]


def test_levels_are_kept_in_their_order_with_what_is_told_of_them(fresh):
    one, _ = kept("One", "Two")
    assert one.name == "flow/my-levels/one"
    own.keep(one.pack.puzzle, level("Three", remark="rather hard", certificate='a\n"b\\'))
    assert titles() == ["One", "Two", "Three"]
    assert find("flow/my-levels/one").level.about == About("Ann")
    again = find("my-levels/3").level
    assert (again.about.remark, again.about.certificate) == ("rather hard", 'a\n"b\\')
    assert Path(one.pack.file) == fresh / "flow" / "my-levels.toml"


def test_one_level_takes_the_place_of_another_only_if_that_is_meant():
    (one,) = kept("One")
    puzzle, other = one.pack.puzzle, level("one", remark="new")
    with pytest.raises(own.There) as there:
        own.keep(puzzle, other)
    again = own.keep(puzzle, other, replacing=there.value.text)
    assert (titles(), again.level.about.remark) == (["one"], "new")
    with pytest.raises(own.There):  # it is another one by now
        own.keep(puzzle, level("One"), replacing=there.value.text)


def test_levels_are_renamed_moved_taken_and_put_back():
    kept("One", "Two", "Three")
    entry = own.move(find("my-levels/three"), -2)
    assert titles() == ["Three", "One", "Two"]
    own.move(entry, -1)
    assert titles() == ["Three", "One", "Two"]
    own.change(find("my-levels/one"), level("Uno"))
    assert titles() == ["Three", "Uno", "Two"]
    with pytest.raises(own.There):
        own.change(find("my-levels/uno"), level("Two"))
    entry = find("my-levels/uno")
    own.take(entry)
    assert titles() == ["Three", "Two"]
    own.put_back(entry)
    assert titles() == ["Three", "Uno", "Two"]
    with pytest.raises(own.There):
        own.put_back(entry)


def test_a_pack_goes_with_its_last_level_and_comes_back_with_it():
    (entry,) = kept("One", pack="Late Evenings")
    own.take(entry)
    assert not own.own_packs()
    own.put_back(entry)
    (pack,) = own.own_packs()
    assert (pack.name, pack.title, pack.blurb) == ("late-evenings", "Late Evenings", "")


def test_a_pack_that_is_called_otherwise_keeps_the_names_of_its_levels():
    (one,) = kept("One")
    again = own.retitle(one, "Late Evenings")
    assert (again.name, again.pack.title) == ("flow/my-levels/one", "Late Evenings")
    kept("Two", pack="late evenings")
    kept("Three")  # where levels go that name no pack
    assert (titles(), len(own.own_packs())) == (["One", "Two", "Three"], 1)


def test_what_another_window_has_changed_is_left_as_it_is():
    (entry,) = kept("One")
    own.change(entry, level("One", remark="from the other window"))
    for deed in (own.take, lambda entry: own.change(entry, level("Uno"))):
        with pytest.raises(UsageError, match="changed elsewhere"):
            deed(entry)
    own.take(find("my-levels/one"))
    with pytest.raises(UsageError, match="no longer in My levels"):
        own.move(entry, 1)


def test_a_file_that_cannot_be_read_is_left_alone():
    (entry,) = kept("One")
    file = Path(entry.pack.file)
    broken = file.read_text() + '[[level]]\nboard = "A.B"\n'
    file.write_text(broken)
    with pytest.raises(LevelError, match=r"my-levels\.toml:10:10: colour A has 1 dot"):
        own.take(entry)
    with pytest.raises(LevelError):
        kept("Two")
    assert file.read_text() == broken


def test_no_pack_is_called_like_one_that_ships(monkeypatch):
    monkeypatch.undo()
    name = next(pack for pack in library().packs if not own.is_own(pack))
    with pytest.raises(UsageError, match="already"):
        own.keep(name.puzzle, name.levels[0], name.title)


def test_what_cannot_be_written_is_told_in_a_line(fresh):
    fresh.rmdir()
    fresh.write_text("no folder")
    with pytest.raises(PuzzlesError, match="levels"):
        kept("One")


def test_a_title_that_is_no_name_is_refused():
    with pytest.raises(LevelError, match="title must be one line"):
        own.keep(
            kept("x")[0].pack.puzzle, level("ok").__class__(**{**vars(level("ok")), "title": " "})
        )
    assert titles() == ["x"]


def test_a_level_is_an_entry_of_the_library_like_others():
    kept("One", "Two")
    entry = find("my-levels/one")
    assert isinstance(entry, Entry)
    assert entry.neighbour(1).level.title == "Two"
    assert locations.own_levels() in Path(entry.pack.file).parents
