"""What the sieve drops: the count with it is the count without it, whatever is dropped."""

from __future__ import annotations

import sys
from collections import Counter

import naive
import numpy as np
import pytest
from test_count import ALTERNATING, KINDS, counted, samples, shared

import flow_data
from puzzles.flow.rules.problem import fault
from puzzles.flow.solver import count as counting
from puzzles.flow.solver import run, sieve
from sampling import slow


@pytest.fixture
def eager(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """States are sifted wherever there are more than before, and asked for to the last; this
    counts what comes of it."""
    came = Counter[str]()

    def sifted(*arguments: object) -> int:
        kept = sieve.sift(*arguments)
        came["dropped"] += len(arguments[3]) - kept
        came["kept"] += kept
        return kept

    for name, value in {"LATE": -1, "CROWD": 2, "GROWTH": 1, "sift": sifted}.items():
        monkeypatch.setattr(run, name, value)
    for name in ("SLICE", "TRIAL"):
        monkeypatch.setattr(counting, name, 1)
    for name, value in {"SAMPLE": 32, "WORTH": 10**6}.items():
        monkeypatch.setattr(sieve, name, value)
    return came


@pytest.mark.parametrize("boards", [60, *slow(240)])
def test_no_solution_is_lost(
    boards: int, monkeypatch: pytest.MonkeyPatch, eager: Counter[str]
) -> None:
    """With one lane on the first half of the boards, and with several on the others."""
    kinds = Counter[str]()
    for number, (kind, problem) in enumerate(samples(boards)):
        if number == boards // 2:
            shared(monkeypatch)
        if not problem.fill:
            continue
        every = naive.solutions(problem)
        result = counted(problem, want=3)
        assert (result.count, result.exact) == (len(every), True)
        read = {naive.edges(solution) for solution in result.solutions}
        assert len(read) == min(3, len(every))
        assert read <= set(every)
        assert not any(fault(problem, solution) for solution in result.solutions)
        kinds[kind] += bool(every)
    assert min(kinds[kind] for kind in KINDS) >= boards // 30, "many of each kind have solutions"
    assert eager["dropped"] > boards
    assert eager["kept"] > boards


def test_colours_that_alternate_may_be_joined_by_a_strand_without_colour(
    eager: Counter[str],
) -> None:
    for board in (ALTERNATING, " ".join(map("".join, zip(*ALTERNATING.split(), strict=True)))):
        assert counted(flow_data.plain(board)).count == 1
    assert eager["dropped"]


@pytest.mark.parametrize("boards", [2, *slow(12)])
def test_larger_boards_have_as_many_solutions_with_it(
    boards: int, monkeypatch: pytest.MonkeyPatch, eager: Counter[str]
) -> None:
    monkeypatch.setattr(counting, "SLICE", 500)
    for _, problem in flow_data.drawn(size=9, least=6, most=10, boards=boards):
        monkeypatch.setattr(run, "CROWD", sys.maxsize)
        wanted = counted(problem)
        monkeypatch.setattr(run, "CROWD", 100)
        assert counted(problem).count == wanted.count > 0
    assert eager["dropped"] > 100 * boards


def test_the_sieve_leaves_out_what_any_reason_refutes() -> None:
    rng = np.random.default_rng(4)
    rows = rng.integers(0, 3, (200, 8)).astype(np.uint8)
    holding = rng.random((70, 8, 3)) < 0.6
    words = np.zeros((200, 2), np.uint64)
    words[:, :1], words[:, 1] = rows.view(np.uint64), np.arange(200)
    masks = np.zeros((2, 8, 3), np.uint64)
    for i, one in enumerate(holding):
        masks[i // 64] |= one.astype(np.uint64) << np.uint64(i % 64)
    scratch = np.zeros(1, np.uint64)
    left = np.empty(200, np.bool_)
    kept = sieve.sift(words, sieve.State(scratch, scratch.view(np.uint8)), masks, left)
    out = [any(one[np.arange(8), row].all() for one in holding) for row in rows]
    assert 20 < kept < 180
    assert words[:kept, 1].tolist() == [i for i in range(200) if not out[i]]
    assert left.tolist() == [not refuted for refuted in out]
