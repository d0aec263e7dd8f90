"""What a text is taken for where nobody says: one thing, or nothing, with the reasons."""

from __future__ import annotations

import pytest

from puzzles.core.errors import LevelError
from puzzles.library.levels import read_pack

REFUSED = {
    "prose": ("hello world\nthis is no level\n", "level:1:1: this looks like no known format: "),
    "markup": ("<html>\n<body></body></html>", "level:1:1: this looks like no known format: "),
    "a strange cell": (
        "A..\n.!.\n..A\n",
        "level:2:2: this looks like no known format: flow-rows gives up at 2:2 (unknown character "
        "'!'; a dot is a letter, a digit or a number)",
    ),
    "ragged for both puzzles": (
        "AAAA....\nBBBB...\n",
        "level:2:8: this looks like no known format: flow-rows gives up at 2:8 (ragged rows: this "
        "one has 7 cells, the first has 8); ",
    ),
    "a size and no board": ("3 3\nA..\n...x\n..A\n", "level:3:4: this row has 4 cells; the size"),
    "a pack with a slip": ("3,0,1,3;0,1,2;3,4,5;6,7\n", "level:1:1: pipes pass cell 8 0 times"),
    "TOML": ("# a comment\n\nboard = RW\n", "level:3:9: TOML: "),
    "a table": ("[nonsense\n", "level:1:1: this looks like no known format: "),
    "JSON": ('  {"a": ', "level:1:9: JSON: "),
    "an address of another puzzle": (
        "https://puzz.link/p?sudoku/9/9/g1h2\n",
        "level:1:1: this looks like no known format: no line of this is understood; tried numlin, ",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_the_reasons(name):
    text, reason = REFUSED[name]
    with pytest.raises(LevelError) as caught:
        raise read_pack("level", text).errors[0]
    said = str(caught.value)
    assert said.startswith(reason)
    assert ("TOML" in said) == (name == "TOML")


@pytest.mark.parametrize("file", ["level.toml", "level.json"])
def test_the_name_of_a_file_may_say_what_it_is(file):
    with pytest.raises(LevelError, match=r"TOML|JSON"):
        read_pack(file, "hello world")


def test_every_format_that_was_tried_is_named():
    with pytest.raises(LevelError) as caught:
        read_pack("level", "A..\n.!.\n..A\n")
    for name in ("numlin", "pzprv3", "flow-free", "numberlink", "kami2", "graphml"):
        assert name in str(caught.value)


def test_one_that_could_be_read_all_the_same_is_named():
    named = "; if it is flow-rows or kami-rows, name it with `puzzles convert --from`$"
    with pytest.raises(LevelError, match=named):
        read_pack("level", "AB\nBA\n")


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        ("2 2\n12\n12\n", "flow"),  # a size, not a row
        ("[[0 0 1]\n [1 0 0]]", "flow"),  # few letters, but each twice
        ("001100\n110111\n", "kami"),
        ("[[1 1 2]\n [1 1 2]\n [2 2 2]]", "kami"),
        ("A.......\n........\nBB.....A", "flow"),
        ("AAA....\nBBB....\n.......\n", "kami"),  # an odd number of dots
    ],
)
def test_what_can_be_one_thing_only(text, puzzle):
    pack = read_pack("level", text)
    assert pack.puzzle.id == puzzle
    assert len(pack.levels) == 1


@pytest.mark.parametrize(
    "text", ["hello\nworld", "x!\ny!", "\nhello\nworld", "https://a.b/p?sudoku/4/4/1"]
)
def test_what_nobody_meant_is_no_reason(text):
    """Where no reader came further than others, the first of them is no better than they are."""
    with pytest.raises(LevelError) as caught:
        read_pack("level", text)
    assert "numlin gives up" not in str(caught.value)
    assert " begins like '" in str(caught.value)
