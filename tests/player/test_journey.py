"""The journey through the levels that ship."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean

from puzzles.library.catalogue import Entry, journey
from puzzles.library.lessons import needed
from puzzles.player.overview import Item, Overview
from puzzles.player.records import Result
from puzzles.player.standing import Standing
from shipped import ENTRIES, PUZZLES

BY_NAME = {entry.name: entry for entry in ENTRIES}
WAY = [BY_NAME[name] for name in journey()]
WON = Result(1, "perfect", 1.0, False, 1)


def overview(solved: int, last: Entry | None = None, **more) -> Overview:
    """The shipped levels, the first `solved` of the journey won."""
    packs = dict.fromkeys(id(entry.pack) for entry in ENTRIES)
    found = Overview(
        packs=tuple({id(e.pack): e.pack for e in ENTRIES}[pack] for pack in packs),
        items=tuple(map(Item.of, ENTRIES)),
        complete=True,
    )
    results = {entry.name: WON for entry in (*WAY[:solved], *more.get("won", ()))}
    return replace(found, results=results, known=Standing(last=last.name if last else ""))


def test_no_level_comes_twice_and_both_puzzles_take_turns():
    assert len(WAY) == len(set(journey())) == 160
    ids = [entry.pack.puzzle.id for entry in WAY]
    for start in range(len(ids) - 6):
        assert set(ids[start : start + 7]) == {"kami", "flow"}


def test_it_grows_harder():
    hard = [entry.level.difficulty for entry in WAY]
    parts = [mean(hard[start : start + 20]) for start in range(0, len(hard), 20)]
    assert parts == sorted(parts)
    assert parts[0] < 2
    assert parts[-1] > 5


def test_every_new_thing_comes_where_it_is_easy_and_by_itself():
    """So that its lesson is the only new one."""
    known: set[tuple[str, str]] = set()
    for entry in WAY:
        puzzle = entry.pack.puzzle
        new = {(puzzle.id, kind) for kind in needed(puzzle, entry.level)} - known
        assert len(new) <= 1, entry.name
        if new:
            # Of the levels that demand a last colour, the easiest has 4.1.
            assert entry.level.difficulty <= 4.1, entry.name
        known |= new
    teaching = (puzzle for puzzle in PUZZLES if puzzle.can("lessons.KINDS"))
    kinds = {(puzzle.id, kind) for puzzle in teaching for kind in puzzle.lessons.KINDS}
    shipped = {(e.pack.puzzle.id, kind) for e in ENTRIES for kind in needed(e.pack.puzzle, e.level)}
    assert known == kinds & shipped


def test_what_comes_next():
    """The journey, unless something else is going on."""
    assert overview(0).upcoming.name == WAY[0].name
    assert overview(3, last=WAY[2]).upcoming.name == WAY[3].name
    assert overview(3, last=WAY[5]).upcoming.name == WAY[5].name  # not won yet
    off = next(e for e in ENTRIES if e.name not in journey() and e.pack.name == "bridges")
    going_on = overview(3, last=off, won=(off,)).upcoming
    assert going_on.entry.pack is off.pack
    assert going_on.name != off.name
    through = [entry for entry in ENTRIES if entry.pack is off.pack]
    assert overview(3, last=off, won=through).upcoming.name == WAY[3].name
    after = overview(len(WAY), last=WAY[-1]).upcoming
    assert after is not None
    assert after.name not in journey()
