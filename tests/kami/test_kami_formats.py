"""Kami's boards in other tools' formats; networkx has the last word on what its formats mean."""

from __future__ import annotations

import json
from pathlib import Path

import networkx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dialects import DIALECTS, GRAPHOLOGY
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.places import Places
from puzzles.core.solving import Limits, answer
from puzzles.core.tables import Table
from puzzles.kami import plugin
from puzzles.kami.formats import graphml, kami2, node_link, rows
from puzzles.kami.formats.graphs import colour_of
from puzzles.library import formats
from puzzles.library.levels import read_pack
from sampling import sampled

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
GRAPHS = {form.name: form for form in (node_link.FORMAT, graphml.FORMAT)}


def level_of(text, form=""):
    (level,) = read_pack("level", text, form).levels
    return level


def level(**keys):
    return plugin.rules.parse(Table({"puzzle": "kami", "title": "a", **keys}, Places("level")))


def keys(level):
    return {key: value for key, value in plugin.format(level).items() if key != "title"}


# Region graphs


@st.composite
def networks(draw):
    """Levels that are graphs, with colours of any name."""
    names = draw(
        st.lists(
            st.from_regex(r"[\w.\"'\\&<-]{1,4}", fullmatch=True),
            min_size=2,
            max_size=9,
            unique=True,
        )
    )
    looks = ["Red", "Teal", "Mahogany #40101a", "#abcdef", 'A "b" & <c>']
    colours = [looks[0], looks[1], *[draw(st.sampled_from(looks)) for _ in names[2:]]]
    pairs = [[a, b] for i, a in enumerate(names) for b in names[:i]]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=20))
    more = {"par": draw(st.integers(1, 99)), "final": "Teal"} if draw(st.booleans()) else {}
    return level(nodes=dict(zip(names, colours, strict=True)), edges=edges, **more)


def facts(level):
    """All of a level that a graph holds: colours keep names and looks, but not letters."""
    board = level.board
    look = {colour.name: colour.look for colour in board.palette}
    found = keys(level)
    edges = {frozenset(edge) for edge in found["edges"]}
    nodes = {name: (colour, look[colour]) for name, colour in found["nodes"].items()}
    return level.title, nodes, edges, found.get("par"), found.get("final")


@pytest.mark.parametrize("name", GRAPHS)
@given(networks())
def test_graphs_are_read_back(name, ours):
    text = GRAPHS[name].write(ours)
    assert formats.looks(text) == [GRAPHS[name]]
    assert facts(level_of(text)) == facts(ours)


def by_networkx(name, text):
    if name == "node-link":
        return networkx.node_link_graph(json.loads(text), edges="edges")
    return networkx.parse_graphml(text)


@pytest.mark.parametrize("name", GRAPHS)
def test_networkx_reads_what_is_written(name):
    ours = level(nodes={"a": "Red", "b": "Teal", "c": "Red"}, edges=[["a", "b"], ["b", "c"]])
    graph = by_networkx(name, GRAPHS[name].write(ours))
    assert {node: data["colour"] for node, data in graph.nodes.items()} == {
        "a": "Red #c0392f",
        "b": "Teal #2c7f84",
        "c": "Red #c0392f",
    }
    assert {frozenset(edge[:2]) for edge in graph.edges} == {
        frozenset("ab"),
        frozenset("bc"),
    }


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("kind", ["Graph", "DiGraph", "MultiGraph"])
def test_what_networkx_writes_is_read(name, kind):
    graph = getattr(networkx, kind)(par=2, title="Wheel")
    graph.add_nodes_from([(i, {"color": "Red" if i % 2 else "Teal"}) for i in range(5)])
    graph.add_edges_from([(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 0)])
    if name == "node-link":
        keys = ("edges", "links")
        texts = [json.dumps(networkx.node_link_data(graph, edges=key)) for key in keys]
    else:
        texts = ["\n".join(networkx.generate_graphml(graph))]
    for text in texts:
        title, nodes, edges, par, _ = facts(level_of(text))
        assert (title, par) == ("Wheel", 2)
        assert [nodes[str(i)][0] for i in range(5)] == ["Teal", "Red"] * 2 + ["Teal"]
        assert edges == {frozenset(e) for e in ("01", "12", "23", "03", "04")}


