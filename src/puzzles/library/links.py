"""Links: the address of a page that plays, `#`, and the ID of a board, or DAILY for the puzzles of
today. docs/ids.md describes them."""

from __future__ import annotations

from puzzles.core.errors import UsageError
from puzzles.library.ids import is_id

DAILY = "daily"


def make_link(page: str, board: str) -> str:
    """The link that opens a board (its ID, or DAILY) on a page; the ID alone without a page."""
    return f"{page.partition('#')[0]}#{board}" if page else board


def is_link(text: str) -> bool:
    """Return True if a text can only be meant as a link to a board."""
    page, _, board = text.rpartition("#")
    return bool(page) and (is_id(board) or ("://" in page and board == DAILY))


def board_of(link: str) -> str:
    """The ID that a link, or what follows its `#`, names; raises UsageError, which quotes none of
    it, as anybody may have written it."""
    board = link.rpartition("#")[2]
    if board == DAILY:
        raise UsageError("this link opens the puzzles of today: `puzzles daily`, or F3 in the app")
    if not is_id(board):
        raise UsageError("this link names no board that can be opened here")
    return board
