"""How the states of a sweep came about, to read solutions back.

States are numbered anew at every step, over all lanes. Between two steps a lane has logged every
transition, group by group (`Leg`); where states were sifted, or dealt, it is noted which number
each had before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Problem

Log = npt.NDArray[np.uint32]
Edges = tuple[tuple[int, int], ...]


class Leg(NamedTuple):
    """What a lane did from one step to another: g groups of states."""

    lane: int
    step: int
    starts: Numbers  # (g + 1,): the number of the first state of each group before
    ends: Numbers  # (g + 1,): and after
    marks: Numbers  # (g, steps + 1): where the transitions of each step begin in the lane's log


class Past:
    """What happened to the states of a sweep so far."""

    def __init__(self, problem: Problem, order: Numbers) -> None:
        self._near, self._order = problem.graph.neighbours, order.tolist()
        self._events = list[list[Leg] | Log]()

    @property
    def bytes(self) -> int:
        """What it takes."""
        return sum(
            event.nbytes
            if isinstance(event, np.ndarray)
            else sum(leg.marks.nbytes + leg.starts.nbytes + leg.ends.nbytes for leg in event)
            for event in self._events
        )

    def went(self, legs: list[Leg]) -> None:
        """All lanes went some steps."""
        self._events.append(legs)

    def renumbered(self, was: Log) -> None:
        """Each state had another number (states,) before."""
        self._events.append(was)

    def solutions(self, state: int, most: int, logs: list[Log]) -> list[Edges]:
        """The edges of up to `most` of the partial solutions that a state stands for; `logs` are
        those of the lanes."""
        ends: list[tuple[int, Edges]] = [(state, ())]
        for event in reversed(self._events):
            if isinstance(event, np.ndarray):
                ends = [(int(event[state]), edges) for state, edges in ends]
            else:
                ends = [
                    before
                    for state, edges in ends
                    for before in self._before(event, state, edges, most, logs)
                ][:most]
        return [edges for _, edges in ends]

    @cached_property
    def _later(self) -> list[list[int]]:
        """For each step the neighbours of its vertex that were processed later."""
        step_of = {v: step for step, v in enumerate(self._order)}
        return [
            [w for w in self._near[v] if step_of[w] > step] for step, v in enumerate(self._order)
        ]

    def _before(
        self, legs: list[Leg], state: int, edges: Edges, most: int, logs: list[Log]
    ) -> Iterator[tuple[int, Edges]]:
        """The states before some steps that led to one after them, with what was drawn."""
        leg = next(leg for leg in legs if leg.ends[0] <= state < leg.ends[-1])
        group = int(np.searchsorted(leg.ends, state, "right")) - 1
        ends, marks = [(state - int(leg.ends[group]), edges)], leg.marks[group]
        for i in range(len(marks) - 2, -1, -1):
            choices, targets = logs[leg.lane][marks[i] : marks[i + 1]].T
            ends = [
                (source, drawn)
                for state, edges in ends
                for source, drawn in self._drawn(leg.step + i, choices[targets == state], edges)
            ][:most]
        for state, edges in ends:
            yield state + int(leg.starts[group]), edges

    def _drawn(self, step: int, choices: Log, edges: Edges) -> Iterator[tuple[int, Edges]]:
        """The sources of some transitions of a step, and the edges with those that were drawn."""
        later = self._later[step]
        ways = len(later) + 1
        for choice in choices.tolist():
            source, chosen = divmod(choice, ways**2)
            drawn = tuple((self._order[step], later[i - 1]) for i in divmod(chosen, ways) if i)
            yield source, edges + drawn
