"""What levels claim, held against their boards, and the solution that is meant by it."""

from __future__ import annotations

import json
import random
from collections.abc import Generator
from dataclasses import replace
from pathlib import Path

import naive
import pytest
from test_flow_solver import drawn, replayed

import flow_data
from puzzles.cli import main
from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Limits, answer
from puzzles.flow import plugin
from puzzles.flow.rules import model
from puzzles.flow.rules.model import FlowLevel, Move
from puzzles.flow.rules.problem import touches_itself
from puzzles.flow.solver import count as counting
from puzzles.flow.solver.settle import Settled
from puzzles.flow.solver.solve import check, count, solve
from puzzles.library.ids import make_id, read_id
from puzzles.library.levels import read_pack

ONE = "ABA.\n..B.\n...."  # one filling, which does not touch itself
FOUR = "A..B\n.B..\n.A..\n...."  # four, of which one does not
TOUCHING = "AA..\n....\n...."  # two, both of which do
TWO = "AA\nAA"  # two that do not
NONE = "AB\nBA"
RULE = " in which no pipe touches itself"


def level_of(board: str, **claims: object) -> FlowLevel:
    document = json.dumps({"puzzle": "flow", "board": board})
    level = read_pack("level.json", document).levels[0]
    assert isinstance(level, FlowLevel)
    return replace(level, **claims)  # type: ignore[arg-type]


def checked(level: FlowLevel, limits: Limits | None = None) -> tuple[list[str], Answer]:
    """The faults found, and the answer."""
    *events, result = check(level, limits or Limits())
    assert isinstance(result, Answer)
    assert result.proved != bool(result.stopped)
    return [event.reason for event in events if isinstance(event, FalseClaim)], result


@pytest.mark.parametrize(
    ("board", "claims", "faults"),
    [
        (ONE, {}, []),
        (ONE, {"untouching": True}, []),
        (ONE, {"untouching": True, "proof": {"fillings": 1}}, []),
        (FOUR, {}, ["this level has at least 2 solutions; it must have 1"]),
        (FOUR, {"untouching": True}, []),
        (FOUR, {"untouching": True, "proof": {"fillings": 4}}, []),
        (FOUR, {"proof": {"fillings": 4}}, []),
        (
            FOUR,
            {"untouching": True, "proof": {"fillings": 3}},
            ["this level has 4 solutions; it must have 3"],
        ),
        (TOUCHING, {"untouching": True}, [f"this level has no solution{RULE}; it must have 1"]),
        (TWO, {"untouching": True}, [f"this level has at least 2 solutions{RULE}; it must have 1"]),
        (NONE, {}, ["this level has no solution; it must have 1"]),
    ],
)
def test_claims_are_held_against_the_board(
    board: str, claims: dict[str, object], faults: list[str]
) -> None:
    level = level_of(board, **claims)
    found, result = checked(level)
    # A second solution may be told as such, or with the exact number.
    assert [fault.replace("at least ", "") for fault in found] == [
        fault.replace("at least ", "") for fault in faults
    ]
    assert result.proved
    assert result.headline.endswith(", proved")
    # Moves that are none say that there is no solution at all.
    assert (result.moves is None) == (board == NONE)


def test_a_limit_leaves_a_claim_open() -> None:
    rows = "\n".join(["A" + "." * 13, *["." * 14] * 12, "." * 13 + "A"])
    for untouching in (False, True):
        level = level_of(rows, untouching=untouching, proof={"fillings": 7})
        level = replace(level, board=replace(level.board, fill=False))
        faults, result = checked(level, Limits(nodes=10))
        assert faults == []
        assert (result.proved, result.stopped) == (False, "node limit")
        assert result.headline.startswith(f"no solution found so far{RULE * untouching}")


def test_pipes_that_are_no_part_of_the_solution_meant_must_go() -> None:
    """In a level that claims to have one solution in which no pipe touches itself, it is that one;
    elsewhere any will do."""
    claiming, other = level_of(FOUR, untouching=True), level_of(FOUR)
    every = naive.solutions(other.board.problem)
    (meant,) = naive.untouching(other.board.graph, every)
    strange = {
        pipe
        for solution in every.values()
        for pipe in solution
        if not naive.edges((pipe,)) <= meant
    }
    assert len(strange) >= 3
    for pipe in strange:
        state = model.apply(model.start(claiming), Move(pipe))
        result = answer(solve(state, Limits()))
        assert result.facts["wrong"] == [other.board.symbols[other.board.dot_at[pipe[0]]]]
        assert result.moves
        assert naive.edges(tuple(move.path for move in result.moves)) == meant
        state = model.apply(model.start(other), Move(pipe))
        assert answer(solve(state, Limits())).facts["wrong"] == []


