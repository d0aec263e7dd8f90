"""Region graphs in Graphviz's DOT language.

    graph { par = 3; node [colour = Red]; 1; 2 [colour = "Teal #2c7f84"]; 1 -- 2 -- {3 4} }

All of the language's grammar (graphviz.org/doc/info/lang.html) is read but for strings of HTML.
"""

from __future__ import annotations

import re

from puzzles.core.errors import LevelError
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import FACTS, MAX_DEPTH, NODE, Sketch, sketch
from puzzles.kami.formats.words import Words
from puzzles.kami.rules.levels import MAX_CELLS
from puzzles.kami.rules.model import KamiLevel

_BLANK = r"(?:\s|//[^\n]*|/\*(?s:.*?)\*/|^\#[^\n]*)"
_DOT = re.compile(
    rf'{_BLANK}*+(?:strict\s+)?(?:di)?graph\b\s*(?:"(?:[^"\\]|\\.)*+"|[\w.-]*)\s*\{{',
    re.IGNORECASE | re.MULTILINE,
)
_KEYWORDS = frozenset(("strict", "graph", "digraph", "subgraph", "node", "edge"))


def sniff(text: str) -> bool:
    return bool(_DOT.match(text))


def read(file: str, text: str) -> Table:
    """The graph; LevelError at the token that is wrong."""
    return _Reader(file, text).table()


class _Reader(Words):
    """A recursive descent through the grammar, with the default attributes of nodes in force.
    Keywords and signs are kinds of their own."""

    LANGUAGE = "DOT"
    WORD = re.compile(
        rf"{_BLANK}*+(?:"
        r"(?P<word>[^\W\d]\w*+|-?(?:\.\d++|\d++(?:\.\d*+)?))"
        r'|(?P<quoted>"(?:[^"\\]++|\\.)*+")'
        r"|(?P<line>--|->)"
        r"|(?P<sign>[{}\[\]=;,:+])"
        r"|(?P<end>\Z)"
        r"|(?P<wrong>.))",
        re.MULTILINE | re.DOTALL,
    )

    def __init__(self, file: str, text: str) -> None:
        self.graph = Sketch(file)
        self.nodes: dict[str, tuple[int, dict[str, str]]] = {}
        super().__init__(file, text)

    def kind(self, group: str, text: str, offset: int) -> str:
        if group == "wrong":
            what = (
                "HTML is not read"
                if text == "<"
                else "an open string or comment"
                if text in '"/'
                else f"{text!r} is no word of DOT"
            )
            raise LevelError(self.place(offset), what)
        if group == "quoted" or (group == "word" and text.lower() not in _KEYWORDS):
            return "id"
        return "--" if group == "line" else text.lower()

    def table(self) -> Table:
        self.accept("strict")
        if self.word[0] not in ("graph", "digraph"):
            raise self.wrong("a graph begins with graph or digraph")
        self.next()
        if self.word[0] == "id":
            self.graph.fact("name", self._id(), self.place(0))
        self._block({}, 0)
        if self.word[0]:
            raise self.wrong("here the graph has ended; one graph a file")
        for name, (offset, attributes) in self.nodes.items():
            if "\\" in attributes.get("label", ""):  # as in \N, the node's name
                del attributes["label"]
            self.graph.node(name, attributes, self.place(offset))
        return self.graph.table

    def _block(self, inherited: dict[str, str], depth: int) -> list[str]:
        """`{ statements }`; the nodes it names."""
        if depth > MAX_DEPTH:
            raise self.wrong("nested too deeply")
        self.expect("{")
        defaults, named = dict(inherited), dict[str, None]()
        while not self.accept("}"):
            if self.word[0] in ("graph", "node", "edge"):
                kind = self.next()[0]
                attributes = self._attributes()
                if kind == "node":
                    defaults |= attributes
                elif kind == "graph" and depth == 0:
                    self._facts(attributes)
            elif not self.accept(";"):
                named |= dict.fromkeys(self._statement(defaults, depth))
        return list(named)

    def _statement(self, defaults: dict[str, str], depth: int) -> list[str]:
        """A node, an attribute of the graph, a subgraph, or edges between such."""
        offset = self.word[2]
        if self.word[0] == "id":
            name = self._id()
            if self.accept("="):
                value = self._id()
                if depth == 0:
                    self._facts({name.casefold(): value})
                return []
            here = [self._node(name, offset, defaults)]
        else:
            here = self._subgraph(defaults, depth)
        named, alone = list(here), True
        while self.word[0] == "--":
            place, alone = self.place(self.next()[2]), False
            if self.word[0] == "id":
                offset = self.word[2]
                there = [self._node(self._id(), offset, defaults)]
            else:
                there = self._subgraph(defaults, depth)
            for a in here:
                for b in there:
                    self.graph.edge(a, b, place)
            named += there
            here = there
        attributes = self._attributes()
        if alone and len(here) == 1:
            self.nodes[here[0]][1].update(attributes)
        return named

    def _node(self, name: str, offset: int, defaults: dict[str, str]) -> str:
        for _ in range(2):  # a port and a compass point
            if self.accept(":"):
                self._id()
        if name not in self.nodes:
            if len(self.nodes) == MAX_CELLS:
                raise LevelError(self.place(offset), f"more than {MAX_CELLS:,} nodes")
            self.nodes[name] = (offset, dict(defaults))
        return name

    def _subgraph(self, defaults: dict[str, str], depth: int) -> list[str]:
        if self.accept("subgraph") and self.word[0] == "id":
            self._id()
        if self.word[0] != "{":
            raise self.wrong("here should be a node or a subgraph")
        return self._block(defaults, depth + 1)

    def _attributes(self) -> dict[str, str]:
        """What means something of any number of `[a = b, …]`."""
        found = {}
        while self.accept("["):
            while not self.accept("]"):
                name = self._id().casefold()
                value = self._id() if self.accept("=") else "true"
                if name in _KNOWN:
                    found[name] = value
                if not self.accept(","):
                    self.accept(";")
        return found

    def _facts(self, attributes: dict[str, str]) -> None:
        for name, value in attributes.items():
            self.graph.fact(name, value, self.place(self.last))

    def _id(self) -> str:
        """A word, a number, or quoted strings with `+` between them."""
        if self.word[0] != "id":
            raise self.wrong("here should be a name or a value")
        text = _unquoted(self.next()[1])
        while self.word[0] == "+":
            self.next()
            text += _unquoted(self.expect("id", "a name")[1])
        return text


_KNOWN = NODE | {*FACTS, "name"}


def _unquoted(text: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", text[1:-1]).replace("\\\n", "") if text[0] == '"' else text


def write(level: KamiLevel) -> str:
    graph = sketch(level)
    lines = [f"  {key} = {_quoted(str(value))};" for key, value in graph.facts.items()]
    lines.append("  node [style = filled];")
    for name, colour in graph.nodes.items():
        look = _quoted(colour[-7:])
        lines.append(f"  {_quoted(name)} [colour = {_quoted(colour)}, fillcolor = {look}];")
    lines += [f"  {_quoted(a)} -- {_quoted(b)};" for a, b in graph.edges]
    return "\n".join(["graph {", *lines, "}", ""])


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


FORMAT = Format("dot", "a region graph in Graphviz's DOT", ".dot", sniff, read, write)
