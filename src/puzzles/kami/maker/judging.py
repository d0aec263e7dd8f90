"""What there is to say of a Kami board that is being drawn: how many moves it takes, how many
optimal ways there are, and how hard it is.

A board before this one helps, where both have the same cells. Par is a function of the coloured
region graph; if that is the same, so is par. Otherwise par has changed by as many moves, at most,
as there are connected groups of cells that had one colour and have got another one
(`docs/kami-solver.md`, "From board to board", has the proof).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from puzzles.core.facets import Grade, Verdict
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.grids.graph import Graph
from puzzles.kami.rules.model import Board, KamiLevel, start
from puzzles.kami.solver.optima import ways
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade

MOST_WAYS = 1000  # that are counted
MEMORY = Limits(memory_mb=400)  # for a search, while others use the machine

Telling = Iterator[Progress | Verdict]


def judge(level: KamiLevel, proofs: Mapping[str, Any]) -> Telling:
    """See `core.facets.Judges`."""
    return _Judging(level, proofs).told()


class _Judging:
    """What is known of a board by now."""

    def __init__(self, level: KamiLevel, proofs: Mapping[str, Any]) -> None:
        self._level, self._state = level, start(level)
        self._signs = _signs(level.board)
        self._lower = _floor(level.board, proofs) if proofs else 0
        self._best: tuple[Any, ...] | None = None  # moves
        self._stopped, self._nodes = "", 0
        self._ways = ""  # in words
        self._grade: Grade | None = None

    def told(self) -> Telling:
        yield from self._par()
        yield self._verdict()
        if self._proved:
            yield from self._how_hard()  # which takes no longer than it may
            yield self._verdict()
            yield from self._how_many_ways()
            yield self._verdict()

    @property
    def _proved(self) -> bool:
        return self._best is not None and len(self._best) <= self._lower

    def _verdict(self) -> Verdict:
        graded = "" if self._grade is None else self._grade.words
        lines = tuple(filter(None, (self._headline(), self._ways, graded)))
        return Verdict(
            lines,
            self._proved,
            proofs={**self._signs, "lower": self._lower},
            nodes=self._nodes,
            claims=self._claims(),
        )

    def _claims(self) -> dict[str, Any]:
        if not self._proved:
            return {}
        claims = {"par": len(self._best or ()), "proof": {"nodes": self._nodes}}
        return claims if self._grade is None else {**claims, "difficulty": self._grade.difficulty}

    def _headline(self) -> str:
        if self._best is None:
            known = f"at least {self._lower}" if self._lower else "not known yet"
        elif self._proved:
            return f"par {len(self._best)}, proved"
        else:
            known = f"at least {self._lower}, at most {len(self._best)}"
        return f"{known} ({self._stopped})" if self._stopped else known

    def _par(self) -> Telling:
        """The fewest moves: bounds from below and above, until they meet."""
        for event in solve(self._state, MEMORY):
            before, self._nodes = self._headline(), event.nodes
            if isinstance(event, Answer):
                self._stopped = event.stopped
            self._lower = max(self._lower, event.lower_bound)
            if event.moves is not None and (
                self._best is None or len(event.moves) < len(self._best)
            ):
                self._best = event.moves
            if self._proved:  # perhaps by the board before
                return
            if self._headline() != before:
                yield self._verdict()
            elif isinstance(event, Progress):
                yield event

    def _how_hard(self) -> Telling:
        for event in grade(replace(self._level, par=len(self._best or ()))):
            if isinstance(event, Grade):
                self._grade = event
            elif isinstance(event, Progress):
                yield event

    def _how_many_ways(self) -> Telling:
        """How many solutions of par there are."""
        first = Answer(self._best, True, self._lower, 0, 0.0, "")
        for event in ways(self._state, first, MEMORY, MOST_WAYS):
            facts = event.facts if isinstance(event, Answer) else event.look or {}
            number, before = facts.get("solutions", 0), self._ways
            least = "" if facts.get("complete") else "at least "
            if number:
                self._ways = f"{least}{number:,} optimal way{'s' * (number != 1)}"
            if self._ways != before:
                yield self._verdict()
            elif isinstance(event, Progress):
                yield event


def _signs(board: Board) -> dict[str, Any]:
    """All that makes a board, by the names of its cells and colours."""
    names = [colour.name for colour in board.palette]
    cells = {board.grid.name(cell): names[int(c)] for cell, c in enumerate(board.colours)}
    final = None if board.final is None else names[board.final]
    return {"grid": board.grid.kind, "size": board.grid.size, "final": final, "cells": cells}


def _floor(board: Board, proofs: Mapping[str, Any]) -> int:
    """A lower bound of par, given one for another board; 0 where it shows nothing."""
    now, was = _signs(board), proofs
    alike = all(now[key] == was[key] for key in ("grid", "size", "final"))
    if not alike or now["cells"].keys() != was["cells"].keys():
        return 0
    before, after = ([*signs["cells"].values()] for signs in (was, now))
    if _regions(board.grid.graph, before) == _regions(board.grid.graph, after):
        return int(was["lower"])
    changes = [(a, b) if a != b else None for a, b in zip(before, after, strict=True)]
    groups = [change for change in _regions(board.grid.graph, changes)[0] if change is not None]
    return max(0, int(was["lower"]) - len(groups))


def _regions(graph: Graph, colours: list[Any]) -> tuple[list[Any], frozenset[tuple[int, int]]]:
    """The region graph: the colour of each region, in the order of their first cells, and the
    pairs that touch."""
    regions, region_of = graph.contract(colours)
    first = {region: cell for cell, region in reversed([*enumerate(region_of.tolist())])}
    edges = frozenset((int(a), int(b)) for a, b in regions.edges)
    return [colours[first[region]] for region in range(regions.n)], edges
