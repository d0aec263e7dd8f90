"""A region graph as it is read or written: nodes with a colour, edges, a few facts.

A node has its colour as `colour`, `fillcolor` or `color`, else it is what the node is drawn in. A
whole number is a name like any other. What only draws (yEd's `#FFCC00`, Gephi's red, green and
blue, a name of CSS) becomes a hex value, after its name if it has one.

The graph may have a `title` (or `name`), a `par` and a `final` colour. Directions of edges mean
nothing, and an edge that is given twice counts once.

networkx, which the tests use as a reference, gives nodes and edges no places for errors, passes
over yEd's colours, and takes 0.2 s and 20 MB to import.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from puzzles.core.errors import LevelError, Place
from puzzles.core.places import Places
from puzzles.core.tables import Table, Values
from puzzles.grids.network import NetworkGrid
from puzzles.kami.rules.levels import DEFAULTS
from puzzles.kami.rules.model import KamiLevel, start

FACTS = {"title": "string", "par": "int", "final": "string"}  # about a graph, and their types
COLOUR = ("colour", "fillcolor", "color", "fill")
_READY = re.compile(r".*#[0-9a-fA-F]{6}", re.DOTALL)
_BYTES = re.compile(r"rgba?(\((?:\s*\d{1,3}\s*,){2}\s*\d{1,3}\b)[^)]*\)")  # perhaps see-through

# Each with its place in the file.
Fact = tuple[str, object, Place]  # an attribute of the graph
Node = tuple[str, Mapping[str, object], Place]  # its ID and its attributes
Edge = tuple[str, str, Place]  # the IDs of two nodes


def table_of(
    file: str, facts: Iterable[Fact], nodes: Iterable[Node], edges: Iterable[Edge]
) -> Table:
    """Return a graph as the keys of a level file. Nodes have their labels for names if each has one
    of its own. Attributes that say nothing about the puzzle are passed over."""
    keys: Values = {"puzzle": "kami"}
    places: dict[tuple[str | int, ...], Place] = {}
    for name, value, place in facts:
        key = "title" if name == "name" and "title" not in keys else name
        value = value.strip() if isinstance(value, str) else value
        if key == "par" and isinstance(value, str) and re.fullmatch("[0-9]{1,5}", value):
            value = int(value)
        if key in FACTS and value != "":
            keys[key], places[key,] = value, place
    given: dict[str, tuple[Mapping[str, object], Place]] = {}
    for node, attributes, place in nodes:
        if node in given:
            raise LevelError(place, f"node {node} is given twice")
        if not colour_of(attributes):
            raise LevelError(place, f"node {node} has no colour; give it one as `colour`")
        given[node] = attributes, place
    names = _names({node: attributes for node, (attributes, _) in given.items()})
    keys["nodes"] = {names[node]: colour_of(attributes) for node, (attributes, _) in given.items()}
    places |= {("nodes", names[node]): place for node, (_, place) in given.items()}
    keys["edges"] = []
    for a, b, place in edges:
        for end in (a, b):
            if end not in names:
                raise LevelError(place, f"edge {a}-{b}: there is no node {end}")
        places["edges", len(keys["edges"])] = place
        keys["edges"].append([names[a], names[b]])
    return Table(keys, Places(file, places))


def _names(nodes: Mapping[str, Mapping[str, object]]) -> dict[str, str]:
    """Return the name of each node in the level: a word, by its label or else by its ID."""
    labels = {node: str(of.get("label") or of.get("name") or "") for node, of in nodes.items()}
    for called in (labels, {node: node for node in nodes}):
        names = {node: "_".join(called[node].split()) for node in nodes}
        words = set(names.values())
        if len(words) == len(names) and all(word.isprintable() and word for word in words):
            return names
    return called


def graph_of(level: KamiLevel) -> tuple[Values, dict[str, str], list[list[str]]]:
    """Return a level as a graph: facts, the colour of each node, edges. A board becomes the graph
    of its regions, each called by its first cell."""
    board = level.board
    if isinstance(board.grid, NetworkGrid):
        graph, cells = board.grid.graph, list(range(board.grid.n))
    else:
        state = start(level)
        graph, cells = state.region_graph, state.region_cell.tolist()
    names = [board.grid.name(cell) for cell in cells]
    inks = [f"{colour.name} {colour.look}" for colour in board.palette]
    facts: Values = {"title": level.title}
    if level.par is not None:
        facts["par"] = level.par
    if board.final is not None:
        known = board.final in board.colours  # else a node says how the colour looks
        facts["final"] = board.palette[board.final].name if known else inks[board.final]
    nodes = {name: inks[board.colours[cell]] for name, cell in zip(names, cells, strict=True)}
    return facts, nodes, [[names[a], names[b]] for a, b in graph.edges.tolist()]


def colour_of(attributes: Mapping[str, object]) -> str:
    """A name, a hex value, or both, as in `Red #c0392f`; "" if the node has no colour."""
    for key in COLOUR:
        if text := _text(attributes.get(key)):
            return _look(text)
    parts = [_text(attributes.get(part)) for part in "rgb"]
    return _look(f"rgb({','.join(parts)})") if all(parts) else ""


def _text(value: object) -> str:
    value = int(value) if isinstance(value, float) and value.is_integer() else value
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole else value.strip() if isinstance(value, str) else ""


@lru_cache
def _look(text: str) -> str:
    """A colour as it can stand in a level; a name that says nothing to us is left as it is."""
    if _READY.fullmatch(text) or text.title() in DEFAULTS:
        return text
    from PIL import ImageColor  # slow to import, and seldom needed

    try:
        r, g, b, *_ = ImageColor.getrgb(_BYTES.sub(r"rgb\1)", text))
    except ValueError:
        return text
    look = f"#{min(r, 255):02x}{min(g, 255):02x}{min(b, 255):02x}"
    return f"{text} {look}" if text.isalpha() else look
