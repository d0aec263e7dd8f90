"""Kami's part of a level file: a text board or a bare region graph, colours, par.

docs/levels.md describes it for the people who write levels.
"""

import re
from collections.abc import Iterable
from string import ascii_uppercase
from unicodedata import category

import numpy as np

from puzzles.core.errors import LevelError
from puzzles.core.level import LEVEL_KEYS, heading
from puzzles.core.par import read_par
from puzzles.core.tables import Table, Values
from puzzles.grids.grid import MISSING, Grid
from puzzles.grids.network import NetworkGrid
from puzzles.grids.square import SquareGrid
from puzzles.grids.text import read_board
from puzzles.grids.triangle import TriangleGrid
from puzzles.kami.rules.model import MAX_COLOURS, Board, Colour, KamiLevel, colour_named

MAX_CELLS = 20_000
MAX_EDGES = 10 * MAX_CELLS
SHARED_KEYS = ("grid", "colours", "final")
KEYS = (
    *LEVEL_KEYS,
    *("puzzle", "board", "nodes", "edges", "par", "proof", "difficulty"),
    *SHARED_KEYS,
)

SHAPES: dict[str, type[SquareGrid] | type[TriangleGrid]] = {
    "square": SquareGrid,
    "triangle": TriangleGrid,
}
# A name, a hex value, or both; a name ends in no hex value but may be one.
_COLOUR = re.compile(r"((?:.*?\S)??(?<!.#[0-9a-fA-F]{6}))\s*(#[0-9a-fA-F]{6})?")
# Names a level may use without saying what they look like: dyed paper, no two alike. The first ones
# have letters.
_PAPER = (
    "Red #c0392f White #f3e5cb Teal #2c7f84 Yellow #e6a52d Blue #2b3d63 Green #6b9b52 "
    "Orange #df7431 Purple #7d4c8e Black #2a2a30 Pink #dd8f9f Grey #8b8a85 Brown #7a5236"
)
DEFAULTS: dict[str, str] = dict(re.findall(r"(\w+) (#\w+)", _PAPER))
LETTERS = dict(zip("RWTYBGOPK", DEFAULTS, strict=False))
KNOWN = [Colour(name, DEFAULTS[name], letter) for letter, name in LETTERS.items()]
NONE = Colour("hole", "#303034", MISSING)  # of what is no cell, while a board is drawn


def parse(table: Table) -> KamiLevel:
    """The level that `table` describes; LevelError for anything wrong in it."""
    level = read(table)
    colours = level.board.colours
    if colours.min() == colours.max():
        where = "board" if "board" in table.values else "nodes"
        raise table.error("the board has only one colour; it needs at least two", where)
    return level


def read(table: Table, drawn: bool = False) -> KamiLevel:
    """`parse`, but one colour will do. A board that is `drawn` has a cell at every place, some of
    the colour NONE, and colours of which there is no cell."""
    table.only(KEYS)
    if table.parent:
        table.parent.only(SHARED_KEYS)
    has_board, has_nodes = "board" in table.values, "nodes" in table.values
    if has_board == has_nodes:
        raise table.error(
            "a level needs a board, or nodes and edges"
            if not has_board
            else "a level has either a board or nodes, not both"
        )
    if has_board and "edges" in table.values:
        raise table.error("edges join nodes; this level has a board", "edges")
    grid, names, palette = _text_board(table, drawn) if has_board else _network(table)
    board = _board(table, grid, names, palette, drawn)
    par, at = read_par(table)
    known = {**heading(table), "proof": table.figures("proof")}
    return KamiLevel(board=board, par=par, par_place=at, **known)


