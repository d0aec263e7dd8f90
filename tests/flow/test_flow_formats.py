"""Flow's boards in other tools' formats: rows, Flow Free's packs, Numberlink as URL and file."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import fault

import flow_data
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.places import Places
from puzzles.core.tables import Table
from puzzles.flow import plugin
from puzzles.flow.formats import flow_free, numberlink, numlin, rows
from puzzles.library import formats
from puzzles.library.levels import read_pack
from sampling import slow


def level_of(text, form=""):
    (level,) = read_pack("level", text, form).levels
    return level


def level(board, **keys):
    table = Table({"puzzle": "flow", "board": board, **keys}, Places("level"))
    return plugin.rules.parse(table)


def keys(level):
    return {key: value for key, value in plugin.format(level).items() if key != "title"}


# Rows of characters


def test_rows():
    for text in ("A.B\n..B\nA#.\n", ".A...\nAC+..\n.B...\n...CB\n"):
        assert rows.write(level_of(text)) == text
    assert rows.write(level_of("1 0 0\n0 0 1\n")) == "1..\n..1\n"
    with pytest.raises(LevelError, match=r"^level:3:3: ragged rows: this one has 2 cells"):
        level_of("A..\n.A.\n..\n")


def test_the_place_of_a_ragged_row_that_is_spread_out():
    """Found by fuzzing: the place was beyond the end of its line."""
    with pytest.raises(LevelError, match=r"^level:3:6: ragged rows: this one has 3 cells"):
        level_of("0|.....\nABC..\nD.B..\n.E.C.\n.D.EA\n", "flow-rows")


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"wrap": True}, "rims that wrap"),
        ({"walls": ["a1-a2"]}, "walls"),
        ({"fill": False}, "`fill = false`"),
    ],
)
def test_rows_refuse_what_they_cannot_say(changed, what):
    with pytest.raises(UsageError, match=f"have no {what}"):
        rows.write(level("A..\n..A", **changed))


# Numberlink boards, each after its size


BLOCKS = "# a comment\n\n5 2\n@...0\n@...0\n3 2\nA..\n..A\n0 0\nwhatever\n"


def test_blocks():
    first, second = read_pack("level", BLOCKS).levels
    assert rows.write(first) == "A...0\nA...0\n", "what is no letter or digit gets a free one"
    assert rows.write(second) == "A..\n..A\n"
    assert numberlink.write(second) == "3 2\nA..\n..A\n"
    assert numberlink.write(level_of(numberlink.write(second))) == numberlink.write(second)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("3 2\nA..\n.A\n", "level:3:3: this row has 2 cells; the size says 3"),
        ("3 2\nA.A", "level:1:1: 1 rows; the size says 2"),
        ("3 2\nA..\n..A\nthree\n", "level:4:1: here should be columns and rows, as 7 6"),
        ("101 1\n" + 101 * "." + "\n", "level:1:1: the board is 101×1; the most is 100×100"),
    ],
)
def test_blocks_that_are_wrong(text, wrong):
    pack = read_pack("level", text, "numberlink")
    assert str((*pack.errors, *pack.left_out)[0]) == wrong


@pytest.mark.parametrize(
    ("board", "what"), [("A#A\n...", "missing cells"), ("A.A\n.+.\n...", "bridges")]
)
def test_blocks_refuse_what_they_cannot_say(board, what):
    with pytest.raises(UsageError, match=f"have no {what}"):
        numberlink.write(level(board))


# Flow Free's packs


@pytest.mark.parametrize("pattern", ["0", "w1-50", *slow("d1", "23_*", "27_*", "26_*", "41_*")])
def test_packs_of_the_app_are_read_as_what_they_are(pattern):
    """Against another reader, and with the solutions that stand in the lines."""
    found = list((flow_data.DATA / "packs").glob(f"levelpack_{pattern}.txt"))
    if not found:
        pytest.skip("the packs are not here")
    (file,) = found
    pack = read_pack(str(file))
    assert not pack.errors
    known = list(flow_data.packs(pattern))
    assert len(pack.levels) == len(known)
    for found, (_, _, problem, solution) in list(zip(pack.levels, known, strict=True))[::7]:
        ours = found.board.problem
        assert ours.n == problem.n
        # Vertices of bridges have other numbers; the multiset of what touches what has not.
        degrees = [sorted(np.diff(p.graph.indptr).tolist()) for p in (ours, problem)]
        assert degrees[0] == degrees[1]
        assert len(ours.graph.edges) == len(problem.graph.edges)
        if not found.board.bridges:
            assert np.array_equal(ours.graph.edges, problem.graph.edges)
            assert not fault(ours, solution)


LINE = "3,0,1,3;0,1,2;3,4,5;6,7,8"
BRIDGE = "3,0,1,2,4;1,4,7;0,3,6"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("3,0,1,4;0,1,2;3,4,5;6,7,8", "the header says 4 pipes; there are 3"),
        ("3,0,1,3;0,1,2;3,4,5;6,7", "pipes pass cell 8 0 times, and should 1 times"),
        ("3,0,1,3;0,1,2;3,4,5;6,7,9", "there is no cell 9 on this board"),
        ("3,0,1,3;0,1,2;3,4,5;6,8,7", "a pipe cannot go from cell 6 to cell 8"),
        ("3,0,1,3,,8;0,1,2;3,4,5;6,7,8", "pipes pass cell 8 1 times, and should 0 times"),
        ("3,0,1,3,,,0|1;0,1,2;3,4,5;6,7,8", "a pipe cannot go from cell 0 to cell 1"),
        ("W_3,0,1,3,,,0|6:1|0;0,1,2;3,4,5;6,7,8", "a pipe cannot go from cell 0 to cell 1"),
        ("W_3,0,1,3,,,0|6;0,6,3;1,4,7;2,5,8", "a pipe cannot go from cell 0 to cell 6"),
        ("3,0,1,3,,,3|6:2;0,1,2;3,4,5;6,7,8", "a wall stands between two cells, as in 2|9"),
        ("3,0,1,3,,,4|4;0,1,2;3,4,5;6,7,8", "a wall stands between two cells, as in 2|9"),
        ("3,0,1,3;0,1,2;3,4,5;6,7,8,5", "pipes pass cell 5 2 times, and should 1 times"),
        ("3,0,1,3;0,1,2;3,4,x;6,7,8", "'x' should be the number of a cell"),
        ("3,0,1,4;0,1,2;3,4,5;6,7;8", "a pipe joins two dots"),
        ("3,0,1,3,1;0,1,2;3,4,5;6,7,8", "pipes pass cell 1 1 times, and should 2 times"),
        ("3,0,1,3,4;0,1,4,3;6,7,8;2,5,8", "a pipe bends on the bridge at cell 4"),
        ("101,0,1,1;0,1", "the board is 101×101; the most is 100×100"),
        ("0,0,1,1;0,1", "no board is 0×0"),
        ("Y_3,0,1,1;0,1", "a size is N or W:H, with W_ or X_ before it"),
    ],
)
def test_lines_that_lie(line, reason):
    pack = read_pack("level", f"{LINE}\n\n{line}\n", "flow-free")
    assert len(pack.levels) == 1
    assert str((*pack.errors, *pack.left_out)[0]) == f"level:3:1: {reason}"


@pytest.mark.parametrize(
    "changed",
    [
        {"board": "AB.\n...\nBA.", "wrap": True, "walls": ["a1-c1"]},
        {"board": "A..\nB.A\nB..", "wrap": True, "walls": ["a1-a3", "a1-c1", "b2-c2"]},
        {"board": ".A...\nAC+..\n.B...\n...CB"},
        {"board": "  .   A\nA   .   B\n  .   .\n.   .   B", "grid": "hex"},
        {"board": "AB#\n...\n.AB"},
    ],
    ids=["wrap", "wrap and walls", "bridge", "hex", "hole"],
)
def test_a_line_is_read_back(changed):
    ours = level(**changed)
    text = flow_free.write(ours)
    again = level_of(text)
    assert keys(again) == keys(ours) or {**keys(again), "board": 0} == {**keys(ours), "board": 0}
    assert flow_free.write(again) == text


def test_walls_inside_and_rims_that_do_not_wrap_stand_in_one_field():
    found = level_of("W_3,0,1,2,,,0|6:2|8:4|5:3|5;0,1,2,5;4,7,8,6,3")
    names = found.board.grid.name
    assert {f"{names(a)}-{names(b)}" for a, b in found.board.walls} == {
        "a1-a3",
        "c1-c3",
        "b2-c2",
        "a2-c2",
    }
    assert len(found.board.graph.edges) == 18 - 4


def test_walls_between_cells_that_do_not_touch_are_left_out():
    """The app's packs have such walls; they part nothing."""
    apart = level_of("3,0,1,2,,,0|2:0|8:3|6;0,1,2,5,4,3;6,7,8")
    names = apart.board.grid.name
    assert [{names(a), names(b)} for a, b in apart.board.walls] == [{"a2", "a3"}]


