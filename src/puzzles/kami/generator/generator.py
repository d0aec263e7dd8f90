"""Levels of Kami that look made by hand, each with its par proved.

A board is composed of a ground, a frame and a figure (`composing`); or it is a motif or two, in a
few colours, folded into a symmetry (`motifs`), on which some sets of regions that are images of
each other have another colour. What looks like confetti is thrown away, and so is what an impatient
player wins in par where a hard level was asked for.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import replace
from random import Random

import numpy as np
import numpy.typing as npt

from puzzles.core.errors import Place, UsageError
from puzzles.core.results import Grade
from puzzles.core.solving import Answer, Event, Limits, Progress, relay
from puzzles.core.tables import Values
from puzzles.grids import symmetry
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.text import read_size
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.generator import composing, motifs, sheets
from puzzles.kami.generator.dyes import MOST as MOST_COLOURS
from puzzles.kami.generator.dyes import PALETTES
from puzzles.kami.generator.motifs import MOTIFS, Labels
from puzzles.kami.generator.wishes import LEAST, MOST, MOST_PAR, Wishes
from puzzles.kami.rules.model import KINDS, Board, Colour, KamiLevel, start
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade, greedy

SIZES = {"triangle": "10x29", "square": "10x16", "islands": "10x29"}
# Slices of search: proofs that take longer are not waited for. A board that is easy to prove is as
# good, and much sooner graded.
SOON = 12
TRIES = 3000  # boards looked at, of which few are worth a proof
PROOFS, GRADES = 120, 40  # boards whose par, and whose difficulty, are looked for
NEAR, HARD = 0.5, 6  # levels of HARD and more are not won by greedy play
COMPOSED = 0.8  # of the boards that may be
# What makes a board confetti: regions that are too many, or mostly tiny.
MOST_REGIONS, TINY, MOST_TINY, LEAST_AREA = 80, 2, 0.25, 4.0


def generate(seed: int, wishes: Wishes) -> Iterator[Event | KamiLevel]:
    """A level as wished for, which ends the stream; the same for equal arguments.

    Raises UsageError if there is no such level, or none turns up, with the nearest there is.
    """
    rows, cols, names = _checked(wishes)
    rng = Random(f"{cols}×{rows} {wishes} {seed}")
    yield Progress()
    nearest: KamiLevel | None = None
    proofs = grades = 0
    for _ in range(TRIES):
        board = _board(rows, cols, wishes, names, rng)
        if board is None or not _worth_a_proof(board, wishes):
            continue
        proofs += 1
        title = f"{cols}×{rows} {wishes.kind} {seed}"
        level = yield from _proved(_level(title, board), wishes)
        if level is not None and level.par == (wishes.par or level.par):
            if (wishes.difficulty or 0) >= HARD and greedy(start(level)) <= (level.par or 0):
                continue
            grades += 1
            graded = yield from relay(grade(level), Grade)
            level = replace(level, difficulty=graded.difficulty)
            if abs(graded.difficulty - (wishes.difficulty or graded.difficulty)) <= NEAR:
                yield level
                return
        if level is not None and (nearest is None or _away(level, wishes) < _away(nearest, wishes)):
            nearest = level
        if proofs == PROOFS or grades == GRADES:
            break
    _refuse(wishes, f"{cols}×{rows}", proofs, nearest)


def make(seed: int, wishes: Values) -> Iterator[Event | KamiLevel]:
    """`generate` with wishes by name."""
    return generate(seed, Wishes(**wishes))


def canonical(level: KamiLevel) -> str:
    """The same text for levels that differ by a symmetry, or by which colour is which."""
    board = level.board
    return f"{board.final} " + symmetry.canonical(
        board.grid, board.colours.tolist(), [0] * board.grid.n
    )


def _checked(wishes: Wishes) -> tuple[int, int, list[str]]:
    """Rows, columns and the symmetries to choose from; UsageError for what makes no sense."""
    if wishes.kind not in KINDS:
        raise UsageError(f"no kind {wishes.kind!r}; known are {', '.join(KINDS)}")
    size = wishes.size or SIZES[wishes.kind]
    cols, rows = read_size(size, "10x29")
    if max(cols, rows) > MOST or min(cols, rows) < LEAST:
        raise UsageError(f"sides are {LEAST} to {MOST} cells, not {cols}×{rows}")
    for name, value, least, most in (
        ("colours", wishes.colours, 2, MOST_COLOURS),
        ("par", wishes.par, 1, MOST_PAR),
        ("difficulty", wishes.difficulty, 1, 10),
    ):
        if value is not None and not least <= value <= most:
            raise UsageError(f"{name} is from {least} to {most}, not {value}")
    # A move removes a region at least, and a colour at most.
    if wishes.par and wishes.par >= cols * rows:
        cells = cols * rows
        raise UsageError(f"{cells} cells have a par of {cells - 1} at most, not {wishes.par}")
    if wishes.par and wishes.colours and wishes.colours > wishes.par + 1:
        raise UsageError(
            f"{wishes.colours} colours need {wishes.colours - 1} moves at least, not {wishes.par}"
        )
    names = motifs.symmetries(_grid(rows, cols, wishes.kind))
    if wishes.symmetry is not None and wishes.symmetry not in names:
        raise UsageError(
            f"a {cols}×{rows} {wishes.kind} board cannot have the symmetry {wishes.symmetry}; "
            f"it can have {', '.join(names)}"
        )
    usual = [name for name in names if name != "none"] or names
    return rows, cols, [wishes.symmetry] if wishes.symmetry else usual


def _grid(rows: int, cols: int, kind: str) -> LatticeGrid:
    return (SquareGrid if kind == "square" else TriangleGrid).full(rows, cols)


def _board(rows: int, cols: int, wishes: Wishes, names: list[str], rng: Random) -> Board | None:
    """A random pattern, or None if it does not look well."""
    grid = _grid(rows, cols, wishes.kind)
    number = wishes.colours or rng.randint(3, 5)
    palette = list(PALETTES[wishes.palette or rng.choice(list(PALETTES))])
    rng.shuffle(palette)
    free = wishes.kind == "triangle" and wishes.motif is None and wishes.symmetry is None
    if free and composing.room(grid) and rng.random() < COMPOSED:
        layers = composing.composed(grid, [paper.letter for paper in palette[:number]], rng)
        board = sheets.board(layers, palette, (cols, rows))
        right = len(board.palette) == (wishes.colours or len(board.palette))
        return board if right and _handsome(board) else None
    at = motifs.fold(grid, rng.choice(names))
    labels = _labels(at, wishes.motif or rng.choice(list(MOTIFS)), rng)
    orbit = np.unique(at, axis=0, return_inverse=True)[1].reshape(-1)
    colours = _coloured(grid, labels, orbit, number, rng)
    if wishes.kind == "islands":
        shown = _coast(at, rng)
        if not 0.35 < shown.mean() < 0.9:
            return None
        present = np.zeros((rows, cols), dtype=np.bool_)
        present[grid.row[shown], grid.col[shown]] = True
        if not (present.any(axis=0).all() and present.any(axis=1).all()):
            return None
        grid, colours = type(grid)(present), colours[shown]
    used = sorted(set(colours.tolist()))
    if len(used) < 2 or (wishes.colours and len(used) != wishes.colours):
        return None
    board = _sheet(grid, colours, used, palette)
    return board if _handsome(board) else None


def _sheet(grid: LatticeGrid, colours: Labels, used: list[int], palette: list[Colour]) -> Board:
    own = np.searchsorted(used, colours).astype(np.uint8)
    return Board(grid, tuple(palette[: len(used)]), own)


def _labels(at: motifs.Coordinates, motif: str, rng: Random) -> Labels:
    """A motif, by itself or with another one in its place where a third says so."""
    labels = MOTIFS[motif](at, rng)
    if rng.random() < 0.6:
        other = MOTIFS[rng.choice(list(MOTIFS))](at, rng)
        where = MOTIFS[rng.choice(("rings", "peaks", "kites", "stars", "flowers"))](at, rng)
        inside = where % 3 == 0 if rng.random() < 0.5 else where <= np.median(where)
        labels = np.where(inside, other + 1000, labels)
    return np.unique(labels, return_inverse=True)[1].reshape(-1).astype(np.int64)


def _coloured(grid: LatticeGrid, labels: Labels, orbit: Labels, number: int, rng: Random) -> Labels:
    """Colours in turn along the labels, then some regions and all their images in another."""
    turn = [rng.randrange(number)]
    while len(turn) < rng.randint(2, 2 * number):
        turn.append(rng.choice([c for c in range(number) if c != turn[-1]]))
    colours = np.array(turn, dtype=np.int64)[labels % len(turn)]
    for _ in range(rng.choice((0, 2, 4, 7, 10))):
        region = grid.graph.components(colours.tolist())
        one = region == rng.randrange(int(region.max()) + 1)
        images = np.isin(orbit, orbit[one])
        colours = np.where(images, rng.randrange(number), colours)
    return colours


def _coast(at: motifs.Coordinates, rng: Random) -> npt.NDArray[np.bool_]:
    """Return the cells that are land."""
    where = MOTIFS[rng.choice(("rings", "peaks", "kites", "stars", "flowers", "checks"))](at, rng)
    values = np.unique(where)
    drowned = rng.sample(values.tolist(), max(1, len(values) // rng.randint(3, 5)))
    return np.isin(where, drowned, invert=True)


def _handsome(board: Board) -> bool:
    """Return whether a board is no confetti, and no colour covers nearly all of it."""
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
    """Return whether the par can be what is wished for, as far as shows at once."""
    graph, _ = board.grid.graph.contract(board.colours.tolist())
    if wishes.par is None:
        return graph.n <= 60
    if not 1.5 * wishes.par <= graph.n <= 7 * wishes.par + 6:
        return False
    parts = graph.components()
    if parts.max() == 0 and len(board.palette) - 1 > wishes.par:
        return False
    return greedy(start(_level("", board))) >= wishes.par


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


def _away(level: KamiLevel, wishes: Wishes) -> float:
    """Measure how far a level is from the wishes."""
    par, difficulty = wishes.par or level.par or 0, level.difficulty
    far = 10.0 * abs((level.par or 0) - par)
    if wishes.difficulty is not None:
        far += 5.0 if difficulty is None else abs(difficulty - wishes.difficulty)
    return far


def _refuse(wishes: Wishes, size: str, proofs: int, nearest: KamiLevel | None) -> None:
    names = ("par", "difficulty", "colours", "symmetry")
    asked = [f"{name} {value}" for name in names if (value := getattr(wishes, name)) is not None]
    found = "" if nearest is None else f"; the nearest has par {nearest.par}"
    if nearest is not None and nearest.difficulty is not None:
        found += f" and difficulty {nearest.difficulty}"
    raise UsageError(
        f"no {size} level{' with ' if asked else ''}{' and '.join(asked)} turned up in {TRIES:,} "
        f"boards, of which {proofs} were solved{found}"
    )