def format(level: KamiLevel) -> Values:
    """The keys of `level`, as `parse` reads them."""
    board = level.board
    letters = [board.palette[colour].letter for colour in board.colours]
    keys: Values = {"title": level.title}
    if isinstance(board.grid, NetworkGrid):
        names = board.grid.names
        keys["nodes"] = {
            names[node]: board.palette[colour].name for node, colour in enumerate(board.colours)
        }
        keys["edges"] = [[names[a], names[b]] for a, b in board.grid.graph.edges]
    else:
        keys["grid"] = board.grid.kind
        keys["board"] = board.grid.text(letters)
    keys["colours"] = {
        colour.letter: f"{colour.name} {colour.look}" for colour in board.palette if colour != NONE
    }
    more = {
        "final": None if board.final is None else board.palette[board.final].name,
        "par": level.par,
        "proof": dict(level.proof) or None,
        "difficulty": level.difficulty,
    }
    return keys | {key: value for key, value in more.items() if value is not None}


def facts(level: KamiLevel) -> Values:
    """Return the facts that lists of levels show."""
    return {"size": level.board.grid.size, "par": level.par, "difficulty": level.difficulty}


def _board(
    table: Table, grid: Grid, names: list[str], palette: dict[str, Colour], drawn: bool
) -> Board:
    """Keep the colours that occur (and the one demanded), in the palette's order; of a board that
    is `drawn`, all."""
    where = "board" if "board" in table.values else "nodes"
    final = table.line("final")
    name, look = _name_and_look(final)
    demanded = colour_named(palette.values(), name or look) if final else None
    if final and not demanded:
        raise table.error(f"the final colour {final!r} is not one of the colours", "final")
    cells = set(names)
    used = [
        colour for colour in palette.values() if drawn or colour.name in cells or colour is demanded
    ]
    if len(used) - (NONE in used) > MAX_COLOURS:
        raise table.error(f"{len(used)} colours; a board has at most {MAX_COLOURS}", where)
    index = {colour.name: i for i, colour in enumerate(used)}
    colours = np.frombuffer(bytes(map(index.__getitem__, names)), dtype=np.uint8)
    return Board(grid, tuple(used), colours, index[demanded.name] if demanded else None)


def _text_board(table: Table, drawn: bool) -> tuple[Grid, list[str], dict[str, Colour]]:
    """The grid, the colour name of each cell, and the palette by letter."""
    kind = table.line("grid") or "square"
    if kind not in SHAPES:
        raise table.error(f"unknown grid {kind!r}; known are {', '.join(SHAPES)}", "grid")
    palette = _palette(table) or {colour.letter: colour for colour in KNOWN}

    def fault(symbol: str) -> str:
        known = symbol in palette
        return "" if known else f"unknown colour {symbol!r}; known are {', '.join(palette)}"

    if drawn:
        palette[MISSING] = NONE
    grid, symbols = read_board(table, SHAPES[kind], MAX_CELLS, fault, "" if drawn else MISSING)
    called = {symbol: colour.name for symbol, colour in palette.items()}
    return grid, list(map(called.__getitem__, symbols)), palette


def _palette(table: Table) -> dict[str, Colour] | None:
    """The `colours` table by letter, or None where there is none."""
    given = table.get("colours", dict)
    if given is None:
        return None
    palette: dict[str, Colour] = {}
    called = set[str]()
    for letter, text in given.items():
        drawn = len(letter) == 1 and letter.isprintable() and category(letter)[0] != "M"
        if not drawn or letter in ".<> ":  # a mark goes over the letter before it
            raise table.error(f"a colour's key is one letter, not {letter!r}", "colours", letter)
        name, look = _name_and_look(text)
        code = look or DEFAULTS.get(name.title())
        if not name or code is None:
            raise table.error(
                "a colour is a name and a hex value, as in 'Red #c0392f'", "colours", letter
            )
        if name.casefold() in called:
            raise table.error(f"two colours are called {name!r}", "colours", letter)
        called.add(name.casefold())
        palette[letter] = Colour(name, code, letter)
    if not palette:
        raise table.error("colours is empty", "colours")
    return palette


