"""Each step follows from its rules and marks alone, and needs all of its rules: asked of another
solver, which is told the rules in its own way."""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import published
import pytest
from pysat.card import CardEnc
from pysat.solvers import Solver as Judge

from puzzles.akari import rules as akari
from puzzles.binairo import rules as binairo
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.deducing import Reasoner
from puzzles.logic.model import Deduction, Model, Rule, place_of
from puzzles.logic.wholes import OneLoop
from puzzles.logic.wording import Wording
from puzzles.loop import rules as loop
from puzzles.stars import rules as stars

Declare = Callable[[LayeredLevel], Model]
STARS = ["ABBBBB", "AAAABB", "CCBBBD", "CCCEBD", "CEEEDD", "EEEFDD"]
AKARI = ["..1...", ".....#", "2.....", ".....1", "#.....", "...1.."]
BINAIRO = ["......", "...00.", "1.....", "1.1...", "..1...", "......"]
SIGN = {(2, 3): "="}
LOOP = ["..2..3", "1.3.11", "22..21", "......", "10.1.."]
BOARDS: dict[str, tuple[Declare, LayeredLevel]] = {
    "stars": (stars.declare, published.level(STARS, variant={"stars": 1})),
    "akari": (akari.declare, published.level(AKARI)),
    "binairo": (binairo.declare, published.level(BINAIRO, between=SIGN)),
    "unlike": (binairo.declare, published.level(BINAIRO, between=SIGN, variant={"unlike": True})),
    "loop": (loop.declare, published.level(LOOP)),
}


def spelled(mark: int) -> int:
    return mark + 1 if mark >= 0 else mark


