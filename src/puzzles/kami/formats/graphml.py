"""Region graphs in GraphML, as networkx and Gephi write it, and with yEd's drawings.

Attributes of nodes are `<data>`, whose keys may have a `<default>`. Gephi's colours are data called
`r`, `g` and `b`. yEd draws a node in data of its own, where `<y:Fill color="…">` is its colour and
`<y:NodeLabel>` its label; its groups and folders are drawn around nodes, and are none themselves.
`title`, `par` and `final` are data of the graph.

The standard library's trees do not know where their elements stand, so this makes its own. A
document type is refused: entities are how XML goes off like a bomb.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from xml.parsers import expat

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import FACTS, Fact, graph_of, table_of
from puzzles.kami.rules.model import KamiLevel

MAX_DEPTH = 50  # of elements
_ROOT = re.compile(r"\s*<(?:.{0,2000}?<)?(?:\w+:)?graphml\b", re.DOTALL)


@dataclass(slots=True)
class _Element:
    """An element: its tag without a prefix, its attributes, its own text, what is in it."""

    tag: str
    given: dict[str, str]
    place: Place
    inner: "list[_Element]" = field(default_factory=list)
    text: str = ""

    def needed(self, key: str) -> str:
        """Return the value of an attribute; LevelError if it is not given."""
        if key not in self.given:
            raise LevelError(self.place, f"this {self.tag} has no {key}")
        return self.given[key]

    def all(self, tag: str, beyond: str = "") -> "Iterator[_Element]":
        """Yield the elements of this kind inside, but not those inside one that is `beyond`."""
        for element in self.inner:
            if element.tag == tag:
                yield element
            if element.tag != beyond:
                yield from element.all(tag, beyond)


def sniff(text: str) -> bool:
    return bool(_ROOT.match(text))


def read(file: str, text: str) -> Table:
    """Return the graph; LevelError at the element that is wrong."""
    root = _parse(file, text)
    names: dict[str, str] = {}  # of attributes, by their keys
    defaults: dict[str, str] = {}
    facts: list[Fact] = []
    for key in root.all("key"):
        name = key.given.get("attr.name", key.needed("id"))
        names[key.given["id"]] = name
        owner = key.given.get("for", "all")
        for default in key.all("default"):
            if owner in ("node", "all"):
                defaults[name.casefold()] = default.text.strip()
            if owner in ("graph", "all"):
                facts.append((name, default.text, key.place))
    for graph in root.all("graph"):
        facts += [(name, data.text, data.place) for name, data in _data(graph, names)]
    for element in root.all("hyperedge"):
        raise LevelError(element.place, "an edge joins two nodes; this is a hyperedge")
    nodes = (
        (node.needed("id"), defaults | _attributes(node, names), node.place)
        for node in root.all("node")
        if "yfiles.foldertype" not in node.given
    )
    edges = (
        (edge.needed("source"), edge.needed("target"), edge.place) for edge in root.all("edge")
    )
    return table_of(file, facts, nodes, edges)


def _data(owner: _Element, names: dict[str, str]) -> Iterator[tuple[str, _Element]]:
    """Yield the data of a node or a graph, each with its name."""
    for element in owner.inner:
        if element.tag == "data":
            key = element.needed("key")
            yield names.get(key, key), element


def _attributes(node: _Element, names: dict[str, str]) -> dict[str, str]:
    found = {name.casefold(): data.text.strip() for name, data in _data(node, names)}
    for fill in node.all("Fill", beyond="node"):
        if "color" in fill.given and fill.given.get("hasColor") != "false":
            found.setdefault("fill", fill.given["color"])
    for label in node.all("NodeLabel", beyond="node"):
        found.setdefault("label", label.text.strip())
    return found


def _parse(file: str, text: str) -> _Element:
    """Return an element around an XML document; LevelError at what is wrong."""
    if not text.lstrip().startswith("<"):
        raise LevelError(Place(file), "XML: this begins with no element")
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    around = [_Element("", {}, Place(file))]

    def place() -> Place:
        return Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def doctype(*_: object) -> None:
        raise LevelError(place(), "a document type is not taken from strangers")

    def start(tag: str, given: dict[str, str]) -> None:
        if len(around) > MAX_DEPTH:
            raise LevelError(place(), "nested too deeply")
        element = _Element(tag.rpartition(":")[2], given, place())
        around[-1].inner.append(element)
        around.append(element)

    def characters(text: str) -> None:
        around[-1].text += text

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    parser.CharacterDataHandler = characters
    parser.EndElementHandler = lambda _tag: around.pop()
    try:
        # A carriage return is a line end to XML, but to nothing else that counts lines.
        parser.Parse(text.replace("\r", " ").encode(), True)
    except UnicodeEncodeError:
        raise LevelError(Place(file), "XML: characters that are none") from None
    except expat.ExpatError as error:
        at = Place(file, error.lineno, error.offset + 1)
        raise LevelError(at, f"XML: {expat.ErrorString(error.code)}") from None
    return around[0]


def write(level: KamiLevel) -> str:
    facts, nodes, edges = graph_of(level)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">',
        '  <key id="colour" for="node" attr.name="colour" attr.type="string"/>',
        *(
            f'  <key id="{key}" for="graph" attr.name="{key}" attr.type="{FACTS[key]}"/>'
            for key in facts
        ),
        '  <graph edgedefault="undirected">',
        *(f'    <data key="{key}">{escape(str(value))}</data>' for key, value in facts.items()),
        *(
            f'    <node id="{escape(name)}"><data key="colour">{escape(colour)}</data></node>'
            for name, colour in nodes.items()
        ),
        *(f'    <edge source="{escape(a)}" target="{escape(b)}"/>' for a, b in edges),
        "  </graph>",
        "</graphml>",
    ]
    return "\n".join(lines) + "\n"


FORMAT = Format("graphml", "a region graph as GraphML", ".graphml", sniff, read, write)
