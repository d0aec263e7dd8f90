"""`puzzles convert IN… OUT`: levels from one format to another, each file whole or not at all.

The format of what comes in shows in its text; that of what goes out in the name of OUT. Several
files, or a folder of them, go to a folder, each to a file of its own.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from puzzles.cli.batch import Batch, each, packs
from puzzles.cli.exits import Exit
from puzzles.cli.output import new_file
from puzzles.core.errors import LevelError, UsageError
from puzzles.library import formats
from puzzles.library.catalogue import Entry
from puzzles.library.formats import LEVEL_FORMATS
from puzzles.library.levels import Pack, levels_text, slug
from puzzles.library.newfile import NotWritten
from puzzles.running import work


def run(arguments: Namespace) -> int:
    inputs, out, form = arguments.inputs, arguments.out, arguments.to
    for name in (arguments.source, form):
        if name and name not in LEVEL_FORMATS:
            formats.named(name)
    folder = os.path.isdir(out) or out.endswith(os.sep)
    to_folder = folder or len(inputs) > 1 or os.path.isdir(inputs[0])
    if to_folder and out == "-":
        raise UsageError("several files cannot go to standard output; give a folder")
    batch = Batch(data=out == "-", keep_going=arguments.keep_going)
    # A pack with a fault is left alone: a part of it is not what was asked for.
    whole = [
        pack
        for pack in packs(inputs, batch, arguments.source)
        if pack.levels and (batch.keep_going or not pack.errors)
    ]
    if not whole and len(inputs) == 1:
        return batch.end(0, "converted") if batch.counts else Exit.WRONG
    if not form and (to_folder or out == "-"):
        form = "toml"
    elif not form:
        form = formats.called_like(out, whole[0].puzzle)
    converted, written = 0, set[str]()
    try:
        for pack, found in _texts(whole, form):
            errors = [text for text in found if isinstance(text, LevelError)]
            for error in errors:
                (batch.leave_out if batch.keep_going else batch.fault)(error)
            if errors and not batch.keep_going:
                continue
            kept = [i for i, text in enumerate(found) if not isinstance(text, LevelError)]
            pack = replace(pack, levels=tuple(pack.levels[i] for i in kept))
            found = [found[i] for i in kept]
            if not found:
                continue
            try:
                for name, text in _files(pack, form, list(map(str, found)), to_folder):
                    path = os.path.join(out, name) if to_folder else out
                    _write(path, text, written, arguments.force)
                converted += len(found)
            except (UsageError, NotWritten) as fault:
                batch.fault(fault)
    except KeyboardInterrupt:
        batch.interrupted = True
    return batch.end(converted, "converted")


def _texts(whole: list[Pack], form: str) -> Iterator[tuple[Pack, Sequence[str | LevelError]]]:
    """Each pack with the text of every level of it in another tool's format; level files are
    written pack by pack. After an interrupt come those packs that were ready."""
    if form in LEVEL_FORMATS:
        yield from ((pack, [""] * len(pack.levels)) for pack in whole)
        return
    levels = [Entry(pack, i) for pack in whole for i in range(len(pack.levels))]
    texts = each(work.write, levels, "Converting", form=form)
    for _, group in groupby(texts, key=lambda text: id(text[0].pack)):
        entries, found = zip(*group, strict=True)
        pack = entries[0].pack
        if len(found) == len(pack.levels):
            yield pack, [text if isinstance(text, LevelError) else text["text"] for text in found]


def _files(pack: Pack, form: str, texts: list[str], many: bool) -> Iterator[tuple[str, str]]:
    """The name and the text of each file a pack makes: `many`, or all its levels in one."""
    stem = "stdin" if pack.file == "-" else Path(pack.file).stem
    if form in LEVEL_FORMATS:
        yield f"{stem}.{form}", levels_text(pack.puzzle, pack.levels, form == "toml")
        return
    known = formats.named(form, pack.puzzle)
    if known.many or len(texts) == 1:
        yield stem + known.suffix, known.between.join(texts)
    elif many:
        for level, text in zip(pack.levels, texts, strict=True):
            yield f"{stem}-{slug(level.title)}{known.suffix}", text
    else:
        raise UsageError(
            f"{pack.file} holds {len(texts)} levels, and a {form} file holds one; "
            f"say which ({pack.file}:1), or give a folder"
        )


def _write(path: str, text: str, written: set[str], force: bool) -> None:
    """Write a file, but none twice."""
    if path == "-":
        sys.stdout.write(text)
        return
    if path in written:
        raise UsageError(f"{path} would be written twice")
    written.add(path)
    with new_file(path, force) as file:
        file.write(text)
