"""Names: every level can be called by the name that lists give it, and by what people try."""

from __future__ import annotations

import os
from argparse import Namespace

import pytest

from puzzles.cli.batch import Batch, entries
from puzzles.core.errors import LevelError, UsageError
from puzzles.library import catalogue, locations
from puzzles.library.levels import level_files, read_pack, slug

BOARD = 'board = "RW"\n'


def pack(*titles, head='puzzle = "kami"\n'):
    return head + "".join(f'[[level]]\ntitle = "{title}"\n{BOARD}' for title in titles)


@pytest.fixture
def own(own_directories, monkeypatch):
    """A library of only the packs written to the folder it gives."""
    folder = locations.data() / "levels"
    folder.mkdir(parents=True)
    monkeypatch.setattr(locations, "shipped_levels", lambda: folder / "none")
    return folder


def write(folder, **packs):
    for name, text in packs.items():
        (folder / f"{name}.toml").write_text(text)


@pytest.mark.parametrize(
    "name",
    [
        "First Fold",
        "first-fold",
        "letters/first fold",
        "kami/letters/first-fold",
        "letters/1",
        "kami/letters/1",
    ],
)
def test_names_that_find_a_level(own, name):
    write(own, letters=pack("First Fold", "Second"), numbers=pack("Other"))
    assert catalogue.find(name).level.title == "First Fold"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Frist Fold", "no file and no level is called 'Frist Fold'; did you mean 'first-fold'?"),
        ("xyzzy", "no file and no level is called 'xyzzy'; `puzzles list` names them all"),
        ("1", "no file and no level is called '1'; `puzzles list` names them all"),
        ("letters/3", "no file and no level is called"),
        ("flow/letters/first-fold", "no file and no level is called"),
        ("same", "'same' could be kami/letters/same, kami/numbers/same"),
    ],
)
def test_names_that_do_not(own, name, reason):
    write(own, letters=pack("First Fold", "Same"), numbers=pack("Same"))
    with pytest.raises(UsageError, match="^" + reason.replace("?", r"\?")):
        catalogue.find(name)


@pytest.mark.parametrize("word", ["letters", "kami/letters", "letters/1", "kami/letters/second"])
def test_who_names_a_pack_has_no_other_read(own, monkeypatch, word):
    write(own, letters=pack("First Fold", "Second"), numbers=pack("Other"))
    read = []
    monkeypatch.setattr(catalogue, "read_pack", lambda file: read.append(file) or read_pack(file))
    assert entries([word], Batch(Namespace()))
    assert read == [str(own / "letters.toml")]


def test_every_listed_name_finds_its_own_level(own):
    write(own, **{"2-My Pack": pack("2", "1", "!", "Ünï – cødé", "A/B"), "1-other": pack("1", "2")})
    entries = list(catalogue.library().entries())
    assert [entry.pack.name for entry in entries] == ["other"] * 2 + ["my-pack"] * 5
    for entry in entries:
        assert catalogue.find(entry.name) == entry


def test_neighbours_in_a_pack(own):
    write(own, letters=pack("A", "B"))
    first = catalogue.find("a")
    assert first.neighbour(-1) is None
    assert first.neighbour(1) == catalogue.find("b")
    assert catalogue.find("b").neighbour(1) is None


def test_a_bad_pack_costs_no_other(own):
    write(own, a="nonsense", b=pack("Good"), c=pack("Fine") + "[[level]]\n", d='puzzle = "none"\n')
    (own / "e.json").write_bytes(b"\xff")
    found = catalogue.library()
    assert [entry.level.title for entry in found.entries()] == ["Good", "Fine"]
    a, c, d, e = found.notices
    assert a.startswith(f"{own / 'a.toml'}:1:9: TOML: ")
    assert c == f"{own / 'c.toml'}:5:1: a level needs a board, or nodes and edges"
    assert d.startswith(f"{own / 'd.toml'}:1:10: unknown puzzle 'none'; known are ")
    assert e == f"{own / 'e.json'}:1:1: not a text file (not UTF-8)"


def test_a_plugin_that_fails_on_a_level_costs_only_that_level(own, monkeypatch):
    write(own, a=pack("Bad", "Good"))
    rules = read_pack("f", pack("x")).puzzle.rules
    parse = rules.parse

    def fail(table):
        return parse(table) if table.line("title") == "Good" else 1 / 0

    monkeypatch.setattr(rules, "parse", fail)
    found = catalogue.library()
    assert [entry.level.title for entry in found.entries()] == ["Good"]
    reason = "the plugin kami failed: ZeroDivisionError: division by zero"
    assert found.notices == [f"{own / 'a.toml'}:2:1: {reason}"]


