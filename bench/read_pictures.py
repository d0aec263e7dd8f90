"""How well boards are read off pictures: the rows of the tables of docs/pictures.md.

Pictures are screenshots of the games that players took, if they lie in `../shared/data`, and
pictures of our own boards, made as phones take them. A picture that shows no board
is right if it is refused.
"""

from __future__ import annotations

import io
import json
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import mean
from typing import Any, cast

import numpy as np
from PIL import Image

from helping import DATA, some, watched
from puzzles.core.drawing import Drawing, Polygons
from puzzles.core.errors import LevelError, Place
from puzzles.core.puzzle import AnyPuzzle
from puzzles.flow.rules.model import Board as FlowBoard
from puzzles.flow.rules.model import FlowLevel
from puzzles.grids.square import SquareGrid
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.rules.model import Board, KamiLevel
from puzzles.library.catalogue import library
from puzzles.pictures.photo import read_picture
from puzzles.pictures.raster import image
from puzzles.pictures.shapes import drawing

REAL = {"real-flow": "flow", "real-kami-1": "kami1", "real-kami-2": "kami2", "no-board": "none"}
SHOTS = DATA / "screenshots" / "real"
# What is written down of these is not what they show: a block and a square too few.
MISWRITTEN = ("kami1/atombear-Kami1.png", "kami1/hexylena-3.png")
COUNT = {"triangles": 70, "kami-1": 40, "squares": 40, "flow": 40, "flow+": 30}
COLUMNS = (
    *("pictures", "of the right size", "cells right", "without a fault", "95 % sure"),
    *("90 % sure in spite of a fault", "s: mean"),
)
NAMES = {
    "kami-1": "KAMI 1 (10×16)",
    "squares": "other squares",
    "flow": "Flow",
    "flow+": "Flow with walls, bridges, holes",
    "real-flow": "Flow Free",
    "real-kami-1": "KAMI 1",
    "real-kami-2": "KAMI 2",
    "no-board": "none of these",
}


@dataclass(frozen=True)
class Score:
    """What became of one picture: whether a board of its puzzle was found, of the right size, the
    share of cells read right (0 to 1), the stated confidence (0 if it was refused), and the seconds
    of CPU it took."""

    name: str
    found: bool
    sized: bool
    right: float
    confidence: float
    seconds: float


def rows(kinds: dict[str, int]) -> Iterator[tuple[object, ...]]:
    """Yield the cells by COLUMNS of so many pictures of each kind, and of all."""
    every = list[Score]()
    for kind, number in some(kinds.items()):
        scores = [score(kind, i) for i in watched(range(number), kind)]
        every += scores
        yield _row(NAMES.get(kind, kind), scores)
    yield _row("all", every)


def _row(name: str, scores: list[Score]) -> tuple[object, ...]:
    return (
        name,
        len(scores),
        sum(score.sized for score in scores),
        f"{100 * mean(score.right for score in scores):.2f} %",
        sum(score.right == 1 for score in scores),
        sum(score.confidence >= 0.95 for score in scores),
        sum(score.right < 1 and score.confidence >= 0.9 for score in scores),
        f"{mean(score.seconds for score in scores):.1f}",
    )


def screenshots() -> Iterator[tuple[object, ...]]:
    """Yield the cells of all screenshots."""
    return rows({kind: len(shots(kind)) for kind in REAL})


def photographs() -> Iterator[tuple[object, ...]]:
    """Yield the cells of all photographs."""
    return rows(COUNT)


def score(kind: str, number: int) -> Score:
    """Reads the `number`th screenshot of a kind, or a photograph that it makes of a board."""
    if kind in REAL:
        file, truth = shots(kind)[number]
        return _score(file, truth, SHOTS / file)
    puzzle, name, level = board(kind, number)
    shapes = drawing(puzzle.scene(puzzle.start(level)))
    margin = 0.5 if puzzle.id == "kami" else 0.4
    with tempfile.TemporaryDirectory() as folder:
        shot = Path(folder, "shot.png")
        Image.fromarray(photograph(shapes, number, margin)).save(shot)
        return _score(f"{number} {name}", level, shot)


def _score(name: str, truth: Any, shot: Path) -> Score:
    start = time.process_time()
    try:
        _, reading = read_picture(str(shot))
    except LevelError:
        share = 0.0 if truth else 1.0
        return Score(name, False, False, share, 0, time.process_time() - start)
    seconds = time.process_time() - start
    if truth is None:
        return Score(name, True, False, 0, reading.confidence, seconds)
    mine = type(truth) is type(reading.level)
    sized = mine and same_size(truth, reading.level)
    return Score(name, mine, sized, right(truth, reading.level), reading.confidence, seconds)


