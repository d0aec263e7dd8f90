"""Flow's level files: what they can say, and one line with its place for what they cannot."""

from __future__ import annotations

import contextlib
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.cli import main
from puzzles.core.errors import LevelError
from puzzles.flow import plugin
from puzzles.flow.rules.levels import MAX_SIDE
from puzzles.flow.rules.scene import VECTORS
from puzzles.library.levels import level_text, level_toml, read_pack

T = 'puzzle = "flow"\n'
OK = 'board = "A.A"\n'

# A ¤ stands just before the place that the error must point at.
BAD = {
    "one dot": (T + 'board = """\n..¤A\n...\n"""', "colour A has 1 dot; dots come in pairs"),
    "three dots": (T + 'board = """\n.¤AA\nA..\n"""', "colour A has 3 dots; dots come in pairs"),
    "one dot of a spread board": (
        T + 'board = """\nA . A\n    -\n. . ¤B\n"""',
        "colour B has 1 dot; dots come in pairs",
    ),
    "one dot of a hexagonal board": (
        T + 'grid = "hex"\nboard = """\n  A   .\nA   ¤B\n"""',
        "colour B has 1 dot; dots come in pairs",
    ),
    "unknown character": (
        T + 'board = """\nA.A\n.¤!.\n"""',
        "unknown character '!'; a dot is a letter or a digit",
    ),
    "ragged rows": (
        T + 'board = """\nA.A\n..¤\n"""',
        "ragged rows: this one has 2 cells, the first has 3",
    ),
    "no dots": (T + 'board = ¤"..."', "the board has no dots"),
    "no cells": (T + 'board = ¤"###"', "the board has no cells"),
    "no board": ("¤" + T + "fill = true", "a level needs a board"),
    "a drawn wall outside": (T + 'board = """\nA . A¤|\n"""', "a wall outside the board"),
    "a drawn wall out of place": (
        T + 'board = """\nA|. A\n ¤-\n. . .\n"""',
        "no '-' here: a wall is | between two cells or - below one",
    ),
    "a wall outside": (T + OK + 'walls = ["a1-b1", ¤"c1-d1"]', "there is no cell d1"),
    "a wall between strangers": (T + OK + 'walls = [¤"a1-c1"]', "a1 and c1 do not touch"),
    "a wall that is none": (T + OK + "walls = [¤3]", "a wall is a pair of cells, as in 'a1-a2'"),
    "an ink for nothing": (T + OK + "inks = { A = 2, B = ¤1 }", "no dot is called 'B'"),
    "an ink beyond the last": (
        T + OK + "inks = { A = ¤63 }",
        "an ink is a number from 1 to 62, another one for each letter",
    ),
    "one ink for two": (
        T + 'board = "ABBA"\ninks = { A = ¤3, B = 3 }',
        "an ink is a number from 1 to 62, another one for each letter",
    ),
    "an ink that is no number": (
        T + OK + "inks = { A = ¤'red' }",
        "inks holds whole numbers, none below 0",
    ),
    "a closed rim without wrap": (T + OK + 'walls = [¤"a1-c1"]', "a1 and c1 do not touch"),
    "a wrap of hexagons": (
        T + 'grid = "hex"\nwrap = ¤true\nboard = "A"',
        "only square boards wrap around",
    ),
    "a bridge outside": (T + OK + 'bridges = [¤"b2"]', "there is no cell b2"),
    "a dot on a bridge": (T + OK + 'bridges = [¤"a1"]', "there is a dot on the bridge at a1"),
    "a bridge at the rim": (
        T + 'board = """\nA.A\nB¤+B\n"""',
        "the bridge at b2 needs a passage on each of its four sides",
    ),
    "a bridge of hexagons": (
        T + 'grid = "hex"\nboard = ¤"""\n  A\n+   A\n"""',
        "only square boards have bridges",
    ),
    "a huge board": (
        T + 'board = ¤"""\n' + ("." * 1000 + "\n") * 1000 + '"""',
        f"the board is too large; it may have {MAX_SIDE**2:,} cells",
    ),
    "a large board": (
        T + 'board = ¤"A' + "." * MAX_SIDE + 'A"',
        f"the board is {MAX_SIDE + 2}×1; the most is {MAX_SIDE}×{MAX_SIDE}",
    ),
    "unknown grid": (T + OK + 'grid = ¤"round"', "unknown grid 'round'; known are square, hex"),
    "unknown key": (T + OK + "par = ¤3", "unknown key 'par'; known are "),
    "fill of the wrong type": (T + OK + 'fill = ¤"yes"', "fill must be true or false"),
    "a column on the wrong line": (
        T + 'grid = "hex"\nboard = """\n¤A   .\n  A   .\n"""',
        "this column belongs on the other line",
    ),
    "another kind of uniqueness": (
        T + OK + 'unique = ¤"touching"',
        "unique is 'untouching', or left out where there is one solution of any kind",
    ),
    "uniqueness as a number": (T + OK + "unique = ¤1", "unique must be text"),
    "proof of the wrong type": (
        T + OK + 'proof = { fillings = ¤"one" }',
        "proof holds whole numbers, none below 0",
    ),
    "fewer solutions than none": (
        T + OK + "proof = { fillings = ¤-1 }",
        "proof holds whole numbers, none below 0",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_the_place_and_the_reason(name, tmp_path, capsys):
    marked, reason = BAD[name]
    before = marked.partition("¤")[0]
    place = f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"
    file = tmp_path / "level.toml"
    file.write_text(marked.replace("¤", ""))
    for verb in ("show", "check"):
        assert main([verb, str(file)]) == 2
        captured = capsys.readouterr()
        assert captured.err.splitlines()[0].startswith(f"{file}:{place}: {reason}")


def read(text: str):
    pack = read_pack("level", text)
    if pack.errors:
        raise pack.errors[0]
    return pack.levels[0]


def test_neighbouring_dots_are_fine():
    assert read(T + 'board = "AA"').board.pairs == 1


def test_walls_drawn_and_named_are_the_same():
    drawn = read(T + 'board = """\nA .|A\n  -\n. . .\n"""').board
    named = read(T + 'walls = ["c1-b1", "b1-b2"]\nboard = """\nA.A\n...\n"""').board
    assert drawn.walls == named.walls
    assert len(drawn.walls) == 2


@pytest.mark.parametrize("rows", ["A.\n..\n.A", "A..\n..A", "A.\n.A"])
def test_pipes_go_inside_where_cells_touch_on_both_sides(rows):
    board = read(T + f'wrap = true\nboard = """\n{rows}\n"""').board
    for (a, b), way in board.joined.items():
        assert np.add(VECTORS[way], VECTORS[board.joined[b, a]]).tolist() == [0, 0]
    assert board.joined[1, 0] == "left"


def test_closed_rims_of_a_board_that_wraps():
    open_board = read(T + 'wrap = true\nboard = """\nA.A\n...\n...\n"""').board
    closed = read(T + 'wrap = true\nwalls = ["a1-c1"]\nboard = """\nA.A\n...\n...\n"""').board
    assert (0, 2) in open_board.joined
    assert (0, 2) not in closed.joined


PLAIN = "0 0 1 2 3\n0 0 0 0 0\n1 0 0 5 0\n0 0 0 4 3\n2 5 0 0 4\n"


@pytest.mark.parametrize("text", [PLAIN, PLAIN.replace(" ", ""), PLAIN.replace("0", ".")])
def test_bare_text(text):
    board = read(text).board
    assert board.grid.size == "5×5"
    assert board.pairs == 5


def test_bare_text_has_places_too():
    with pytest.raises(LevelError, match="level:2:3: ragged rows"):
        read("A.A\n..\n")
    with pytest.raises(LevelError, match="level:1:1: colour A has 1 dot"):
        read("A..\n...\n")


def test_a_pack_can_claim_for_all_its_levels():
    pack = read_pack("pack", T + 'unique = "untouching"\n[[level]]\n' + OK + "[[level]]\n" + OK)
    assert [level.untouching for level in pack.levels] == [True, True]
    assert not read(T + OK).untouching


def test_letters_have_the_inks_that_are_given_and_then_the_first_free():
    rows = 'board = "BAACCB"\n'
    assert read(T + rows).board.painted == (0, 1, 2)
    level = read(T + rows + "inks = { A = 1, C = 20 }")
    assert level.board.painted == (1, 0, 19)
    assert plugin.format(level)["inks"] == {"B": 2, "A": 1, "C": 20}
    assert "inks" not in plugin.format(read(T + rows + "inks = { A = 2 }"))


@st.composite
def boards(draw):
    """The text of a level: dots in pairs anywhere, gaps, walls."""
    rows, cols = draw(st.integers(1, 5)), draw(st.integers(2, 5))
    cells = [draw(st.sampled_from("...#")) for _ in range(rows * cols)]
    places = draw(st.permutations(range(rows * cols)))
    for i in range(draw(st.integers(1, min(4, rows * cols // 2)))):
        for place in places[2 * i : 2 * i + 2]:
            cells[place] = "ABCD"[i]
    lines = ["".join(cells[r * cols : (r + 1) * cols]) for r in range(rows)]
    keys = {"puzzle": "flow", "title": "Made", "board": "\n".join(lines)}
    if draw(st.booleans()):
        keys["fill"] = False
    if draw(st.booleans()):
        keys["wrap"] = True
    if draw(st.booleans()):
        keys["unique"] = "untouching"
    return json.dumps(keys)


@given(boards())
def test_round_trip(text):
    level = read(text)
    for written in (level_text(plugin, level), level_toml(plugin, level)):
        again = read(written)
        assert plugin.format(again) == plugin.format(level)
        assert again.board.joined == level.board.joined
        assert again.untouching == level.untouching


@given(st.text(alphabet="AB.#+|- \n", max_size=60), st.sampled_from(["square", "hex"]))
def test_any_text_is_a_board_or_an_error_with_a_place(text, grid):
    document = json.dumps({"puzzle": "flow", "grid": grid, "board": text})
    with contextlib.suppress(LevelError):  # any other exception is a fault
        assert read(document).board.pairs >= 1
