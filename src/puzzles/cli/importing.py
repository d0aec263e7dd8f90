"""`puzzles import PICTURE…`: the boards in photos or screenshots, to correct, to play or to keep.

One picture is opened in the editor, where there is a terminal. Of several, or of a folder of them,
each makes a level file, and a line that says how sure it is.
"""

import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path

from puzzles.cli import Exit, output
from puzzles.cli.batch import Batch
from puzzles.cli.play import open_app
from puzzles.cli.progress import counting, working
from puzzles.core.errors import LevelError, Place, PuzzlesError, UsageError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.tables import Values
from puzzles.library.levels import level_files, level_toml
from puzzles.pictures import SUFFIXES
from puzzles.running import blocking


def run(arguments: Namespace) -> int:
    files: list[str] = arguments.levels
    if bool(files) == arguments.clipboard:
        raise UsageError("name the pictures to read, or --clipboard")
    if len(files) > 1 or any(map(os.path.isdir, files)):
        return _several(files, arguments)
    file = files[0] if files else ""  # without a name, the picture on the clipboard
    with working("Reading the picture"):
        puzzle, reading = blocking.reading(file)
    if not (arguments.output or arguments.json) and sys.stdout.isatty():
        return open_app(edited=(puzzle, reading))
    print(_words(puzzle, reading), file=sys.stderr)
    if arguments.output:
        output.new_file(arguments.output, arguments.force).write(level_toml(puzzle, reading.level))
    if arguments.json:
        output.print_record(_document(file, puzzle, reading))
    elif not arguments.output:
        print(level_toml(puzzle, reading.level), end="")
    return Exit.DONE


def _several(names: Iterable[str], arguments: Namespace) -> int:
    """Tell of each picture what it shows, and write its board; one without a board stops none."""
    out = arguments.output
    if out and os.path.isfile(out):
        raise UsageError(f"several boards go to a folder; {out} is a file")
    batch, done = Batch(arguments), 0
    files = list(_pictures(names, batch))
    with batch.until_interrupted(), counting("Reading", len(files)) as advance:
        for file in files:
            try:
                puzzle, reading = blocking.reading(file)
                if out:
                    path = os.path.join(out, f"{Path(file).stem}.toml")
                    batch.new_file(path).write(level_toml(puzzle, reading.level))
                told = f"{file}: {_words(puzzle, reading)}"
                batch.say(_document(file, puzzle, reading), told)
                done += 1
            except LevelError as error:
                batch.unread(error)
            except PuzzlesError as error:
                batch.fault(error, file)
            advance()
    return batch.end(done, "read")


def _pictures(names: Iterable[str], batch: Batch) -> Iterator[str]:
    """The files that were named, and those in folders that are called like pictures."""
    for name in names:
        if not os.path.isdir(name):
            yield name
        elif files := level_files([Path(name)], SUFFIXES):
            yield from map(str, files)
        else:
            batch.fault(LevelError(Place(name), "there are no pictures in this folder"))


def _words(puzzle: AnyPuzzle, reading: Reading) -> str:
    return reading.words(f"{puzzle.title}, {puzzle.facts(reading.level)['size']}")


def _document(file: str, puzzle: AnyPuzzle, reading: Reading) -> Values:
    facts = {
        "confidence": round(reading.confidence, 3),
        "doubtful": list(reading.doubtful.values()),
        "reasons": list(reading.reasons),
    }
    document = output.record(answer={"board": puzzle.format(reading.level)}, facts=facts)
    return {**document, "file": file or None, "puzzle": puzzle.id}
