"""A level or a pack to give away: as a level file, as a picture, or to print."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.core.drawing import Drawing, sheet
from puzzles.core.solving import Answer
from puzzles.library.levels import Pack, described, level_keys, levels_text, pack_text
from puzzles.pictures.steps import steps

SUFFIXES = (".toml", ".png", ".svg", ".pdf")


def given(pack: Pack, suffix: str, palette: str, answers: Sequence[Answer] = ()) -> bytes:
    """The levels of a pack, one or all, as a file with one of SUFFIXES, in the colours of a
    palette. Only a PDF has solutions: the `answers`, one for each level, their moves as text.
    Raises UsageError for a puzzle without pictures."""
    if suffix == ".toml":
        if len(pack.levels) == 1:
            return levels_text(pack.puzzle, pack.levels, toml=True).encode()
        keys = [level_keys(pack.puzzle, level) for level in pack.levels]
        return pack_text(pack.puzzle.id, pack.title, pack.blurb, keys).encode()
    if suffix == ".pdf":
        return _booklet(pack, palette, answers)
    puzzle = pack.puzzle
    boards = [
        (level.title, puzzle.screen.draw(puzzle.start(level), None, palette))
        for level in pack.levels
    ]
    return drawing_file(boards[0][1] if len(boards) == 1 else sheet(pack.title, boards), suffix)


def drawing_file(drawing: Drawing, suffix: str) -> bytes:
    """A drawing as a file of this kind."""
    if suffix == ".svg":
        from puzzles.pictures.svg import svg

        return svg(drawing).encode()
    from puzzles.pictures.raster import png

    return png(drawing)


def _booklet(pack: Pack, palette: str, answers: Sequence[Answer]) -> bytes:
    """Boards to print, and their solutions."""
    from puzzles.pictures.pdf import Page, pdf

    puzzle, pages = pack.puzzle, list[Page]()
    for level, found in zip(pack.levels, answers, strict=True):
        start = puzzle.start(level)
        board = puzzle.screen.draw(start, None, palette)
        made = [] if found.moves is None else steps(puzzle, start, found.moves, palette)
        solution = [drawing for _, drawing in (made if puzzle.stepwise else made[-1:])]
        facts = " · ".join([*described(puzzle.facts(level)), *filter(None, (level.about.author,))])
        pages.append(Page(level.title, facts, board, solution, found.headline))
    return pdf(f"{puzzle.title}: {pack.title}", pack.blurb, pages)
