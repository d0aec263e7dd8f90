"""Every installed plugin keeps to the protocol, on every level that ships with it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puzzles import testing
from puzzles.core.solving import Answer, Limits
from sampling import sampled
from shipped import PACKS, PUZZLES, named


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_the_puzzles_that_ship(puzzle):
    level = next(pack.levels[0] for pack in PACKS if pack.puzzle is puzzle)
    testing.conformance(puzzle, [level], Limits())


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
def test_shipped_packs_have_no_faults(pack):
    assert not pack.errors
    assert pack.blurb


LARGE = (
    "thirteen-and-fourteen",
    "fifteen",
    "sixteen-and-more",
    "grand-folds",
    "crossings",
    "causeways",
)
SELDOM = "generator.make", "solver.certify", "reader.read"  # are tried for themselves
SMALL = [pack for pack in PACKS if pack.name not in LARGE]


@pytest.mark.parametrize("pack", sampled(SMALL[::8], SMALL[::24]), ids=named)
def test_a_level_of_some_packs(pack):
    """The easiest; the campaign tries some levels of an eighth of the packs."""
    level = min(pack.levels, key=lambda level: level.difficulty)
    testing.conformance(pack.puzzle, [level], Limits(), SELDOM)


@pytest.mark.slow
# Grand folds take a minute each, with a certificate; `puzzles check` proves them.
@pytest.mark.parametrize("pack", [p for p in PACKS if p.name != "grand-folds"][::8], ids=named)
def test_many_of_all_levels(pack):
    """Every twentieth level of an eighth of the packs, of the large ones fewer; all is tried of the
    first. Levels are made whatever the pack is: above."""
    step = 80 if pack.name in LARGE else 20
    limits, skip = Limits(), ["generator.make"]
    testing.conformance(pack.puzzle, pack.levels[::step], limits, skip)


@pytest.mark.parametrize("puzzle", sampled(PUZZLES, PUZZLES[:1]), ids=lambda puzzle: puzzle.id)
def test_a_broken_plugin_does_not_pass(puzzle, monkeypatch):
    """The checks can fail: each of these faults is noticed."""
    skip = "generator.make", "tutor.grade"  # they take longer
    level = next(pack.levels[0] for pack in PACKS if pack.puzzle is puzzle)
    other = next(pack.levels[1] for pack in PACKS if pack.puzzle is puzzle)
    kind = type(puzzle)
    right = {name: getattr(puzzle, name) for name in ("format", "move_text", "status")}
    solve = puzzle.solver.solve

    def last_move_missing(state, limits):
        for event in solve(state, limits):
            if getattr(event, "moves", None):
                object.__setattr__(event, "moves", event.moves[:-1])
            yield event

    faults = {
        "rules.parse": lambda table: other,
        "facts": lambda self, level: {"size": 3},
        "text": lambda self, state: "",
        "move_parse": lambda self, state, text: 1 / 0,
        "move_text": lambda self, state, move: right["move_text"](state, move) + "\n",
        "rules.move_facts": lambda state, move: {"move": {1}},
        "solver.solve": lambda state, limits, method="": last_move_missing(state, limits),
        "status": lambda self, state: right["status"](puzzle.start(level)),
    }
    for name, fault in faults.items():
        module, _, function = name.rpartition(".")
        with monkeypatch.context() as patch:
            patch.setattr(getattr(puzzle, module) if module else kind, function, fault)
            with pytest.raises((AssertionError, ZeroDivisionError)):
                testing.conformance(puzzle, [level], skip=skip)
    if puzzle.can("solver.within"):
        for answer in (Answer((), True, 0, 1, 0.0, "yes"), Answer(None, True, 9, 1, 0.0, "no")):
            with monkeypatch.context() as patch:
                patch.setattr(puzzle.solver, "within", lambda *_, it=answer: iter([it]))
                with pytest.raises(AssertionError):
                    testing.conformance(puzzle, [level], skip=skip)
    with pytest.raises(AssertionError):
        testing.identity(replace(puzzle, id="two words"))
    for faulty in (lambda state: None, lambda limits, state, method: None):
        with monkeypatch.context() as patch:
            patch.setattr(puzzle.solver, "solve", faulty)
            with pytest.raises(AssertionError, match="solve"):
                testing.identity(puzzle)
    testing.conformance(puzzle, [level], skip=skip)
