"""Kami's rules as immutable values.

A region is a maximal connected set of cells of one colour. A move recolours the region of a cell,
which thereby merges with its neighbours of the new colour. The game is won when every cell has one
colour, or the final colour the level demands.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from puzzles.core.errors import MoveError, Place
from puzzles.core.level import Level
from puzzles.core.palettes import inks, names
from puzzles.core.par import grade_by
from puzzles.core.results import Status
from puzzles.grids.graph import Graph, Ints
from puzzles.grids.grid import Grid
from puzzles.grids.scene import Ink

Colours = npt.NDArray[np.uint8]
Colour = Ink  # of the palette
MAX_COLOURS = 9
# The kinds of boards that are made, and how they can be symmetric: not at all; left and right; by
# half a turn; left, right, above and below; by a third, a quarter or a sixth of a turn.
KINDS = ("triangle", "square", "islands")
SYMMETRIES = ("none", "mirror", "turn", "both", "three", "quarter", "six")


def colour_named(palette: Iterable[Colour], text: str) -> Colour | None:
    """The colour with this name, in any case, or else with this letter."""
    colours, wanted = list(palette), text.casefold()
    found = [colour for colour in colours if colour.name.casefold() == wanted]
    # Letters may differ in case alone: the exact one comes first.
    found += [colour for colour in colours if colour.letter == text]
    found += [colour for colour in colours if colour.letter.casefold() == wanted]
    return found[0] if found else None


@dataclass(frozen=True, eq=False)
class Board:
    """The cells of a level and their first colours, as indices into the palette.

    `final` is the palette index every cell must end with, or None if any colour will do.
    """

    grid: Grid
    palette: tuple[Colour, ...]
    colours: Colours  # shape (n,), read-only
    final: int | None = None

    def __post_init__(self) -> None:
        self.colours.flags.writeable = False

    def painted(self, palette: str) -> tuple[Colour, ...]:
        """The colours as one of `core.palettes` paints and names them."""
        if palette == "default":
            return self.palette
        drawn = inks(palette, [colour.look for colour in self.palette])
        called = names(palette, [colour.name for colour in self.palette])
        return tuple(Colour(name, ink, name[0]) for name, ink in zip(called, drawn, strict=True))

    def colour_named(self, text: str) -> int:
        """The palette index of a colour's name or letter; raises MoveError."""
        colour = colour_named(self.palette, text)
        if colour:
            return self.palette.index(colour)
        names = ", ".join(colour.name for colour in self.palette)
        raise MoveError(f"there is no colour {text!r}; this board has {names}")


@dataclass(frozen=True, eq=False)
class KamiLevel(Level):
    """A board with its par; `proof` holds the figures of the search that proved it."""

    board: Board
    par: int | None
    par_place: Place
    proof: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Move:
    """Recolour the region of `cell`; `colour` is a palette index."""

    cell: int
    colour: int


@dataclass(frozen=True, eq=False)
class State:
    """A position: the colour of each cell, and the number of moves made."""

    level: KamiLevel
    colours: Colours
    moves: int = 0

    @property
    def board(self) -> Board:
        return self.level.board

    @cached_property
    def _contracted(self) -> tuple[Graph, Ints]:
        return self.board.grid.graph.contract(self.colours.tolist())

    @property
    def region_graph(self) -> Graph:
        """One vertex per region; edges where regions touch."""
        return self._contracted[0]

    @property
    def region_of(self) -> Ints:
        """The region of each cell."""
        return self._contracted[1]

    @cached_property
    def region_cell(self) -> Ints:
        """One cell of each region, its first."""
        return np.unique(self.region_of, return_index=True)[1].astype(np.int32)

    def region(self, cell: int) -> Ints:
        """The cells of the region that holds `cell`, ascending."""
        return np.flatnonzero(self.region_of == self.region_of[cell]).astype(np.int32)

    @property
    def won(self) -> bool:
        final = self.board.final
        target = self.colours[0] if final is None else final
        return bool((self.colours == target).all())


def start(level: KamiLevel) -> State:
    """The position a game starts from."""
    return State(level, level.board.colours)


def apply(state: State, move: Move) -> State:
    """The position after `move`; raises MoveError if the region has that colour already."""
    palette, before = state.board.palette, state.colours
    if not (0 <= move.cell < len(before) and 0 <= move.colour < len(palette)):
        raise MoveError("there is no such cell or colour on this board")
    if before[move.cell] == move.colour:
        raise MoveError(f"this region is {palette[move.colour].name} already")
    colours = before.copy()
    colours[state.region(move.cell)] = move.colour
    colours.flags.writeable = False
    return State(state.level, colours, state.moves + 1)


def tap(state: State, cell: int, choice: int) -> Move:
    """The move of a player who chooses a cell, with this colour taken."""
    return Move(cell, choice)


def move_text(state: State, move: Move) -> str:
    """A cell of the region and the name of the colour: `c4 Red`."""
    return f"{state.board.grid.name(move.cell)} {state.board.palette[move.colour].name}"


def move_parse(state: State, text: str) -> Move:
    """The move that `text` describes; raises MoveError."""
    cell, _, colour = text.strip().partition(" ")
    if not colour:
        raise MoveError(f"{text!r} is no move; a move is a cell and a colour, as in 'c4 Red'")
    return Move(state.board.grid.cell(cell), state.board.colour_named(colour.strip()))


def move_facts(state: State, move: Move) -> dict[str, str]:
    """A move as JSON values."""
    grid = state.board.grid
    key = "node" if grid.kind == "network" else "cell"
    return {key: grid.name(move.cell), "colour": state.board.palette[move.colour].name}


def status(state: State) -> Status:
    """Graded against par: perfect, ok (one more), over; solved where par is unknown."""
    par = state.level.par
    final, notes = state.board.final, tuple[str, ...]()
    if final is not None:
        notes = (f"finish in {state.board.palette[final].name}",)
    grade = "" if not state.won else grade_by(par, state.moves)
    if state.won and state.moves - 1 == par:
        grade = "ok"
    missing = () if state.won else _missing(state)
    return Status(state.moves, par, grade, notes, missing, *_known(state.level))


def _known(level: KamiLevel) -> tuple[str, bool]:
    """Return what the level's recorded search allows to say of par, and whether that is proved."""
    bound = level.proof.get("bound")
    if level.par is None or bound is None:
        return "", False
    if bound == level.par:
        return f"par {level.par}, proved", True
    return f"best known {level.par}, at least {bound}", False


def _missing(state: State) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the reasons why the game is not won: all colours but the commonest (or demanded)."""
    palette, final = state.board.palette, state.board.final
    counts = np.bincount(state.colours, minlength=len(palette))
    kept = int(counts.argmax()) if final is None else final
    reasons = []
    for colour in np.flatnonzero(counts):
        if colour != kept:
            cells = np.flatnonzero(state.colours == colour)
            regions = len(np.unique(state.region_of[cells]))
            plural = "regions are" if regions > 1 else "region is"
            reasons.append((f"{regions} {plural} {palette[colour].name}", tuple(cells.tolist())))
    return tuple(reasons)