def test_a_board_becomes_its_region_graph():
    for form in GRAPHS.values():
        ours = level(board="RRW\nR.T\nWWT", par=2, final="Teal")
        again = level_of(form.write(ours))
        assert keys(again)["nodes"] == {"a1": "Red", "c1": "White", "c2": "Teal", "a3": "White"}
        assert len(again.board.grid.graph.edges) == 4
        assert again.par == 2
        assert answer(plugin.solver.solve(plugin.start(again), Limits())).lower_bound == 2


@pytest.mark.parametrize("name", DIALECTS)
def test_as_each_tool_writes_it(name):
    _, nodes, edges, _, _ = facts(level_of(DIALECTS[name]))
    assert {node: look.lower() for node, (_, look) in nodes.items()} == {
        "Top_left": "#ffcc00",
        "B": "#336699",
    }
    assert edges == {frozenset(("Top_left", "B"))}


def test_defaults_of_graphml():
    """As the format's primer has it: what has no datum has the default of its key."""
    text = """
    <graphml xmlns="http://graphml.graphdrawing.org/xmlns">
      <key id="d0" for="node" attr.name="color" attr.type="string"><default>yellow</default></key>
      <key id="d1" for="edge" attr.name="color" attr.type="string"><default>blue</default></key>
      <key id="d2" for="graph" attr.name="par" attr.type="int"><default>2</default></key>
      <graph id="G" edgedefault="undirected">
        <node id="n0"><data key="d0">green</data></node>
        <node id="n1"/><node id="n2"><data key="d0">red</data></node>
        <edge source="n0" target="n1"/><edge source="n1" target="n2"/>
      </graph>
    </graphml>"""
    _, nodes, _, par, _ = facts(level_of(text))
    assert {node: colour for node, (colour, _) in nodes.items()} == {
        "n0": "green",
        "n1": "yellow",
        "n2": "red",
    }
    assert par == 2


@pytest.mark.parametrize("name", GRAPHS)
def test_colours_that_are_whole_numbers(name):
    graph = networkx.path_graph(3)
    networkx.set_node_attributes(graph, {0: 0, 1: 12, 2: 0}, "colour")
    written = (
        json.dumps(networkx.node_link_data(graph, edges="edges"))
        if name == "node-link"
        else "\n".join(networkx.generate_graphml(graph))
    )
    assert keys(level_of(written))["nodes"] == {"0": "0", "1": "12", "2": "0"}


@pytest.mark.parametrize(
    ("said", "colour"),
    [
        ({"colour": "Red"}, "Red"),
        ({"colour": "Red #123456", "color": "Blue"}, "Red #123456"),
        ({"color": "black", "fillcolor": "Teal"}, "Teal"),  # Graphviz fills with the latter
        ({"colour": "", "color": 3.0}, "3"),
        ({"colour": True, "color": None, "fill": "#FC0"}, "#ffcc00"),
        ({"fill": "#33669980"}, "#336699"),
        ({"color": "lightblue"}, "lightblue #add8e6"),
        ({"color": "RED"}, "RED"),  # this one is ours
        ({"color": "hsl(120, 100%, 50%)"}, "#00ff00"),
        ({"color": "rgb(300, 0, 7)"}, "#ff0007"),
        ({"color": "none of these"}, "none of these"),
        ({"r": "1", "g": 2, "b": 3.0}, "#010203"),
        ({"r": "1", "g": 2}, ""),
        ({"color": ["Red"]}, ""),
    ],
)
def test_the_colour_of_a_node(said, colour):
    assert colour_of(said) == colour


