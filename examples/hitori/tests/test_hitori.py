"""Hitori keeps to the protocol, and its rules are those of Hitori: against trying everything."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from hitori import plugin
from puzzles.core.errors import UsageError
from puzzles.core.results import Advice, Explanation
from puzzles.core.solving import UNLIMITED, answer, last
from puzzles.library import registry
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.testing import conformance

PACK = read_pack(str(plugin.packs / "first-shades.toml"))
ABILITIES = """
rules.encode rules.tap solver.check solver.count solver.solutions tutor.grade tutor.advise
tutor.explain tutor.trace tutor.move_words tutor.describe maker.blank maker.judge
generator.make lessons.LESSONS screen.Board"""


def level_of(rows):
    board = "\n".join(rows)
    return read_pack("level", f'puzzle = "hitori"\nboard = """\n{board}"""').levels[0]


def test_it_is_a_puzzle():
    conformance(plugin, PACK.levels)


def test_it_can_do_what_a_declared_puzzle_can():
    assert registry.plugin("hitori") is plugin
    assert not [ability for ability in ABILITIES.split() if not plugin.can(ability)]


def kept(rows, shaded):
    """Say if the rules of Hitori are kept, in words of its own."""
    side = len(rows)
    white = {(y, x) for y in range(side) for x in range(side)} - shaded
    near = lambda y, x: {(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)}  # noqa: E731
    for a, b in combinations(sorted(white), 2):
        if rows[a[0]][a[1]] == rows[b[0]][b[1]] and (a[0] == b[0] or a[1] == b[1]):
            return False
    found = {*sorted(white)[:1]}
    while more := {cell for each in found for cell in near(*each) & white} - found:
        found |= more
    return found == white and not any(near(*cell) & shaded for cell in shaded)


def test_its_solutions_are_those_of_hitori():
    """On small boards at random, some with one solution, many or none."""
    rng, numbers = Random(1), set()
    places = [*product(range(3), repeat=2)]
    for number in range(25):
        rows = ["".join(rng.choice("12345"[: 3 + number % 3]) for _ in "abc") for _ in "123"]
        every = (
            {place for place, shade in zip(places, way, strict=True) if shade}
            for way in product((False, True), repeat=9)
        )
        wanted = sum(kept(rows, shaded) for shaded in every)
        assert answer(plugin.solver.count(plugin.start(level_of(rows)), UNLIMITED)).count == wanted
        numbers.add(min(wanted, 2))
    assert numbers == {0, 1, 2}


def test_a_reason_says_what_hangs_together():
    told = last(plugin.tutor.explain(PACK.levels[2], UNLIMITED), Explanation)
    words = [step.words for step in told.steps]
    assert "e1 and d2 hang together only by way of e2. So e2 is not shaded." in words
    assert "b1 has the 1 of row 1. So d1 and f1 are shaded." in words


def test_a_part_that_is_cut_off_is_against_a_rule():
    cut = plugin.after(
        plugin.start(level_of(["1234", "1143", "2343", "3312"])), ["b1", "a2", "a1 x", "c1 x"]
    )
    (reason, _), *_ = plugin.status(cut).missing
    assert reason == "Against a rule: the unshaded cells hang together"
    said = last(plugin.tutor.advise(cut, (), UNLIMITED), Advice)
    assert said.astray
    assert said.hints[1].words == "Against a rule: the unshaded cells hang together."


def test_boards_are_made_as_wished():
    made = [[*plugin.generator.make(seed, {"size": "7x5"})][-1] for seed in (4, 4, 5)]
    assert made[0] == made[1] != made[2]
    assert (made[0].grid.cols, made[0].grid.rows) == (7, 5)
    with pytest.raises(UsageError, match="a board has at most 9 rows and columns"):
        next(plugin.generator.make(1, {"size": "12x5"}))


async def test_it_is_played_by_keys(monkeypatch, tmp_path):
    from puzzles.ui.shell.app import PuzzlesApp

    for name in ("DATA", "STATE", "CONFIG"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(tmp_path))
    app = PuzzlesApp(find("hitori/first-shades/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        board = app.screen.board
        for cell, _ in answer(plugin.solver.solve(board.state, UNLIMITED)).moves:
            board.point_at(cell)
            await pilot.press("enter")
            await pilot.pause()
        assert plugin.status(board.state).won
