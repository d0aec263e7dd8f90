"""Region graphs in GraphML. A document type is refused: entities are how XML goes off like a bomb.

Colours are `<data>` of nodes whose key is called `colour`; `title`, `par` and `final` are data of
the graph.
"""

from __future__ import annotations

import re
from html import escape
from xml.parsers import expat

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import MAX_DEPTH, Sketch, sketch
from puzzles.kami.model import KamiLevel

_XML = re.compile(r"\s*<(?:.{0,2000}?<)?(?:\w+:)?graphml\b", re.DOTALL)


def sniff(text: str) -> bool:
    return bool(_XML.match(text))


def read(file: str, text: str) -> Table:
    """The graph; LevelError at the element that is wrong."""
    reader = _Reader(file)
    try:
        # A carriage return is a line end to XML, but to nothing else that counts lines.
        reader.parser.Parse(text.replace("\r", " "), True)
    except expat.ExpatError as error:
        reason = f"XML: {expat.ErrorString(error.code)}"
        raise LevelError(reader.place(error.lineno, error.offset), reason) from None
    except UnicodeEncodeError:
        raise LevelError(Place(file), "XML: characters that are none") from None
    for place, name, attributes in reader.nodes:
        reader.graph.node(name, attributes, place)
    return reader.graph.table


class _Reader:
    """Listens to the parser; a node's data come after its tag, so nodes are kept to the end."""

    def __init__(self, file: str) -> None:
        self.graph = Sketch(file)
        self.nodes: list[tuple[Place, str, dict[str, str]]] = []
        self._key_names: dict[str, str] = {}
        self._open: list[str] = []
        self._data: tuple[str, Place] | None = None
        self._text: list[str] = []
        self.parser = expat.ParserCreate()
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text.append

    def place(self, line: int | None = None, column: int | None = None) -> Place:
        if line is None or column is None:
            line, column = self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber
        return Place(self.graph.file, line, column + 1)

    def _doctype(self, *_: object) -> None:
        raise LevelError(self.place(), "a document type is not taken from strangers")

    def _start(self, tag: str, given: dict[str, str]) -> None:
        tag, place = tag.rpartition(":")[2], self.place()
        self._open.append(tag)
        if len(self._open) > MAX_DEPTH:
            raise LevelError(place, "nested too deeply")
        if tag == "key":
            key = self._needed(given, tag, "id")
            self._key_names[key] = given.get("attr.name", key)
        elif tag == "node":
            self.nodes.append((place, self._needed(given, tag, "id"), {}))
        elif tag == "edge":
            a, b = (self._needed(given, tag, end) for end in ("source", "target"))
            self.graph.edge(a, b, place)
        elif tag == "hyperedge":
            raise LevelError(place, "an edge joins two nodes; this is a hyperedge")
        elif tag == "data":
            key = self._needed(given, tag, "key")
            self._data = (self._key_names.get(key, key), place)
            self._text.clear()

    def _needed(self, given: dict[str, str], tag: str, key: str) -> str:
        if key not in given:
            raise LevelError(self.place(), f"this {tag} has no {key}")
        return given[key]

    def _end(self, tag: str) -> None:
        self._open.pop()
        if tag.rpartition(":")[2] == "data" and self._data:
            (name, place), value = self._data, "".join(self._text).strip()
            self._data = None
            around = self._open[-1] if self._open else ""
            if around == "node" and self.nodes:
                self.nodes[-1][2][name.casefold()] = value
            elif around == "graph":
                self.graph.fact(name, value, place)
        self._text.clear()


def write(level: KamiLevel) -> str:
    graph = sketch(level)
    kinds = {"title": "string", "par": "int", "final": "string"}
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '  <key id="colour" for="node" attr.name="colour" attr.type="string"/>',
        *(f'  <key id="{key}" for="graph" attr.name="{key}" attr.type="{kinds[key]}"/>'
          for key in graph.facts),
        '  <graph edgedefault="undirected">',
        *(f'    <data key="{key}">{escape(str(value))}</data>'
          for key, value in graph.facts.items()),
        *(f'    <node id="{escape(name)}"><data key="colour">{escape(colour)}</data></node>'
          for name, colour in graph.nodes.items()),
        *(f'    <edge source="{escape(a)}" target="{escape(b)}"/>' for a, b in graph.edges),
        "  </graph>",
        "</graphml>",
    ]  # fmt: skip
    return "\n".join(lines) + "\n"


FORMAT = Format("graphml", "a region graph as GraphML", ".graphml", sniff, read, write)
