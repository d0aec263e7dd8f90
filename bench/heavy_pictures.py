"""Pictures that are hard to read: noise, stripes, checks, cells, blobs and dots.

    python bench/heavy_pictures.py [--count N] [--seed SEED]

Each has up to 12 million pixels and is read as the app reads a picture. Printed are, per kind,
how many showed a board, the median and the greatest CPU time, and the greatest memory of the
process. An error other than a line for the user ends the run.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw

from helping import show, watched
from puzzles.core.errors import LevelError
from puzzles.pictures.photo import read_picture

MOST = 12_000_000  # pixels
Pixels = npt.NDArray[np.uint8]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    times = {kind: list[float]() for kind in KINDS}
    boards = dict.fromkeys(KINDS, 0)
    for number in watched(range(options.count)):
        kind = [*KINDS][number % len(KINDS)]
        random = np.random.default_rng((options.seed, number))
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, f"picture.{random.choice(['png', 'jpg', 'webp'])}")
            Image.fromarray(KINDS[kind](random)).save(file)
            began = time.process_time()
            try:
                read_picture(str(file))
                boards[kind] += 1
            except LevelError:
                pass
            times[kind].append(time.process_time() - began)
    rows = [
        (kind, len(t), boards[kind], f"{statistics.median(t):.2f}", f"{max(t):.2f}")
        for kind, t in times.items()
        if t
    ]
    show(("pictures", "count", "boards", "median (s)", "most (s)"), rows)
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1000} MB at most")


def size(random: np.random.Generator) -> tuple[int, int]:
    """A height and a width, together at most MOST pixels."""
    height = int(random.integers(300, 4000))
    return height, int(random.integers(300, min(4000, MOST // height) + 1))


def colours(random: np.random.Generator, shape: tuple[int, ...]) -> Pixels:
    palette = random.integers(0, 256, (int(random.integers(2, 12)), 3), dtype=np.uint8)
    painted: Pixels = palette[random.integers(0, len(palette), shape)]
    return painted


def noise(random: np.random.Generator) -> Pixels:
    return random.integers(0, 256, (*size(random), 3), dtype=np.uint8)


def stripes(random: np.random.Generator) -> Pixels:
    height, width = size(random)
    lines = colours(random, (height // int(random.integers(2, 60)) + 1,))
    return np.repeat(lines[:, None], width, axis=1).repeat(-(-height // len(lines)), 0)[:height]


def checks(random: np.random.Generator) -> Pixels:
    (height, width), step = size(random), int(random.integers(3, 120))
    one, other = colours(random, (2,))
    odd = (np.arange(height)[:, None] // step + np.arange(width) // step) % 2
    board: Pixels = np.where(odd[..., None], one, other)
    return board


def cells(random: np.random.Generator) -> Pixels:
    (height, width), step = size(random), int(random.integers(3, 120))
    board = colours(random, (height // step + 1, width // step + 1))
    return board.repeat(step, 0).repeat(step, 1)[:height, :width]


def blobs(random: np.random.Generator) -> Pixels:
    height, width = size(random)
    small = Image.fromarray(noise(random)[: height // 40 + 2, : width // 40 + 2])
    return np.asarray(small.resize((width, height), Image.Resampling.BICUBIC))


def dots(random: np.random.Generator) -> Pixels:
    height, width = size(random)
    picture = Image.new("RGB", (width, height), tuple(colours(random, ()).tolist()))
    draw = ImageDraw.Draw(picture)
    for _ in range(int(random.integers(10, 3000))):
        x, y, r = (int(random.integers(*ends)) for ends in ((0, width), (0, height), (2, 60)))
        draw.ellipse((x - r, y - r, x + r, y + r), fill=tuple(colours(random, ()).tolist()))
    return np.asarray(picture)


KINDS: dict[str, Callable[[np.random.Generator], Pixels]] = {
    kind.__name__: kind for kind in (noise, stripes, checks, cells, blobs, dots)
}

if __name__ == "__main__":
    main()
