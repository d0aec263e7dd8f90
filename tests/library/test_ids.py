"""IDs: every board in a line of text, and back; nothing else is taken for one."""

from __future__ import annotations

import base64
import zlib
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.cli import main
from puzzles.core.coding import Reader, Writer
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.places import PlainPlaces
from puzzles.core.tables import Table
from puzzles.library import catalogue, registry
from puzzles.library.ids import is_id, make_id, read_id
from puzzles.library.levels import level_of, read_pack
from sampling import sampled, slow
from shipped import ENTRIES, PACKS, named

FLOW, KAMI = (registry.plugin(name) for name in ("flow", "kami"))


def board(puzzle, level):
    """All keys of a level that an ID promises to keep."""
    keys = puzzle.format(level)
    promised = keys.keys() - {"title", "difficulty", "proof"}
    return {key: keys[key] for key in promised}


def same_after_all(puzzle, level):
    text = make_id(puzzle, level)
    assert is_id(text)
    again = read_id(text)
    assert again.puzzle is puzzle
    assert board(puzzle, again.levels[0]) == board(puzzle, level)
    assert make_id(puzzle, again.levels[0]) == text


def level(puzzle, **keys):
    return level_of(puzzle, Table(keys, PlainPlaces("test")), "Test")


@pytest.mark.parametrize("claimed", [{}, {"difficulty": 9.5, "proof": {"bound": 2}}])
def test_what_is_found_of_a_board_is_no_part_of_its_document(claimed):
    graph = {"nodes": {"a": "Red", "b": "Blue", "c": "Red"}, "edges": [["a", "b"], ["b", "c"]]}
    colours = {"R": "Red #c0392f", "B": "Blue #2c7f84"}
    text = make_id(KAMI, level(KAMI, **graph, colours=colours, **claimed))
    assert text.startswith("kami.1d")
    assert text == make_id(KAMI, level(KAMI, **graph, colours=colours))


# Coding

choices = st.lists(
    st.integers(1, 40).flatmap(
        lambda n: st.tuples(st.integers(0, n - 1), st.just(n), st.sampled_from([None, "a", "b"]))
    )
    | st.integers(0, 2**31 - 2)
    | st.booleans()
    | st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=9),
    max_size=40,
)


def code(coder, choice):
    if isinstance(choice, bool):
        return coder.flag(choice, "flag")
    if isinstance(choice, int):
        return coder.number(choice)
    return coder.text(choice) if isinstance(choice, str) else coder.pick(*choice)


def nothing(choice):
    """What a reader is asked in place of a value it does not know."""
    return (0, *choice[1:]) if isinstance(choice, tuple) else type(choice)()


@given(choices)
def test_what_is_written_is_read(series):
    writer = Writer()
    for choice in series:
        code(writer, choice)
    reader = Reader(writer.data())
    wanted = [choice[0] if isinstance(choice, tuple) else choice for choice in series]
    assert [code(reader, nothing(choice)) for choice in series] == wanted


def test_what_repeats_takes_little():
    writer = Writer()
    for _ in range(1000):
        writer.pick(3, 9, "always")
    assert len(writer.data()) < 5


# Boards


@pytest.mark.parametrize("pack", sampled(PACKS, PACKS[::12]), ids=named)
def test_every_level_that_ships(pack):
    for index in range(0, len(pack.levels), 20):
        entry = catalogue.Entry(pack, index)
        same_after_all(pack.puzzle, entry.level)
        assert len(entry.id) < 350
    assert catalogue.find(entry.id).name == entry.name


cells = st.sampled_from("RWTYB.")


