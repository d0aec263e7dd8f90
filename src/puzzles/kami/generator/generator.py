"""Levels of Kami that look made by hand, each with its par proved.

A board is composed of a ground, a frame and a figure; or it is a pattern or two, in a few colours,
folded into a symmetry, on which some sets of regions that are images of each other have another
colour (`patterns`). What looks like confetti is thrown away, and so is what an impatient player
wins in par where a hard level was asked for.
"""

from collections.abc import Generator, Iterable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random

import numpy as np

from puzzles.core.errors import Place, UsageError
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.tables import Values
from puzzles.core.wishing import as_hard, look_at
from puzzles.grids import symmetry
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.text import read_size
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.generator import patterns
from puzzles.kami.generator.patterns import PALETTES, Coordinates, Labels
from puzzles.kami.generator.wishes import OPTIONS, SIDES, Wishes
from puzzles.kami.rules.model import Board, KamiLevel, start
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade, greedy

SIZES = {"triangle": "10x29", "square": "10x16", "islands": "10x29"}
# Slices of search: proofs that take longer are not waited for. A board that is easy to prove is as
# good, and much sooner graded.
SOON = 12
TRIES = 3000  # boards looked at, of which few are worth a proof
PROOFS, GRADES = 120, 40  # boards whose par, and whose difficulty, are looked for
HARD = 6  # levels that are as hard, or harder, are not won by greedy play
SMALLER = "try a smaller one"
# How often: composed, of the boards that may be; no pattern, a frame, no figure.
COMPOSED, PLAIN, FRAMED, BARE = 0.8, 0.35, 0.35, 0.25
LAND = 0.35  # the least share of land among islands
# What makes a board confetti: regions that are too many, or mostly tiny.
MOST_REGIONS, TINY, MOST_TINY, LEAST_AREA = 80, 2, 0.25, 4.0


def make(seed: int, given: Values) -> Iterator[Event | KamiLevel]:
    """A level as wished for, which ends the stream; the same for equal arguments.

    Raises UsageError if there is no such level, or none turns up, with the nearest there is.
    """
    look_at(OPTIONS, given)
    wishes = Wishes(**given)
    grid, names = _checked(wishes)
    size, asked = f"{grid.cols}×{grid.rows}", ("par", "colours", "symmetry")
    known = [f"{name} {value}" for name in asked if (value := getattr(wishes, name)) is not None]
    what = f"{size} level{' with ' if known else ''}{' and '.join(known)}"
    rng = Random(f"{size} {wishes} {seed}")
    yield Progress()
    boards = (_board(grid, wishes, names, rng) for _ in range(TRIES))
    worth = (board for board in boards if board is not None and _worth_a_proof(board, wishes))
    levels = (_level(f"{size} {wishes.kind} {seed}", board) for board in islice(worth, PROOFS))
    yield from as_hard(_of_par(levels, wishes, what), grade, wishes.difficulty, what, SMALLER)


def _of_par(levels: Iterable[KamiLevel], wishes: Wishes, what: str) -> Iterator[Event | KamiLevel]:
    """Prove levels, and yield those of the par that is wished for. Raises UsageError if others are
    all that there are, with the nearest."""
    pars, grades = list[int](), 0
    for one in levels:
        level = yield from _proved(one, wishes)
        if level is None or level.par is None:
            continue
        pars.append(level.par)
        greed = (wishes.difficulty or 0) >= HARD and len(greedy(start(level))) <= level.par
        if level.par == (wishes.par or level.par) and not greed:
            yield level
            grades += 1
            if grades == GRADES:
                break
    if wishes.par and pars and wishes.par not in pars:
        nearest = min(pars, key=lambda par: abs(par - (wishes.par or 0)))
        raise UsageError(f"no {what} turned up; the nearest has par {nearest}")


def canonical(level: KamiLevel) -> str:
    """The same text for levels that differ by a symmetry, or by which colour is which."""
    board = level.board
    return f"{board.final} " + symmetry.canonical(
        board.grid, board.colours.tolist(), [0] * board.grid.n
    )


def _checked(wishes: Wishes) -> tuple[LatticeGrid, list[str]]:
    """A full grid and the symmetries to choose from; UsageError for what makes no sense."""
    cols, rows = read_size(wishes.size or SIZES[wishes.kind], "10x29", SIDES)
    # A move removes a region at least, and a colour at most.
    if wishes.par and wishes.par >= cols * rows:
        cells = cols * rows
        raise UsageError(f"{cells} cells have a par of {cells - 1} at most, not {wishes.par}")
    if wishes.par and wishes.colours and wishes.colours > wishes.par + 1:
        raise UsageError(
            f"{wishes.colours} colours need {wishes.colours - 1} moves at least, not {wishes.par}"
        )
    grid = (SquareGrid if wishes.kind == "square" else TriangleGrid).full(rows, cols)
    names = patterns.symmetries(grid)
    if wishes.symmetry is not None and wishes.symmetry not in names:
        raise UsageError(
            f"a {cols}×{rows} {wishes.kind} board cannot have the symmetry {wishes.symmetry}; "
            f"it can have {', '.join(names)}"
        )
    usual = [name for name in names if name != "none"] or names
    return grid, [wishes.symmetry] if wishes.symmetry else usual


