"""Flow's part of a level file: a text board with dots, walls, bridges, wraps. See docs/levels.md.

A dot is a letter or digit, `.` an empty cell, `#` a missing one, `+` a bridge. A square board may
be spread out, with a blank between cells and between lines, so that walls can be drawn: `|` between
two cells of a row, `-` below a cell.
"""

from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

import numpy as np

from puzzles.core.errors import LevelError, MoveError
from puzzles.core.level import LEVEL_KEYS, heading
from puzzles.core.tables import Table, Values
from puzzles.core.words import many
from puzzles.flow.rules.model import SQUARE_STEPS, Board, Edge, FlowLevel
from puzzles.grids.grid import LatticeGrid
from puzzles.grids.hexagon import HexGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.text import read_board

MAX_SIDE = 100
EMPTY, MISSING, BRIDGE = ".", "#", "+"
LETTERS = ascii_uppercase + ascii_lowercase + digits  # for dots that come without one
KEYS = (
    *LEVEL_KEYS,
    *("puzzle", "grid", "board", "fill", "wrap", "walls", "bridges", "inks"),
    *("unique", "proof", "difficulty"),
)
UNTOUCHING = "untouching"  # what `unique` can be

SHAPES: dict[str, type[LatticeGrid]] = {"square": SquareGrid, "hex": HexGrid}


def parse(table: Table) -> FlowLevel:
    """The level that `table` describes; LevelError for anything wrong in it."""
    level = read(table)
    board = level.board
    for colour, dots in enumerate(np.bincount(board.dots + 1)[1:].tolist()):
        if dots % 2:
            has = many(dots, "dot")
            reason = f"colour {board.symbols[colour]} has {has}; dots come in pairs"
            raise _at_cell(table, board.grid, int(np.argmax(board.dots == colour)), reason)
    # To go through all passages takes as long as to read the rest.
    joined = {(cell, way) for (cell, _), way in board.joined.items()} if board.bridges else set()
    for cell in sorted(board.bridges):
        if any((cell, way) not in joined for way in SQUARE_STEPS):
            name = board.grid.name(cell)
            reason = f"the bridge at {name} needs a passage on each of its four sides"
            raise _at_cell(table, board.grid, cell, reason)
    return level


def read(table: Table, drawn: bool = False) -> FlowLevel:
    """`parse`, but dots may lack partners, and bridges passages. A board that is `drawn` has a cell
    at every place, some with a dot MISSING, and perhaps no other dots."""
    table.only((*KEYS, "pipes") if drawn else KEYS)
    kind = table.line("grid") or "square"
    if kind not in SHAPES:
        raise table.error(f"unknown grid {kind!r}; known are {', '.join(SHAPES)}", "grid")
    wrap, fill = table.get("wrap", bool) or False, table.get("fill", bool)
    if wrap and kind != "square":
        raise table.error("only square boards wrap around", "wrap")
    grid, cells, walled = _text_board(table, kind, "" if drawn else MISSING)
    bridges = _bridges(table, grid, cells)
    seen = dict.fromkeys(s for s in cells if s not in (EMPTY, BRIDGE))
    symbols = tuple(sorted(seen, key=MISSING.__eq__))  # as they appear, after them MISSING
    colours = {symbol: i for i, symbol in enumerate(symbols)} | {EMPTY: -1, BRIDGE: -1}
    dots = np.array([colours[symbol] for symbol in cells], dtype=np.int32)
    if not (symbols or drawn):
        raise table.error("the board has no dots", "board")
    open_board = Board(grid, symbols, dots, wrap=wrap)
    walls = walled | _walls(table, open_board)
    inks = _inks(table, symbols)
    board = Board(grid, symbols, dots, walls, bridges, wrap, fill is not False, inks)
    proof, unique = table.figures("proof"), table.line("unique")
    if unique not in (None, UNTOUCHING):
        reason = f"unique is {UNTOUCHING!r}, or left out where there is one solution of any kind"
        raise table.error(reason, "unique")
    pipes = tuple(
        tuple(_cell(table, grid, name, "pipes", i) for name in str(pipe).split())
        for i, pipe in enumerate(table.get("pipes", list) or [])
    )
    known = {**heading(table), "proof": proof, "untouching": unique == UNTOUCHING}
    return FlowLevel(board=board, pipes=pipes, **known)


def format(level: FlowLevel) -> Values:
    """The keys of `level`, as `parse` reads them."""
    board, grid = level.board, level.board.grid
    symbols = [board.symbols[dot] if dot >= 0 else EMPTY for dot in board.dots]
    for cell in board.bridges:
        symbols[cell] = BRIDGE
    keys: Values = {"title": level.title, "grid": grid.kind, "board": grid.text(symbols, MISSING)}
    more: Values = {
        "inks": {board.symbols[ink]: number + 1 for ink, number in own_inks(board).items()},
        "fill": None if board.fill else False,
        "wrap": board.wrap or None,
        "walls": [f"{grid.name(a)}-{grid.name(b)}" for a, b in sorted(board.walls)],
        "unique": UNTOUCHING if level.untouching else None,
        "proof": dict(level.proof),
        "difficulty": level.difficulty,
    }
    return keys | {key: value for key, value in more.items() if value not in (None, {}, [])}