def clauses(rule: Rule, top: int) -> list[list[int]]:
    """A rule as the judge has it, with variables of its own above one: not one of the ways in which
    it is broken, or bounds of a count."""
    own = rule.literals
    if rule.allowed and len(own) > 6:
        literals, allowed = [*map(spelled, own)], rule.allowed
        assert sorted(allowed) == [*range(min(allowed), max(allowed) + 1)]
        bounded = CardEnc.atleast(literals, min(allowed), top_id=top)
        more = CardEnc.atmost(literals, max(allowed), top_id=max(top, bounded.nv))
        return [*bounded.clauses, *more.clauses]
    broken = []
    for ways in product((False, True), repeat=len(own)):
        marks = [literal if way else ~literal for literal, way in zip(own, ways, strict=True)]
        wrong = sum(ways) not in rule.allowed
        if isinstance(rule, binairo.Unlike):
            wrong = ways[: len(own) // 2] == ways[len(own) // 2 :]
        if wrong:
            broken.append([-spelled(mark) for mark in marks])
    return broken


def closing(rule: OneLoop, judge: Judge) -> list[list[int]]:
    """Clauses against what the judge has found, if it has a loop and more, or nothing at all."""
    found = {*judge.get_model()}
    lines = {side: ends for side, ends in rule.ends.items() if side + 1 in found}
    core = dict(lines)
    while ends := list(itertools.chain(*core.values())):
        loose = [side for side, two in core.items() if any(ends.count(p) == 1 for p in two)]
        if not loose:
            break
        for side in loose:
            del core[side]
    if not lines:
        return [[side + 1 for side in rule.ends]]
    if not core:
        return []
    once, reached = min(core), {*core[min(core)]}
    loop, before = {once}, 0
    while len(loop) > before:
        before = len(loop)
        loop |= {side for side, two in core.items() if reached.intersection(two)}
        reached |= {p for side in loop for p in core[side]}
    closed = [-side - 1 for side in loop]
    if len(reached) < len(loop):
        return [closed]  # it crosses or branches
    return [[*closed, -side - 1] for side in lines if side not in loop]


def follows(rules: Any, marks: Any, concludes: Any) -> bool:
    """Whether all that is concluded holds wherever the rules and marks do."""
    loops = [rule for rule in rules if isinstance(rule, OneLoop)]
    with Judge("minisat22") as judge:
        top = 1000
        for rule in rules:
            if rule not in loops:
                judge.append_formula(clauses(rule, top))
                top = max(top, judge.nof_vars())
        given = [spelled(mark) for mark in marks]
        for mark in concludes:
            while judge.solve([*given, -spelled(mark)]):
                cuts = [cut for rule in loops for cut in closing(rule, judge)]
                if not cuts:
                    return False
                judge.append_formula(cuts)
        return True


def steps(model: Model) -> list[Deduction]:
    return [*Reasoner(model).steps({})]


def wrong(step: Deduction) -> str:
    """What is wrong with a step, "" if nothing is."""
    if not follows(step.rules, step.marks, step.concludes):
        return "it does not follow"
    for rule in step.rules:
        others = [other for other in step.rules if other is not rule]
        if follows(others, step.marks, step.concludes):
            return f"it does not need that {rule.words}"
    return ""


@pytest.mark.parametrize("board", BOARDS)
def test_a_step_follows_from_what_is_lit_and_needs_all_its_rules(board: str) -> None:
    declare, level = BOARDS[board]
    found, known = steps(declare(level)), {*declare(level).givens}
    assert len(found) > 3
    for step in found:
        assert wrong(step) == "", step.words
        assert known.issuperset(step.marks), step.words
        assert not {*map(place_of, known)} & {*map(place_of, step.concludes)}
        known.update(step.concludes)


@pytest.mark.parametrize("board", BOARDS)
def test_reasons_name_few_cells_and_those_of_their_chain(board: str) -> None:
    """A long chain is told by its first and its last link, and is all there to be drawn: it begins
    with the contrary, follows from it, and contradicts."""
    declare, level = BOARDS[board]
    model, chains = declare(level), 0
    for step in steps(model):
        named = re.findall(r"\b[a-z]\d+\b", step.words)
        assert len({*named}) <= 4, step.words
        assert not re.search(r"the \d+ cells|outlined rules|\{", step.words), step.words
        if not step.chain:
            continue
        mark, *links = step.chain
        assert ~mark == step.concludes[0]
        assert follows(step.rules, [*step.marks, mark], links), step.words
        places = map(place_of, (*step.chain, *step.concludes, *step.marks))
        told = {model.grid.name(place)[:2] for place in places}
        clues = {model.grid.name(cell) for rule in step.rules for cell in rule.at}
        assert {*named} <= told | clues, step.words
        chains += "and so on until" in step.words
    assert chains == {"akari": 2, "loop": 1}.get(board, 0)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["akari", "stars", "binairo", "loop"])
def test_so_do_those_of_published_boards(puzzle: str) -> None:
    """JUDGED_STEPS are judged in all, in place of 900."""
    reads: dict[str, tuple[Declare, Callable[[dict[str, Any]], LayeredLevel]]] = {
        "akari": (akari.declare, published.akari),
        "stars": (stars.declare, published.stars),
        "binairo": (binairo.declare, published.binairo),
        "loop": (loop.declare, published.loop),
    }
    (declare, read), checked, wanted = reads[puzzle], 0, int(os.environ.get("JUDGED_STEPS", "900"))
    entries = [e for e in published.entries(puzzle) if max(e["rows"], e["cols"]) <= 10]
    for entry in entries if wanted > 900 else entries[::10]:
        model = declare(read(entry))
        for step in steps(model):
            assert wrong(step) == "", (entry["name"], step.words)
            checked += 1
            if checked * 3 >= wanted:
                return
    assert checked > 100


@pytest.mark.parametrize("board", BOARDS)
def test_what_was_asked_before_changes_nothing(board: str) -> None:
    """What one rule forces is seen anew where marks have gone, or are otherwise."""
    declare, level = BOARDS[board]
    model, rng, told = declare(level), Random(2), 0
    asked = Reasoner(model)
    for _ in range(30):
        marks = {p if rng.random() < 0.3 else ~p for p in model.places if rng.random() < 0.4}
        alone = Reasoner(model).step(marks) if not model.faults(marks) else None
        if alone is None or alone.cost == 1:
            assert asked.step(marks) == alone
            told += alone is not None
    assert told > 0


