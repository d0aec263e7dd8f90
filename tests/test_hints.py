"""Hints light the cells that they speak of, and never the answer alone."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest

from puzzles.core.errors import MoveError
from puzzles.core.results import MOVE, WHERE, Advice
from puzzles.core.solving import Limits, last
from puzzles.library.solutions import solution_of
from sampling import slow
from shipped import ENTRIES, PUZZLES

NAME = re.compile(r"\b[a-z]{1,2}[1-9]\d?(?: (?:top|left|right|bottom)\b)?")
LARGEST = 100  # cells of a board, and LONGEST moves of one of Kami
LONGEST = 6


def positions(puzzle, count):
    """Positions along solutions, the moves in any order where there is one answer."""
    rng = Random(f"hints {puzzle.id}")
    small = [
        entry
        for entry in ENTRIES
        if entry.pack.puzzle is puzzle
        and puzzle.scene(puzzle.start(entry.level)).grid.n <= LARGEST * (1 + puzzle.aim.stepwise)
        and len(solution_of(puzzle, entry.level)) <= (LONGEST if puzzle.aim.stepwise else 999)
    ]
    while count:
        entry = rng.choice(small)
        moves = list(solution_of(puzzle, entry.level))
        if not puzzle.aim.stepwise:
            rng.shuffle(moves)
        state = puzzle.start(entry.level)
        for text in moves[: rng.randrange(len(moves))]:
            with suppress(MoveError):
                state = puzzle.after(state, [text])
        if not puzzle.status(state).won:
            count -= 1
            yield entry, state


def named(scene, words):
    """The numbers of the places and cells that a sentence names."""
    found = set()
    for name in NAME.findall(words):
        with suppress(MoveError):
            found.add(scene.chosen.cell(name))
            continue
        with suppress(MoveError):
            found.add(scene.grid.cell(name) + (0 if scene.spots is None else scene.spots.n))
    return found


def cells_of(puzzle, state, text):
    """The cells that a move marks, or to which it brings a pipe."""
    move = puzzle.move_parse(state, text)
    path = getattr(move, "path", None)
    if path is None:
        return {move[0]} if isinstance(move, tuple) else set()
    cells = [state.board.cell_of[vertex] for vertex in path]
    return {c for c in cells if state.board.dots[c] < 0 and c not in state.owner}


@pytest.mark.parametrize("count", [5, *slow(150)])
@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_hint_lights_what_it_speaks_of_and_not_the_answer_alone(puzzle, count):
    for entry, state in positions(puzzle, count):
        advice = last(puzzle.tutor.advise(state, (), Limits()), Advice)
        scene, told = puzzle.scene(state), [h for h in advice.hints if h.kind != MOVE]
        (move,) = (h.move for h in advice.hints if h.kind == MOVE)
        answer = cells_of(puzzle, state, move)
        for hint in told:
            where = f"{entry.name}: {hint.words} {move}"
            assert not hint.move, where
            drawn = {c for path in (*hint.ghosts, *hint.paths) for c in path}
            shown = {*hint.lit, *hint.struck, *hint.labels, *drawn}
            if hint.kind == WHERE:
                assert not {*hint.struck, *hint.labels, *drawn}, where
                assert named(scene, hint.words) <= {*hint.lit}, where
                # An area around the answer does not tell it, if as much of it is not.
                told_all = answer <= {*hint.lit} and len({*hint.lit} - answer) < len(answer)
                assert advice.astray or not told_all, where
            elif puzzle.id != "flow":
                assert named(scene, hint.words) <= shown, where
            else:  # it also names where the passages lead that it concludes
                left = named(scene, hint.words) - shown - answer
                ends = {e for c in shown | answer for e in scene.grid.graph.neighbours[c]}
                assert len(left) <= 2, where
                assert left <= ends or state.board.wrap, where
