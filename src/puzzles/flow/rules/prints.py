"""A position as text: letters for dots, lines for pipes, and the colours to print them in."""

import itertools

from puzzles.core.palettes import inks
from puzzles.flow.rules.model import SQUARE_STEPS, State

# The colours of pipes, by their number; neighbours in the list are far apart. The first 13 keep
# apart for people of every colour vision (tests/test_colours.py computes how far); beyond those the
# letters tell them apart.
INKS = (
    *("#f03300", "#3856ff", "#ffff8d", "#00a56d", "#ffa300", "#54fffe", "#c33f8a"),
    *("#b7b9af", "#dd92ff", "#8d5f48", "#8097b9", "#81d973", "#ffd2b9", "#f0ece0"),
    *("#1f5f5b", "#a3123a", "#27408b", "#6b6b12", "#5e2750", "#7fd8a8"),
)
Sign = tuple[str, int]  # a character, and the colour behind it
BLANK: Sign = " ", -1
# Box-drawing characters by the set of directions in use.
LINES = {
    frozenset(ways.split()): char
    for ways, char in {
        "left right": "─",
        "up down": "│",
        "right down": "┌",
        "left down": "┐",
        "right up": "└",
        "left up": "┘",
        "left": "╴",
        "right": "╶",
        "up": "╵",
        "down": "╷",
    }.items()
}
# Where each direction leads, in columns and rows of the grid.
VECTORS = {
    "right": (1.0, 0.0),
    "left": (-1.0, 0.0),
    "down": (0.0, 1.0),
    "up": (0.0, -1.0),
    "upright": (1.0, -0.5),
    "downright": (1.0, 0.5),
    "upleft": (-1.0, -0.5),
    "downleft": (-1.0, 0.5),
}
OPPOSITE = {
    way: next(other for other, back in VECTORS.items() if back == (-x, -y))
    for way, (x, y) in VECTORS.items()
}


def pipe_inks(count: int, palette: str = "default") -> tuple[str, ...]:
    """The `#rrggbb` of that many pipes in one of `core.palettes`, and "" for none at the end (−1).
    After the last of INKS they begin again."""
    return *inks(palette, [INKS[i % len(INKS)] for i in range(count)]), ""


def uses(state: State) -> dict[tuple[int, str], int]:
    """The colour that leaves each cell in each direction, for every step of every pipe."""
    board, found = state.board, {}
    for pipe in state.pipes:
        colour = max(int(board.dot_at[pipe[0]]), int(board.dot_at[pipe[-1]]))
        if colour < 0:
            colour = len(board.symbols)  # a piece of pipe whose colour is not known yet
        for a, b in itertools.pairwise(pipe):
            way = board.ways[a, b]
            found[board.cell_of[a], way] = colour
            found[board.cell_of[b], OPPOSITE[way]] = colour
    return found


def text(state: State) -> str:
    """The board without colours."""
    return "\n".join("".join(run for run, _ in line) for line in picture(state))


def ruled(state: State) -> str:
    """`text` with the names of rows and columns."""
    grid = state.board.grid
    return grid.ruled(text(state), None if grid.kind == "hex" else (2, 2, 1))


def picture(state: State, palette: str = "default") -> list[list[tuple[str, str]]]:
    """Lines of runs, each some text and the colour behind it as `#rrggbb`, or ""."""
    grid = state.board.grid
    behind = pipe_inks(len(state.board.symbols) + 1, palette)
    hexes, lines = grid.kind == "hex", []
    signs = _hexes(state) if hexes else _squares(state)
    for y in range(2 * grid.rows - (not hexes)):
        line = (signs.get((y, x), BLANK) for x in range(2 * grid.cols))
        lines.append(_trim([(sign, behind[colour]) for sign, colour in line]))
    return lines


def _squares(state: State) -> dict[tuple[int, int], Sign]:
    """Cells two apart, so that pipes and walls between them can be seen."""
    board, used, signs = state.board, uses(state), dict[tuple[int, int], Sign]()
    for cell, (row, col) in enumerate(
        zip(board.grid.row.tolist(), board.grid.col.tolist(), strict=True)
    ):
        ways = [way for way in SQUARE_STEPS if (cell, way) in used]
        sign = LINES.get(frozenset(ways), "."), used[cell, ways[0]] if ways else -1
        if (dot := int(board.dots[cell])) >= 0:
            sign = board.symbols[dot], dot
        elif cell in board.bridges:
            sign = ("┼" if len(ways) == 4 else LINES.get(frozenset(ways), "+")), -1
        signs[2 * row, 2 * col] = sign
        for way, dy, dx, line, bar in (("right", 0, 1, "─", "|"), ("down", 1, 0, "│", "-")):
            other = board.grid.at(row + dy, col + dx)
            if (cell, other) in board.walls:
                signs[2 * row + dy, 2 * col + dx] = bar, -1
            elif (cell, way) in used:
                signs[2 * row + dy, 2 * col + dx] = line, used[cell, way]
    return signs


def _hexes(state: State) -> dict[tuple[int, int], Sign]:
    """Two lines a row, as levels are written; a pipe's cells have its letter in lower case."""
    board, signs = state.board, dict[tuple[int, int], Sign]()
    places = board.grid.row.tolist(), board.grid.col.tolist()
    for cell, (row, col) in enumerate(zip(*places, strict=True)):
        sign, colour = ".", int(board.dots[cell])
        if colour >= 0:
            sign = board.symbols[colour]
        elif cell in state.owner:
            colour = int(board.dot_at[state.pipes[state.owner[cell]][0]])
            sign = board.symbols[colour].lower()
        signs[2 * row + 1 - col % 2, 2 * col] = sign, colour
    return signs


def _trim(line: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A line without the blanks at its end, equal neighbours joined."""
    runs = itertools.groupby(line, key=lambda run: run[1])
    joined = [("".join(text for text, _ in run), colour) for colour, run in runs]
    if joined and not joined[-1][1]:
        joined[-1] = joined[-1][0].rstrip(), ""
    return joined if joined and joined[-1][0] else joined[:-1]