def test_names_of_nodes():
    """Labels, if each node has one of its own."""
    graph = networkx.Graph([("a", "b c")])
    for first, second, names in [
        ("Left", "To the right", ["Left", "To_the_right"]),
        ("x", "x", ["a", "b_c"]),
        ("x", "", ["a", "b_c"]),
        ("x_y", "x y", ["a", "b_c"]),
    ]:
        graph.nodes["a"].update(label=first, color="red")
        graph.nodes["b c"].update(label=second, color="blue")
        text = json.dumps(networkx.node_link_data(graph, edges="edges"))
        assert list(keys(level_of(text))["nodes"]) == names
    text = GRAPHOLOGY.replace('"target": "1"', '"target": "B"')
    with pytest.raises(LevelError, match=r"edge 0-B: there is no node B$"):
        level_of(text)


N = '{"nodes": [{"id": 1, "colour": "Red"}, {"id": 2, "colour": "Teal"}], "edges": ['
G = '<graphml><key id="c" attr.name="colour"/><graph>'
A = '<node id="1"><data key="c">Red</data></node>'
BOMB = '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>'
BAD = {
    "a self-loop": (N + '{"source": 1, "target": 1}]}', 1, 80, "edge 1-1 joins a node to itself"),
    "no such node": (N + '{"source": 1, "target": 9}]}', 1, 80, "edge 1-9: there is no node 9"),
    "no end": (N + '{"source": 1}]}', 1, 80, "target must be a word or a whole number"),
    "a list for an id": ('{"nodes": [{"id": [1]}]}', 1, 19, "id must be a word or a whole number"),
    "no colour": ('{"nodes": [{"id": 1}]}', 1, 12, "node 1 has no colour; give it one as `colour`"),
    "a node twice": (N.replace('"id": 2', '"id": "1"') + "]}", 1, 40, "node 1 is given twice"),
    "no graph": ('{"nodes": [1]}', 1, 12, "nodes are objects, { … }"),
    "cut off": (N, 1, 80, "JSON: Expecting value"),
    "a par of words": (N + '], "graph": {"par": "two"}}', 1, 100, "par must be a whole number"),
    "too many nodes": (
        json.dumps({"nodes": [{"id": i, "colour": "Red"} for i in range(20_001)]}),
        1,
        1,
        "20,001 nodes; the most is 20,000",
    ),
    "an entity bomb": (BOMB + G, 1, 13, "a document type is not taken from strangers"),
    "XML cut off": (G + A, 1, 93, "XML: no element found"),
    "an edge of many": (
        G + A + "\n<hyperedge/></graph></graphml>",
        2,
        1,
        "an edge joins two nodes; this is a hyperedge",
    ),
    "a node without a name": (G + "\n<node/></graph></graphml>", 2, 1, "this node has no id"),
    "a key without a name": (
        "<graphml>\n <key/></graphml>",
        2,
        2,
        "this key has no id",
    ),  # found by fuzzing
    "a line end of XML's own": (  # found by fuzzing
        '\r<?xml version="1.0"?>' + G,
        1,
        2,
        "XML: XML or text declaration not at start of entity",
    ),
    "deep XML": ("<graphml>" + "<graph>" * 60_000, 1, 420_010, "XML: no element found"),
    "a datum with no such key": (
        G + '\n<node id="1"><data key="a">Red</data></node></graph></graphml>',
        2,
        1,
        "node 1 has no colour; give it one as `colour`",
    ),
    "a node of yEd's that is not filled": (
        G + '\n<node id="1"><data key="d"><y:ShapeNode><y:Fill hasColor="false" color="#CCC"/>'
        "</y:ShapeNode></data></node></graph></graphml>",
        2,
        1,
        "node 1 has no colour; give it one as `colour`",
    ),
    "an edge to a group of yEd's": (
        G + '<node id="g" yfiles.foldertype="group"><graph>' + A + "</graph></node>\n"
        '<edge source="1" target="g"/></graph></graphml>',
        2,
        1,
        "edge 1-g: there is no node g",
    ),
    "an edge without an end in XML": (
        G + A + "\n <edge source='1'/></graph></graphml>",
        2,
        2,
        "this edge has no target",
    ),
}