@given(st.data())
def test_kami_boards(data):
    rows, cols = data.draw(st.integers(2, 6)), data.draw(st.integers(1, 6))
    text = [data.draw(st.lists(cells, min_size=cols, max_size=cols)) for _ in range(rows)]
    text[0][0], text[-1][-1] = "R", "W"
    keys = {
        "grid": data.draw(st.sampled_from(["square", "triangle"])),
        "board": "\n".join("".join(row) for row in text),
    }
    if data.draw(st.booleans()):
        name = st.text("abß Zé9", min_size=1).map(str.strip).filter(bool)
        names = data.draw(st.lists(name, min_size=5, max_size=5, unique_by=str.casefold))
        looks = data.draw(st.lists(st.integers(0, 2**24 - 1), min_size=5, max_size=5))
        keys["colours"] = {
            letter: f"{name} #{look:06x}"
            for letter, name, look in zip("RWTYB", names, looks, strict=True)
        }
        keys["final"] = "T"
    if data.draw(st.booleans()):
        keys["par"] = data.draw(st.integers(1, 99))
    same_after_all(KAMI, level(KAMI, **keys))


@given(st.randoms(use_true_random=False), st.booleans(), st.booleans(), st.booleans())
def test_flow_boards(rng, hexes, fill, wrap):
    rows, cols = rng.randint(2, 6), rng.randint(2, 6)
    places = [(r, c) for r in range(rows) for c in range(cols)]
    rng.shuffle(places)
    marks = dict.fromkeys(places, ".")
    for letter in rng.sample("ABCDxyz019", rng.randint(1, 3)):
        for _ in range(2 if len(places) < 8 or rng.random() < 0.7 else 4):
            marks[places.pop()] = letter
            if len(places) < 2:
                break
    for place in places[: rng.choice([0, 0, 1, 3])]:
        marks[place] = "#"
    symbols = list(marks.values())
    if any(symbols.count(s) % 2 for s in set(symbols) - {".", "#"}):
        return
    if "0" in symbols and "." not in symbols:  # it stands for an empty cell then
        return
    if hexes:
        lines = [
            " ".join(marks[r, c] if c % 2 == parity else " " for c in range(cols)).rstrip()
            for r in range(rows)
            for parity in (1, 0)
        ]
    else:
        lines = ["".join(marks[r, c] for c in range(cols)) for r in range(rows)]
    keys = {
        "grid": "hex" if hexes else "square",
        "board": "\n".join(lines),
        "fill": fill,
        "wrap": wrap and not hexes,
    }
    if rng.random() < 0.5:
        letters = [symbol for symbol in dict.fromkeys(symbols) if symbol not in ".#"]
        keys["inks"] = dict(zip(letters, rng.sample(range(1, 63), len(letters)), strict=True))
    made = level(FLOW, **keys)
    passages = sorted(pair for pair in made.board.joined if pair[0] < pair[1])
    name = made.board.grid.name
    chosen = rng.sample(passages, rng.randint(0, len(passages)))
    keys["walls"] = [f"{name(a)}-{name(b)}" for a, b in chosen]
    same_after_all(FLOW, level(FLOW, **keys))


@pytest.mark.parametrize("inks", [{}, {"C": 1}])
def test_bridges_and_several_solutions(inks):
    rows, proof = ".A...\nAC+..\n.B...\n...CB", {"fillings": 12, "nodes": 3}
    made = level(FLOW, board=rows, proof=proof, inks=inks)
    same_after_all(FLOW, made)
    assert read_id(make_id(FLOW, made)).levels[0].proof == {"fillings": 12}


def test_a_puzzle_without_a_coding_of_its_own(monkeypatch):
    for entry in ENTRIES[::9]:
        with monkeypatch.context() as patch:
            patch.setattr(entry.pack.puzzle.rules, "encode", lambda level, coder: False)
            text = make_id(entry.pack.puzzle, entry.level)
            assert ".1d" in text
            same_after_all(entry.pack.puzzle, entry.level)


def test_a_number_that_has_no_code_leaves_the_board_to_the_host():
    made = level(FLOW, board="A.B\n...\nA.B", proof={"fillings": 10**20})
    text = make_id(FLOW, made)
    assert ".1d" in text
    assert board(FLOW, read_id(text).levels[0]) == board(FLOW, made)


