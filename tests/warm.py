"""Has the kernels that tests need compiled, by using each once: `python tests/warm.py PUZZLE`."""

from __future__ import annotations

import sys

from puzzles.core.facets import Grade
from puzzles.core.solving import Limits, answer, last
from puzzles.library.catalogue import library

pack = next(pack for pack in library().packs if pack.puzzle.id == sys.argv[1])
puzzle, level = pack.puzzle, pack.levels[0]
state = puzzle.start(level)
answer(puzzle.solve(state, Limits()))
if puzzle.grades is not None:
    last(puzzle.grades.grade(level), Grade)
if puzzle.counts is not None:
    answer(puzzle.counts.count(state, Limits()))
if puzzle.ways is not None:
    task, *_ = puzzle.ways.tasks(state)
    answer(puzzle.ways.ways(state, task, Limits()))
    answer(puzzle.ways.count_ways(state, task, Limits()))
if puzzle.traces is not None:
    for view in puzzle.traces.views:
        answer(puzzle.traces.trace(state, view))
if puzzle.makes is not None:
    *_, made = puzzle.makes.make(1, puzzle.makes.like(level))
