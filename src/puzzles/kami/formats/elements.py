"""XML as its elements, one after the other as they end, each with its place.

Nothing is kept but the elements that are still open, so a large file takes no more room than a deep
one. A document type is refused: entities are how XML goes off like a bomb.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count
from xml.parsers import expat

from puzzles.core.errors import LevelError, Place
from puzzles.kami.formats.graphs import MAX_DEPTH

MAX_ELEMENTS = 400_000  # more than a graph can need in a file


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


def parse(file: str, text: str, ended: Callable[[Element], None]) -> None:
    """Call `ended` with the elements of an XML document, those inside another before it; LevelError
    at what is wrong."""
    parser = expat.ParserCreate("utf-8")
    parser.buffer_text = True
    around: list[Element] = []
    numbers = count(1)

    def place() -> Place:
        return Place(file, parser.CurrentLineNumber, parser.CurrentColumnNumber + 1)

    def doctype(*_: object) -> None:
        raise LevelError(place(), "a document type is not taken from strangers")

    def start(tag: str, given: dict[str, str]) -> None:
        outer = around[-1] if around else None
        around.append(Element(tag.rpartition(":")[2], given, place(), outer))
        if next(numbers) > MAX_ELEMENTS:
            raise LevelError(place(), f"more than {MAX_ELEMENTS:,} elements of XML")
        if len(around) > MAX_DEPTH:
            raise LevelError(place(), "nested too deeply")

    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    parser.CharacterDataHandler = lambda text: around[-1].texts.append(text)
    parser.EndElementHandler = lambda tag: ended(around.pop())
    try:
        # A carriage return is a line end to XML, but to nothing else that counts lines.
        parser.Parse(text.replace("\r", " ").encode(), True)
    except UnicodeEncodeError:
        raise LevelError(Place(file), "XML: characters that are none") from None
    except expat.ExpatError as error:
        at = Place(file, error.lineno, error.offset + 1)
        raise LevelError(at, f"XML: {expat.ErrorString(error.code)}") from None
