"""Other tools' formats: how a plugin takes levels in from them, and gives its own out to them.

A reader turns a text into the same keys a level file has, each with its place, so that one parser
checks all that comes in; in a file of many levels a LevelError may stand for a bad one. A writer
refuses, with a reason, what its format has no words for: a converted level is the same puzzle or
none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from puzzles.core import registry
from puzzles.core.errors import UsageError
from puzzles.core.plugin import Puzzle
from puzzles.core.tables import Table


@dataclass(frozen=True)
class Format:
    """A format of one puzzle's levels, by the `name` that `--from` and `--to` call it.

    `sniff` says quickly whether a text looks like one; `read` takes a file's name and its text,
    and raises LevelError; `write` gives the text of a level, and raises UsageError for what the
    format cannot hold. If a file can hold `many` levels, they are their texts one after another.
    `suffix` ends the names of such files.
    """

    name: str
    title: str
    suffix: str
    sniff: Callable[[str], bool]
    read: Callable[[str, str], Table]
    write: Callable[[Any], str]
    many: bool = False


def formats() -> Iterator[tuple[Puzzle[Any, Any, Any], Format]]:
    """Every format of every puzzle."""
    for puzzle in registry.plugins()[0].values():
        for form in puzzle.formats():
            yield puzzle, form


def sniff(text: str) -> Format | None:
    """The format that `text` looks like; None for level files, and for what is no level at all."""
    return next((form for _, form in formats() if form.sniff(text)), None)


def named(name: str, puzzle: Puzzle[Any, Any, Any] | None = None) -> Format:
    """The format called `name`, of this puzzle if one is given; UsageError if there is none."""
    found = {form.name: form for owner, form in formats() if puzzle in (None, owner)}
    if name not in found:
        whose = f"{puzzle.title} has no" if puzzle else "unknown"
        known = ", ".join(("toml", "json", *found))
        raise UsageError(f"{whose} format {name!r}; known are {known}")
    return found[name]


def called_like(file: str, puzzle: Puzzle[Any, Any, Any]) -> str:
    """The name of the format that files of this name have; UsageError if that cannot be told."""
    suffixes = {".toml": "toml", ".json": "json"}
    for form in puzzle.formats():
        suffixes.setdefault(form.suffix, form.name)
    for suffix, name in suffixes.items():
        if file.endswith(suffix):
            return name
    known = ", ".join(suffixes)
    raise UsageError(f"{file}: cannot tell the format from this name; use --to, or one of {known}")