def _network(table: Table) -> tuple[Grid, list[str], dict[str, Colour]]:
    """A bare region graph; nodes keep the names the file gives them."""
    nodes = table.get("nodes", dict) or {}
    if not nodes:
        raise table.error("the board has no cells", "nodes")
    if len(nodes) > MAX_CELLS:
        raise table.error(f"{len(nodes):,} nodes; the most is {MAX_CELLS:,}", "nodes")
    index = {name: i for i, name in enumerate(nodes)}
    colours = []
    for node, text in nodes.items():
        if not node.isprintable() or not node or " " in node:
            raise table.error("a node's name is a word or a number", "nodes", node)
        name, look = _name_and_look(text)
        colours.append((name or look, look))  # a hex value is its own name
        if not any(colours[-1]):
            raise table.error("a node has the name of a colour", "nodes", node)
    unique = {name.casefold() for name, _ in colours}
    if len(unique) > MAX_COLOURS:
        raise table.error(f"{len(unique)} colours; a board has at most {MAX_COLOURS}", "nodes")
    name, look = _name_and_look(table.line("final"))
    palette = _palette(table) or named_palette(
        [*colours, *[(name or look, look)] * bool(look or name.title() in DEFAULTS)]
    )
    names = []
    for node, (name, _) in zip(nodes, colours, strict=True):
        known = colour_named(palette.values(), name)
        if known is None:
            known_names = ", ".join(colour.name for colour in palette.values())
            raise table.error(f"unknown colour {name!r}; known are {known_names}", "nodes", node)
        names.append(known.name)
    edges = table.get("edges", list) or []
    if len(edges) > MAX_EDGES:
        raise table.error(f"{len(edges):,} edges; the most is {MAX_EDGES:,}", "edges")
    pairs = [_edge(table, index, i, edge) for i, edge in enumerate(edges)]
    return NetworkGrid(tuple(nodes), pairs), names, palette


def _edge(table: Table, index: dict[str, int], i: int, edge: object) -> tuple[int, int]:
    def wrong(reason: str) -> LevelError:
        return table.error(reason, "edges", i)

    if not (
        isinstance(edge, list) and len(edge) == 2 and all(type(end) in (int, str) for end in edge)
    ):
        raise wrong("an edge is a pair of nodes, as in [1, 2]")
    a, b = map(str, edge)
    for end in (a, b):
        if end not in index:
            raise wrong(f"edge {a}-{b}: there is no node {end}")
    if a == b:
        raise wrong(f"edge {a}-{b} joins a node to itself")
    return index[a], index[b]


def _name_and_look(text: object) -> tuple[str, str]:
    """The name and the hex value, either or both, of `Red`, `Red #c0392f` or `#c0392f`; neither
    where that is no colour, or more than one."""
    text = text.strip() if isinstance(text, str) and text.isprintable() else ""
    match = _COLOUR.fullmatch(text)
    return (match[1], match[2] or "") if match else ("", "")


def named_palette(colours: list[tuple[str, str]]) -> dict[str, Colour]:
    """Colours for names: the look they bring, or a known one, or one of those left over."""
    looks: dict[str, tuple[str, str]] = {}
    for name, look in colours:
        known = looks.setdefault(name.casefold(), (name, look))
        if look and not known[1]:
            looks[name.casefold()] = (known[0], look)
    taken = {name.title() for name, _ in looks.values()}
    spare = [code for name, code in DEFAULTS.items() if name not in taken]
    palette: dict[str, Colour] = {}
    for name, look in looks.values():
        code = look or DEFAULTS.get(name.title()) or spare.pop(0)
        letters = name.upper() + ascii_uppercase  # one of the name's if any is free
        letter = next(c for c in letters if c.isalnum() and c not in palette)
        palette[letter] = Colour(name, code, letter)
    return palette


def palette_of(letters: Iterable[str]) -> dict[str, str]:
    """The key `colours` for letters of a board that come without colours, at most twelve."""
    letters = list(letters)
    spare = [name for name in DEFAULTS if name not in map(LETTERS.get, letters)]
    return {letter: LETTERS.get(letter) or spare.pop(0) for letter in letters}