@cache
def shots(kind: str) -> list[tuple[str, Any]]:
    """The screenshots of a kind whose boards were written down: files in SHOTS, and levels; None
    where a picture shows no board."""
    lines = (SHOTS / "truth.jsonl").read_text(encoding="utf-8").splitlines()
    found = [shot for line in lines if (shot := json.loads(line))["file"].startswith(REAL[kind])]
    return [
        (shot["file"], _truth(shot))
        for shot in found
        if (shot["truth"] or shot["game"] is None) and shot["file"] not in MISWRITTEN
    ]


def _truth(shot: dict[str, Any]) -> Any:
    if shot["game"] is None:
        return None
    grid_type = TriangleGrid if shot["game"] == "kami2" else SquareGrid
    missing = "_" if shot["game"] == "flow" else "."
    grid, symbols = grid_type.parse("\n".join(shot["truth"]), missing)
    names = sorted({*symbols} - {"."})
    numbers = np.array([names.index(s) if s != "." else -1 for s in symbols], dtype=np.int32)
    if shot["game"] == "flow":
        return FlowLevel("", Place(""), FlowBoard(grid, tuple(names), numbers))
    return KamiLevel("", Place(""), Board(grid, (), numbers.astype(np.uint8)), None, Place(""))


def board(kind: str, number: int) -> tuple[AnyPuzzle, str, Any]:
    """The `number`th board of a kind: a shipped level or, mostly for `squares`, a part of one."""
    whole = kind != "squares" or number % 10 == 9
    levels = _levels(kind if whole else "kami-1")
    puzzle, name, level = levels[number * 11 % len(levels)]
    if not whole:
        return puzzle, name, _part(level, number)
    return puzzle, name, level


@cache
def _levels(kind: str) -> list[tuple[AnyPuzzle, str, Any]]:
    return [
        (entry.puzzle, f"{entry.puzzle.id}/{entry.name}/{number}", level)
        for entry in library().packs
        if entry.puzzle.can("reader.read")
        for number, level in enumerate(entry.levels, 1)
        if _kind(entry.puzzle.id, cast(KamiLevel | FlowLevel, level).board) == kind
    ]


def _kind(puzzle: str, board: Any) -> str:
    grid = board.grid
    if puzzle == "kami":
        if grid.kind == "square":
            return "kami-1" if (grid.rows, grid.cols, grid.n) == (16, 10, 160) else "squares"
        return "triangles" if grid.kind == "triangle" else ""
    if grid.kind != "square" or board.wrap:
        return ""
    plain = grid.n == grid.rows * grid.cols and not (board.walls or board.bridges)
    return "flow" if plain else "flow+"


def _part(level: KamiLevel, seed: int) -> KamiLevel:
    """A rectangle of 5 to 20 rows and columns, cut from a board of squares and its reflections."""
    random = np.random.default_rng(seed)
    grid = level.board.grid
    assert isinstance(grid, SquareGrid)
    colours = level.board.colours.reshape(grid.rows, -1)
    mirrored = np.block([[colours, colours[:, ::-1]], [colours[::-1], colours[::-1, ::-1]]])
    while True:
        rows, cols = random.integers(5, 21, 2)
        top, left = random.integers(0, np.subtract(mirrored.shape, (rows, cols)) + 1)
        part = mirrored[top : top + rows, left : left + cols]
        kept, numbers = np.unique(part, return_inverse=True)
        if len(kept) >= 2:
            break
    palette = tuple(level.board.palette[c] for c in kept)
    cut = Board(SquareGrid.full(int(rows), int(cols)), palette, numbers.astype(np.uint8).ravel())
    return KamiLevel("", Place(""), cut, None, Place(""))


