"""A fault of the program's own: a report in a file, and one line that names it."""

from __future__ import annotations

import sys

from puzzles.cli.exits import Exit
from puzzles.core.errors import Crash, printable, reason_of
from puzzles.player.reports import report_of, write_report

WORDS = 200  # of the error, in the line


def report(error: BaseException) -> Exit:
    """Report an error that nobody expected, and return the exit code. A report that cannot be
    written goes to standard error."""
    if isinstance(error, Crash) and error.__cause__ is not None:
        error = error.__cause__
    what = printable(f"{type(error).__name__}: {error}"[:WORDS])
    text = report_of(error)
    try:
        where = f"the report is {write_report(text)}"
    except OSError as reason:
        print(text, file=sys.stderr)
        where = f"the report cannot be written ({reason_of(reason)})"
    print(f"puzzles: this is a fault of the program ({what}); {where}", file=sys.stderr)
    return Exit.CRASHED
