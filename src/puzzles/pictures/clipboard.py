"""The picture on the clipboard: of Windows and macOS, and of X11 and Wayland where `xclip` or
`wl-paste` is installed."""

from __future__ import annotations

import queue
import warnings

from PIL import Image, ImageGrab, UnidentifiedImageError

from puzzles.core.errors import UsageError
from puzzles.core.threads import begin

WAIT = 10.0  # seconds, in which another program has to hand its picture over


def clipboard() -> Image.Image | str:
    """The picture, or the path of one that was copied as a file; raises UsageError."""
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
