"""Grades a Kami level by what a player has to find.

Along one optimal line every position is looked at: which share of the moves that merge anything
keep par? A random player finds all of them with a chance that is the product of these shares; its
logarithm is the *luck* a level asks for, in bits. Besides, the *gap* says how many moves more than
par an impatient player takes, who always merges the most regions, and *late* how many moves pass
after a wrong first one until the colours that are left give it away. `docs/difficulty.md` tells how
these become a number from 1 to 10.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from math import log2
from random import Random

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Answer, Event, Limits, Progress, relay
from puzzles.kami.rules.model import KamiLevel, Move, State, apply, start
from puzzles.kami.solver.solve import solve, within

# Moves looked at in each position, and wrong first moves that are followed to their end: a sample,
# always the same, where there are more.
SAMPLE, FOLLOWED = 16, 6
LINE, CHILD = Limits(nodes=200_000), Limits(nodes=300)
SOON = 3  # slices of search for a child, which on large boards look at fewer positions than that
# How much each factor adds to the base difficulty of 1: a move of par beyond the first, a bit of
# luck, a move that greedy play takes too many (up to MOST_GAP), and one that a fault stays unseen.
PAR, LUCK, GAP, LATE = 0.28, 0.08, 0.3, 0.12
MOST_GAP = 3


def grade(level: KamiLevel) -> Iterator[Event | Grade]:
    """Look at the moves along an optimal line; the difficulty comes last. UsageError if none is
    found."""
    state = start(level)
    best = yield from relay(solve(state, LINE), Answer)
    if not best.proved or best.moves is None:
        raise UsageError(f"no difficulty, as par is not known: {best.headline} ({best.stopped})")
    line, par = best.moves, best.lower_bound
    rng = Random(par)
    luck = lines = 0.0
    first, late = 1.0, 0.0
    for made, move in enumerate(line):
        choices = moves(state)
        looked = choices if len(choices) <= SAMPLE else rng.sample(choices, SAMPLE)
        good, wrong = list[Move](), list[Move]()
        for choice in looked:
            yield Progress(made)
            kept = choice == move
            if not kept:
                after, left = apply(state, choice), par - made - 1
                found = yield from relay(within(after, left, CHILD, slices=SOON), Answer)
                kept = found.proved and found.moves is not None
            (good if kept else wrong).append(choice)
        share = max(1, len(good)) / max(1, len(looked))
        luck -= log2(share)
        lines += log2(max(1.0, share * len(choices)))
        if made == 0:
            first = share
            late = yield from _lateness(state, wrong[:FOLLOWED], par)
        state = apply(state, move)
    gap = greedy(start(level)) - par
    shares = {
        "moves": PAR * (par - 1),
        "choice": LUCK * luck,
        "greed fails": GAP * min(gap, MOST_GAP),
        "faults show late": LATE * late,
    }
    difficulty = 1 + sum(shares.values())
    figures = {
        "par": par,
        "luck": round(luck, 1),
        "first_share": round(first, 2),
        "lines": round(2**lines),
        "gap": gap,
        "late": round(late, 1),
    }
    yield Grade(round(min(10.0, difficulty), 1), figures, shares)


def moves(state: State) -> list[Move]:
    """Return the moves that merge a region with another."""
    regions = state.region_graph
    cell = state.region_cell.tolist()
    colour = [int(state.colours[c]) for c in cell]
    found = [
        Move(cell[v], c)
        for v in range(regions.n)
        for c in sorted({colour[w] for w in regions.neighbours[v]})
    ]
    if found or state.won:
        return found
    colours = range(len(state.board.palette))
    return [Move(cell[v], c) for v in range(regions.n) for c in colours if c != colour[v]]


def greedy(state: State) -> int:
    """Count the moves of a player who always merges the most regions, and ends as most islands."""
    regions = state.region_graph
    near = [set(ws) for ws in regions.neighbours]
    cell = state.region_cell.tolist()
    colour = {v: int(state.colours[c]) for v, c in enumerate(cell)}  # of those that are left
    made = 0
    while gain := Counter((v, colour[w]) for v in colour for w in near[v]):
        v, c = max(gain, key=gain.__getitem__)  # the first of those
        for w in [w for w in near[v] if colour[w] == c]:
            for x in near[w]:
                near[x].discard(w)
                if x != v:
                    near[x].add(v)
                    near[v].add(x)
            near[v].discard(w)
            del colour[w]
        colour[v] = c
        made += 1
    ends = [*colour.values()]
    final = state.board.final
    kept = max(map(ends.count, ends)) if final is None else ends.count(final)
    return made + len(ends) - kept


def _lateness(state: State, wrong: list[Move], par: int) -> Generator[Event, None, float]:
    """Return the mean number of moves until too many colours are left for the moves left."""
    passed = 0
    for move in wrong:
        after = apply(state, move)
        line = (yield from relay(solve(after, CHILD, slices=SOON), Answer)).moves or ()
        left = par - 1
        for step in line:
            if len(set(after.colours.tolist())) - 1 > left:
                break
            yield Progress(passed)
            after = apply(after, step)
            left -= 1
            passed += 1
    return passed / len(wrong) if wrong else 0.0
