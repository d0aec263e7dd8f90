"""Flow's rules as immutable values.

Pipes join dots of one colour in pairs, never share a cell, and (unless the level says otherwise)
fill the board. A move draws one pipe from a dot, whatever was there before: what it runs through is
cut. Pipes are paths of *vertices*: a cell is one vertex, a bridge is two, one for each pipe that
passes.
"""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np

from puzzles.core.errors import MoveError
from puzzles.core.level import Level
from puzzles.core.results import NOTE, PERFECT, Status
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.flow.rules.problem import Path, Problem, edges_of
from puzzles.grids.graph import Graph, Ints
from puzzles.grids.grid import LatticeGrid

Edge = tuple[int, int]

# The directions of a step.
SQUARE_STEPS = ("right", "down", "left", "up")

# The kinds of boards there are; a twin is a colour with several pairs.
KINDS = ("plain", "gaps", "walls", "warps", "bridges", "hexes", "twins")


@dataclass(frozen=True, eq=False)
class Board:
    """The cells of a level, what joins them, and the dots.

    `symbols` has a letter for each colour, `dots` the colour of each cell's dot (−1 without).
    `walls` are pairs of cells with no passage between them, `bridges` cells where one pipe passes
    over another; with `wrap` the cells on opposite rims touch. `inks` has numbers of inks in the
    palette, by symbol; the other colours have the first free ones.
    """

    grid: LatticeGrid
    symbols: tuple[str, ...]
    dots: Ints
    walls: frozenset[Edge] = frozenset()
    bridges: frozenset[int] = frozenset()
    wrap: bool = False
    fill: bool = True
    inks: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.dots.flags.writeable = False

    @cached_property
    def joined(self) -> dict[Edge, str]:
        """Every passage from cell to cell, both ways, with the direction it goes in."""
        grid, steps = self.grid, steps_over(self.grid) if self.wrap else {}
        edges = np.concatenate([grid.graph.edges, grid.graph.edges[:, ::-1]])
        lines = 2 * grid.row - grid.col % 2 if grid.kind == "hex" else grid.row
        y, x = (np.sign(at[edges[:, 1]] - at[edges[:, 0]]) for at in (lines, grid.col))
        down, aside = np.array(["up", "", "down"]), np.array(["left", "", "right"])
        ways = np.char.add(down[y + 1], aside[x + 1]).tolist()
        steps |= zip(map(tuple, edges.tolist()), ways, strict=True)
        for a, b in self.walls:
            steps.pop((a, b), None)
            steps.pop((b, a), None)
        return steps

    @cached_property
    def painted(self) -> tuple[int, ...]:
        """The number of each colour's ink."""
        free = (number for number in itertools.count() if number not in self.inks.values())
        return tuple(self.inks[s] if s in self.inks else next(free) for s in self.symbols)

    @cached_property
    def cell_of(self) -> list[int]:
        """The cell of each vertex; the lower pipes of bridges come after all cells."""
        return [*range(self.grid.n), *sorted(self.bridges)]

    @cached_property
    def _under(self) -> dict[int, int]:
        """The second vertex of each bridge: the pipe that runs up and down."""
        return {cell: self.grid.n + i for i, cell in enumerate(sorted(self.bridges))}

    def vertex(self, cell: int, way: str) -> int:
        """The vertex of a cell that a pipe going in direction `way` is on."""
        return self._under.get(cell, cell) if way in ("up", "down") else cell

    def vertices(self, cell: int) -> list[int]:
        """The vertices of a cell."""
        return [cell, self._under[cell]] if cell in self._under else [cell]

    def name(self, vertex: int) -> str:
        """The name of a vertex's cell."""
        return self.grid.name(self.cell_of[vertex])

    def letter(self, path: Path) -> str:
        """The letter of a path that starts at a dot."""
        return self.symbols[int(self.dot_at[path[0]])]

    @cached_property
    def ways(self) -> dict[Edge, str]:
        """`joined` for vertices: the direction of every step a pipe can take."""
        return {
            (self.vertex(a, way), self.vertex(b, way)): way for (a, b), way in self.joined.items()
        }

    @cached_property
    def graph(self) -> Graph:
        """The vertices and the steps between them."""
        return Graph.from_edges(
            len(self.cell_of), [edge for edge in self.ways if edge[0] < edge[1]]
        )

    @cached_property
    def dot_at(self) -> Ints:
        """The colour of the dot at each vertex, −1 without."""
        return np.array([*self.dots, *[-1] * len(self.bridges)], dtype=np.int32)

    @cached_property
    def pairs(self) -> int:
        return int((self.dots >= 0).sum()) // 2

    @property
    def kind(self) -> str:
        """One of KINDS: the first that fits."""
        return next(iter(self.kinds), "plain")

    @property
    def kinds(self) -> tuple[str, ...]:
        """All of KINDS that fit but the plain one; a board is of the first."""
        signs = {
            "hexes": self.grid.kind == "hex",
            "warps": self.wrap,
            "bridges": self.bridges,
            "walls": self.walls,
            "gaps": self.grid.n < self.grid.rows * self.grid.cols,
            "twins": self.pairs > len(self.symbols),
        }
        return tuple(kind for kind, sign in signs.items() if sign)

    @cached_property
    def problem(self) -> Problem:
        """The board as the solver sees it."""
        place = np.array([self.grid.centre(cell) for cell in self.cell_of])
        return Problem.build(self.graph, self.dot_at, place, self.fill)

    def stray(self, path: Path) -> str:
        """Return the reason why `path` is no pipe, finished or not, or ""."""
        if not all(0 <= vertex < self.graph.n for vertex in path):
            return "there is no such cell on this board"
        if not path or self.dot_at[path[0]] < 0:
            return "a pipe starts at a dot"
        for a, b in itertools.pairwise(path):
            if (a, b) not in self.ways:
                return f"a pipe cannot go from {self.name(a)} to {self.name(b)}"
        if len(set(path)) < len(path):
            return "a pipe does not cross itself"
        colour = self.dot_at[path[0]]
        for vertex in path[1:]:
            if self.dot_at[vertex] >= 0 and (vertex != path[-1] or self.dot_at[vertex] != colour):
                return f"there is a dot in the way at {self.name(vertex)}"
        return ""


