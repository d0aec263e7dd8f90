"""The files that a command writes (`library.files`): `--force` lets them replace others."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from puzzles.core.errors import UsageError, printable

if TYPE_CHECKING:
    from puzzles.library.files import NewFile


def new_file(name: str, force: bool) -> NewFile:
    """The file to write to; raises PuzzlesError."""
    from puzzles.library.files import NewFile, Taken

    try:
        return NewFile(name, tell, force)
    except Taken as error:
        raise UsageError(f"{error} (--force replaces it)") from None


def tell(words: str) -> None:
    """Say something beside the output, on standard error."""
    print(f"puzzles: {printable(words)}", file=sys.stderr)
