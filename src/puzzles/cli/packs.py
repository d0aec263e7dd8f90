"""`puzzles packs add FILE|URL`, `puzzles packs remove PACK` and `puzzles packs list`: the player's
own packs.

What comes in is checked first, level by level, and written anew from what was read: nothing else
comes along.
"""

from argparse import Namespace
from dataclasses import replace
from functools import partial
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from puzzles.cli import Exit, output
from puzzles.cli.batch import Batch
from puzzles.cli.progress import working
from puzzles.cli.proofs import certificate_of
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.solving import Limits
from puzzles.core.words import many
from puzzles.library import own
from puzzles.library.catalogue import called, entries, find
from puzzles.library.download import download
from puzzles.library.files import MAX_BYTES, decoded
from puzzles.library.formats import looks
from puzzles.library.levels import Pack, pack_name, read_pack
from puzzles.running import work

MOST = 1000  # levels in a pack


def list_own(arguments: Namespace) -> int:
    for pack in own.own_packs():
        if arguments.json:
            answer = {"pack": pack.name, "title": pack.title, "levels": len(pack.levels)}
            document = {"file": pack.file, "puzzle": pack.puzzle.id}
            output.print_record({**output.record(answer=answer), **document})
        else:
            levels = many(len(pack.levels), "level")
            print(f"{pack.puzzle.id}/{pack.name}  {pack.title}  {levels}")
    return Exit.DONE


def add(arguments: Namespace) -> int:
    """Take packs in; of one with a false claim, nothing."""
    batch, added = Batch(arguments), 0
    with batch.until_interrupted():
        for name in arguments.levels:
            pack = _read(name)
            faults = batch.faults
            _check(pack, batch, Limits(arguments.time))
            if batch.faults == faults:
                taken = own.take_in(pack)
                answer = {"pack": taken.name, "levels": len(taken.levels)}
                document = {"file": taken.file, "puzzle": taken.puzzle.id}
                told = f"added {taken.puzzle.id}/{taken.name}: {taken.file}"
                batch.say({**output.record(answer=answer), **document}, told)
                added += len(taken.levels)
    return batch.end(added, "added")


def remove(arguments: Namespace) -> int:
    for name in arguments.packs:
        found = [pack for pack in called(name) if own.is_own(pack)]
        if len(found) != 1:
            several = "could be several packs" if found else "you have no pack of this name"
            raise UsageError(f"{name}: {several}")
        there = own.set_aside(found[0])  # it can be added again from there
        name = f"{found[0].puzzle.id}/{found[0].name}"
        print(f"removed {name}; `puzzles packs add {there}` adds it again")
    return Exit.DONE


def _read(name: str) -> Pack:
    """The pack that a file or an address holds, whole; what lies at an address is called like its
    file. Raises PuzzlesError."""
    if "://" in name and not looks(name):
        with working("Downloading") as say:
            data = download(name, MAX_BYTES, lambda got: say(f"Downloading · {got / 1000:,.0f} kB"))
        parts = urlsplit(name)
        called_like = pack_name(PurePosixPath(parts.path).name or parts.netloc)
        pack = read_pack(name, decoded(name, data)).whole()
        pack = replace(pack, name=called_like[: own.LONGEST].strip("-"))
    else:  # an address may itself be a board
        pack = find(name).pack if "://" in name else read_pack(name).whole()
    for error in pack.left_out:
        raise error
    if len(pack.levels) > MOST:
        raise UsageError(f"{name}: {len(pack.levels):,} levels; a pack has {MOST:,} at most")
    return pack


def _check(pack: Pack, batch: Batch, limits: Limits) -> None:
    """Prove what the levels claim, and grade those that say how hard they are."""
    own.need_free(pack)  # sooner told than after all proofs
    levels, more = entries(pack), partial(certificate_of, "")
    for entry, found in batch.good(work.check, levels, "Checking", more, limits=limits):
        late = f"not proved in time: {found.answer.headline}"
        unproved = [] if found.answer.proved else [LevelError(entry.level.place, late)]
        for error in found.errors or unproved:
            batch.fault(error)
    said = [pack.puzzle.format(level).get("difficulty") for level in pack.levels]
    graded = [entry for entry in levels if said[entry.index] and pack.puzzle.can("tutor.grade")]
    for entry, grade in batch.good(work.grade, graded, "Grading", limits=limits):
        if said[entry.index] != grade.difficulty:
            reason = f"difficulty is {grade.difficulty}, not {said[entry.index]}"
            batch.fault(LevelError(entry.level.place, reason))
