"""`puzzles export LEVEL -o FILE`: a board, its solution or a pack as a picture or a level file, as
the suffix says, in the colours of the player's palette.
"""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from puzzles.cli import Exit
from puzzles.cli.output import find, new_file, output_of, tell
from puzzles.cli.progress import INTERRUPTED, counting, search
from puzzles.core.drawing import sheet
from puzzles.core.errors import UsageError
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.library import catalogue
from puzzles.library.levels import read_pack
from puzzles.pictures.giving import drawing_file, given, solution_frames, steps, view_frames
from puzzles.player.settings import read_settings
from puzzles.running import blocking
from puzzles.running.question import Question

FORMS = (".svg", ".png", ".gif", ".pdf", ".toml")
REASONS = "reasons"  # the view of a trace that tells them


def run(arguments: Namespace) -> int:
    name = output_of(arguments) or ""
    form = Path(name).suffix.lower()
    if form not in FORMS:
        raise UsageError(f"say which file to write: -o FILE, which ends in {', '.join(FORMS)}")
    for option, suffixes in ("explain", (".gif",)), ("solution", (".svg", ".png")):
        if getattr(arguments, option) and form not in suffixes:
            raise UsageError(f"--{option} does not go with {form}")
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    file = new_file(name, arguments.force)
    content = _content(arguments, form, limits)
    if isinstance(content, Answer):
        tell(f"nothing drawn: {content.headline}")
        return Exit.INTERRUPTED if content.stopped == INTERRUPTED else Exit.NO
    file.write(content)
    tell(f"wrote {name}")
    return Exit.DONE


def _content(arguments: Namespace, form: str, limits: Limits) -> bytes | Answer:
    """The file's content; or the answer that says why there is no solution to draw."""
    palette = read_settings()[0].palette
    if not (form == ".gif" or arguments.solution):
        return _still(arguments.level, form, limits, palette)
    entry = find(arguments.level)
    puzzle, start = entry.pack.puzzle, entry.pack.puzzle.start(entry.level)
    question = Question(puzzle, entry.level, limits=limits)
    if arguments.explain:
        if not puzzle.can("tutor.trace") or REASONS not in puzzle.tutor.VIEWS:
            raise UsageError(f"solutions of {puzzle.title} are not drawn with their reasons")
        events = blocking.events(question.to("tutor.trace", REASONS))
        told = (event for event in events if isinstance(event, Progress) and event.step)
        frames = view_frames(puzzle, start, entry.level.title, told, palette)
    else:
        found = search(blocking.events(question))
        if found.moves is None:
            return found
        if arguments.solution:
            drawn = steps(puzzle, start, found.moves, palette)
            return drawing_file(sheet(entry.level.title, drawn), form)
        frames = solution_frames(puzzle, start, found.moves, palette)
    from puzzles.pictures.raster import gif

    return gif(frames)


def _still(level: str, form: str, limits: Limits, palette: str) -> bytes:
    """A level or a pack as it is; a PDF has solutions, too."""
    if packs := catalogue.called(level):
        pack = packs[0]
    elif catalogue.is_file(level):
        pack = read_pack(level).whole()
    else:
        entry = find(level)
        pack = replace(entry.pack, levels=(entry.level,), title=entry.level.title, blurb="")
    answers = list[Answer]()
    if form == ".pdf":
        with counting("Solving", len(pack.levels)) as done:
            for each in pack.levels:
                answers.append(blocking.answer(Question(pack.puzzle, each, limits=limits)))
                done()
    return given(pack, form, palette, answers)
