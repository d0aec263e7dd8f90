"""Checks of what every puzzle has: levels, rules, a solver and a board."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce

from puzzles.characters import render
from puzzles.characters.glyphs import TIERS
from puzzles.characters.ink import Look
from puzzles.core.errors import MoveError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import FalseClaim, Status
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.tables import Values, read_table
from puzzles.library.ids import make_id, read_id
from puzzles.library.levels import level_text
from puzzles.player.settings import Settings
from puzzles.ui.board.cellboard import board_of
from puzzles.ui.board.sketch import sketch

SIZES = (24, 12), (10, 5), (6, 3), (3, 2)  # of pictures, in characters
SCREENS = (160, 50), (80, 24), (38, 16), (12, 5)  # for boards
NO_MOVES = ("", " ", "\x00", "a", "1", "a b c", "-1 -1", "🂡 ♞", "z9999 Nothing", "9" * 5000)


@dataclass(frozen=True)
class Case:
    """A level of a puzzle, moves that solve it, and the limits for each search."""

    puzzle: AnyPuzzle
    level: Level
    moves: Sequence[object]
    limits: Limits

    @property
    def start(self) -> object:
        return self.puzzle.start(self.level)


def syntax(puzzle: AnyPuzzle, level: Level) -> None:
    """`format` and `parse` undo each other, and what a list shows is plain data."""
    copy = puzzle.rules.parse(read_table("level", level_text(puzzle, level)))
    assert copy.title == level.title
    assert puzzle.format(copy) == puzzle.format(level), f"{level.title}: parse(format) differs"
    assert picture(puzzle, copy) == picture(puzzle, level), f"{level.title}: another board"
    board = make_id(puzzle, level)
    again = read_id(board).levels[0]
    assert picture(puzzle, again) == picture(puzzle, level), f"{level.title}: its ID is another"
    assert make_id(puzzle, again) == board
    facts = puzzle.facts(level)
    assert isinstance(facts["size"], str), "facts must say the size"
    assert plain(facts), "facts must be plain JSON values"
    assert not {"puzzle", "pack", "name", "title"} & set(facts), "facts hide what the host says"


def start(puzzle: AnyPuzzle, level: Level) -> None:
    """A game starts unwon, has a picture, and refuses nonsense with a reason."""
    state = puzzle.start(level)
    status = puzzle.status(state)
    assert isinstance(status, Status)
    assert not status.won, f"{level.title} is won before it is played"
    assert status.moves == 0
    assert all(why and cells == tuple(cells) for why, cells in status.missing)
    text = puzzle.text(state)
    assert text.strip()
    assert text.replace("\n", "").isprintable()
    for nonsense in NO_MOVES:
        try:
            puzzle.apply(state, puzzle.move_parse(state, nonsense))
        except MoveError as error:
            if not str(error):
                raise AssertionError(f"no reason why {nonsense!r} is refused") from error
    assert puzzle.text(state) == text, "a refused move changed the position"


def board(puzzle: AnyPuzzle, level: Level) -> None:
    """There are pictures of all sizes, and a widget."""
    board_of(puzzle)
    for width, height in SIZES:
        lines = sketch(puzzle, puzzle.start(level), width, height, (0, 0, 0), Settings())
        assert 0 < len(lines) <= height
        assert all(0 < line.cell_length <= width for line in lines)
    scene = puzzle.scene(puzzle.start(level))
    for tier, (width, height) in zip(TIERS, SCREENS, strict=True):  # each of both is drawn
        look = Look(tier, (0, 0, 0))
        box = render.layout(scene, look, width, height)
        shape = render.frame(scene, box, look).glyph.shape
        assert shape[::-1] == box.size(scene.grid), "the board is not as large as it should be"


def solution(puzzle: AnyPuzzle, level: Level, limits: Limits) -> tuple[object, ...]:
    """The solver keeps its protocol and its moves win; returns the moves, () if it found none."""
    start = puzzle.start(level)
    events = list(puzzle.solver.solve(start, limits))
    bounds = [event.bounds() for event in events if isinstance(event, Progress)]
    assert puzzle.aim.stepwise or not any(bounds), f"{level.title}: no solution is a better one"
    answer = stream(iter(events), limits)
    state = played(puzzle, start, answer.moves or ())
    if answer.moves is not None:
        assert puzzle.status(state).won, f"{level.title}: the solver's moves do not win"
        assert answer.lower_bound <= len(answer.moves), f"{level.title}: a bound above a solution"
    claims = list(puzzle.solver.check(level, limits))
    problems = [claim for claim in claims if isinstance(claim, FalseClaim)]
    stream((claim for claim in claims if not isinstance(claim, FalseClaim)), limits)
    assert not problems, "; ".join(f"{problem.place}: {problem.reason}" for problem in problems)
    return answer.moves or ()


def rules(puzzle: AnyPuzzle, level: Level, moves: Sequence[object]) -> None:
    """Moves survive being written down, and positions are never changed by them."""
    state = puzzle.start(level)
    for number, move in enumerate(moves, 1):
        before, status = puzzle.text(state), puzzle.status(state)
        assert not status.won, f"{level.title}: the solver's line goes on after the end"
        text = puzzle.move_text(state, move)
        assert text.strip()
        assert text.isprintable(), f"move {text!r} must be one printable line"
        facts = dict(puzzle.rules.move_facts(state, move))
        assert plain(facts), "move_facts must be plain JSON values"
        after = puzzle.apply(state, move)
        again = puzzle.apply(state, puzzle.move_parse(state, text))
        assert puzzle.text(again) == puzzle.text(after), f"{text!r} is read as another move"
        assert puzzle.text(state) == before, "apply changed the position it was given"
        assert puzzle.status(state) == status
        assert puzzle.status(after).moves == number
        state = after


def stream(events: Iterable[Event], limits: Limits) -> Answer:
    """The answer at the end of a solver's events, its claims consistent."""
    *progress, answer = events
    assert isinstance(answer, Answer), "a search ends with an Answer"
    assert all(isinstance(event, Progress) for event in progress), "one Answer, at the end"
    assert answer.headline
    assert answer.headline.isprintable()
    assert answer.proved != bool(answer.stopped), "an answer is proved, or says what stopped it"
    assert plain(answer.facts), "facts must be plain JSON values"
    assert answer.nodes >= 0
    assert limits.seconds is None or answer.seconds <= limits.seconds + 60
    return answer


def played(puzzle: AnyPuzzle, state: object, moves: Iterable[object]) -> object:
    """The position after these moves."""
    return reduce(puzzle.apply, moves, state)


def picture(puzzle: AnyPuzzle, level: Level) -> str:
    return puzzle.text(puzzle.start(level))


def plain(values: Values) -> bool:
    try:
        return bool(json.loads(json.dumps(values)) == values)
    except TypeError:
        return False
