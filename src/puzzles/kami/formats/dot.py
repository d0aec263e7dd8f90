"""Region graphs in Graphviz's DOT language.

    graph { par = 3; node [colour = Red]; 1; 2 [colour = "Teal #2c7f84"]; 1 -- 2 -- {3 4} }

All of the language's grammar (graphviz.org/doc/info/lang.html) is read but for strings of HTML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator

from puzzles.core.errors import LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.tables import Table
from puzzles.kami.formats.graphs import MAX_DEPTH, Sketch, sketch
from puzzles.kami.levels import MAX_CELLS
from puzzles.kami.model import KamiLevel

MAX_WORDS = 1_500_000  # more than the largest graph needs
_BLANK = r"(?:\s|//[^\n]*|/\*(?s:.*?)\*/|^\#[^\n]*)"
_DOT = re.compile(
    rf'{_BLANK}*+(?:strict\s+)?(?:di)?graph\b\s*(?:"(?:[^"\\]|\\.)*+"|[\w.-]*)\s*\{{',
    re.IGNORECASE | re.MULTILINE,
)
_TOKEN = re.compile(
    rf"{_BLANK}*+(?:"
    r"(?P<word>[^\W\d]\w*+|-?(?:\.\d++|\d++(?:\.\d*+)?))"
    r'|(?P<quoted>"(?:[^"\\]++|\\.)*+")'
    r"|(?P<line>--|->)"
    r"|(?P<sign>[{}\[\]=;,:+])"
    r"|(?P<end>\Z)"
    r"|(?P<wrong>.))",
    re.MULTILINE | re.DOTALL,
)
_KEYWORDS = frozenset(("strict", "graph", "digraph", "subgraph", "node", "edge"))

Token = tuple[str, str, int]  # its kind (a keyword and a sign are their own), its text, its offset


def sniff(text: str) -> bool:
    return bool(_DOT.match(text))


def read(file: str, text: str) -> Table:
    """The graph; LevelError at the token that is wrong."""
    return _Reader(file, text).table()


class _Reader:
    """A recursive descent through the grammar, with the default attributes of nodes in force."""

    def __init__(self, file: str, text: str) -> None:
        self.text, self.graph = text, Sketch(file)
        self.lines = [0] + [match.end() for match in re.finditer("\n", text)]
        self.tokens, self.last = self._scan(), 0
        self.token: Token = ("", "", 0)
        self.nodes: dict[str, tuple[int, dict[str, str]]] = {}

    def table(self) -> Table:
        self._next()
        self._accept("strict")
        if self.token[0] not in ("graph", "digraph"):
            raise self._wrong("a graph begins with graph or digraph")
        self._next()
        if self.token[0] == "id":
            self.graph.fact("name", self._id(), self._place(0))
        self._block({}, 0)
        if self.token[0]:
            raise self._wrong("here the graph has ended; one graph a file")
        for name, (offset, attributes) in self.nodes.items():
            self.graph.node(name, attributes, self._place(offset))
        return self.graph.table

    def _block(self, inherited: dict[str, str], depth: int) -> list[str]:
        """`{ statements }`; the nodes it names."""
        if depth > MAX_DEPTH:
            raise self._wrong("nested too deeply")
        self._expect("{")
        defaults, named = dict(inherited), dict[str, None]()
        while not self._accept("}"):
            if self.token[0] in ("graph", "node", "edge"):
                kind = self._next()[0]
                attributes = self._attributes()
                if kind == "node":
                    defaults |= attributes
                elif kind == "graph" and depth == 0:
                    self._facts(attributes)
            elif not self._accept(";"):
                named |= dict.fromkeys(self._statement(defaults, depth))
        return list(named)

    def _statement(self, defaults: dict[str, str], depth: int) -> list[str]:
        """A node, an attribute of the graph, a subgraph, or edges between such."""
        offset = self.token[2]
        if self.token[0] == "id":
            name = self._id()
            if self._accept("="):
                value = self._id()
                if depth == 0:
                    self._facts({name.casefold(): value})
                return []
            here = [self._node(name, offset, defaults)]
        else:
            here = self._subgraph(defaults, depth)
        named, alone = list(here), True
        while self.token[0] == "--":
            place, alone = self._place(self._next()[2]), False
            if self.token[0] == "id":
                offset = self.token[2]
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
            if self._accept(":"):
                self._id()
        if name not in self.nodes:
            if len(self.nodes) == MAX_CELLS:
                raise LevelError(self._place(offset), f"more than {MAX_CELLS:,} nodes")
            self.nodes[name] = (offset, dict(defaults))
        return name

    def _subgraph(self, defaults: dict[str, str], depth: int) -> list[str]:
        if self._accept("subgraph") and self.token[0] == "id":
            self._id()
        if self.token[0] != "{":
            raise self._wrong("here should be a node or a subgraph")
        return self._block(defaults, depth + 1)

    def _attributes(self) -> dict[str, str]:
        """Any number of `[a = b, …]`."""
        found = {}
        while self._accept("["):
            while not self._accept("]"):
                name = self._id()
                found[name.casefold()] = self._id() if self._accept("=") else "true"
                if not self._accept(","):
                    self._accept(";")
        return found

    def _facts(self, attributes: dict[str, str]) -> None:
        for name, value in attributes.items():
            self.graph.fact(name, value, self._place(self.last))

    def _id(self) -> str:
        """A word, a number, or quoted strings with `+` between them."""
        if self.token[0] != "id":
            raise self._wrong("here should be a name or a value")
        text = _unquoted(self._next()[1])
        while self.token[0] == "+":
            self._next()
            text += _unquoted(self._expect("id")[1])
        return text

    def _scan(self) -> Iterator[Token]:
        for count, match in enumerate(_TOKEN.finditer(self.text)):
            if count == MAX_WORDS:
                raise LevelError(self._place(match.end()), f"more than {MAX_WORDS:,} words of DOT")
            kind = match.lastgroup or ""
            text, i = match[kind], match.start(kind)
            if kind == "quoted" or (kind == "word" and text.lower() not in _KEYWORDS):
                yield "id", text, i
            elif kind == "line":
                yield "--", text, i
            elif kind == "wrong":
                what = "HTML is not read" if text == "<" else "an open string or comment" \
                    if text in '"/' else f"{text!r} is no word of DOT"  # fmt: skip
                raise LevelError(self._place(i), what)
            elif kind != "end":
                yield text.lower(), text, i

    def _next(self) -> Token:
        token, self.last = self.token, self.token[2]
        self.token = next(self.tokens, ("", "", len(self.text)))
        return token

    def _accept(self, kind: str) -> bool:
        found = self.token[0] == kind
        if found:
            self._next()
        return found

    def _expect(self, kind: str) -> Token:
        if self.token[0] != kind:
            raise self._wrong(f"here should be {kind if kind != 'id' else 'a name'}")
        return self._next()

    def _wrong(self, reason: str) -> LevelError:
        if not self.token[0]:
            reason = f"the file ends too early; {reason}"
        return LevelError(self._place(self.token[2]), reason)

    def _place(self, offset: int) -> Place:
        line = bisect_right(self.lines, offset)
        return Place(self.graph.file, line, offset - self.lines[line - 1] + 1)


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