@pytest.mark.parametrize("name", sampled(BAD, BAD.keys() - {"too many nodes"}))
def test_bad_graphs(name):
    text, line, col, reason = BAD[name]
    with pytest.raises(LevelError) as caught:
        level_of(text)
    assert str(caught.value) == f"level:{line}:{col}: {reason}"


def test_data_of_no_graph():
    """Found by fuzzing."""
    with pytest.raises(LevelError, match=r"^level:1:1: the board has no cells"):
        level_of('<data key="a">1</data>', "graphml")


# KAMI 2's level text

TEXT = "01|Default|-2|-1|2|8|01221a0|2||0|"


def test_kami2():
    found = level_of("01|Default|-2|-1|2|8|0122|2||0|".replace("|8|0122", "|4|0122"))
    assert found.par == 2
    assert plugin.text(plugin.start(found)) == " .\n <1\n2>\n <2"


def test_neighbours_in_kami2():
    """Consecutive triangles touch, and an odd one touches the one before it in the next row."""
    found = level_of("01|Default|0|0|2|8|12345678|0||0|")
    grid, colours = found.board.grid, found.board.colours
    touching = {
        frozenset((int(colours[a]) + 1, int(colours[b]) + 1)) for a, b in grid.graph.edges.tolist()
    }
    along = [(1, 2), (2, 3), (3, 4), (5, 6), (6, 7), (7, 8)]
    assert touching == {frozenset(pair) for pair in [*along, (2, 5), (4, 7)]}
    assert found.par is None


@st.composite
def triangles(draw):
    n_rows, n_cols = draw(st.integers(2, 6)), draw(st.integers(1, 5))
    cells = draw(
        st.lists(st.sampled_from("123."), min_size=n_rows * n_cols, max_size=n_rows * n_cols)
    )
    cells[0:2] = "12"
    lines = ["".join(cells[i : i + n_cols]) for i in range(0, len(cells), n_cols)]
    colours = {"1": "Red", "2": "White", "3": "Teal"}
    return level(grid="triangle", board="\n".join(lines), colours=colours)


@given(triangles())
def test_kami2_is_read_back(ours):
    text = kami2.write(ours)
    assert formats.looks(text) == [kami2.FORMAT]
    again = level_of(text)
    assert again.board.grid.graph.edges.tolist() == ours.board.grid.graph.edges.tolist() or (
        sorted(map(len, again.board.grid.graph.neighbours))
        == sorted(map(len, ours.board.grid.graph.neighbours))
    )
    assert kami2.write(level_of(kami2.write(again))) == kami2.write(again)  # cut to its cells


@pytest.mark.parametrize(
    ("text", "col", "reason"),
    [
        ("01|Default|0|0|2|8|1234|2||0|", 20, "the level has 8 places; these are only 4"),
        ("01|Default|0|0|2|8|1X99|2||0|", 20, "the level has 8 places; these are more"),
        ("01|Default|0|0|2|8|12?|2||0|", 22, "'?' is no cell; cells are digits and their runs"),
        ("01|Default|0|0|3|8|12345678|2||0|", 18, "8 places make no rows of 6"),
        ("01|Default|0|0|0|8|1d|2||0|", 16, "the width is a whole number, at least 1"),
        ("01|Default|0|0|2|999999999|1d|2||0|", 18, "a board has 1 to 160,000 places"),
        ("01|Default|0|0|2|8|0f|2||0|", 20, "the board has no cells"),
        ("01|Default|0|0|2", 1, "a level of KAMI 2 is 8 fields or more with | between them"),
        (
            "01|Default|0|0|1|159984|" + "1X99" * 1616 + "|0|",
            25,
            "the board is too large; it may have 20,000 cells",
        ),
    ],
)
def test_bad_kami2(text, col, reason):
    with pytest.raises(LevelError) as caught:
        level_of(text)
    assert str(caught.value) == f"level:1:{col}: {reason}"


