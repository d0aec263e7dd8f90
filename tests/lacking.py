"""Puzzles that lack some abilities."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from puzzles.core.doors import Door
from puzzles.core.puzzle import AnyPuzzle


class _Some:
    """A module without some of its functions."""

    def __init__(self, module: Door, gone: set[str]) -> None:
        self._module, self._gone = module, gone

    def __getattr__(self, function: str) -> object:
        if function in self._gone or not self._module.offers(function):
            raise AttributeError(function)
        return getattr(self._module, function)


def without(puzzle: AnyPuzzle, *abilities: str) -> AnyPuzzle:
    """Return a copy of a puzzle that cannot do these things, as in `solver.count`."""
    for ability in abilities:
        name, _, function = ability.partition(".")
        lacking: dict[str, Any] = {name: _Some(getattr(puzzle, name), {function})}
        puzzle = replace(puzzle, **lacking)
    return puzzle
