"""The game that a declaration makes: marks of three values at places, set, ruled out and free.

A puzzle says what its levels have, declares their rules, and paints positions; the modules of the
puzzle follow. What is ruled out is the player's note, no part of a solution, unless each place has
to be marked.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Generator, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar

from puzzles.core.coding import Coder
from puzzles.core.errors import MoveError
from puzzles.core.results import Status
from puzzles.core.solving import Progress, Step
from puzzles.core.words import many
from puzzles.grids import printing
from puzzles.grids.layers import LayeredLevel, Layers
from puzzles.grids.scene import Ink, Scene, Sign
from puzzles.logic.model import Model, place_of

SET, OUT, FREE = range(3)  # what a move makes of a place
# The first inks of every scene: of what is ruled out, of what a step tells, of right and wrong.
NOTES = (
    Ink("ruled out", "#a8a092", "x"),
    Ink("told", "#e6a04b", "x"),
    Ink("right", "#93c47d", "g"),
    Ink("wrong", "#ff6b5e", "r"),
)
RULED_OUT, TOLD, RIGHT, WRONG = range(4)
FIRST = 3  # of what is missing is told


@dataclass(frozen=True)
class MarkState:
    """A position: the literals of what is marked."""

    level: LayeredLevel
    marks: frozenset[int]

    def at(self, place: int) -> int:
        """What is at a place: SET, OUT or FREE."""
        return SET if place in self.marks else OUT if ~place in self.marks else FREE

    def after(self, place: int, mark: int) -> "MarkState":
        marks = self.marks - {place, ~place}
        return replace(self, marks=marks.union(((place,), (~place,), ())[mark]))


Move = tuple[int, int]  # a place, and whether it becomes SET, OUT or FREE
Moves = tuple[Move, ...]
Board = tuple[LayeredLevel, frozenset[int]]  # a level, and what is set in its solution
Made = Generator[Progress, None, LayeredLevel | None]  # a new level, if a try came to one


@lru_cache(maxsize=64)
def _model(rules: "Playing", level: LayeredLevel) -> Model:
    """The model of a level, which is made once."""
    return rules.declare(level)


class Playing(ABC):
    """The rules of a puzzle; its other modules are made of them. What it declares comes first."""

    layers: ClassVar[Layers]
    looks: ClassVar[tuple[Sign, Sign]]  # of what is set and ruled out, for `signs`
    symbols: ClassVar[tuple[str, ...]] = ("", "x", "-")  # of SET, OUT and FREE in moves
    said: ClassVar[tuple[str, ...]]  # how people say these: "lamp", "no lamp", "free"

    @abstractmethod
    def declare(self, level: LayeredLevel) -> Model:
        """The places of a level, and its rules."""

    @abstractmethod
    def paint(self, state: MarkState, wrong: frozenset[int]) -> Scene:
        """What is on the board; at the cells that are `wrong` a rule is broken."""

    def unlikely(self, blank: LayeredLevel, wish: int | None) -> str:
        """Why there is no level of the size of an empty board, as hard as is wished, or ""."""
        return ""

    def notes(self, state: MarkState) -> tuple[str, ...]:
        """Lines for the side panel."""
        return ()

    def thing(self, state: MarkState, cell: int) -> str:
        """What the level has in a cell, in a word, if anything."""
        return ""

    @property
    def made(self) -> Any:
        """The function that makes a level, in `generator` beside the puzzle's own file: of a random
        generator, an empty board, and a difficulty."""
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.generator").made

    def signs(self, state: MarkState, wrong: Collection[int]) -> dict[int, Sign]:
        """The looks of the marks, for `paint`; those that are against a rule have an ink for it."""
        model, signs = self.model(state.level), dict[int, Sign]()
        for mark in sorted(state.marks, key=place_of):
            look, given, place = self.looks[mark < 0], mark in model.givens, place_of(mark)
            bad = place in wrong and not given and (mark >= 0 or model.whole)
            signs[place] = replace(look, ink=WRONG if bad else look.ink, given=given)
        return signs

    model = _model

    def start(self, level: LayeredLevel) -> MarkState:
        return MarkState(level, frozenset(self.model(level).givens))

    def apply(self, state: MarkState, move: Move) -> MarkState:
        (place, mark), model = move, self.model(state.level)
        name = model.grid.name(place)
        if place not in model.places:
            raise MoveError(f"nothing is marked at {name}")
        if model.givens & {place, ~place}:
            raise MoveError(f"{name} is given")
        if mark == state.at(place):
            raise MoveError(f"{name} is so already")
        return state.after(place, mark)

    def code_move(self, state: MarkState, move: Move | None, coder: Coder) -> Move:
        """A place by its number, and its mark."""
        place, mark = move or (0, SET)
        return coder.pick(place, self.model(state.level).grid.n), coder.pick(mark, 3, "mark")

    def tap(self, state: MarkState, cell: int, choice: int) -> Move:
        """Mark a place, or take that mark away; of what is `choice` 1 is ruled out."""
        return cell, FREE if state.at(cell) == choice else choice

    def leads_to(self, state: MarkState, end: MarkState) -> bool:
        """See `core.modules.Rules`; a solution need not note where nothing is set."""
        whole = self.model(end.level).filled(end.marks)
        return state.marks <= end.marks or (state.marks <= whole and self.status(end).won)

    def status(self, state: MarkState) -> Status:
        model, marks = self.model(state.level), state.marks
        broken, proved = model.faults(marks), state.level.solutions == 1
        rules = broken or model.unfinished(marks)
        said = "Against a rule" if broken else "Not so yet"
        missing = [(f"{said}: {rule.words}", rule.at or rule.places) for rule in rules[:FIRST]]
        if model.whole and (free := tuple(p for p in model.places if state.at(p) == FREE)):
            missing.append((f"{many(len(free), 'cell')} to mark", free))
        missing += [(f"and {len(rules) - FIRST} more", ())] * (len(rules) > FIRST)
        moves = sum(mark >= 0 or model.whole for mark in marks - model.givens)
        told = "solved" * (not missing), self.notes(state), tuple(missing)
        return Status(moves, None, *told, "one solution" * proved, proved)

    def move_text(self, state: MarkState, move: Move) -> str:
        place, mark = move
        return f"{self.model(state.level).grid.name(place)} {self.symbols[mark]}".rstrip()

    def move_parse(self, state: MarkState, text: str) -> Move:
        words, text = (*self.symbols, *self.said, ""), text.strip()
        word = max((w for w in words if text.endswith(f" {w}".rstrip())), key=len)
        grid = self.model(state.level).grid
        try:
            return grid.cell(text.removesuffix(word).rstrip()), words.index(word) % 3
        except MoveError as error:
            known = ", ".join(f"'{self.move_text(state, (0, mark))}'" for mark in range(3))
            raise MoveError(f"{error}; moves are like {known}") from None

    def move_facts(self, state: MarkState, move: Move) -> Mapping[str, object]:
        return {"place": self.model(state.level).grid.name(move[0]), "mark": self.said[move[1]]}

    def text(self, state: MarkState) -> str:
        return printing.text(self.scene(state, None, "default", None))

    def scene(self, state: MarkState, move: Move | None, palette: str, step: Step | None) -> Scene:
        """The puzzle's own picture, with the marks that a step's labels tell; what it rules out is
        struck out, what comes is lit."""
        seen, broken = step or Step(), self.model(state.level).faults(state.marks)
        wrong = {cell for rule in broken for cell in (*rule.places, *rule.at)}
        for place, word in seen.labels.items():
            state = state.after(place, self.said.index(word))
        shown = self.paint(state, frozenset(wrong))
        told = dict.fromkeys(seen.struck, Sign("×", ink=TOLD))
        told |= {p: replace(shown.sign(p) or Sign("?"), ink=TOLD) for p in seen.labels}
        lit = dict.fromkeys(seen.lit if move is None else (*seen.lit, move[0]))
        return replace(shown.signed(told), lit=tuple(lit))

    def moves(self, state: MarkState, solution: frozenset[int]) -> Moves:
        """What leads from a position to a solution: first, what is wrong is taken away."""
        model = self.model(state.level)
        wanted = model.filled(solution) if model.whole else {*solution}
        wrong = sorted(p for p in state.marks - wanted if p >= 0 and ~p not in wanted)
        right = sorted(wanted - state.marks, key=place_of)
        return (*((place, FREE) for place in wrong), *marked(right))


def marked(marks: Iterable[int]) -> Moves:
    """The moves that make marks."""
    return tuple((place_of(mark), OUT if mark < 0 else SET) for mark in marks)
