"""Region graphs in GEXF, Gephi's own format (gexf.net).

A node's colour is an attribute called so, or what it is drawn in, `<viz:color r="…" g="…" b="…"/>`
or `hex` since version 1.3. Attributes of nodes may have a `<default>`. The title is that of
`<meta>`, or the name of the graph; there is no room for more about it.
"""

from __future__ import annotations

from html import escape

from puzzles.core.errors import UsageError
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.elements import Element, ended, looks_like
from puzzles.kami.formats.graphs import Sketch, sketch
from puzzles.kami.rules.model import KamiLevel


def sniff(text: str) -> bool:
    return looks_like("gexf", text)


def read(file: str, text: str) -> Table:
    """The graph; LevelError at the element that is wrong."""
    graph = Sketch(file)
    names: dict[str, str] = {}  # of attributes, by their numbers
    defaults: dict[str, str] = {}
    nodes: list[Element] = []
    for element in ended(file, text):
        given, around = element.given, element.around
        match element.tag, element.where:
            case "title", "meta":
                graph.fact("title", element.text, element.place)
            case "graph", _:
                graph.fact("name", given.get("name", ""), element.place)
            case "default", "attribute" if around:
                around.found["default"] = element.text
            case "attribute", _ if around and around.given.get("class", "node") == "node":
                names[element.needed("id")] = name = given.get("title", "").casefold()
                if (value := element.found.get("default")) is not None:
                    defaults[name] = value
            case "attvalue", "attvalues" if around and around.around:
                key = given.get("for") or element.needed("id")
                around.around.found[names.get(key, key)] = element.needed("value")
            case "color", "node" if around:
                drawn = (
                    {"fill": given["hex"]}
                    if "hex" in given
                    else {part: given.get(part, "") for part in "rgb"}
                )
                around.found.update(drawn)
            case "node", _:
                element.needed("id")
                nodes.append(element)
            case "edge", _:
                ends = element.needed("source"), element.needed("target")
                graph.edge(*ends, element.place)
    for node in nodes:
        label = {"label": node.given.get("label", "")}
        graph.node(node.given["id"], defaults | label | node.found, node.place)
    return graph.table


def write(level: KamiLevel) -> str:
    graph = sketch(level)
    if "final" in graph.facts:
        raise UsageError("GEXF cannot demand a final colour")
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<gexf xmlns="http://gexf.net/1.3" xmlns:viz="http://gexf.net/1.3/viz" version="1.3">',
        f"  <meta><title>{escape(level.title)}</title></meta>",
        '  <graph defaultedgetype="undirected">',
        '    <attributes class="node">',
        '      <attribute id="0" title="colour" type="string"/>',
        "    </attributes>",
        "    <nodes>",
        *(_node(name, colour) for name, colour in graph.nodes.items()),
        "    </nodes>",
        "    <edges>",
        *(
            f'      <edge id="{i}" source="{escape(a)}" target="{escape(b)}"/>'
            for i, (a, b) in enumerate(graph.edges)
        ),
        "    </edges>",
        "  </graph>",
        "</gexf>",
    ]
    return "\n".join(lines) + "\n"


def _node(name: str, colour: str) -> str:
    r, g, b = bytes.fromhex(colour[-6:])
    return (
        f'      <node id="{escape(name)}" label="{escape(name)}">'
        f'<attvalues><attvalue for="0" value="{escape(colour)}"/></attvalues>'
        f'<viz:color r="{r}" g="{g}" b="{b}"/></node>'
    )


FORMAT = Format("gexf", "a region graph as GEXF", ".gexf", sniff, read, write)
