"""Region graphs in GML, as networkx, igraph, Gephi and yEd write it.

    graph [ par 3 node [ id 1 colour "Red" ] node [ id 2 graphics [ fill "#2c7f84" ] ]
            edge [ source 1 target 2 ] ]

A list of keys and values, which are numbers, strings, or lists again (Himsolt, "GML: a portable
graph file format", 1996). yEd's groups (`isGroup 1`) are drawn around nodes, and are none
themselves.
"""

from __future__ import annotations

import re
from html import escape, unescape
from typing import Any

from puzzles.core.errors import LevelError
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import MAX_DEPTH, NODE, Sketch, sketch
from puzzles.kami.formats.words import Words
from puzzles.kami.rules.model import KamiLevel

_BLANK = r"(?:\s|^[ \t]*+\#[^\n]*)"
_FIRST = ("graph", "creator", "version", "vendor", "comment")  # what a file begins with
_GML = re.compile(
    rf'{_BLANK}*+(?:(?:{"|".join(_FIRST[1:])})\s+(?:"[^"]*+"|[\w.]++){_BLANK}++)*+'
    r"graph\s*+\[",
    re.IGNORECASE | re.MULTILINE,
)


def sniff(text: str) -> bool:
    return bool(_GML.match(text))


def read(file: str, text: str) -> Table:
    """The graph; LevelError at the word that is wrong."""
    return _Reader(file, text).table()


class _Reader(Words):
    """Values of what means nothing here are passed over, but have to be right."""

    LANGUAGE = "GML"
    WORD = re.compile(
        rf"{_BLANK}*+(?:"
        r"(?P<key>[A-Za-z_][\w.-]*+)"
        r"|(?P<number>[+-]?(?:\d++(?:\.\d*+)?|\.\d++)(?:[eE][+-]?\d++)?)"
        r'|(?P<string>"[^"]*+")'
        r"|(?P<sign>[\[\]])"
        r"|(?P<end>\Z)"
        r"|(?P<wrong>.))",
        re.MULTILINE | re.DOTALL,
    )

    def kind(self, group: str, text: str, offset: int) -> str:
        if group == "wrong":
            what = "an open string" if text == '"' else f"{text!r} is no word of GML"
            raise LevelError(self.place(offset), what)
        return text if group == "sign" else group

    def table(self) -> Table:
        graph, graphs = Sketch(self.file), 0
        if self.word[1].casefold() not in _FIRST:
            raise self.wrong("a graph begins with graph [")
        while self.word[0]:
            key = self._key()
            if key == "graph" and self.word[0] == "[":
                graphs += 1
                if graphs > 1:
                    raise self.wrong("here the graph has ended; one graph a file")
                self._graph(graph)
            elif self.word[0] == "key":
                raise self.wrong("here should be a number, a string or a list")
            else:
                self._value(0)
        return graph.table

    def _graph(self, graph: Sketch) -> None:
        self.expect("[")
        while not self.accept("]"):
            key, place = self._key(), self.place(self.last)
            if key == "node":
                found = self._attributes()
                name = found.get("id", found.get("label"))
                if name is None:
                    raise LevelError(place, "this node has no id")
                if not found.get("isgroup"):
                    graph.node(str(name), found, place)
            elif key == "edge":
                found = self._attributes()
                for end in ("source", "target"):
                    if end not in found:
                        raise LevelError(place, f"this edge has no {end}")
                graph.edge(str(found["source"]), str(found["target"]), place)
            else:
                graph.fact(key, self._value(0), place)

    def _attributes(self) -> dict[str, Any]:
        """What a node or an edge says of itself, and how it is drawn."""
        if self.word[0] != "[":
            raise self.wrong("here should be a list, [ … ]")
        found = self._value(0)
        drawn = found.get("graphics")
        return {**(drawn if isinstance(drawn, dict) else {}), **found}

    def _value(self, depth: int) -> Any:
        """A number, a text, or the list of what means something."""
        kind, text, _ = (
            self.next()
            if self.word[0] in ("key", "number", "string")
            else self.expect("[", "a value")
        )
        if kind == "string":
            return unescape(text[1:-1])
        if kind != "[":
            return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else text
        if depth > MAX_DEPTH:
            raise self.wrong("nested too deeply")
        found = {}
        while not self.accept("]"):
            key = self._key()
            value = self._value(depth + 1)
            if key in _KNOWN:
                found[key] = value
        return found

    def _key(self) -> str:
        return self.expect("key", "a key")[1].casefold()


_KNOWN = {*NODE, "id", "source", "target", "graphics", "isgroup"}


def write(level: KamiLevel) -> str:
    graph = sketch(level)
    numbers = {name: i for i, name in enumerate(graph.nodes)}
    lines = [
        f"  {key} {value if isinstance(value, int) else _quoted(value)}"
        for key, value in graph.facts.items()
    ]
    for name, colour in graph.nodes.items():
        look = f"graphics [ fill {_quoted(colour[-7:])} ]"
        lines.append(
            f"  node [ id {numbers[name]} label {_quoted(name)} colour {_quoted(colour)} {look} ]"
        )
    lines += [f"  edge [ source {numbers[a]} target {numbers[b]} ]" for a, b in graph.edges]
    return "\n".join(["graph [", *lines, "]", ""])


def _quoted(text: str) -> str:
    """A string of GML, which is ASCII."""
    return f'"{escape(text).encode("ascii", "xmlcharrefreplace").decode()}"'


FORMAT = Format("gml", "a region graph in GML", ".gml", sniff, read, write)
