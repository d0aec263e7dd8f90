"""The doors to a puzzle's modules: functions are found where they stand when they are first called,
and there are words for those that are not there.
"""

from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any

from puzzles.core.errors import UsageError
from puzzles.core.offers import offers

MODULES = (
    "rules",
    "solver",
    "tutor",
    "maker",
    "generator",
    "reader",
    "formats",
    "screen",
    "lessons",
)

# What is said of a puzzle that lacks one of these functions, which somebody asks for.
LACKING = {
    f"{module}.{function}": words
    for module, functions, words in (
        ("solver", "certify check_by", "levels of {} are not certified"),
        ("solver", "count", "solutions of {} are not counted"),
        ("solver", "tasks ways count_ways", "paths and other ways are not listed for {}"),
        ("solver", "solutions", "the solutions of {} are not listed"),
        ("solver", "why", "moves of {} are not explained"),
        ("solver", "within", "{} is not searched within a number of moves"),
        ("tutor", "advise", "there is no advice on {}"),
        ("tutor", "explain", "levels of {} are not explained"),
        ("tutor", "grade", "levels of {} are not graded"),
        ("tutor", "trace", "the search for {} cannot be watched step by step"),
        ("maker", "assist", "there is no help with boards of {}"),
        ("maker", "GRIDS blank draft grid sketch", "boards of {} cannot be edited"),
        ("maker", "CHANGES repair", "levels of {} are not repaired"),
        ("generator", "OPTIONS canonical like make", "levels of {} are not generated"),
        ("screen", "draw", "there are no pictures of {}"),
    )
    for function in functions.split()
}


class Lazy:
    """A module of a puzzle whose functions stand in several modules of a package, each imported
    when it is first needed."""

    def __init__(self, package: str, places: Mapping[str, str]) -> None:
        self._package, self.places = package, places

    def offers(self, function: str) -> bool:
        return function in self.places

    def load(self) -> None:
        """Import all of it but what draws."""
        for module in set(self.places.values()):
            self._imported(module)

    def __getattr__(self, function: str) -> Any:
        if function not in self.places:
            raise AttributeError(function)
        return getattr(self._imported(self.places[function]), function)

    def _imported(self, module: str) -> ModuleType:
        return import_module(f"{self._package}.{module}" if self._package else module)


def lazy(package: str, /, *needs: str, **modules: str) -> Any:
    """Return a module of a puzzle that imports nothing yet: `lazy("chess.solver", mates="why
    solutions")` finds `why` and `solutions` in `chess.solver.mates` when they are called. Where
    what it `needs` is not there (`core.offers`), it has none of its functions."""
    if not all(map(offers, needs)):
        return Lazy(package, {})
    return Lazy(package, {name: module for module in modules for name in modules[module].split()})


def part(module: object) -> Any:
    """Return a module of a puzzle that has some of its functions: those of `module`."""
    return module


class Door:
    """A module of a puzzle as the host sees it: who asks for a function that is not there gets a
    UsageError with the words for that."""

    def __init__(self, title: str, name: str, source: object) -> None:
        self._title, self._name, self._source = title, name, source

    def offers(self, function: str) -> bool:
        """Return True if it has the function, without an import."""
        source = self._source
        if isinstance(source, Lazy):
            return source.offers(function)
        return hasattr(source, function)

    def __iter__(self) -> Iterator[str]:
        """Yield the functions that are declared by name."""
        return iter(self._source.places if isinstance(self._source, Lazy) else ())

    def load(self) -> None:
        """Import all that it needs."""
        if isinstance(self._source, Lazy):
            self._source.load()

    def need(self, function: str) -> None:
        """Raise UsageError if the function is not there, without an import."""
        if not self.offers(function) and (words := LACKING.get(f"{self._name}.{function}")):
            raise UsageError(words.format(self._title))

    def __getattr__(self, function: str) -> Any:
        self.need(function)
        return getattr(self._source, function)
