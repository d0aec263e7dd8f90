"""What the formats for region graphs share: nodes with a colour, edges between them, a few facts.

The attribute `colour` (or `color`, or `fillcolor`) of a node is a name, a look, or both, as in
`Red #c0392f`. The graph may have a `title` (or `name`), a `par` and a `final` colour. Directions of
edges mean nothing, and an edge that is given twice counts once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from puzzles.core.errors import LevelError, Place
from puzzles.core.places import GivenPlaces
from puzzles.core.tables import Table
from puzzles.grids.network import NetworkGrid
from puzzles.kami.levels import MAX_CELLS, MAX_EDGES
from puzzles.kami.model import KamiLevel, start

COLOUR = ("colour", "color", "fillcolor")
MAX_DEPTH = 50  # of what may stand inside something of its own kind


@dataclass
class Sketch:
    """A graph while it is being read: what is known of it, and where that stands in the file."""

    file: str
    facts: dict[str, Any] = field(default_factory=dict)
    nodes: dict[str, str] = field(default_factory=dict)
    edges: list[list[str]] = field(default_factory=list)
    places: dict[tuple[str | int, ...], Place] = field(default_factory=dict)

    def fact(self, name: str, value: Any, place: Place) -> None:
        """An attribute of the graph; those that say nothing about the puzzle are passed over."""
        key = {"name": "title"}.get(name, name)
        if key not in ("title", "par", "final") or (name == "name" and "title" in self.facts):
            return
        if isinstance(value, str):
            value = value.strip()
            if not value:
                return
            if key == "par" and value.isascii() and value.isdigit() and len(value) < 6:
                value = int(value)
        self.facts[key] = value
        self.places[key,] = place

    def node(self, name: str, attributes: Mapping[str, Any], place: Place) -> None:
        if name in self.nodes:
            raise LevelError(place, f"node {name} is given twice")
        if len(self.nodes) == MAX_CELLS:
            raise LevelError(place, f"more than {MAX_CELLS:,} nodes")
        colour = next((attributes[key] for key in COLOUR if attributes.get(key)), None)
        if not isinstance(colour, str) or not colour.strip():
            raise LevelError(place, f"node {name} has no colour; give it one as `colour`")
        self.nodes[name] = colour
        self.places["nodes", name] = place

    def edge(self, a: str, b: str, place: Place) -> None:
        if len(self.edges) == MAX_EDGES:
            raise LevelError(place, f"more than {MAX_EDGES:,} edges")
        self.places["edges", len(self.edges)] = place
        self.edges.append([a, b])

    @property
    def table(self) -> Table:
        """The graph as the level file it might have been."""
        keys = {"puzzle": "kami", **self.facts, "nodes": self.nodes, "edges": self.edges}
        return Table(keys, GivenPlaces(self.file, self.places))


def sketch(level: KamiLevel) -> Sketch:
    """A level as a graph; of a board, the graph of its regions, each called by its first cell."""
    board = level.board
    colour_of = [f"{colour.name} {colour.hex}" for colour in board.palette]
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
    drawn.nodes = {name: colour_of[board.colours[cell]]
                   for name, cell in zip(names, cells, strict=True)}  # fmt: skip
    drawn.edges = [[names[a], names[b]] for a, b in graph.edges.tolist()]
    return drawn
