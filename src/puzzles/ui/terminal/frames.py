"""The terminal's screen, cell by cell, so that a frame sends only what has changed.

Textual sends all of each region that is drawn again, and with each run of a style all of that
style: 80 kB when a large window scrolls. Here a frame is read as a terminal would read it, compared
with what is there, and written anew: jumps to the cells that differ, and those colours that are not
in force already. (The model is curses.) That is done colour by colour: a jump takes a third of a
change of colours, of which a picture has one in each cell. Where a picture changes, the cells
beside are sent as well: terminals that take blocks from a font draw them a little wider than a
cell, and would leave a hairline there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rich.cells import cell_len

MOST = 1 << 14  # runs of text that are kept as cells

Style = tuple[str, str, str]  # attributes, foreground, background
# A style and a character; there is one object for each. None is the second column of a wide one.
Cell = tuple[Style, str] | None
Piece = tuple[int, int, list[Cell]]  # line and column, and cells from there on

PLAIN: Style = "", "", ""

RESET = "\x1b[0m"

_JUMP = re.compile(r"\x1b\[(\d+);(\d+)H")
# Some text without a style, some with one, and the end of a line.
_TEXT = r"([^\x00-\x1f\x7f-\x9f]*)"
_RUN = re.compile(rf"{_TEXT}(?:\x1b\[([\d;]+)m{_TEXT})?\n?")
_STYLE = re.compile(
    r"(?P<attributes>(?:(?:[1-9]|21|5[123])(?:;|$))*)"
    r"(?P<front>(?:(?:3[0-79]|9[0-7]|38;5;\d+|38;2;\d+;\d+;\d+)(?:;|$))?)"
    r"(?P<back>(?:(?:4[0-79]|10[0-7]|48;5;\d+|48;2;\d+;\d+;\d+)(?:;|$))?)"
)


class NotUnderstood(Exception):
    """There is more in a frame than moves, text and styles."""


class Shown:
    """The cells of a terminal, as far as they are known."""

    def __init__(self) -> None:
        self._lines: dict[int, list[Cell]] = {}
        self._runs: dict[str, list[Cell]] = {}
        self._styles: dict[str, Style] = {}
        self._cells: dict[Cell, Cell] = {}

    def forget(self) -> None:
        """Nothing is known of what the terminal shows."""
        self._lines.clear()

    def changes(self, frame: str) -> str:
        """Return the text that makes the terminal show a frame. One that is not understood is sent
        as it is, and nothing is known after it."""
        try:
            new = [part for piece in self._pieces(frame) for part in self._new(*piece)]
        except NotUnderstood:
            self.forget()
            return frame
        return _written(new) + (frame[frame.rindex("\x1b") :] if frame.endswith("H") else "")

    # Reading -------------------------------------------------------------------------------

    def _pieces(self, frame: str) -> Iterator[Piece]:
        """Yield what a frame writes, from one jump to the next."""
        before, *parts = _JUMP.split(frame)
        if before:
            raise NotUnderstood
        for line, column, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
            cells: list[Cell] = []
            for run in text.split(RESET):
                known = self._runs.get(run)
                cells += self._read(run) if known is None else known
            if text.rfind("\x1b") > text.rfind(RESET):  # a style that goes on
                raise NotUnderstood
            yield int(line) - 1, int(column) - 1, cells

    def _read(self, run: str) -> list[Cell]:
        """The cells of what is written up to a reset; they are kept, since most runs come again."""
        found = _RUN.fullmatch(run)
        if found is None:
            raise NotUnderstood
        plain, codes, text = found.groups("")
        if len(self._runs) >= MOST:
            self._runs.clear()
            self._cells.clear()
        self._runs[run] = self._cells_of("", plain) + self._cells_of(codes, text)
        return self._runs[run]

    def _cells_of(self, codes: str, text: str) -> list[Cell]:
        """The cells of a run of text in one style."""
        style, cells = self._style(codes), self._cells
        # Where nothing is written, only the background can be seen.
        blank = style if style[0] else self._style(style[2])
        found: list[Cell] = []
        for char in text:
            width = 1 if char.isascii() else cell_len(char)
            if width < 1:
                raise NotUnderstood
            cell = blank if char == " " else style, char
            found.append(cells.setdefault(cell, cell))
            found += [None] * (width - 1)
        return found

    def _style(self, codes: str) -> Style:
        if codes not in self._styles:
            found = _STYLE.fullmatch(codes)
            if found is None:
                raise NotUnderstood
            attributes, front, back = (part.rstrip(";") for part in found.groups())
            self._styles[codes] = attributes, front, back
        return self._styles[codes]

    # Comparing -----------------------------------------------------------------------------

    def _new(self, y: int, x: int, cells: list[Cell]) -> Iterator[Piece]:
        """Those parts of a piece that the terminal does not show yet."""
        line, end = self._lines.setdefault(y, []), x + len(cells)
        if len(line) < end:
            line += [None] * (end - len(line))
        before = line[x:end]
        if before == cells:
            return
        line[x:end] = cells
        if None in cells:  # half of a wide character cannot be written
            yield y, x, cells
            return
        runs: list[tuple[int, int]] = []
        first = -1
        for i, cell in enumerate([*cells, None]):
            if cell is not None and cell is not before[i]:
                first = i if first < 0 else first
            elif first >= 0:
                start = x + first - self._spoilt(line, before[first], x + first - 1)
                stop = x + i + self._spoilt(line, before[i - 1], x + i)
                if runs and start <= runs[-1][1]:
                    start = runs.pop()[0]
                runs.append((start, stop))
                first = -1
        for start, stop in runs:
            yield y, start, line[start:stop]

    @staticmethod
    def _spoilt(line: list[Cell], was: Cell, at: int) -> bool:
        """True if what was in a cell may have left something in the one beside it."""
        return _reaches(was) and 0 <= at < len(line) and _is_narrow(line[at])


def _is_narrow(cell: Cell) -> bool:
    """True if a cell can be sent alone; of a wide character one half may have been written over."""
    return cell is not None and cell_len(cell[1]) == 1


def _reaches(cell: Cell) -> bool:
    """True if a cell's glyph may reach into those beside it: the lines, blocks and wedges do."""
    return cell is not None and ("\u2500" <= cell[1] <= "\u25ff" or cell[1] >= "\U0001cc00")


