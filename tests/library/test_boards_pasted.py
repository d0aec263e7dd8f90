"""Boards as people paste them: as the guide's table has them, as files at hand have them, and with
noise around. Never another board."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from puzzles.cli import main
from puzzles.core.errors import AmbiguousLevel, LevelError, UsageError
from puzzles.library import formats
from puzzles.library.levels import read_pack
from sampling import slow
from shipped import PACKS

ROOT = Path(__file__).parents[2]
CASES = ROOT.parent / "shared" / "cases"
GUIDE = (ROOT / "docs" / "formats" / "pasted.md").read_text(encoding="utf-8")
READ, REFUSED = (
    ["\n".join(re.findall("`([^`]*)`", line.split("|")[2])) for line in part.split("\n")
     if line.startswith("|") and "`" in line.split("|")[2]]
    for part in GUIDE.split("could be two boards")
)  # fmt: skip
FOUR = "A..B/..../..../A..B"
GRAPH = "graph ['red', 'blue'] [['1', '2']]"


def boards(text):
    """The boards, with letters in the order in which they appear."""
    pack = read_pack("pasted", text).whole()
    graphs = [keys for keys in map(pack.puzzle.format, pack.levels) if "nodes" in keys]
    if graphs:
        return [f"graph {[*keys['nodes'].values()]} {keys['edges']}" for keys in graphs]
    keys = [pack.puzzle.format(level)["board"] for level in pack.levels]
    if pack.puzzle.id == "kami":
        return ["kami " + board.replace("\n", "/") for board in keys]
    return [lettered(board.replace("\n", "/")) for board in keys]


def lettered(board):
    """A board with letters in the order in which they appear."""
    dots = list(dict.fromkeys(c for c in board if c not in ".#+/"))
    return "".join(chr(65 + dots.index(c)) if c in dots else c for c in board)


@pytest.mark.parametrize("text", READ)
def test_what_the_guide_says_is_read(text):
    known = {FOUR, "A..A/..../..../B..B", "A..B/.#../..#./A..B", GRAPH}
    assert set(boards(text)) <= known


FURTHER = [  # of the same kinds
    "[1 0 0 2\n0 0 0 0\n0 0 0 0\n1 0 0 2]",
    "1 0 0 2; 0 0 0 0; 0 0 0 0; 1 0 0 2",
    "A;;;B\n;;;\n;;;\nA;;;B",
    "A··B\n····\n····\nA··B",
    "Mine:\n\n> A..B\n> ....\n> ....\n> A..B\n\nNice, is it?",
    "Easy:\n4x4:1b2h1b2\n3 moves",
    "puzzle = ((1,0,0,2),(0,0,0,0),(0,0,0,0),(1,0,0,2))",
    "# Level 1\nconst g = {size: 4, rows: [[1,0,0,2], // top\n[0,0,0,0],[0,0,0,0],[1,0,0,2]]}",
    "let g = vec![vec![1,0,0,2],vec![0,0,0,0],vec![0,0,0,0],vec![1,0,0,2]];",
    "// by hand\ngraph {1 [color=red]; /* one */ 2 [color=blue]; 1 -- 2}",
    'graph [node [id 1 graphics [x 1 fill "red"]] node [id 2 graphics [fill "blue"]]'
    " edge [source 1 target 2]]",
]


@pytest.mark.parametrize("text", FURTHER)
def test_further_spellings(text):
    assert set(boards(text)) <= {FOUR, GRAPH}


@pytest.mark.parametrize("text", REFUSED)
def test_what_the_guide_says_is_refused(text):
    with pytest.raises(AmbiguousLevel, match="this could be"):
        boards(text)


RIGHT = {
    "graph.gml": "graph ['red', 'blue'] [['a', 'b']]",
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
    if file.suffix == ".md" or text.startswith("command:"):
        pytest.skip("no board")
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
    "a last row that is cut": "A..B\n....\n....\nA..B\n..",
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
    "a last row cut to a cell": "0,0,1\n0,1,1\n1",
    "blanks for a row": "A   B\n     \nA   B",
    "tabs for a row that is too long": "A\tA\tB\n\t\tB\n\t\t\t",
    "a single row": "1 1 0",
    "a row above an array": "RRR\n\nb = [['.', '.', '.'], ['.', '.', 'B'], ['A', 'A', 'B']]",
    "sizes that are wrong": "7 7\nRRWT\n\n7 7",
    "a row too long for its size": "3 3\nabc\nbcaa\naab",
    "another letter for empty cells": "AooB\noooo\noooo\nAooB",
    "pairs that are cut": "AxxB\nxCxx\nxxCx",
    "a line of one colour, and zeros": "0 0 1\n0 1 1",
    "a size above two columns": "4 2\nR R\nW W\nR W\nW R",
    "a size parted otherwise": "4 4\n1,2\n.,.\n1,2",
    "another size in JSON": '{"width": 3, "height": 4, "cells": [[1,0,0,2],[1,0,0,2]]}',
    "cells without a board": "(0, 0) (1, 1)",
    "a row that was left empty": "[1 0; ; 0 1]",
    "holes of JavaScript": "[[1,,,2],[,,,],[,,,],[1,,,2]]",
}


@pytest.mark.parametrize("name", SLIPS)
def test_nothing_that_might_be_a_row_is_left_out(name):
    with pytest.raises(LevelError):
        read_pack("pasted", SLIPS[name]).whole()


@pytest.mark.parametrize(
    ("text", "board"),
    [
        ("4 3\nWWWW\nWWRR\nRRWW", "kami WWWW/WWRR/RRWW"),
        ("3 2\nRRW\nWRR", "kami RRW/WRR"),
        ("3 4\n.#.\nA#B\nA.B\n...", ".#./A#B/A.B/..."),
    ],
)
def test_a_size_makes_no_other_puzzle_of_it(text, board):
    assert boards(text) == [board]


def test_what_fits_both_is_read_where_one_is_named():
    """What stands around a board does not stand in the way of a format that is named."""
    text = "Level 1\n1xx2\nxxxx\nxxxx\n1xx2\n3 moves"
    with pytest.raises(AmbiguousLevel, match="flow-rows or kami-rows"):
        boards(text)
    pack = read_pack("pasted", text, "flow-rows")
    assert pack.puzzle.format(pack.levels[0])["board"] == "1..2\n....\n....\n1..2"
    assert pack.left == "pasted: not read: lines 1 (Level 1), 6 (3 moves)"
    assert read_pack("pasted", text, "kami-rows").puzzle.id == "kami"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = [[1,-1,1],[0,0,0],[2,-1,2]]", "1:16: .*colour 0 has 3 dots"),
        ('> Level 7\n> {"grid": [["A", "B"], ["A"]]}', "2:29: .*ragged rows"),
        ("Puzzle 9\nA..B\n.x.\nA..B", "3:4: .*ragged rows"),
        ("4x4:1b2h1b2\n4x4:1b2h1b2\n:", "[1-3]:"),  # found by fuzzing: line 9
        ("Level 7\n0,C,0,0\nA,0,0,B\nA,0,0,B", "2:3: colour C has 1 dot"),
    ],
)
def test_a_fault_within_has_its_place(text, reason):
    with pytest.raises(LevelError, match=f"^pasted:{reason}"):
        boards(text)


def test_what_was_left_out_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("Level 1\nA..B\n....\n....\nA..B\n3 pipes, nice\n")
    said = "puzzles: a.txt: not read: lines 1 (Level 1), 6 (3 pipes, nice)\n"
    for verb in (["show"], ["count"], ["check"]):
        main([*verb, "a.txt"])
        assert capsys.readouterr().err.startswith(said)


def test_a_text_is_read_as_a_file_of_it():
    assert boards("\ufeffA..B\r\n....\r\n....\r\nA..B") == [FOUR]
    for text, reason in {"": "is empty", "\ud800": "not a text", "A" * 4_000_001: "large"}.items():
        with pytest.raises(LevelError, match=reason):
            read_pack("pasted", text)


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
ROWS = {
    "flow": ["A..B/..../..../A..B", "A..B/.C../..C./A..B", "R..B/.#../..R./B...", "12./.../12."],
    "kami": [
        "RRB/GRB/GGR",
        "RRWT/RWWT/TTRR",
        "112/122/331",
        "AABB/BBAA/ABAB",
        "..RR/RRWW/WWRR/R..W",
    ],
}
BOARDS = [(puzzle, board.split("/")) for puzzle in ROWS for board in ROWS[puzzle]]
SPELT = {  # how rows are written, and what a cell that is empty may be
    "rows": ("\n".join, "".join, "._-x"),
    "words": ("\n".join, " ".join, ".0-"),
    "a spreadsheet": ("\n".join, "\t".join, [".", ""]),
    "CSV": ("\n".join, ",".join, [".", "0", ""]),
    "JSON": (lambda rows: json.dumps({"grid": [row.split() for row in rows]}), " ".join, ".0"),
    "Python": (lambda rows: f"b = {[row.split() for row in rows]}", " ".join, [".", "None"]),
    "texts": (lambda rows: "[" + ",\n".join(map(repr, rows)) + "]", "".join, "."),
    "MATLAB": (lambda rows: f"[{'; '.join(rows)}]", " ".join, ".0"),
    "a size": (lambda rows: "\n".join([f"{len(rows[0])} {len(rows)}", *rows]), "".join, "."),
}
WRAPPED = [
    lambda text: text,
    lambda text: "\n".join(f"> {line}" for line in text.split("\n")),
    lambda text: f"```\n{text}\n```",
]


def or_refused(read, text):
    """What is read, or None for a refusal in one line."""
    try:
        return read(text)
    except LevelError as error:
        told = str(error)
    assert "\n" not in told
    assert len(told) < 600
    return None


@pytest.mark.parametrize("examples", [40, *slow(800)])
def test_it_is_the_board_or_none(examples):
    """Rows in any order, cut, in any spelling, with anything around them: what is read has these
    rows, and no others; a row that lacks a cell or has one more is refused."""

    @settings(max_examples=examples)
    @given(st.data())
    def check(data):
        puzzle, rows = data.draw(st.sampled_from(BOARDS))
        spelling = data.draw(st.sampled_from(sorted(SPELT)))
        text_of, row_of, empty = SPELT[spelling]
        rows = data.draw(st.permutations(rows))[: data.draw(st.integers(2, len(rows)))]
        slip = data.draw(st.sampled_from(["", "", "", "short", "long"]))
        cells = [[*row] for row in rows]
        if slip:
            y = data.draw(st.integers(0, len(rows) - 1))
            cells[y] = cells[y][:-1] if slip == "short" else [*cells[y], cells[y][0]]
        face = data.draw(st.sampled_from(empty)) if puzzle == "flow" else "."
        written = text_of([row_of(face if c == "." else c for c in row) for row in cells])
        above, below = (data.draw(st.lists(st.sampled_from(NOISE), max_size=2)) for _ in "ab")
        text = data.draw(st.sampled_from(WRAPPED))("\n".join([*above, written, *below]))
        note(text)
        found = or_refused(boards, text)
        if not found:
            return
        assert not slip
        meant = "/".join(rows)
        assert found == [f"kami {meant}" if puzzle == "kami" else lettered(meant)]

    check()


@cache
def written():
    """A small level of ours in each format that has one, with the text."""
    found = {}
    for puzzle, form in formats.formats():
        for pack in PACKS:
            level = pack.levels[0]
            with suppress(UsageError):
                if pack.puzzle is puzzle and form.name not in found:
                    found[form.name] = form.write(level)
    return found


@given(st.data())
def test_with_anything_around_a_format_is_itself_or_refused(data):
    """Of every format, lines in any order, cut, with noise: it is what its own reader says."""
    name = data.draw(st.sampled_from(sorted(written())))
    lines = written()[name].rstrip("\n").split("\n")
    lines = data.draw(st.permutations(lines)) if data.draw(st.booleans()) else lines
    clear = "\n".join(lines)
    clear = clear[: data.draw(st.integers(1, len(clear)))] if data.draw(st.booleans()) else clear
    above, below = (data.draw(st.lists(st.sampled_from(NOISE), max_size=2)) for _ in "ab")
    text = data.draw(st.sampled_from(WRAPPED))("\n".join([*above, clear, *below]))
    note(text)
    if not (found := or_refused(lambda text: read_pack("pasted", text).whole(), text)):
        return
    meant = read_pack("pasted", clear, name).whole()
    kept = meant.puzzle.formats.essence
    assert found.puzzle is meant.puzzle
    assert [*map(kept, found.levels)] == [*map(kept, meant.levels)]