def test_the_solution_meant_is_drawn_around_any_pipes() -> None:
    start = model.start(level_of(FOUR, untouching=True))
    board = start.board
    (meant,) = naive.untouching(board.graph, naive.solutions(board.problem))
    seen = set[int]()
    for seed in range(150):
        state = drawn(random.Random(seed), start, 1 + seed % 4)
        result = answer(solve(state, Limits()))
        wrong = [pipe for pipe in state.pipes if not naive.edges((pipe,)) <= meant]
        assert result.facts["wrong"] == [board.symbols[board.dot_at[pipe[0]]] for pipe in wrong]
        won = replayed(state, result)
        assert won.won
        assert naive.edges(won.pipes) == meant
        seen.add(len(state.pipes) - len(wrong))
    assert seen >= {0, 1, 2}


def test_a_claim_that_is_false_costs_no_pipe() -> None:
    level = level_of(TWO, untouching=True)
    for pipe in ((0, 1), (0, 2)):
        state = model.apply(model.start(level), Move(pipe))
        assert answer(solve(state, Limits())).facts["wrong"] == []


def test_any_solution_will_do_where_none_is_meant() -> None:
    level = level_of(TOUCHING, untouching=True)
    result = answer(solve(model.start(level), Limits()))
    assert result.moves
    assert touches_itself(level.board.graph, result.moves[0].path)
    assert result.headline == "solved: 1 pipe to draw"
    assert answer(solve(model.start(level_of(NONE, untouching=True)), Limits())).proved


def test_numberlink_claims_it_and_keeps_it(tmp_path, capsys) -> None:
    """Solvers that exchange boards like that take for granted that no pipe touches itself."""
    file, toml = tmp_path / "boards.txt", tmp_path / "boards.toml"
    file.write_text(f"4 4\n{FOUR}\n\n4 3\n{ONE}\n")
    assert main(["check", str(file)]) == 0
    assert main(["convert", str(file), str(toml)]) == 0
    assert 'unique = "untouching"' in toml.read_text()
    assert main(["check", str(toml)]) == 0
    plain = tmp_path / "plain.toml"
    plain.write_text(toml.read_text().replace('unique = "untouching"\n', ""))
    assert main(["check", str(plain)]) == 2
    assert main(["convert", str(toml), "--to", "numberlink", "-"]) == 0
    assert f"4 4\n{FOUR}\n" in capsys.readouterr().out


def test_an_id_keeps_the_claim() -> None:
    level = level_of(FOUR, untouching=True)
    again = read_id(make_id(plugin, level)).levels[0]
    assert plugin.format(again) | {"title": ""} == plugin.format(level) | {"title": ""}
    assert make_id(plugin, level) != make_id(plugin, level_of(FOUR))


@pytest.mark.skipif(not flow_data.DATA.exists(), reason="no data")
def test_a_published_collection_is_what_it_claims() -> None:
    """With most of these boards, pipes that touch themselves make further solutions."""
    pack = read_pack(str(flow_data.DATA / "numberlink" / "janko_even.txt"))
    several = 0
    for level in pack.levels[::5]:
        assert isinstance(level, FlowLevel)
        faults, result = checked(level, Limits())
        assert (faults, result.proved) == ([], True)
        several += bool(checked(replace(level, untouching=False), Limits(nodes=30_000))[0])
    assert several >= 8


HEXES = Path(__file__).parents[2] / "levels" / "flow" / "11-hexes.toml"


def test_one_solution_found_does_not_refute_that_there_is_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A limit is hit before another is excluded. A count has the solution that the search found."""
    monkeypatch.setattr(counting, "SLICE", 1)
    level, limits = read_pack(str(HEXES)).levels[1], Limits(nodes=1)
    assert isinstance(level, FlowLevel)
    faults, result = checked(level, limits)
    assert (faults, result.proved) == ([], False)
    assert result.headline.startswith("at least 1 solution;")
    counted = answer(count(model.State(level), limits))
    assert not counted.proved
    assert (counted.count, counted.facts["untouching"]) == (1, 1)
    assert counted.headline.startswith("at least 1 solution,")


@pytest.mark.parametrize("exact", [True, False])
def test_a_count_that_has_proved_a_solution_never_says_that_there_may_be_none(
    monkeypatch: pytest.MonkeyPatch, exact: bool
) -> None:
    """The sweep over all fillings was cut short before the first, the other search was not."""
    answers = [Settled((), 0, False, "time limit", "count", 1, 1.0)]
    answers += [Settled((), 1, exact, "" if exact else "time limit", "search", 1, 1.0)]

    def ask(*_: object) -> Generator[object, None, Settled]:
        yield from ()
        return answers.pop(0)

    monkeypatch.setattr("puzzles.flow.solver.solve.ask", ask)
    found = answer(count(model.start(level_of(FOUR)), Limits()))
    assert found.count == 1
    assert found.headline.startswith("at least 1 solution, ")
    assert "no solution" not in found.headline
    assert " 0" not in f" {found.headline}"