def test_a_level_without_an_id_costs_only_its_own(own_levels, monkeypatch):
    """A fault of a plugin is an error of the level, and other boards of its size can be opened."""
    write = {"a": ("Bad", "A.A\n...\nB.B"), "b": ("Good", "A.B\n...\nA.B")}
    for name, (title, rows) in write.items():
        keys = f'puzzle = "flow"\ntitle = "{title}"\nboard = """\n{rows}\n"""\n'
        (own_levels / f"{name}.toml").write_text(keys)
    encode = FLOW.rules.encode
    monkeypatch.setattr(
        FLOW.rules,
        "encode",
        lambda level, coder: 1 / 0 if level.title == "Bad" else encode(level, coder),
    )
    assert catalogue.find(GOOD).level.title == "Good"
    with pytest.raises(LevelError, match=r"a\.toml:1:1: the plugin flow failed: ZeroDivisionError"):
        _ = catalogue.find("a/bad").id


# Bad ones

GOOD = make_id(FLOW, level(FLOW, board="A.B\n...\nA.B"))


def signed(head, data):
    check = zlib.crc32(head.encode() + data).to_bytes(4, "big")[:3]
    return head + base64.urlsafe_b64encode(data + check).decode().rstrip("=")


@pytest.mark.parametrize("at", range(len("flow.1c"), len(GOOD)))
def test_a_wrong_or_missing_character_is_noticed(at):
    other = "B" if GOOD[at] == "A" else "A"
    for text in (GOOD[:at] + GOOD[at + 1 :], GOOD[:at] + other + GOOD[at + 1 :]):
        with pytest.raises(UsageError, match="missing or wrong"):
            read_id(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (GOOD.replace(".1c", ".2c"), "newer version"),
        (GOOD.replace(".1c", ".1x"), "newer version"),
        (GOOD.replace(".1c", ".1d"), "missing or wrong"),
        ("flow.1cA", "missing or wrong"),
        (signed("flow.1d", zlib.compress(b"[]", wbits=-15)), "describes no board"),
        (signed("flow.1d", b"\xff\xff"), "describes no board"),
        (signed("flow.1d", zlib.compress(b'{"board": "A.A", "x": 1}', wbits=-15)), "unknown key"),
        (signed("flow.1d", zlib.compress(b" " * 5_000_000 + b"{}", wbits=-15)), "describes no"),
    ],
)
def test_bad_ids_are_told_in_a_line(text, told, capsys):
    assert main(["show", text]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("number", [15, *slow(150)])
def test_any_bytes_with_a_good_checksum_are_a_board_or_an_error(number):
    rng = Random(5)
    for _ in range(number):
        data = rng.randbytes(rng.randrange(40))
        for head in ("flow.1c", "kami.1c", "flow.1d", "kami.1d"):
            try:
                pack = read_id(signed(head, data))
            except UsageError:
                continue
            same_after_all(pack.puzzle, pack.levels[0])


def test_spaces_do_not_matter():
    assert read_id(f" {GOOD[:9]}\n {GOOD[9:]} ").levels[0].title.startswith("Board ")


def test_show_and_play_it_again(capsys, tmp_path):
    file = tmp_path / "level.toml"
    file.write_text('puzzle = "flow"\nboard = "A.B\\n...\\nA.B"\n')
    assert main(["show", str(file), "--id"]) == 0
    text = capsys.readouterr().out.strip()
    assert text == GOOD, "the ID of a board never changes"
    assert main(["show", text]) == 0
    assert main(["show", str(file)]) == 0
    shown = capsys.readouterr().out
    assert shown[: len(shown) // 2] == shown[len(shown) // 2 :]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("flow.1cCBQ79Lk7ivc", ["A . B", "", ". . .", "", "A . B"]),
        ("kami.1cCBJqAQp83TuQuiI", ["RRW", "R.T", "WWT"]),
        (
            "kami.1dq0YESCKQC7QEJAlkgdyiVKuDFEyJYBlQmKJZjuqyEKhmuEdqYZFQCwDfsTo",
            ["a R  b", "b T  a"],
        ),
    ],
)
def test_ids_of_earlier_days_give_the_same_boards(text, rows):
    pack = read_id(text)
    assert pack.puzzle.text(pack.puzzle.start(pack.levels[0])).split("\n") == rows


def test_names_of_files_come_first(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / GOOD).write_text("A.A\n...\nB.B\n")
    assert catalogue.find(GOOD).pack.name != "id"
    assert read_pack(GOOD).levels
