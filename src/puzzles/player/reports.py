"""Reports of faults of the program: a file for each, and no more than KEPT."""

import os
import platform
import sys
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from traceback import format_exception

from puzzles.library import locations
from puzzles.library.files import write_file

KEPT = 20  # reports; older ones go


def report_of(error: BaseException) -> str:
    """Return the text of a report: what the error may depend on, and its traceback. It raises
    nothing, for a report of a fault must not be another one."""
    terminal = " ".join(os.environ.get(name, "") for name in ("TERM", "COLORTERM", "TERM_PROGRAM"))
    about = [
        f"puzzles {_known(version, 'puzzles-terminal')}, textual {_known(version, 'textual')}",
        f"Python {platform.python_version()}, {_known(platform.platform)}",
        f"terminal {terminal}",
        f"arguments {sys.argv[1:]}",
    ]
    return "\n".join([*about, "", "".join(format_exception(error))])


def _known(find: Callable[..., str], *arguments: str) -> str:
    try:
        return find(*arguments)
    except Exception:  # such as no metadata, or a Python that was replaced since it started
        return "unknown"


def write_report(text: str) -> Path:
    """Write a report into the folder `crashes` of the state directory. Raises OSError."""
    folder = locations.state() / "crashes"
    file = folder / f"{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    write_file(file, text)
    for old in sorted(folder.glob("*.txt"))[:-KEPT]:
        with suppress(OSError):
            old.unlink()
    return file
