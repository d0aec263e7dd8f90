"""What the home screen shows, without a screen."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.library.registry import plugins
from puzzles.player.game import Game
from puzzles.player.memory import Memory
from puzzles.player.overview import DIFFICULTIES, SIZES, Overview, Wish
from puzzles.player.records import Result, Win
from puzzles.player.saves import Saves
from puzzles.player.standing import Standing

BOARDS = ["RB", "RRYY\\nRYYR", "R" * 13 + "\\n" + "\\n".join(["B" * 13] * 6), "RWB" * 60]
SHELVED = {"flow": "AA", "akari": "0.", "stars": "AB", "kami": "RB", "loop": ".."}.items()
PERFECT, HELPED = Result(1, "perfect", 2.0, False, 1), Result(2, "ok", 2.0, True, 1)


def pack(name, puzzle, levels):
    tables = "".join(
        f'[[level]]\ntitle = "{title}"\nboard = "{board}"\n{more}\n'
        for title, board, more in levels
    )
    return read_pack(f"{name}.toml", f'puzzle = "{puzzle}"\ntitle = "{name}"\n{tables}')


@cache
def overview():
    """Eight levels of Kami in two packs, two of Flow in one."""
    found = Overview()
    for name in ("first", "second"):
        levels = [(f"{name} {i}", board, "") for i, board in enumerate(BOARDS)]
        found = found.with_pack(pack(name, "kami", levels))
    return found.with_pack(pack("pipes", "flow", [("a", "A.A", ""), ("b", "AA", "")]))


names = st.sets(st.sampled_from([item.name for item in overview().items]))
wishes = st.builds(
    Wish,
    text=st.sampled_from(["", "first", "2x1", "kami 0", "nothing"]),
    puzzle=st.sampled_from(["", *plugins()[0]]),
    unsolved=st.booleans(),
    size=st.sampled_from(["", *SIZES]),
    difficulty=st.sampled_from(["", *DIFFICULTIES]),
)


def solved(names, result=PERFECT):
    return replace(overview(), results=dict.fromkeys(names, result))


@given(names, wishes)
def test_search_and_filters_commute(names, wish):
    """What all wishes let through is what each of them lets through, in the order of the packs."""
    found = replace(solved(names), wish=wish).shown
    for field in ("text", "puzzle", "unsolved", "size", "difficulty"):
        alone = solved(names).looking_for(**{field: getattr(wish, field)})
        assert [item for item in found if item not in alone.shown] == []
        without = replace(solved(names), wish=wish).looking_for(**{field: getattr(Wish(), field)})
        assert found == [item for item in without.shown if item in alone.shown]
    assert found == [item for item in overview().items if item in found]


@given(names)
def test_shares_count_what_is_solved(names):
    found = solved(names)
    shares = [found.share(pack) for pack in found.packs]
    assert sum(share.solved for share in shares) == len(names)
    assert [share.total for share in shares] == [4, 4, 2]
    for pack, share in zip(found.packs, shares, strict=True):
        own = {item.name for item in found.items if item.entry.pack is pack}
        assert share[:2] == (len(own), len(own & names))
        ahead = own & found.next_in_packs
        assert len(ahead) == (share.solved < share.total)
        assert not ahead & names


@given(names, st.sampled_from(overview().items))
def test_what_comes_next_is_not_solved(names, last):
    found = replace(solved(names), known=Standing(last=last.name))
    if len(names) == len(found.items):
        assert found.upcoming is None
    else:
        assert found.upcoming.name not in names
    if last.name not in names:
        assert found.upcoming is last


def test_only_perfect_wins_count_as_perfect():
    first, second = overview().items[:2]
    found = replace(overview(), results={first.name: PERFECT, second.name: HELPED, "gone": PERFECT})
    assert found.share(found.packs[0])[1:3] == (2, 1)


@pytest.mark.parametrize("what", ["puzzle", "size"])
def test_a_filter_goes_through_its_values_and_back_to_none(what):
    found, seen = overview(), []
    for _ in range(len(found.choices(what)) + 1):
        found = found.cycle(what)
        seen.append(getattr(found.wish, what))
    assert seen == [*found.choices(what), ""]


def test_difficulty_is_no_filter_where_no_level_states_one():
    assert overview().choices("difficulty") == ()
    graded = overview().with_pack(pack("graded", "kami", [("hard", "RB", "difficulty = 7.5")]))
    assert graded.choices("difficulty") == tuple(DIFFICULTIES)
    shown = graded.looking_for(difficulty="hard").shown
    assert [item.entry.level.title for item in shown] == ["hard"]


def test_without_wishes_all_levels_are_shown():
    found = overview().looking_for(text="pipes", unsolved=True)
    assert len(found.shown) == 2
    assert replace(found, wish=Wish()).shown == list(overview().items)


@pytest.fixture
def saves(own_directories):
    saves = Saves()
    yield saves
    saves.close()


def played(*puzzles):
    """What is known after a win of each of these puzzles."""
    more = "board", 1, None, "perfect", 1.0, 0, 0, "2026-03-04T10:00:00+00:00", {}
    return Standing(tuple(Win(name, f"{name}/pack/a", *more) for name in puzzles))


def play(entry, saves, *moves):
    game = Game(entry, saves)
    for text in moves:
        game.session.play(entry.pack.puzzle.move_parse(game.session.state, text))
        game.save().result()


def test_what_was_played_shows(saves):
    memory = Memory()
    first = overview().items[0]
    play(first.entry, saves, "a1 Blue")
    memory.last = first.name
    found = overview().after_play(Standing.read(saves, memory))
    assert [*found.results] == [first.name]
    assert found.known.last == first.name
    assert found.upcoming is overview().items[1]


def test_a_level_in_no_pack_is_gone_on_with_once_all_packs_are_read(saves):
    memory = Memory()
    made = Entry(pack("made", "kami", [("Made", "RBW", "")]), 0)
    play(made, saves, "a1 Blue")
    memory.last = made.name
    found = overview().after_play(Standing.read(saves, memory))
    assert found.upcoming is None  # what comes first is not what was going on
    found = replace(found, complete=True).after_play(Standing.read(saves, memory))
    assert found.upcoming.name == made.name
    assert found.upcoming.entry.level.title == "Made"
    # It is in no pack, but one that is read holds it after all.
    again = found.with_pack(made.pack).after_play(Standing.read(saves, memory))
    assert again.upcoming is again.items[-1]


def test_shelves_stand_in_the_order_of_the_journey_then_of_play(monkeypatch):
    """Those never played share one, where there are many puzzles."""
    packs = [pack(f"{name} {n}", name, [("a", board, "")]) for name, board in SHELVED for n in "12"]
    found = Overview(packs=tuple(packs), known=played("flow", "akari", "loop"))
    titles = ["Kami", "Flow", "Loop", "Akari", "Stars"]
    assert [*found.shelves] == titles
    assert {len(own) for own in found.shelves.values()} == {2}
    monkeypatch.setattr("puzzles.player.overview.SHELVES", 4)
    found = replace(found, known=played("akari"))
    assert [*found.shelves] == ["Kami", "Flow", "Akari", "More puzzles"]
    assert [own.name for own in found.shelves["More puzzles"]] == ["stars-1", "loop-1"]
