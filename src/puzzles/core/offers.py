"""The abilities of the place that the program runs in, beside Python.

PUZZLES_LACKS names what it does not, as a server for others and a page in a browser set it.
"""

import os

LACKS = "PUZZLES_LACKS"
FILES = "files"  # the player's own, and a clipboard
COMPILER = "compiler"  # for kernels
LOG = "log"  # a file that a database can write ahead into


def offers(what: str) -> bool:
    """Return True if this place has FILES, a COMPILER or a LOG."""
    return what not in os.environ.get(LACKS, "").split()
