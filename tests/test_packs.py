"""The packs that ship: how many levels, no two alike, each proved, difficulty rising."""

from __future__ import annotations

from collections import Counter

import pytest

from puzzles.core.results import Grade
from puzzles.library.catalogue import cover
from puzzles.library.levels import read_pack
from sampling import sampled
from shipped import PACKS, named

SHIPPED = pytest.mark.parametrize("pack", PACKS, ids=named)
KINDS = ("gaps", "walls", "warps", "bridges", "hexes", "twins")
BARE = ("graphs", "classics")
DRAWN = (
    "lanterns",
    "stacks",
    "snowfall",
    "masks",
    "pond",
    "aviary",
    "herbarium",
    "rooftops",
    "carpets",
    "parquet",
)
MORE_KAMI = {"grand-folds": 30, "cloth-and-tiles": 20, "crossings": 14, "postcards": 18}
MORE_FLOW = {
    "sixteen-and-more": 40,
    "silhouettes": 26,
    "rooms": 24,
    "corridors": 24,
    "long-ways": 20,
    "half-turns": 20,
    "beehives": 20,
    "around-the-world": 20,
    "causeways": 15,
    "waxworks": 15,
}
GRADED = [pack for pack in PACKS if pack.name != "grand-folds"]  # eight seconds a level


def test_there_are_as_many_as_are_told() -> None:
    number = Counter({(pack.puzzle.id, pack.name): len(pack.levels) for pack in PACKS})
    kami = {name: n for (puzzle, name), n in number.items() if puzzle == "kami"}
    assert sum(number.values()) >= 1000
    assert kami.pop("squares") == 30
    kami.pop("graphs")
    assert {name: kami.pop(name) for name in MORE_KAMI} == MORE_KAMI
    assert [kami.pop(name) for name in DRAWN] == [15] * len(DRAWN)
    assert len(kami) == 10
    assert sum(kami.values()) == 100
    flow = {name: n for (puzzle, name), n in number.items() if puzzle == "flow"}
    assert [flow.pop(kind) for kind in KINDS] == [20] * 6
    flow.pop("classics")
    assert {name: flow.pop(name) for name in MORE_FLOW} == MORE_FLOW
    assert sum(flow.values()) == 300


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["flow", "kami"])
def test_no_two_levels_are_alike(puzzle: str) -> None:
    seen: dict[str, str] = {}
    for pack in PACKS:
        if pack.puzzle.id == puzzle and pack.name not in BARE:
            for level in pack.levels:
                key = pack.puzzle.generator.canonical(level)
                assert key not in seen, f"{level.title} is like {seen[key]}"
                seen[key] = level.title


@SHIPPED
def test_difficulty_rises_and_every_level_has_its_proof(pack) -> None:
    difficulties = [level.difficulty for level in pack.levels]
    assert None not in difficulties
    assert difficulties == sorted(difficulties)
    # A board of Flow claims one filling, one of Kami a par that its bound meets, others a solution.
    for level in pack.levels:
        if pack.puzzle.id == "flow":
            assert level.proof.get("fillings") == 1, level.title
        elif pack.puzzle.id == "kami":
            assert level.proof.get("bound") == level.par, level.title
        else:
            assert level.solutions == 1, level.title


@pytest.mark.parametrize("pack", sampled(GRADED[::3], [PACKS[0]]), ids=named)
def test_the_difficulty_is_what_grading_gives(pack) -> None:
    for level in (pack.levels[0], pack.levels[len(pack.levels) // 2]):
        *_, grade = pack.puzzle.tutor.grade(level)
        assert isinstance(grade, Grade)
        assert grade.difficulty == level.difficulty


def test_titles_are_enough_to_find_a_level() -> None:
    titles = Counter((pack.puzzle.id, level.title) for pack in PACKS for level in pack.levels)
    assert max(titles.values()) == 1


def test_symmetric_levels_are_seen_to_be_alike() -> None:
    """The test above can fail: a mirrored board in other colours is the same level."""
    one = read_pack("x", 'puzzle = "kami"\nboard = """\nRRW\nWTT\nWWW"""\n')
    two = read_pack("x", 'puzzle = "kami"\nboard = """\nBGG\nRRB\nBBB"""\n')
    other = read_pack("x", 'puzzle = "kami"\nboard = """\nBGG\nRBB\nBBB"""\n')
    key = one.puzzle.generator.canonical
    assert key(one.levels[0]) == key(two.levels[0]) != key(other.levels[0])
    hexes = 'puzzle = "flow"\ngrid = "hex"\nboard = """\n{}"""\n'
    up = read_pack("x", hexes.format("  .   A\n.   .   A\n  .   B\n.   B   .\n"))
    down = read_pack("x", hexes.format("  C   .\nC   .   .\n  D   .\n.   D   .\n"))
    assert up.puzzle.generator.canonical(up.levels[0]) == up.puzzle.generator.canonical(
        down.levels[0]
    )


@pytest.mark.slow
def test_covers_give_no_level_away():
    """They are solved boards that are none of their pack's own; where a solved one is blank, the
    first level as it is."""
    for pack in PACKS:
        puzzle, (entry, moves) = pack.puzzle, cover(pack)
        if puzzle.aim.stepwise:
            assert (entry.level, moves) == (pack.levels[0], ())
            continue
        start = puzzle.start(entry.level)
        assert puzzle.status(puzzle.after(start, moves)).won, pack.name
        own = {puzzle.text(puzzle.start(level)) for level in pack.levels}
        assert puzzle.text(start) not in own
