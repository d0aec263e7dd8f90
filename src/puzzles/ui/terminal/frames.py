"""The terminal's screen, cell by cell, so that a frame sends only what has changed.

Textual sends all of each region that is drawn again, and with each run of a style all of that
style: 80 kB when a large window scrolls. Here a frame is read as a terminal would read it, compared
with what is there, and written anew: jumps to the cells that differ, and those colours that are not
in force already. (The model is curses.) That is done colour by colour: a jump takes a third of a
change of colours, of which a picture has one in each cell. Where a picture changes, the cells
beside are sent as well: terminals that take blocks from a font draw them a little wider than a
cell, and would leave a hairline there.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from rich.cells import get_character_cell_size as width_of

Style = tuple[str, str, str]  # attributes, foreground, background
# A style and a character. None is the second column of a wide one.
Cell = tuple[Style, str] | None
Piece = tuple[int, int, list[Cell]]  # line and column, and cells from there on
Run = tuple[Style, int, int, str, int]  # line and column of a text, and its width

PLAIN: Style = "", "", ""

RESET = "\x1b[0m"

_JUMP = re.compile(r"\x1b\[(\d+);(\d+)H")
_CODES = re.compile(r"\x1b\[([\d;]+)m")
_TEXT = re.compile(r"[^\x00-\x1f\x7f-\x9f]*")
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

    def forget(self) -> None:
        """Forget what the terminal shows."""
        self._lines.clear()

    def changes(self, frame: str) -> str:
        """Return the text that makes the terminal show a frame. One that is not understood is sent
        as it is, and nothing is known after it."""
        before: dict[int, list[Cell]] = {}
        try:
            for y, x, cells in list(_pieces(frame)):
                line, end = self._lines.setdefault(y, []), x + len(cells)
                if line[x:end] == cells:
                    continue
                before.setdefault(y, line[:])
                if x and line[x : x + 1] == [None] and not _is_narrow(line, x - 1):
                    line[x - 1] = None  # what terminals show of half a wide character differs
                line += [None] * (end - len(line))
                line[x:end] = cells
        except NotUnderstood:
            self.forget()
            return frame
        runs = [run for y in before for run in _runs(y, before[y], self._lines[y])]
        return _written(runs) + (frame[frame.rindex("\x1b") :] if frame.endswith("H") else "")


# Reading -----------------------------------------------------------------------------------


def is_frame(data: str) -> bool:
    """True if data for the terminal is a frame, or the part of one that is drawn again."""
    return _JUMP.match(data) is not None


def _pieces(frame: str) -> Iterator[Piece]:
    """Yield what a frame writes, from one jump to the next."""
    before, *parts = _JUMP.split(frame)
    if before:
        raise NotUnderstood
    for line, column, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True):
        yield int(line) - 1, int(column) - 1, _line(text)


@lru_cache(maxsize=1 << 9)  # a line comes again when the window scrolls
def _line(text: str) -> list[Cell]:
    """The cells of a text in several styles."""
    first, *runs = _CODES.split(text.removesuffix("\n"))
    if len(runs) % 4 or any(end != "0" for end in runs[2::4]):  # a style that goes on
        raise NotUnderstood
    cells = [*_cells("", first)]
    for codes, styled, plain in zip(runs[::4], runs[1::4], runs[3::4], strict=True):
        cells += _cells(codes, styled)
        cells += _cells("", plain)
    return cells


@lru_cache(maxsize=1 << 14)  # most runs come again
def _cells(codes: str, text: str) -> list[Cell]:
    """The cells of a text in one style."""
    found = _STYLE.fullmatch(codes)
    if found is None or not _TEXT.fullmatch(text):
        raise NotUnderstood
    attributes, front, back = (part.rstrip(";") for part in found.groups())
    style = attributes, front, back
    # Where nothing is written, only the background can be seen.
    blank = style if attributes else ("", "", back)
    cells: list[Cell] = []
    for char in text:
        width = width_of(char)
        if width < 1:
            raise NotUnderstood
        cells += [(blank if char == " " else style, char), *[None] * (width - 1)]
    return cells


# Writing -----------------------------------------------------------------------------------


def _runs(y: int, before: list[Cell], line: list[Cell]) -> Iterator[Run]:
    """Yield what is new in a line, and what is beside the glyphs of a picture that have changed."""
    both = enumerate(zip_longest(before, line))
    changed = {x for x, (old, new) in both if new is not old and new != old}
    reaching = [x for x in changed if x < len(before) and _reaches(before[x])]
    beside = {at for x in reaching for at in (x - 1, x + 1)} - changed
    changed.update(at for at in beside if _is_narrow(line, at))
    style, first, text, end = PLAIN, 0, "", 0
    for x in sorted(changed):
        if (cell := line[x]) is None:
            continue
        other, char = cell
        if text and (x != end or other != style):
            yield style, y, first, text, end - first
            text = ""
        first = first if text else x
        style, text, end = other, text + char, x + width_of(char)
    if text:
        yield style, y, first, text, end - first


def _is_narrow(line: list[Cell], at: int) -> bool:
    """True if a cell can be sent alone; of a wide character one half may have been written over."""
    cell = line[at] if 0 <= at < len(line) else None
    return cell is not None and width_of(cell[1]) == 1


def _reaches(cell: Cell) -> bool:
    """True if a cell's glyph may reach into those beside it: the lines, blocks and wedges do."""
    return cell is not None and ("\u2500" <= cell[1] <= "\u25ff" or cell[1] >= "\U0001cc00")


def _written(runs: list[Run]) -> str:
    """Return what makes a terminal show these, and leaves no style in force."""
    if all(len(text) == width for *_, text, width in runs):  # else halves may be written over
        runs.sort(key=lambda run: (run[0][0], run[0][2], run[0][1]))  # the foreground last
    out: list[str] = []
    now, line, column = PLAIN, -1, -1
    for style, y, x, text, width in runs:
        if y != line or x < column:
            out.append(f"\x1b[{y + 1};{x + 1}H")
        elif x > column:
            out.append(f"\x1b[{x - column}C")
        out.append(_codes(now, style))
        out.append(text)
        now, line, column = style, y, x + width
    if now != PLAIN:
        out.append(RESET)
    return "".join(out)


@lru_cache(maxsize=1 << 12)
def _codes(now: Style, style: Style) -> str:
    """What puts a style in force in place of another."""
    new = [code for code, old in zip(style, now, strict=True) if code != old]
    if style[0] != now[0] or "" in new:  # something has to be taken back
        new = ["0", *filter(None, style)]
    return f"\x1b[{';'.join(new)}m" if new else ""
