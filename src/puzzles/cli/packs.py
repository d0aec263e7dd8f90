"""`puzzles packs add FILE|URL` and `puzzles packs remove PACK`: the player's own packs.

What comes in is checked first, level by level, and written anew from what was read: nothing else
comes along.
"""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict
from pathlib import Path

from puzzles.cli.batch import Batch, each
from puzzles.cli.output import new_file
from puzzles.core.errors import LevelError, Place, UsageError
from puzzles.core.solving import Answer, Limits
from puzzles.library import locations
from puzzles.library.catalogue import Entry, called, find, is_file, library
from puzzles.library.levels import Pack, pack_text, read_pack, slug
from puzzles.library.newfile import beside_others
from puzzles.running import work
from puzzles.running.wire import read_event

MOST = 1000  # levels in a pack


def run(arguments: Namespace) -> int:
    if arguments.does == "add":
        return _add(arguments)
    for name in arguments.packs:
        _remove(name)
    return 0


def _add(arguments: Namespace) -> int:
    """Take in all that holds what it claims; of a pack with one false claim, nothing."""
    batch, added = Batch(), 0
    try:
        for name in arguments.packs:
            pack = _read(name)
            faults = batch.faults
            _check(pack, batch, Limits(arguments.time))
            if batch.faults == faults:
                file = _keep(pack)
                print(f"added {pack.puzzle.id}/{file.stem}: {file}")
                added += len(pack.levels)
    except KeyboardInterrupt:
        batch.interrupted = True
    return batch.end(added, "added")


def _read(name: str) -> Pack:
    """The pack that a file or an address holds, whole. Raises LevelError or UsageError."""
    if "://" in name:
        pack = find(name).pack
    elif is_file(name):
        pack = read_pack(name).whole()
    else:
        raise UsageError(f"{name}: there is no such file")
    if pack.left_out:
        raise pack.left_out[0]
    if len(pack.levels) > MOST:
        raise UsageError(f"{name}: {len(pack.levels):,} levels; a pack has {MOST:,} at most")
    return pack


def _check(pack: Pack, batch: Batch, limits: Limits) -> None:
    """Prove what the levels claim, and grade those that say how hard they are."""
    entries = [Entry(pack, index) for index in range(len(pack.levels))]
    for entry, found in each(work.check, entries, "Checking", limits=asdict(limits)):
        place = entry.level.place
        if isinstance(found, LevelError):
            batch.fault(found)
            continue
        answer = read_event(found["answer"])
        assert isinstance(answer, Answer)
        for told in found["problems"]:
            batch.fault(LevelError(Place(**told["place"]), told["reason"]))
        if answer.proved and answer.moves is None:
            batch.fault(LevelError(place, "this level has no solution"))
        elif not (answer.proved or found["problems"]):
            batch.fault(LevelError(place, f"not proved in time: {answer.headline}"))
    graded = [entry for entry in entries if "difficulty" in entry.pack.puzzle.format(entry.level)]
    for entry, grade in each(work.grade, graded if pack.puzzle.grades else [], "Grading"):
        if isinstance(grade, LevelError):
            batch.fault(grade)
            continue
        said, is_ = entry.pack.puzzle.format(entry.level)["difficulty"], grade["difficulty"]
        if said != is_:
            reason = f"difficulty is {is_}, not {said}"
            batch.fault(LevelError(entry.level.place, reason))


def _keep(pack: Pack) -> Path:
    """Write the pack among the player's own; UsageError if one is called so."""
    if called(f"{pack.puzzle.id}/{pack.name}"):
        raise UsageError(f"there is a pack called {pack.puzzle.id}/{pack.name} already")
    file = _own() / f"{slug(pack.name)}.toml"
    keys = map(pack.puzzle.format, pack.levels)
    with new_file(str(file), force=False) as new:
        new.write(pack_text(pack.puzzle.id, pack.title, pack.blurb, keys))
    library.cache_clear()
    return file


def _remove(name: str) -> None:
    """Set a pack of the player's aside; it can be added again from there."""
    own = [pack for pack in called(name) if Path(pack.file).is_relative_to(_own())]
    if len(own) != 1:
        several = "could be several packs" if own else "no pack of your own is called so"
        raise UsageError(f"{name}: {several}")
    file = Path(own[0].file)
    there = beside_others(locations.data() / "removed" / file.name, file.read_bytes(), _quietly)
    file.unlink()
    library.cache_clear()
    print(f"removed {own[0].puzzle.id}/{own[0].name}; `puzzles packs add {there}` has it back")


def _quietly(_: str) -> None:
    """What folder was made is told by the address."""


def _own() -> Path:
    return locations.data() / "levels"