def test_a_chain_of_one_link_says_by_which_rule() -> None:
    model = binairo.declare(published.level(["11....", *["......"] * 5]))
    row, *_ = model.rules
    three = next(rule for rule in model.rules if rule.places == (2, 3, 4))
    words = Wording(model).together(Deduction((row, three), (0, 1), (~5,))).words
    so = "row 1 has all its 1s, so c1, d1 and e1 are 0"
    assert words == f"If f1 is 1, {so}: three 0s are next to each other. So f1 is 0."


def test_a_reason_that_lights_one_rule_or_mark_too_few_or_too_many_is_seen() -> None:
    model = stars.declare(BOARDS["stars"][1])
    seen = 0
    for step in steps(model):
        fewer = replace(step, rules=step.rules[1:])
        assert wrong(fewer) == "it does not follow"
        spare = next(rule for rule in reversed(model.rules) if rule not in step.rules)
        if not wrong(replace(step, rules=(*step.rules, spare))).startswith("it does not need"):
            continue
        seen += 1
    assert seen > 3


@pytest.mark.parametrize(
    ("board", "groups"),
    [
        ("stars", ("row", "column", "region", "stars do not touch")),
        ("loop", ("the 3", "a line goes on", "all lines are one loop")),  # no crossing follows
    ],
)
def test_a_rule_that_is_left_out_of_a_declaration_is_seen(board: str, groups: list[str]) -> None:
    """Without any one group of its rules the board has other solutions, or no proof of its one."""
    declare, level = BOARDS[board]
    for left_out in groups:
        model = declare(level)
        model.rules = [rule for rule in model.rules if not rule.words.startswith(left_out)]
        assert any(wrong(step) == "" for step in steps(declare(level)))
        decided = sum(len(step.concludes) for step in steps(model))
        assert decided < len(model.places), left_out


def test_what_one_loop_forces_is_said_and_needs_that_rule() -> None:
    """A side that would close a loop too early, alone and with other rules; without the rule the
    step does not follow, and the judge says so."""
    small = published.level(["...3", "1.23", "....", "01.3"])
    every = (step for one in (BOARDS["loop"][1], small) for step in steps(loop.declare(one)))
    found = [step for step in every if any(isinstance(rule, OneLoop) for rule in step.rules)]
    said = [step.words for step in found]
    assert "A line at a4 top would close a loop without f1 right. So a4 top is no line." in said
    assert any("a loop is closed that is not all" in words for words in said)
    for step in found:
        others = [rule for rule in step.rules if not isinstance(rule, OneLoop)]
        assert not follows(others, step.marks, step.concludes)


def test_one_loop_is_broken_by_a_loop_and_a_line_and_by_no_line_at_all() -> None:
    model = loop.declare(published.level(["...", "...", "..."]))
    (rule,) = (rule for rule in model.rules if isinstance(rule, OneLoop))
    cell, name = model.grid.cell, model.grid.name
    square = {*map(cell, ("a1 top", "a1 left", "b1 left", "a2 top"))}
    beside = {cell("c3 bottom")}
    (forced,) = rule.forced(square)
    assert len(forced.concludes) == model.grid.n - 4
    assert max(forced.concludes) < 0
    assert rule.broken(square | beside)
    assert not rule.broken(square)
    assert not rule.broken(beside)
    cuts = published.cuts(rule, square | beside)
    assert len(cuts[0]) == 5
    assert all({~literal for literal in cut} <= square | beside for cut in cuts)
    open_one = {place for place in square if name(place) != "a1 top"}
    assert [*rule.forced(open_one)] == []
    (early,) = rule.forced(open_one | beside)
    assert early.concludes == (~cell("a1 top"),)
    assert {*early.marks} == open_one | beside
    nothing = model.filled(())
    assert rule.broken(nothing)
    assert published.cuts(rule, nothing) == [tuple(range(model.grid.n))]
