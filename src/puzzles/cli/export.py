"""`puzzles export LEVEL FILE`: a board, its solution or a pack as a picture, as its suffix says,
in the colours of the player's palette.

Without LEVEL it is the player's progress that goes to the file.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from puzzles.cli.exits import Exit
from puzzles.cli.output import new_file
from puzzles.cli.progress import INTERRUPTED, counting, search
from puzzles.cli.transfer import export_progress
from puzzles.core.drawing import Drawing, sheet
from puzzles.core.errors import UsageError
from puzzles.core.puzzle import Puzzle
from puzzles.core.solving import Answer, Limits
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry
from puzzles.pictures.steps import Draw, drawer, steps
from puzzles.player.settings import read_settings
from puzzles.running import asking
from puzzles.running.question import Question

ANNOUNCED, MADE, END = 0.9, 0.8, 2.5  # seconds: before a move, after it, at the end


class _Unsolved(Exception):
    """There is no solution to draw; the answer says why."""


def run(arguments: Namespace) -> int:
    if arguments.level is None:
        if arguments.solution or arguments.animate:
            raise UsageError("say which level to draw")
        return export_progress(arguments.file, arguments.force)
    path = Path(arguments.file)
    form = path.suffix.lower()
    draw = _FORMS.get(form)
    if draw is None:
        raise UsageError(f"{path.name}: a picture ends in {', '.join(_FORMS)}")
    if (arguments.solution and form not in (".svg", ".png")) or (
        arguments.animate and form not in (".svg", ".gif", ".cast")
    ):
        kind = "--solution" if arguments.solution else "--animate"
        raise UsageError(f"{kind} does not go with {form}")
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    with new_file(arguments.file, arguments.force) as file:
        try:
            file.write(draw(arguments, limits))
        except _Unsolved as unsolved:
            (found,) = unsolved.args
            print(f"puzzles: nothing drawn: {found.headline}", file=sys.stderr)
            return Exit.INTERRUPTED if found.stopped == INTERRUPTED else Exit.NO
    return Exit.DONE


def _svg(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.pictures.svg import animated_svg, svg

    if arguments.animate:
        return animated_svg(_frames(catalogue.find(arguments.level), limits)).encode()
    return svg(_still(arguments, limits)).encode()


def _png(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.pictures.raster import png

    return png(_still(arguments, limits))


def _gif(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.pictures.raster import gif

    return gif(_frames(catalogue.find(arguments.level), limits))


def _cast(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.ui.record import cast

    entry = catalogue.find(arguments.level)
    return cast(entry, _solved(entry, limits)).encode()


def _pdf(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.pictures.pdf import Page, pdf

    pack = catalogue.find_pack(arguments.level)
    puzzle, draw = pack.puzzle, _drawer(pack.puzzle)
    pages = []
    with counting("Solving", len(pack.levels)) as done:
        for level in pack.levels:
            start = puzzle.start(level)
            question = Question(puzzle, level, limits=limits)
            found = question.in_moves(asking.answer(question))
            made = [] if found.moves is None else steps(puzzle, draw, start, found.moves)
            solution = [drawing for _, drawing in (made if puzzle.stepwise else made[-1:])]
            facts = [
                f"{value}" if key == "size" else f"{key} {value}"
                for key, value in puzzle.facts(level).items()
                if value is not None
            ]
            words = " · ".join(facts)
            pages.append(Page(level.title, words, draw(start, None), solution, found.headline))
            done()
    return pdf(f"{puzzle.title}: {pack.title}", pack.blurb, pages)


_FORMS: dict[str, Callable[[Namespace, Limits], bytes]] = {
    ".svg": _svg, ".png": _png, ".gif": _gif, ".pdf": _pdf, ".cast": _cast,
}  # fmt: skip


def _drawer(puzzle: Puzzle[Any, Any, Any]) -> Draw:
    """What draws a position, and the move that comes next, in the player's palette."""
    return drawer(puzzle, read_settings()[0].palette)


def _still(arguments: Namespace, limits: Limits) -> Drawing:
    """The board, or the sheet of its solution."""
    entry = catalogue.find(arguments.level)
    puzzle, draw = entry.pack.puzzle, _drawer(entry.pack.puzzle)
    start = puzzle.start(entry.level)
    if not arguments.solution:
        return draw(start, None)
    moves = _solved(entry, limits).moves or ()
    return sheet(entry.level.title, steps(puzzle, draw, start, moves))


def _frames(entry: Entry, limits: Limits) -> list[tuple[Drawing, float]]:
    """Every position of the solution, with and without the move that comes next."""
    puzzle, draw = entry.pack.puzzle, _drawer(entry.pack.puzzle)
    state = puzzle.start(entry.level)
    frames = [(draw(state, None), MADE)]
    for move in _solved(entry, limits).moves or ():
        frames.append((draw(state, move), ANNOUNCED))
        state = puzzle.apply(state, move)
        frames.append((draw(state, None), MADE))
    frames[-1] = frames[-1][0], END
    return frames


def _solved(entry: Entry, limits: Limits) -> Answer:
    """A solution; raises _Unsolved where none is found."""
    question = Question(entry.pack.puzzle, entry.level, limits=limits)
    found = question.in_moves(search(asking.events(question)))
    if found.moves is None:
        raise _Unsolved(found)
    return found
