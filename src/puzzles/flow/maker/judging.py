"""The verdict on a Flow board that is being drawn: the number of its solutions, the cells in which
two of them differ, what excludes any, and how hard it is.

If there is none, dots and walls are found that exclude one by themselves, none of which can be
spared (docs/flow-solver.md, "Other questions"). What is spared is relaxed, so that every solution
of the whole is one of the rest, too. Of dots there are two ways to do that, and the first that
explains anything is taken:

- *joining*: cells may stay empty, and the pairs that are spared are taken away;
- *filling*: all dots stay where they are, but those that are spared may be joined in any way.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from puzzles.core.judging import graded, numbered
from puzzles.core.results import GOOD, Verdict
from puzzles.core.solving import Limits, Progress
from puzzles.core.tables import Values
from puzzles.core.words import listed, many
from puzzles.flow.rules.model import Board, Edge, FlowLevel, path_text
from puzzles.flow.rules.problem import Solution, edges_of, touches_itself
from puzzles.flow.solver.settle import RULE, Query, ask
from puzzles.flow.tutor.difficulty import grade

MEMORY = Limits(memory_mb=400)  # for a count, which others have to leave room for
ENOUGH = Limits(nodes=20_000, memory_mb=200)  # for one thing that may be spared

T = TypeVar("T")
Excluded = Generator[Progress, None, bool]


def judge(level: FlowLevel) -> Iterator[Progress | Verdict]:
    """See `core.modules.Maker.judge`."""
    board = level.board
    asked = yield from ask(Query(board.problem, 2))
    found, number = asked.solutions, len(asked.solutions) if asked.complete else None

    def claims(meant: bool) -> Values:
        """The keys that are proved; `meant` if there is one solution, of the level's kind."""
        count = {} if number is None else {"fillings": number}
        proved = meant if level.untouching else number is not None
        return {"proof": {**count, "nodes": asked.nodes}} if proved else {}

    def names(cells: set[int]) -> tuple[str, ...]:
        return tuple(map(board.grid.name, sorted(cells)))

    differing = {*edges_of(found[0])} ^ {*edges_of(found[-1])} if found else ()
    lit = names({board.cell_of[vertex] for edge in differing for vertex in edge})
    texts = [[path_text(board, path) for path in solution] for solution in found]
    verdict = numbered(texts, asked.complete, asked.nodes, lit, claims(number == 1))
    yield verdict
    if number == 0:
        why = yield from conflict(board)
        # Where no colours are named, it is all of them, however they are joined.
        dots = {cell for cell, dot in enumerate(board.dots.tolist()) if dot in why.colours}
        dots = dots or {*np.flatnonzero(board.dots >= 0).tolist()}
        lit = names(dots.union(*why.walls))
        yield replace(verdict, lines=(*verdict.lines, words_of(board, why)), lit=lit)
    if not found:
        return
    other, meant = yield from _by_the_other_reading(level, found, number)
    outcome = GOOD if meant else verdict.outcome
    lines = *verdict.lines, other
    verdict = replace(verdict, lines=lines, claims=claims(meant), outcome=outcome)
    yield verdict
    if number is None:
        count = yield from ask(Query(board.problem, method="count"), MEMORY)
        if count.exact:
            number = count.number
            lines = f"{many(number, 'solution')}, proved", *lines[1:]
            verdict = replace(verdict, lines=lines, claims=claims(meant))
            yield verdict
    if meant:
        yield from graded(verdict, grade(level))


def _by_the_other_reading(
    level: FlowLevel, found: Sequence[Solution], number: int | None
) -> Generator[Progress, None, tuple[str, bool]]:
    """Return the number, up to two, of the solutions in which no pipe touches itself, in words; and
    if there is one of the kind that the level is about."""
    board = level.board
    if number == 1:
        touched = any(touches_itself(board.graph, path) for path in found[0])
        return f"{'a' if touched else 'no'} pipe touches itself", not (touched and level.untouching)
    asked = yield from ask(Query(board.problem, 2, untouching=True))
    few = ("in each a pipe touches itself", f"1 {RULE}")
    if not asked.complete:
        few = f"not known: one {RULE}", f"at least 1 {RULE}"
    words = (*few, f"2 or more {RULE}")[len(asked.solutions)]
    return words, level.untouching and asked.complete and len(asked.solutions) == 1


def words_of(board: Board, found: "Conflict") -> str:
    """Return a conflict in words."""
    walls = many(len(found.walls), "wall") if found.walls else ""
    named, one = listed([board.symbols[c] for c in found.colours]), len(found.colours) == 1
    if not named:
        words = f"{walls or 'these dots'} keep pipes from filling the board"
    else:
        words = f"{named} cannot {'be' if one else 'all be'} joined"
        if found.filled:
            words = f"however {named} {'is' if one else 'are'} joined, some cell stays empty"
        words += f", with {walls}" * bool(walls)
    return words if found.smallest else f"{words} (a part of this may be enough)"


@dataclass(frozen=True)
class Conflict:
    """`colours` that cannot all be joined with `walls` as they are, or, where that is not for want
    of ways, cannot be joined so that the rest can be `filled`. It is `smallest` if it is proved
    that nothing of it can be spared."""

    colours: tuple[int, ...]
    walls: frozenset[Edge]
    filled: bool
    smallest: bool


def conflict(board: Board) -> Generator[Progress, None, Conflict]:
    """Find what excludes any solution."""
    filled, doubts = False, False  # how it is relaxed; something was kept that may be spared

    def excluded(colours: Sequence[int], walls: Sequence[Edge]) -> Excluded:
        """Return whether these colours and walls alone are known to leave no solution."""
        nonlocal doubts
        relaxed = replace(board, walls=frozenset(walls), fill=filled)
        dots = relaxed.dot_at.copy()
        dots[(dots >= 0) & ~np.isin(dots, colours)] = len(board.symbols) if filled else -1
        settled = yield from ask(Query(replace(relaxed.problem, dot=dots)), ENOUGH)
        doubts |= bool(settled.stopped)
        return settled.complete and not settled.solutions

    colours, walls = sorted({*board.dots.tolist()} - {-1}), sorted(board.walls)
    if not (yield from excluded(colours, walls)):
        filled, doubts = True, False
    # Dots alone say more than dots and walls. What is needed with all colours is with fewer, too.
    walls = yield from _needed(walls, lambda some: excluded(colours, some))
    colours = yield from _needed(colours, lambda some: excluded(some, walls))
    return Conflict(tuple(colours), frozenset(walls), filled, not doubts)


def _needed(
    things: list[T], excluded: Callable[[list[T]], Excluded]
) -> Generator[Progress, None, list[T]]:
    """Return things of which none can be spared: a deletion filter (Chinneck & Dravnieks 1991)."""
    kept = things
    for thing in things:
        rest = [other for other in kept if other != thing]
        if (yield from excluded(rest)):
            kept = rest
    return kept
