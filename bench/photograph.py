"""Pictures as phones take them: a drawing on a background, with a bar of colours below, paper,
uneven light, noise, JPEG, any scale, and the margins cut at random."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from puzzles.core.drawing import Drawing, Polygons
from puzzles.pictures.raster import image


def photograph(drawing: Drawing, seed: int, margin: float = 0.5) -> np.ndarray:
    """The drawing as an array of pixels (height, width, 3); `margin` is the paper around it."""
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
    return 1 + strength * (0.6 * slope - 0.5 * ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) + 0.3)


def _background(random: np.random.Generator, height: int, width: int) -> np.ndarray:
    """A pale gradient between two colours, or a dark one."""
    base = random.uniform(215, 250) if random.random() < 0.7 else random.uniform(12, 40)
    ends = [np.clip(base + random.uniform(-10, 10, 3), 0, 255) for _ in range(2)]
    share = np.mgrid[0 : 1 : height * 1j, 0 : 1 : width * 1j].mean(axis=0)[..., None]
    return ends[0] * (1 - share) + ends[1] * share


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
    for colour, a, b in zip(colours, edges, edges[1:], strict=False):
        bar[:, a:b] = colour
    return bar
