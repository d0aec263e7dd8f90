"""`puzzles export LEVEL FILE`: a board, its solution or a pack as a picture or a level file, as the
suffix says, in the colours of the player's palette.
"""

from __future__ import annotations

import sys
from argparse import Namespace
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
from puzzles.library.levels import read_pack
from puzzles.pictures.giving import drawing_file, given
from puzzles.pictures.steps import Frames, solution_frames, steps, view_frames
from puzzles.player.settings import read_settings
from puzzles.running import asking
from puzzles.running.question import Question

FORMS = (".svg", ".png", ".gif", ".pdf", ".cast", ".toml")
REASONS = "reasons"  # the view of a trace that tells them


class _Unsolved(Exception):
    """There is no solution to draw; the answer says why."""


def run(arguments: Namespace) -> int:
    path = Path(arguments.file)
    form = path.suffix.lower()
    if form not in FORMS:
        raise UsageError(f"{path.name}: the file ends in {', '.join(FORMS)}")
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
        file.write(_content(arguments, form, limits))
    except _Unsolved as unsolved:
        (found,) = unsolved.args
        print(f"puzzles: nothing drawn: {found.headline}", file=sys.stderr)
        return Exit.INTERRUPTED if found.stopped == INTERRUPTED else Exit.NO
    tell(f"wrote {arguments.file}")
    return Exit.DONE


def _content(arguments: Namespace, form: str, limits: Limits) -> bytes:
    if form == ".cast":
        from puzzles.ui.watch.record import cast

        entry = catalogue.find(arguments.level)
        return cast(entry, _solved(entry, limits)).encode()
    palette = read_settings()[0].palette
    if form == ".gif":
        from puzzles.pictures.raster import gif

        return gif(_moving(arguments, limits, palette))
    if arguments.animate or arguments.explain:
        from puzzles.pictures.svg import animated_svg

        return animated_svg(_moving(arguments, limits, palette)).encode()
    if arguments.solution:
        entry = catalogue.find(arguments.level)
        puzzle, start = entry.pack.puzzle, entry.pack.puzzle.start(entry.level)
        puzzle.need("screen.draw")
        moves = _solved(entry, limits).moves or ()
        return drawing_file(sheet(entry.level.title, steps(puzzle, start, moves, palette)), form)
    if packs := catalogue.called(arguments.level):
        pack = packs[0]
    elif catalogue.is_file(arguments.level):
        pack = read_pack(arguments.level).whole()
    else:
        entry = catalogue.find(arguments.level)
        pack = replace(entry.pack, levels=(entry.level,), title=entry.level.title, blurb="")
    answers = list[Answer]()
    if form == ".pdf":
        with counting("Solving", len(pack.levels)) as done:
            for level in pack.levels:
                question = Question(pack.puzzle, level, limits=limits)
                answers.append(asking.answer(question))
                done()
    return given(pack, form, palette, answers)


def _moving(arguments: Namespace, limits: Limits, palette: str) -> Frames:
    """The solution, each frame with the seconds it is shown; or the reasons for it."""
    entry = catalogue.find(arguments.level)
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
    found = search(asking.events(Question(entry.pack.puzzle, entry.level, limits=limits)))
    if found.moves is None:
        raise _Unsolved(found)
    return found
