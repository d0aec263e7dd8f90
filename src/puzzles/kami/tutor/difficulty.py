"""Grades a Kami level by what a player has to find.

Along one optimal line every position is looked at: which share of the moves that merge anything
keep par? A random player finds all of them with a chance that is the product of these shares; its
logarithm is the *luck* a level asks for, in bits. The line is that of an impatient player who makes
no mistake: of all moves that keep par, the first that merges the most regions. Besides, the *gap*
says how many moves more than par are made without that care, and *late* how many such moves follow
a wrong first one until the colours that are left give it away. All of that is proved, on the board
turned in one of its ways: so a difficulty hangs on no solver, and is the same for boards that are
alike. `docs/difficulty.md` tells how these become a number from 1 to 10.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import replace
from math import log2
from random import Random

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Answer, Event, Limits, Progress, relay
from puzzles.grids import symmetry
from puzzles.grids.network import NetworkGrid
from puzzles.kami.rules.model import Board, KamiLevel, Move, State, apply, move_text, start
from puzzles.kami.solver.solve import solve, within

# Moves looked at in each position, and wrong first moves that are followed to their end: a sample,
# always the same, where there are more.
SAMPLE, FOLLOWED = 16, 6
LIMITS = Limits(nodes=200_000)  # for par, and for each of these moves
# How much each factor adds to the base difficulty of 1: a move of par beyond the first, a bit of
# luck, a move that greedy play takes too many (up to MOST_GAP), and one that a fault stays unseen.
PAR, LUCK, GAP, LATE = 0.28, 0.08, 0.3, 0.12
MOST_GAP = 3


def grade(level: KamiLevel) -> Iterator[Event | Grade]:
    """Look at the moves along an optimal line; the difficulty comes last. UsageError if par, or
    whether a move keeps it, is not proved."""
    best = yield from relay(solve(start(level), LIMITS), Answer)
    if not best.proved:
        raise UsageError(f"no difficulty, as par is not known: {best.headline} ({best.stopped})")
    state, par = start(_turned(level)), best.lower_bound
    gap = len(greedy(state)) - par
    rng = Random(par)
    luck = lines = 0.0
    first, late = 1.0, 0.0
    for made in range(par):
        choices = moves(state)
        looked = choices if len(choices) <= SAMPLE else rng.sample(choices, SAMPLE)
        good, wrong = list[Move](), list[Move]()
        for choice in looked:
            yield Progress(made)
            kept = yield from _keeps(state, choice, par - made - 1)
            (good if kept else wrong).append(choice)
        share = max(1, len(good)) / len(looked)
        luck -= log2(share)
        lines += log2(max(1.0, share * len(choices)))
        if made == 0:
            first = share
            late = sum(_lateness(apply(state, move), par - 1) for move in wrong[:FOLLOWED])
            late /= max(1, len(wrong[:FOLLOWED]))
        for move in choices:
            if move not in looked and (yield from _keeps(state, move, par - made - 1)):
                good.append(move)
            if move in good:
                state = apply(state, move)
                break
    shares = {
        "the number of moves": PAR * (par - 1),
        "choice between moves": LUCK * luck,
        "moves that merge much and lose": GAP * min(gap, MOST_GAP),
        "faults that show late": LATE * late,
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


def _turned(level: KamiLevel) -> KamiLevel:
    """The level with its cells, as nodes, and its colours in an order that is the same for boards
    that are alike."""
    board, colours = level.board, level.board.colours.tolist()
    cells = symmetry.order(board.grid, colours, [c == board.final for c in colours])
    named = [*dict.fromkeys([*(colours[cell] for cell in cells), *range(len(board.palette))])]
    edges = np.argsort(cells)[board.grid.graph.edges].tolist()
    turned = Board(
        NetworkGrid(tuple(map(board.grid.name, cells)), edges),
        tuple(board.palette[c] for c in named),
        np.array([named.index(colours[cell]) for cell in cells], np.uint8),
        None if board.final is None else named.index(board.final),
    )
    return replace(level, board=turned)


def _keeps(state: State, move: Move, left: int) -> Generator[Event, None, bool]:
    """Return whether `left` moves after this one are enough; UsageError if it is not decided."""
    found = yield from relay(within(apply(state, move), left, LIMITS), Answer)
    if not found.proved:
        raise UsageError(f"no difficulty: after {move_text(state, move)}, {found.headline}")
    return found.moves is not None


def moves(state: State) -> list[Move]:
    """Return the moves that merge a region with others, those first that merge the most."""
    regions = state.region_graph
    cell = state.region_cell.tolist()
    colour = [int(state.colours[c]) for c in cell]
    merged = Counter((v, colour[w]) for v in range(regions.n) for w in regions.neighbours[v])
    found = [Move(cell[v], c) for v, c in sorted(merged, key=lambda m: (-merged[m], m))]
    if found or state.won:
        return found
    colours = range(len(state.board.palette))
    return [Move(cell[v], c) for v in range(regions.n) for c in colours if c != colour[v]]


def greedy(state: State) -> list[int]:
    """Return how many colours are left after each move of a player who always merges the most
    regions, and ends as most islands."""
    regions = state.region_graph
    near = [set(ws) for ws in regions.neighbours]
    cell = state.region_cell.tolist()
    colour = {v: int(state.colours[c]) for v, c in enumerate(cell)}  # of those that are left
    left = list[int]()
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
        left.append(len(set(colour.values())))
    final = state.board.final
    kept = Counter(colour.values()).most_common(1)[0][0] if final is None else final
    others = [c for c in colour.values() if c != kept]
    return left + [len({kept, *others[made:]}) for made in range(1, len(others) + 1)]


def _lateness(state: State, left: int) -> int:
    """Return the number of moves until too many colours are left for the moves left."""
    colours = [len(set(state.colours.tolist())), *greedy(state)]
    return next(made for made, number in enumerate(colours) if number - 1 > left - made)
