"""IDs: a whole board in a short text that can be sent, pasted and typed, and links to it.
docs/ids.md describes them.

`PUZZLE.1c…`: the puzzle, a dot, the version of the format, how the board is coded, and in base64
the board and a checksum. A link is the address of a page that plays, `#`, and an ID, or DAILY for
the puzzles of today.
"""

import base64
import binascii
import json
import re
import zlib
from typing import Any

from puzzles.core.coding import Reader, Writer
from puzzles.core.errors import UsageError, plugin_faults
from puzzles.core.level import LEVEL_KEYS, Level
from puzzles.core.places import PlainPlaces
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Table
from puzzles.library import registry
from puzzles.library.levels import Pack, level_of

VERSION = "1"
COMPACT, DOCUMENT = "c", "d"  # as the puzzle codes it, or as a compressed document
DAILY = "daily"
PACK = "id"  # the name of the pack that a board from an ID is in
_NOT_BOARD = (*LEVEL_KEYS, "difficulty", "proof")
_ID = re.compile(r"(\w+)\.(\d)([a-z])([A-Za-z0-9_-]+)(?:\.[A-Za-z0-9_-]+)?")
_CHECK = 3  # bytes
_MOST = 4_000_000  # bytes of a document


def is_id(text: str) -> bool:
    """Return True if a text can only be meant as an ID, readable or not, or as a challenge
    (`library.challenges`), which begins with one."""
    match = _ID.fullmatch("".join(text.split()))
    return match is not None and match[1] in registry.plugins()[0]


def make_id(puzzle: AnyPuzzle, level: Level) -> str:
    """The ID of a level's board; raises LevelError where the plugin fails."""
    with plugin_faults(puzzle.id, level.place):
        writer = Writer()
        rules: Any = puzzle.rules
        try:
            coded = puzzle.can("rules.encode") and rules.encode(level, writer)
        except OverflowError:  # a number that has no code is a matter for the host, too
            coded = False
        if coded:
            return signed(f"{puzzle.id}.{VERSION}{COMPACT}", writer.data())
        keys = {key: value for key, value in puzzle.format(level).items() if key not in _NOT_BOARD}
        text = json.dumps(keys, ensure_ascii=False, separators=(",", ":"))
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zdict=puzzle.dictionary)
    document = packer.compress(text.encode()) + packer.flush()
    return signed(f"{puzzle.id}.{VERSION}{DOCUMENT}", document)


def read_id(text: str) -> Pack:
    """A pack with the one level that an ID describes; raises UsageError."""
    text = "".join(text.split())
    match = _ID.fullmatch(text)
    puzzle = registry.plugins()[0].get(match[1]) if match else None
    if match is None or puzzle is None:
        raise UsageError(f"this is no ID of a board: {short(text)}")
    _, version, coding, payload = match.groups()
    if version != VERSION or coding not in (COMPACT, DOCUMENT):
        raise UsageError(f"the ID {short(text)} was made by a newer version of this program")
    data = unsigned(text, len(text) - len(payload))
    try:
        if coding == COMPACT:
            if not puzzle.can("rules.decode"):
                raise ValueError(f"boards of {puzzle.title} are not coded like this")
            rules: Any = puzzle.rules
            keys = rules.decode(Reader(data))
        else:
            unpacker = zlib.decompressobj(-15, zdict=puzzle.dictionary)
            keys = json.loads(unpacker.decompress(data, _MOST))
            if unpacker.unconsumed_tail or not isinstance(keys, dict):
                raise ValueError("no document")
        name = f"Board {zlib.crc32(data):08x}"
        level = level_of(puzzle, Table({**keys, "title": name}, PlainPlaces("ID")), name)
    except Exception as error:  # any bytes at all can be asked to be a board
        raise UsageError(f"the ID {short(text)} describes no board: {error}") from None
    return Pack(puzzle, PACK, "By its ID", "", "ID", (level,))


def unsigned(text: str, at: int) -> bytes:
    """What is `signed` in a text from some place on; raises UsageError."""
    try:
        data = base64.urlsafe_b64decode(text[at:] + "=" * (-(len(text) - at) % 4))[:-_CHECK]
    except binascii.Error:
        data = b""
    if signed(text[:at], data) != text:
        raise UsageError(f"a character of the ID {short(text)} is missing or wrong")
    return data


def signed(head: str, data: bytes) -> str:
    """A head, and in base64 data and their checksum."""
    check = zlib.crc32(head.encode() + data).to_bytes(4, "big")[:_CHECK]
    return head + base64.urlsafe_b64encode(data + check).decode().rstrip("=")


def short(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:12]}…{text[-8:]}"


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
