"""Region graphs in GraphML, as networkx and Gephi write it, and with yEd's drawings.

Attributes of nodes are `<data>`, whose keys may have a `<default>`. Gephi's colours are data called
`r`, `g` and `b`. yEd draws a node in data of its own, where `<y:Fill color="…">` is its colour and
`<y:NodeLabel>` its label; its groups and folders are drawn around nodes, and are none themselves.
`title`, `par` and `final` are data of the graph.

The standard library's trees do not know where their elements stand, so that is noted beside them. A
document type is refused: entities are how XML goes off like a bomb.
"""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element, SubElement, TreeBuilder, indent, tostring
from xml.parsers import expat

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import FACTS, Fact, graph_of, table_of
from puzzles.kami.rules.model import KamiLevel

_ROOT = re.compile(r"\s*<(?:.{0,2000}?<)?(?:\w+:)?graphml\b", re.DOTALL)
Places = dict[Element, Place]


def read(file: str, text: str) -> Table:
    """Return the graph; LevelError at the element that is wrong."""
    root, places = _parse(file, text)
    names: dict[str, str] = {}  # of attributes, by their keys
    defaults: dict[str, str] = {}
    facts: list[Fact] = []

    def needed(element: Element, key: str) -> str:
        if key not in element.attrib:
            raise LevelError(places[element], f"this {element.tag} has no {key}")
        return element.attrib[key]

    def data(owner: Element) -> Iterator[Fact]:
        for datum in owner.iterfind("data"):
            key = needed(datum, "key")
            yield names.get(key, key), datum.text or "", places[datum]

    def attributes(node: Element) -> dict[str, str]:
        found = {name.casefold(): str(value).strip() for name, value, _ in data(node)}
        for fill in node.iterfind("data//Fill[@color]"):  # not what is inside a group
            if fill.get("hasColor") != "false":
                found.setdefault("fill", fill.attrib["color"])
        for label in node.iterfind("data//NodeLabel"):
            found.setdefault("label", (label.text or "").strip())
        return defaults | found

    for key in root.iter("key"):
        number = needed(key, "id")
        name = names[number] = key.get("attr.name", number)
        owner = key.get("for", "all")
        for default in key.iter("default"):
            if owner in ("node", "all"):
                defaults[name.casefold()] = (default.text or "").strip()
            if owner in ("graph", "all"):
                facts.append((name, default.text or "", places[key]))
    for graph in root.iter("graph"):
        facts += data(graph)
    for element in root.iter("hyperedge"):
        raise LevelError(places[element], "an edge joins two nodes; this is a hyperedge")
    nodes = (
        (needed(node, "id"), attributes(node), places[node])
        for node in root.iter("node")
        if "yfiles.foldertype" not in node.attrib
    )
    edges = ((needed(it, "source"), needed(it, "target"), places[it]) for it in root.iter("edge"))
    return table_of(file, facts, nodes, edges)


def _parse(file: str, text: str) -> tuple[Element, Places]:
    """Return the root of an XML document, its tags without prefixes, and where each element stands;
    LevelError at what is wrong."""
    parser, tree, places = expat.ParserCreate("utf-8"), TreeBuilder(), Places()
    around: list[str] = []  # tags of elements

    def place() -> Place:
        return Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def doctype(*_: object) -> None:
        raise LevelError(place(), "a document type is not taken from strangers")

    def start(tag: str, given: dict[str, str]) -> None:
        around.append(tag.rpartition(":")[2])
        places[tree.start(around[-1], given)] = place()

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _tag: tree.end(around.pop())
    parser.CharacterDataHandler = tree.data
    try:
        # A carriage return is a line end to XML, but to nothing else that counts lines.
        parser.Parse(text.replace("\r", " ").encode(), True)
    except expat.ExpatError as error:
        at = Place(file, error.lineno, error.offset + 1)
        raise LevelError(at, f"XML: {expat.ErrorString(error.code)}") from None
    return tree.close(), places


def write(level: KamiLevel) -> str:
    facts, nodes, edges = graph_of(level)
    root = Element("graphml", xmlns="http://graphml.graphdrawing.org/xmlns")
    for key, kind in {"colour": "string", **{key: FACTS[key] for key in facts}}.items():
        owner = "graph" if key in facts else "node"
        SubElement(root, "key", {"id": key, "for": owner, "attr.name": key, "attr.type": kind})
    graph = SubElement(root, "graph", edgedefault="undirected")
    for key, value in facts.items():
        SubElement(graph, "data", key=key).text = str(value)
    for name, colour in nodes.items():
        SubElement(SubElement(graph, "node", id=name), "data", key="colour").text = colour
    for a, b in edges:
        SubElement(graph, "edge", source=a, target=b)
    indent(root)
    return f"{tostring(root, 'UTF-8', xml_declaration=True).decode()}\n"


FORMAT = Format("graphml", "a region graph as GraphML", ".graphml", _ROOT.match, read, write)
