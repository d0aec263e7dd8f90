"""Each step follows from its rules and marks alone, and needs all of its rules: asked of another
solver, which is told the rules in its own way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import published
import pytest
from pysat.solvers import Solver as Judge

from puzzles.akari import rules as akari
from puzzles.binairo import rules as binairo
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.deducing import Deduction, Reasoner
from puzzles.logic.model import Counting, Mark, Model, Rule, mark_of
from puzzles.stars import rules as stars

Declare = Callable[[LayeredLevel], Model]
STARS = ["ABBBBB", "AAAABB", "CCBBBD", "CCCEBD", "CEEEDD", "EEEFDD"]
AKARI = ["..1...", ".....#", "2.....", ".....1", "#.....", "...1.."]
BINAIRO = ["......", "...00.", "1.....", "1.1...", "..1...", "......"]
SIGN = {(2, 3): "="}
BOARDS: dict[str, tuple[Declare, LayeredLevel]] = {
    "stars": (stars.declare, published.level(STARS, variant={"stars": 1})),
    "akari": (akari.declare, published.level(AKARI)),
    "binairo": (binairo.declare, published.level(BINAIRO, between=SIGN)),
    "unlike": (binairo.declare, published.level(BINAIRO, between=SIGN, variant={"unlike": True})),
}


def spelled(mark: Mark) -> int:
    return mark[0] + 1 if mark[1] else -mark[0] - 1


def clauses(rule: Rule) -> Iterator[list[int]]:
    """A rule as the judge has it: not one of the ways in which it is broken."""
    own = rule.count.literals if isinstance(rule, Counting) else rule.places
    for ways in product((False, True), repeat=len(own)):
        marks = [
            (mark_of(literal)[0], way == mark_of(literal)[1])
            for literal, way in zip(own, ways, strict=True)
        ]
        if isinstance(rule, Counting):
            broken = sum(ways) not in rule.count.allowed
        else:
            broken = ways[: len(own) // 2] == ways[len(own) // 2 :]
        if broken:
            yield [-spelled(mark) for mark in marks]


def follows(rules: Any, marks: Any, concludes: Any) -> bool:
    """Whether all that is concluded holds wherever the rules and marks do."""
    with Judge("minisat22") as judge:
        for rule in rules:
            judge.append_formula(clauses(rule))
        given = [spelled(mark) for mark in marks]
        return not any(judge.solve([*given, -spelled(mark)]) for mark in concludes)


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
    found, known = steps(declare(level)), dict(declare(level).givens)
    assert len(found) > 3
    for step in found:
        assert wrong(step) == "", step.words
        assert all(known.get(place) == is_set for place, is_set in step.marks), step.words
        assert not known.keys() & {place for place, _ in step.concludes}
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
        assert not re.search(r"the \d+ cells|lit rules|\{", step.words), step.words
        if not step.chain:
            continue
        (place, is_set), *links = step.chain
        assert (place, not is_set) == step.concludes[0]
        supposed = [*step.marks, (place, is_set)]
        assert follows(step.rules, supposed, [(p, not s) for p, s in links]), step.words
        told = {level.grid.name(p) for p, _ in (*step.chain, *step.concludes, *step.marks)}
        clues = {level.grid.name(cell) for rule in step.rules for cell in rule.at}
        assert {*named} <= told | clues, step.words
        chains += "and so on until" in step.words
    assert chains == {"akari": 2}.get(board, 0)


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["akari", "stars", "binairo"])
def test_so_do_those_of_published_boards(puzzle: str) -> None:
    reads: dict[str, tuple[Declare, Callable[[dict[str, Any]], LayeredLevel]]] = {
        "akari": (akari.declare, published.akari),
        "stars": (stars.declare, published.stars),
        "binairo": (binairo.declare, published.binairo),
    }
    (declare, read), checked = reads[puzzle], 0
    for entry in published.entries(puzzle):
        if entry["rows"] > 8 or entry["cols"] > 8:
            continue
        model = declare(read(entry))
        if max(len(rule.places) for rule in model.rules) > 12:  # the judge has 2^12 clauses of it
            continue
        for step in steps(model):
            assert wrong(step) == "", (entry["name"], step.words)
            checked += 1
    assert checked > 100


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


def test_a_rule_that_is_left_out_of_a_declaration_is_seen() -> None:
    """Without any one group of its rules the board has other solutions, or no proof of its one."""
    declare, level = BOARDS["stars"]
    for left_out in ("row", "column", "region", "stars do not touch"):
        model = declare(level)
        model.rules = [rule for rule in model.rules if not rule.words.startswith(left_out)]
        assert any(wrong(step) == "" for step in steps(declare(level)))
        decided = sum(len(step.concludes) for step in steps(model))
        assert decided < len(model.places), left_out
