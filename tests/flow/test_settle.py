"""Search and count in turns: the answers of either, whoever is first, and honest ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice

import naive
import pytest
from naive import fault
from test_count import samples, satisfied, to_fill

import flow_data
from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Answer, Limits, answer, last
from puzzles.flow.rules import model
from puzzles.flow.rules.model import FlowLevel
from puzzles.flow.rules.problem import Problem
from puzzles.flow.solver import settle as turns
from puzzles.flow.solver.settle import Query, Settled, settle
from puzzles.flow.solver.solve import check, solve
from puzzles.flow.tutor import difficulty
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from sampling import slow
from timing import PART, gaps

# Two colours on opposite corners must cross. Where cells may stay empty, the count sees it soon,
# and a search late.
CROSSED = " ".join(["A....B", *["." * 6] * 7, "B....A"])
# Where cells may stay empty, neither comes to an end within seconds.
HARD = """
.......D.B... ..BA......... ............. .........C... .........C... ............. .....E.......
............. ........F.... .E........... .....A....... ........F.D.. ............."""


def level_of(text: str, fill: bool = True) -> FlowLevel:
    level = read_pack("level", text.replace(" ", "\n")).levels[0]
    assert isinstance(level, FlowLevel)
    return replace(level, board=replace(level.board, fill=fill))


def settled(problem: Problem, limits: Limits | None = None, **options: object) -> Settled:
    query = Query(problem, **options)  # type: ignore[arg-type]
    return last(settle(query, limits or Limits()), Settled)


def agrees(problem: Problem, method: str) -> str:
    """Compare all that can be asked with plain enumeration; how many solutions there are."""
    every = naive.solutions(problem)
    for untouching in (False, True):
        wanted = naive.untouching(problem.graph, every) if untouching else every
        for want in (1, 2):
            result = settled(problem, want=want, untouching=untouching, method=method)
            found = {naive.edges(solution) for solution in result.solutions}
            assert len(result.solutions) == len(found) == min(want, len(wanted))
            assert found <= set(wanted)
            assert not any(fault(problem, solution) for solution in result.solutions)
            assert result.stopped == ""
            assert not result.complete or len(found) == len(wanted)
            assert result.complete or len(found) == want
    return "none" if not every else "one" if len(every) == 1 else "several"


@pytest.mark.parametrize("method", ["", "search", "learning"])
def test_a_turn_in_parts_is_the_same_turn(method, monkeypatch):
    """Plain Python looks at the clock many times in a turn, which takes it seconds."""
    monkeypatch.setattr(turns, "SLICE", 300)
    monkeypatch.setattr(turns, "STATES", 32)
    level = find("flow/walls/6").level
    assert isinstance(level, FlowLevel)
    problem = level.board.problem
    ends, events = set[object](), []
    for parts in (1, 16):
        monkeypatch.setattr(turns, "PARTS", parts)
        *progress, end = settle(Query(problem, 9, method=method), Limits())
        assert isinstance(end, Settled)
        ends.add(replace(end, seconds=0))
        events.append(sum(not event.preparing for event in progress))
    assert len(ends) == 1
    assert events[0] < events[1]


@pytest.mark.parametrize("boards", [40, *slow(200)])
@pytest.mark.parametrize("method", ["", "search", "count", "learning"])
def test_each_engine_and_both_agree_with_plain_enumeration(method: str, boards: int) -> None:
    kinds = Counter(agrees(problem, method) for _, problem in samples(boards))
    assert min(kinds[kind] for kind in ("none", "one", "several")) > boards // 20


def test_turns_of_any_length_end_in_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """With turns too short to get anywhere alone, all take part, and any may be first."""
    monkeypatch.setattr(turns, "SLICE", 1)
    first = Counter[str]()
    for _, problem in samples(120):
        agrees(problem, "")
        first[settled(problem, want=2).method] += 1
    assert min(first["search"], first["count"]) >= 5


@pytest.mark.parametrize("boards", [3, *slow(30)])
def test_both_agree_with_sat_on_larger_boards(boards: int) -> None:
    numbers, drawn = Counter[int](), to_fill((6, 7), (3, 6))
    while sum(numbers.values()) < boards:
        problem = next(drawn)
        result = settled(problem, want=2)
        number = len(result.solutions)
        if numbers[number] == boards // 3:  # as many of each
            continue
        numbers[number] += 1
        for untouching in (False, True):
            most = satisfied(problem, untouching, 2)
            for method in ("search", "count", "learning"):
                asked = settled(problem, want=2, untouching=untouching, method=method)
                assert len(asked.solutions) == most
    assert min(numbers[0], numbers[1]) > 0


def test_the_count_answers_where_the_search_comes_to_no_end() -> None:
    problem, limits = flow_data.plain(CROSSED, fill=False), Limits(nodes=20_000)
    alone = settled(problem, limits, method="search")
    assert (alone.solutions, alone.complete, alone.stopped) == ((), False, "node limit")
    both = settled(problem, limits)
    assert (both.solutions, both.complete, both.method) == ((), True, "count")
    assert both.nodes <= 20_000


def test_whatever_is_asked_of_such_a_board_is_answered() -> None:
    level, limits = level_of(CROSSED), Limits(nodes=60_000)
    assert answer(solve(model.start(level), limits)).headline == "unsolvable, proved"
    *_, checked = check(level, limits)
    assert isinstance(checked, Answer)
    assert checked.proved
    with pytest.raises(UsageError, match="without a solution"):
        last(difficulty.grade(level), Grade)


def test_where_cells_may_stay_empty_a_solution_without_any_is_found_at_once() -> None:
    """The boards of Numberlink are made with one in mind, and a search for others gets lost."""
    for number in range(1, 40, 5):
        problem = find(f"flow/thirteen-and-fourteen/{number}").level.board.problem
        result = settled(replace(problem, fill=False), Limits(nodes=100))
        assert not fault(problem, result.solutions[0])


def test_the_same_query_gets_the_same_answer() -> None:
    problem = flow_data.plain(CROSSED)
    first, again = (settled(problem) for _ in range(2))
    assert (first.nodes, first.method) == (again.nodes, again.method)


def test_a_count_out_of_memory_leaves_the_field_to_the_search() -> None:
    problem = flow_data.plain(HARD, fill=False)
    counted = settled(problem, Limits(memory_mb=1), method="count")
    assert (counted.solutions, counted.stopped) == ((), "memory limit")
    both = settled(problem, Limits(memory_mb=1, nodes=2 * counted.nodes))
    assert (both.solutions, both.stopped) == ((), "node limit")


def test_learning_out_of_memory_leaves_the_field_to_the_others() -> None:
    problem = flow_data.plain(HARD)
    learned = settled(problem, Limits(memory_mb=1), method="learning")
    assert (learned.solutions, learned.stopped) == ((), "memory limit")
    problem = replace(problem, fill=False)
    assert len(settled(problem, Limits(memory_mb=20), method="learning").solutions) == 1


def test_it_can_be_stopped_at_any_time() -> None:
    took = gaps(islice(settle(Query(flow_data.plain(HARD, fill=False)), Limits()), 20))
    assert len(took) == 20
    assert took[-2] < PART  # the kernels may have had to be loaded once
