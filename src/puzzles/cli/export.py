"""`puzzles export LEVEL FILE`: a board, its solution or a pack as a picture or a level file, as the
suffix says, in the colours of the player's palette.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from puzzles.cli.output import new_file, tell
from puzzles.cli.process import Exit
from puzzles.cli.progress import INTERRUPTED, counting, search
from puzzles.core.drawing import sheet
from puzzles.core.errors import UsageError
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack, read_pack
from puzzles.pictures.giving import drawing_file, given
from puzzles.pictures.steps import Frames, drawer, solution_frames, steps, view_frames
from puzzles.player.settings import read_settings
from puzzles.running import asking
from puzzles.running.question import Question

REASONS = "reasons"  # the view of a trace that tells them


class _Unsolved(Exception):
    """There is no solution to draw; the answer says why."""


def run(arguments: Namespace) -> int:
    path = Path(arguments.file)
    form = path.suffix.lower()
    draw = _FORMS.get(form)
    if draw is None:
        raise UsageError(f"{path.name}: the file ends in {', '.join(_FORMS)}")
    if arguments.explain and form not in (".svg", ".gif"):
        raise UsageError(f"--explain does not go with {form}")
    if (arguments.solution and form not in (".svg", ".png")) or (
        arguments.animate and form not in (".svg", ".gif", ".cast")
    ):
        kind = "--solution" if arguments.solution else "--animate"
        raise UsageError(f"{kind} does not go with {form}")
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    file = new_file(arguments.file, arguments.force)
    try:
        file.write(draw(arguments, limits))
    except _Unsolved as unsolved:
        (found,) = unsolved.args
        print(f"puzzles: nothing drawn: {found.headline}", file=sys.stderr)
        return Exit.INTERRUPTED if found.stopped == INTERRUPTED else Exit.NO
    tell(f"wrote {arguments.file}")
    return Exit.DONE


def _svg(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.pictures.svg import animated_svg

    if arguments.animate or arguments.explain:
        return animated_svg(_moving(arguments, limits)).encode()
    return _still(arguments, limits, ".svg")


def _png(arguments: Namespace, limits: Limits) -> bytes:
    return _still(arguments, limits, ".png")


def _gif(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.pictures.raster import gif

    return gif(_moving(arguments, limits))


def _cast(arguments: Namespace, limits: Limits) -> bytes:
    from puzzles.ui.watch.record import cast

    entry = catalogue.find(arguments.level)
    return cast(entry, _solved(entry, limits)).encode()


def _pdf(arguments: Namespace, limits: Limits) -> bytes:
    pack, answers = _levels(arguments.level), list[Answer]()
    with counting("Solving", len(pack.levels)) as done:
        for level in pack.levels:
            question = Question(pack.puzzle, level, limits=limits)
            answers.append(question.in_moves(asking.answer(question)))
            done()
    return given(pack, ".pdf", read_settings()[0].palette, answers)


def _toml(arguments: Namespace, limits: Limits) -> bytes:
    return given(_levels(arguments.level), ".toml", "")


def _levels(name: str) -> Pack:
    """Return all levels of a pack or a file, or the one that is named."""
    if packs := catalogue.called(name):
        return packs[0]
    if catalogue.is_file(name):
        return read_pack(name).whole()
    entry = catalogue.find(name)
    return replace(entry.pack, levels=(entry.level,), title=entry.level.title, blurb="")


_FORMS: dict[str, Callable[[Namespace, Limits], bytes]] = {
    ".svg": _svg,
    ".png": _png,
    ".gif": _gif,
    ".pdf": _pdf,
    ".cast": _cast,
    ".toml": _toml,
}


def _still(arguments: Namespace, limits: Limits, suffix: str) -> bytes:
    """The board, or those of a pack; or the sheet of its solution."""
    palette = read_settings()[0].palette
    if not arguments.solution:
        return given(_levels(arguments.level), suffix, palette)
    entry = catalogue.find(arguments.level)
    puzzle, draw = entry.pack.puzzle, drawer(entry.pack.puzzle, palette)
    moves = _solved(entry, limits).moves or ()
    drawn = sheet(entry.level.title, steps(puzzle, draw, puzzle.start(entry.level), moves))
    return drawing_file(drawn, suffix)


def _moving(arguments: Namespace, limits: Limits) -> Frames:
    """The solution, each frame with the seconds it is shown; or the reasons for it."""
    entry, palette = catalogue.find(arguments.level), read_settings()[0].palette
    puzzle, start = entry.pack.puzzle, entry.pack.puzzle.start(entry.level)
    if not arguments.explain:
        return solution_frames(puzzle, start, _solved(entry, limits).moves or (), palette)
    drawn = puzzle.can("tutor.trace") and puzzle.can("screen.draw_step")
    if not drawn or REASONS not in puzzle.tutor.VIEWS:
        raise UsageError(f"solutions of {puzzle.title} are not drawn with their reasons")
    events = asking.events(Question(puzzle, entry.level).to("tutor.trace", REASONS))
    steps = (event for event in events if isinstance(event, Progress) and event.look)
    return view_frames(puzzle, start, entry.level.title, steps, palette)


def _solved(entry: Entry, limits: Limits) -> Answer:
    """A solution; raises _Unsolved where none is found."""
    question = Question(entry.pack.puzzle, entry.level, limits=limits)
    found = question.in_moves(search(asking.events(question)))
    if found.moves is None:
        raise _Unsolved(found)
    return found
