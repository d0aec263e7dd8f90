"""One sweep: by one lane as long as its layers are small, then by several.

What a vertex on the frontier still needs changes only when it is processed, or one of its
neighbours. So while none of some vertices is touched, states that differ in what these need lead to
no state in common: dealt out by that, states are expanded by lanes that know nothing of each other.
When the sweep comes to these vertices, they are dealt anew, by others. Which lane a state is in
never depends on time; so all figures are the same on every machine.

Once a sweep has taken a while, its states are sifted (module `sieve`) when there are many more than
were left the last time. Where paths must not touch themselves, or vertices may stay empty, they are
not: there boards are counted in no time, or nearly all states can be finished.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Generator, Iterator
from functools import partial
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.flow.problem import Numbers, Problem
from puzzles.flow.solver.frontier import DONE, MANY, Frontier, advance, frontier, on_lane
from puzzles.flow.solver.layers import DOWN, LEAST, NO_LIMB, NO_LOG, NO_ROOM, NO_TABLE, START, told
from puzzles.flow.solver.layers import layers as empty
from puzzles.flow.solver.sieve import Rest, Sieve, sample, sift
from puzzles.flow.solver.sweep import ways
from puzzles.running.lanes import LANES, side_by_side

SHARED = 1 << 13  # states from which on several lanes pay
ALONE = 1 << 20  # states that one lane expands before: small boards are counted by then, for less
NEEDS = 8  # vertices by whose needs states are dealt
GROUPS = 256  # of states that are dealt together, at most
SLICE = 1 << 12  # states that a lane expands between two looks at the clock
PIECE = 1 << 17  # states that are copied meanwhile
LATE = 1 << 21  # states expanded before any are sifted: small boards are counted by then
CROWD, GROWTH = 1 << 12, 2  # states that are sifted: at least, and for each that was left before
LOOKS = 12  # clauses looked at in the time that a state takes
MIX = np.uint64(0x9E3779B97F4A7C15)

Array = npt.NDArray[Any]
Edges = tuple[tuple[int, int], ...]


class Run:
    """One sweep: how far it is, and what it takes to go on."""

    def __init__(self, problem: Problem, way: int, untouching: bool, logging: bool) -> None:
        self._problem, self._logging = problem, logging
        self._lanes = [frontier(problem, *ways(problem)[way], untouching, logging)]
        self._dealt: dict[int, list[Array]] = {}  # by step: where each state of a lane was before
        self._budget, self._making, self._midway = 0, 0, False
        self._may_sift, self._crowd = problem.fill and not untouching, CROWD
        self.work = 0  # for what was sifted, in states
        self.stops = [problem.n]  # after how many steps it may stop
        self.states = 0  # expanded so far
        self.steps = 0  # how many vertices are processed by all lanes
        self.kept = 1  # how many states there are after them
        self._weigh()
        self._going = self._go()

    @property
    def front(self) -> Frontier:
        """The sweep as its first lane has it."""
        return self._lanes[0]

    def _all(self, name: str) -> list[int]:
        """What all lanes have in a field of their counters."""
        return [lane.layers.at[name][0].item() for lane in self._lanes]

    def _tell(self) -> None:
        """Note how far all lanes are."""
        steps, sources, states = zip(*map(told, (lane.layers for lane in self._lanes)), strict=True)
        self.states, self.kept = sum(states), sum(sources)
        busy = [step for step, kept in zip(steps, sources, strict=True) if kept]
        self.steps = min(busy, default=max(steps))

    @property
    def bytes(self) -> int:
        """What the layers take, with the room that the next slice will make."""
        return self._making + self._held

    def _weigh(self) -> None:
        """Note what the layers take."""
        arrays = [array for lane in self._lanes
                  for array in (*lane.layers.words, *lane.layers[1:])]  # fmt: skip
        dealt = [array for lanes in self._dealt.values() for array in lanes]
        self._held = sum(array.nbytes for array in (*arrays, *dealt))

    @property
    def count(self) -> int:
        """The number of solutions, once all is processed."""
        layers, size = self.front.layers, len(self.front.new.words)
        limbs = layers.words[layers.at["side"][0]][: self.kept, size:].ravel().tolist()
        return sum(limb << 64 * k for k, limb in enumerate(limbs))

    @property
    def passed(self) -> list[int]:
        """These vertices."""
        return list(self.front.order[: self.steps].tolist())

    @property
    def done(self) -> bool:
        """Whether all is processed, or no state is left."""
        return self.steps == self._problem.n or self.kept == 0

    @property
    def stop(self) -> int:
        """After how many steps it may stop next."""
        return self.stops[bisect_right(self.stops, self.steps)]

    @property
    def taken(self) -> int:
        """How many vertices are processed, or will be before it may stop."""
        resting = not self._midway and self.steps in (0, *self.stops)
        return self.steps if resting else self.stop

    def step(self) -> None:
        """Process one vertex, or a part of its states."""
        (sources,), (done,) = self._all("sources")[:1], self._all("next")[:1]
        self.slice(max(1, sources - done))

    def slice(self, budget: int) -> None:
        """Expand about so many states, or do a part of what has to be done before, but go no
        further than the next stop."""
        self._budget = budget
        next(self._going)

    def join(self) -> Iterator[None]:
        """Have all states in `front`, after any number of slices."""
        if len(self._lanes) > 1:
            yield from self._deal([])

    def _go(self) -> Iterator[None]:
        """Go on for ever, slice by slice."""
        while True:
            self._midway = True
            if self.kept >= self._many():
                yield from self._sift()
                if not self.kept:
                    yield
                    continue
            until, slots = self._stretch()
            if slots or len(self._lanes) > 1:
                yield from self._deal(slots)
                self._make_room()
            yield from self._reach(until)

    def prepare(self) -> None:
        """Call all kernels once."""
        while not self.steps and not self.done:
            self.slice(1)
        for _ in self._sift() if self.steps else ():
            pass

    def _many(self) -> int:
        """How many states are sifted."""
        return self._crowd if self._may_sift and self.states > LATE else sys.maxsize

    def _shared(self) -> int:
        """How many states are dealt to several lanes."""
        return SHARED if self.states > ALONE else sys.maxsize

    def _sift(self) -> Iterator[None]:
        """Leave out states that cannot be finished."""
        front, step = self.front, self.steps
        rest = Rest(self._problem, front.order, front.lines.front[step - 1], step)
        sieve = Sieve(rest, self._some(sample(self.kept)), self.kept)
        before = self.work
        while sieve.ask():
            self.work, self._making = before + sieve.work // LOOKS, sieve.bytes
            yield
        self._making = 0
        for lane in self._lanes:
            layers, at = lane.layers, lane.layers.at[0]
            place = np.empty(at["sources"], np.int32)
            at["sources"] = sift(layers.words[at["side"]], lane.new, sieve.masks, place)
            if len(layers.log) and len(place):
                begin, end = layers.logged[step - 1 : step + 1]
                sources, targets = layers.log[begin:end].T
                left = place[targets] >= 0
                end = begin + np.count_nonzero(left)
                layers.log[begin:end] = np.column_stack([sources[left], place[targets[left]]])
                at["logged"] = layers.logged[step] = end
        self._tell()
        self._crowd = max(CROWD, GROWTH * self.kept + 1)

    def _some(self, places: Numbers) -> Array:
        """The labels of some states (., slots); the lanes' are numbered one after the other."""
        numbers = self._all("sources")
        first = np.cumsum([0, *numbers])
        words = np.zeros((len(places), len(self.front.new.words)), np.uint64)
        for k, lane in enumerate(self._lanes):
            own = (first[k] <= places) & (places < first[k + 1])
            layers = lane.layers
            sources = layers.words[layers.at["side"][0]]
            words[own] = sources[places[own] - first[k], : words.shape[1]]
        return words.view(self.front.new.row.dtype)[:, : self.front.frame.slots].astype(np.int64)

    def _stretch(self) -> tuple[int, list[int]]:
        """How far lanes may go by themselves, if there are many states, and in which slots the
        vertices are by whose needs states are dealt: as far as so many are not touched."""
        step, order = self.steps, self.front.order
        if self.kept < self._shared():
            return self.stop, []
        position = np.argsort(order).tolist()
        touched = []
        for slot, v in enumerate(self.front.lines.front[step - 1].tolist()):
            around = (position[w] for w in (v, *self._problem.graph.neighbours[v]) if v >= 0)
            touched.append((min((at for at in around if at >= step), default=0), slot))
        touched.sort(reverse=True)
        until = min(self.stop, touched[NEEDS - 1][0]) if len(touched) >= NEEDS else 0
        if until <= step:
            return self.stop, []
        return until, [slot for at, slot in touched if at >= until]

    def _reach(self, until: int) -> Iterator[None]:
        """Have all lanes go so far, unless there is one only, and a step with many states."""
        alone, shared = len(self._lanes) == 1, self._shared()
        busy = [k for k, kept in enumerate(self._all("sources")) if kept]
        while busy:
            many = self._many() if alone else sys.maxsize
            now = self._shared()
            if alone and (self.kept < now or now < shared):
                many = min(many, now)
            until = min(until, self.stop)  # where it may stop is told after a first slice
            budget = self._budget if alone else SLICE
            ends = side_by_side(
                [partial(advance, self._lanes[k], until, budget, many) for k in busy])
            self._tell()
            lacks = [(k, lack) for k, lack in zip(busy, ends, strict=True)
                     if lack not in (DONE, MANY)]  # fmt: skip
            busy = [k for k, _ in lacks]
            self._midway = bool(busy)
            yield
            for k, lack in lacks:
                yield from self._enlarge(k, lack)

    def _enlarge(self, k: int, lack: int) -> Iterator[None]:
        """Have what is lacking in a lane."""
        layers = self._lanes[k].layers
        at, table = layers.at[0], layers.table
        if lack == NO_LOG:
            log = yield from self._larger(layers.log, 2, len(layers.log))
            self._replace(k, log=log)
        elif lack == NO_ROOM:
            words, side = list(layers.words), 1 - int(at["side"])
            words[side] = yield from self._larger(
                words[side], words[side].shape[1], int(at["targets"]))
            self._replace(k, words=tuple(words))
        elif lack == NO_LIMB:
            words, side = list(layers.words), int(at["side"])
            width = words[side].shape[1] + 1
            words[side] = yield from self._larger(words[side], width, int(at["sources"]))
            words[1 - side] = np.empty((len(words[1 - side]), width), np.uint64)
            self._replace(k, words=tuple(words))
            at["amount"] *= DOWN
        elif lack == NO_TABLE:
            size = 2 * (int(at["mask"]) + 1)
            if size > len(table):
                self._making = size * table.itemsize
                yield
                self._replace(k, table=np.empty(size, np.int32))
                self._making = 0
            at["mask"], at["cleared"], at["hashed"] = size - 1, 0, 0

    def _larger(self, array: Array, width: int, rows: int) -> Generator[None, None, Array]:
        """A copy of so many rows of an array with room for half as many again."""
        shape = len(array) + max(len(array) // 2, START), width
        self._making = prod(shape) * array.itemsize
        if rows > PIECE:
            yield  # it may be too much
        larger, old = np.empty(shape, array.dtype), array.shape[1]
        for start in range(0, rows, PIECE):
            piece = slice(start, min(start + PIECE, rows))
            larger[piece, :old], larger[piece, old:] = array[piece], 0
            if rows > PIECE:
                yield
        self._making = 0
        return larger

    def _replace(self, k: int, **arrays: Any) -> None:
        """Have other arrays in the layers of a lane."""
        lane = self._lanes[k]
        self._lanes[k] = lane._replace(layers=lane.layers._replace(**arrays))
        self._weigh()

    def _deal(self, slots: list[int]) -> Iterator[None]:
        """Deal states to lanes by what the vertices in some slots need; to the first, by none."""
        front, step = self.front, self.steps
        size = len(front.new.words)
        while len(self._lanes) < LANES:
            own = empty(self._problem.n, size, self._logging)
            own.at["sources"] = 0
            self._lanes.append(on_lane(front, own))
        old = [lane.layers.words[lane.layers.at["side"][0]][: lane.layers.at["sources"][0]]
               for lane in self._lanes]  # fmt: skip
        width = max(words.shape[1] for words in old)
        none = np.empty((0, width), np.uint64)
        for k in range(LANES):
            self._replace(k, words=(none, none), table=np.empty(0, np.int32))
        self._making = sum(words.nbytes for words in old) + self.kept * (8 * width + 1)
        parts = []
        for words in old:
            parts.append(np.empty(len(words), np.uint8))
            for piece in _pieces(len(words)):
                row = words[piece, :size].copy().view(front.new.row.dtype)
                parts[-1][piece] = _dealt(row, slots)
                yield
        groups = np.sum([np.bincount(part, minlength=GROUPS) for part in parts], axis=0)
        lane_of, sizes = _evenly(groups.tolist())
        parts = [lane_of[part] for part in parts]
        new = [np.empty((number, width), np.uint64) for number in sizes]
        was = [np.empty(number if self._logging else 0, np.uint32) for number in sizes]
        amount, filled = np.zeros(LANES), [0] * LANES
        for k, part in enumerate(parts):
            for piece in _pieces(len(part)):
                for to in range(LANES):
                    chosen = np.flatnonzero(part[piece] == to)
                    rows = old[k][piece][chosen]
                    room = slice(filled[to], filled[to] + len(rows))
                    new[to][room, : rows.shape[1]], new[to][room, rows.shape[1] :] = rows, 0
                    if self._logging:
                        was[to][room] = (chosen + piece.start) * LANES + k
                    units = DOWN ** np.arange(width - size - 1, -1, -1)
                    amount[to] += (new[to][room, size:] @ units).sum()
                    filled[to] += len(rows)
                yield
            old[k] = none
        self._making = 0
        if self._logging:
            self._dealt[step] = was
        for k, words in enumerate(new):
            self._replace(k, words=(words, none))
            layers = self._lanes[k].layers
            for name in ("side", "next", "targets", "weight", "hashed"):
                layers.at[name] = 0
            layers.at["step"], layers.at["sources"], layers.at["amount"] = (
                step, len(words), amount[k])
            layers.logged[step] = layers.at["logged"][0]
        self._tell()

    def _make_room(self) -> None:
        """Have room for targets, before a step, and their table."""
        for k, lane in enumerate(self._lanes):
            sources = lane.layers.words[0]
            room, entries = START + len(sources) * 3 // 2, LEAST
            while entries < 4 * len(sources):
                entries *= 2
            self._replace(k, words=(sources, np.empty((room, sources.shape[1]), np.uint64)),
                          table=np.empty(entries, np.int32))  # fmt: skip
            lane.layers.at["mask"], lane.layers.at["cleared"] = entries - 1, 0

    def solutions(self, state: int, most: int) -> list[Edges]:
        """The edges of up to `most` of the partial solutions that a state of the first lane stands
        for, found by going back along what is logged."""
        order = self.front.order.tolist()
        step_of = {v: step for step, v in enumerate(order)}
        ends: list[tuple[int, int, Edges]] = [(0, state, ())]
        for step in range(self.steps - 1, -1, -1):
            v = order[step]
            later = [w for w in self._problem.graph.neighbours[v] if step_of[w] > step]
            ways = len(later) + 1
            before: list[tuple[int, int, Edges]] = []
            for lane, state, edges in ends:
                if step + 1 in self._dealt:
                    state, lane = divmod(int(self._dealt[step + 1][lane][state]), LANES)
                layers = self._lanes[lane].layers
                choices, targets = layers.log[layers.logged[step] : layers.logged[step + 1]].T
                for choice in choices[targets == state][: most - len(before)].tolist():
                    source, chosen = divmod(choice, ways**2)
                    drawn = tuple((v, later[i - 1]) for i in divmod(chosen, ways) if i)
                    before.append((lane, source, edges + drawn))
            ends = before
        return [edges for *_, edges in ends]


def _pieces(rows: int) -> Iterator[slice]:
    return (slice(start, min(start + PIECE, rows)) for start in range(0, rows, PIECE))


def _dealt(row: Array, slots: list[int]) -> Array:
    """The group of each state (., numbers), by what the vertices in some slots need: no edge, one,
    or two, or none if they stay empty."""
    needs = np.zeros(len(row), np.int64)
    for slot in slots:
        label = row[:, slot]
        needs = 3 * needs + (label == 0) + 2 * (label == slot + 1)
    hashed: Array = (needs.view(np.uint64) * MIX) >> np.uint64(40)
    return hashed % np.uint64(GROUPS)


def _evenly(groups: list[int]) -> tuple[Array, list[int]]:
    """The lane for each of some groups of so many states, so that lanes have about as many: the
    largest first, to the lane that has least. And how many each lane has."""
    lanes, sizes = np.zeros(len(groups), np.uint8), [0] * LANES
    for group in sorted(range(len(groups)), key=lambda group: -groups[group]):
        lanes[group] = least = sizes.index(min(sizes))
        sizes[least] += groups[group]
    return lanes, sizes
