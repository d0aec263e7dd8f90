"""Checks of what a puzzle may do besides being played and solved, by ability."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice

from puzzles.core.errors import MoveError, PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.palettes import PALETTES
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import (
    MOVE,
    WHERE,
    WHY,
    Explanation,
    Grade,
    Hint,
    Lesson,
)
from puzzles.core.solving import Answer, Progress, answer, last
from puzzles.core.tables import Values, read_table
from puzzles.library.lessons import lesson_pack, lesson_states
from puzzles.library.levels import read_pack
from puzzles.library.writing import level_text
from puzzles.testing.games import NO_MOVES, Case, plain, played, stream, syntax
from puzzles.testing.makers import assisting, drawing, editing, judging, reading, repairing

LISTING = 1.0  # seconds for counting a task's ways, which can be too many on any board


def making(puzzle: AnyPuzzle) -> None:
    """Levels are made from seeds: the same from the same, others from others, and each is what it
    says it is, and like those it says it is like."""
    maker = puzzle.generator
    names = {option.name for option in maker.OPTIONS}
    assert all(option.text and option.name.isidentifier() for option in maker.OPTIONS)
    levels = [_made(puzzle, seed, {}) for seed in (1, 1, 2)]
    first, again, other = (maker.canonical(level) for level in levels)
    assert first == again, "the same seed made another level"
    assert first != other, "two seeds made levels that are alike"
    syntax(puzzle, levels[0])
    copy = puzzle.parse(read_table("level", level_text(puzzle, levels[0])))
    assert maker.canonical(copy) == first
    wishes = maker.like(levels[0])
    assert set(wishes) <= names, "these wishes are not among the options"
    syntax(puzzle, _made(puzzle, 3, wishes))


def _made(puzzle: AnyPuzzle, seed: int, wishes: Values) -> Level:
    *progress, level = puzzle.generator.make(seed, wishes)
    assert isinstance(level, Level), "a level comes last"
    assert all(isinstance(event, Progress | Answer) for event in progress)
    return level


def taught(puzzle: AnyPuzzle, lessons: Sequence[Lesson]) -> list[Level]:
    """Each lesson is won by its own moves, and not before the last; gives the levels."""
    pack = lesson_pack(puzzle, lessons)
    assert pack is not None
    assert not pack.errors
    for level, lesson in zip(pack.levels, lessons, strict=True):
        states = lesson_states(puzzle, level, lesson)
        assert lesson.text
        won = [puzzle.status(state).won for state in states]
        assert won == [False] * len(lesson.moves) + [True], f"{level.title} is not so won"
    return list(pack.levels)


def teaching(puzzle: AnyPuzzle) -> None:
    """The tutorial can be done."""
    taught(puzzle, puzzle.lessons.LESSONS)


def introducing(puzzle: AnyPuzzle) -> None:
    """The lesson of a kind is a level of that kind."""
    levels = taught(puzzle, list(puzzle.lessons.KINDS.values()))
    for kind, level in zip(puzzle.lessons.KINDS, levels, strict=True):
        assert kind in puzzle.lessons.kinds(level), f"{level.title} is not of the kind {kind}"


def certifying(case: Case) -> None:
    """Check that a proof of a level can be written and read, and that other texts are none."""
    puzzle, level, limits = case.puzzle, case.level, case.limits
    proof = stream(puzzle.solver.certify(level, limits), limits)
    assert proof.facts["claim"].isprintable()
    text = proof.facts["certificate"]
    again = puzzle.solver.check_by(text, level, limits)
    assert again.proved
    assert again.headline.isprintable()
    for other in ("", "x", f"x\n{text}", f"{text}x\n"):
        with suppress(PuzzlesError):
            raise AssertionError(
                f"{other!r} proves {puzzle.solver.check_by(other, level, limits).headline}"
            )


def grading(case: Case) -> None:
    """A grade comes last, and is the same each time."""
    try:
        grade, again = (last(case.puzzle.tutor.grade(case.level), Grade) for _ in range(2))
    except PuzzlesError:  # this one has none, and that is said
        return
    assert grade == again, "the same level has another grade"
    assert 1 <= grade.difficulty <= 10
    assert plain(grade.figures), "figures must be plain JSON values"


def counting(case: Case) -> None:
    """Solutions are counted."""
    stream(case.puzzle.solver.count(case.start, case.limits), case.limits)


def enumerating(case: Case) -> None:
    """There is a solution if one was found."""
    found = stream(case.puzzle.solver.solutions(case.start, 3, case.limits), case.limits).facts
    assert found["solutions"] >= bool(case.moves), "there is a solution more"
    assert isinstance(found["complete"], bool)


def explaining_moves(case: Case) -> None:
    """A best move is explained in a line."""
    for move in case.moves[:1]:
        left = len(case.moves) - 1
        said = answer(case.puzzle.solver.why(case.start, move, left, case.limits))
        assert said.headline.isprintable()


def wording(case: Case) -> None:
    """Moves are told in a line, in every palette, also on a board that lies turned."""
    puzzle, state = case.puzzle, case.start
    for palette in PALETTES:
        assert puzzle.renamed(state, "", palette) == ""
        for turned in (False, True):
            words = [puzzle.told(state, move, turned) for move in case.moves[:1]]
            assert all(puzzle.renamed(state, text, palette).isprintable() for text in words)


def deciding(case: Case) -> None:
    """No moves are not enough, and as many as these are, unless a limit keeps that from being
    known; moves are told with yes only, or as what is known when nothing is decided."""
    puzzle = case.puzzle
    state, limits = case.start, case.limits
    for most in {0, len(case.moves)}:
        said = stream(puzzle.solver.within(state, most, limits), limits)
        if said.proved:
            assert (said.moves is not None) == (most > 0), f"{most} moves: the wrong answer"
        if said.moves is not None:
            assert puzzle.status(played(puzzle, state, said.moves)).won, "these moves do not win"
            assert said.proved == (len(said.moves) <= most), f"{most} moves: the wrong answer"


def advising(case: Case) -> None:
    """Check that advice is given in words, where comes before why and why before a move, and the
    move is one that the rules allow."""
    puzzle, state, limits = case.puzzle, case.start, case.limits
    for known in (answer(puzzle.solve(state, limits)).moves or (), ()):
        said = stream(puzzle.tutor.advise(state, known, limits), limits)
        hints = [Hint(**hint) for hint in said.facts["hints"]]
        kinds = [hint.kind for hint in hints]
        assert kinds[0] == WHERE, "the first hint says where to look"
        assert WHY in kinds[: kinds.index(MOVE)], "no move before its reason"
        for hint in hints:
            assert hint.words.isprintable()
            if hint.kind == MOVE:
                puzzle.apply(state, puzzle.move_parse(state, hint.move))


def explaining(case: Case) -> None:
    """The whole solution is told in lines, and what else there is to know is JSON."""
    found = last(case.puzzle.tutor.explain(case.level, case.limits), Explanation)
    assert found.steps, "nothing is explained"
    assert "difficulty" in found.facts
    for step in found.steps:
        assert step.kind.isprintable()
        assert step.words.strip(), "a step is not put into words"
        assert step.words.isprintable()
        json.dumps(step.facts)
    assert all(line.isprintable() for line in found.summary)
    json.dumps(found.facts)


def speaking(case: Case) -> None:
    """Check that positions and moves are said in a line each; a move is made by its words."""
    puzzle, tutor = case.puzzle, case.puzzle.tutor
    state = case.start
    for move in case.moves:
        text = tutor.move_spoken(state, move)
        after = puzzle.apply(state, move)
        made = puzzle.apply(state, tutor.move_heard(state, text))
        assert puzzle.text(made) == puzzle.text(after), f"{text!r} is another move when typed"
        written = puzzle.move_text(state, move)
        assert puzzle.text(puzzle.apply(state, tutor.move_heard(state, written))) == puzzle.text(
            after
        )
        changes = tutor.describe_change(state, after), tutor.describe_change(after, state)
        assert tutor.describe_change(state, state) == "", (
            "where nothing changes, nothing is to be said"
        )
        for line in (text, *changes, *tutor.describe(state), tutor.describe_cell(state, 0)):
            assert line, "there is something to say of everything"
            assert line.isprintable(), f"{line!r} is no line of text"
        state = after
    for text in NO_MOVES[3:]:
        with suppress(MoveError):
            tutor.move_heard(case.start, text)
            tutor.describe_thing(case.start, text)


def tracing(case: Case) -> None:
    """Small steps, each with something to look at; the first few of each view are enough."""
    for view in case.puzzle.tutor.VIEWS:
        for event in islice(case.puzzle.tutor.trace(case.start, view, case.limits), 20):
            assert isinstance(event, Progress | Answer)
            if isinstance(event, Progress):
                assert event.preparing or event.look or event.line


def listing(case: Case) -> None:
    """Ways can be gone, and come the shortest first; there are as many as are counted, where that
    takes no more than seconds."""
    puzzle, state = case.puzzle, case.start
    limits = replace(case.limits, seconds=LISTING)
    for task in puzzle.solver.tasks(state)[:2]:
        assert task.split() == [task], f"the task {task!r} must be a word"
        counted = stream(puzzle.solver.count_ways(state, task, limits), limits)
        seen: list[int] = []
        for event in puzzle.solver.ways(state, task, limits):
            if isinstance(event, Answer):
                assert event.facts["ways"] == len(seen)
                assert counted.facts["ways"] == len(seen) or not (counted.proved and event.proved)
            elif event.look is not None:
                assert event.look["used"] in (True, False, None)
                puzzle.after(state, list(puzzle.texts(state, event.line)))
                seen.append(event.look["length"])
            if len(seen) == 100:  # there may be more than can be listed
                assert counted.facts["ways"] >= len(seen) or not counted.proved
                break
        assert seen == sorted(seen), "the shortest come first"


def trading(case: Case) -> None:
    """Check that a format's text is read back as the same level again."""
    format = case.puzzle.format
    for form in case.puzzle.formats.FORMATS:
        try:
            text = form.write(case.level)
        except UsageError:  # the format has no words for it
            continue
        assert form.sniff(text), f"{form.name} does not know what it wrote"
        again = read_pack("level", text, form.name).levels[0]
        assert format(read_pack("level", form.write(again), form.name).levels[0]) == (format(again))


OF_PUZZLES: dict[str, Callable[[AnyPuzzle], None]] = {
    "generator.make": making,
    "lessons.LESSONS": teaching,
    "lessons.KINDS": introducing,
}
OF_LEVELS: dict[str, Callable[[Case], None]] = {
    "solver.certify": certifying,
    "solver.count": counting,
    "solver.within": deciding,
    "solver.solutions": enumerating,
    "solver.ways": listing,
    "solver.why": explaining_moves,
    "tutor.grade": grading,
    "tutor.advise": advising,
    "tutor.explain": explaining,
    "tutor.describe": speaking,
    "tutor.move_words": wording,
    "tutor.trace": tracing,
    "screen.draw": drawing,
    "reader.read": reading,
    "maker.sketch": editing,
    "maker.repair": repairing,
    "maker.judge": judging,
    "maker.assist": assisting,
    "formats.FORMATS": trading,
}
