"""Region graphs in GraphML, as networkx and Gephi write it, and with yEd's drawings.

Attributes of nodes are `<data>`, whose keys may have a `<default>`. Gephi's colours are data called
`r`, `g` and `b`. yEd draws a node in data of its own, where `<y:Fill color="…">` is its colour and
`<y:NodeLabel>` its label; its groups and folders are drawn around nodes, and are none themselves.
`title`, `par` and `final` are data of the graph.

XML is read element by element, as they end: nothing is kept but the elements that are still open,
so a large file takes no more memory than a deep one. A document type is refused: entities are how
XML goes off like a bomb.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from html import escape
from itertools import count
from xml.parsers import expat

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import FACTS, MAX_DEPTH, Sketch, sketch
from puzzles.kami.rules.model import KamiLevel

MAX_ELEMENTS = 400_000  # more than a graph can need in a file
_ROOT = re.compile(r"\s*<(?:.{0,2000}?<)?(?:\w+:)?graphml\b", re.DOTALL)


@dataclass(slots=True)
class _Element:
    """An element: its tag without a prefix, its attributes, its own text, and the elements around
    it, outermost first. `found` is what elements inside say."""

    tag: str
    given: dict[str, str]
    place: Place
    around: tuple[_Element, ...]
    found: dict[str, str] = field(default_factory=dict)
    text: str = ""

    def needed(self, key: str) -> str:
        """Return the value of an attribute; LevelError if it is not given."""
        if key not in self.given:
            raise LevelError(self.place, f"this {self.tag} has no {key}")
        return self.given[key]


def sniff(text: str) -> bool:
    return bool(_ROOT.match(text))


def read(file: str, text: str) -> Table:
    """Return the graph; LevelError at the element that is wrong."""
    graph = Sketch(file)
    names: dict[str, str] = {}  # of attributes, by their keys
    defaults: dict[str, str] = {}
    nodes: list[_Element] = []

    def ended(element: _Element) -> None:
        given, place, words = element.given, element.place, element.text.strip()
        outer = element.around[-1] if element.around else element
        node = next((e for e in reversed(element.around) if e.tag == "node"), None)
        match element.tag:
            case "default" if outer.tag == "key":
                outer.found["default"] = words
            case "key":
                key, owner = element.needed("id"), given.get("for", "all")
                names[key] = name = given.get("attr.name", key)
                if (value := element.found.get("default")) is None:
                    return
                if owner in ("node", "all"):
                    defaults[name.casefold()] = value
                if owner in ("graph", "all"):
                    graph.fact(name, value, place)
            case "data":
                name = names.get(element.needed("key"), given["key"])
                if outer.tag == "node":
                    outer.found[name.casefold()] = words
                elif outer.tag == "graph":
                    graph.fact(name, words, place)
            case "Fill" if node and "color" in given and given.get("hasColor") != "false":
                node.found.setdefault("fill", given["color"])
            case "NodeLabel" if node:
                node.found.setdefault("label", words)
            case "node":
                element.needed("id")
                if "yfiles.foldertype" not in given:
                    nodes.append(element)
            case "edge":
                graph.edge(element.needed("source"), element.needed("target"), place)
            case "hyperedge":
                raise LevelError(place, "an edge joins two nodes; this is a hyperedge")

    _parse(file, text, ended)
    for node in nodes:
        graph.node(node.given["id"], defaults | node.found, node.place)
    return graph.table


def _parse(file: str, text: str, ended: Callable[[_Element], None]) -> None:
    """Call `ended` with the elements of an XML document, those inside another before it; LevelError
    at what is wrong."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    around: list[_Element] = []
    numbers = count(1)

    def place() -> Place:
        return Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def doctype(*_: object) -> None:
        raise LevelError(place(), "a document type is not taken from strangers")

    def start(tag: str, given: dict[str, str]) -> None:
        around.append(_Element(tag.rpartition(":")[2], given, place(), tuple(around)))
        if next(numbers) > MAX_ELEMENTS:
            raise LevelError(place(), f"more than {MAX_ELEMENTS:,} elements of XML")
        if len(around) > MAX_DEPTH:
            raise LevelError(place(), "nested too deeply")

    def characters(text: str) -> None:
        around[-1].text += text

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    parser.CharacterDataHandler = characters
    parser.EndElementHandler = lambda tag: ended(around.pop())
    try:
        # A carriage return is a line end to XML, but to nothing else that counts lines.
        parser.Parse(text.replace("\r", " ").encode(), True)
    except UnicodeEncodeError:
        raise LevelError(Place(file), "XML: characters that are none") from None
    except expat.ExpatError as error:
        at = Place(file, error.lineno, error.offset + 1)
        raise LevelError(at, f"XML: {expat.ErrorString(error.code)}") from None


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
