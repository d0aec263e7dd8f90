"""Files that a person names to be written: none takes the place of another unasked, and a folder
that has to be made for one is reported."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile

from puzzles.core.errors import PuzzlesError, UsageError, reason_of
from puzzles.library.files import write_bytes


class Taken(UsageError):
    """There is a file of that name already."""


class NotWritten(PuzzlesError):
    """The file cannot be written; the text is its name and the reason."""


def beside_others(path: Path, data: bytes, report: Callable[[str], None]) -> Path:
    """Write a new file with this name, or the first of `name-2`, `name-3` … that is not taken, and
    return its path. Raises NotWritten."""
    for number in count(1):
        free = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        with suppress(Taken):
            NewFile(str(free), report).write(data)
            return free
    raise AssertionError("there is no end of numbers")


class NewFile:
    """A file that is there whole, as soon as it is written, or not at all.

    A name that is taken and a folder that cannot be written to are found at the beginning, before
    anybody works for the file. By `force` it takes the place of another file, which stays as it is
    until then. If a folder is made for it, `report` is called with words on that.
    """

    def __init__(self, name: str, report: Callable[[str], None], force: bool = False) -> None:
        """Raises Taken and NotWritten."""
        self._name, self._path, self._report = name, Path(name), report
        if os.path.isdir(name):
            raise NotWritten(f"{name}: is a folder")
        self._new = not (force and os.path.isfile(name))
        if self._new and os.path.lexists(name):
            raise self._taken()
        try:
            with TemporaryFile(dir=next(filter(os.path.exists, self._path.parents), None)):
                pass
        except OSError as error:
            raise self._not_written(error) from None

    def write(self, data: str | bytes) -> None:
        """Make this the whole of the file. Raises NotWritten, and Taken if another process has
        written it meanwhile."""
        made = not self._path.parent.exists()
        try:
            write_bytes(self._path, data.encode() if isinstance(data, str) else data, new=self._new)
        except FileExistsError:
            raise self._taken() from None
        except OSError as error:
            raise self._not_written(error) from None
        if made:
            self._report(f"made the folder {self._path.parent}")
        self._new = False

    def _taken(self) -> Taken:
        return Taken(f"{self._name} is there already, and stays as it is")

    def _not_written(self, error: OSError) -> NotWritten:
        return NotWritten(f"{self._name}: {reason_of(error)}")
