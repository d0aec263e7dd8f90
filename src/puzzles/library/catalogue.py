"""All levels there are: the packs that ship, the player's own, and any file by its path."""

import os
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, zip_longest
from pathlib import Path
from typing import NamedTuple

from puzzles.core.errors import LevelError, Place, UsageError, plugin_faults, reason_of
from puzzles.core.level import Level
from puzzles.core.offers import FILES, offers
from puzzles.library import ids, locations, registry
from puzzles.library.challenges import Ghost, read_challenge
from puzzles.library.formats import LEVEL_SUFFIXES, looks
from puzzles.library.levels import Pack, level_files, pack_name, read_pack, slug
from puzzles.library.solutions import BETWEEN


@dataclass(frozen=True)
class Entry:
    """One level in its pack; `index` counts from 0. `ghost` is a game to play against."""

    pack: Pack
    index: int
    ghost: Ghost | None = None

    @property
    def level(self) -> Level:
        return self.pack.levels[self.index]

    @property
    def path(self) -> tuple[str, str, str]:
        """Puzzle, pack and title, each as one word."""
        return self.pack.puzzle.id, self.pack.name, slug(self.level.title)

    @property
    def id(self) -> str:
        """The whole board as a short text; see `library.ids`."""
        return ids.make_id(self.pack.puzzle, self.level)

    @property
    def name(self) -> str:
        """The name that finds this level again: `puzzle/pack/title`."""
        return "/".join(self.path)

    def neighbour(self, step: int) -> "Entry | None":
        """The level `step` places further in the pack, if there is one."""
        index = self.index + step
        return Entry(self.pack, index) if 0 <= index < len(self.pack.levels) else None


def entries(pack: Pack) -> list[Entry]:
    """The levels of a pack."""
    return [Entry(pack, index) for index in range(len(pack.levels))]


class Library(NamedTuple):
    """The packs that could be read, in order, and a notice for everything that could not."""

    packs: list[Pack]
    notices: list[str]

    def entries(self) -> Iterator[Entry]:
        for pack in self.packs:
            yield from entries(pack)

    def named(self, name: str) -> Entry:
        """The level called `name`: `title`, `pack/title`, `puzzle/pack/title`, or with its
        number in place of the title. UsageError if there is none, or more than one."""
        wanted = tuple(slug(part) for part in name.split("/"))
        all_ = list(self.entries())
        titled = [entry for entry in all_ if entry.path[-len(wanted) :] == wanted]
        # A number needs its pack, and a title that looks like one comes first.
        found = titled or [
            entry
            for entry in all_
            if len(wanted) > 1 and (*entry.path[:2], str(entry.index + 1))[-len(wanted) :] == wanted
        ]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(entry.name for entry in found[:3])
            raise UsageError(f"{name!r} could be {names}{', …' if len(found) > 3 else ''}")
        if any(wanted == entry.path[:2][-len(wanted) :] for entry in all_):
            raise UsageError(f"{name} is a pack; name one of its levels, as in {name}/1")
        from difflib import get_close_matches  # whoever mistypes can wait for it

        close = get_close_matches(wanted[-1], [entry.path[-1] for entry in all_], 1)
        hint = f"did you mean {close[0]!r}?" if close else "`puzzles list` names them all"
        raise UsageError(f"no file and no level is called {name!r}; {hint}")


