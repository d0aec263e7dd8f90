"""A region graph while it is read or written: nodes with a colour, edges, a few facts.

A node has its colour as `colour`, `fillcolor` or `color`, else it is what the node is drawn in. A
whole number is a name like any other. What only draws (yEd's `#FFCC00`, Gephi's red, green and
blue, a name of CSS) becomes a hex value, after its name if it has one.

The graph may have a `title` (or `name`), a `par` and a `final` colour. Directions of edges mean
nothing, and an edge that is given twice counts once.

networkx, which the tests use as a reference, gives nodes and edges no places for errors, passes
over yEd's colours, and takes 0.2 s and 20 MB to import.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from puzzles.core.errors import LevelError, Place
from puzzles.core.places import GivenPlaces
from puzzles.core.tables import Table, Values
from puzzles.grids.network import NetworkGrid
from puzzles.kami.rules.levels import DEFAULTS, MAX_CELLS, MAX_EDGES
from puzzles.kami.rules.model import KamiLevel, start

FACTS = {"title": "string", "par": "int", "final": "string"}  # about a graph, and their types
MAX_DEPTH = 50  # of what may stand inside something of its own kind
COLOUR = ("colour", "fillcolor", "color", "fill")
PARTS = ("r", "g", "b")
_READY = re.compile(r".*#[0-9a-fA-F]{6}", re.DOTALL)
_BYTES = re.compile(r"rgba?\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*(?:,[^,)]*)?\)")


@dataclass
class Sketch:
    """A graph while it is being read: what is known of it, and where that stands in the file.

    Nodes and edges are called by their IDs. In the level, nodes have their labels for names if each
    has one of its own.
    """

    file: str
    facts: Values = field(default_factory=dict)
    nodes: dict[str, str] = field(default_factory=dict)
    edges: list[list[str]] = field(default_factory=list)
    places: dict[tuple[str | int, ...], Place] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    node_places: dict[str, Place] = field(default_factory=dict)

    def fact(self, name: str, value: object, place: Place) -> None:
        """An attribute of the graph; those that say nothing about the puzzle are passed over."""
        key = {"name": "title"}.get(name, name)
        if key not in FACTS or (name == "name" and "title" in self.facts):
            return
        if isinstance(value, str):
            value = value.strip()
            if not value:
                return
            if key == "par" and value.isascii() and value.isdigit() and len(value) < 6:
                value = int(value)
        self.facts[key] = value
        self.places[key,] = place

    def node(self, name: str, attributes: Mapping[str, object], place: Place) -> None:
        if name in self.nodes:
            raise LevelError(place, f"node {name} is given twice")
        if len(self.nodes) == MAX_CELLS:
            raise LevelError(place, f"more than {MAX_CELLS:,} nodes")
        colour = colour_of(attributes)
        if not colour:
            raise LevelError(place, f"node {name} has no colour; give it one as `colour`")
        self.nodes[name] = colour
        self.labels[name] = str(attributes.get("label") or attributes.get("name") or "")
        self.node_places[name] = place

    def edge(self, a: str, b: str, place: Place) -> None:
        if len(self.edges) == MAX_EDGES:
            raise LevelError(place, f"more than {MAX_EDGES:,} edges")
        self.places["edges", len(self.edges)] = place
        self.edges.append([a, b])

    @property
    def table(self) -> Table:
        """The graph as the level file it might have been."""
        names = self._names()
        for i, ends in enumerate(self.edges):
            for end in ends:
                if end not in names:
                    reason = f"edge {'-'.join(ends)}: there is no node {end}"
                    raise LevelError(self.places["edges", i], reason)
        nodes = {names[node]: colour for node, colour in self.nodes.items()}
        edges = [[names[a], names[b]] for a, b in self.edges]
        places = {("nodes", names[node]): place for node, place in self.node_places.items()}
        keys = {"puzzle": "kami", **self.facts, "nodes": nodes, "edges": edges}
        return Table(keys, GivenPlaces(self.file, self.places | places))

    def _names(self) -> dict[str, str]:
        """Return the name of each node in the level: a word, by its label or else by its ID."""
        for called in (self.labels, {node: node for node in self.nodes}):
            names = {node: "_".join(called[node].split()) for node in self.nodes}
            words = set(names.values())
            if len(words) == len(names) and all(word.isprintable() and word for word in words):
                return names
        return called


def sketch(level: KamiLevel) -> Sketch:
    """A level as a graph; of a board, the graph of its regions, each called by its first cell."""
    board = level.board
    inks = [f"{colour.name} {colour.hex}" for colour in board.palette]
    if isinstance(board.grid, NetworkGrid):
        graph, cells = board.grid.graph, list(range(board.grid.n))
    else:
        state = start(level)
        graph, regions = state.region_graph, state.region_of.tolist()
        cells = [regions.index(region) for region in range(graph.n)]
    names = [board.grid.name(cell) for cell in cells]
    drawn = Sketch("")
    drawn.facts["title"] = level.title
    if level.par is not None:
        drawn.facts["par"] = level.par
    if board.final is not None:
        drawn.facts["final"] = board.palette[board.final].name
    drawn.nodes = {name: inks[board.colours[cell]] for name, cell in zip(names, cells, strict=True)}
    drawn.edges = [[names[a], names[b]] for a, b in graph.edges.tolist()]
    return drawn


def colour_of(attributes: Mapping[str, object]) -> str:
    """A name, a hex value, or both, as in `Red #c0392f`; "" if the node has no colour."""
    for key in COLOUR:
        if text := _text(attributes.get(key)):
            return _look(text)
    parts = [_text(attributes.get(part)) for part in PARTS]
    return _look(f"rgb({','.join(parts)})") if all(parts) else ""


def _text(value: object) -> str:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    whole = isinstance(value, int) and not isinstance(value, bool)
    return str(value) if whole else value.strip() if isinstance(value, str) else ""


@lru_cache
def _look(text: str) -> str:
    """A colour as it can stand in a level; a name that says nothing to us is left as it is."""
    if _READY.fullmatch(text) or text.title() in DEFAULTS:
        return text
    if match := _BYTES.fullmatch(text):
        r, g, b = (min(255, int(part)) for part in match.groups())
        return f"#{r:02x}{g:02x}{b:02x}"
    from PIL import ImageColor  # slow to import, and seldom needed

    try:
        r, g, b, *_ = ImageColor.getrgb(text)
    except ValueError:
        return text
    look = f"#{r:02x}{g:02x}{b:02x}"
    return f"{text} {look}" if text.isalpha() else look