def test_levels_that_no_line_can_hold():
    with pytest.raises(UsageError, match="two dots of a colour"):
        flow_free.write(level("AA.\n.AA"))
    with pytest.raises(UsageError, match="need not be"):
        flow_free.write(level("A.A\n...", fill=False))
    with pytest.raises(UsageError, match="hold their solution; unsolvable, proved"):
        flow_free.write(level("AB\nBA"))


# Numberlink


URL = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
DRAWN = "1...2\n..3..\n.....\n.1..2\n....3"


@st.composite
def numberlinks(draw):
    """Boards of Numberlink, with numbers up to the highest."""
    cols, rows = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    most = min(cols * rows // 2, len(numlin.FACES))
    faces = draw(st.lists(st.sampled_from(numlin.FACES), max_size=most, unique=True))
    faces = ["1", *[face for face in faces if face != "1"]][: max(most, 1)]
    if cols * rows < 2:
        cols = 2
    cells = draw(st.permutations([*faces, *faces, *["."] * (cols * rows - 2 * len(faces))]))
    return "\n".join("".join(cells[i : i + cols]) for i in range(0, len(cells), cols))


@given(numberlinks())
def test_numberlink_is_read_back(board):
    ours = level(board, fill=False)
    for form in (numlin.URL, numlin.FILE):
        text = form.write(ours)
        assert form in formats.looks(text)
        assert keys(level_of(text)) == keys(ours)
        assert form.write(level_of(text)) == text


def test_the_url():
    found = level_of(URL)
    assert keys(found)["board"] == "1....\n2..3.\n.....\n.1..2\n....3"
    assert not found.board.fill
    assert numlin.write_url(found) == URL + "\n"
    for other in ("http://pzv.jp/p.html?numlin/5/5/", "?m+numlin/5/5/", "?numlin_edit/v:/5/5/"):
        assert keys(level_of(other + "1j2h3m1h2j3")) == keys(found)


def test_the_url_of_arukone():
    """Its dots are letters, and pipes pass all cells unless the link says otherwise."""
    found = keys(level_of("https://puzz.link/p?arukone/4/4/1h2n1h2"))
    assert found == {"grid": "square", "board": "A..B\n....\n....\nA..B"}
    assert not level_of("https://puzz.link/p?arukone/v:/4/4/1h2n1h2").board.fill
    with pytest.raises(LevelError, match="number 53; the highest is 52"):
        level_of("https://puzz.link/p?arukone/4/4/-35h2n-35h2")


def test_links_that_are_wrong_cost_no_other():
    pack = read_pack("level", f"{URL}\n\n{URL}.\n{URL}\n")
    assert [level.title for level in pack.levels] == ["Board 1", "Board 3"]
    assert str(pack.errors[0]) == "level:3:43: a dot needs a number"


def test_large_numbers_and_long_gaps():
    url = "https://puzz.link/p?numlin/10/7/-10h-3d1zzm-10k-3d1p"
    found = level_of(url)
    assert list(found.board.symbols) == ["G", "z", "1"]
    assert numlin.write_url(found) == url + "\n"


def test_the_file_with_lines_drawn():
    drawn = "pzprv3/numlin/2/5/. . . 1 . /2 1 . . 2 /1 1 1 0 /0 1 -1 1 /0 0 -1 0 0 /"
    assert keys(level_of(drawn))["board"] == "...1.\n21..2"
    assert keys(level_of(drawn.replace("/", "\n"))) == keys(level_of(drawn))


@pytest.mark.parametrize(
    ("url", "col", "reason"),
    [
        (
            "https://puzz.link/p?numlin/101/100/" + "g" * 10_000,
            28,
            "the board is 101×100; the most is 100×100",
        ),
        ("https://puzz.link/p?numlin/5/5/" + "z" * 10_000, 34, "more than 5×5 cells"),
        ("https://puzz.link/p?numlin/5/0/", 28, "no board is 5×0"),
        ("https://puzz.link/p?numlin/5/5/1j.", 34, "a dot needs a number"),
        ("https://puzz.link/p?numlin/5/5/1j%3", 34, "'%' is no cell"),
        ("https://puzz.link/p?numlin/5/5/+fff+fff", 32, "number 4095; the highest is 61"),
        (
            "https://puzz.link/p?numlin/five",
            1,
            "an address of Numberlink goes on ?numlin/COLUMNS/ROWS/CELLS",
        ),
        ("https://puzz.link/p?numlin/5/5/1j2", 1, "colour 1 has 1 dot; dots come in pairs"),
        ("pzprv3/numlin/5", 1, "a pzprv3 file goes on: numlin, rows, columns, cells"),
        ("pzprv3/numlin/2/2/1 . ", 23, "the file ends after 2 of 4 cells"),
        ("pzprv3/numlin/2/2/1 x . 1", 21, "'x' is no cell"),
        ("pzprv3/numlin/2/2/1 - . 1", 21, "a dot needs a number"),
        ("pzprv3/numlin/99999/2/1 1", 21, "the board is 2×99999; the most is 100×100"),
    ],
)
def test_bad_numberlink(url, col, reason):
    with pytest.raises(LevelError) as caught:
        level_of(url)
    assert str(caught.value) == f"level:1:{col}: {reason}"


@pytest.mark.parametrize(
    ("changed", "what"),
    [
        ({"fill": True}, "must be filled"),
        ({"walls": ["a1-a2"]}, "walls"),
        ({"wrap": True}, "wrap"),
        ({"board": "A#A"}, "missing"),
        ({"board": "  .   A\nA   .", "grid": "hex"}, "hexagons"),
    ],
)
def test_numberlink_refuses_what_it_cannot_say(changed, what):
    with pytest.raises(UsageError, match=what):
        numlin.write_url(level(**{"board": "A..\n..A", "fill": False, **changed}))
