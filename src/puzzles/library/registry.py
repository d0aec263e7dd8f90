"""Finds the puzzle plugins that are installed: entry points of the group `puzzles.plugins`."""

import copyreg
from functools import cache
from importlib.metadata import entry_points

from puzzles.core.errors import UsageError, printable
from puzzles.core.puzzle import AnyPuzzle, Puzzle

GROUP = "puzzles.plugins"


@cache
def plugins() -> tuple[dict[str, AnyPuzzle], tuple[str, ...]]:
    """Return all plugins by id, and a warning for each that could not be loaded.

    Those that are `first` come first, the others by their names.

    A broken plugin must not take the program down with it, whatever it raises.
    """
    copyreg.pickle(Puzzle, lambda puzzle: (plugin, (puzzle.id,)))  # each process has its own
    found: dict[str, AnyPuzzle] = {}
    warnings = []
    for point in sorted(entry_points(group=GROUP), key=lambda point: point.name):
        try:
            loaded = point.load()
            if not isinstance(loaded, Puzzle):
                raise TypeError("it is not an instance of puzzles.core.puzzle.Puzzle")
            if loaded.id != point.name:
                raise ValueError(f"it calls itself {loaded.id!r}")
            if found.get(loaded.id, loaded) is not loaded:  # one may be installed twice
                raise ValueError("another plugin has this name")
            found[loaded.id] = loaded
        except (Exception, SystemExit) as error:
            reason = printable(f"{type(error).__name__}: {error}")
            warnings.append(f"plugin {point.name} ({point.value}) left out: {reason}")
    order = sorted(found, key=lambda name: not found[name].first)
    return {name: found[name] for name in order}, tuple(warnings)


def plugin(puzzle: str) -> AnyPuzzle:
    """The plugin with this id; UsageError if it is not installed."""
    installed = plugins()[0]
    if puzzle not in installed:
        raise UsageError(f"unknown puzzle {puzzle!r}; known are {', '.join(installed)}")
    return installed[puzzle]


@cache
def home(puzzle: str) -> str:
    """The module that offers the puzzle with this id; KeyError if none that is installed does."""
    for point in entry_points(group=GROUP):
        if point.name == puzzle:
            return point.module
    raise KeyError(puzzle)