def reading(name: str = "", puzzle: str = "") -> Iterator[Pack | str]:
    """Each pack as soon as it is read, and a notice for everything that cannot be; with a name,
    only the packs that are called so, and with a puzzle, none of the files that name others alone.

    Those of the puzzles that come first take turns, before all others. A file is read again only if
    it has changed, so whoever comes second waits for nothing.
    """
    installed, warnings = registry.plugins()
    yield from warnings
    packs: dict[tuple[str, str], Pack] = {}
    with_plugins = [each.packs for each in installed.values() if each.packs]
    folders = [locations.shipped_levels(), *with_plugins, locations.own_levels()]
    first = sorted(puzzle for puzzle, plugin in installed.items() if plugin.first)
    files = level_files(filter(os.path.isdir, folders))  # or not readable
    turns = zip_longest(*([file for file in files if file.parent.name == each] for each in first))
    for file in dict.fromkeys([*filter(None, chain.from_iterable(turns)), *files]):
        if name and pack_name(str(file)) != name:
            continue
        if puzzle:
            with suppress(OSError):  # which is told when it is read
                text = file.read_bytes()
                named = {each for each in installed if f'"{each}"'.encode() in text}
                if named and puzzle not in named:
                    continue
        try:
            pack = pack_in(file)
            if twin := packs.get((pack.puzzle.id, pack.name)):
                raise LevelError(Place(pack.file), f"{twin.file} is a pack called {pack.name} too")
        except LevelError as error:
            if os.path.lexists(file):  # or it was removed since it was listed
                yield str(error)
            continue
        yield from map(str, (*pack.errors, *pack.left_out))
        if pack.levels:
            packs[pack.puzzle.id, pack.name] = pack
            yield pack


def pack_in(file: Path) -> Pack:
    """The pack in a file, which is read again only if it has changed; raises LevelError."""
    try:
        now = file.stat()
    except OSError as error:
        raise LevelError(Place(str(file)), reason_of(error)) from None
    return _read(str(file), (now.st_mtime_ns, now.st_ino, now.st_size))


def library(name: str = "") -> Library:
    """The library as it is now; with a name, only the packs that are called so."""
    found = list(reading(name))
    packs = by_puzzle(item for item in found if isinstance(item, Pack))
    return Library(packs, [item for item in found if isinstance(item, str)])


def by_puzzle(packs: Iterable[Pack]) -> list[Pack]:
    """Packs with those of one puzzle together, in the order in which they were read."""
    found: dict[str, list[Pack]] = {}
    for pack in packs:
        found.setdefault(pack.puzzle.id, []).append(pack)
    return [*chain.from_iterable(found.values())]


@cache
def _read(file: str, changed: tuple[int, ...]) -> Pack:
    return read_pack(file)


def find(level: str) -> Entry:
    """The level that a person named: a file (`-`: standard input), `FILE:ENTRY`, a level's URL,
    an ID, a challenge, a link, or a name.

    ENTRY is the level's number or title. Raises LevelError or UsageError.
    """
    if ids.is_link(level):
        return linked(level)
    if "://" in level:
        if not looks(level):
            raise UsageError(f"{level} is no board itself; `puzzles packs add` reads what is there")
        # What follows the site names the level, and so its saved game.
        name = slug(level.partition("?")[2])[:60] or "url"
        return in_pack(replace(read_pack("url", level), name=name), "")
    if is_file(level):
        return in_pack(read_pack(level), "")
    if ids.is_id(level):
        return _by_id(level)
    file, colon, entry = level.rpartition(":")
    if colon and is_file(file):
        return in_pack(read_pack(file), entry)
    if "/" in level:
        # Where the pack is named, no other has to be read; for a hint, all have to be.
        with suppress(UsageError):
            return library(slug(level.split("/")[-2])).named(level)
    return library().named(level)


def called(name: str) -> list[Pack]:
    """The packs of the library that are called so, as `puzzle/pack` or `pack`."""
    wanted = tuple(slug(part) for part in name.rstrip("/").split("/"))
    return [
        pack
        for pack in library(wanted[-1]).packs
        if (pack.puzzle.id, pack.name)[-len(wanted) :] == wanted
    ]


def linked(link: str) -> Entry:
    """The level that a link, or what follows its `#`, names; raises UsageError."""
    return _by_id(ids.board_of(link))


def _by_id(text: str) -> Entry:
    """The level of the library that has this ID, or else a level of its own; with the game of a
    challenge, which is replayed here."""
    text = "".join(text.split())
    board = ".".join(text.split(".")[:2])
    entry = _with_id(board)
    if board == text:
        return entry
    return replace(entry, ghost=read_challenge(entry.pack.puzzle, entry.level, text))


