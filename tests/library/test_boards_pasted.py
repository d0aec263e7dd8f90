"""Boards as people paste them: as the guide's table has them, as files at hand have them, and with
noise around. Never another board."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzles.cli import main
from puzzles.core.errors import AmbiguousLevel, LevelError
from puzzles.library.levels import read_pack

ROOT = Path(__file__).parents[2]
CASES = ROOT.parent / "shared" / "cases"
GUIDE = (ROOT / "docs" / "formats" / "pasted.md").read_text(encoding="utf-8")
READ, REFUSED = (
    ["\n".join(re.findall("`([^`]*)`", line.split("|")[2])) for line in part.split("\n")
     if line.startswith("|") and "`" in line.split("|")[2]]
    for part in GUIDE.split("could be two boards")
)  # fmt: skip
FOUR = "A..B/..../..../A..B"


def boards(text):
    """The boards, with letters in the order in which they appear."""
    pack = read_pack("pasted", text).whole()
    keys = [pack.puzzle.format(level)["board"] for level in pack.levels]
    if pack.puzzle.id == "kami":
        return ["kami " + board.replace("\n", "/") for board in keys]
    found = []
    for board in keys:
        dots = list(dict.fromkeys(c for c in board if c not in ".#+\n"))
        found.append("".join(chr(65 + dots.index(c)) if c in dots else c for c in board))
    return [board.replace("\n", "/") for board in found]


@pytest.mark.parametrize("text", READ)
def test_what_the_guide_says_is_read(text):
    known = {FOUR, "A..A/..../..../B..B", "A..B/.#../..#./A..B"}
    assert set(boards(text)) <= known


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_guide_says_is_refused(text):
    with pytest.raises(AmbiguousLevel, match="this could be"):
        boards(text)


RIGHT = {
    "emoji-kami.txt": "kami RRB/GRB/GGR",
    "rows-first.txt": "A....B/....../....../A....B",
    "star-walls.txt": "A.#B/..#./..#./A.#B",
    "x-empty.txt": "",
}


@pytest.mark.parametrize(
    "file", sorted(CASES.glob("*.*")) or [None], ids=lambda file: str(file)[-20:]
)
def test_cases(file):
    if file is None:
        pytest.skip("the cases are not here")
    text = file.read_text(encoding="utf-8")
    if file.suffix in (".md", ".gml") or text.startswith("command:"):
        pytest.skip("no board, or one that is not read")
    if not RIGHT.get(file.name, FOUR):
        with pytest.raises(AmbiguousLevel, match="flow-rows or kami-rows"):
            boards(text)
        return
    pairs = {FOUR, "A..A/..../..../B..B"}  # columns come first in pairs of cells
    assert set(boards(text)) <= ({RIGHT[file.name]} if file.name in RIGHT else pairs)


SLIPS = {
    "a row that is too short": "A..B\n...\n....\nA..B",
    "a row too few for its size": "4 4\nA..B\n....\nA..B",
    "a row too few, and a word": "Level 1\n4 4\nA..B\n....\nA..B",
    "a row of letters that is too long": "RRW\nRWW\nRRRW",
    "a second list": '{"grid": [[1,0],[0,1]], "walls": [[0,1]]}',
    "a rule of the puzzle": '{"wrap": true, "grid": [[1,0,2],[0,0,0],[1,0,2]]}',
    "two blocks": "First\nA..\n..A\nand\nB...\n...B",
    "empty rows without their tabs": "1\t\t\t2\n\n\n1\t\t\t2",
    "numbers that are no size": "7\nA..B\n....\n....\nA..B",
    "a title with another size": "Level 5 (7x7)\nA..B\n....\n....\nA..B",
    "a column that is empty": "\t1\t2\n\t1\t2",
    "numbers in order": "1 2 3\n4 5 6",
    "walls or empty cells": "x = [[1,-1,1],[0,0,0],[2,-1,2]]",
}


@pytest.mark.parametrize("name", SLIPS)
def test_nothing_that_might_be_a_row_is_left_out(name):
    with pytest.raises(LevelError):
        read_pack("pasted", SLIPS[name]).whole()


def test_what_was_left_out_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("Level 1\nA..B\n....\n....\nA..B\n3 pipes, nice\n")
    said = "puzzles: a.txt: not read: lines 1 (Level 1), 6 (3 pipes, nice)\n"
    for verb in (["show"], ["count"], ["check"]):
        main([*verb, "a.txt"])
        assert capsys.readouterr().err.startswith(said)


def test_a_mark_of_the_order_of_bytes_is_no_text():
    assert boards("\ufeffA..B\n....\n....\nA..B") == [FOUR]


NOISE = [
    "",
    "# a comment",
    "Level 7",
    "3 moves",
    "// from a book",
    "4 4",
    "Is it hard?",
    "A",
    "7 7",
]


@given(
    st.lists(st.sampled_from(NOISE), max_size=2),
    st.lists(st.sampled_from(NOISE), max_size=2),
    st.permutations(["A..B", ".C..", "..C.", "A..B"]),
    st.integers(0, 4),
    st.sampled_from(["", " ", ",", "\t", ", "]),
)
def test_with_noise_around_it_is_the_board_or_none(above, below, rows, cut, between):
    """Rows in any order, cut, with anything around: what is read has all rows, and no others."""
    rows = [between.join(row) for row in rows[: max(cut, 2)]]
    text = "\n".join([*above, *rows, *below])
    try:
        found = boards(text)
    except LevelError:
        return
    clear = boards("\n".join(rows))
    assume(clear)
    assert found == clear
