"""Drops states of a sweep that cannot be finished, many for one reason.

What the states of a layer leave is put as clauses (`formula`), and what tells one from the others
as assumptions: how many edges each vertex of the frontier has, its colour, and which two are ends
of a strand. If the search that learns (`clauses`) shows that they contradict, a few of them are to
blame, and all states of which these are true are dropped: none can be finished. What was learned
for one state helps with the next.

States are asked for as long as that seems worth the work, which is told from a sample.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Problem, Words
from puzzles.flow.solver.clauses import (
    BLAMED,
    EXHAUSTED,
    FOUND,
    NODE_LIMIT,
    REFUTED,
    WORK,
    clauses,
    give,
    go_on,
    grown,
)
from puzzles.flow.solver.formula import Bools, Formula
from puzzles.flow.solver.state import State, copy, label
from puzzles.grids.graph import Ints
from puzzles.running.kernels import compiled
from puzzles.running.lanes import side_by_side

SAMPLE = 1024  # states that are looked at before all are
WORTH = 100  # clauses looked at that one state fewer is worth
FIRST, START = 500_000, 8  # so many, and more for each state, may be spent before any is dropped
# For one question, and as many for sparing assumptions: what is refuted sooner has reasons that
# hold for more states.
BUDGET = 20_000
SHARE = 8  # a part of that is for whether one can be spared

NO_CLAUSES = np.empty((0, 1), np.int32)
Masks = npt.NDArray[np.uint64]
ALL, NONE = np.uint64(0xFFFFFFFFFFFFFFFF), np.uint64(0)


class Rest:
    """What the states of a sweep leave after some steps, as clauses. A vertex of the frontier has
    edges to what is processed; which of them are used makes no difference, so it is the first."""

    def __init__(self, problem: Problem, order: Numbers, at: Ints, steps: int) -> None:
        """`order` (n,) is that of the sweep, `at` (slots,) the vertex in each slot, or −1."""
        left = np.ones(problem.n, np.bool_)
        left[order[:steps]] = False
        seen = ~left
        seen[at[at >= 0]] = True
        self.formula = Formula(problem, False, left, seen)
        self.slots, self.labels = len(at), 1 + len(at) + int(problem.dot.max(initial=-1)) + 1
        self._at, self._left, self._problem = at, left, problem
        self._past = {
            s: self.formula.edges_at(v)[~left[list(problem.graph.neighbours[v])]]
            for s, v in enumerate(at.tolist())
            if v >= 0
        }
        self._slot = {v: s for s, v in enumerate(at.tolist()) if v >= 0}
        pairs = list(combinations(self._past, 2))
        self._mates = {pair: self.formula.variables + i for i, pair in enumerate(pairs)}
        given = [*self.formula.clauses(), *self._strands()]
        self.room = clauses(self.formula.variables + len(pairs), given)
        self._possible = all(give(self.room, rows) for rows in given)
        self._owner = {variable: pair[0] for pair, variable in self._mates.items()}
        for slot, past in self._past.items():
            own = self.formula.digit[at[slot]].tolist()
            self._owner |= dict.fromkeys([*past.tolist(), *own], slot)
        self._literals: dict[tuple[int, int], list[int]] = {}
        self._having: dict[int, Bools] = {}  # (labels,): of which labels a literal is assumed

    def _strands(self) -> Iterator[Ints]:
        """The ends of a strand have one colour."""
        if not self._mates:
            return
        ends = self._at[np.array(list(self._mates))]
        mates = 2 * np.array(list(self._mates.values())) + 1
        for digit in self.formula.digit.T:
            one, other = 2 * digit[ends].T
            for flip in (0, 1):
                rows = np.column_stack([mates, one + flip, other + 1 - flip])
                yield np.ascontiguousarray(rows, np.int32)

    def literals(self, slot: int, label: int) -> list[int]:
        """What is assumed of a vertex with this label."""
        known = self._literals.get((slot, label))
        if known is None:
            known = self._literals[slot, label] = list(self._assumed(slot, label))
        return known

    def _assumed(self, slot: int, label: int) -> Iterator[int]:
        if slot not in self._past:
            return
        v = self._at[slot]
        dot = self._problem.dot[v] >= 0
        used = int(label == 0) if dot else 2 * (label == 0) + (label not in (0, slot + 1))
        for i, edge in enumerate(self._past[slot].tolist()):
            yield 2 * edge + (i >= used)
        if label > self.slots:
            number = self.formula.number.get(label - self.slots - 1, 0)
            for i, variable in enumerate(self.formula.digit[v].tolist()):
                yield 2 * variable + 1 - (number >> i & 1)
        elif (slot, label - 1) in self._mates:
            yield 2 * self._mates[slot, label - 1]

    def question(self, row: list[int]) -> list[int]:
        """What is assumed of a state with these labels."""
        return [literal for slot, label in enumerate(row) for literal in self.literals(slot, label)]

    def refuted(self, assumed: Iterable[int], budget: int) -> list[int] | None:
        """Some of what is assumed, if that is seen to be impossible; at most so much is done."""
        room = self.room
        give(room, NO_CLAUSES)  # undoes what was assumed before
        room.last[self.formula.variables :] = 1  # which strands there are is not guessed
        until = room.at[WORK] + budget
        literals = np.array(assumed, np.int32)
        while self._possible and room.at[WORK] < until:
            self.room = room = grown(room)
            room.at[NODE_LIMIT] = 1 << 60
            result = go_on(room, literals, until - room.at[WORK])
            if result == REFUTED:
                return [int(literal) for literal in room.clause[: room.at[BLAMED]]]
            self._possible = result != EXHAUSTED
            if result == FOUND and not self._mend():
                break
        return None if self._possible else []

    def _mend(self) -> bool:
        """Exclude the loops in what was found, whether there are any."""
        formula, room = self.formula, self.room
        used = np.flatnonzero((room.value[: 2 * formula.edges : 2] > 0) & formula.inner)
        degree, faults = formula.degrees(used), []
        for piece in formula.pieces(used):
            if degree[piece[0]] == 2:
                faults.append(2 * formula.along((*piece, piece[0])) + 1)
                continue
            ends = sorted(self._slot.get(v, -1) for v in (piece[0], piece[-1]))
            mate = self._mates.get((ends[0], ends[1]))
            if mate is not None and room.value[2 * mate] > 0:
                faults.append(np.append(2 * formula.along(piece), 2 * mate) + 1)
        for fault in faults:
            self.room = grown(self.room)
            if not give(self.room, fault[None].astype(np.int32)):
                self._possible = False
        return bool(faults)

    def spared(self, blamed: list[int], budget: int) -> list[int]:
        """The same or fewer assumptions that are impossible, found by so much work."""
        k, until = len(blamed), self.room.at[WORK] + budget
        while k and self.room.at[WORK] < until:
            k -= 1
            fewer = self.refuted(blamed[:k] + blamed[k + 1 :], budget // SHARE)
            if fewer is not None:
                kept = set(fewer)
                blamed = [literal for literal in blamed if literal in kept]
                k = min(k, len(blamed))
        return blamed

    def labels_with(self, literals: list[int]) -> Bools:
        """For which labels (slots, labels) in each slot all these hold."""
        having = np.ones((self.slots, self.labels), np.bool_)
        for literal in literals:
            slot = self._owner[literal >> 1]
            if literal not in self._having:
                told = [literal in self.literals(slot, a) for a in range(self.labels)]
                self._having[literal] = np.array(told)
            having[slot] &= self._having[literal]
        return having


def sample(states: int) -> Numbers:
    """Which of so many states are looked at, neighbours far from each other."""
    places: Numbers = np.arange(SAMPLE) * 617 % SAMPLE * states // SAMPLE
    return places


class Sieve:
    """What is found out about the states of a layer, to be advanced question by question: one for
    each lane at a time, which learns for itself."""

    def __init__(self, rests: list[Rest], sample: Ints, states: int) -> None:
        """`rests` are the same for all lanes; `sample` (., slots) has the labels of some of so many
        `states`."""
        self._rests, self._sample, self._states = rests, sample, states
        self._open = np.ones(len(sample), np.bool_)  # states of the sample that may be finished
        self._next = 0
        self._holding: list[Bools] = []
        self._credit = self._start = FIRST + START * states

    @property
    def work(self) -> int:
        """Clauses looked at."""
        return sum(int(rest.room.at[WORK]) for rest in self._rests)

    @property
    def bytes(self) -> int:
        """What it takes."""
        return sum(array.nbytes for rest in self._rests for array in rest.room)

    def ask(self) -> bool:
        """Ask for a few states of the sample; whether it is worth while to go on."""
        asked = self._next + np.flatnonzero(self._open[self._next :])[: len(self._rests)]
        if not len(asked) or self._credit < 0:
            return False
        self._next, before = int(asked[-1]) + 1, self.work
        blamed = side_by_side(
            [
                partial(self._blamed, rest, self._sample[s])
                for rest, s in zip(self._rests, asked, strict=False)
            ]
        )
        dropped = 0
        for rest, literals in zip(self._rests, blamed, strict=False):
            if literals is None:
                continue
            holding = rest.labels_with(literals)
            self._holding.append(holding)
            left = np.flatnonzero(self._open)
            slots = np.arange(holding.shape[0])
            out = left[holding[slots, self._sample[left]].all(axis=1)]
            self._open[out] = False
            dropped += len(out)
        worth = WORTH * dropped * self._states // len(self._open)
        self._credit = min(self._credit + worth - self.work + before, self._start)
        return True

    def _blamed(self, rest: Rest, labels: Numbers) -> list[int] | None:
        """What is to blame that a state cannot be finished, if that is seen."""
        blamed = rest.refuted(rest.question(labels.tolist()), BUDGET)
        return None if blamed is None else rest.spared(blamed, BUDGET)

    @property
    def masks(self) -> Masks:
        """For each label in each slot, in 64 bits, the reasons that hold (., slots, labels)."""
        shape = self._rests[0].slots, self._rests[0].labels
        masks = np.zeros((-(-len(self._holding) // 64), *shape), np.uint64)
        for i, holding in enumerate(self._holding):
            masks[i // 64] |= holding.astype(np.uint64) << np.uint64(i % 64)
        return masks


@compiled
def sift(words: Words, scratch: State, masks: Masks, left: Bools) -> int:
    """Leave out the states that some reason in `masks` refutes; how many are left, and which, in
    `left` (states,)."""
    kept = 0
    for s in range(len(words)):
        copy(scratch, words[s])
        left[s] = not any_holds(scratch, masks)
        if not left[s]:
            continue
        for k in range(words.shape[1]):
            words[kept, k] = words[s, k]
        kept += 1
    return kept


@compiled
def any_holds(state: State, masks: Masks) -> bool:
    """Whether some reason holds for all labels of a state."""
    for w in range(len(masks)):
        holding = ALL
        for slot in range(masks.shape[1]):
            holding &= masks[w, slot, label(state.row, slot)]
            if holding == NONE:
                break
        if holding != NONE:
            return True
    return False
