"""Checks of a maker, a reader and drawings."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from puzzles.core.errors import LevelError, PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.palettes import PALETTES
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import (
    Proposal,
    Repair,
    Verdict,
)
from puzzles.core.solving import Progress, last
from puzzles.core.tables import read_table
from puzzles.library.levels import claimed
from puzzles.library.writing import level_text
from puzzles.pictures.oklab import oklab
from puzzles.pictures.raster import image
from puzzles.player.draft import Draft
from puzzles.testing.games import Case, picture, plain, syntax


def reading(case: Case) -> None:
    """Of any picture there is a reading, which can be corrected, or none."""
    puzzle = case.puzzle
    assert puzzle.can("maker.sketch"), "a board that is read has to be edited"
    pictures = [np.zeros((60, 80, 3))]
    if puzzle.can("screen.draw"):
        pixels = np.asarray(image(puzzle.screen.draw(case.start, None, "default"), 300))
        pictures.append(oklab(pixels))
    for seen in pictures:
        if (found := puzzle.reader.read(seen)) is not None:
            assert 0 <= found.confidence <= 1
            sketch = puzzle.maker.sketch(found.level)
            assert picture(puzzle, sketch)
            for cell in found.doubtful:
                puzzle.maker.put(sketch, [cell], 0)


def editing(case: Case) -> None:
    """A cell turned on and back is what it was; what is written of a sketch can be read, or a
    reason is given."""
    puzzle, level = case.puzzle, case.level
    try:
        sketch = puzzle.maker.sketch(level)
    except UsageError:  # boards of this kind are not edited
        return
    written, was = puzzle.format(sketch), puzzle.maker.at(sketch, 0)
    edited = puzzle.maker.put(sketch, [0], (was + 1) % len(puzzle.maker.things(sketch)))
    keys = [thing.key for thing in puzzle.maker.things(edited)]
    assert len(set(keys)) == len(keys) > 1
    assert keys[puzzle.maker.at(edited, 0)] != puzzle.maker.things(sketch)[was].key
    again = puzzle.maker.put(edited, [0], keys.index(puzzle.maker.things(sketch)[was].key))
    assert puzzle.format(again) == written
    drawing_on(puzzle, sketch)
    text = level_text(puzzle, edited)
    with suppress(LevelError):  # anything else is a fault
        puzzle.parse(read_table("level", text))
    again = puzzle.maker.sketch(puzzle.maker.draft(read_table("level", text)))
    assert picture(puzzle, again) == picture(puzzle, edited), f"{level.title}: another draft"


def drawing_on(puzzle: AnyPuzzle, sketch: Level) -> None:
    """A board is drawn on grids of all kinds, and goes along when its grid changes."""
    draft = Draft(puzzle, sketch)
    written = puzzle.format(sketch)
    for change in (draft.turn, draft.mirror, lambda: draft.resize("right", 1)):
        with suppress(UsageError):
            change()
            draft.undo()
        assert puzzle.format(draft.sketch) == written
    for kind in puzzle.maker.GRIDS:
        draft = Draft(puzzle, replace(puzzle.maker.blank(kind, 4, 6), title="New"))
        assert (draft.grid.kind, draft.grid.rows, draft.grid.cols) == (kind, 4, 6)
        for thing in (*draft.things[:2], draft.things[-1]):
            draft.brush = thing.key
            draft.paint(0)
            assert draft.at(0) == thing
        draft.paint(*range(draft.grid.n))
        written = puzzle.format(draft.sketch)
        table = read_table("level", level_text(puzzle, draft.sketch))
        assert puzzle.format(puzzle.maker.sketch(puzzle.maker.draft(table))) == written
        for cell in (0, 7):
            for other in draft.sides(cell):
                if draft.wall(cell, other, True):
                    assert draft.is_wall(other, cell)
                    assert draft.undo()
                assert puzzle.format(draft.sketch) == written
        for demand in draft.demands:
            for value in demand.values:
                draft.demand(demand.name, value)
                now = {each.name: each.value for each in draft.demands}
                assert now[demand.name] == value


def repairing(case: Case) -> None:
    """A level that is repaired has one solution, and says what was changed."""
    puzzle, level, limits = case.puzzle, case.level, case.limits
    maker = puzzle.maker
    assert all(kind.isidentifier() for kind in maker.CHANGES)
    kinds = maker.CHANGES[:1]
    found = last(maker.repair(level, kinds, limits), Repair)
    assert plain({"changes": list(found.changes)})
    assert all(change["words"].isprintable() for change in found.changes)
    syntax(puzzle, found.level)
    again = last(maker.repair(found.level, kinds, limits), Repair)
    assert (again.solutions, again.changes, again.least) == (1, (), True)
    assert found.least or found.changes


def judging(case: Case) -> None:
    """Verdicts are lines; solutions that are shown are some; claims are read back."""
    puzzle, level = case.puzzle, case.level
    verdict, start = _settled(puzzle, level), puzzle.start(level)
    assert all(line.isprintable() for line in verdict.lines)
    for moves in verdict.solutions:
        assert puzzle.status(puzzle.after(start, moves)).won, "what is shown solves the board"
    claiming = claimed(puzzle, level, verdict.claims)
    assert {**puzzle.format(claiming), **verdict.claims} == puzzle.format(claiming)


def _settled(puzzle: AnyPuzzle, level: Level) -> Verdict:
    """The first verdict that settles a board; the last one if none does."""
    verdict = Verdict(())
    for event in puzzle.maker.judge(level):
        if isinstance(event, Verdict):
            verdict = event
            if verdict.settled:
                break
    return verdict


def assisting(case: Case) -> None:
    """There are wishes, each in a line, and help begins at once."""
    maker = case.puzzle.maker
    try:
        sketch = maker.sketch(case.level)
    except UsageError:  # boards of this kind are not edited
        return
    orbits = [(cell,) for cell in range(maker.grid(sketch).n)]
    for wish, words in maker.wishes(sketch).items():
        assert wish.isprintable()
        assert words.isprintable()
        with suppress(PuzzlesError):
            assert isinstance(next(maker.assist(sketch, wish, orbits)), Progress | Proposal)


def drawing(case: Case) -> None:
    """All positions of a level have drawings of one size, in every palette."""
    puzzle = case.puzzle
    state, moves = case.start, case.moves
    drawings = [puzzle.screen.draw(state, next(iter(moves), None), palette) for palette in PALETTES]
    drawings += [
        puzzle.screen.draw(puzzle.apply(state, move), None, "default") for move in moves[:1]
    ]
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1
