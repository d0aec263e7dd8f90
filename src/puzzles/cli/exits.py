"""The exit codes of the command."""

from enum import IntEnum


class Exit(IntEnum):
    """NO is an answer: unsolvable, not within so many moves, or a limit reached without a proof.
    CRASHED (EX_SOFTWARE in sysexits.h) is a fault of the program's own."""

    DONE = 0
    NO = 1
    WRONG = 2
    CRASHED = 70
    INTERRUPTED = 130
