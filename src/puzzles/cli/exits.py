"""The exit codes of the command."""

from enum import IntEnum


class Exit(IntEnum):
    """NO is an answer: unsolvable, not within so many moves, or a limit reached without a proof."""

    DONE = 0
    NO = 1
    WRONG = 2
    INTERRUPTED = 130