def own_inks(board: Board) -> dict[int, int]:
    """The number of each colour's ink, in the order in which the colours appear on the board; an
    empty dictionary if they are 0, 1, 2 …, which the board need not say."""
    seen = [colour for colour in dict.fromkeys(board.dots.tolist()) if colour >= 0]
    inks = {c: board.painted[c] for c in seen if board.symbols[c] in LETTERS}
    return {} if [*inks.values()] == [*range(len(inks))] else inks


def facts(level: FlowLevel) -> Values:
    """Return the facts that lists of levels show."""
    board = level.board
    return {"size": board.grid.size, "pairs": board.pairs, "difficulty": level.difficulty}


def _text_board(
    table: Table, kind: str, missing: str
) -> tuple[LatticeGrid, list[str], frozenset[Edge]]:
    """The grid, the symbol of each cell, and the walls that are drawn."""
    lines = (table.get("board", str) or "").split("\n")
    pitch = _spread(lines) if kind == "square" else (1, 1)

    def fault(symbol: str) -> str:
        if (symbol.isascii() and symbol.isalnum()) or symbol in (EMPTY, BRIDGE, MISSING):
            return ""
        return f"unknown character {symbol!r}; a dot is a letter or a digit"

    grid, cells = read_board(table, SHAPES[kind], MAX_SIDE**2, fault, missing, pitch)
    if max(grid.rows, grid.cols) > MAX_SIDE:
        reason = f"the board is {grid.size}; the most is {MAX_SIDE}×{MAX_SIDE}"
        raise table.too_large(reason, "board")
    return grid, cells, _drawn_walls(table, grid, lines) if pitch[1] == 2 else frozenset()


def _spread(lines: list[str]) -> tuple[int, int]:
    """The columns and lines of text that a cell takes: 2 where blanks or walls lie between."""
    text = "\n".join(lines)
    if "|" in text or "-" in text:
        return 2, 2
    rows = [line.rstrip() for line in lines if line.strip()]
    between = "".join(line[1::2] for line in rows)
    if not between or between.strip() or not all(len(line) % 2 for line in rows):
        return 1, 1
    return 2, 2 if len(lines) > 2 and not any(line.strip() for line in lines[1::2]) else 1


def _drawn_walls(table: Table, grid: LatticeGrid, lines: list[str]) -> frozenset[Edge]:
    walls = set()
    for y, line in enumerate(lines):
        for x, char in enumerate(line):
            row, down, col, aside = *divmod(y, 2), *divmod(x, 2)
            if char == " " or not (down or aside):  # nothing, or a cell
                continue
            if (char, down, aside) not in (("|", 0, 1), ("-", 1, 0)):
                reason = f"no {char!r} here: a wall is | between two cells or - below one"
                raise table.error_inside(reason, "board", y, x)
            wall = grid.at(row, col), grid.at(row + down, col + aside)
            if min(wall) < 0:
                raise table.error_inside("a wall outside the board", "board", y, x)
            walls.add(wall)
    return frozenset(walls)


def _walls(table: Table, board: Board) -> frozenset[Edge]:
    """The walls of the key `walls`: pairs of cells as in `a1-a2`; also rims that would wrap."""
    walls = set()
    for i, text in enumerate(table.get("walls", list) or []):
        names = text.split("-") if isinstance(text, str) else []
        if len(names) != 2:
            raise table.error("a wall is a pair of cells, as in 'a1-a2'", "walls", i)
        a, b = sorted(_cell(table, board.grid, name, "walls", i) for name in names)
        if (a, b) not in board.joined:
            raise table.error(f"{names[0]} and {names[1]} do not touch", "walls", i)
        walls.add((a, b))
    return frozenset(walls)


def _inks(table: Table, symbols: tuple[str, ...]) -> dict[str, int]:
    """The numbers of inks, from 0 on, that the key `inks` gives."""
    given = table.figures("inks")
    for symbol, number in given.items():
        if symbol not in symbols:
            raise table.error(f"no dot is called {symbol!r}", "inks", symbol)
        if not 0 < number <= len(LETTERS) or [*given.values()].count(number) > 1:
            reason = f"an ink is a number from 1 to {len(LETTERS)}, another one for each letter"
            raise table.error(reason, "inks", symbol)
    return {symbol: number - 1 for symbol, number in given.items()}


def _bridges(table: Table, grid: LatticeGrid, cells: list[str]) -> frozenset[int]:
    bridges = {cell for cell, symbol in enumerate(cells) if symbol == BRIDGE}
    for i, name in enumerate(table.get("bridges", list) or []):
        cell = _cell(table, grid, name, "bridges", i)
        if cells[cell] not in (EMPTY, BRIDGE):
            raise table.error(f"there is a dot on the bridge at {name}", "bridges", i)
        bridges.add(cell)
    if bridges and grid.kind != "square":
        raise table.error("only square boards have bridges", "board")
    return frozenset(bridges)


def _cell(table: Table, grid: LatticeGrid, name: Any, key: str, i: int) -> int:
    try:
        return grid.cell(str(name).strip())
    except MoveError as error:
        raise table.error(str(error), key, i) from None


def _at_cell(table: Table, grid: LatticeGrid, cell: int, reason: str) -> LevelError:
    """An error at a cell of the board, wherever its layout puts it."""
    text = (table.get("board", str) or "").split("\n")
    row, col = int(grid.row[cell]), int(grid.col[cell])
    if grid.kind == "hex":
        row, col = 2 * row + 1 - col % 2, 2 * col
    else:
        across, down = _spread(text)
        row, col = down * row, across * col
    return table.error_inside(reason, "board", row, col)
