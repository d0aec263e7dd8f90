"""Wherever a limit strikes, what is said to be proved is what is found without one, and no more
than that is said to be the least."""

from __future__ import annotations

import pkgutil
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property, partialmethod
from importlib import import_module
from types import ModuleType
from typing import Any

import pytest

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.results import FalseClaim, Verdict
from puzzles.core.solving import UNLIMITED, Answer, Known, Limits, Progress, answer
from puzzles.kami.solver.search import Search
from puzzles.library.registry import plugins
from sampling import sampled
from test_false_proofs import FLOW, KAMI, level_of

Keys = dict[str, Any]
SMALL = ("HARD", "SOON", "SLICE")  # how much is done before something else is
PLUGINS = plugins()[0]


def random_rows(seed: int, rows: int, cols: int, letters: str) -> str:
    rng = random.Random(seed)
    return "\n".join("".join(rng.choice(letters) for _ in range(cols)) for _ in range(rows))


BOARDS: dict[str, list[Keys]] = {
    "kami": [
        *KAMI.values(),
        {"board": random_rows(1, 5, 5, "RWT"), "par": 5},
        {"board": random_rows(2, 5, 5, "RWTB"), "par": 6},
        {"board": random_rows(3, 5, 6, "RWT"), "par": 7},
        {"board": random_rows(4, 5, 6, "RWTB"), "par": 8},
        {"board": random_rows(5, 4, 4, "RWTB"), "final": "Red", "proof": {"bound": 8}},
        {"board": random_rows(6, 4, 5, "RWTBG"), "par": 6},
    ],
    "flow": [
        *FLOW.values(),
        {"board": "A..B\n.B..\n.A..\n....", "proof": {"fillings": 4}},
        {"board": "AB\nBA"},
        {"board": "AA...\n.....\n.....\nB...B", "fill": False, "proof": {"fillings": 7}},
    ],
}


def modules(package: str) -> Iterator[ModuleType]:
    """All modules of a puzzle that import no screen."""
    around = import_module(package)
    for found in pkgutil.walk_packages(around.__path__, f"{package}."):
        if ".screen" not in found.name:
            yield import_module(found.name)


@dataclass(frozen=True)
class Case:
    """A question about a level, and the events of its answer without limits."""

    name: str
    function: str
    arguments: tuple[Any, ...]

    def search(self, limits: Limits) -> list[Any]:
        """The events; instead of them the reason, where the question is refused."""
        try:
            return [*getattr(PLUGINS[self.name].solver, self.function)(*self.arguments, limits)]
        except PuzzlesError as error:
            return [str(error)]

    @cached_property
    def whole(self) -> list[Any]:
        return self.search(Limits())

    def hold(self, found: list[Any]) -> bool:
        """Hold the events of a search against those of one without limits; say if it ended."""
        if isinstance(self.whole[-1], str):
            assert found[-1] == self.whole[-1]
            return True
        told, best = answer_of(found), answer_of(self.whole)
        assert told.proved != bool(told.stopped)
        assert is_false(found) <= is_false(self.whole)
        if told.proved:
            assert is_false(found) == is_false(self.whole)
            assert (told.count, told.moves is None) == (best.count, best.moves is None)
            assert told.facts.get("complete") == best.facts.get("complete")
        if self.function == "within":  # any number up to that of moves, and a bound above it
            assert not told.proved or len(told.moves or ()) <= self.arguments[1]
            return bool(told.proved)
        if told.proved:
            assert len(told.moves or ()) == len(best.moves or ())
        known, most = Known(), max(best.lower_bound, len(best.moves or ()))
        for event in found:
            if isinstance(event, Progress):
                known.add(event)
            assert getattr(event, "lower_bound", 0) <= most
        for one in (told, known.answer("time limit")):
            assert (one.count or 0) <= (best.count or 0)
            for fact in ("fillings", "untouching"):
                assert one.facts.get(fact, 0) <= best.facts.get(fact, 0)
            leasts = [int(least) for least in re.findall(r"at least (\d+)", one.headline)]
            assert all(0 < least <= max(most, best.count or 0) for least in leasts)
        return bool(told.proved)


def answer_of(events: list[Any]) -> Answer:
    (answer,) = (event for event in events if isinstance(event, Answer))
    return answer