@lru_cache(maxsize=8)
def passages(grid: LatticeGrid, wrap: bool) -> dict[int, dict[int, str]]:
    """Return for each cell the cells it touches where there are no walls, and the ways there."""
    found: dict[int, dict[int, str]] = {cell: {} for cell in range(grid.n)}
    board = Board(grid, (), np.full(grid.n, -1, dtype=np.int32), wrap=wrap)
    for (a, b), way in board.joined.items():
        found[a][b] = way
    return found


@dataclass(frozen=True, eq=False)
class FlowLevel(Level):
    """A board; `proof` holds the figures of the count that proved its solution unique. It claims to
    have one solution, or, if `untouching`, one in which no pipe touches itself. On one that is
    drawn by its solution, `pipes` are paths of cells."""

    board: Board
    proof: dict[str, int] = field(default_factory=dict)
    untouching: bool = False
    pipes: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Move:
    """Draw a pipe: the vertices it runs through, from a dot. A lone dot clears its pipe. A `note`
    sets a mark of one's own at a cell, or between two, or takes it away."""

    path: Path
    note: bool = False


@dataclass(frozen=True, eq=False)
class State:
    """A position: the pipes drawn so far, the moves counted, and where the last one started (−1:
    nowhere). Going on with the same pipe is not another move. `notes` are the player's own marks,
    at cells and between two."""

    level: FlowLevel
    pipes: tuple[Path, ...] = ()
    moves: int = 0
    touched: int = -1
    notes: frozenset[Path] = frozenset()

    @property
    def board(self) -> Board:
        return self.level.board

    @cached_property
    def owner(self) -> dict[int, int]:
        """The pipe (its place in `pipes`) on each vertex that has one."""
        return {vertex: i for i, pipe in enumerate(self.pipes) for vertex in pipe}

    def finished(self, pipe: Path) -> bool:
        """Return whether a pipe joins two dots."""
        return len(pipe) > 1 and self.board.dot_at[pipe[-1]] >= 0

    @cached_property
    def empty(self) -> tuple[int, ...]:
        """The cells that no pipe uses; of a bridge, unless both ways are used. Dots never are."""
        bare = {v for v, dot in enumerate(self.board.dot_at) if dot < 0} - self.owner.keys()
        return tuple(sorted({self.board.cell_of[v] for v in bare}))

    @property
    def won(self) -> bool:
        done = sum(map(self.finished, self.pipes)) == self.board.pairs
        return done and not (self.board.fill and self.empty)


def start(level: FlowLevel) -> State:
    """The position a game starts from."""
    return State(level, level.pipes)


def apply(state: State, move: Move) -> State:
    """The position after drawing a pipe; raises MoveError if it cannot be drawn.

    Pipes at its dots go, pipes it runs through keep the part before the crossing.
    """
    path = move.path
    if move.note:
        if path not in state.board.joined and path not in [(c,) for c in range(state.board.grid.n)]:
            raise MoveError("there is no such cell or passage on this board")
        return replace(state, notes=state.notes ^ {tuple(sorted(path))})
    if reason := state.board.stray(path):
        raise MoveError(reason)
    taken, pipes = set(path), []
    ends = {v for v in (path[0], path[-1]) if state.board.dot_at[v] >= 0}
    for pipe in state.pipes:
        if ends & {pipe[0], pipe[-1]}:
            continue
        cut = next((i for i, vertex in enumerate(pipe) if vertex in taken), len(pipe))
        if cut > 1:
            pipes.append(pipe[:cut])
    if len(path) > 1:
        pipes.append(path)
    if set(pipes) == set(state.pipes):
        raise MoveError("that changes nothing")
    # A stroke from either dot of a pair is about the same pipe.
    own = np.flatnonzero(state.board.dot_at == state.board.dot_at[path[0]]).tolist()
    again = state.touched in (own if len(own) == 2 else path[:1])
    return State(state.level, tuple(pipes), state.moves + (not again), path[0], state.notes)


