"""The player's own packs: level files in the data folder, which the app writes.

A change reads the file anew and writes it whole, so that what another window did stays. Levels go
by what they are called and what they were, not by their places: one that is not as it was shown is
left as it is. So is a file with anything in it that cannot be read.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from puzzles.core.errors import UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.library import locations
from puzzles.library.catalogue import Entry, called, in_pack, library
from puzzles.library.files import MAX_BYTES, NotWritten, beside_others, write_file
from puzzles.library.levels import Pack, level_keys, pack_name, pack_text, read_pack, slug

MINE = "My levels"  # the pack that levels go to, unless another is named
LONGEST = 60  # characters of a file's name


class There(UsageError):
    """The pack has a level of that name, which is `text` now."""

    def __init__(self, pack: Pack, level: Level) -> None:
        super().__init__(f"there is a level called {level.title!r} in {pack.title} already")
        self.text = text_of(pack.puzzle, level)


def is_own(pack: Pack) -> bool:
    """Return True if a pack is one of the player's own."""
    return Path(pack.file).is_relative_to(locations.own_levels())


def own_packs(puzzle: str = "") -> list[Pack]:
    """The player's packs as they are now, of one puzzle or of all."""
    return [pack for pack in library().packs if is_own(pack) and puzzle in ("", pack.puzzle.id)]


def text_of(puzzle: AnyPuzzle, level: Level) -> str:
    """Return a level as a text, which is the same for levels that are the same."""
    return json.dumps(level_keys(puzzle, level))


def proof_words(entry: Entry) -> str:
    """Say in words if a level's claims are proved, as far as its file says."""
    keys = entry.pack.puzzle.format(entry.level)
    if entry.level.about.certificate:
        return "proved, with a certificate"
    if "proof" in keys:
        return "proved"
    return "as its file says" if "par" in keys else "not proved"


# Levels ----------------------------------------------------------------------------------------


def keep(puzzle: AnyPuzzle, level: Level, title: str = MINE, replacing: str = "") -> Entry:
    """Put a level into the pack of this title, or that had it first, at its end; a pack that is not
    there is made. Raises There for a level of that name, unless it is the one that this is
    `replacing`. Raises UsageError if another pack is called so."""
    packs, name = own_packs(puzzle.id), slug(title)
    named = [pack for pack in packs if slug(pack.title) == name]
    pack = next(iter(named or [pack for pack in packs if pack.name == name]), None)
    if pack is None:
        pack = _new(puzzle, name[:LONGEST].strip("-") or "pack", title, "")

    def put(levels: list[Level]) -> None:
        at = _place(levels, level.title)
        if at is not None and text_of(puzzle, levels[at]) == replacing:
            levels[at] = level
        else:
            levels.append(level)

    return in_pack(_change(pack, put), level.title)


def change(entry: Entry, level: Level) -> Entry:
    """Put another level, which may be called otherwise, in the place of one. Raises There."""

    def put(levels: list[Level]) -> None:
        levels[_known(levels, entry)] = level

    return in_pack(_change(entry.pack, put), level.title)


def retitle(entry: Entry, title: str) -> Entry:
    """Give the pack of a level another title; its file, and so the names of its levels, stay."""
    return in_pack(_change(entry.pack, lambda levels: None, title), entry.level.title)


def move(entry: Entry, by: int) -> Entry:
    """Move a level `by` places down, or up."""

    def put(levels: list[Level]) -> None:
        at = _known(levels, entry)
        level = levels.pop(at)
        levels.insert(min(max(at + by, 0), len(levels)), level)

    return in_pack(_change(entry.pack, put), entry.level.title)


def take(entry: Entry) -> None:
    """Take a level out of its pack, which goes with its last one."""
    _change(entry.pack, lambda levels: levels.pop(_known(levels, entry)))


def put_back(entry: Entry) -> Entry:
    """Put a level back that was taken, where it was. Raises There."""
    pack = _change(entry.pack, lambda levels: levels.insert(entry.index, entry.level))
    return in_pack(pack, entry.level.title)


def _place(levels: Sequence[Level], title: str) -> int | None:
    return next((at for at, each in enumerate(levels) if slug(each.title) == slug(title)), None)


def _known(levels: Sequence[Level], entry: Entry) -> int:
    """Return the place of a level. Raises UsageError if it is not there, or not as it was."""
    pack, level, at = entry.pack, entry.level, _place(levels, entry.level.title)
    if at is None:
        raise UsageError(f"{level.title!r} is no longer in {pack.title}")
    if text_of(pack.puzzle, levels[at]) != text_of(pack.puzzle, level):
        raise UsageError(f"{level.title!r} was changed elsewhere meanwhile; look again")
    return at


# Packs -----------------------------------------------------------------------------------------


def take_in(pack: Pack) -> Pack:
    """Make a pack from elsewhere one of the player's. Raises UsageError if one is called so."""
    new = _new(pack.puzzle, pack.name, pack.title, pack.blurb)
    return _change(new, lambda levels: levels.extend(pack.levels))


def need_free(pack: Pack) -> None:
    """Raise UsageError if there is a pack of this name."""
    if called(f"{pack.puzzle.id}/{pack.name}"):
        raise UsageError(f"there is a pack called {pack.puzzle.id}/{pack.name} already")


def set_aside(pack: Pack) -> Path:
    """Set a pack of the player's aside, and return where it is now."""
    file, removed = Path(pack.file), locations.data() / "removed"
    try:
        there = beside_others(removed / file.name, file.read_bytes(), lambda _: None)
        file.unlink()
    except OSError as error:
        raise NotWritten.by(error.filename or file, error) from None
    return there


def _new(puzzle: AnyPuzzle, stem: str, title: str, blurb: str) -> Pack:
    """A pack without levels, that is to be in a file of this name."""
    file = str(locations.own_levels() / puzzle.id / f"{stem}.toml")
    pack = Pack(puzzle, pack_name(file), title, blurb, file, ())
    need_free(pack)
    return pack


def _change(pack: Pack, change: Callable[[list[Level]], object], title: str = "") -> Pack:
    """Change the levels of a pack as its file is now, perhaps its title, too; return it as it can
    be read again. Of a file that is not there, this pack has the name. Raises There if two
    levels would have one name, and LevelError, UsageError and NotWritten."""
    file, now = Path(pack.file), replace(pack, levels=())
    if os.path.exists(file):
        now = read_pack(pack.file).whole()
        for error in now.left_out:
            raise error
        if now.puzzle is not pack.puzzle:
            raise UsageError(f"{file} holds levels of {now.puzzle.title}")
    levels = list(now.levels)
    change(levels)
    names = Counter(slug(level.title) for level in levels)
    for level in now.levels:
        if names[slug(level.title)] > 1:
            raise There(pack, level)
    now = replace(now, levels=tuple(levels), title=title or now.title)
    try:
        if levels:
            keys = [level_keys(pack.puzzle, level) for level in levels]
            as_json = file.name.lower().endswith(".json")
            text = pack_text(pack.puzzle.id, now.title, now.blurb, keys, as_json)
            if len(text.encode()) > MAX_BYTES:
                raise UsageError(f"{now.title} would be larger than a level file may be")
            now = read_pack(pack.file, text).whole()
            write_file(file, text)
        else:
            file.unlink()
    except OSError as error:
        raise NotWritten.by(error.filename or file, error) from None
    return now