def cells(level: Any) -> np.ndarray:
    """What stands at each place, cut to the cells there are: −2 for none, −1 for nothing on it."""
    board = level.board
    full = np.full((board.grid.rows, board.grid.cols), -2)
    ys, xs = board.grid.row, board.grid.col
    full[ys, xs] = getattr(board, "dots", getattr(board, "colours", None))
    return full[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def same_size(truth: Any, read: Any) -> bool:
    return truth.board.grid.kind == read.board.grid.kind and cells(truth).shape == cells(read).shape


def wrong(truth: Any, read: Any) -> np.ndarray:
    """Which cells of boards of one size were not read as they are, whatever colours are called."""
    true, seen = cells(truth), cells(read)
    pairs = Counter(zip(true.ravel().tolist(), seen.ravel().tolist(), strict=True))
    names: dict[int, int] = {-1: -1, -2: -2}
    for (a, b), _ in pairs.most_common():
        if min(a, b) >= 0 and a not in names.values() and b not in names:
            names[b] = a
    named = np.array([names.get(b, -3) for b in seen.ravel().tolist()])
    differ: np.ndarray = named.reshape(seen.shape) != true
    return differ


def right(truth: Any, read: Any) -> float:
    """The share of cells that were read as they are; a wall or bridge too many or too few counts as
    a cell."""
    if type(truth) is not type(read) or not same_size(truth, read):
        return 0.0
    faults = wrong(truth, read)
    others = sum(
        len(getattr(truth.board, part, set()) ^ getattr(read.board, part, set()))
        for part in ("walls", "bridges")
    )
    return max(0.0, 1 - (int(faults.sum()) + others) / faults.size)


def photograph(drawing: Drawing, seed: int, margin: float = 0.5) -> np.ndarray:
    """Return a drawing as a phone takes it, as pixels (height, width, 3): on a background, with a
    bar of colours below, paper, uneven light, noise, JPEG, any scale, and the margins cut at
    random; `margin` is the paper around it."""
    random = np.random.default_rng(seed)
    long = int(random.integers(520, 1100))
    board, mask = _board(drawing, long)
    scale = long / max(drawing.width, drawing.height)
    rim = int(margin * scale) - int(random.uniform(0.05, 0.4) * margin * scale)
    board, mask = board[rim:-rim, rim:-rim], mask[rim:-rim, rim:-rim]
    board *= _paper(random, board.shape[:2], random.uniform(0, 0.035))[..., None]
    height, width = board.shape[:2]
    back = _background(random, height, width)
    picture = np.where(mask[..., None], board, back)
    if random.random() < 0.7:
        picture = np.vstack([picture, _bar(random, drawing, width, int(height * 0.09))])
    picture *= _light(random, picture.shape[:2], random.uniform(0, 0.16))[..., None]
    picture += random.normal(0, random.uniform(0, 5), picture.shape)
    shot = Image.fromarray(picture.clip(0, 255).astype(np.uint8))
    factor = random.uniform(0.75, 1.5)
    shot = shot.resize(
        (round(shot.width * factor), round(shot.height * factor)), Image.Resampling.BICUBIC
    )
    file = io.BytesIO()
    shot.save(file, "JPEG", quality=int(random.integers(60, 96)))
    return np.asarray(Image.open(file).convert("RGB"))


def _board(drawing: Drawing, long: int) -> tuple[np.ndarray, np.ndarray]:
    """The pixels of the drawing, and which of them are not bare paper."""
    one, other = (
        np.asarray(image(Drawing(drawing.width, drawing.height, drawing.shapes, paper), long))
        for paper in ("#ffffff", "#000000")
    )
    return one.astype(float), (one == other).all(axis=2)


def _smooth(random: np.random.Generator, shape: tuple[int, int], size: int) -> np.ndarray:
    """Random values around 0 that change over `size` pixels."""
    small = random.normal(0, 1, (shape[0] // size + 2, shape[1] // size + 2))
    large = Image.fromarray(small.astype(np.float32)).resize(
        (shape[1], shape[0]), Image.Resampling.BICUBIC
    )
    return np.asarray(large)


def _paper(random: np.random.Generator, shape: tuple[int, int], strength: float) -> np.ndarray:
    fine, fibres = random.normal(0, 1, shape), _smooth(random, shape, 5)
    return 1 + strength * (0.7 * fine + 0.7 * fibres + 0.5 * _smooth(random, shape, 40))


def _light(random: np.random.Generator, shape: tuple[int, int], strength: float) -> np.ndarray:
    y, x = np.mgrid[-1 : 1 : shape[0] * 1j, -1 : 1 : shape[1] * 1j]
    angle, spot = random.uniform(0, 2 * np.pi), random.uniform(-0.5, 0.5, 2)
    slope = np.cos(angle) * x + np.sin(angle) * y
    shade: np.ndarray = 0.6 * slope - 0.5 * ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) + 0.3
    return 1 + strength * shade


def _background(random: np.random.Generator, height: int, width: int) -> np.ndarray:
    """A pale gradient between two colours, or a dark one."""
    base = random.uniform(215, 250) if random.random() < 0.7 else random.uniform(12, 40)
    ends = [np.clip(base + random.uniform(-10, 10, 3), 0, 255) for _ in range(2)]
    share = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].mean(axis=0)[..., None]
    blended: np.ndarray = ends[0] * (1 - share) + ends[1] * share
    return blended


def _bar(random: np.random.Generator, drawing: Drawing, width: int, height: int) -> np.ndarray:
    """Buttons on dark ground, then the drawing's colours."""
    bar = np.full((height, width, 3), (35.0, 27.0, 16.0))
    start = int(width * random.uniform(0.25, 0.45))
    for i in range(3):
        x = start * (2 * i + 1) // 6
        bar[height // 3 : 2 * height // 3, x - 5 : x + 5] = 240
    colours: list[np.ndarray] = []
    for colour in {s.colour: None for s in drawing.shapes if isinstance(s, Polygons)}:
        ink = np.array(list(bytes.fromhex(colour[1:])), float)
        # The second shade of a colour is no colour of its own.
        if all(np.abs(ink - other).max() > 24 for other in colours) and len(colours) < 6:
            colours.append(ink)
    edges = np.linspace(start, width, len(colours) + 1).astype(int)
    for ink, a, b in zip(colours, edges, edges[1:], strict=False):
        bar[:, a:b] = ink
    return bar
