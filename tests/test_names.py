"""A converted level is the same puzzle, with its names, or it is refused."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from puzzles.cli import main
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.places import Places
from puzzles.core.tables import Table
from puzzles.flow import plugin as flow
from puzzles.grids.network import NetworkGrid
from puzzles.kami import plugin as kami
from puzzles.library.formats import formats_of, named
from puzzles.library.levels import levels_text, read_pack

HEX = ("#e6a52d", "#bf3f2d", "#2C7F84")
YELLOWS = {"0": "Yellow #e6a52d", "1": "Yellow #e6a52d#bf3f2d", "2": "Red"}
NAMED = ("toml", "json", "node-link", "graphml")  # formats that hold the names of colours

_WORDS = st.sampled_from(
    ["Red", "yellow", "Yellow", "R", "é", "²", "ß", *HEX, '"', "'\\", "&amp;<", "]]>"]
)
_names = (
    st.lists(_WORDS, min_size=1, max_size=3).map(" ".join)  # all of them may stand in a file
    | st.lists(_WORDS, min_size=1, max_size=2).map("".join)
    | st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=3)
)
_letters = st.sampled_from("RWTYry19") | st.sampled_from("RWTYry19éß²_<") | st.characters()
_seldom = st.integers(0, 3).map(lambda i: i == 0)


def parsed(puzzle, **keys):
    """The level, or None where the keys are refused."""
    try:
        return puzzle.rules.parse(Table({"puzzle": puzzle.id, **keys}, Places("level")))
    except LevelError:
        return None


def converted(puzzle, level, form):
    """The level as its text in a format gives it back, or None where the format refuses it."""
    try:
        if form in ("toml", "json"):
            text = levels_text(puzzle, [level], form == "toml")
        else:
            text = named(form).write(level)
    except UsageError:
        return None
    (again,) = read_pack("level", text, form).whole().levels
    return again


def forms(puzzle):
    return ("toml", "json", *(form.name for form in formats_of(puzzle)))


@st.composite
def graphs(draw):
    nodes = draw(
        st.lists(
            _names.map(lambda name: name.replace(" ", "-")), min_size=3, max_size=5, unique=True
        )
    )
    colours = [draw(_names), draw(_names)]
    keys = {node: colours[i % 2] for i, node in enumerate(nodes)}
    edges = [[a, b] for a, b in pairwise(nodes)]
    final = {"final": colours[0]} if draw(_seldom) else {}
    return {"title": draw(_names), "nodes": keys, "edges": edges, **final}


@st.composite
def boards(draw):
    grid = draw(st.sampled_from(["square", "triangle"]))
    letters = draw(st.lists(_letters, min_size=2, max_size=4, unique=True))
    rows = draw(
        st.lists(
            st.lists(st.sampled_from([*letters, "."]), min_size=4, max_size=4),
            min_size=3,
            max_size=3,
        )
    )
    rows[0][:2] = letters[:2]
    colours = {letter: f"{draw(_names)} {draw(st.sampled_from(HEX))}" for letter in letters}
    final = {"final": draw(st.sampled_from(letters))} if draw(_seldom) else {}
    board = "\n".join(map("".join, rows))
    return {"title": draw(_names), "grid": grid, "board": board, "colours": colours, **final}


def graph_of(level, named):
    """The regions with their colours, what touches what, and the colour to end in; colours by name
    or by where each occurs first."""
    state = kami.start(level)
    board, regions = level.board, state.region_of.tolist()
    first = [regions.index(region) for region in range(state.region_graph.n)]
    order = list(dict.fromkeys(board.colours[first].tolist()))
    called = {
        colour: (board.palette[colour].name, board.palette[colour].look) if named else i
        for i, colour in enumerate(order)
    }
    final = None if board.final is None else called.get(board.final, "absent")
    names = [board.grid.name(cell) for cell in first] if named else list(range(len(first)))
    colours = {name: called[board.colours[cell]] for name, cell in zip(names, first, strict=True)}
    edges = {frozenset((names[a], names[b])) for a, b in state.region_graph.edges.tolist()}
    return colours, edges, final, level.title.strip() if named else ""


@given(graphs() | boards())
@example({"title": "a", "nodes": YELLOWS, "edges": [["0", "1"], ["1", "2"]]})
def test_kami(keys):
    level = parsed(kami, **keys)
    for form in forms(kami) if level else ():
        again = converted(kami, level, form)
        if again and not isinstance(level.board.grid, NetworkGrid):
            assert graph_of(again, form in NAMED) == graph_of(level, form in NAMED), form
        elif again:
            assert everything(again) == everything(level), form


def everything(level):
    """A graph's nodes, its edges and all names, where touching nodes may have one colour."""
    board = level.board
    names, inks = board.grid.names, [(ink.name, ink.look) for ink in board.palette]
    nodes = {name: inks[colour] for name, colour in zip(names, board.colours, strict=True)}
    edges = {frozenset((names[a], names[b])) for a, b in board.grid.graph.edges.tolist()}
    final = None if board.final is None else inks[board.final]
    return nodes, edges, final, level.title.strip()


