"""A scene as text: letters for inks and signs, lines for runs, and the colours to print them in."""

import itertools
import re
from collections.abc import Sequence

from puzzles.grids.grid import LatticeGrid
from puzzles.grids.scene import DOWN, LEFT, RIGHT, UP, Scene, Vector
from puzzles.grids.sides import sides_of

Char = tuple[str, int]  # a character, and the ink behind it, −1 for none
# Box-drawing characters by the ways in use.
LINES: dict[frozenset[Vector], str] = {
    frozenset(ways): char
    for char, *ways in (
        *(("─", LEFT, RIGHT), ("│", UP, DOWN), ("┌", RIGHT, DOWN), ("┐", LEFT, DOWN)),
        *(("└", RIGHT, UP), ("┘", LEFT, UP)),
        *(("╴", LEFT), ("╶", RIGHT), ("╵", UP), ("╷", DOWN)),
    )
}
POST = "·"  # where sides that are chosen meet
_PRIVATE = 0xF0000  # symbols of this private use area stand for cells, to be found in the text
_CELL = re.compile("(<?[\U000f0000-\U000ffffd]>?)")


def text(scene: Scene) -> str:
    """The board without colours."""
    return "\n".join("".join(run for run, _ in line) for line in picture(scene))


def ruled(scene: Scene) -> str:
    """`text` with the names of its columns above it, read downwards, and those of its rows beside
    it; the nodes of a bare graph are named as it is."""
    grid = scene.grid
    if not isinstance(grid, LatticeGrid):
        return text(scene)
    (across, down, named), left, top = grid.layout, 0, 0
    if scene.bare and grid.kind == "square":
        across, down = 2, 1 if _dense(scene) else 2
        left, top = (taken + int(scene.sided) for taken in room(scene))
    names = [grid.column_name(col) for col in range(grid.cols)]
    beside = len(str(grid.rows)) + 1
    head = [[" "] * (left + across * grid.cols) for _ in names[-1]]
    for col, name in enumerate(names):
        for row, letter in zip(reversed(head), reversed(name), strict=False):
            row[left + col * across + (across - 1) // 2] = letter
    lines = [" " * beside + "".join(row).rstrip() for row in head]
    for y, line in enumerate(text(scene).split("\n"), -top):
        name = str(y // down + 1) if y >= 0 and y % down < named else ""
        lines.append(f"{name:>{beside - 1}} {line}".rstrip())
    return "\n".join(lines)


def picture(scene: Scene, looks: Sequence[str] = ()) -> list[list[tuple[str, str]]]:
    """Lines of runs, each some text and the colour behind it as `#rrggbb`, or ""; of a triangle the
    tip has its colour, too. `looks` stand in for those of the inks."""
    behind = [*(looks or [ink.look for ink in scene.inks]), ""]
    if scene.bare and scene.grid.kind == "square":
        return [_joined(line, behind) for line in _beside(scene, _spaced(scene))]
    chars, lines, grid = _chars(scene), [], scene.grid
    symbols = [chr(_PRIVATE + cell) for cell in range(grid.n)]
    board = grid.text(symbols)
    if isinstance(grid, LatticeGrid) and scene.bare:
        board = grid.text(symbols, " ")
    for line in board.split("\n"):
        parts = [(each, -1) for each in _CELL.split(line)]
        for i in range(1, len(parts), 2):  # what is between cells alternates with the cells
            cell = parts[i][0].strip("<>")
            char, ink = chars[ord(cell) - _PRIVATE]
            parts[i] = parts[i][0].replace(cell, char), ink
        lines.append([(part, behind[ink]) for part, ink in parts])
    return lines


def _chars(scene: Scene) -> list[Char]:
    """What stands for each cell: its sign, or the letter of its ink or of a run."""
    own = [*(ink.letter for ink in scene.inks), "."]
    chars = [(own[ink], ink) for ink in scene.cells.tolist()]
    for run in scene.runs:
        for cell in run.cells if not run.ghost else ():
            chars[cell] = own[run.ink].lower(), run.ink
    for cell, sign in scene.signs.items() if scene.bare else ():
        ink = int(scene.cells[cell]) if sign.dot is None else sign.dot
        if sign.ink is not None:
            ink = -1
        chars[cell] = sign.text or own[ink], ink
    return chars


def _spaced(scene: Scene) -> list[list[Char]]:
    """Square cells two apart, so that lines and bars between them can be seen."""
    grid, used, chars = scene.grid, dict[tuple[int, Vector], int](), _chars(scene)
    assert isinstance(grid, LatticeGrid)
    for run in scene.runs:
        for (a, b), (dx, dy) in zip(itertools.pairwise(run.cells), run.ways, strict=True):
            used[a, (dx, dy)] = used[b, (-dx, -dy)] = run.ink
    first = int(scene.sided)  # the sides at the top and at the left come before the cells
    lines = [[(" ", -1)] * (2 * grid.cols + first) for _ in range(2 * grid.rows + first)]
    places = zip(grid.row.tolist(), grid.col.tolist(), strict=True)
    for cell, (row, col) in enumerate(places):
        ways = [way for way in (RIGHT, DOWN, LEFT, UP) if (cell, way) in used]
        char = chars[cell]
        if cell in scene.crossings and cell not in scene.signs:
            char = "┼" if len(ways) == 4 else LINES.get(frozenset(ways), "+"), -1
        elif ways and cell not in scene.signs:
            char = LINES.get(frozenset(ways), "."), used[cell, ways[0]]
        y, x = 2 * row + first, 2 * col + first
        lines[y][x] = char
        for way, line, bar in ((RIGHT, "─", "|"), (DOWN, "│", "-")):
            across, down = map(int, way)
            pair = cell, grid.at(row + down, col + across)
            if pair in scene.bars or pair in scene.between:
                lines[y + down][x + across] = scene.between.get(pair, bar), -1
            elif (cell, way) in used:
                lines[y + down][x + across] = line, used[cell, way]
    for at, (mark, _) in fence(scene).items():
        lines[at // len(lines[0])][at % len(lines[0])] = mark, -1
    return lines[:-1:2] if _dense(scene) else lines[: len(lines) - 1 + first]


def _dense(scene: Scene) -> bool:
    """Whether nothing stands between rows."""
    return scene.marked and not (scene.bars or scene.between or scene.sided)


def fence(scene: Scene) -> dict[int, Char]:
    """What stands on sides and points, by their numbers on the lattice of `SideGrid`: a line, a
    text or a point, and its ink."""
    if not (scene.sided and isinstance(scene.grid, LatticeGrid)):
        return {}
    lattice, ways = sides_of(scene.grid), dict[int, dict[Vector, int]]()
    points = lattice.points if scene.spots is not None else ()
    found: dict[int, Char] = dict.fromkeys(points, (POST, -1))
    for (cell, way), sign in scene.sides.items():
        side, upright = lattice.side(cell, way), way in (LEFT, RIGHT)
        ink = -1 if sign.ink is None else sign.ink
        found[lattice.number(side)] = sign.text or ("│" if upright else "─"), ink
        leading = (DOWN, UP) if upright else (RIGHT, LEFT)
        for point, onward in zip(lattice.ends(side), leading, strict=True):
            if not sign.text:
                ways.setdefault(point, {})[onward] = ink
    for point, used in ways.items():
        found[point] = LINES.get(frozenset(used), "┼"), next(iter(used.values()))
    return found


def room(scene: Scene) -> tuple[int, int]:
    """How many characters the signs beside the board take, which are a column apart from it, and
    those above it, which are read downwards."""
    beside, above = (
        max((len(sign.text) for sign in signs.values()), default=0)
        for signs in (scene.beside, scene.above)
    )
    return beside + bool(beside), above


def _beside(scene: Scene, lines: Sequence[Sequence[Char]]) -> list[list[Char]]:
    """The lines of a board with the signs at its rim."""
    (left, top), first, step = room(scene), int(scene.sided), 1 if _dense(scene) else 2
    head: list[list[Char]] = [[(" ", -1)] * (left + len(lines[0])) for _ in range(top)]
    for col, sign in scene.above.items():
        for row, char in zip(head[top - len(sign.text) :], sign.text, strict=True):
            row[left + first + 2 * col] = char, -1
    signs = {first + step * row: sign.text for row, sign in scene.beside.items()}
    names = (signs.get(y, "").rjust(left - 1) + " " * (left > 0) for y in range(len(lines)))
    return head + [[(name, -1), *line] for name, line in zip(names, lines, strict=True)]


def _joined(line: Sequence[Char], behind: Sequence[str]) -> list[tuple[str, str]]:
    """A line without the blanks at its end, equal neighbours joined."""
    looks = ((char, behind[ink]) for char, ink in line)
    runs = itertools.groupby(looks, key=lambda look: look[1])
    joined = [("".join(char for char, _ in run), colour) for colour, run in runs]
    if joined and not joined[-1][1]:
        joined[-1] = joined[-1][0].rstrip(), ""
    return joined if joined and joined[-1][0] else joined[:-1]
