"""A level or a pack to give away: as a level file, as a picture, or to print."""

from __future__ import annotations

from collections.abc import Sequence

from puzzles.core.drawing import Drawing, sheet
from puzzles.core.level import Level
from puzzles.core.solving import Answer
from puzzles.library.levels import Pack, level_keys, levels_text, pack_text
from puzzles.pictures.steps import drawer, steps

SUFFIXES = (".toml", ".png", ".svg", ".pdf")


def given(pack: Pack, suffix: str, palette: str, answers: Sequence[Answer] = ()) -> bytes:
    """The levels of a pack, one or all, as a file with one of SUFFIXES, in the colours of a
    palette. Only a PDF has solutions: the `answers`, one for each level, in the puzzle's own moves.
    Raises UsageError for a puzzle without pictures."""
    if suffix == ".toml":
        return _text(pack).encode()
    if suffix == ".pdf":
        return _booklet(pack, palette, answers)
    return drawing_file(_picture(pack, palette), suffix)


def drawing_file(drawing: Drawing, suffix: str) -> bytes:
    """A drawing as a file of this kind."""
    if suffix == ".svg":
        from puzzles.pictures.svg import svg

        return svg(drawing).encode()
    from puzzles.pictures.raster import png

    return png(drawing)


def _text(pack: Pack) -> str:
    if len(pack.levels) == 1:
        return levels_text(pack.puzzle, pack.levels, toml=True)
    keys = [level_keys(pack.puzzle, level) for level in pack.levels]
    return pack_text(pack.puzzle.id, pack.title, pack.blurb, keys)


def _picture(pack: Pack, palette: str) -> Drawing:
    """The board; of several, a sheet."""
    puzzle, draw = pack.puzzle, drawer(pack.puzzle, palette)
    boards = [(level.title, draw(puzzle.start(level), None)) for level in pack.levels]
    return boards[0][1] if len(boards) == 1 else sheet(pack.title, boards)


def _booklet(pack: Pack, palette: str, answers: Sequence[Answer]) -> bytes:
    """Boards to print, and their solutions."""
    from puzzles.pictures.pdf import Page, pdf

    puzzle, draw, pages = pack.puzzle, drawer(pack.puzzle, palette), list[Page]()
    for level, found in zip(pack.levels, answers, strict=True):
        start = puzzle.start(level)
        made = [] if found.moves is None else steps(puzzle, draw, start, found.moves)
        solution = [drawing for _, drawing in (made if puzzle.stepwise else made[-1:])]
        pages.append(
            Page(level.title, _facts(pack, level), draw(start, None), solution, found.headline)
        )
    return pdf(f"{puzzle.title}: {pack.title}", pack.blurb, pages)


def _facts(pack: Pack, level: Level) -> str:
    known = pack.puzzle.facts(level).items()
    words = [
        f"{value}" if key == "size" else f"{key} {value}"
        for key, value in known
        if value is not None
    ]
    return " · ".join([*words, *filter(None, (level.about.author,))])
