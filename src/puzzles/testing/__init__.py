"""The rules that every puzzle plugin must keep, as checks that its author can run.

from puzzles.testing import conformance

def test_it_is_a_puzzle():
    conformance(plugin, read_pack("levels/some.toml").levels)
"""

import inspect
from collections.abc import Callable, Collection, Sequence

from puzzles.core import modules
from puzzles.core.doors import MODULES
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Limits
from puzzles.testing.abilities import ABILITIES
from puzzles.testing.games import Case, board, rules, solution, start, syntax

__all__ = ["ABILITIES", "conformance", "identity"]
LIMITS = Limits(seconds=10)


def conformance(
    puzzle: AnyPuzzle, levels: Sequence[Level], limits: Limits = LIMITS, skip: Collection[str] = ()
) -> None:
    """Check the plugin and what it does with these levels, and on the first of them each ability
    that it has, but for those to `skip`; `limits` are for each search.

    Raises AssertionError for the first promise of `core.puzzle` or `core.modules` that is broken.
    """
    identity(puzzle)
    for level in levels:
        syntax(puzzle, level)
        start(puzzle, level)
        moves = solution(puzzle, level, limits)
        rules(puzzle, level, moves)
        board(puzzle, level)
        case = Case(puzzle, level, moves, limits)
        for ability, check in ABILITIES.items() if level is levels[0] else ():
            if puzzle.can(ability) and ability not in skip:
                check(case)


def identity(puzzle: AnyPuzzle) -> None:
    """The plugin says what it is."""
    assert puzzle.id.isidentifier(), f"the id {puzzle.id!r} must be one plain word"
    for name in ("title", "blurb"):
        text = getattr(puzzle, name)
        assert text.strip(), f"the {name} is empty"
        assert text.isprintable(), f"the {name} must be one line"
    assert puzzle.instructions.strip(), "the rules are empty"
    for name in ("rules", *MODULES):
        protocol = getattr(modules, name.capitalize())
        for function in getattr(puzzle, name) if name in MODULES else ():
            getattr(getattr(puzzle, name), function)  # it is where it is said to be
        for function in filter(callable, vars(protocol).values()):
            if puzzle.can(f"{name}.{function.__name__}"):
                parameters(getattr(getattr(puzzle, name), function.__name__), function)


def parameters(function: Callable[..., object], protocol: Callable[..., object]) -> None:
    """The function takes as many arguments as a module's protocol gives it, in the same order: a
    name of the protocol stands nowhere but in its place."""
    _, *names = inspect.signature(protocol).parameters
    try:
        taken = inspect.signature(function).bind(*names).arguments
    except TypeError as error:
        raise AssertionError(f"{protocol.__name__}({', '.join(names)}): {error}") from None
    for place, name in taken.items():
        assert place == name or place not in names, f"{protocol.__name__} takes {name} as {place}"
