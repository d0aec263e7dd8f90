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
        raise LevelError(Place(file), "a graph is an object, { … }")
    table = read_table(file, text, toml=False)
    facts = [
        (name, value, table.place(key, name))
        for key in ("attributes", "graph")
        for name, value in (table.get(key, dict) or {}).items()
    ]
    nodes: list[Node] = []
    for node, (name,), place in _objects(table, "nodes", "id"):
        further = node.get("attributes")
        nodes.append((name, {**further, **node} if isinstance(further, dict) else node, place))
    key = "links" if "links" in table.values else "edges"
    edges = ((a, b, place) for _, (a, b), place in _objects(table, key, "source", "target"))
    return table_of(file, facts, nodes, edges)


def _objects(table: Table, key: str, *names: str) -> Iterator[tuple[Values, list[str], Place]]:
    """The objects of a list, the IDs that each has by these names, and its place."""
    for i, value in enumerate(table.get(key, list) or []):
        if not isinstance(value, dict):
            raise table.error(f"{key} are objects, {{ … }}", key, i)
        ids = {"id": value.get("key"), **value}
        for name in names:
            if type(ids.get(name)) not in (str, int):
                raise table.error(f"{name} must be a word or a whole number", key, i, name)
        yield value, [str(ids[name]) for name in names], table.place(key, i)


def write(level: KamiLevel) -> str:
    facts, colours, pairs = graph_of(level)
    nodes = [{"id": name, "colour": colour} for name, colour in colours.items()]
    edges = [{"source": a, "target": b} for a, b in pairs]
    head = {"directed": False, "multigraph": False, "graph": facts}
    return json.dumps({**head, "nodes": nodes, "edges": edges}, ensure_ascii=False) + "\n"


FORMAT = Format("node-link", "a region graph as node-link JSON", ".json", sniff, read, write)
