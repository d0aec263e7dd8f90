"""Boards as cells that are alive or dead, as programs for Conway's Game of Life exchange patterns:
lines of `O` and `.` under a comment, `!Name: title` (https://conwaylife.com/wiki/Plaintext)."""

from lights_out.rules import OFF, ON, rules
from puzzles.core.errors import UsageError
from puzzles.core.formats import Format
from puzzles.core.places import PlainPlaces
from puzzles.core.tables import Table
from puzzles.grids.symbols import SymbolLevel

HEAD = "!Name: "
FROM_LIFE, TO_LIFE = str.maketrans("O.", ON + OFF), str.maketrans(ON + OFF, "O.")


def sniff(text: str) -> bool:
    return text.startswith("!") and set("".join(_split(text)[1])) <= set("O.")


def read(file: str, text: str) -> Table:
    comments, rows = _split(text)
    width = max(map(len, rows), default=0)
    if width * len(rows) <= rules.most:  # dead cells at the end of a line may be left out
        rows = [row.ljust(width, ".") for row in rows]
    keys = {"puzzle": "lights_out", "board": "\n".join(rows).translate(FROM_LIFE)}
    if title := comments[0].removeprefix(HEAD.rstrip()).strip("! "):
        keys["title"] = title
    return Table(keys, PlainPlaces(file, above=len(comments)))


def write(level: SymbolLevel) -> str:
    if level.grid.n < level.grid.rows * level.grid.cols:
        raise UsageError("this format has a cell at every place")
    return f"{HEAD}{level.title}\n{level.grid.text(level.cells).translate(TO_LIFE)}\n"


def _split(text: str) -> tuple[list[str], list[str]]:
    """The comments at the top, and the lines below."""
    lines = text.rstrip().split("\n")
    above = next((i for i, line in enumerate(lines) if not line.startswith("!")), len(lines))
    return lines[:above], lines[above:]


FORMATS = (Format("life-cells", "Life plaintext", ".cells", sniff, read, write),)
