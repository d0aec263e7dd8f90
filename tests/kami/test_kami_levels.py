"""Kami's level syntax: what it reads, and that writing and reading undo each other."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.grids import printing
from puzzles.grids.network import NetworkGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami import plugin
from puzzles.kami.rules.levels import DEFAULTS
from puzzles.kami.rules.model import Board, Colour, KamiLevel
from puzzles.library.levels import level_text, read_pack

HEAD = 'puzzle = "kami"\n'


def read(text, head=HEAD):
    (level,) = read_pack("level", head + text).levels
    return level


def letters(level):
    return "".join(level.board.palette[colour].letter for colour in level.board.colours)


words = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=4)
hexes = st.from_regex(r"#[0-9a-f]{6}", fullmatch=True)


@st.composite
def levels(draw):
    """A level on a board of any kind, with a palette of odd names and letters."""
    names = draw(st.lists(words, min_size=2, max_size=9, unique_by=str.casefold))
    marks = draw(
        st.lists(
            st.characters(codec="utf-8", categories=["L", "N", "P", "S"], exclude_characters=".<>"),
            min_size=len(names),
            max_size=len(names),
            unique=True,
        )
    )
    palette = tuple(
        Colour(name, draw(hexes), mark) for name, mark in zip(names, marks, strict=True)
    )
    final = draw(st.none() | st.integers(0, len(names) - 1))
    kind = draw(st.sampled_from(["square", "triangle", "network"]))
    if kind == "network":
        nodes = draw(st.lists(words, min_size=len(names), max_size=12, unique=True))
        node = st.integers(0, len(nodes) - 1)
        edges = draw(st.lists(st.tuples(node, node).filter(lambda e: e[0] != e[1])))
        grid = NetworkGrid(tuple(nodes), edges)
    else:
        rows, cols = draw(st.integers(3, 6)), draw(st.integers(3, 6))
        present = np.array(
            draw(st.lists(st.booleans(), min_size=rows * cols, max_size=rows * cols))
        ).reshape(rows, cols)
        present.ravel()[: len(names)] = True
        grid = (SquareGrid if kind == "square" else TriangleGrid)(present)
    # Every colour occurs: a palette keeps no colour that is not used.
    rest = draw(
        st.lists(
            st.integers(0, len(names) - 1),
            min_size=grid.n - len(names),
            max_size=grid.n - len(names),
        )
    )
    colours = np.array([*range(len(names)), *rest], dtype=np.uint8)
    place = read('board = "RW"').place
    par = draw(st.none() | st.integers(1, 10**6))
    proof = draw(st.dictionaries(words, st.integers(0)))
    title = draw(words)
    return KamiLevel(title, place, Board(grid, palette, colours, final), par, place, proof)


@given(levels())
def test_format_and_parse(level):
    (again,) = read_pack("level", level_text(plugin, level)).levels
    assert again.title == level.title
    assert again.board.grid == level.board.grid
    assert again.board.palette == level.board.palette
    assert again.board.colours.tolist() == level.board.colours.tolist()
    assert again.board.final == level.board.final
    assert (again.par, again.proof) == (level.par, level.proof)
    assert plugin.format(again) == plugin.format(level)


@given(levels())
def test_colours_are_found_by_name_whatever_the_letters(level):
    board = level.board
    for index, colour in enumerate(board.palette):
        assert board.colour_named(colour.name) == index
        assert board.colour_named(colour.name.casefold()) == index


@given(levels())
def test_the_picture_is_the_text_in_colour(level):
    state = plugin.start(level)
    lines = printing.picture(plugin.scene(state))
    assert "\n".join("".join(text for text, _ in line) for line in lines) == plugin.text(state)
    shown = [colour for line in lines for _, colour in line if colour]
    assert shown == [level.board.palette[colour].look for colour in level.board.colours]


def test_a_square_board():
    level = read('title = "T"\nboard = """\nRRW\nR.T\n"""\npar = 2\nproof = {nodes = 3}')
    assert isinstance(level.board.grid, SquareGrid)
    assert level.title == "T"
    assert letters(level) == "RRWRT"
    assert [colour.name for colour in level.board.palette] == ["Red", "White", "Teal"]
    assert (level.par, level.proof, level.board.final) == (2, {"nodes": 3}, None)
    assert (level.place.line, level.par_place.line, level.par_place.col) == (1, 7, 7)


def test_a_triangle_board():
    level = read('grid = "triangle"\nboard = """\nR> <WT>\n <RR> .\n"""')
    assert isinstance(level.board.grid, TriangleGrid)
    assert letters(level) == "RWTRR"


TOML_GRAPH = 'nodes = {1 = "Purple", 2 = "red", x = "Cerise"}\nedges = [[1, 2], ["x", 2], [2, 1]]'
JSON_GRAPH = """{"puzzle": "kami", "nodes": {"1": "Purple", "2": "red", "x": "Cerise"},
                 "edges": [[1, 2], ["x", "2"], [2, 1]]}"""


@pytest.mark.parametrize("level", [read(TOML_GRAPH), read(JSON_GRAPH, "")], ids=["TOML", "JSON"])
def test_a_region_graph(level):
    assert level.board.grid == NetworkGrid(("1", "2", "x"), [(0, 1), (1, 2)])
    purple, red, cerise = level.board.palette
    assert (purple.name, purple.look, purple.letter) == ("Purple", DEFAULTS["Purple"], "P")
    assert (red.name, red.look, red.letter) == ("red", DEFAULTS["Red"], "R")
    # A name that no one knows still gets a look of its own.
    assert (cerise.name, cerise.letter) == ("Cerise", "C")
    assert cerise.look not in (purple.look, red.look)
    assert level.board.colours.tolist() == [0, 1, 2]


def test_letters_of_named_colours_differ():
    names = ["Red", "rose", "R", "E", "D", "Ø", "RED 2"]
    nodes = {str(i): name for i, name in enumerate(names)}
    level = read(json.dumps({"puzzle": "kami", "nodes": nodes}), "")
    assert len({colour.letter for colour in level.board.palette}) == len(names)
    assert len({colour.look for colour in level.board.palette}) == len(names)


def test_spaces_around_a_colour_mean_nothing():
    level = read('nodes = {1 = " Red", 2 = "red ", 3 = "Teal"}')
    assert [colour.name for colour in level.board.palette] == ["Red", "Teal"]
    level = read('colours = {x = " Red  #111111 ", y = "Teal"}\nboard = "xy"')
    assert [colour.name for colour in level.board.palette] == ["Red", "Teal"]


def test_a_graph_without_edges_is_all_islands():
    level = read('nodes = {1 = "Red", 2 = "White"}')
    assert level.board.grid.graph.neighbours == ((), ())


def test_a_graph_may_use_letters_of_its_colours():
    level = read('colours = {a = "Night #000000", b = "Day #ffffff"}\nnodes = {1 = "a", 2 = "DAY"}')
    assert [colour.name for colour in level.board.palette] == ["Night", "Day"]


def test_colours():
    level = read(
        'colours = {x = "Deep Sea #012aBC", "é" = "red", z = "Unused #000000"}\nboard = "xéx"'
    )
    sea, red = level.board.palette
    assert sea == Colour("Deep Sea", "#012aBC", "x")
    assert red == Colour("red", DEFAULTS["Red"], "é")


@pytest.mark.parametrize(
    ("final", "name"), [("White", "White"), ("wHITE", "White"), ("W", "White"), ("Teal", "Teal")]
)
def test_a_final_colour(final, name):
    board = read(f'board = "RW"\nfinal = "{final}"').board
    assert board.palette[board.final].name == name
    assert letters(read(f'board = "RW"\nfinal = "{final}"')) == "RW"


def test_the_exact_letter_comes_before_one_in_another_case():
    colours = 'colours = {r = "Rose #111111", R = "Ruby #222222"}\n'
    board = read(colours + 'board = "rR"\nfinal = "R"').board
    assert board.palette[board.final].name == "Ruby"
    board = read('colours = {b = "c #111111", a = "b #222222"}\nboard = "ab"\nfinal = "b"').board
    assert board.palette[board.final].letter == "a", "a name comes before a letter"


def test_what_a_pack_shares():
    pack = read_pack(
        "f",
        HEAD + 'grid = "triangle"\ncolours = {a = "Red", b = "Teal"}\n'
        'final = "Red"\n[[level]]\nboard = """\na> <b\n <aa>\n"""\n'
        '[[level]]\ngrid = "square"\nfinal = "b"\nboard = "ab"\n',
    )
    assert not pack.errors
    first, second = (level.board for level in pack.levels)
    assert (first.grid.kind, first.palette[first.final].name) == ("triangle", "Red")
    assert (second.grid.kind, second.palette[second.final].name) == ("square", "Teal")


def test_facts():
    assert plugin.facts(read('board = "RW"\npar = 1')) == {
        "size": "2×1",
        "par": 1,
        "difficulty": None,
    }
    assert plugin.facts(read(TOML_GRAPH)) == {
        "size": "3 nodes",
        "par": None,
        "difficulty": None,
    }


DOCS = Path(__file__).parents[2] / "docs" / "levels.md"
EXAMPLES = re.findall(r"(?ms)^```(?:toml|json)\n(.*?)^```", DOCS.read_text(encoding="utf-8"))


def test_the_documented_graph_is_the_same_in_both_forms():
    toml, as_json = (
        plugin.format(read_pack("f", text).levels[0]) for text in EXAMPLES if '"Cerise"' in text
    )
    assert toml == as_json