def _with_id(text: str) -> Entry:
    pack = ids.read_id(text)
    with plugin_faults(pack.puzzle.id, pack.levels[0].place):
        size = pack.puzzle.facts(pack.levels[0])["size"]
    own = ids.make_id(pack.puzzle, pack.levels[0])
    for found in reading("", pack.puzzle.id):
        if not isinstance(found, Pack) or found.puzzle is not pack.puzzle:
            continue
        for entry in entries(found):
            with suppress(LevelError), plugin_faults(pack.puzzle.id, entry.level.place):
                alike = pack.puzzle.facts(entry.level)["size"] == size
                if alike and entry.id == own:
                    return entry
    return Entry(pack, 0)


def is_file(name: str) -> bool:
    """True if `name` is, or can only be meant as, a file; without FILES none is."""
    if not offers(FILES) or "://" in name:
        return False
    return name == "-" or os.path.exists(name) or name.endswith(LEVEL_SUFFIXES)


def in_pack(pack: Pack, wanted: str) -> Entry:
    """The level called `wanted`, whatever is wrong with others, or the only one of a sound file."""
    if not wanted or not pack.levels:
        pack.whole()
    if not wanted:
        file = pack.file
        if len(pack.levels) + len(pack.left_out) > 1:
            too_large = f" and {len(pack.left_out)} too large" if pack.left_out else ""
            raise UsageError(
                f"{file} holds {len(pack.levels)} levels{too_large}; say which: "
                f"{file}:{pack.numbers[0]} … {file}:{pack.numbers[-1]}, or {file}:TITLE"
            )
        return Entry(pack, 0)
    titled = [entry for entry in entries(pack) if entry.path[-1] == slug(wanted)]
    numbered = [each for each in entries(pack) if str(pack.numbers[each.index]) == wanted]
    if titled or numbered:
        return (titled or numbered)[0]
    for number, fault in pack.faults.items():
        if str(number) == wanted:
            raise fault
    # What is called so may be among those that cannot be read.
    wrong = f"; {pack.errors[0]}" if pack.errors else ""
    raise UsageError(f"{pack.file} has no level {wanted!r}; it holds {len(pack.levels)}{wrong}")


def ships(pack: Pack) -> bool:
    """Return True if everyone who has the puzzle has the pack, too."""
    folders = [locations.shipped_levels(), *filter(None, [pack.puzzle.packs])]
    return any(Path(pack.file).is_relative_to(folder) for folder in folders)


# The journey ---------------------------------------------------------------------------------


@cache
def journey() -> tuple[str, ...]:
    """The names of the levels of a way for somebody new through those that ship, in order. Nothing
    on it is locked; each new kind of board comes first where it is easy, and with its lesson."""
    return tuple(listed("journey.names"))


def cover(pack: Pack) -> tuple[Entry, tuple[str, ...]]:
    """The board that stands for a pack, with the moves that solve it: of those that ship, a small
    one that is none of its own (`bench/covers.py`); else its first level, not solved."""
    covers = _covers(locations.shipped_levels())
    board, _, moves = covers.get(f"{pack.puzzle.id}/{pack.name}", "").partition(" ")
    if not board or not ships(pack):
        return Entry(pack, 0), ()
    return Entry(ids.read_id(board), 0), tuple(moves.split(BETWEEN))


@cache
def _covers(folder: Path) -> dict[str, str]:
    """The ID and the moves of each board in `covers.lines`, by the name of its pack."""
    path = folder / "covers.lines"
    lines = path.read_text("ascii").splitlines() if path.exists() else ()
    return {name: board for name, _, board in (line.partition(" ") for line in lines)}


def listed(file: str) -> list[str]:
    """The names or IDs in a list that ships; none if it is not there."""
    path = locations.shipped_levels() / file
    return path.read_text(encoding="ascii").split() if path.exists() else []


def stage(solved: Container[str]) -> str | None:
    """The first level on it that is not `solved`, by name; None at its end."""
    return next((name for name in journey() if name not in solved), None)
