"""Texts as people, disks and other programs spoil them: a few edits of one that is right."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

TOKENS = [
    "\n",
    "\n\n",
    " ",
    "\t",
    "\r",
    "\r\n",
    "\x00",
    "\x1b",
    "\u2028",
    "\u200b",
    "\ufeff",
    "\ud800",
    "é",
    "😀",
    "²",
    "٣",
    "０",
    "ß",
    "İ",  # letters and digits that are not ASCII
    "0",
    "1",
    "99",
    "101",
    "4294967296",
    "-1",
    "1.0",
    "1.",
    "1e999",
    "nan",
    "9" * 5000,
    "0x" + "f" * 5000,
    "1979-05-27 07:32:00",
    "true",
    "null",
    "a",
    "Z",
    "[]",
    "{}",
    '"',
    "'",
    '"""',
    "[",
    "]",
    "[[",
    "]]",
    "(",
    ")",
    "{",
    "}",
    "<",
    ">",
    "=",
    ",",
    ".",
    ";",
    ":",
    "|",
    "-",
    "_",
    "#",
    "+",
    "/",
    "\\",
    "\\u0000",
    "--",
    "->",
    "//",
    "/*",
    "*/",
    "[level.nodes]\n",
    "[[level]]\n",
    "puzzle",
    "title",
    "blurb",
    "level",
    "grid",
    "board",
    "nodes",
    "edges",
    "colours",
    "final",
    "par",
    "proof",
    "array(",
    "np.array(",
    "dtype=int",
    "W_",
    "X_",
    "B",
    "I",
    "numlin",
    "pzprv3",
    "http://",
    "X99",
    "graph",
    "node",
    "edge",
    "links",
    "id",
    "label",
    "color",
    "source",
    "target",
    "<data key='a'>",
    "</data>",
    "<!DOCTYPE x>",
    "<![CDATA[",
    "]]>",
    "&amp;",
    "&#0;",
    "&x;",
]
NUMBERS = ["0", "1", "2", "99", "100", "101", "10000", "-1", "4294967296", "9" * 700]
LONGEST = 100_000  # characters; what is longer is a matter of time, which others test


def mutated(rng: Random, text: str, others: Sequence[str]) -> str:
    """The text after one to five edits, some with pieces of other texts."""
    for _ in range(rng.choice((1, 1, 2, 3, 5))):
        text = rng.choice(_EDITS)(rng, text, others)[:LONGEST]
    return text


def _piece(rng: Random, text: str) -> tuple[str, str, str]:
    """A piece of the text, with what is before and after it."""
    start = rng.randint(0, len(text))
    end = start + rng.choice((1, 1, 2, 5, 20, 100))
    return text[:start], text[start:end], text[end:]


def _inserted(rng: Random, text: str, others: Sequence[str]) -> str:
    before, piece, after = _piece(rng, text)
    return before + rng.choice(TOKENS) + rng.choice((piece, "")) + after


def _lost(rng: Random, text: str, others: Sequence[str]) -> str:
    before, _, after = _piece(rng, text)
    return before + rng.choice((after, after, ""))


def _repeated(rng: Random, text: str, others: Sequence[str]) -> str:
    before, piece, after = _piece(rng, text)
    return before + piece * rng.choice((2, 3, 50)) + after


def _moved(rng: Random, text: str, others: Sequence[str]) -> str:
    before, piece, after = _piece(rng, text)
    head, _, tail = _piece(rng, before + after)
    return head + piece + tail


def _spliced(rng: Random, text: str, others: Sequence[str]) -> str:
    before, _, after = _piece(rng, text)
    _, piece, more = _piece(rng, rng.choice(others))
    return before + piece + rng.choice(("", more)) + rng.choice((after, ""))


def _counted(rng: Random, text: str, others: Sequence[str]) -> str:
    """With another number for one of its own."""
    numbers = list(re.finditer(r"\d+", text, re.ASCII))
    if not numbers:
        return text
    number = rng.choice(numbers)
    near = int(number[0][:9]) + rng.choice((-1, 1))
    return text[: number.start()] + rng.choice([*NUMBERS, str(near)]) + text[number.end() :]


def _relined(rng: Random, text: str, others: Sequence[str]) -> str:
    """With a line twice, or without it."""
    lines = text.split("\n")
    line = lines.pop(rng.randrange(len(lines)))
    for _ in range(rng.choice((0, 2))):
        lines.insert(rng.randint(0, len(lines)), line)
    return "\n".join(lines)


def _swapped(rng: Random, text: str, others: Sequence[str]) -> str:
    """With two words, or what is between them, in each other's place."""
    words = re.split(r"(\W)", text)
    a, b = rng.randrange(len(words)), rng.randrange(len(words))
    words[a], words[b] = words[b], words[a]
    return "".join(words)


_EDITS = (_inserted, _inserted, _lost, _repeated, _moved, _spliced, _counted, _relined, _swapped)
