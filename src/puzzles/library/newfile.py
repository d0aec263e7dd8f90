"""Files that a person names to be written: none takes the place of another unasked, and a folder
that has to be made for one is told."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryFile
from types import TracebackType

from puzzles.core.errors import PuzzlesError, UsageError, reason_of
from puzzles.library.files import write_bytes


class Taken(UsageError):
    """There is a file of that name already."""


class NotWritten(PuzzlesError):
    """The file cannot be written; the text is its name and the reason."""


def beside_others(path: Path, data: bytes, tell: Callable[[str], None]) -> Path:
    """Write a new file with this name, or the first of `name-2`, `name-3` … that is not taken;
    which it is. Raises NotWritten."""
    for number in count(1):
        free = path if number == 1 else path.with_stem(f"{path.stem}-{number}")
        with suppress(Taken), NewFile(str(free), tell) as file:
            file.write(data)
            return free
    raise AssertionError("there is no end of numbers")


class NewFile:
    """A file that is there whole, as soon as it is written, or not at all.

    A name that is taken and a folder that cannot be written to are found at the beginning, before
    anybody works for the file. By `force` it takes the place of another file, which stays as it is
    until then. If a folder was made for it, `tell` is called with words on that.
    """

    def __init__(self, name: str, tell: Callable[[str], None], force: bool = False) -> None:
        """Raises Taken and NotWritten."""
        self._name, self._path, self._tell = name, Path(name), tell
        if os.path.isdir(name):
            raise NotWritten(f"{name}: is a folder")
        self._new = not (force and os.path.isfile(name))
        if self._new and os.path.lexists(name):
            raise self._taken()
        self._made = [each for each in self._path.parents if not os.path.exists(each)]
        try:
            if self._made:
                self._path.parent.mkdir(parents=True, exist_ok=True)
            with TemporaryFile(dir=self._path.parent):
                pass
        except OSError as error:
            self._leave_nothing()
            raise self._not_written(error) from None

    def write(self, data: str | bytes) -> None:
        """Make this the whole of the file. Raises NotWritten, and Taken if another process has
        written it meanwhile."""
        try:
            write_bytes(self._path, data.encode() if isinstance(data, str) else data, new=self._new)
        except FileExistsError:
            raise self._taken() from None
        except OSError as error:
            raise self._not_written(error) from None
        if self._made:
            self._tell(f"made the folder {self._path.parent}")
        self._new, self._made = False, []

    def __enter__(self) -> NewFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._leave_nothing()

    def _leave_nothing(self) -> None:
        with suppress(OSError):  # not empty, or not made
            for folder in self._made:
                folder.rmdir()

    def _taken(self) -> Taken:
        return Taken(f"{self._name} is there already, and stays as it is")

    def _not_written(self, error: OSError) -> NotWritten:
        return NotWritten(f"{self._name}: {reason_of(error)}")
