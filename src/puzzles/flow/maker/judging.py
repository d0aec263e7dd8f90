"""What there is to say of a Flow board that is being drawn: how many solutions it has, where two of
them differ, what excludes any, and how hard it is.

A board before this one helps. Its solutions are tried by the rules, and those that hold are
solutions. And if this board has the same cells and dots, and no passage that the other lacked, all
its solutions were solutions there: where there was none, there is none; where there was one, there
is that one or none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from puzzles.core.errors import MoveError
from puzzles.core.facets import Grade, Verdict
from puzzles.core.solving import UNLIMITED, Limits, Progress
from puzzles.flow.maker.conflict import Conflict, conflict
from puzzles.flow.rules.model import Board, Edge, FlowLevel, path_parse, path_text
from puzzles.flow.rules.problem import Solution, fault, touches_itself
from puzzles.flow.solver.count import Count
from puzzles.flow.solver.count import count as count_all
from puzzles.flow.solver.settle import Question, Settled, settle
from puzzles.flow.tutor.difficulty import grade

MEMORY = Limits(memory_mb=400)  # for a count, which others have to leave room for

Telling = Iterator[Progress | Verdict]


def judge(level: FlowLevel, proofs: Mapping[str, Any]) -> Telling:
    """See `core.facets.Judges`."""
    return _Judging(level, proofs).told()


class _Judging:
    """What is known of a board by now."""

    def __init__(self, level: FlowLevel, proofs: Mapping[str, Any]) -> None:
        self._level, self._board = level, level.board
        self._found: list[Solution] = []  # solutions that differ, two at most
        self._number: int | None = None  # of solutions; None while it is not known
        self._nodes = 0
        self._untouching = ""  # the other reading, in words
        self._more: tuple[str, ...] = ()
        self._difficulty: float | None = None
        self._lit: frozenset[int] = frozenset()
        self._take_over(proofs)

    def told(self) -> Telling:
        """All that is found out, in the order in which people ask for it."""
        if self._found:
            yield self._verdict()
        yield from self._one_or_more()
        yield self._verdict()
        if self._number == 0:
            yield from self._why_none()
        elif self._number != 0 and self._found:
            yield from self._by_the_other_reading()
            yield self._verdict()
            yield from self._how_many()
            yield from self._how_hard()
        yield self._verdict()

    def _verdict(self) -> Verdict:
        shown = self._found if len(self._found) > 1 else ()
        solutions = tuple(tuple(path_text(self._board, path) for path in s) for s in shown)
        lines = tuple(line for line in (self._headline(), self._untouching, *self._more) if line)
        name = self._board.grid.name
        return Verdict(
            lines,
            self._settled,
            tuple(map(name, sorted(self._lit))),
            solutions,
            self._proofs(),
            self._nodes,
            self._claims(),
        )

    def _claims(self) -> dict[str, Any]:
        known = self._is_meant if self._level.untouching else self._number is not None
        if not known:
            return {}
        count = {} if self._number is None else {"fillings": self._number}
        claims: dict[str, Any] = {"proof": {**count, "nodes": self._nodes}}
        return claims if self._difficulty is None else {**claims, "difficulty": self._difficulty}

    @property
    def _settled(self) -> bool:
        return self._number is not None or len(self._found) > 1

    def _headline(self) -> str:
        if self._number is None:
            least = ("", "1 solution, if not more", "2 solutions or more")
            return least[len(self._found)] or "not known yet"
        number = f"{self._number:,}" if self._number else "no"
        return f"{number} solution{'s' * (self._number > 1)}, proved"

    # Finding out -----------------------------------------------------------------------------

    def _one_or_more(self) -> Telling:
        """Whether there is none, one, or more than one."""
        if self._settled:
            self._light_differences()
            return
        for event in settle(Question(self._board.problem, 2), UNLIMITED):
            if isinstance(event, Settled):
                self._nodes = event.nodes
                for solution in event.solutions:
                    self._add(solution)
                if event.complete:
                    self._number = len(event.solutions)
                self._light_differences()
            else:
                yield event

    def _by_the_other_reading(self) -> Telling:
        """How many solutions there are in which no pipe touches itself."""
        rule = "in which no pipe touches itself"
        if self._number == 1:
            self._untouching = (
                "a pipe touches itself"
                if self._touched(self._found[0])
                else "no pipe touches itself"
            )
            return
        for event in settle(Question(self._board.problem, 2, untouching=True), UNLIMITED):
            if isinstance(event, Settled):
                none = "none" if event.complete else "not known"
                number = (none, "1" if event.complete else "at least 1", "2 or more")
                self._untouching = f"{number[len(event.solutions)]} {rule}"
            else:
                yield event

    def _touched(self, solution: Solution) -> bool:
        return any(touches_itself(self._board.graph, path) for path in solution)

    def _how_many(self) -> Telling:
        """The exact number, where there are several."""
        if self._number is not None:
            return
        for event in count_all(self._board.problem, MEMORY):
            if isinstance(event, Count):
                if event.exact:
                    self._number = event.count
                yield self._verdict()
            else:
                yield event

    def _how_hard(self) -> Telling:
        """How hard it is to find what is meant, where there is one."""
        if not self._is_meant:
            return
        for event in grade(self._level):
            if isinstance(event, Grade):
                self._more, self._difficulty = (event.words,), event.difficulty
            elif isinstance(event, Progress):
                yield event

    @property
    def _is_meant(self) -> bool:
        """Whether there is one solution of the kind that the level is about."""
        if self._level.untouching:
            return self._untouching.startswith(("1 ", "no pipe "))
        return self._number == 1

    def _why_none(self) -> Telling:
        """What excludes any solution."""
        run = conflict(self._board)
        while True:
            try:
                yield next(run)
            except StopIteration as end:
                self._explain(end.value)
                return

    def _explain(self, found: Conflict) -> None:
        board = self._board
        dots = {cell for cell in range(board.grid.n) if board.dots[cell] in found.colours}
        if not found.colours:  # all of them, however they are joined
            dots = {cell for cell in range(board.grid.n) if board.dots[cell] >= 0}
        self._lit = frozenset(dots | {cell for wall in found.walls for cell in wall})
        self._more = (words_of(board, found),)

    # Two solutions -----------------------------------------------------------------------------

    def _add(self, solution: Solution) -> None:
        edges = [_edges(known) for known in self._found]
        if len(edges) < 2 and _edges(solution) not in edges:
            self._found.append(solution)

    def _light_differences(self) -> None:
        """Point at the cells that two solutions leave by other ways."""
        if len(self._found) > 1:
            one, other = map(_edges, self._found[:2])
            cells = self._board.cell_of
            self._lit = frozenset(cells[vertex] for edge in one ^ other for vertex in edge)

    # From board to board -----------------------------------------------------------------------

    def _take_over(self, proofs: Mapping[str, Any]) -> None:
        """Use what is proved of the board before."""
        for told in proofs.get("solutions", ()):
            solution = _read(self._board, told)
            if solution is not None and not fault(self._board.problem, solution):
                self._add(solution)
        if proofs.get("number") in (0, 1) and _is_within(_signs(self._board), proofs["board"]):
            self._number = len(self._found)

    def _proofs(self) -> dict[str, Any]:
        solutions = [[path_text(self._board, path) for path in s] for s in self._found]
        return {"board": _signs(self._board), "solutions": solutions, "number": self._number}


def words_of(board: Board, found: Conflict) -> str:
    """A conflict in words."""
    letters = [board.symbols[colour] for colour in found.colours]
    walls = f"{len(found.walls)} wall{'s' * (len(found.walls) != 1)}" if found.walls else ""
    if letters:
        named = _listed(letters)
        one = len(letters) == 1
        if found.filled:
            does = f"however {named} {'is' if one else 'are'} joined, some cell stays empty"
        else:
            does = f"{named} cannot {'be' if one else 'all be'} joined"
        said = f"{does}, with {walls}" if walls else does
    else:
        said = f"{walls or 'these dots'} let no pipes fill the board, however dots are joined"
    return said if found.smallest else f"{said} (perhaps less excludes it)"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _edges(solution: Solution) -> frozenset[Edge]:
    return frozenset((min(edge), max(edge)) for path in solution for edge in pairwise(path))


def _read(board: Board, paths: Sequence[str]) -> Solution | None:
    """The solution that was told of another board; None where it cannot be drawn."""
    try:
        return tuple(path_parse(board, path) for path in paths)
    except MoveError:
        return None


def _signs(board: Board) -> dict[str, Any]:
    """All that makes a board, by the names of its cells."""
    name, grid = board.grid.name, board.grid
    dots = {name(cell): board.symbols[dot] for cell, dot in enumerate(board.dots) if dot >= 0}
    return {
        "grid": [grid.kind, grid.rows, grid.cols],
        "cells": [name(c) for c in range(grid.n)],
        "dots": dots,
        "bridges": [name(cell) for cell in sorted(board.bridges)],
        "wrap": board.wrap,
        "fill": board.fill,
        "walls": sorted(f"{name(a)} {name(b)}" for a, b in board.walls),
    }


def _is_within(signs: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    """Whether one board is another with, at most, more walls."""
    alike = all(signs[key] == others[key] for key in signs if key != "walls")
    return alike and set(others["walls"]) <= set(signs["walls"])
