"""The Kami solver against brute force, its limits, and its parts alone."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import numpy as np
import pytest
from brute import optimum
from test_triple_bound import random_board

from puzzles import checker
from puzzles.core.errors import Place
from puzzles.core.solving import Answer, Limits, Progress, answer
from puzzles.grids.graph import Graph
from puzzles.grids.grid import Grid
from puzzles.grids.network import NetworkGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.rules import model
from puzzles.kami.rules.model import Board, Colour, KamiLevel, Move, State
from puzzles.kami.solver import pair_bound, position, table, triple_bound
from puzzles.kami.solver import search as kami_search
from puzzles.kami.solver import solve as kami_solve
from puzzles.kami.solver.certificate import board_of
from puzzles.kami.solver.moves import pack
from puzzles.kami.solver.search import EXHAUSTED, FOUND, RUNNING, Search
from puzzles.kami.solver.set_search import Position
from puzzles.kami.solver.solve import Part, parts_of, solve, within
from puzzles.kami.solver.trunk import trunks
from sampling import slow
from timing import PART, gaps, timed

GROWTH_FAILS = ([3, 2, 0, 3, 0, 1, 0, 2, 1], "0-1 1-2 1-3 3-4 4-5 5-6 5-7 7-8")
EIGHTEEN = (
    [2, 4, 3, 4, 1, 2, 4, 2, 4, 3, 2, 1, 2, 2, 1, 4, 3, 2],
    "0-1 0-3 1-2 1-4 1-5 2-5 2-6 3-4 3-7 4-5 4-7 5-6 5-8 6-8 6-11 7-8 7-9 8-10 8-11 9-10 9-12 "
    "9-14 11-12 11-13 11-15 12-14 12-15 12-17 14-17 15-16 15-17 16-17",
)


def level(grid: Grid, colours: list[int], palette: int, final: int | None = None) -> KamiLevel:
    names = tuple(Colour(f"Colour {i}", "#000000", str(i)) for i in range(palette))
    place = Place("test")
    board = Board(grid, names, np.array(colours, np.uint8), final)
    return KamiLevel("test", place, board, None, place)


def network(
    colours: list[int],
    edges: str | list[tuple[int, int]],
    final: int | None = None,
    palette: int = 0,
) -> State:
    if isinstance(edges, str):
        pairs = [tuple(map(int, edge.split("-"))) for edge in edges.split()]
    else:
        pairs = list(edges)
    grid = NetworkGrid(tuple(map(str, range(len(colours)))), pairs)
    return model.start(level(grid, colours, palette or max(colours) + 1, final))


def random_state(rng: random.Random, kind: str, largest: int = 8) -> State:
    """A small board with 2 to 4 colours; every third demands its final colour."""
    palette = rng.randint(2, 4)
    grid: Grid
    if kind in ("square", "triangle"):
        rows, cols = rng.choice([(2, 3), (3, 2), (2, 4), (4, 2), (3, 3)])
        present = np.array([[rng.random() < 0.85 for _ in range(cols)] for _ in range(rows)])
        present[0, 0] = True
        grid = (SquareGrid if kind == "square" else TriangleGrid)(present)
    else:
        n = rng.randint(2, largest)
        kept = 0.7 if kind == "islands" else 1
        edges = [(rng.randrange(v), v) for v in range(1, n) if rng.random() < kept]
        if kind == "graph":
            edges += [(a, b) for b in range(n) for a in range(b) if rng.random() < 0.2]
        grid = NetworkGrid(tuple(map(str, range(n))), edges)
    colours = [rng.randrange(palette) for _ in range(grid.n)]
    final = rng.randrange(palette) if rng.random() < 0.33 else None
    return model.start(level(grid, colours, palette, final))


def connected_state(rng: random.Random, n: int, palette: int) -> State:
    """A random tree with a few more edges."""
    edges = [(rng.randrange(max(0, v - 4), v), v) for v in range(1, n)]
    edges += [(v - 2, v) for v in range(2, n) if rng.random() < 0.3]
    return network([rng.randrange(palette) for _ in range(n)], edges)


def replay(state: State, result: Answer) -> State:
    assert result.moves is not None
    for move in result.moves:
        state = model.apply(state, move)
    return state


def brute_optimum(state: State) -> int:
    board = state.board
    return optimum(
        board.grid.graph.neighbours, tuple(state.colours.tolist()), len(board.palette), board.final
    )


def check_against_brute_force(seed: int, kind: str, boards: int, largest: int = 8) -> None:
    rng = random.Random(f"{kind} {seed}")
    for _ in range(boards):
        state = random_state(rng, kind, largest)
        result = answer(solve(state, Limits()))
        assert result.proved
        assert replay(state, result).won
        assert len(result.moves or ()) == result.lower_bound == brute_optimum(state)


KINDS = ["square", "triangle", "graph", "tree", "islands"]


@pytest.mark.parametrize("kind", KINDS)
def test_brute_force_agrees(kind):
    check_against_brute_force(1, kind, 30)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_brute_force_agrees_on_many(kind):
    check_against_brute_force(2, kind, 300, largest=9)


def only_one(*arguments):
    """The first solution that there is, and no better one."""
    return islice(filter(None, trunks(*arguments)), 1)


@pytest.mark.parametrize("beams", [True, False], ids=["with beams", "by search alone"])
@pytest.mark.parametrize("kind", KINDS)
def test_whether_so_many_moves_are_enough(kind, beams, monkeypatch):
    if not beams:
        monkeypatch.setattr(kami_solve, "trunks", only_one)
    rng = random.Random(f"{kind} within")
    for _ in range(8):
        state = random_state(rng, kind)
        least = brute_optimum(state)
        for most in range(max(0, least - 2), least + 3):
            result = answer(within(state, most, Limits()))
            assert result.proved
            assert (result.moves is not None) == (least <= most)
            assert result.lower_bound <= least
            if result.moves is not None:
                assert len(result.moves) <= most
                assert replay(state, result).won
                assert result.headline.startswith("yes, in ")
            else:
                assert result.headline.startswith("no, proved: it takes at least ")


def test_what_is_not_decided_is_neither_yes_nor_no():
    state = connected_state(random.Random(9), 50, 5)
    best = len(answer(solve(state, Limits(nodes=1))).moves)
    result = answer(within(state, best - 1, Limits(nodes=1)))
    assert (result.proved, result.stopped) == (False, "node limit")
    assert result.headline.startswith("not decided: best known ")


@pytest.mark.parametrize(("board", "optimum"), [(GROWTH_FAILS, 4), (EIGHTEEN, 5)])
def test_known_boards(board, optimum):
    state = network(*board)
    result = answer(solve(state, Limits()))
    assert (result.proved, len(result.moves), result.headline) == (
        True,
        optimum,
        f"proved optimal: {optimum} moves",
    )
    assert replay(state, result).won


def test_a_won_position_takes_no_moves():
    result = answer(solve(network([1, 1], [], palette=2), Limits()))
    assert (result.moves, result.proved, result.headline) == ((), True, "proved optimal: 0 moves")


def test_one_colour_but_not_the_demanded_one():
    result = answer(solve(network([1, 1], [(0, 1)], final=0), Limits()))
    assert (len(result.moves), result.headline) == (1, "proved optimal: 1 move")


def test_islands_agree_on_a_colour_that_one_of_them_lacks():
    # Either all end in colour 0, which the last island does not touch, or two islands change.
    result = answer(solve(network([0, 1, 0, 1, 2], [(0, 1), (2, 3)]), Limits()))
    assert (len(result.moves), result.proved) == (3, True)


def test_from_any_position():
    state = network(*EIGHTEEN)
    plan = answer(solve(state, Limits())).moves
    for made, move in enumerate(plan):
        state = model.apply(state, move)
        assert len(answer(solve(state, Limits())).moves) == len(plan) - made - 1


# Each bound by itself, and the filter of moves that goes with the pair bound.


@cache
def boards_with_optimum() -> list[tuple[Part, int]]:
    rng = random.Random(5)
    states = [connected_state(rng, rng.randint(2, 8), rng.randint(2, 4)) for _ in range(300)]
    return [(parts_of(state)[0], brute_optimum(state)) for state in states]


@pytest.mark.parametrize("bound", ["colours", "radius", "pairs"])
def test_no_bound_overestimates(bound):
    tight = 0
    for part, least in boards_with_optimum():
        positions = position.positions_of(part.graph, part.colours, 1)
        counts = np.zeros(max(part.colours) + 1, np.int64)
        value = position.colour_bound(positions, 0, counts, -1)
        if bound == "radius":
            value = position.radius_bound(positions, 0)
            wide = [bool(position.is_wide(positions, 0, moves)) for moves in range(least + 1)]
            assert wide == [moves < value for moves in range(least + 1)]
        elif bound == "pairs":
            pairs = pair_bound.pair_tables(part.graph.n, len(counts), least + 1)
            value, _ = pair_bound.pair_bound(positions, 0, counts, -1, least + 1, pairs)
        assert value <= least
        tight += value == least
    assert tight > 50  # a bound of zero would pass otherwise


def test_the_goal_counts_in_the_pair_bound():
    for part, least in boards_with_optimum():
        positions = position.positions_of(part.graph, part.colours, 1)
        counts = np.zeros(max(part.colours) + 1, np.int64)
        pairs = pair_bound.pair_tables(part.graph.n, len(counts), least + 2)
        for goal in set(part.colours):
            position.colour_bound(positions, 0, counts, goal)
            value, _ = pair_bound.pair_bound(positions, 0, counts, goal, least + 2, pairs)
            assert value <= optimum(part.graph.neighbours, tuple(part.colours), len(counts), goal)


def test_a_move_that_is_not_dominated_is_as_good_as_any():
    """The checker of certificates tries no others."""
    dropped = 0
    for part, least in boards_with_optimum():
        if least == 0:
            continue
        state = network(part.colours, part.graph.edges.tolist(), palette=max(part.colours) + 1)
        near = [sum(1 << w for w in row) for row in part.graph.neighbours]
        proof = checker.Kami(board_of(state))
        listed = [Move(*move) for move in proof.moves(part.colours, near, None, False)]
        assert min(brute_optimum(model.apply(state, move)) for move in listed) == least - 1
        merging = {
            (v, part.colours[w]) for a, b in part.graph.edges.tolist() for v, w in ((a, b), (b, a))
        }
        dropped += len(merging) - len(listed)
    assert dropped > 300


# Limits.


def middling_state() -> State:
    """Proved in about half a second."""
    return connected_state(random.Random(1), 36, 5)


@cache
def best_of_middling() -> Answer:
    return answer(solve(middling_state(), Limits()))


def hard_state() -> State:
    """Proved in a second and a half, after a hundred and fifty events."""
    return connected_state(random.Random(3), 60, 5)


@pytest.mark.parametrize(
    "limits",
    [
        Limits(nodes=1),
        Limits(nodes=50),
        Limits(seconds=0),
        Limits(seconds=0.1),
        Limits(memory_mb=3),
    ],
)
def test_an_answer_within_limits_is_honest(limits):
    state = middling_state()
    best = best_of_middling()
    result = answer(solve(state, limits))
    assert best.proved
    assert replay(state, result).won
    assert result.lower_bound <= len(best.moves) <= len(result.moves)
    assert result.proved == (result.lower_bound == len(result.moves))
    if not result.proved:
        assert result.stopped in ("node limit", "time limit", "memory limit")
        assert result.headline == f"best known {len(result.moves)}, at least {result.lower_bound}"
    if limits.nodes:
        assert result.nodes <= limits.nodes


@pytest.mark.slow
def test_no_memory():
    result = answer(solve(hard_state(), Limits(memory_mb=0)))
    assert (result.proved, result.stopped) == (False, "memory limit")


def test_slices_are_a_limit_that_is_the_same_every_time():
    state = connected_state(random.Random(1), 44, 5)
    first, second = (answer(solve(state, Limits(), slices=8)) for _ in range(2))
    assert (first.proved, first.stopped) == (False, "slice limit")
    assert (first.nodes, first.lower_bound) == (second.nodes, second.lower_bound)
    assert first.nodes > 0
    assert replay(state, first).won


def test_a_search_can_be_dropped_between_events():
    events = solve(hard_state(), Limits())
    seen = [next(events) for _ in range(5)]
    assert all(isinstance(event, Progress) for event in seen)
    events.close()
    assert list(events) == []


def test_events_come_often_and_lines_can_be_played():
    state, took = hard_state(), []
    for seconds, event in timed(islice(solve(state, Limits()), 60)):
        took.append(seconds)
        if isinstance(event, Progress):
            position_now = state
            for move in event.line:
                position_now = model.apply(position_now, move)
            assert event.best is None or event.lower_bound <= event.best
    assert sorted(took)[-2] < PART  # the kernels may have had to be loaded once


def large_search(n: int, more: int) -> Search:
    """The search of a generated board, for so many moves more than the pair bound says."""
    graph, colour = random_board(random.Random(n), n, 4)
    limit = pair_bound.pairs_of(graph, colour, 4, 60)[1] + more
    search = Search(graph, colour, -1, limit, 500_000_000)
    search.begin(limit)
    return search


@pytest.mark.slow
@pytest.mark.parametrize("n", [100, *slow(150, 200)])
def test_a_position_of_a_large_board_does_not_take_long(n):
    """With sets of regions growing beside."""
    search = large_search(n, 2)
    search.grow_sets()
    events = islice(iter(lambda: search.advance(10**9), None), 40)
    assert gaps(events)[-3] < 1  # kernels may have had to be loaded


def test_what_is_too_large_for_triples_loses_moves_by_pairs_only():
    """There are no triples: what lies behind their tables would be read."""
    search = large_search(triple_bound.MOST_COMPONENTS + 1, 0)
    while not search.nodes:
        assert search.advance(1) == RUNNING
    stack, allowed = search.stack, np.ones_like(search.stack.lowering)
    limit = int(stack.counters[kami_search.LIMIT])
    pair_bound.reducing_moves(stack.sets.pairs, -1, limit, allowed)
    assert (stack.lowering == allowed).all()
    assert not allowed.all()


# Slices and the table change nothing but time.


def nodes_and_result(work: int, memory: int, limit: int) -> tuple[int, int]:
    part = parts_of(connected_state(random.Random(14), 30, 4))[0]
    return search_alone(part.graph, part.colours, work, memory, limit)


def search_alone(
    graph: Graph, colours: list[int], work: int, memory: int, limit: int
) -> tuple[int, int]:
    """Nodes and optimum by a search that starts from nothing; with no memory it also knows nothing
    but the bounds, if a slice is one step."""
    search = Search(graph, colours, -1, limit, memory)
    result = EXHAUSTED
    for least in range(limit + 1):
        search.begin(least)
        while (result := search.advance(10**9, work)) == RUNNING:
            if not memory:
                search.table.lower_bound[:] = 0
        if result == FOUND:
            assert len(search.line()) == least
            break
    return search.nodes, least


def test_slices_of_any_size_give_the_same_search():
    assert nodes_and_result(1, 10**8, 20) == nodes_and_result(10**9, 10**8, 20)


def test_parts_of_slices_take_the_same_steps(monkeypatch):
    """As plain Python does them."""
    whole = nodes_and_result(10**4, 10**8, 20)
    for part in (700, 1):
        monkeypatch.setattr(kami_search, "PART", part)
        assert nodes_and_result(10**4, 10**8, 20) == whole


@pytest.mark.parametrize("boards", [20, *slow(100)])
def test_the_table_cuts_off_no_solution(boards):
    """On boards whose bounds are low, so that what is noted in one iteration is looked up in the
    next."""
    saved = 0
    for seed in range(boards):
        board = random_board(random.Random(seed), 18, 4)
        nodes, least = search_alone(*board, 10**6, 10**8, 20)
        more, truth = search_alone(*board, 1, 0, 20)
        assert least == truth, f"seed {seed}"
        saved += nodes < more
    assert saved > boards * 0.3


def test_a_table_without_memory_gives_the_same_optimum(monkeypatch):
    large = nodes_and_result(10**7, 10**8, 20)
    monkeypatch.setattr("puzzles.kami.solver.search.table", lambda entries=4: table.table(4))
    small = nodes_and_result(10**7, 0, 20)
    assert small[1] == large[1]
    assert small[0] > large[0]


def test_the_table_keeps_what_it_knows_while_it_grows():
    entries = table.table(1 << 10)
    keys = np.random.default_rng(1).integers(0, 2**64, (500, 2), np.uint64)
    for a, b in keys:
        table.store(entries, a, b, 3)
    larger = table.grown(entries)
    kept = [(a, b) for a, b in keys if table.is_refuted(entries, a, b, 2)]
    assert len(kept) > 450
    assert all(
        table.is_refuted(larger, a, b, 2) and not table.is_refuted(larger, a, b, 3) for a, b in kept
    )


# Moves that sleep.


def test_moves_sleep_that_were_tried_and_can_be_exchanged():
    """And no others: those that were not tried, or swallow what is moved, or are swallowed."""
    rng = random.Random(8)
    for _ in range(40):
        graph, colours = random_board(rng, 10, 3)
        before = Position(graph, colours)
        stack = kami_search.stack_of(graph, colours, -1, 3)
        moves = rng.sample(before.moves, min(8, len(before.moves)))
        stack.moves[0, : len(moves)] = [pack(0, *move) for move in moves]
        stack.tried[0] = len(moves)
        old = rng.choice(before.moves)
        stack.asleep[0][old] = True
        kami_search.fall_asleep(stack, 0, *moves[-1])
        wanted = {m for m in (*moves[:-1], old) if before.independent(m, moves[-1])}
        assert {*zip(*(x.tolist() for x in stack.asleep[1].nonzero()), strict=True)} == wanted


@pytest.mark.parametrize("boards", [40, *slow(300)])
def test_sleep_hides_no_solution(boards):
    """From no moves upwards, so that all that sleeps wakes up for the next iteration."""
    for seed in range(boards):
        graph, colours = random_board(random.Random(seed), 9, 4)
        least = optimum(graph.neighbours, tuple(colours), max(colours) + 1)
        assert search_alone(graph, colours, 10**6, 10**8, 20)[1] == least


@pytest.mark.slow
def test_a_thousand_islands():
    colours = [v % 3 for v in range(2_000)]
    state = network(colours, [(v, v + 1) for v in range(0, 2_000, 2)])
    result = answer(solve(state, Limits()))
    # Each pair takes one move; a third of them lack any colour that the rest could end in.
    assert (result.proved, len(result.moves)) == (True, 1_000 + 333)
