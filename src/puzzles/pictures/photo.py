"""Reads a board off a picture, of a file or on the clipboard: opens it with bounded memory and asks
every puzzle."""

from __future__ import annotations

import queue
import warnings
from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageGrab, ImageOps, UnidentifiedImageError

from puzzles.core.errors import LevelError, Place, UsageError, reason_of
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import DOUBTFUL, Reading
from puzzles.core.threads import begin
from puzzles.library import registry
from puzzles.pictures.oklab import oklab

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
WAIT = 10.0  # seconds, in which another program has to hand its picture over
CLIPBOARD = "clipboard"  # what a picture is called that comes from there
MAX_PIXELS = 50_000_000  # 200 MB while it is opened; phones take 12 to 50 million
SIDE = 1000  # pixels that are looked at
LEAST = 48  # pixels; no board is as small as that


def read_picture(file: str = "") -> tuple[AnyPuzzle, Reading]:
    """The surest reading of any puzzle; without a file, of the picture on the clipboard. LevelError
    for what is no picture or shows no board."""
    picture = None if file else clipboard()
    file = picture if isinstance(picture, str) else file or CLIPBOARD
    pixels = oklab(
        _pixels(file, picture) if isinstance(picture, Image.Image) else open_picture(file)
    )
    found = [
        (reading.confidence, name, reading)
        for name, puzzle in registry.plugins()[0].items()
        if puzzle.can("reader.read") and (reading := puzzle.reader.read(pixels)) is not None
    ]
    _, name, reading = max(found, key=lambda f: f[0], default=(0.0, "", None))
    if reading is None or reading.confidence < DOUBTFUL:
        raise LevelError(Place(file), "no board was found in this picture")
    level = replace(reading.level, title=Path(file).stem or "picture")
    return registry.plugin(name), replace(reading, level=level)


def open_picture(file: str) -> npt.NDArray[np.uint8]:
    """The picture's pixels, shape (height, width, 3), made smaller to SIDE; raises LevelError."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(file, formats=FORMATS) as picture:
                return _pixels(file, picture)
    except LevelError:
        raise
    except UnidentifiedImageError:
        known = ", ".join(FORMATS)
        raise LevelError(Place(file), f"not a picture that can be read ({known})") from None
    except (Image.DecompressionBombWarning, Image.DecompressionBombError):
        raise LevelError(Place(file), _too_large()) from None
    except OSError as error:
        raise LevelError(Place(file), f"cannot be read: {reason_of(error)}") from None
    except (ValueError, SyntaxError, EOFError, IndexError) as error:  # Pillow, on broken files
        raise LevelError(Place(file), f"a broken picture: {error}") from None


def _pixels(file: str, picture: Image.Image) -> npt.NDArray[np.uint8]:
    width, height = picture.size
    if width * height > MAX_PIXELS:
        raise LevelError(Place(file), f"{_too_large()}; this one has {width:,} × {height:,}")
    if min(width, height) < LEAST:
        raise LevelError(Place(file), f"too small for a board: {width} × {height} pixels")
    picture.draft("RGB", (SIDE, SIDE))  # JPEG can be opened at a fraction of its size
    upright = ImageOps.exif_transpose(picture)
    if upright.mode in ("P", "LA", "PA", "RGBA"):
        upright = upright.convert("RGBA")
        white = Image.new("RGBA", upright.size, "#ffffff")
        upright = Image.alpha_composite(white, upright)
    upright = upright.convert("RGB")
    upright.thumbnail((SIDE, SIDE), Image.Resampling.BICUBIC, reducing_gap=2.0)
    return np.asarray(upright)


def _too_large() -> str:
    return f"too large: a picture may have {MAX_PIXELS // 1_000_000} million pixels"


def clipboard() -> Image.Image | str:
    """The picture on the clipboard, or the path of one that was copied as a file. Raises
    UsageError.

    X11 and Wayland need `xclip` or `wl-paste`.
    """
    answer = queue.SimpleQueue[object]()
    begin(lambda: answer.put(_grab()))
    try:
        found = answer.get(timeout=WAIT)
    except queue.Empty:
        raise UsageError("the clipboard does not answer") from None
    if isinstance(found, NotImplementedError):
        raise UsageError("the clipboard can be read where wl-paste or xclip is installed")
    if isinstance(found, list):
        found = found[0] if found else None
    if found is None or isinstance(found, UnidentifiedImageError):
        raise UsageError("there is no picture on the clipboard")
    if isinstance(found, Exception):
        raise UsageError(f"the clipboard cannot be read: {found}")
    return found if isinstance(found, Image.Image) else str(found)


def _grab() -> Image.Image | list[str] | Exception | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            return ImageGrab.grabclipboard()
    except Exception as error:  # whatever the system's own tools say
        return error
