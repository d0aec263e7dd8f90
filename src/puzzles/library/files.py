"""Reading text with a limit, and writing files so that a crash loses nothing, and none takes the
place of another unasked."""

import codecs
import os
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from puzzles.core.errors import LevelError, Place, PuzzlesError, UsageError, reason_of

os.umask(_UMASK := os.umask(0o077))  # it can only be read by setting it
MAX_BYTES = 4_000_000  # a thousand large boards; anything bigger is not a level file


def read_text(name: str, most: int = MAX_BYTES) -> str:
    """The text of file `name`, or of standard input for `-`.

    Raises LevelError for what is missing, unreadable, a directory, empty, over `most` bytes or
    not UTF-8 (or UTF-16 that says so).
    """
    try:
        if name == "-":
            data = sys.stdin.buffer.read(most + 1)
        else:
            with open(name, "rb") as file:
                data = file.read(most + 1)
    except OSError as error:
        folder = isinstance(error, IsADirectoryError)
        reason = "is a directory, not a level file" if folder else reason_of(error)
        raise LevelError(Place(name), reason) from None
    return decoded(name, data, most)


def decoded(name: str, data: bytes, most: int = MAX_BYTES) -> str:
    """The text that a file `name` has in these bytes; raises LevelError as `read_text` does."""
    if len(data) > most:
        raise LevelError(Place(name), f"too large: such files hold at most {most:,} bytes")
    data = data.removeprefix(codecs.BOM_UTF8)
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    encoding = "utf-16" if wide else "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        place = Place.after(name, data[: error.start].decode(encoding))
        raise LevelError(place, f"not a text file (not UTF-{16 if wide else 8})") from None
    if not text.strip():
        raise LevelError(Place(name), "the file is empty")
    return text.replace("\r\n", "\n")


# Writing -------------------------------------------------------------------------------------


def write_file(path: Path, data: str | bytes, new: bool = False) -> None:
    """Write `data` to `path` atomically: readers see the old file or the new, never a part. Raises
    FileExistsError if the file is to be `new`, and is there."""
    data = data.encode() if isinstance(data, str) else data
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o666 & ~_UMASK)  # like any other new file
        if new and path.exists():
            raise FileExistsError(path)
        os.replace(temporary, path)
    except BaseException:
        with suppress(OSError):  # what went wrong first is what is told
            os.unlink(temporary)  # an interrupt may come just after the last step
        raise


class Taken(UsageError):
    """There is a file of that name already."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is there already, and stays as it is")


class NotWritten(PuzzlesError):
    """The file cannot be written; the text is its name and the reason."""

    @classmethod
    def by(cls, name: object, error: OSError) -> "NotWritten":
        """The system's error as this one."""
        return cls(f"{name}: {reason_of(error)}")


def beside_others(path: Path, data: bytes, report: Callable[[str], None]) -> Path:
    """Write a new file with this name, or the first of `name-2`, `name-3` … that is not taken, and
    return its path. Raises NotWritten."""
    free, number = path, 1
    while os.path.lexists(free):
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    NewFile(str(free), report).write(data)
    return free


class NewFile:
    """A file that is there whole, as soon as it is written, or not at all.

    A name that is taken and a folder that cannot be written to are found at the beginning, before
    anybody works for the file. By `force` it takes the place of another file, which stays as it is
    until then. If a folder is made for it, `report` is called with words on that. The file `-` is
    standard output.
    """

    def __init__(self, name: str, report: Callable[[str], None], force: bool = False) -> None:
        """Look whether the file can be written. Raises Taken and NotWritten."""
        self._name, self._path, self._report, self._new = name, Path(name), report, False
        if name == "-":
            return
        if os.path.isdir(name):
            raise NotWritten(f"{name}: is a folder")
        self._new = not (force and os.path.isfile(name))
        if self._new and os.path.lexists(name):
            raise Taken(name)
        try:
            with tempfile.TemporaryFile(dir=next(filter(os.path.exists, self._path.parents), None)):
                pass
        except OSError as error:
            raise NotWritten.by(name, error) from None

    def write(self, data: str | bytes) -> None:
        """Make this the whole of the file. Raises NotWritten, and Taken if another process has
        written it meanwhile."""
        if self._name == "-":
            sys.stdout.write(data if isinstance(data, str) else data.decode())
            return
        made = not self._path.parent.exists()
        try:
            write_file(self._path, data, new=self._new)
        except FileExistsError:
            raise Taken(self._name) from None
        except OSError as error:
            raise NotWritten.by(self._name, error) from None
        if made:
            self._report(f"made the folder {self._path.parent}")
        self._new = False
