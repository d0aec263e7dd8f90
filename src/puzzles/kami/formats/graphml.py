"""Region graphs in GraphML, as networkx and Gephi write it, and with yEd's drawings.

Attributes of nodes are `<data>`, whose keys may have a `<default>`. Gephi's colours are data called
`r`, `g` and `b`. yEd draws a node in data of its own, where `<y:Fill color="…">` is its colour and
`<y:NodeLabel>` its label; its groups and folders are drawn around nodes, and are none themselves.
`title`, `par` and `final` are data of the graph.
"""

from __future__ import annotations

from html import escape

from puzzles.core.errors import LevelError
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.elements import Element, looks_like, parse
from puzzles.kami.formats.graphs import FACTS, Sketch, sketch
from puzzles.kami.rules.model import KamiLevel


def sniff(text: str) -> bool:
    return looks_like("graphml", text)


def read(file: str, text: str) -> Table:
    """The graph; LevelError at the element that is wrong."""
    graph = Sketch(file)
    names: dict[str, str] = {}  # of attributes, by their keys
    defaults: dict[str, str] = {}
    nodes: list[Element] = []

    def ended(element: Element) -> None:
        match element.tag:
            case "default" if element.where == "key" and element.around:
                element.around.found["default"] = element.text
            case "key":
                key, owner = element.needed("id"), element.given.get("for", "all")
                names[key] = name = element.given.get("attr.name", key)
                if (value := element.found.get("default")) is None:
                    return
                if owner in ("node", "all"):
                    defaults[name.casefold()] = value
                if owner in ("graph", "all"):
                    graph.fact(name, value, element.place)
            case "data":
                key = element.needed("key")
                if element.where == "node" and element.around:
                    element.around.found[names.get(key, key).casefold()] = element.text
                elif element.where == "graph":
                    graph.fact(names.get(key, key), element.text, element.place)
            case "Fill" if "color" in element.given and element.given.get("hasColor") != "false":
                if node := element.inside("node"):
                    node.found.setdefault("fill", element.given["color"])
            case "NodeLabel":
                if node := element.inside("node"):
                    node.found.setdefault("label", element.text)
            case "node":
                element.needed("id")
                if "yfiles.foldertype" not in element.given:
                    nodes.append(element)
            case "edge":
                ends = element.needed("source"), element.needed("target")
                graph.edge(*ends, element.place)
            case "hyperedge":
                raise LevelError(element.place, "an edge joins two nodes; this is a hyperedge")

    parse(file, text, ended)
    for node in nodes:
        graph.node(node.given["id"], defaults | node.found, node.place)
    return graph.table


def write(level: KamiLevel) -> str:
    graph = sketch(level)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '  <key id="colour" for="node" attr.name="colour" attr.type="string"/>',
        *(
            f'  <key id="{key}" for="graph" attr.name="{key}" attr.type="{FACTS[key]}"/>'
            for key in graph.facts
        ),
        '  <graph edgedefault="undirected">',
        *(
            f'    <data key="{key}">{escape(str(value))}</data>'
            for key, value in graph.facts.items()
        ),
        *(
            f'    <node id="{escape(name)}"><data key="colour">{escape(colour)}</data></node>'
            for name, colour in graph.nodes.items()
        ),
        *(f'    <edge source="{escape(a)}" target="{escape(b)}"/>' for a, b in graph.edges),
        "  </graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


FORMAT = Format("graphml", "a region graph as GraphML", ".graphml", sniff, read, write)
