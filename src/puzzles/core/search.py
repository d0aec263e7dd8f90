"""A breadth-first solver, for puzzles whose boards are small enough to look at every position."""

import time
from collections.abc import Callable, Iterable, Iterator
from types import SimpleNamespace
from typing import Any

from puzzles.core.level import L
from puzzles.core.modules import M, Rules, S
from puzzles.core.par import check_par
from puzzles.core.results import FalseClaim
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.words import many

OFTEN = 0.05  # seconds between two events
MEGABYTES_A_STATE = 1e-3


def breadth_first(rules: Rules[L, S, M], moves: Callable[[S], Iterable[M]]) -> Any:
    """Return the solver of a puzzle, which proves the fewest moves.

    `moves` yields all that may be worth making in a position. Positions of one text are the same.
    """

    def solve(state: S, limits: Limits, method: str = "") -> Iterator[Event]:
        """Look at every position that one move leads to, then at those of two moves, and so on."""
        began, told = time.monotonic(), 0.0
        seen, nodes, depth = {rules.text(state)}, 0, 0
        layer: list[tuple[S, tuple[M, ...]]] = [(state, ())]
        while layer:
            successors: list[tuple[S, tuple[M, ...]]] = []
            for reached, path in layer:
                nodes, seconds = nodes + 1, time.monotonic() - began
                if rules.status(reached).won:
                    said = f"proved optimal: {many(depth, 'move')}"
                    yield Answer(path, True, depth, nodes, seconds, said)
                    return
                if stopped := limits.reached(seconds, nodes, len(seen) * MEGABYTES_A_STATE):
                    bound = max(1, depth)  # the first position is not won
                    said = f"no solution known, at least {many(bound, 'move')}"
                    yield Answer(None, False, bound, nodes, seconds, said, stopped)
                    return
                if seconds > told + OFTEN:
                    told = seconds
                    yield Progress(nodes, seconds, depth, line=path)
                for move in moves(reached):
                    successor = rules.apply(reached, move)
                    if (name := rules.text(successor)) not in seen:
                        seen.add(name)
                        successors.append((successor, (*path, move)))
            layer, depth = successors, depth + 1
        yield Answer(None, True, 0, nodes, time.monotonic() - began, "proved: no moves solve it")

    def check(level: L, limits: Limits) -> Iterator[Event | FalseClaim]:
        """Solve the level, and compare with the par it claims, if its type has one."""
        par, place = getattr(level, "par", None), getattr(level, "par_place", level.place)
        return check_par(par, place, solve(rules.start(level), limits))

    return SimpleNamespace(solve=solve, check=check)
