"""A fault of the program's own: a report in a file, and one line that names it."""

from __future__ import annotations

import os
import platform
import sys
from contextlib import suppress
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from traceback import format_exception

from puzzles import __version__
from puzzles.cli.exits import Exit
from puzzles.core.errors import Crash, printable, reason_of
from puzzles.library import locations
from puzzles.library.files import write_text

KEPT = 20  # reports; older ones go
WORDS = 200  # of the error, in the line


def report(error: BaseException) -> Exit:
    """Report an error that nobody expected, and return the exit code. A report that cannot be
    written goes to standard error."""
    if isinstance(error, Crash) and error.__cause__ is not None:
        error = error.__cause__
    what = printable(f"{type(error).__name__}: {error}"[:WORDS])
    text = f"{_about()}\n\n{''.join(format_exception(error))}"
    try:
        where = f"the report is {_written(text)}"
    except OSError as reason:
        print(text, file=sys.stderr)
        where = f"the report cannot be written ({reason_of(reason)})"
    print(f"puzzles: this is a fault of the program ({what}); {where}", file=sys.stderr)
    return Exit.CRASHED


def _written(text: str) -> Path:
    folder = locations.state() / "crashes"
    file = folder / f"{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    write_text(file, text)
    for old in sorted(folder.glob("*.txt"))[:-KEPT]:
        with suppress(OSError):
            old.unlink()
    return file


def _about() -> str:
    """Describe what the error may depend on."""
    terminal = " ".join(os.environ.get(name, "") for name in ("TERM", "COLORTERM", "TERM_PROGRAM"))
    return "\n".join(
        [
            f"puzzles {__version__}, textual {version('textual')}",
            f"Python {platform.python_version()}, {platform.platform()}",
            f"terminal {terminal}",
            f"arguments {sys.argv[1:]}",
        ]
    )