def _board(grid: LatticeGrid, wishes: Wishes, names: list[str], rng: Random) -> Board | None:
    """A random pattern, or None if it does not look well."""
    number = wishes.colours or rng.randint(3, 5)
    free = wishes.kind == "triangle" and wishes.symmetry is None
    # Whether the middle is a corner of triangles, with space around it.
    wide = grid.cols >= 10 and grid.rows >= 29 and "six" in names
    if free and wide and rng.random() < COMPOSED:
        colours = _composed(patterns.coordinates(grid), number, rng)
    else:
        at = patterns.fold(patterns.coordinates(grid), rng.choice(names))
        colours = _folded(grid, at, number, rng)
        if wishes.kind == "islands":
            where = rng.choice((patterns.around,) * 3 + (patterns.checks,))(at, rng)
            values = np.unique(where).tolist()
            water = rng.sample(values, max(1, len(values) // rng.randint(3, 5)))
            land = np.isin(where, water, invert=True)
            present = np.zeros((grid.rows, grid.cols), dtype=np.bool_)
            present[grid.row[land], grid.col[land]] = True
            if not (LAND < land.mean() < 0.9 and present.any(0).all() and present.any(1).all()):
                return None
            grid, colours = TriangleGrid(present), colours[land]
    used, own = np.unique(colours, return_inverse=True)
    if len(used) < 2 or (wishes.colours and len(used) != wishes.colours):
        return None
    palette = rng.sample(rng.choice(list(PALETTES.values())), len(used))
    board = Board(grid, tuple(palette), own.astype(np.uint8))
    return board if _handsome(board) else None


def _composed(at: Coordinates, number: int, rng: Random) -> Labels:
    """Colours of a ground, a frame and a figure in the middle: random, but whole. The pattern of
    the ground is cut only by a rim."""
    turn = rng.sample(range(number), number)
    colours = np.full(len(at), turn[0])
    if rng.random() > PLAIN:
        labels = rng.choice((patterns.pattern, patterns.tiles))(at, rng)
        colours = np.array(turn)[labels % min(number, rng.choice((2, 3, 3, 4)))]
    if rng.random() < FRAMED:
        x, y = np.abs(patterns.plane(at))
        rim = (x > x.max() - 2 / 3) | (y > y.max() - rng.choice((0, 2)))
        colours = np.where(rim, rng.randrange(number), colours)
    if rng.random() > BARE:
        first = rng.randrange(number)
        for i, mask in enumerate(rng.choice(patterns.FIGURES)(at, rng), first):
            colours = np.where(mask, turn[i % number], colours)
    return colours


def _folded(grid: LatticeGrid, at: Coordinates, number: int, rng: Random) -> Labels:
    """Colours of a pattern, or of two, one in the other; then those of some regions and all their
    images are changed."""
    labels = patterns.pattern(at, rng)
    if rng.random() < 0.6:
        where = patterns.around(at, rng)
        inside = where % 3 == 0 if rng.random() < 0.5 else where <= np.median(where)
        labels = np.where(inside, patterns.pattern(at, rng) + 1000, labels)
    labels = np.unique(labels, return_inverse=True)[1].reshape(-1)
    turn = [rng.randrange(number)]
    while len(turn) < rng.randint(2, 2 * number):
        turn.append(rng.choice([c for c in range(number) if c != turn[-1]]))
    colours = np.array(turn)[labels % len(turn)]
    orbit = np.unique(at, axis=0, return_inverse=True)[1].reshape(-1)
    for _ in range(rng.choice((0, 2, 4, 7, 10))):
        region = grid.graph.components(colours.tolist())
        one = region == rng.randrange(int(region.max()) + 1)
        colours = np.where(np.isin(orbit, orbit[one]), rng.randrange(number), colours)
    return colours


def _handsome(board: Board) -> bool:
    """Return True if a board is no confetti, and no colour covers nearly all of it."""
    region = board.grid.graph.components(board.colours.tolist())
    areas = np.bincount(region)
    shares = np.bincount(board.colours) / len(board.colours)
    return bool(
        3 <= len(areas) <= MOST_REGIONS
        and (areas <= TINY).mean() <= MOST_TINY
        and areas.mean() >= LEAST_AREA
        and shares.max() <= 0.75
        and shares.min() >= 0.02
        # Many islands are no better than a few.
        and board.grid.graph.components().max() < 12
    )


def _worth_a_proof(board: Board, wishes: Wishes) -> bool:
    """Return True if the par can be what is wished for, as far as shows at once."""
    graph, _ = board.grid.graph.contract(board.colours.tolist())
    if wishes.par is None:
        return graph.n <= 60
    if not 1.5 * wishes.par <= graph.n <= 7 * wishes.par + 6:
        return False
    parts = graph.components()
    if parts.max() == 0 and len(board.palette) - 1 > wishes.par:
        return False
    return len(greedy(start(_level("", board)))) >= wishes.par


def _level(title: str, board: Board) -> KamiLevel:
    return KamiLevel(title, Place("made"), board, None, Place("made"))


def _proved(level: KamiLevel, wishes: Wishes) -> Generator[Event, None, KamiLevel | None]:
    """The level with its par, unless it takes too long or is not the one wished for."""
    par = wishes.par
    for event in solve(start(level), Limits(), slices=SOON):
        if isinstance(event, Answer):
            if not event.proved or event.moves is None:
                return None
            proof = {"nodes": event.nodes, "bound": event.lower_bound}
            return replace(level, par=len(event.moves), proof=proof)
        if par and (event.lower_bound > par or (event.best or par) < par):
            return None
        yield event
    raise RuntimeError("the solver ended without an answer")
