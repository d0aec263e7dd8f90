"""Codes of boards that have no address, as some sites and programs give them, `4x4:1b2h1b2`: a
digit is a cell, a letter that many empty ones."""

import re

EMPTY = "."
CODE = re.compile(
    r"^[ \t]*(\d{1,3})x(\d{1,3})(?:t0)?(?:d\w)?:([\da-z]{1,9999})[ \t]*$", re.ASCII | re.MULTILINE
)


def expanded(code: re.Match[str]) -> list[str]:
    """The rows of a code; none if its cells are none of its size."""
    wide, high = int(code[1]), int(code[2])
    cells = re.sub("[a-z]", lambda letter: EMPTY * (int(letter[0], 36) - 9), code[3])
    rows = [cells[at : at + wide] for at in range(0, len(cells), wide or 1)]
    return rows if len(cells) == wide * high else []