@pytest.mark.parametrize("name", ["Corners1", "Islands1", "Start1", "Hexy1", "Wall2"])
def test_levels_of_kami_2_take_as_many_moves_as_published(name):
    file = DATA / "kami2" / f"{name}.puz"
    if not file.is_file():
        pytest.skip("the levels are not here")
    found = level_of(file.read_text())
    proved = answer(plugin.solver.solve(plugin.start(found), Limits()))
    assert proved.proved
    assert len(proved.moves) <= found.par
    assert kami2.write(found).split("|")[7] == file.read_text().split("|")[7]


# Rows of characters


def test_rows():
    text = "KKQRR\nKK.RR\n"
    found = level_of(text)
    assert keys(found)["board"] == text.strip()
    named = {colour.letter: colour.name for colour in found.board.palette}
    assert (named["K"], named["R"]) == ("Black", "Red")
    assert len(set(named.values())) == 3
    assert rows.write(found) == text


@pytest.mark.parametrize(
    "text",
    [
        "   112\n 113\n 133\n",
        "1 1 2\n1 1 3\n1 3 3\n",
        "[[1 1 2]\n [1 1 3]\n [1 3 3]]",
        "board = np.array([[1., 1., 2.],\n [1., 1., 3.], [1., 3., 3.]])",
        "1,1,2\n1,1,3\n1,3,3",
    ],
)
def test_rows_as_people_paste_them(text):
    assert keys(level_of(text))["board"] == "112\n113\n133"


def test_several_boards_and_missing_cells():
    pack = read_pack("level", "KKK_\nRRRR\n\nKKKR.\nRRRRR\n\n12 12 7\n7 12 7\n")
    boards = [keys(level)["board"] for level in pack.levels]
    assert boards == ["KKK.\nRRRR", "KKKR.\nRRRRR", "AA7\n7A7"]
    assert [level.title for level in pack.levels] == ["Level 1", "Level 2", "Level 3"]


def test_too_many_colours():
    with pytest.raises(LevelError, match=r"^level:1:1: 10 colours; a board has at most 9$"):
        level_of("ABCDEFGHIJ\n", "kami-rows")


def test_ragged_rows():
    with pytest.raises(LevelError, match=r"^level:2:4: ragged rows"):
        level_of("KKKR\nKKR\nKKRR\n")


def test_boards_of_kami_1():
    files = sorted((DATA / "kami1").glob("*-*.txt"))
    if not files:
        pytest.skip("the boards are not here")
    for file in files:
        found = level_of(file.read_text())
        assert found.board.grid.size == "16×10"
        assert rows.write(found) == file.read_text().strip() + "\n"


@pytest.mark.parametrize(
    ("form", "changed", "why"),
    [
        (rows, {"grid": "triangle", "board": "RW\nWR"}, "are for square boards"),
        (rows, {"final": "Red"}, "cannot demand a final colour"),
        (rows, {"colours": {"!": "Red", "W": "White"}, "board": "!W\nWW"}, "a letter or digit"),
        (kami2, {}, "have triangles"),
        (kami2, {"grid": "triangle", "board": "RW\nWR", "final": "Red"}, "a final colour"),
        (kami2, {"grid": "triangle", "board": "RW" * 1000 + "\n" + "RW" * 1000}, "too wide"),
    ],
)
def test_what_a_format_has_no_words_for(form, changed, why):
    with pytest.raises(UsageError, match=why):
        form.write(level(**{"board": "RW\nWR", **changed}))
