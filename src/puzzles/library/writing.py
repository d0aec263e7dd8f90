"""Levels as text: the documents that `levels` reads back, in TOML or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence

from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Values


def level_keys(puzzle: AnyPuzzle, level: Level) -> Values:
    """All that a file has to tell of a level: its board and claims, and what is said about it."""
    return {**puzzle.format(level), **level.about.keys}


def level_text(puzzle: AnyPuzzle, level: Level) -> str:
    """The board and claims of `level` as a JSON document of its own, read back by `read_pack`."""
    return json.dumps({"puzzle": puzzle.id, **puzzle.format(level)}, ensure_ascii=False)


def level_toml(puzzle: AnyPuzzle, level: Level) -> str:
    """The same as a TOML document that a person can read and edit."""
    return _lines({"puzzle": puzzle.id, **puzzle.format(level)})


def levels_text(puzzle: AnyPuzzle, levels: Sequence[Level], toml: bool) -> str:
    """`levels` as a document, TOML or JSON, read back by `read_pack`; one is not made a pack."""
    keys = [level_keys(puzzle, level) for level in levels]
    if len(keys) > 1:
        return pack_text(puzzle.id, "", "", keys, not toml)
    alone = {"puzzle": puzzle.id, **keys[0]}
    return _lines(alone) if toml else json.dumps(alone, ensure_ascii=False) + "\n"


def pack_text(
    puzzle: str, title: str, blurb: str, levels: Iterable[Values], as_json: bool = False
) -> str:
    """A pack of levels, each as its keys (`level_keys`)."""
    head = {"puzzle": puzzle, "title": title, "blurb": blurb}
    head = {key: text for key, text in head.items() if text}
    if as_json:
        return json.dumps({**head, "level": list(levels)}, ensure_ascii=False) + "\n"
    tables = [_lines(head), *("[[level]]\n" + _lines(keys) for keys in levels)]
    return "\n".join(tables)


def _lines(keys: Values) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in keys.items())


def _toml(value: object) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, str) and "\n" in value:
        return '"""\n' + value.replace("\\", "\\\\").replace('"""', '\\"""') + '\n"""'
    return json.dumps(value, ensure_ascii=False)


def _key(text: str) -> str:
    bare = re.fullmatch("[A-Za-z0-9_-]+", text)
    return text if bare else json.dumps(text, ensure_ascii=False)
