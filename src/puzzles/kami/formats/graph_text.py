"""Region graphs as people and programs write them down: DOT, GML, or a line a node.

    graph { 1 [color=red]; 2 [color=blue]; 1 -- 2 }
    graph [ node [ id 1 color "red" ] node [ id 2 color "blue" ] edge [ source 1 target 2 ] ]
    1 red: 2

A line is a node, its colour and those that it touches: `a (red): b, c`, `a [red] -> b c`. Of DOT
nodes, edges and their attributes are read, but no subgraphs; levels are written in it. GML is read
by networkx, where that is installed.
"""

import json
import re
from functools import partial
from itertools import pairwise

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.places import Places
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import Edge, Fact, Node, graph_of, table_of
from puzzles.kami.rules.model import KamiLevel

_GML = re.compile(r"(?:\s*+(?:#|Creator|Version|comment)[^\n]*+\n)*+\s*+graph\s*+\[")
_DOT = re.compile(r"\s*+(?:strict\s++)?(?:di)?graph\b[^\n{\[]*+\{", re.IGNORECASE)
_QUOTED = r'"(?:[^"\\]|\\.)*+"'
_ID = rf"(?:{_QUOTED}|[\w.]++)"
_STATEMENT = re.compile(
    rf"[\s;]*+(?!subgraph\b)(?:(?P<key>{_ID})\s*+=\s*+(?P<value>{_ID})|(?P<chain>{_ID}"
    rf"(?:\s*+-[->]\s*+{_ID})*+)\s*+(?:\[(?P<given>(?:[^\]\"]|{_QUOTED})*+)\])?)[\s;]*+"
)
_REMARK = re.compile(rf"{_QUOTED}|//[^\n]*|/\*.*?\*/|^#[^\n]*", re.DOTALL | re.MULTILINE)
_GIVEN = re.compile(rf"({_ID})\s*+=\s*+({_ID})")
_LINE = re.compile(
    r"[ \t]*+(\w++)(?:[ \t]*+[\[(:,]?[ \t]*+(\#?\w++)[ \t]*+[\])]?[ \t]*+(?:[:;|→]|-+>?)|[ \t]*+:)"
    r"[ \t]*+[\[({]?((?:[ \t,]*+\w++)*+)[\])}]?[ \t,]*"
)


def sniff(text: str) -> bool:
    lines = [_LINE.fullmatch(line) for line in text.split("\n") if line.strip()]
    in_lines = len(lines) > 1 and all(lines) and any(line and line[2] for line in lines)
    return in_lines or bool(_DOT.match(_bare(text)) or _GML.match(text))


def _bare(text: str) -> str:
    """A text of DOT, with blanks for its remarks."""
    return _REMARK.sub(lambda it: it[0] if it[0][0] == '"' else re.sub(".", " ", it[0]), text)


def read(file: str, text: str) -> Table:
    """Return the graph; LevelError at the line or the statement that is wrong."""
    if _GML.match(text):
        return _gml(file, text)
    start = _DOT.match(bare := _bare(text))
    if start:
        return _dot(file, bare, start.end())
    nodes: list[Node] = []
    edges: list[Edge] = []
    for number, line in enumerate(text.split("\n"), 1):
        place, found = Place(file, number), _LINE.fullmatch(line)
        if found:
            nodes.append((found[1], {"colour": found[2] or ""}, place))
            edges += [(found[1], near, place) for near in re.findall(r"\w+", found[3])]
        elif line.strip():
            raise LevelError(place, "a node, its colour and its neighbours are a line: 1 red: 2 3")
    return table_of(file, [], nodes, edges)


def _dot(file: str, text: str, at: int) -> Table:
    nodes: dict[str, Node] = {}
    facts: list[Fact] = []
    edges: list[Edge] = []
    places, defaults = Places(file, {}, text), dict[str, object]()
    end = text.rstrip(" \n\t;")
    if not end.endswith("}"):
        raise LevelError(places.offset(len(end)), "the graph has no end")
    end = end[:-1].rstrip()
    while at < len(end):
        found, place = _STATEMENT.match(end, at), places.offset(at)
        if not found:
            raise LevelError(place, "here should be a node or an edge; subgraphs are not read")
        at = found.end()
        given = {_plain(key): _plain(word) for key, word in _GIVEN.findall(found["given"] or "")}
        chain = [_plain(name) for name in re.findall(_ID, found["chain"] or "")]
        if found["key"]:
            facts.append((_plain(found["key"]), _plain(found["value"]), place))
        elif found["chain"] == "node":
            defaults |= given
        elif found["chain"] == "graph":
            facts += [(*pair, place) for pair in given.items()]
        elif found["chain"] != "edge":
            for name in chain:
                _, known, first = nodes.get(name, (name, defaults, place))
                nodes[name] = (name, {**known, **(given if len(chain) == 1 else {})}, first)
            edges += [(a, b, place) for a, b in pairwise(chain)]
    return table_of(file, facts, nodes.values(), edges)


def _gml(file: str, text: str) -> Table:
    place = Place(file)
    try:
        import networkx  # type: ignore[import-untyped]

        graph = networkx.parse_gml(text, label="id")
    except ImportError:
        reason = "GML is read where networkx is installed (pip install networkx)"
        raise LevelError(place, reason) from None
    except (networkx.NetworkXError, RecursionError, ValueError) as error:
        raise LevelError(place, f"GML: {error}") from None
    facts = [(str(key), value, place) for key, value in graph.graph.items()]
    nodes = (  # Gephi and yEd say in `graphics` how a node is drawn
        (str(node), {**graphics, **given}, place)
        for node, given in graph.nodes(data=True)
        if isinstance(graphics := given.get("graphics", {}), dict)
    )
    return table_of(file, facts, nodes, ((str(a), str(b), place) for a, b in graph.edges()))


def _plain(word: str) -> str:
    return re.sub(r"\\(.)", r"\1", word[1:-1]) if word[0] == '"' else word


def write(level: KamiLevel) -> str:
    facts, nodes, edges = graph_of(level)
    quoted = partial(json.dumps, ensure_ascii=False)
    lines = [f"  {key} = {quoted(str(value))};" for key, value in facts.items()]
    lines += [f"  {quoted(name)} [colour = {quoted(ink)}];" for name, ink in nodes.items()]
    lines += [f"  {quoted(a)} -- {quoted(b)};" for a, b in edges]
    return "\n".join(["graph {", *lines, "}", ""])


FORMAT = Format(
    "graph-text", "a region graph in DOT", ".dot", sniff, read, write, example="1 red: 2 3"
)
