"""All levels there are: the packs that ship, the player's own, and any file by its path."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from puzzles.core import locations, registry
from puzzles.core.errors import LevelError, UsageError
from puzzles.core.levels import Pack, level_files, read_pack, slug
from puzzles.core.plugin import Level


@dataclass(frozen=True)
class Entry:
    """One level in its pack; `index` counts from 0."""

    pack: Pack
    index: int

    @property
    def level(self) -> Level:
        return self.pack.levels[self.index]

    @property
    def name(self) -> str:
        """The name that finds this level again: `puzzle/pack/title`."""
        return f"{self.pack.puzzle.id}/{self.pack.name}/{slug(self.level.title)}"

    def neighbour(self, step: int) -> Entry | None:
        """The level `step` places further in the pack, if there is one."""
        index = self.index + step
        return Entry(self.pack, index) if 0 <= index < len(self.pack.levels) else None


@dataclass(frozen=True)
class Library:
    """The packs that could be read, in order, and a notice for everything that could not."""

    packs: tuple[Pack, ...]
    notices: tuple[str, ...]

    def entries(self) -> Iterator[Entry]:
        for pack in self.packs:
            for index in range(len(pack.levels)):
                yield Entry(pack, index)

    def named(self, name: str) -> Entry:
        """The level called `name`: `title`, `pack/title`, `puzzle/pack/title`, or with its
        number in place of the title. UsageError if there is none, or more than one."""
        wanted = [slug(part) for part in name.split("/")]
        found = [entry for entry in self.entries() if _matches(entry, wanted)]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(entry.name for entry in found[:3])
            raise UsageError(f"{name!r} could be {names}{' …' if len(found) > 3 else ''}")
        known = [slug(entry.level.title) for entry in self.entries()]
        close = get_close_matches(wanted[-1], known, 1)
        hint = f"; did you mean {close[0]!r}?" if close else "; `puzzles list` names them all"
        raise UsageError(f"no file and no level is called {name!r}{hint}")


def _matches(entry: Entry, wanted: list[str]) -> bool:
    own = [*entry.name.split("/")[:2], ""]
    for last in (slug(entry.level.title), str(entry.index + 1)):
        own[2] = last
        # A bare number names no level: it needs its pack.
        if own[-len(wanted):] == wanted and (len(wanted) > 1 or not last.isdigit()):
            return True
    return False


@cache
def library() -> Library:
    """The library, read once."""
    packs, notices = [], list(registry.plugins()[1])
    own = locations.data() / "levels"
    for file in level_files([locations.shipped_levels(), own]):
        try:
            pack = read_pack(str(file))
        except LevelError as error:
            notices.append(str(error))
            continue
        notices += map(str, pack.errors)
        if pack.levels:
            packs.append(pack)
    return Library(tuple(packs), tuple(notices))


def find(level: str) -> Entry:
    """The level that a person named: a file (`-`: standard input), `FILE:ENTRY`, or a name.

    ENTRY is the level's number or title. Raises LevelError or UsageError.
    """
    if level == "-" or Path(level).exists() or os.sep in level and Path(level).suffix:
        file, _, entry = (level, "", "") if Path(level).exists() or level == "-" else _split(level)
    else:
        file, _, entry = _split(level)
        if not Path(file).exists():
            return library().named(level)
    return _in_file(file, entry)


def _split(level: str) -> tuple[str, str, str]:
    file, colon, entry = level.rpartition(":")
    return (file, colon, entry) if colon and Path(file).exists() else (level, "", "")


def _in_file(file: str, wanted: str) -> Entry:
    pack = read_pack(file)
    if pack.errors:
        raise pack.errors[0]
    if not wanted:
        if len(pack.levels) > 1:
            raise UsageError(
                f"{file} holds {len(pack.levels)} levels; say which: {file}:1 … "
                f"{file}:{len(pack.levels)}, or {file}:TITLE"
            )
        return Entry(pack, 0)
    for index, level in enumerate(pack.levels):
        if slug(wanted) in (slug(level.title), str(index + 1)):
            return Entry(pack, index)
    raise UsageError(f"{file} has no level {wanted!r}; it holds {len(pack.levels)}")
