"""Spellings of earlier versions, which keep working for one release, as they are spelt now."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

_RENAMED = {
    "bench": ["solve"],
    "completion": ["--completion"],
    "explain": ["solve", "--explain"],
    "paths": ["count", "--paths"],
    "reset": ["progress", "reset"],
    "review": ["progress", "review"],
    "stats": ["progress", "stats"],
}
_VALUES = ("--time", "--nodes", "--memory")  # options that the next word is the value of


def today_s(argv: Sequence[str]) -> list[str]:
    """Return the arguments in the spelling of today."""
    verb, rest = argv[0], list(argv[1:])
    words = [word for at, word in enumerate(rest) if _is_word(rest, at)]
    if verb == "help":  # which other programs have
        return [*rest[:1], "--help"]
    if verb == "paths":
        if len(words) > 1:
            rest[rest.index(words[1])] = f"--colour={words[1]}"
        counted = "--count" in rest
        return ["count", "--paths", *(["--list"] * (not counted)), *_without("--count", rest)]
    if verb == "export" and len(words) == 1:
        return ["progress", *argv]
    if verb == "import" and len(words) == 1 and _is_progress(words[0]):
        return ["progress", *argv]
    return [*_RENAMED.get(verb, [verb]), *rest]


def _is_word(rest: Sequence[str], at: int) -> bool:
    return (rest[at] == "-" or not rest[at].startswith("-")) and (
        at == 0 or rest[at - 1] not in _VALUES
    )


def _without(word: str, words: Sequence[str]) -> list[str]:
    return [each for each in words if each != word]


def _is_progress(file: str) -> bool:
    return file == "-" or Path(file).suffix.lower() in (".json", ".csv", ".sqlite")
