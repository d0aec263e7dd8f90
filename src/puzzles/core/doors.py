"""The doors to a puzzle's modules: functions are found where they stand when they are first called,
and there are words for those that are not there.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeVar, cast

from puzzles.core.errors import UsageError
from puzzles.core.offers import offers

# What the place asks for that a module is given to: one of the protocols of `core.modules`.
Asked = TypeVar("Asked")

# Besides the rules.
MODULES = ("solver", "tutor", "maker", "generator", "reader", "formats", "screen", "lessons")

# What is said of a puzzle that lacks one of these functions, which somebody asks for.
LACKING = {
    f"{module}.{function}": words
    for module, functions, words in (
        ("solver", "certify check_by", "levels of {} are not certified"),
        ("solver", "count", "solutions of {} are not counted"),
        ("solver", "tasks ways count_ways", "paths and other ways are not listed for {}"),
        ("solver", "solutions", "the solutions of {} are not listed"),
        ("solver", "within", "{} is not searched within a number of moves"),
        ("tutor", "advise", "there is no advice on {}"),
        ("tutor", "explain", "levels of {} are not explained"),
        ("tutor", "grade", "levels of {} are not graded"),
        ("tutor", "trace", "the search for {} cannot be watched step by step"),
        ("maker", "assist", "there is no help with boards of {}"),
        ("maker", "GRIDS blank draft grid sketch", "boards of {} cannot be edited"),
        ("maker", "CHANGES repair", "levels of {} are not repaired"),
        ("generator", "OPTIONS canonical like make", "levels of {} are not generated"),
    )
    for function in functions.split()
}


@dataclass(frozen=True)
class Lazy:
    """A module of a puzzle whose functions stand in several modules, each imported when it is first
    needed: where each function is."""

    places: Mapping[str, str]


def lazy(package: str, /, *needs: str, **modules: str) -> Asked:  # type: ignore[type-var]
    """Return a module of a puzzle that imports nothing yet: `lazy("chess.solver", mates="within
    solutions")` finds `within` and `solutions` in `chess.solver.mates` when they are called. A
    module can be a value, as at `sudoku.rules:Sudoku.grids`, or what a function or a class makes,
    once: `sudoku.rules:solver`; or makes of what is at another such place: `sudoku.rules:solver
    sudoku.rules:Sudoku`. Where what it `needs` is not there (`core.offers`), it has none of its
    functions."""
    before, there = f"{package}." if package else "", all(map(offers, needs))
    names = {name: before + module for module in modules for name in modules[module].split()}
    return cast("Asked", Lazy(names if there else {}))


@cache
def source_of(place: str) -> Any:
    """Return what is at a place of `Lazy`."""
    place, *of = place.split()
    module, _, name = place.partition(":")
    found = attrgetter(name)(import_module(module)) if name else import_module(module)
    return found(*map(source_of, of)) if callable(found) else found


def part(module: object) -> Asked:  # type: ignore[type-var]
    """Return `module` unchanged: it may lack functions of its protocol."""
    return cast("Asked", module)


class Door:
    """A module of a puzzle for the host: what is not there raises UsageError with words for it."""

    def __init__(self, title: str, name: str, source: object) -> None:
        self._title, self._name, self._source = title, name, source
        self._places = source.places if isinstance(source, Lazy) else {}

    def offers(self, function: str) -> bool:
        """Return True if it has the function, without an import."""
        return function in self._places or hasattr(self._source, function)

    def __iter__(self) -> Iterator[str]:
        """Yield the functions that are declared by name."""
        return iter(self._places)

    def load(self) -> None:
        """Import all that it needs."""
        for place in set(self._places.values()):
            source_of(place)

    def need(self, function: str) -> None:
        """Raise UsageError if the function is not there, without an import."""
        if not self.offers(function) and (words := LACKING.get(f"{self._name}.{function}")):
            raise UsageError(words.format(self._title))

    def __getattr__(self, function: str) -> Any:
        if (place := self._places.get(function)) is None:
            self.need(function)
        return getattr(source_of(place) if place else self._source, function)
