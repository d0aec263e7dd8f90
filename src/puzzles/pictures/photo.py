"""Reads a board off a picture, of a file or on the clipboard: opens it with bounded memory and asks
every puzzle."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageGrab, ImageOps, UnidentifiedImageError

from puzzles.core.errors import LevelError, Place, UsageError, reason_of
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import DOUBTFUL, Reading
from puzzles.library import registry
from puzzles.pictures.oklab import oklab

FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
CLIPBOARD = "clipboard"  # what a picture is called that comes from there
MAX_PIXELS = 50_000_000  # 200 MB while it is opened; phones take 12 to 50 million
SIDE = 1000  # pixels that are looked at
SMALL = 80  # pixels of the picture that is shown beside the board
LEAST = 48  # pixels; no board is as small as that
Image.MAX_IMAGE_PIXELS = None  # Pillow's own limit; ours is looked at before a picture is read


def read_picture(file: str = "") -> tuple[AnyPuzzle, Reading]:
    """The surest reading of any puzzle; without a file, of the picture on the clipboard. LevelError
    for what is no picture or shows no board."""
    picture = None if file else clipboard()
    file = picture if isinstance(picture, str) else file or CLIPBOARD
    seen = _pixels(file, picture) if isinstance(picture, Image.Image) else open_picture(file)
    pixels = oklab(seen)
    found = [
        (reading.confidence, name, reading)
        for name, puzzle in registry.plugins()[0].items()
        if puzzle.can("reader.read") and (reading := puzzle.reader.read(pixels)) is not None
    ]
    _, name, reading = max(found, key=lambda f: f[0], default=(0.0, "", None))
    if reading is None or reading.confidence < DOUBTFUL:
        raise LevelError(Place(file), "no board was found in this picture")
    level = replace(reading.level, title=Path(file).stem or "picture")
    small = Image.fromarray(seen)
    small.thumbnail((SMALL, SMALL))
    return registry.plugin(name), replace(reading, level=level, picture=np.asarray(small))


def open_picture(file: str) -> npt.NDArray[np.uint8]:
    """The picture's pixels, shape (height, width, 3), made smaller to SIDE; raises LevelError."""
    try:
        with Image.open(file, formats=FORMATS) as picture:
            return _pixels(file, picture)
    except UnidentifiedImageError:
        known = ", ".join(FORMATS)
        raise LevelError(Place(file), f"not a picture that can be read ({known})") from None
    except OSError as error:
        raise LevelError(Place(file), f"cannot be read: {reason_of(error)}") from None
    except (ValueError, SyntaxError, EOFError, IndexError) as error:  # Pillow, on broken files
        raise LevelError(Place(file), f"a broken picture: {error}") from None


def _pixels(file: str, picture: Image.Image) -> npt.NDArray[np.uint8]:
    width, height = picture.size
    if width * height > MAX_PIXELS:
        most = f"a picture may have {MAX_PIXELS // 1_000_000} million pixels"
        raise LevelError(Place(file), f"too large: {most}; this one has {width:,} × {height:,}")
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


def clipboard() -> Image.Image | str:
    """The picture on the clipboard, or the path of one that was copied as a file. Raises
    UsageError.

    X11 and Wayland need `xclip` or `wl-paste`.
    """
    try:
        found = ImageGrab.grabclipboard()
    except NotImplementedError:
        raise UsageError("the clipboard can be read where wl-paste or xclip is installed") from None
    except UnidentifiedImageError:
        found = None
    except Exception as error:  # whatever the system's own tools say
        raise UsageError(f"the clipboard cannot be read: {error}") from None
    if not found:
        raise UsageError("there is no picture on the clipboard")
    return str(found[0]) if isinstance(found, list) else found
