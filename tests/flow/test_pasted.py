"""Flow's boards as people paste them: what can be read, and what could be two boards."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

import flow_data
from puzzles.core.errors import AmbiguousLevel, LevelError, LevelTooLarge, UsageError
from puzzles.flow import plugin
from puzzles.flow.formats.rows import unsolved
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack

FIVE = "..123\n.....\n1..5.\n...43\n25..4"
SIX = "1.3..6\n2.12..\n......\n.45...\n.5.34.\n.....6"


def boards(text, form=""):
    pack = read_pack("level", text, form)
    if pack.errors:
        raise pack.errors[0]
    assert pack.puzzle is plugin
    return [plugin.format(level)["board"] for level in pack.levels]


def rows(board):
    return [list(row.replace(".", "0")) for row in board.split("\n")]


def numpy_like(board, form="{}"):
    lines = [" ".join(form.format(cell) for cell in row) for row in rows(board)]
    return "[[" + "]\n [".join(lines) + "]]"


PRINTED = {
    "as it is": lambda b: b,
    "blanks before lines": lambda b: "\n\n   " + b.replace("\n", "\n      ") + "  \n",
    "underscores": lambda b: b.replace(".", "_"),
    "zeros": lambda b: b.replace(".", "0"),
    "blanks between cells": lambda b: "\n".join(" ".join(row) for row in b.split("\n")),
    "many blanks": lambda b: "\n".join("   ".join(row) for row in b.split("\n")),
    "blanks of a page on the web": lambda b: (
        "\xa0\xa0" + "\r\n".join("\xa0".join(row) for row in b.split("\n"))
    ),
    "tabs": lambda b: "\n".join("\t".join(row) for row in b.split("\n")),
    "commas": lambda b: "\n".join(",".join(row) for row in rows(b)),
    "spread out": lambda b: "\n\n".join(" ".join(row) for row in b.split("\n")),
    "numpy": numpy_like,
    "numpy's floats": lambda b: numpy_like(b, "{}."),
    "numpy's text": lambda b: numpy_like(b.replace(".", "_"), "'{}'"),
    "numpy's wrapped rows": lambda b: numpy_like(b).replace("0 0", "0\n  0"),
    "a call": lambda b: (
        "board = np.array(["
        + ",\n  ".join(f"[{', '.join(row)}]" for row in rows(b))
        + "], dtype=int32)"
    ),
    "a list": lambda b: str([[int(cell) for cell in row] for row in rows(b)]),
    "a list of text": lambda b: str([list(row) for row in b.split("\n")]),
    "rows without a bracket around": lambda b: numpy_like(b)[1:-1],
    "texts": lambda b: str(b.split("\n")),
    "texts with blanks": lambda b: str([" ".join(row) for row in rows(b)]),
    "texts in lines": lambda b: "\n".join(f'  "{row}",' for row in b.split("\n")),
    "a list of texts with a name": lambda b: f"BOARD = [\n  {str(b.split())[1:-1]},\n]",
    "fences": lambda b: f"```\n{b}\n```",
    "fences with words around": lambda b: f"5. My board:\n\n ~~~text\n{b}\n ~~~\n\nIs it hard?\n",
    "stars": lambda b: b.replace(".", "*"),
    "dashes": lambda b: b.replace(".", "-"),
    "dashes and blanks": lambda b: "\n".join(" ".join(row) for row in b.replace(".", "-").split()),
    "blanks for empty cells": lambda b: b.replace(".", " "),
    "blanks for empty cells, set in": lambda b: "  " + b.replace(".", " ").replace("\n", "\n  "),
    "lines without what is blank": lambda b: "\n".join(
        line.rstrip() for line in b.replace(".", " ").split("\n")
    ),
    "a size and stars": lambda b: f"{len(rows(b))} {len(rows(b))}\n{b.replace('.', '*')}\n",
    "a size and rows": lambda b: f"{len(rows(b))} {len(rows(b))}\n{b}\n",
    "a size and one line": lambda b: f"{len(rows(b))}x{len(rows(b))}\n{''.join(b.split())}\n",
    "one number and one line": lambda b: f"{len(rows(b))}\n" + " ".join(chain(*rows(b))),
}


@pytest.mark.parametrize("name", PRINTED)
@pytest.mark.parametrize("board", [FIVE, SIX], ids=["5×5", "6×6"])
def test_the_classics_as_they_are_printed(board, name):
    assert boards(PRINTED[name](board)) == [board]


def test_the_classics_are_the_ones_that_ship():
    for title, board in (("five-by-five", FIVE), ("six-by-six", SIX)):
        assert plugin.format(find(f"flow/classics/{title}").level)["board"] == board


def test_numbers_of_two_digits():
    assert boards("10 0 0 62\n11 0 0 11\n62 0 0 10\n") == ["A..C\nB..B\nC..A"]
    assert boards("10 . A\n10 . A\n") == ["B.A\nB.A"], "a letter keeps its own"


def test_a_digit_0_is_a_dot_where_empty_cells_are_told():
    assert boards("0..\n..0\n") == ["0..\n..0"]
    assert boards("0__\n__0\n") == ["0..\n..0"]


def test_several_boards():
    text = "A..\n..A\n\n\n  1 0 0\n  0 0 1\n\n[[0 2]\n"
    assert boards(text.rpartition("\n\n")[0]) == ["A..\n..A", "1..\n..1"]
    assert boards(text.replace("[[0 2]", "[[2 0]\n [0 2]]")) == ["A..\n..A", "1..\n..1", "2.\n.2"]
    assert boards("[[1 0]\n [0 1]]\n\n[[0 2]\n [2 0]]") == ["1.\n.1", ".2\n2."]
    assert boards("[[[1 0]\n  [0 1]]\n [[0 2]\n  [2 0]]]") == ["1.\n.1", ".2\n2."]


def test_several_boards_of_texts():
    text = '[["A..", "..A"], ["1 0", "0 1"]]'
    assert boards(text) == ["A..\n..A", "1.\n.1"]
    assert boards('x = ["A..", "..A"]\ny = ["1.", ".1"]') == ["A..\n..A", "1.\n.1"]
    assert boards("```\nA..\n..A\n```\nand\n```\n1.\n.1\n```") == ["A..\n..A", "1.\n.1"]
    assert boards('["10", "0", "10"]', "flow-rows") == ["A.A"], "numbers are cells"


def test_blanks_are_no_cells_where_words_are():
    assert boards("1 2\n1 2\n\n3 4\n3 4", "flow-rows") == ["12\n12", "34\n34"]
    assert boards("5 4\n10000\n10200\n00200\n00033") == ["1....\n1.2..\n..2..\n...33"], "a size"


def test_dashes_that_are_walls():
    (level,) = read_pack("level", "A . .\n-    \n. . A", "flow-rows").levels
    assert plugin.format(level)["walls"] == ["a1-a2"]
    (level,) = read_pack("level", "A 0 0\n-    \n0 0 A", "flow-rows").levels
    assert plugin.format(level)["walls"] == ["a1-a2"]


def test_errors_in_texts_have_their_places():
    text = "Mine:\n```\n1 0 0\n0 red 1\n```\n"
    with pytest.raises(LevelError, match=r"^level:4:3: unknown cell 'red'"):
        read_pack("level", text, "flow-rows")
    text = '["A..", "..!"]'
    with pytest.raises(LevelError, match=r"^level:1:12: unknown character '!'"):
        read_pack("level", text, "flow-rows")


def test_a_bad_board_costs_no_other_and_has_its_place():
    pack = read_pack("level", "A..\n..A\n\nB..\n...\n\nC..\n..C\n")
    assert [level.title for level in pack.levels] == ["Level 1", "Level 3"]
    assert list(map(str, pack.errors)) == ["level:4:1: colour B has 1 dot; dots come in pairs"]
    assert pack.levels[1].place.line == 7
    wrong = read_pack("level", "1 0 0\n0 0 1\n\n  2 0 0\n  0 red 2\n", "flow-rows")
    assert str(wrong.errors[0]).startswith("level:5:5: unknown cell 'red'; a dot is ")


# Solved boards

SOLVED = "AAAAB\nACCCB\nACEEB\nDCCCB\nDDDDB"
DOTS = "...AB\n...C.\nA.EE.\nD..C.\n...DB"


def test_dots_are_the_ends_of_a_solved_board():
    for text in (SOLVED, f"{SOLVED}\n\n{SOLVED}"):
        assert set(boards(text)) == {DOTS}
    letters = "ABCDEFGHIJ"
    many = "\n".join(3 * letter for letter in letters)
    assert boards(many) == ["\n".join(f"{letter}.{letter}" for letter in letters)]
    zero = "[[0 0 1]\n [2 0 1]\n [2 2 1]]"
    assert boards(zero, "flow-rows") == ["0.1\n20.\n.21"]


def test_of_a_board_that_is_far_too_large_no_size_is_told():
    for text in ("A." * 20_000, "A.\n" * 20_001):
        (error,) = read_pack("level", text + "\n\nA..A\n", "flow-rows").left_out
        assert error.reason == "the board has over 20,000 rows or columns"


def test_lines_that_touch_themselves_have_no_certain_ends():
    for text in (
        "AAB\nAAB",
        "AB\nBA",
        "A",
        "AAB\nBBB\nAAA",
        "ABA",
        "AAAACA\nABBACA\nAAAACC",
    ):  # a ring, and a line beside it
        assert unsolved(text.split("\n")) is None


def test_lines_beside_what_is_none_are_no_solution():
    for text in (SOLVED.replace("EE", "CE"), f"{SOLVED}\n\nAAB\nAAB\nABB"):
        assert read_pack("level", text).puzzle.id == "kami"


@pytest.mark.parametrize("pattern", ["0", "12", "d1"])
def test_solutions_of_the_app_lead_back_to_their_boards(pattern):
    found = list((flow_data.DATA / "packs").glob(f"levelpack_{pattern}.txt"))
    if not found:
        pytest.skip("the packs are not here")
    lines = [line for line in found[0].read_text().split() if line.split(",")[0].isdigit()]
    for line in lines[::5]:
        head, *pipes = line.split(";")
        side = int(head.split(",")[0])
        cells = [""] * side**2
        for letter, pipe in zip("ABCDEFGHIJKLMNOPQRSTUVWXYZ", pipes, strict=False):
            for cell in pipe.split(","):
                cells[int(cell)] = letter
        solved = "\n".join("".join(cells[i : i + side]) for i in range(0, side**2, side))
        ((level,), (board,)) = read_pack("pack", line).levels, boards(solved, "flow-rows")
        assert board == plugin.format(level)["board"]


# Pairs of cells


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize(
    "form",
    [
        "({}, {}) ({}, {})",
        "A{n}: ({},{}), ({},{})",
        "(({}, {}), ({}, {})),",
        "[({}, {}), ({}, {})]",
        "'c{n}': [({}, {}), ({}, {})],",
        "({}, {}) -> ({}, {})",
    ],
)
def test_pairs_of_cells(first, form):
    cells = [(0, 4, 3, 0), (1, 4, 3, 2)]
    lines = [form.format(*(x + first for x in pair), n=n) for n, pair in enumerate(cells)]
    (board,) = boards("5 5\n" + "\n".join(lines))
    assert [[x for x, cell in enumerate(row) if cell != "."] for row in board.split("\n")] == [
        [3],
        [],
        [3],
        [],
        [0, 1],
    ]


def test_pairs_without_brackets():
    """Only where the number of colours says how many lines there are."""
    assert boards("2 4 4\n0 0 3 0\n0,3,3,3") == ["A..A\n....\n....\nB..B"]
    assert boards("4 4\n1 0 0 2\n0 0 0 0\n0 0 0 0\n1 0 0 2") == ["1..2\n....\n....\n1..2"]
    for text in ("2 4 4\n0 0 3 0", "2 4 4\n0 0 3 0\n0 3 3 3\n1 1 2 2", "1 4 4\n1 1 2 2"):
        with pytest.raises(LevelError):
            boards(text)


def test_the_names_of_pairs():
    assert boards("3 2\nX (0,0) (2,1)\ny: (1, 0) (2, 0)\n") == ["Xyy\n..X"]
    assert boards("3 2\n(0,0) (2,1)\nB (1, 0) (2, 0)\n") == ["ABB\n..A"]


TWO = "this could be two boards: one"
EITHER = "1:1: this could be flow-rows or kami-rows; name the one it is, as in "
AMBIGUOUS = {
    "counting from 0 or 1": ("4 4\n(1, 2) (2, 3)\n", f"2:1: {TWO} whose cells count from 0, and"),
    "columns or rows": ("3 2\nA....A\n", f"2:1: {TWO} of 3 columns and 2 rows, and one of 2 and 3"),
    "0 empty or a colour": ("0 1 1 1 1\n0 2 2 2 2\n", f"1:1: {TWO} whose empty cells are 0, and"),
    "either puzzle's": ("AAAA...\nBBBB...", EITHER),
}


@pytest.mark.parametrize("name", AMBIGUOUS)
def test_what_could_be_two_boards_is_refused(name):
    text, reason = AMBIGUOUS[name]
    with pytest.raises(AmbiguousLevel) as caught:
        boards(text)
    assert str(caught.value).startswith(f"level:{reason}")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("(0, 0) (1, 1)\n", "level:1:1: here should be columns and rows of the board, as 5 5"),
        ("5 5\n(0, 5) (4, 1)\n", "level:2:1: a cell is not on a board of 5×5, counted from 0"),
        ("5 5\n(5, 6) (4, 1)\n", "level:2:1: a cell is not on a board of 5×5, counted from 0"),
        ("5 5\n(0, 1) (1, 1)\n(0, 1) (2, 2)\n", "level:3:1: there is a dot at (0, 1) already"),
        ("5 5\n(0, 1) (1, 1)\n(0, 2)\n", "level:3:1: a line has the two cells of a colour, as in"),
    ],
)
def test_bad_pairs(text, reason):
    with pytest.raises(LevelError) as caught:
        boards(text)
    assert str(caught.value).startswith(reason)


@given(st.text("(,) 0159A:[]\n", max_size=40))
def test_pairs_of_anything(text):
    pack = read_pack("level", "5 5\n(0, 0) (4, 4)\n" + text, "numberlink")
    assert len(pack.levels) + len(pack.errors) >= 1


# Large boards


def board_of(cols, rows):
    return "\n".join(["A" + "." * (cols - 1), *["." * cols] * (rows - 2), "." * (cols - 1) + "A"])


def test_boards_of_a_hundred_a_side():
    assert boards(board_of(100, 100)) == [board_of(100, 100)]
    assert boards("100 100\n" + board_of(100, 100)) == [board_of(100, 100)]


@pytest.mark.parametrize(
    "large",
    [
        "101 3\n" + board_of(101, 3),
        "3 101\n" + board_of(3, 101),
        "150\n" + 150**2 * ".",
        "101 101\n(0, 1) (2, 3)",
        "9 7\n"
        + "\n".join(
            "ABCDEFGHI" if not y else "".join(chr(0x4E00 + 9 * y + x) for x in range(9))
            for y in range(7)
        ),
    ],
)
def test_what_is_too_large_is_left_out(large):
    pack = read_pack("level", f"3 2\nA..\n..A\n\n{large}\n\n3 2\n..B\nB..\n")
    assert [level.title for level in pack.levels] == ["Board 1", "Board 3"]
    assert not pack.errors
    assert [type(error) for error in pack.left_out] == [LevelTooLarge]
    assert pack.left_out[0].place.line == 5


def test_levels_keep_their_numbers_where_others_are_left_out(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.txt").write_text(f"3 2\nA..\n..A\n101 3\n{board_of(101, 3)}\n3 2\n..B\nB..\n")
    assert find("a.txt:3").level.title == "Board 3"
    with pytest.raises(LevelTooLarge, match=r"^a\.txt:4:1: the board is 101×3; the most is 100"):
        find("a.txt:2")
    with pytest.raises(UsageError, match=r"^a\.txt holds 2 levels and 1 too large; say which: "):
        find("a.txt")


@pytest.mark.parametrize("file", sorted((flow_data.DATA / "numberlink").glob("*.txt")) or [None])
def test_collections(file):
    if file is None:
        pytest.skip("the collections are not here")
    pack = read_pack(str(file))
    assert not pack.errors
    assert len(pack.levels) + len(pack.left_out) == len(list(flow_data.numberlink(file.stem)))
    assert len(pack.left_out) == (2 if file.stem == "inputs3" else 0)
