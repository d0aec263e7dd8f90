"""Region graphs in the node-link JSON that networkx and D3 use.

    {"graph": {"par": 3}, "nodes": [{"id": 1, "colour": "Red"}, …],
     "edges": [{"source": 1, "target": 2}, …]}

`links` is another name for `edges`. Gephi calls a node's ID its `key`, and keeps `attributes` of a
node, and of the graph, in a table of their own.
"""

import json
import re
from collections.abc import Iterator

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.tables import Table, Values, read_table
from puzzles.kami.formats.graphs import Node, graph_of, table_of
from puzzles.kami.rules.model import KamiLevel

_NODES = re.compile(r'"nodes"\s*:\s*\[')
_PUZZLE = re.compile(r'"puzzle"\s*:')


def sniff(text: str) -> bool:
    """Return True if it is JSON with a list of nodes; a level file has a table of them."""
    return bool(text.lstrip().startswith("{") and _NODES.search(text) and not _PUZZLE.search(text))


def read(file: str, text: str) -> Table:
    if not text.lstrip().startswith("{"):
        place = Place.after(file, text[: len(text) - len(text.lstrip())])
        raise LevelError(place, "a graph is an object, { … }")
    table = read_table(file, text, toml=False)
    facts = [
        (name, value, table.place(key, name))
        for key in ("attributes", "graph")
        for name, value in (table.get(key, dict) or {}).items()
    ]
    nodes: list[Node] = []
    for i, node in _objects(table, "nodes"):
        called = "key" if "key" in node and "id" not in node else "id"
        further = node.get("attributes")
        attributes = {**further, **node} if isinstance(further, dict) else node
        nodes.append((_id(table, node, called, "nodes", i), attributes, table.place("nodes", i)))
    key = "links" if "links" in table.values else "edges"
    edges = [
        (
            _id(table, edge, "source", key, i),
            _id(table, edge, "target", key, i),
            table.place(key, i),
        )
        for i, edge in _objects(table, key)
    ]
    return table_of(file, facts, nodes, edges)


def _objects(table: Table, key: str) -> Iterator[tuple[int, Values]]:
    for i, value in enumerate(table.get(key, list) or []):
        if not isinstance(value, dict):
            raise table.error(f"{key} are objects, {{ … }}", key, i)
        yield i, value


def _id(table: Table, values: Values, key: str, *path: str | int) -> str:
    value = values.get(key)
    if type(value) not in (str, int):
        raise table.error(f"{key} must be a word or a whole number", *path, key)
    return str(value)


def write(level: KamiLevel) -> str:
    facts, colours, pairs = graph_of(level)
    nodes = [{"id": name, "colour": colour} for name, colour in colours.items()]
    edges = [{"source": a, "target": b} for a, b in pairs]
    head = {"directed": False, "multigraph": False, "graph": facts}
    return json.dumps({**head, "nodes": nodes, "edges": edges}, ensure_ascii=False) + "\n"


FORMAT = Format("node-link", "a region graph as node-link JSON", ".json", sniff, read, write)