def leads_to(state: State, end: State) -> bool:
    """See `core.modules.Rules`."""
    return {*edges_of(state.pipes)} <= {*edges_of(end.pipes)}


def status(state: State) -> Status:
    """Perfect when every pipe was touched once, solved otherwise; with what is still missing, and
    what the figures of the level's proof allow to say of its solutions."""
    board = state.board
    done = sum(map(state.finished, state.pipes))
    notes: tuple[str, ...] = (
        f"joined {done} of {board.pairs}",
        f"filled {int(100 * len(state.owner) / board.graph.n)} %",
    )
    if state.level.untouching:  # told before the player begins
        notes = ("its one solution: no pipe touches itself", *notes)
    grade = "" if not state.won else PERFECT if state.moves <= board.pairs else "solved"
    missing = () if state.won else _missing(state)
    proof, known = state.level.proof, ""
    if fillings := proof.get("fillings"):
        known = f"{'one solution' if fillings == 1 else f'{fillings:,} solutions'}, proved"
    elif proof.get("untouching") == 1:
        known = "one solution without touching, proved"
    return Status(state.moves, board.pairs, grade, notes, missing, known, bool(known))


def _missing(state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the reasons why the game is not won, with their cells."""
    board = state.board
    reasons: list[tuple[str, tuple[int, ...]]] = []
    for pipe in state.pipes:
        if not state.finished(pipe):
            words = f"pipe {board.letter(pipe)} ends nowhere, at {board.name(pipe[-1])}"
            reasons.append((words, (board.cell_of[pipe[-1]],)))
    loose = tuple(v for v in range(board.grid.n) if board.dot_at[v] >= 0 and v not in state.owner)
    empty = state.empty if board.fill else ()
    for cells, thing, lacking in ((loose, "dot", "not joined"), (empty, "cell", "empty")):
        if cells:
            are = "are" if len(cells) > 1 else "is"
            reasons.append((f"{many(len(cells), thing)} {are} {lacking}", cells))
    return tuple(reasons)


def move_text(state: State, move: Move) -> str:
    """The dot it starts from and the way it goes: `a1 down 2 right`. A mark is `note c4`, or
    `note c4 right` where it stands between two cells."""
    if move.note:
        cell, board = move.path[0], state.board
        ways = [board.joined[cell, other] for other in move.path[1:]]
        return " ".join([f"{NOTE}{board.name(cell)}", *ways])
    return path_text(state.board, move.path)


def move_parse(state: State, text: str) -> Move:
    """The move that `text` describes; raises MoveError."""
    if not text.startswith(NOTE):
        return Move(path_parse(state.board, text))
    name, _, way = text.removeprefix(NOTE).strip().partition(" ")
    cell, board = state.board.grid.cell(name), state.board
    beyond = [b for (a, b), leads in board.joined.items() if (a, leads) == (cell, way)]
    over = board.wrap and beyond and (cell, beyond[0]) in steps_over(board.grid)
    if (way and not beyond) or over:
        raise MoveError(f"there is no passage {way} of {name} on this board")
    return Move((cell, *beyond), note=True)


def move_facts(state: State, move: Move) -> Values:
    """A move as JSON values."""
    board = state.board
    return {"colour": board.letter(move.path), "path": list(map(board.name, move.path))}


def path_text(board: Board, path: Path) -> str:
    """A path as text: its first cell, then directions with counts, `a3 right 4 down 2`."""
    words = [board.name(path[0])]
    for way, run in itertools.groupby(board.ways[step] for step in itertools.pairwise(path)):
        words += [way, str(len(list(run)))]
    return " ".join(words)


def path_parse(board: Board, text: str) -> Path:
    """The path that `text` describes; raises MoveError."""
    name, *words = text.split() or [""]
    path = [board.grid.cell(name)]
    steps = {(a, way): b for (a, b), way in board.ways.items()}
    if len(words) % 2:
        raise MoveError("a pipe is a cell, then directions with counts, as in 'a3 right 4 down 2'")
    for way, count in zip(words[::2], words[1::2], strict=True):
        if not (count.isascii() and count.isdigit() and 0 < int(count) <= board.graph.n):
            raise MoveError(f"{count!r} is not a number of steps")
        for _ in range(int(count)):
            here = board.vertex(board.cell_of[path[-1]], way)
            if (here, way) not in steps or (here != path[-1] and len(path) > 1):
                raise MoveError(f"a pipe cannot go {way} from {board.name(path[-1])}")
            path.append(steps[here, way])
    return tuple(path)


def steps_over(grid: LatticeGrid) -> dict[Edge, str]:
    """The steps over the rims of a board that wraps around; where it is two cells wide, which touch
    on both sides, pipes go inside."""
    steps: dict[Edge, str] = {}
    for axis, (forth, back) in ((grid.index, ("right", "left")), (grid.index.T, ("down", "up"))):
        for first, last in axis[:, [0, -1]].tolist() if len(axis.T) > 2 else ():
            if min(first, last) >= 0:
                steps |= {(last, first): forth, (first, last): back}
    return steps
