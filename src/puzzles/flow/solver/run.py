"""One sweep: by one lane as long as its layers are small, then by several.

Large layers are dealt to the lanes in groups (module `groups`), and each lane expands one group
after the other for about half a line; then all states are dealt anew. Which lane a state is in
never depends on time; so all figures are the same on every machine.

Once a sweep has taken a while, its states are sifted (module `sieve`) when there are many more than
were left the last time. Where paths must not touch themselves, or vertices may stay empty, they are
not: there boards are counted in no time, or nearly all states can be finished.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections.abc import Callable, Generator, Iterator
from functools import partial
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from puzzles.flow.rules.problem import Numbers, Problem, Words
from puzzles.flow.solver.frontier import DONE, MANY, Frontier, advance, frontier, on_lane
from puzzles.flow.solver.groups import (
    CLASSES,
    PART,
    classify,
    deal,
    evenly,
    grouped,
    no_share,
    share,
)
from puzzles.flow.solver.layers import (
    DOWN,
    ENOUGH,
    LEAST,
    NO_LIMB,
    NO_LOG,
    NO_OUT,
    NO_ROOM,
    NO_TABLE,
    START,
)
from puzzles.flow.solver.layers import layers as empty
from puzzles.flow.solver.past import Edges, Leg, Past
from puzzles.flow.solver.sieve import Rest, Sieve, sample, sift
from puzzles.flow.solver.sweep import ways
from puzzles.running.lanes import LANES, side_by_side

SHARED = 1 << 13  # states from which on several lanes pay
ALONE = 1 << 18  # states that one lane expands before: small boards are counted by then, for less
NEEDS = 8  # vertices by whose needs states are dealt
SLICE = 1 << 14  # states that a lane expands between two looks at the clock
LATE = 1 << 21  # states expanded before any are sifted: small boards are counted by then
CROWD, GROWTH = 1 << 12, 2  # states that are sifted: at least; for each left less than a line ago
LOOKS = 6  # clauses looked at in the time that a state takes

Array = npt.NDArray[Any]


class Run:
    """One sweep: how far it is, and what it takes to go on.

    States are in the layers of the first lane; or, between two stretches that several lanes go, in
    `_parts`.
    """

    def __init__(self, problem: Problem, way: int, untouching: bool, logging: bool) -> None:
        self._problem, self._logging = problem, logging
        self._lanes = [frontier(problem, *ways(problem)[way], untouching, logging)]
        self._shares = [no_share(len(self.front.new.words))]
        self._parts: list[Words] | None = None
        self._outs = list[list[Words]]()  # by lane: states that have come out of its share
        self._past, self._begun = Past(problem, self.front.order), 0
        self._budget, self._making, self._midway, self._until = 0, 0, False, 0
        self._may_sift, self._crowd, self._sifted = problem.fill and not untouching, CROWD, 0
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

    @property
    def _sources(self) -> Words:
        """The states that the first lane has."""
        layers = self.front.layers
        sources: Words = layers.words[layers.at["side"][0]][: layers.at["sources"][0]]
        return sources

    def _all(self, name: str) -> list[int]:
        """What all lanes have in a field of their counters."""
        return [lane.layers.at[name][0].item() for lane in self._lanes]

    @property
    def bytes(self) -> int:
        """What the layers take, with the room that the next slice will make."""
        return self._making + self._held

    def _weigh(self) -> None:
        """Note what the layers take."""
        arrays = [array for lane in self._lanes for array in (*lane.layers.words, *lane.layers[1:])]
        outs = [share.out for share in self._shares]
        parts = [*(self._parts or ()), *(part for parts in self._outs for part in parts)]
        self._held: int = self._past.bytes + sum(
            array.nbytes for array in (*arrays, *outs, *parts, self._shares[0].rows)
        )

    @property
    def count(self) -> int:
        """The number of solutions, once all is processed."""
        rows = self._sources[: self.kept, len(self.front.new.words) :]
        return sum(int(limb) << 64 * k for k, limb in enumerate(rows.ravel()))

    @property
    def passed(self) -> list[int]:
        """The vertices that are processed."""
        return list(self.front.order[: self.steps].tolist())

    @property
    def done(self) -> bool:
        """Whether all is processed, or no state is left."""
        return self.steps == self._problem.n or self.kept == 0

    @property
    def stop(self) -> int:
        """After how many steps it may stop next: not before all lanes are there."""
        return self.stops[bisect_right(self.stops, max(self.steps, self._until - 1))]

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

    def _go(self) -> Iterator[None]:
        """Go on for ever, slice by slice."""
        while True:
            self._midway = True
            if self.kept >= self._many():
                yield from self._sift()
            self._until, slots = self._stretch()
            if slots:
                yield from self._together(slots)
            else:
                yield from self._alone()

    def prepare(self) -> None:
        """Call all kernels once."""
        while not self.steps and not self.done:
            self.slice(1)
        self._until = self.steps  # so lanes go nowhere, but have their share
        for stage in (self._sift, partial(self._together, [0]), self.join):
            for _ in stage() if self.steps else ():
                pass

    def _many(self) -> int:
        """How many states are sifted."""
        if not self._may_sift or self.states <= LATE:
            return sys.maxsize
        line = self.front.frame.slots
        return self._crowd if self.steps < self._sifted + line else CROWD

    def _shared(self) -> int:
        """How many states are dealt to several lanes."""
        return SHARED if self.states > ALONE else sys.maxsize

    def _stretch(self) -> tuple[int, list[int]]:
        """How far lanes may go by themselves, if there are many states, and in which slots the
        vertices are by whose needs states are dealt: as far as so many are not touched."""
        step, order = self.steps, self.front.order
        if self.kept < self._shared():
            return 0, []
        position = np.argsort(order).tolist()
        touched = []
        for slot, v in enumerate(self.front.lines.front[step - 1].tolist()):
            around = (position[w] for w in (v, *self._problem.graph.neighbours[v]) if v >= 0)
            touched.append((min((at for at in around if at >= step), default=0), slot))
        touched.sort(reverse=True)
        until = min(self.stop, touched[NEEDS - 1][0]) if len(touched) >= NEEDS else 0
        if until <= step:
            return 0, []
        return until, [slot for at, slot in touched if at >= until]

    def _alone(self) -> Iterator[None]:
        """Go on in one lane to the next stop, or to a step with many states."""
        if self._parts is not None:
            yield from self.join()
            self._make_room(0, self._sources, self.kept)
        shared, lack = self._shared(), ENOUGH
        while lack not in (DONE, MANY):
            yield from self._enlarge(0, lack)
            many, now = self._many(), self._shared()
            if self.kept < now or now < shared:
                many = min(many, now)
            lack = advance(self.front, self._shares[0], self.stop, self._budget, many)
            self.states = sum(self._all("states"))
            self.steps, self.kept = self._all("step")[0], self._all("sources")[0]
            self._midway = lack not in (DONE, MANY)
            yield

    def _together(self, slots: list[int]) -> Iterator[None]:
        """Have all lanes go as far as states that are dealt by what vertices in some slots need
        lead to no state in common."""
        yield from self._deal(slots)
        busy = list(range(LANES))
        while busy:
            ends = side_by_side(
                [
                    partial(
                        advance, self._lanes[k], self._shares[k], self._until, SLICE, sys.maxsize
                    )
                    for k in busy
                ]
            )
            self.states = sum(self._all("states"))
            yield
            for k, lack in zip(busy, ends, strict=True):
                yield from self._enlarge(k, lack)
            busy = [k for k, lack in zip(busy, ends, strict=True) if lack != DONE]
        self._collect()
        yield

    def _collect(self) -> None:
        """Have what came out of all shares."""
        legs = list[Leg]()
        self._parts, self.kept = [], 0
        for k, own in enumerate(self._shares):
            self._parts += [*self._outs[k], own.out[: int(own.at["filled"][0])]]
            legs.append(Leg(k, self.steps, own.starts, self.kept + own.ends, own.marks))
            self.kept += int(own.ends[-1])
        if self._logging:
            self._past.went(legs)
        self._shares, self._outs = [no_share(len(self.front.new.words))] * LANES, []
        self.steps, self._midway = self._until, False
        self._weigh()

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
                words[side], words[side].shape[1], int(at["targets"])
            )
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
            self._use(k, size)
        elif lack == NO_OUT:
            self._put_by(k)
            self._weigh()

    def _put_by(self, k: int) -> None:
        """Keep what has come out of a lane, and have room for more."""
        own, width = self._shares[k], self._lanes[k].layers.words[0].shape[1]
        self._outs[k].append(own.out[: int(own.at["filled"][0])])
        self._shares[k] = own._replace(out=np.empty((PART, width), np.uint64))
        own.at["filled"] = 0

    def _larger(self, array: Array, width: int, rows: int) -> Generator[None, None, Array]:
        """A copy of so many rows of an array with room for half as many again."""
        shape = len(array) + max(len(array) // 2, START), width
        self._making = prod(shape) * array.itemsize
        if rows > PART:
            yield  # it may be too much
        larger, old = np.empty(shape, array.dtype), array.shape[1]
        for start in range(0, rows, PART):
            piece = slice(start, min(start + PART, rows))
            larger[piece, :old], larger[piece, old:] = array[piece], 0
            if rows > PART:
                yield
        self._making = 0
        return larger

    def _replace(self, k: int, **arrays: Any) -> None:
        """Have other arrays in the layers of a lane."""
        lane = self._lanes[k]
        self._lanes[k] = lane._replace(layers=lane.layers._replace(**arrays))
        self._weigh()

    def _make_room(self, k: int, sources: Words, states: int) -> None:
        """Have room for what so many states lead to in a lane, and a table."""
        room, entries = START + states * 3 // 2, LEAST
        while entries < 4 * states:
            entries *= 2
        self._replace(
            k,
            words=(sources, np.empty((room, sources.shape[1]), np.uint64)),
            table=np.empty(entries, np.int32),
        )
        self._use(k, entries)

    def _use(self, k: int, entries: int) -> None:
        """Use so much of a lane's table, none of which is emptied yet."""
        at = self._lanes[k].layers.at
        at["mask"], at["cleared"], at["hashed"] = entries - 1, 0, 0

    def _spread(self, work: Callable[[int, Frontier], None], number: int) -> Iterator[None]:
        """Have the lanes do so much work, one piece each at a time."""
        for first in range(0, number, len(self._lanes)):
            pieces = zip(range(first, number), self._lanes, strict=False)
            side_by_side([partial(work, i, lane) for i, lane in pieces])
            yield

    def _layer(self) -> list[Words]:
        """All states, in arrays of PART or fewer."""
        if self._parts is not None:
            return self._parts
        sources = self._sources
        return [sources[start : start + PART] for start in range(0, len(sources), PART)]

    def _sift(self) -> Iterator[None]:
        """Leave out states that cannot be finished."""
        front, step, parts = self.front, self.steps, self._layer()
        rests = list[Rest]()
        while len(rests) < LANES:
            rests.append(Rest(self._problem, front.order, front.lines.front[step - 1], step))
            yield
        sieve = Sieve(rests, self._some(parts), self.kept)
        before = self.work
        while sieve.ask():
            self.work, self._making = before + sieve.work // LOOKS, sieve.bytes
            yield
        masks, left = sieve.masks, [np.empty(len(part), np.bool_) for part in parts]
        kept = [0] * len(parts)

        def sifted(i: int, lane: Frontier) -> None:
            kept[i] = sift(parts[i], lane.new, masks, left[i])

        yield from self._spread(sifted, len(parts))
        self._making, self.kept = 0, sum(kept)
        parts = [part[:end] for part, end in zip(parts, kept, strict=True)]
        if self._parts is not None:
            self._parts = parts
        else:
            sources, at = self._sources, 0
            for part in parts:
                sources[at : at + len(part)] = part
                at += len(part)
            front.layers.at["sources"] = at
        if self._logging:
            self._leave()
            self._past.renumbered(np.flatnonzero(np.concatenate(left)).astype(np.uint32))
        self._crowd, self._sifted = max(CROWD, GROWTH * self.kept + 1), self.steps

    def _some(self, parts: list[Words]) -> Array:
        """The labels of a sample of states (., slots)."""
        places, first = sample(self.kept), np.cumsum([0, *map(len, parts)])
        words = np.zeros((len(places), len(self.front.new.words)), np.uint64)
        for part, begin, end in zip(parts, first, first[1:], strict=False):
            own = (begin <= places) & (places < end)
            words[own] = part[places[own] - begin, : words.shape[1]]
        return words.view(self.front.new.row.dtype)[:, : self.front.frame.slots].astype(np.int64)

    def _deal(self, slots: list[int]) -> Iterator[None]:
        """Deal all states to the lanes, in groups, by what the vertices in some slots need."""
        front, parts = self.front, self._layer()
        while len(self._lanes) < LANES:
            self._lanes.append(
                on_lane(front, empty(self._problem.n, len(front.new.words), self._logging))
            )
        width = max(part.shape[1] for part in parts)
        self._making = self.kept * (8 * width + 6)
        classes = [np.empty(len(part), np.uint16) for part in parts]
        sizes, by = np.zeros((len(parts), CLASSES), np.int64), np.array(slots)

        def classified(i: int, lane: Frontier) -> None:
            classify(parts[i], lane.new, by, classes[i], sizes[i])

        yield from self._spread(classified, len(parts))
        group = grouped(sizes.sum(axis=0))
        sizes = np.add.reduceat(sizes, np.unique(group, return_index=True)[1], axis=1)
        total = sizes.sum(axis=0)
        lane_of = evenly(total)
        order = np.argsort(lane_of, kind="stable")
        ends = np.cumsum(total[order])
        places = np.empty_like(sizes)
        places[:, order] = (ends - total[order]) + (np.cumsum(sizes, axis=0) - sizes)[:, order]
        first = np.cumsum([0, *map(len, parts)])
        rows = np.empty((self.kept, width), np.uint64)
        was = np.empty(self.kept if self._logging else 0, np.uint32)

        def dealt(i: int, _lane: Frontier) -> None:
            deal(parts[i], classes[i], group, places[i], rows, first[i], was)

        yield from self._spread(dealt, len(parts))
        if self._logging:
            self._leave()
            self._past.renumbered(was)
        self._parts, self._making = None, 0
        self._share(rows, total[order], lane_of[order])

    def _share(self, rows: Words, sizes: Numbers, lane_of: Numbers) -> None:
        """Give each lane its groups of those that are in `rows`, one after the other."""
        starts = np.cumsum([0, *sizes])
        marks = self._until - self.steps + 1 if self._logging else 0
        self._shares, self._outs = [], [[] for _ in range(LANES)]
        for k in range(LANES):
            begin, end = np.searchsorted(lane_of, [k, k + 1])
            self._shares.append(share(rows, starts[begin : end + 1], self.steps, marks))
            most = int(sizes[begin:end].max(initial=0))
            self._make_room(k, np.empty((START + most * 3 // 2, rows.shape[1]), np.uint64), most)

    def join(self) -> Iterator[None]:
        """Have all states in `front`, between two stretches."""
        if self._parts is None:
            return
        parts, at = self._parts, self.front.layers.at
        size = len(self.front.new.words)
        width = max((part.shape[1] for part in parts), default=size + 1)
        self._making = 8 * self.kept * width
        rows, filled, amount = np.empty((self.kept, width), np.uint64), 0, 0.0
        units = DOWN ** np.arange(width - size - 1, -1, -1)
        for part in parts:
            own = rows[filled : filled + len(part)]
            own[:, : part.shape[1]], own[:, part.shape[1] :] = part, 0
            amount += (own[:, size:] @ units).sum()  # limbs themselves might wrap around
            filled += len(part)
            yield
        self._parts, self._making, self._begun = None, 0, self.steps
        self._replace(0, words=(rows, rows[:0]), table=np.empty(0, np.int32))
        for name in ("side", "next", "targets", "weight"):
            at[name] = 0
        at["step"], at["sources"], at["amount"] = self.steps, self.kept, amount
        self.front.layers.logged[self.steps] = at["logged"][0]

    def _leave(self) -> None:
        """Note what one lane did alone, to read it back."""
        if self._parts is None and self._begun < self.steps:
            marks = self.front.layers.logged[None, self._begun : self.steps + 1].copy()
            every = np.array([0, sys.maxsize])
            self._past.went([Leg(0, self._begun, every, every, marks)])
            self._begun = self.steps

    def solutions(self, state: int, most: int) -> list[Edges]:
        """The edges of up to `most` of the partial solutions that a state stands for, all being in
        `front`."""
        self._leave()
        return self._past.solutions(state, most, [lane.layers.log for lane in self._lanes])
