"""The solver's show, as drawings with the seconds that each is shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from puzzles.core.drawing import Drawing
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Progress
from puzzles.pictures.steps import captioned, drawer

ANNOUNCED, MADE, END = 0.9, 0.8, 2.5  # seconds: a move, what it did, the end
STEP, READ = 0.25, 1.8  # a step of a search, and one with a sentence

Frames = list[tuple[Drawing, float]]


def solution_frames(
    puzzle: AnyPuzzle, state: object, moves: Iterable[object], palette: str
) -> Frames:
    """Return every position of a solution, with and without the move that comes next. Raises
    UsageError for a puzzle without pictures."""
    draw = drawer(puzzle, palette)
    frames = [(draw(state, None), MADE)]
    for move in moves:
        frames.append((draw(state, move), ANNOUNCED))
        state = puzzle.apply(state, move)
        frames.append((draw(state, None), MADE))
    frames[-1] = frames[-1][0], END
    return frames


def view_frames(
    puzzle: AnyPuzzle, state: object, title: str, steps: Iterable[Progress], palette: str
) -> Frames:
    """Return the steps of another view from a position, each with its words. Raises UsageError for
    a puzzle that draws no steps."""
    frames = [(captioned(drawer(puzzle, palette)(state, None), title), MADE)]
    for step in steps:
        look = step.look or {}
        moves = tuple(move for move, _ in puzzle.replay(state, step.line))
        drawn = puzzle.screen.draw_step(state, replace(step, line=moves), palette)
        words = look.get("words", "")
        told = words or "   ".join(look.get("lines", ()))
        frames.append((captioned(drawn, told), READ if words else STEP))
    frames[-1] = frames[-1][0], END
    return frames
