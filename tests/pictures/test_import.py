"""Pictures that come in: boards rendered as a phone would take them, real ones, and bad files."""

from __future__ import annotations

import io
import json
import struct
import zlib
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from photograph import photograph
from PIL import Image

from puzzles.cli import main
from puzzles.core.levels import read_pack
from puzzles.core.library import find, library
from puzzles.core.solving import Limits, answer
from puzzles.pictures.photo import read_picture

SHOTS = Path(__file__).parents[3] / "shared" / "data" / "screenshots"


def plain(level) -> bool:
    """What can be read: no walls, bridges, holes in Flow, no bare graphs."""
    board = level.board
    if board.grid.kind not in ("square", "triangle"):
        return False
    if hasattr(board, "dots"):
        whole = board.grid.n == board.grid.rows * board.grid.cols
        return whole and not (board.walls or board.bridges or board.wrap)
    return True


LEVELS = [(pack.puzzle, level) for pack in library().packs for level in pack.levels if plain(level)]


def cells(level) -> np.ndarray:
    """What stands at each place, cut to the cells there are: −2 for none, −1 for nothing on it."""
    board = level.board
    full = np.full((board.grid.rows, board.grid.cols), -2)
    full[board.grid.row, board.grid.col] = getattr(board, "dots", getattr(board, "colours", None))
    ys, xs = np.nonzero(full > -2)
    return full[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def right(truth, read) -> float:
    """The share of cells that were read as they are, whatever the colours are called."""
    true, seen = cells(truth), cells(read)
    if truth.board.grid.kind != read.board.grid.kind or true.shape != seen.shape:
        return 0.0
    pairs = Counter(zip(true.ravel().tolist(), seen.ravel().tolist(), strict=True))
    names: dict[int, int] = {-1: -1, -2: -2}
    for (a, b), _ in pairs.most_common():
        if min(a, b) >= 0 and a not in names.values() and b not in names:
            names[b] = a
    return sum(n for (a, b), n in pairs.items() if names.get(b) == a) / true.size


def score(seed: int, folder: Path) -> float:
    puzzle, level = LEVELS[seed * 11 % len(LEVELS)]
    margin = 0.5 if puzzle.id == "kami" else 0.4
    shot = folder / f"{seed}.png"
    Image.fromarray(photograph(puzzle.draw(puzzle.start(level)), seed, margin)).save(shot)
    try:
        found, reading = read_picture(str(shot))
    except Exception:
        return 0.0
    return right(level, reading.level) if found is puzzle else 0.0


@pytest.mark.parametrize("seed", [3, 8, 13, 21])
def test_a_photograph_is_read(seed, tmp_path):
    assert score(seed, tmp_path) >= 0.99


@pytest.mark.slow
def test_sixty_photographs(tmp_path):
    """The aim is 99 %. It is not reached yet: Kami's squares lose rows at a plain edge of the
    board, or their two shades are taken for two colours, and papers much alike for one."""
    scores = [score(seed, tmp_path) for seed in range(60)]
    missed = [seed for seed, share in enumerate(scores) if share < 0.9]
    assert np.mean(scores) >= 0.85, missed


@pytest.mark.parametrize("name", ["kami/paper-garden/5", "flow/first-pipes/3"])
def test_what_is_exported_can_be_imported(name, tmp_path, capsys):
    shot, out = tmp_path / "shot.png", tmp_path / "level.toml"
    assert main(["export", name, str(shot)]) == 0
    assert main(["import", str(shot), "-o", str(out), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["confidence"] > 0.9
    (level,) = read_pack(str(out)).levels
    assert level.title == "shot"
    assert right(find(name).level, level) == 1


# Those that are boards of the game with nothing written on them, and their moves.
REAL = {
    "set-04-puzzle-1-moves-2": 2, "set-06-puzzle-6-moves-5": 5, "set-15-puzzle-6-moves-5": 5,
    "set-09-puzzle-2-moves-3": 3, "set-11-puzzle-2-moves-6": 6, "user-generated-02-moves-4": 4,
}  # fmt: skip


@pytest.mark.parametrize(
    "name", [*list(REAL)[:1], *(pytest.param(n, marks=pytest.mark.slow) for n in list(REAL)[1:])]
)
def test_real_screenshots(name):
    """The board must take as many moves as the game says."""
    shot = SHOTS / "kami2" / f"{name}.jpg"
    if not shot.exists():
        pytest.skip("the screenshots are not here")
    puzzle, reading = read_picture(str(shot))
    assert reading.confidence > 0.9
    found = answer(puzzle.solve(puzzle.start(reading.level), Limits(seconds=30)))
    assert found.moves is not None
    assert found.proved
    assert len(found.moves) == REAL[name]


def bomb(width: int, height: int) -> bytes:
    """A small PNG that says it is large."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(1 << 20), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def text_bomb() -> bytes:
    """A PNG whose comment unpacks to 64 megabytes."""
    head, tail = bomb(64, 64)[:33], bomb(64, 64)[33:]
    body = b"zTXtComment\0\0" + zlib.compress(bytes(64 << 20), 9)
    return head + struct.pack(">I", len(body) - 4) + body + struct.pack(
        ">I", zlib.crc32(body)) + tail  # fmt: skip


def noise() -> bytes:
    file = io.BytesIO()
    pixels = np.random.default_rng(1).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    Image.fromarray(pixels).save(file, "PNG")
    return file.getvalue()


def plain_picture() -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (400, 300), "#336699").save(file, "PNG")
    return file.getvalue()


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (bomb(20_000, 20_000), "too large"),
        (bomb(2_000_000_000, 2_000_000_000), ""),
        (bomb(9_000, 5_000), ""),
        (text_bomb(), ""),
        (noise()[:20_000], ""),
        (noise(), "no board"),
        (plain_picture(), "no board"),
        (b"", "not a picture"),
        (b"\x89PNG\r\n\x1a\n", "not a picture"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n", "not a picture"),
        (b"puzzle = 'x'", "not a picture"),
        (bomb(3, 3), "too small"),
    ],
    ids=range(12),
)
def test_bad_pictures(data, reason, tmp_path, capsys):
    shot = tmp_path / "bad.png"
    shot.write_bytes(data)
    assert main(["import", str(shot), "-o", str(tmp_path / "out.toml")]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"{shot}:1:1: ")
    assert error.count("\n") == 1
    assert reason in error
    assert not (tmp_path / "out.toml").exists()


def test_a_picture_that_is_not_there(tmp_path, capsys):
    for path in (tmp_path / "none.png", tmp_path):
        assert main(["import", str(path)]) == 2
        assert capsys.readouterr().err.count("\n") == 1