def test_two_packs_with_one_name(own):
    write(own, **{"1-a": pack("First"), "2-a": pack("Second")})
    found = catalogue.library()
    assert [entry.level.title for entry in found.entries()] == ["First"]
    assert found.notices == [f"{own / '2-a.toml'}:1:1: {own / '1-a.toml'} is a pack called a too"]


def test_levels_of_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write(tmp_path, a=pack("2", "Two words"), b=pack("Alone"))
    assert catalogue.find("b.toml").level.title == "Alone"
    assert catalogue.find("./b.toml").name == "kami/b/alone"
    assert catalogue.find("a.toml:2").level.title == "2", "a title comes before a number"
    assert catalogue.find("a.toml:1").level.title == "2"
    assert catalogue.find("a.toml:two WORDS").index == 1
    with pytest.raises(UsageError, match=r"^a.toml holds 2 levels; say which: a.toml:1 … "):
        catalogue.find("a.toml")
    with pytest.raises(UsageError, match=r"^a.toml has no level '3'; it holds 2$"):
        catalogue.find("a.toml:3")
    for missing in ("c.toml", "c.toml:1", "no/such/c.json"):
        with pytest.raises(LevelError, match="no such file or directory"):
            catalogue.find(missing)


def test_a_bad_level_costs_no_other_of_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.toml").write_text(pack("One", "Two", "Three").replace('"Two"', "2"))
    assert catalogue.find("a.toml:1").level.title == "One"
    assert catalogue.find("a.toml:3").level.title == catalogue.find("a.toml:three").level.title
    for wanted, error, reason in (
        ("2", LevelError, r"a\.toml:\d+:\d+: title must be"),
        ("two", UsageError, r"a\.toml has no level 'two'; it holds 2; a\.toml:\d+:\d+: title "),
        ("", LevelError, r"a\.toml:\d+:\d+: title must be"),
    ):
        with pytest.raises(error, match=f"^{reason}"):
            catalogue.find(f"a.toml:{wanted}".rstrip(":"))


def test_a_colon_in_a_file_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a:1").write_text(pack("Here"))
    assert catalogue.find("a:1").level.title == "Here"


def test_one_fault_in_what_a_pack_shares_is_told_once():
    read = read_pack("f", pack("A", "B", head='puzzle = "kami"\ncolors = 1\n'))
    assert [str(error).split(";")[0] for error in read.errors] == ["f:2:10: unknown key 'colors'"]


def test_levels_without_titles_are_numbered():
    read = read_pack("f", pack("A") + "[[level]]\n" + BOARD)
    assert [level.title for level in read.levels] == ["A", "Level 2"]


def test_a_lone_level_is_called_as_its_file():
    assert read_pack("x/3-my board.toml", 'puzzle = "kami"\n' + BOARD).levels[0].title == "my-board"


def test_level_files_in_order(tmp_path):
    for name in ("b/1.toml", "a/2.json", "a/1.toml", "a/notes.md", "c.toml/1.json"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    names = [str(file.relative_to(tmp_path)) for file in level_files([tmp_path])]
    assert names == ["a/1.toml", "a/2.json", "b/1.toml", "c.toml/1.json"]


def test_a_pack_that_is_removed_while_packs_are_read_is_not_there(own):
    write(own, first=pack("A"), second=pack("B"))
    source = catalogue.reading()
    assert next(source).name == "first"
    (own / "second.toml").unlink()
    assert list(source) == []


def test_a_folder_that_goes_while_it_is_listed(tmp_path, monkeypatch):
    (tmp_path / "a").mkdir()
    (tmp_path / "b.toml").write_text("x")
    scan = os.scandir

    def scan_late(folder):
        if str(folder).endswith("a") and os.path.exists(folder):
            os.rmdir(folder)
        return scan(folder)

    monkeypatch.setattr("os.scandir", scan_late)
    assert level_files([tmp_path]) == [tmp_path / "b.toml"]


@pytest.mark.parametrize(
    ("text", "word"), [("One  Fold!", "one-fold"), ("Ünï", "ünï"), ("a_b-c", "a_b-c"), ("…", "")]
)
def test_slug(text, word):
    assert slug(text) == word
    assert slug(word) == word


def test_directories_can_be_moved(own_directories):
    assert locations.data() == own_directories / "data"
    assert locations.state() == own_directories / "state"
    assert locations.config() == own_directories / "config"
