"""`puzzles convert LEVEL… -o FILE`: levels in another format, each file whole or not at all.

The format of what comes in shows in its text; that of what goes out in the name of FILE. Several
files, or a folder of them, go to a folder, each to a file of its own. What is written is read back
first, as anybody would read it, and must give the same boards.
"""

import os
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from puzzles.cli import Exit
from puzzles.cli.batch import Batch, packs
from puzzles.core.errors import LevelError, PuzzlesError, UsageError, plugin_faults
from puzzles.core.level import Level
from puzzles.core.solving import Limits
from puzzles.library import formats
from puzzles.library.formats import LEVEL_FORMATS
from puzzles.library.levels import Pack, levels_text, read_pack, slug


def run(arguments: Namespace) -> int:
    inputs, out = arguments.levels, arguments.output
    if out is None:  # before 1.2 the last word was what -o says today
        *inputs, out = inputs if len(inputs) > 1 else [*inputs, "-"]
    for name in (arguments.source, arguments.to):
        if name and name not in LEVEL_FORMATS:
            formats.named(name)
    folder = os.path.isdir(out) or out.endswith(os.sep)
    to_folder = folder or len(inputs) > 1 or os.path.isdir(inputs[0])
    if to_folder and out == "-":
        raise UsageError("several files cannot go to standard output; give a folder")
    batch = Batch(arguments, data=out == "-")
    # A pack with a fault is left alone: a part of it is not what was asked for.
    found = packs(inputs, batch, arguments.source)
    whole = [pack for pack in found if pack.levels and (batch.keep_going or not pack.errors)]
    if not whole and len(inputs) == 1:
        return batch.end(0, "converted") if batch.counts else Exit.WRONG
    form = arguments.to
    if not form:
        as_toml = to_folder or out == "-"
        form = "toml" if as_toml else formats.called_like(out, whole[0].puzzle)
    converted = 0
    with batch.until_interrupted():
        for pack in whole:
            try:
                levels, files = _files(pack, form, to_folder, batch, Limits(arguments.time))
                for name, text in files:
                    path = os.path.join(out, name) if to_folder else out
                    batch.new_file(path).write(text)
                converted += levels
            except PuzzlesError as fault:
                batch.fault(fault)
    return batch.end(converted, "converted")


def _files(
    pack: Pack, form: str, many: bool, batch: Batch, limits: Limits
) -> tuple[int, list[tuple[str, str]]]:
    """Return how many levels of a pack are converted, and the name and the text of each file that
    they make: `many`, or all in one. Each is read back. Levels that cannot be converted are left
    out; of a pack that has such a level there is nothing, unless the batch keeps going."""
    stem = "stdin" if pack.file == "-" else Path(pack.file).stem
    if form in LEVEL_FORMATS:
        whole = levels_text(pack.puzzle, pack.levels, form == "toml")
        _read_back(pack, pack.levels, f"{stem}.{form}", whole, form)
        return len(pack.levels), [(f"{stem}.{form}", whole)]
    texts, kept = list[tuple[str, str]](), list[Level]()
    for level in pack.levels:
        try:
            with plugin_faults(pack.puzzle.id, level.place):
                known = formats.named(form, pack.puzzle)
                name = f"{stem}-{slug(level.title)}{known.suffix}"
                text = known.write(level, *[limits] * known.solves)
            _read_back(pack, [level], name, text, form)
            texts.append((name, text))
            kept.append(level)
        except LevelError as error:
            (batch.leave_out if batch.keep_going else batch.fault)(error)
    if not texts or (len(texts) < len(pack.levels) and not batch.keep_going):
        return 0, []
    if known.many or len(texts) == 1:
        whole = known.between.join(text for _, text in texts)
        if len(texts) > 1:
            _read_back(pack, kept, stem + known.suffix, whole, form)
        return len(texts), [(stem + known.suffix, whole)]
    if not many:
        raise UsageError(
            f"{pack.file} holds {len(texts)} levels, and a {form} file holds one; "
            f"say which ({pack.file}:1), or give a folder"
        )
    return len(texts), texts


def _read_back(pack: Pack, levels: Sequence[Level], name: str, text: str, form: str) -> None:
    """Raise LevelError unless a text, in no format by name or else in this one, holds the boards of
    these levels."""
    try:
        back = read_pack(name, text)
    except LevelError:
        back = read_pack(name, text, form)
    puzzle, told = pack.puzzle, back.puzzle.title
    known = puzzle.can("formats.essence")
    kept = puzzle.formats.essence if known else lambda level: puzzle.text(puzzle.start(level))
    if back.puzzle is not puzzle or [*map(kept, back.levels)] != [*map(kept, levels)]:
        raise LevelError(levels[0].place, f"as {form} it would be read as another board of {told}")
