"""A position as text: letters for dots, lines for pipes, and the colours to print them in."""

from __future__ import annotations

import itertools

from puzzles.flow.rules.model import Board, State
from puzzles.flow.rules.palette import pipe_inks

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
    inks = pipe_inks(len(state.board.symbols) + 1, palette)
    return (_hexes if state.board.grid.kind == "hex" else _squares)(state, inks)


def _squares(state: State, inks: tuple[str, ...]) -> list[list[tuple[str, str]]]:
    """Cells two apart, so that pipes and walls between them can be seen."""
    board, used = state.board, uses(state)
    grid = board.grid
    lines = []
    for r in range(grid.rows):
        row, below = [], []
        for c in range(grid.cols):
            cell = grid.at(r, c)
            colour = used.get((cell, "right"), -1)
            between = "|" if _wall(board, cell, grid.at(r, c + 1)) else "─" if colour >= 0 else " "
            row += [_cell(board, used, cell, inks), (between, inks[colour])]
            under = used.get((cell, "down"), -1)
            mark = "-" if _wall(board, cell, grid.at(r + 1, c)) else "│" if under >= 0 else " "
            below += [(mark, inks[under]), (" ", "")]
        lines += [_trim(row), _trim(below)]
    return lines[:-1]


def _cell(
    board: Board, used: dict[tuple[int, str], int], cell: int, inks: tuple[str, ...]
) -> tuple[str, str]:
    if cell < 0:
        return " ", ""
    if board.dots[cell] >= 0:
        return board.symbols[board.dots[cell]], inks[board.dots[cell]]
    ways = [way for way in ("right", "down", "left", "up") if (cell, way) in used]
    if cell in board.bridges:
        return ("┼" if len(ways) == 4 else LINES.get(frozenset(ways), "+")), ""
    colour = used[cell, ways[0]] if ways else -1
    return LINES.get(frozenset(ways), "."), inks[colour]


def _wall(board: Board, a: int, b: int) -> bool:
    return (min(a, b), max(a, b)) in board.walls


def _hexes(state: State, inks: tuple[str, ...]) -> list[list[tuple[str, str]]]:
    """Two lines a row, as levels are written; a pipe's cells have its letter in lower case."""
    _board, grid = state.board, state.board.grid
    lines: list[list[tuple[str, str]]] = []
    for r in range(grid.rows):
        for parity in (1, 0):
            line = []
            for c in range(grid.cols):
                shown = _hex_cell(state, grid.at(r, c), inks) if c % 2 == parity else (" ", "")
                line += [shown, (" ", "")]
            lines.append(_trim(line))
    return lines


def _hex_cell(state: State, cell: int, inks: tuple[str, ...]) -> tuple[str, str]:
    board = state.board
    if cell < 0:
        return " ", ""
    if (dot := int(board.dots[cell])) >= 0:
        return board.symbols[dot], inks[dot]
    if cell not in state.owner:
        return ".", ""
    colour = int(board.dot_at[state.pipes[state.owner[cell]][0]])
    return board.symbols[colour].lower(), inks[colour]


def _trim(line: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """A line without the blanks at its end, equal neighbours joined."""
    runs = itertools.groupby(line, key=lambda run: run[1])
    joined = [("".join(text for text, _ in run), colour) for colour, run in runs]
    if joined and not joined[-1][1]:
        joined[-1] = joined[-1][0].rstrip(), ""
    return joined if joined and joined[-1][0] else joined[:-1]