@st.composite
def pipes(draw):
    letters = draw(st.lists(_letters, min_size=2, max_size=2, unique=True))
    cells = draw(st.permutations([*letters * 2, *"....."]))
    board = "\n".join("".join(cells[i : i + 3]) for i in range(0, 9, 3))
    more = draw(st.sampled_from([{}, {"wrap": True}, {"fill": False}, {"walls": ["a1-a2"]}]))
    return {"title": draw(_names), "board": board, **more}


@given(pipes())
def test_flow(keys):
    level = parsed(flow, **keys)
    for form in forms(flow) if level else ():
        again = converted(flow, level, form)
        if not again:
            continue
        ours, theirs = flow.format(level), flow.format(again)
        if form in ("flow-free", "numlin", "pzprv3"):  # they number the colours
            for found in (ours, theirs):
                order = dict.fromkeys(filter(str.isalnum, found["board"]))
                faces = {ord(c): str(i) for i, c in enumerate(order)}
                found["board"] = found["board"].translate(faces)
        if form not in (
            "toml",
            "json",
        ):  # they hold no title, and some claim one untouching solution
            for found in (ours, theirs):
                found.pop("title")
                found.pop("unique", None)
        assert theirs == ours, form


# What convert writes is read back


def shown(tmp_path, capsys, text, form):
    """What a person sees who converts a level and opens what comes out: the words of an error, or
    the pack."""
    (tmp_path / "in.toml").write_text(text, encoding="utf-8")
    suffix = f".{form}" if form in ("toml", "json") else named(form).suffix
    out = tmp_path / f"out{suffix}"
    if main(["convert", "--to", form, "--force", str(tmp_path / "in.toml"), str(out)]):
        return capsys.readouterr().err
    try:
        return read_pack(str(out)).whole()
    except LevelError as error:
        assert read_pack(str(out), form=form).whole()
        return str(error)


@pytest.mark.parametrize(
    "rows",
    ["WWW\nWRR", "RR\nTT", "TR..\nT.RW\nW...", "112\n133\n133", "R...R\n.....\nW...W", "RRW\nWWR"],
)
def test_rows_of_one_puzzle_are_never_read_as_those_of_another(rows, tmp_path, capsys):
    letters = {
        letter: f"c{letter} #12345{i}" for i, letter in enumerate(sorted({*rows} - {*".\n"}))
    }
    level = parsed(kami, title="a", board=rows, colours=letters)
    found = shown(tmp_path, capsys, levels_text(kami, [level], True), "kami-rows")
    if isinstance(found, str):
        other = "another board of Flow" in found
        assert other or "this could be flow-rows or kami-rows" in found
        assert other != (tmp_path / "out.txt").exists()
    else:
        assert kami.formats.essence(found.levels[0]) == kami.formats.essence(level)


@pytest.mark.parametrize("form", ["graphml", "node-link", "toml", "json"])
@pytest.mark.parametrize(
    "board", ["board = 'RRW'", "nodes = {1 = 'Red', 2 = 'Mauve'}\nedges = [[1, 2]]"]
)
@pytest.mark.parametrize("final", ["Teal", "Grape #6f2da8"])
def test_a_final_colour_that_no_cell_has(board, final, form, tmp_path, capsys):
    if board.startswith("board"):
        colours = f"colours = {{R = 'Red', W = 'White', T = '{final}'}}\n"
    else:
        colours = ""
    demanded = final if not colours else final.split(" #")[0]
    text = f"puzzle = 'kami'\n{board}\n{colours}final = '{demanded}'\n"
    before, after = read_pack("in.toml", text), shown(tmp_path, capsys, text, form)
    assert kami.formats.essence(after.levels[0]) == kami.formats.essence(before.levels[0])
    (board,) = (level.board for level in after.levels)
    look = "#6f2da8" if "#" in final else "#2c7f84"
    assert (board.palette[board.final].name, board.palette[board.final].look) == (
        final.split(" #")[0],
        look,
    )


@pytest.mark.parametrize("board", ["A0\nA0", "0.\n0.", "A0A\n...\n0.."])
@pytest.mark.parametrize("form", ["toml", "json", "flow-rows", "numberlink", "flow-free"])
def test_a_dot_called_0_is_a_dot_everywhere(board, form, tmp_path, capsys):
    level = parsed(flow, title="a", board=board)
    assert level.board.symbols.count("0") == 1
    found = shown(tmp_path, capsys, levels_text(flow, [level], True), form)
    if isinstance(found, str):  # these rows would be a board whose empty cells are 0
        assert (
            "another board of Flow" in found or "hold their solution" in found or "solved" in found
        )
    else:
        assert flow.formats.essence(found.levels[0]) == flow.formats.essence(level)


def test_a_mark_over_a_letter_is_no_letter():
    for mark in ("\u0301", "\u20dd", "\u0903"):
        assert parsed(kami, board=f"R{mark}", colours={"R": "Red", mark: "Teal"}) is None
    assert parsed(kami, board="Ré", colours={"R": "Red", "é": "Teal"})
