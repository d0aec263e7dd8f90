"""Judges questions of practice without our solvers and rules: `python bench/practice_judge.py [N]`.

Solutions come of python-sat, from rules told here in words of their own, and of trying all moves
where each counts. For N questions of each puzzle, on new boards, each answer that a player could
give is right exactly if it is so here.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, pairwise
from random import Random
from typing import Any

from pysat.card import CardEnc
from pysat.solvers import Solver

import practice as stock
from helping import few, help_first
from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import UNLIMITED, Step, answer
from puzzles.flow.rules.model import path_text
from puzzles.library.ids import make_id, read_id
from puzzles.library.registry import plugins
from puzzles.library.solutions import BETWEEN, solution_of
from puzzles.player.practice import Drill, Question

Fact = Any  # a cell, or a side as its two corners, or a step from cell to cell
Count = tuple[Collection[Fact], int, int]  # of these so many are there, at least and at most


def solved(
    facts: Sequence[Fact], counts: Iterable[Count], clauses: Iterable[Any] = (), flaw: Any = None
) -> list[frozenset[Fact]]:
    """Up to two solutions. Clauses are of facts, or of what helps, and whether they are there; a
    `flaw` of a solution is clauses that are against it."""
    number = {fact: i for i, fact in enumerate(facts, 1)}
    found = list[frozenset[Fact]]()

    def literal(fact: Fact, there: bool) -> int:
        number.setdefault(fact, len(number) + 1)
        return number[fact] if there else -number[fact]

    clauses = [[literal(*each) for each in clause] for clause in clauses]
    with Solver("cadical153") as judge:
        top = len(number)
        for clause in clauses:
            judge.add_clause(clause)
        for some, least, most in counts:
            literals = [literal(fact, True) for fact in some]
            for make, bound in ((CardEnc.atleast, least), (CardEnc.atmost, most)):
                made = make(literals, bound, top_id=top)
                top = max(top, made.nv)
                if made.clauses or bound <= len(literals):
                    judge.append_formula(made.clauses)
                elif make is CardEnc.atleast:
                    judge.add_clause([])
        while len(found) < 2 and judge.solve():
            model = {v for v in judge.get_model() if v > 0}
            there = frozenset(fact for fact in facts if number[fact] in model)
            if wrong := flaw(there) if flaw else []:
                for clause in wrong:
                    judge.add_clause([literal(*each) for each in clause])
                continue
            found.append(there)
            judge.add_clause([-number[f] if f in there else number[f] for f in facts])
    return found


def lines(rows: int, cols: int) -> list[list[int]]:
    across = [[row * cols + col for col in range(cols)] for row in range(rows)]
    return across + [[row * cols + col for row in range(rows)] for col in range(cols)]


def akari(level: Any) -> list[frozenset[Fact]]:
    rows, cols, cells = level.grid.rows, level.grid.cols, level.cells
    counts: list[Count] = []
    for cell, symbol in enumerate(cells):
        row, col = divmod(cell, cols)
        seen, near = [], []
        for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            y, x = row + dy, col + dx
            while 0 <= y < rows and 0 <= x < cols and cells[y * cols + x] == ".":
                seen.append(y * cols + x)
                near += [y * cols + x] * (abs(y - row) + abs(x - col) == 1)
                y, x = y + dy, x + dx
        if symbol == ".":
            counts += [([cell, *seen], 1, 99), *(([cell, other], 0, 1) for other in seen)]
        else:
            counts.append(([cell], 0, 0))
        if symbol.isdigit():
            counts.append((near, int(symbol), int(symbol)))
    return solved(range(len(cells)), counts)


def stars(level: Any) -> list[frozenset[Fact]]:
    rows, cols, cells = level.grid.rows, level.grid.cols, level.cells
    number = level.variant.get("stars", 1)
    regions = [[c for c, s in enumerate(cells) if s == symbol] for symbol in {*cells}]
    counts: list[Count] = [(one, number, number) for one in (*lines(rows, cols), *regions)]
    for a, b in combinations(range(len(cells)), 2):
        if max(abs(a // cols - b // cols), abs(a % cols - b % cols)) == 1:
            counts.append(([a, b], 0, 1))
    return solved(range(len(cells)), counts)


def binairo(level: Any) -> list[frozenset[Fact]]:
    rows, cols, cells = level.grid.rows, level.grid.cols, level.cells
    counts: list[Count] = [([c], int(s), int(s)) for c, s in enumerate(cells) if s != "."]
    clauses = list[Any]()
    for line in lines(rows, cols):
        counts.append((line, len(line) // 2, len(line) // 2))
        counts += [(line[i : i + 3], 1, 2) for i in range(len(line) - 2)]
    if level.variant.get("unlike", False):
        every = lines(rows, cols)
        for some in (every[:rows], every[rows:]):
            for one, other in combinations(some, 2):
                differ = [("differ", one[0], other[0], a) for a in one]
                clauses.append([(each, True) for each in differ])
                for each, a, b in zip(differ, one, other, strict=True):
                    clauses.append([(each, False), (a, True), (b, True)])
                    clauses.append([(each, False), (a, False), (b, False)])
    for (a, b), sign in level.between.items():
        for here in (True, False):
            clauses.append([(a, here), (b, here != (sign == "="))])
    return solved(range(len(cells)), counts, clauses)


def loop(level: Any) -> list[frozenset[Fact]]:
    """Sides are pairs of corners, (row, column) each."""
    rows, cols = level.grid.rows, level.grid.cols
    sides = [((y, x), (y, x + 1)) for y in range(rows + 1) for x in range(cols)]
    sides += [((y, x), (y + 1, x)) for y in range(rows) for x in range(cols + 1)]
    counts, clauses = list[Count](), list[Any]()
    for cell, symbol in enumerate(level.cells):
        if symbol.isdigit():
            y, x = divmod(cell, cols)
            corners = [(y, x), (y, x + 1), (y + 1, x + 1), (y + 1, x), (y, x)]
            around = [tuple(sorted(side)) for side in pairwise(corners)]
            counts.append((around, int(symbol), int(symbol)))
    for corner in {corner for side in sides for corner in side}:
        meet = [side for side in sides if corner in side]
        counts.append((meet, 0, 2))
        clauses += [[(s, False), *((o, True) for o in meet if o != s)] for s in meet]

    def flaw(there: frozenset[Fact]) -> Any:
        one = part(there)
        if not there:
            return [[(side, True) for side in sides]]
        closed = [(side, False) for side in one]
        return [[*closed, (side, False)] for side in there - one]

    return solved(sides, counts, clauses, flaw)


def part(steps: Collection[Fact]) -> set[Fact]:
    """What hangs together with the first of some steps."""
    left = set(steps)
    ends, found = set(next(iter(left), ())), set[Fact]()
    while more := {step for step in left if ends & {*step}}:
        found |= more
        left -= more
        ends |= {end for step in more for end in step}
    return found


def flow(level: Any) -> list[frozenset[Fact]]:
    """Steps are pairs of cells; of plain boards only."""
    board, cols = level.board, level.board.grid.cols
    n = board.grid.n
    dots = {cell: colour for cell, colour in enumerate(board.dots.tolist()) if colour >= 0}
    steps = [(c, c + 1) for c in range(n) if (c + 1) % cols]
    steps += [(c, c + cols) for c in range(n - cols)]
    counts, clauses = list[Count](), list[Any]()
    for cell in range(n):
        way = [step for step in steps if cell in step]
        counts.append((way, 1 + (cell not in dots), 1 + (cell not in dots)))
        colours = [("colour", cell, each) for each in {*dots.values()}]
        counts.append((colours, 1, 1))
        if cell in dots:
            counts.append(([("colour", cell, dots[cell])], 1, 1))
    for step in steps:
        for each in {*dots.values()}:
            for a, b in (step, step[::-1]):
                one, other = (("colour", a, each), True), (("colour", b, each), True)
                clauses.append([(step, False), (one[0], False), other])

    def flaw(there: frozenset[Fact]) -> Any:
        left = set(there)
        while left:
            one = part(left)
            left -= one
            if not {cell for step in one for cell in step} & dots.keys():
                return [[(step, False) for step in one]]
        return []

    return solved(steps, counts, clauses, flaw)


ORACLES = {"akari": akari, "stars": stars, "binairo": binairo, "loop": loop, "flow": flow}


@cache
def solution(board: str) -> frozenset[Fact]:
    pack = read_id(board)
    (one,) = ORACLES[pack.puzzle.id](pack.levels[0])
    return one


def told(puzzle: str, state: Any) -> tuple[set[Fact], set[Fact]]:
    """The facts that a position says are there, and those that it says are not."""
    if puzzle == "flow":
        return {tuple(sorted(step)) for pipe in state.pipes for step in pairwise(pipe)}, set()
    places = (
        {mark for mark in state.marks if mark >= 0},
        {~mark for mark in state.marks if mark < 0},
    )
    there, not_there = (
        {corners(state.level, place) if puzzle == "loop" else place for place in some}
        for some in places
    )
    return there, not_there


def corners(level: Any, side: int) -> Fact:
    """The two corners of a side."""
    from puzzles.grids.sides import sides_of

    row, col = (int(at[side]) for at in (sides_of(level.grid).row, sides_of(level.grid).col))
    ends = ((row, col - 1), (row, col + 1)) if row % 2 == 0 else ((row - 1, col), (row + 1, col))
    return tuple((y // 2, x // 2) for y, x in ends)


def won_within(neighbours: Any, colours: tuple[int, ...], left: int, final: int | None) -> bool:
    """True if so many moves make all cells alike: every colour for every region is tried."""
    present = {*colours}
    if present == {final} or (final is None and len(present) == 1):
        return True
    if left < len(present) - (final is None or final in present):
        return False
    seen = set[int]()
    for cell in range(len(colours)):
        if cell in seen:
            continue
        region, stack = {cell}, [cell]
        while stack:
            for other in neighbours[stack.pop()]:
                if other not in region and colours[other] == colours[cell]:
                    region.add(other)
                    stack.append(other)
        seen |= region
        near = {colours[o] for c in region for o in neighbours[c]} - {colours[cell]}
        for colour in near | ({final} - {None}):
            after = tuple(colour if c in region else old for c, old in enumerate(colours))
            if _within(neighbours, after, left - 1, final):
                return True
    return False


@cache
def _within(neighbours: Any, colours: tuple[int, ...], left: int, final: int | None) -> bool:
    return won_within(neighbours, colours, left, final)


def tried(question: Question, state: Any) -> Iterator[tuple[str, bool]]:
    """Yield answers, and whether they are right."""
    puzzle, board = question.puzzle, question.board
    if puzzle.aim.stepwise:
        graph = state.board.grid.graph
        neighbours = tuple(tuple(map(int, graph.neighbours[c])) for c in range(state.board.grid.n))
        _within.cache_clear()
        for text in stock.moves(puzzle, state):
            after = puzzle.after(state, [text])
            colours = tuple(after.colours.tolist())
            yield text, won_within(neighbours, colours, question.left - 1, after.board.final)
        return
    there, (before, ruled_out) = solution(board), told(puzzle.id, state)
    for text in dict.fromkeys((*question.own, *answers(puzzle, state))):
        try:
            known, not_there = told(puzzle.id, puzzle.after(state, [text]))
        except PuzzlesError:
            continue
        if known <= before and not_there <= ruled_out:
            continue  # that takes something away, and is no answer
        yield text, known <= there and not not_there & there


def answers(puzzle: Any, state: Any) -> Iterator[str]:
    """Marks of both kinds at every place; strokes at random, many of them along the solution."""
    if puzzle.id != "flow":
        scene = puzzle.scene(state)
        for place in range((scene.spots or scene.grid).n):
            for mark in (0, 1):
                yield puzzle.move_text(state, (place, mark))
        return
    board, rng = state.board, Random(str(state.pipes))
    there = {frozenset(step) for step in solution(make_id(puzzle, state.level))}
    for dot in [c for c in range(board.grid.n) if board.dot_at[c] >= 0]:
        for _ in range(6):
            path = [dot]
            while rng.random() < 0.85:
                ways = [w for w in board.graph.neighbours[path[-1]] if w not in path]
                along = [w for w in ways if frozenset((path[-1], w)) in there]
                if not ways or (len(path) > 1 and board.dot_at[path[-1]] >= 0):
                    break
                path.append(int(rng.choice(along if along and rng.random() < 0.8 else ways)))
            if len(path) > 1:
                yield path_text(board, tuple(path))


def wrong(question: Question) -> list[str]:
    """The answers that are judged otherwise in a game, in words."""
    drill, found, rights = Drill(question), list[str](), 0
    state, puzzle, level = drill.state, question.puzzle, drill.entry.level
    if not puzzle.aim.stepwise and not solution_of(puzzle, level):  # the board is not of the stock
        start = puzzle.start(level)
        moves = answer(puzzle.solver.solve(start, UNLIMITED)).moves or ()
        drill.end = puzzle.after(start, puzzle.texts(start, moves))
    for text, right in tried(question, state):
        drill.play(drill.puzzle.move_parse(state, text))
        rights += right
        if bool(drill.right) != right:
            found.append(f"{question.board} after {question.moves}: {text} is right: {right}")
        if drill.right:
            drill.session.undo()
        drill.right = None
    if not rights:
        found.append(f"{question.board} after {question.moves}: no answer is right")
    return found


def fresh(puzzle: Any, number: int) -> Iterator[Question]:
    """Questions on boards that are in no stock."""
    count = 0
    for seed in range(10**6, 10**7, 10**4):
        for level in stock.boards(puzzle, seed):
            for line in stock.questions(puzzle, level):
                line = {**line, "moves": [t for t in line["moves"].split(BETWEEN) if t]}
                yield Question(puzzle, **{**line, "step": Step()})
                count += 1
                if count == number:
                    return


def main() -> None:
    number = few(int(sys.argv[1]) if sys.argv[1:] else 2000)
    for name in sys.argv[2:] or plugins()[0]:
        puzzle, found, done = plugins()[0][name], list[str](), 0
        for question in fresh(puzzle, number):
            found += wrong(question)
            done += 1
        print(f"{name}: {done} questions, {len(found)} answers judged otherwise", flush=True)
        print(*found[:5], sep="\n")


if __name__ == "__main__":
    help_first(__doc__)
    main()
