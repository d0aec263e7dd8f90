"""Boards as people and programs print them: rows of cells, in characters, words or brackets.

A line is a row. Where blanks or commas stand in it its cells are words, as in `0 0 12`, and
otherwise characters; `;` parts the rows of one line. Rows may also be lists in brackets, as Python
and numpy print them, `[[0. 0. 1.]`, `[["A", "."],`, or texts in quotes: `["0 0 1", "1 0 0"]`. An
empty line, or the bracket around the rows of a board, ends a board. Blanks are cells, `.`, where
that alone makes the board a square one, on which all else stands twice.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, dropwhile, groupby, islice, pairwise
from math import isqrt

from puzzles.core.errors import AmbiguousLevel, LevelError, Place
from puzzles.core.formats import MAX_LEVELS, each
from puzzles.core.places import Path, Places
from puzzles.core.tables import Table, Values

MOST = 20_000  # rows of a board, and cells of a row: one more is too large for any
_LIST = re.compile(r"\[([^\[\]]*+)\]")
_ENDS = re.compile(r"[\[\]]|\n\s*\n")
_CELLS = r"""[\w.#+*, \t;'"-]"""
_FIRST = re.compile(rf"\s*+(?:{_CELLS}++(?:\n{_CELLS}*+)?(?:\n|\Z)|\[)")  # two lines, or a list
_WORD = re.compile(r"""'[^'\n]*+'|"[^"\n]*+"|[^\s,;'"]++|['"]""")
_QUOTED = re.compile(r"""\s*+(?:(?:'[^'\n]*+'|"[^"\n]*+")[\s,;]*+)++""")
_SHORT = re.compile(r"\d{1,2}|\d+\.0*", re.ASCII)  # numbers that may be cells
_SQUARE = 100  # rows and columns of a board whose empty cells are blanks
CROSSES = "xXoO"  # letters that may mean an empty cell
LEAST_SIDE = 3  # of a square board whose cells all stand in one line
_SEPARATOR = re.compile(r"[ \t,]")
_NOTHING = ("", "null", "None", "nil", "undefined", "nan", "NaN")  # cells without anything
_NUMBER = re.compile(r"(\d{1,9})(?:\.0*)?", re.ASCII)
# Codes of boards that have no address, as some sites give them, `4x4:1b2h1b2`: a digit is a cell, a
# letter that many empty ones.
CODE = re.compile(
    r"^[ \t]*(\d{1,3})x(\d{1,3})(?:t0)?(?:d\w)?:([\da-z]{1,9999})[ \t]*$", re.ASCII | re.MULTILINE
)


@dataclass(frozen=True)
class Row:
    """The cells of a row, and the offset in the text at which each begins and the last ends."""

    cells: Sequence[str]
    at: Sequence[int]


Board = list[Row]
Line = tuple[int, int]  # where it begins and where it ends


def likely(text: str) -> list[Board]:
    """The boards in a text that begins as one, if all could be meant as such: no single line or
    column, no size above, and all rows parted alike."""
    found = boards(text) if _FIRST.match(text) else []
    for board in found:
        sides = {str(len(board) - 1), *(str(len(row.cells)) for row in board[1:2])}
        parted = {marks_of(text[row.at[0] : row.at[-1]]) for row in board}
        single = len(board) == 1 or max(len(row.cells) for row in board) < 2
        sized = len(board[0].cells) == 2 and {*board[0].cells} == sides
        if single or sized or len(parted) > 1 or len(*parted) > 1:
            return []
    return found


@lru_cache(maxsize=1)  # each format of rows looks at a text, and then reads it
def boards(text: str) -> list[Board]:
    """The boards in a text, none of them empty; what their cells may be is for others to judge. Of
    too many boards, and of one that is too large, as many as show that."""
    return (listed(text, 0, len(text)) or _blank(text) or _lines(text))[: MAX_LEVELS + 1]


def row_of(text: str, start: int, end: int, parted: bool) -> Row:
    """The row in `text[start:end]`. Where cells are `parted` they are words, with blanks or commas
    between them, and otherwise characters; blanks around the row do not count."""
    if parted:
        found = list(islice(_WORD.finditer(text, start, end), MOST + 1))
        at = [match.start() for match in found] + [found[-1].end() if found else start]
        return Row([_cell(match[0]) for match in found], at)
    cells = text[start:end].strip()[: MOST + 1]
    start += len(text[start:end]) - len(text[start:end].lstrip())
    return Row(cells, range(start, start + len(cells) + 1))


def lines(text: str) -> list[Line]:
    """Return where each line of the text begins and ends."""
    return [match.span() for match in re.finditer("^.*$", text, re.MULTILINE)]


def _lines(text: str) -> list[Board]:
    """Boards of lines, some in brackets. Empty lines between all rows are no ends of boards; none
    where a line of blanks could be a row."""
    tabs = any(map(str.strip, text.split("\t")[1:]))
    spans = [(span, text[slice(*span)]) for span in lines(text)]
    spaced = any(" " in line.strip() for _, line in spans)
    wide = max(len(line.rstrip()) for _, line in spans) if spaced else MOST
    if any(not line.strip() and len(line) >= wide for _, line in spans):
        return []
    parts = groupby(spans, lambda it: bool(it[1].strip() or (tabs and "\t" in it[1])))
    groups = [[span for span, _ in islice(part, MOST + 1)] for full, part in parts if full]
    single = all(len(group) == 1 and _is_spaced(text, group) for group in groups)
    if groups and single and not any(_sheet(text, group) for group in groups):
        groups = [[line for group in groups for line in group]]
    found: list[Board] = []
    for group in groups[: MAX_LEVELS + 1]:
        span, parted = (group[0][0], group[-1][1]), _is_spaced(text, group)
        sheet = _sheet(text, group) or (_matrix(text, *span) if len(group) == 1 else [])
        found += listed(text, *span) or [sheet or [row_of(text, *line, parted) for line in group]]
    return found


def marks_of(text: str) -> str:
    """The signs that part cells in a text; none where blanks do, or nothing does."""
    return "".join(mark for mark in "\t,;" if mark in text)


def _sheet(text: str, group: list[Line]) -> Board:
    """The rows of a table in which a cell may be empty, each with one cell more than there are
    tabs, commas or semicolons; none where no cell is. What stands before or after all rows alike
    is no cell where empty ones are spelt."""
    if not (mark := marks_of(text[group[0][0] : group[-1][1]])[:1]):
        return []
    board = []
    for start, end in group:
        cells = text[start:end].split(mark)
        at = accumulate((len(cell) + 1 for cell in cells[:-1]), initial=start)
        board.append(([cell.strip() for cell in cells], [*at, end]))
    for end, inner in ((0, slice(1, None)), (-1, slice(-1))):
        spelt = any(cell and cell in ".0_-*" for row, _ in board for cell in row)
        if spelt and all(not row[end] and all(row[inner]) for row, _ in board):
            board = [(row[inner], at[inner]) for row, at in board]
    cells = [cell for row, _ in board for cell in row]
    if all(cells) or any(re.search(r"[\s,;]", cell) for cell in cells):
        return []
    return [Row([*map(_cell, row)], at) for row, at in board]


def _is_spaced(text: str, group: list[Line]) -> bool:
    """Return True if the cells of these lines are words."""
    return any(_SEPARATOR.search(text[start:end].strip()) for start, end in group)


def _cell(word: str) -> str:
    """A word without quotes; a number without a point and zeros before it; `.` for nothing."""
    word = word.strip("'\" ")
    number = _NUMBER.fullmatch(word)
    return str(int(number[1])) if number else "." if word in _NOTHING else word


def listed(text: str, start: int, end: int) -> list[Board]:
    """The boards in `text[start:end]`, if it holds only rows in brackets, or texts in quotes."""
    spans = [match.span(1) for match in _LIST.finditer(text, start, end)]
    if not spans:
        return [board] if (board := _quoted(text, start, end)) else []
    found: list[Board] = []
    at, ended = start, True
    for first, last in spans:
        between = text[at : first - 1]
        if between.strip("[], \t\n;"):
            return []
        board = _quoted(text, first, last) or _matrix(text, first, last, alone=len(spans) == 1)
        if ended or board or _ENDS.search(between):
            found.append([])
        found[-1] += board or [row_of(text, first, last, True)]
        if len(found) > MAX_LEVELS or len(found[-1]) > MOST:
            return found
        at, ended = last + 1, bool(board)
    return found if not text[at:end].strip("[], \t\n;") else []


def _matrix(text: str, start: int, end: int, alone: bool = False) -> Board:
    """The rows of a board that semicolons part, or ends of lines in a list that stands `alone`;
    none if there are none."""
    body = text[start:end].rstrip("; \t\n")
    start, end = start + len(body) - len(body.lstrip()), start + len(body)
    ends = re.compile(r";\s*|\s*\n\s*" if alone else ";").finditer(text, start, end)
    cuts = [(start, start), *(cut.span() for cut in ends), (end, end)]
    board = [row_of(text, a, b, True) for (_, a), (b, _) in pairwise(cuts)]
    return board if len(board) > 1 else []


def _quoted(text: str, start: int, end: int) -> Board:
    """The rows of a board that are texts in quotes; none if they are cells."""
    if not _QUOTED.fullmatch(text, start, end):
        return []
    found = islice(_WORD.finditer(text, start, end), MOST + 1)
    spans = [(match.start() + 1, match.end() - 1) for match in found]
    parted = _is_spaced(text, spans)
    board = [row_of(text, *span, parted) for span in spans]
    alike = len(board) > 1 and len({len(row.cells) for row in board}) == 1
    numbers = all(_SHORT.fullmatch(text, *span) or text[slice(*span)] in _NOTHING for span in spans)
    return board if alike and len(board[0].cells) > 1 and not numbers else []


def _blank(text: str) -> list[Board]:
    """The board of a text whose empty cells are blanks, if it is square, as it stands or without
    what all its lines begin with. Where words make rows of one length, they are the cells."""
    spans = list(dropwhile(lambda line: line[0] == line[1], lines(text.rstrip("\n"))))
    if not 1 < (side := len(spans)) <= _SQUARE:
        return []
    rows = [text[slice(*span)].rstrip() for span in spans]
    wide, indent = max(map(len, rows)), min(len(row) - len(row.lstrip()) for row in rows if row)
    signs = Counter("".join("".join(rows).split()))
    words = len({len(row.split()) for row in rows if row}) == 1
    sized = re.fullmatch(r"\d+ +\d+", rows[0]) and len(rows[0]) < wide
    skip = next((skip for skip in (0, indent) if wide - skip == side), None)
    if skip is None or words or sized or {*signs.values()} != {2} or not "".join(signs).isalnum():
        return []
    cells = (row[skip:].ljust(side).replace(" ", ".") for row in rows)
    starts = (start + skip for start, _ in spans)
    return [[Row(row, range(at, at + side + 1)) for row, at in zip(cells, starts, strict=True)]]


def twofold(place: Place, boards: str, advice: str) -> AmbiguousLevel:
    """The error that says which two boards a text could be."""
    return AmbiguousLevel(place, f"this could be two boards: {boards}; {advice}")


def square_of(cells: int) -> int:
    """The side of the square board that a line of so many cells could be, or 0."""
    side = isqrt(cells)
    return side if side >= LEAST_SIDE and side**2 == cells else 0


class RowPlaces(Places):
    """Positions in a text of boards, by the paths of their tables; `board` is a key of these."""

    def __init__(
        self, file: str, text: str, boards: Mapping[Path, Board], starts: Mapping[Path, int]
    ) -> None:
        """A table begins where `starts` says; the document, where the text begins."""
        super().__init__(file, starts, text)
        self._boards = boards

    def inside(self, row: int, col: int, *path: str | int) -> Place:
        """The place of a cell, or of the end of a row that has none there."""
        board = self._boards.get(path[:-1], [])
        if row >= len(board):
            return self.at(*path)
        cells = board[row]
        return self.offset(cells.at[min(col, len(cells.cells))])


Keys = Callable[[Board, RowPlaces, Path], Values]


def document(file: str, text: str, puzzle: str, keys: Keys) -> Table:
    """The boards of a text as the document of a level file: a level, or a pack of several.

    `keys` gives those of a board, whose table has this path; its LevelErrors cost their own boards.
    """
    found = boards(text)
    if not found:
        raise LevelError(Place(file), "there is no board in this text")
    single, cells = len(found) == 1, len(found[0][0].cells)
    tables: dict[Path, Board] = {
        () if single else ("level", i): board for i, board in enumerate(found)
    }
    starts = {path: board[0].at[0] for path, board in tables.items() if path}
    places = RowPlaces(file, text, tables, starts)
    if not single:
        levels = each(lambda path: keys(tables[path], places, path), tables)
        return Table({"puzzle": puzzle, "level": levels}, places)
    table = Table({"puzzle": puzzle, **keys(found[0], places, ())}, places)
    if len(found[0]) == 1 and (side := square_of(cells)):
        two = f"one row of {cells} cells, and {side} rows of {side}"
        raise twofold(places.offset(found[0][0].at[0]), two, "break the line into rows")
    return table


def expanded(code: re.Match[str]) -> list[str]:
    """The rows of a code; none if its cells are none of its size."""
    wide, high = int(code[1]), int(code[2])
    cells = re.sub("[a-z]", lambda letter: "." * (int(letter[0], 36) - 9), code[3])
    rows = [cells[at : at + wide] for at in range(0, len(cells), wide or 1)]
    return rows if len(cells) == wide * high else []