def is_false(events: list[Any]) -> bool:
    return any(isinstance(event, FalseClaim) for event in events)


@cache
def cases(name: str, number: int) -> list[Case]:
    """All that can be asked about a level, with what is found."""
    puzzle, level = PLUGINS[name], level_of(name, BOARDS[name][number])
    start = puzzle.start(level)
    asked: dict[str, list[tuple[Any, ...]]] = {
        "solve": [(start,)],
        "check": [(level,)],
        "count": [(start,)],
        "solutions": [(start, 3)],
        "within": [(start, 2), (start, 5)],
        "certify": [(level,)],
    }
    if puzzle.can("solver.tasks"):
        asked["count_ways"] = [(start, puzzle.solver.tasks(start)[0])]
    if moves := answer(puzzle.solver.solve(start, Limits())).moves:
        asked["solve"].append((puzzle.apply(start, moves[0]),))
    every = [
        Case(name, function, arguments)
        for function, calls in asked.items()
        for arguments in calls
        if puzzle.can(f"solver.{function}")
    ]
    for case in every:
        assert case.hold(case.whole) or case.function == "certify"
    return every


LITTLE = 2, 3, 4  # the boards of Kami that take little; the others are for the campaign
LEVELS = [
    pytest.param(name, number, marks=() if name == "flow" or number in LITTLE else pytest.mark.slow)
    for name in BOARDS
    for number in range(len(BOARDS[name]))
]


@pytest.mark.parametrize(("name", "number"), LEVELS)
def test_a_search_that_is_stopped_tells_nothing_false(name: str, number: int) -> None:
    for case in cases(name, number):
        for nodes in (2**n for n in range(17)):
            if case.hold(case.search(Limits(nodes=nodes))):
                break
        else:
            pytest.fail(f"{case.function} does not end")


def strike(patch: pytest.MonkeyPatch, name: str, only: str = "") -> None:
    """Have a puzzle turn to something else after each step, and give up at once where it may: by
    all constants of its modules that say when, or by those with one name."""
    for module in modules(f"puzzles.{name}"):
        for constant, value in list(vars(module).items()):
            limits = isinstance(value, Limits) and value != UNLIMITED
            if constant == only or (not only and (limits or constant in SMALL)):
                patch.setattr(module, constant, Limits(nodes=1) if limits else 1)


@pytest.fixture
def in_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slice of Kami's search, which is an argument, is a step."""
    monkeypatch.setattr(Search, "advance", partialmethod(Search.advance, work=1))


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize(("name", "number"), LEVELS)
def test_a_solver_that_turns_after_each_step_tells_nothing_false(
    name: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    every = cases(name, number)
    strike(monkeypatch, name)
    for case in every:
        case.hold(case.search(Limits()))


@pytest.mark.usefixtures("in_steps")
@pytest.mark.parametrize(("name", "number"), LEVELS)
def test_what_a_verdict_claims_is_true(
    name: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, seen = BOARDS[name][number], set[str]()
    strike(monkeypatch, name)
    for event in PLUGINS[name].maker.judge(level_of(name, keys)):
        if not isinstance(event, Verdict):
            continue
        assert event.settled or not event.claims
        if event.claims and (text := str(event.claims)) not in seen:
            seen.add(text)
            board = {key: keys[key] for key in keys if key not in ("par", "proof")}
            assert_true(name, level_of(name, {**board, **event.claims}))


def assert_true(name: str, level: Level) -> None:
    """Assert that all that a level claims is found without limits."""
    events = Case(name, "check", (level,)).whole
    assert answer_of(events).proved
    assert not is_false(events)


@pytest.mark.parametrize("seed", sampled(range(1, 6), [3]))
@pytest.mark.parametrize(
    ("name", "wishes"),
    [
        ("flow", {"size": "6x6"}),
        ("flow", {"size": "8x8"}),
        ("kami", {"kind": "square", "size": "6x6"}),
        ("kami", {"kind": "square", "size": "8x8", "par": 4}),
    ],
)
def test_what_is_generated_is_true(
    name: str, wishes: Keys, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        strike(patch, name, "SOON")
        try:
            *_, made = PLUGINS[name].generator.make(seed, wishes)
        except UsageError:
            return
    assert_true(name, made)
