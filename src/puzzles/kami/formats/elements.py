"""XML as its elements, one after the other as they end, each with its place.

Nothing is kept but the elements that are still open, so a large file takes no more room than a deep
one. A document type is refused: entities are how XML goes off like a bomb.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from puzzles.core.errors import LevelError, Place
from puzzles.kami.formats.graphs import MAX_DEPTH

MAX_ELEMENTS = 400_000  # more than a graph can need in a file
CHUNK = 100_000  # bytes that are parsed between two looks at what has ended


@dataclass(slots=True)
class Element:
    """An element: its tag and attributes, without prefixes of tags, and the element around it.

    `found` is for readers: what elements inside say.
    """

    tag: str
    given: dict[str, str]
    place: Place
    around: Element | None
    found: dict[str, str] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text in it, outside the elements in it."""
        return "".join(self.texts).strip()

    @property
    def where(self) -> str:
        """The tag of the element around it."""
        return self.around.tag if self.around else ""

    def needed(self, key: str) -> str:
        """The value of an attribute; LevelError if it is not given."""
        if key not in self.given:
            raise LevelError(self.place, f"this {self.tag} has no {key}")
        return self.given[key]

    def inside(self, tag: str) -> Element | None:
        """The nearest element around it with this tag."""
        element = self.around
        while element and element.tag != tag:
            element = element.around
        return element


def looks_like(root: str, text: str) -> bool:
    """Return whether a text is XML whose outermost element has this tag."""
    return bool(re.match(rf"\s*<(?:.{{0,2000}}?<)?(?:\w+:)?{root}\b", text, re.DOTALL))


def ended(file: str, text: str) -> Iterator[Element]:
    """The elements of an XML document, those inside another before it; LevelError at what is wrong,
    after all that ended before."""
    try:
        # A carriage return is a line end to XML, but to nothing else that counts lines.
        data = text.replace("\r", " ").encode()
    except UnicodeEncodeError:
        raise LevelError(Place(file), "XML: characters that are none") from None
    parser = _Parser(file)
    fault: LevelError | None = None
    for start in range(0, len(data) + 1, CHUNK):
        try:
            parser.expat.Parse(data[start : start + CHUNK], start + CHUNK > len(data))
        except expat.ExpatError as error:
            place = Place(file, error.lineno, error.offset + 1)
            fault = LevelError(place, f"XML: {expat.ErrorString(error.code)}")
        except LevelError as error:
            fault = error
        yield from parser.ended
        parser.ended.clear()
        if fault:
            raise fault


class _Parser:
    """Listens to expat."""

    def __init__(self, file: str) -> None:
        self.ended: list[Element] = []
        self._file, self._depth, self._count = file, 0, 0
        self._open: Element | None = None
        self.expat = expat.ParserCreate("utf-8")
        self.expat.buffer_text = True
        self.expat.StartDoctypeDeclHandler = self._doctype
        self.expat.StartElementHandler = self._start
        self.expat.EndElementHandler = self._end
        self.expat.CharacterDataHandler = self._text

    def _place(self) -> Place:
        return Place(self._file, self.expat.CurrentLineNumber, self.expat.CurrentColumnNumber + 1)

    def _doctype(self, *_: object) -> None:
        raise LevelError(self._place(), "a document type is not taken from strangers")

    def _start(self, tag: str, given: dict[str, str]) -> None:
        self._open = Element(tag.rpartition(":")[2], given, self._place(), self._open)
        self._depth, self._count = self._depth + 1, self._count + 1
        if self._count > MAX_ELEMENTS:
            raise LevelError(self._open.place, f"more than {MAX_ELEMENTS:,} elements of XML")
        if self._depth > MAX_DEPTH:
            raise LevelError(self._open.place, "nested too deeply")

    def _text(self, text: str) -> None:
        if self._open:
            self._open.texts.append(text)

    def _end(self, tag: str) -> None:
        assert self._open
        self.ended.append(self._open)
        self._open, self._depth = self._open.around, self._depth - 1
