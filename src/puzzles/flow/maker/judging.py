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

from puzzles.core.judging import Judge, Searching
from puzzles.core.results import GOOD, NO, SEVERAL, Verdict
from puzzles.core.solving import Limits, Progress
from puzzles.core.tables import Values
from puzzles.core.words import UNSOLVABLE, listed, many
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
    return _Judge(level).verdicts()


class _Judge(Judge[FlowLevel]):
    found: tuple[Solution, ...] = ()  # solutions that differ, two at most
    number: int | None = None  # of solutions; None while it is not known
    untouching = ""  # the number by the other reading, in words
    conflict = ""  # that excludes any solution, in words
    meant = False  # there is one solution of the kind that the level is about

    def questions(self) -> Iterator[Searching]:
        yield self._one_or_more()
        if self.number == 0:
            self.outcome = NO
            yield self._why_none()
        elif self.found:
            yield self._by_the_other_reading()
            self.outcome = GOOD if self.meant else SEVERAL if len(self.found) > 1 else ""
            if self.number is None:
                yield self._how_many()
            if self.meant:
                yield self.grading(grade(self.level))

    def lines(self) -> Iterator[str]:
        if self.number is None:
            least = ("", "1 solution or more", "2 solutions or more")
            yield least[len(self.found)] or "not known yet"
        else:
            yield f"{many(self.number, 'solution')}, proved" if self.number else UNSOLVABLE
        yield self.untouching
        yield self.conflict or ("" if self.grade is None else self.grade.words)

    def claims(self) -> Values:
        known = self.meant if self.level.untouching else self.number is not None
        count = {} if self.number is None else {"fillings": self.number}
        return {"proof": {**count, "nodes": self.nodes}} if known else {}

    def _one_or_more(self) -> Searching:
        """Find two solutions, or prove that there are not two."""
        board = self.level.board
        settled = yield from ask(Query(board.problem, 2))
        self.nodes, self.found = settled.nodes, settled.solutions
        if settled.complete:
            self.number = len(self.found)
        self.settled = settled.complete or len(self.found) > 1
        self.meant = self.number == 1
        if len(self.found) > 1:
            self.outcome = SEVERAL
            one, other = (set(edges_of(solution)) for solution in self.found)
            self._light({board.cell_of[vertex] for edge in one ^ other for vertex in edge})
            self.solutions = tuple(
                tuple(path_text(board, path) for path in solution) for solution in self.found
            )

    def _by_the_other_reading(self) -> Searching:
        """Count, up to two, the solutions in which no pipe touches itself."""
        board = self.level.board
        if self.number == 1:
            touched = any(touches_itself(board.graph, path) for path in self.found[0])
            self.untouching = f"{'a' if touched else 'no'} pipe touches itself"
            self.meant = not (touched and self.level.untouching)
            return
        settled = yield from ask(Query(board.problem, 2, untouching=True))
        few = ("in each a pipe touches itself", f"1 {RULE}")
        if not settled.complete:
            few = f"not known: one {RULE}", f"at least 1 {RULE}"
        self.untouching = (*few, f"2 or more {RULE}")[len(settled.solutions)]
        self.meant = self.level.untouching and settled.complete and len(settled.solutions) == 1

    def _how_many(self) -> Searching:
        counted = yield from ask(Query(self.level.board.problem, method="count"), MEMORY)
        if counted.exact:
            self.number = counted.number

    def _why_none(self) -> Searching:
        board = self.level.board
        found = yield from conflict(board)
        dots = {
            cell
            for cell, dot in enumerate(board.dots.tolist())
            # Where no colours are named, it is all of them, however they are joined.
            if dot >= 0 and (not found.colours or dot in found.colours)
        }
        self._light(dots | {cell for wall in found.walls for cell in wall})
        self.conflict = words_of(board, found)

    def _light(self, cells: set[int]) -> None:
        self.lit = tuple(map(self.level.board.grid.name, sorted(cells)))


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
