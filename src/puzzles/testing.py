"""What every puzzle plugin must keep to, as checks that its author can run.

from puzzles.testing import conformance

def test_it_is_a_puzzle():
    conformance(plugin, read_pack("levels/some.toml").levels)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

from puzzles.core.errors import MoveError
from puzzles.core.puzzle import Grade, Level, Problem, Puzzle, Status
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.tables import read_table
from puzzles.library.ids import make_id, read_id
from puzzles.library.levels import level_text
from puzzles.player.session import Session

_NO_MOVES = ("", " ", "\x00", "a", "1", "a b c", "-1 -1", "🂡 ♞", "z9999 Nothing", "9" * 5000)
LIMITS = Limits(seconds=10)
AnyPuzzle = Puzzle[Any, Any, Any]


def conformance(puzzle: AnyPuzzle, levels: Iterable[Level], limits: Limits = LIMITS) -> None:
    """Check the plugin and what it does with these levels; `limits` are for solving each.

    Raises AssertionError for the first promise of `core.puzzle.Puzzle` that is not kept.
    """
    identity(puzzle)
    if puzzle.options:
        generation(puzzle)
    for level in levels:
        syntax(puzzle, level)
        start(puzzle, level)
        moves = solution(puzzle, level, limits)
        rules(puzzle, level, moves)
        history(puzzle, level, moves)


def identity(puzzle: AnyPuzzle) -> None:
    """The plugin says what it is."""
    assert puzzle.id.isidentifier(), f"the id {puzzle.id!r} must be one plain word"
    for name in ("title", "blurb"):
        text = getattr(puzzle, name)
        assert text.strip(), f"the {name} is empty"
        assert text.isprintable(), f"the {name} must be one line"
    assert puzzle.rules.strip(), "the rules are empty"


def generation(puzzle: AnyPuzzle) -> None:
    """Levels are made from seeds: the same from the same, others from others, and each is what it
    says it is, graded the same again, and like those it says it is like."""
    names = {option.name for option in puzzle.options}
    assert all(option.text and option.name.isidentifier() for option in puzzle.options)
    levels = [_made(puzzle, seed, {}) for seed in (1, 1, 2)]
    first, again, other = (puzzle.canonical(level) for level in levels)
    assert first == again, "the same seed made another level"
    assert first != other, "two seeds made levels that are alike"
    syntax(puzzle, levels[0])
    copy = puzzle.parse(read_table("level", level_text(puzzle, levels[0])))
    assert puzzle.canonical(copy) == first
    wishes = puzzle.like(levels[0])
    assert set(wishes) <= names, "these wishes are not among the options"
    syntax(puzzle, _made(puzzle, 3, wishes))
    *_, grade = puzzle.grade(levels[0])
    assert isinstance(grade, Grade), "a grade comes last"
    assert 1 <= grade.difficulty <= 10
    assert _plain(grade.figures), "figures must be plain JSON values"


def _made(puzzle: AnyPuzzle, seed: int, wishes: dict[str, Any]) -> Level:
    *progress, level = puzzle.generate(seed, wishes)
    assert isinstance(level, Level), "a level comes last"
    assert all(isinstance(event, Progress | Answer) for event in progress)
    return level


def syntax(puzzle: AnyPuzzle, level: Level) -> None:
    """`format` and `parse` undo each other, and what a list shows is plain data."""
    copy = puzzle.parse(read_table("level", level_text(puzzle, level)))
    assert copy.title == level.title
    assert puzzle.format(copy) == puzzle.format(level), f"{level.title}: parse(format) differs"
    assert _picture(puzzle, copy) == _picture(puzzle, level), f"{level.title}: another board"
    board = make_id(puzzle, level)
    again = read_id(board).levels[0]
    assert _picture(puzzle, again) == _picture(puzzle, level), f"{level.title}: its ID is another"
    assert make_id(puzzle, again) == board
    facts = puzzle.facts(level)
    assert isinstance(facts["size"], str), "facts must say the size"
    assert _plain(facts), "facts must be plain JSON values"
    assert not {"puzzle", "pack", "name", "title"} & set(facts), "facts hide what the host says"


def start(puzzle: AnyPuzzle, level: Level) -> None:
    """A game starts unwon, has a picture, and refuses nonsense with a reason."""
    state = puzzle.start(level)
    status = puzzle.status(state)
    assert isinstance(status, Status)
    assert not status.won, f"{level.title} is won before it is played"
    assert status.moves == 0
    assert all(why and cells == tuple(cells) for why, cells in status.reasons)
    text = puzzle.text(state)
    assert text.strip()
    assert text.replace("\n", "").isprintable()
    runs = ["".join(run for run, _ in line) for line in puzzle.picture(state)]
    assert "\n".join(runs) == text, "picture must be the text in colour"
    for nonsense in _NO_MOVES:
        try:
            puzzle.apply(state, puzzle.move_parse(state, nonsense))
        except MoveError as error:
            if not str(error):
                raise AssertionError(f"no reason why {nonsense!r} is refused") from error
    assert puzzle.text(state) == text, "a refused move changed the position"


def solution(puzzle: AnyPuzzle, level: Level, limits: Limits) -> tuple[Any, ...]:
    """The solver keeps its protocol and its moves win; returns the moves, () if it found none."""
    start = puzzle.start(level)
    answer = _stream(list(puzzle.solve(start, limits)), limits)
    state = start
    for move in answer.moves or ():
        state = puzzle.apply(state, move)
    if answer.moves is not None:
        assert puzzle.status(state).won, f"{level.title}: the solver's moves do not win"
        assert answer.lower_bound <= len(answer.moves), f"{level.title}: a bound above a solution"
    claims = list(puzzle.check(level, limits))
    problems = [claim for claim in claims if isinstance(claim, Problem)]
    _stream([claim for claim in claims if not isinstance(claim, Problem)], limits)
    assert not problems, "; ".join(f"{problem.place}: {problem.reason}" for problem in problems)
    return answer.moves or ()


def rules(puzzle: AnyPuzzle, level: Level, moves: Sequence[Any]) -> None:
    """Moves survive being written down, and positions are never changed by them."""
    state = puzzle.start(level)
    for number, move in enumerate(moves, 1):
        before, status = puzzle.text(state), puzzle.status(state)
        assert not status.won, f"{level.title}: the solver's line goes on after the end"
        text = puzzle.move_text(state, move)
        assert text.strip()
        assert text.isprintable(), f"move {text!r} must be one printable line"
        assert _plain(dict(puzzle.move_facts(state, move))), "move_facts must be plain JSON values"
        after = puzzle.apply(state, move)
        again = puzzle.apply(state, puzzle.move_parse(state, text))
        assert puzzle.text(again) == puzzle.text(after), f"{text!r} is read as another move"
        assert puzzle.text(state) == before, "apply changed the position it was given"
        assert puzzle.status(state) == status
        assert puzzle.status(after).moves == number
        state = after


def history(puzzle: AnyPuzzle, level: Level, moves: Sequence[Any]) -> None:
    """A game can be undone, redone, saved and loaded at every point."""
    session = Session(puzzle, level)
    pictures = [puzzle.text(session.state)]
    for move in moves:
        session.play(move)
        pictures.append(puzzle.text(session.state))
        saved = json.loads(json.dumps(session.dump()))
        loaded = Session(puzzle, level)
        loaded.load(saved)
        assert puzzle.text(loaded.state) == pictures[-1], f"{level.title}: a saved game differs"
        assert loaded.moves() == session.moves()
    for picture in reversed(pictures[:-1]):
        session.undo()
        assert puzzle.text(session.state) == picture
    for picture in pictures[1:]:
        session.redo()
        assert puzzle.text(session.state) == picture


def _stream(events: list[Event], limits: Limits) -> Answer:
    """The answer at the end of a solver's events, its claims consistent."""
    *progress, answer = events
    assert isinstance(answer, Answer), "a search ends with an Answer"
    assert all(isinstance(event, Progress) for event in progress), "one Answer, at the end"
    assert answer.headline
    assert answer.headline.isprintable()
    assert answer.proved != bool(answer.stopped), "an answer is proved, or says what stopped it"
    assert _plain(answer.facts), "facts must be plain JSON values"
    assert answer.nodes >= 0
    assert limits.seconds is None or answer.seconds <= limits.seconds + 60
    return answer


def _picture(puzzle: AnyPuzzle, level: Level) -> str:
    return puzzle.text(puzzle.start(level))


def _plain(values: dict[str, Any]) -> bool:
    try:
        return bool(json.loads(json.dumps(values)) == values)
    except TypeError:
        return False
