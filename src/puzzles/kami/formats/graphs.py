"""A region graph while it is read or written: nodes with a colour, edges, a few facts.

`looks` finds the colour of a node. The graph may have a `title` (or `name`), a `par` and a
`final` colour. Directions of edges mean nothing, and an edge that is given twice counts once.

networkx, which the tests use as a reference, gives nodes and edges no places for errors, passes
over yEd's colours, and takes 0.2 s and 20 MB to import.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from puzzles.core.errors import LevelError, Place
from puzzles.core.places import GivenPlaces
from puzzles.core.tables import Table, Values
from puzzles.grids.network import NetworkGrid
from puzzles.kami.formats.looks import colour_of
from puzzles.kami.rules.levels import MAX_CELLS, MAX_EDGES
from puzzles.kami.rules.model import KamiLevel, start

FACTS = {"title": "string", "par": "int", "final": "string"}  # about a graph, and their types
MAX_DEPTH = 50  # of what may stand inside something of its own kind


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