def is_frame(data: str) -> bool:
    """True if data for the terminal is a frame, or the part of one that is drawn again."""
    return _JUMP.match(data) is not None


# Writing -----------------------------------------------------------------------------------


def _apart(pieces: list[Piece]) -> bool:
    """True if these come in the order of reading, with no wide characters, so that they may be
    written in any other."""
    ends = [(y, x, x + len(cells)) for y, x, cells in pieces]
    ordered = all((y, end) <= (line, x) for (y, _, end), (line, x, _) in pairwise(ends))
    return ordered and not any(None in cells for _, _, cells in pieces)


def _written(pieces: list[Piece]) -> str:
    """Return what makes a terminal show these, and leaves no style in force."""
    runs = [
        (style, y, x + first, text, width)
        for y, x, cells in pieces
        for style, first, text, width in _runs(cells)
    ]
    if _apart(pieces):
        runs.sort(key=lambda run: run[0][::2] + run[0][1:2])  # the foreground last
    out: list[str] = []
    now, line, column = PLAIN, -1, -1
    for style, y, x, text, width in runs:
        if y != line or x < column:
            out.append(f"\x1b[{y + 1};{x + 1}H")
        elif x > column:
            out.append(f"\x1b[{x - column}C")
        if style[2] and not (style[0] or now[0]) and text.isspace():
            style = "", now[1], style[2]
        if style != now:
            out.append(_step(now, style))
        out.append(text)
        now, line, column = style, y, x + width
    if now != PLAIN:
        out.append(RESET)
    return "".join(out)


def _runs(cells: list[Cell]) -> Iterator[tuple[Style, int, str, int]]:
    """Yield cells of one style after the other: it, where they begin, their text and its width.
    Blanks go with what is beside them on the same background."""
    style, first, text = PLAIN, 0, ""
    for i, cell in enumerate(cells):
        if cell is None:
            continue
        other, char = cell
        if other is not style and text:
            alike = other[2] == style[2] and not (other[0] or style[0])
            if alike and char == " ":
                other = style
            elif not (alike and text.isspace()):
                yield style, first, text, i - first
                first, text = i, ""
        style, text = other, text + char
    if text:
        yield style, first, text, len(cells) - first


def _step(now: Style, style: Style) -> str:
    """From one style to another."""
    new = [code for code, old in zip(style, now, strict=True) if code != old]
    if style[0] != now[0] or "" in new:  # something has to be taken back
        return f"\x1b[{';'.join(['0', *filter(None, style)])}m"
    return f"\x1b[{';'.join(new)}m"
