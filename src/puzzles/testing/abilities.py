"""Checks of what a puzzle may do besides being played and solved, by ability."""

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice, product, zip_longest

import numpy as np

from puzzles.characters import render
from puzzles.characters.ink import Look
from puzzles.core import results
from puzzles.core.errors import LevelError, MoveError, PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.palettes import PALETTES
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Answer, Progress, Step, answer, last
from puzzles.core.tables import Values, read_table
from puzzles.library.lessons import lesson_pack, lesson_states
from puzzles.library.levels import claimed, level_text, read_pack
from puzzles.pictures import shapes
from puzzles.pictures.oklab import oklab
from puzzles.pictures.raster import image
from puzzles.player.draft import Draft
from puzzles.testing.games import NO_MOVES, SIZES, Case, picture, plain, played, stream, syntax

LISTING = 1.0  # seconds for counting a task's ways, which can be too many on any board


def making(case: Case) -> None:
    """The same seed makes the same level, which is what it says it is; so are those like it."""
    puzzle, maker = case.puzzle, case.puzzle.generator
    level, again = (_made(puzzle, 1, {}) for _ in range(2))
    assert maker.canonical(level) == maker.canonical(again), "the same seed made another level"
    syntax(puzzle, level)
    wishes = maker.like(level)
    assert set(wishes) <= {option.name for option in maker.OPTIONS}, "these are no options"
    syntax(puzzle, _made(puzzle, 3, wishes))


def _made(puzzle: AnyPuzzle, seed: int, wishes: Values) -> Level:
    *_, level = puzzle.generator.make(seed, wishes)
    assert isinstance(level, Level), "a level comes last"
    return level


def teaching(case: Case, lessons: Sequence[results.Lesson] = ()) -> Sequence[Level]:
    """Each lesson, of the tutorial or of these, is won by its last move; returns the levels."""
    puzzle, lessons = case.puzzle, lessons or case.puzzle.lessons.LESSONS
    pack = lesson_pack(puzzle, lessons)
    assert pack is not None
    assert not pack.errors
    for level, lesson in zip(pack.levels, lessons, strict=True):
        won = [puzzle.status(state).won for state in lesson_states(puzzle, level, lesson)]
        assert won == [False] * len(lesson.moves) + [True], f"{level.title} is not so won"
    return pack.levels


def introducing(case: Case) -> None:
    """The lesson of a kind is a level of that kind."""
    lessons = case.puzzle.lessons
    for kind, level in zip(lessons.KINDS, teaching(case, [*lessons.KINDS.values()]), strict=True):
        assert kind in lessons.kinds(level), f"{level.title} is not of the kind {kind}"


def certifying(case: Case) -> None:
    """A proof of a level can be written and read, and other texts are none."""
    solver, level, limits = case.puzzle.solver, case.level, case.limits
    proof = stream(solver.certify(level, limits), limits)
    assert proof.facts["claim"].isprintable()
    text = proof.facts["certificate"]
    assert solver.check_by(text, level, limits).proved
    for other in ("", "x", f"x\n{text}", f"{text}x\n"):
        with suppress(PuzzlesError):
            raise AssertionError(f"{other!r} proves {solver.check_by(other, level, limits)}")


def grading(case: Case) -> None:
    """A grade comes last, and is the same each time."""
    try:
        grade, again = (last(case.puzzle.tutor.grade(case.level), results.Grade) for _ in range(2))
    except PuzzlesError:  # this one has none, and that is said
        return
    assert grade == again, "the same level has another grade"
    assert 1 <= grade.difficulty <= 10
    assert plain(grade.figures), "figures must be plain JSON values"


def counting(case: Case) -> None:
    """Solutions are counted."""
    found = stream(case.puzzle.solver.count(case.start, case.limits), case.limits)
    assert found.count is not None, "the answer has no count"


def enumerating(case: Case) -> None:
    """There is a solution if one was found."""
    found = stream(case.puzzle.solver.solutions(case.start, 3, case.limits), case.limits)
    assert (found.count or 0) >= bool(case.moves), "fewer solutions counted than found"
    assert isinstance(found.facts["complete"], bool)


def deciding(case: Case) -> None:
    """No moves are not enough, and as many as these are, unless a limit keeps that from being
    known; moves are told with yes only, or as what is known when nothing is decided."""
    puzzle, state, limits = case.puzzle, case.start, case.limits
    for most in {0, len(case.moves)}:
        said = stream(puzzle.solver.within(state, most, limits), limits)
        if said.proved:
            assert (said.moves is not None) == (most > 0), f"{most} moves: the wrong answer"
        if said.moves is not None:
            assert puzzle.status(played(puzzle, state, said.moves)).won, "these moves do not win"
            assert said.proved == (len(said.moves) <= most), f"{most} moves: the wrong answer"


def listing(case: Case) -> None:
    """Ways can be gone, and come the shortest first; there are as many as are counted, where that
    takes no more than seconds."""
    puzzle, state = case.puzzle, case.start
    limits = replace(case.limits, seconds=LISTING)
    for task in puzzle.solver.tasks(state)[:2]:
        assert task.split() == [task], f"the task {task!r} must be a word"
        counted = stream(puzzle.solver.count_ways(state, task, limits), limits)
        lengths: list[int] = []
        for event in puzzle.solver.ways(state, task, limits):
            if isinstance(event, Answer):
                known = counted.proved and event.proved
                assert counted.count == event.count == len(lengths) or not known
            elif event.step is not None:
                assert isinstance(event.step, results.Way), "each way comes as a Way"
                see(case, event)
                lengths.append(event.step.length)
            if len(lengths) == 100:  # there may be more than can be listed
                break
        assert lengths == sorted(lengths), "the shortest come first"


def wording(case: Case) -> None:
    """Moves are told in a line, in every palette, also on a board that lies turned."""
    puzzle, state = case.puzzle, case.start
    for move, turned in product(case.moves[:1], (False, True)):
        text = puzzle.describe_move(state, move, turned)
        assert all(puzzle.with_palette_names(state, text, each).isprintable() for each in PALETTES)


def advising(case: Case) -> None:
    """Hints say where to look before why, and why before a move, which the rules allow."""
    puzzle, state, limits = case.puzzle, case.start, case.limits
    for known in (answer(puzzle.solver.solve(state, limits)).moves or (), ()):
        said = stream(puzzle.tutor.advise(state, known, limits), limits)
        assert isinstance(said, results.Advice), "advice ends with an Advice"
        kinds = [hint.kind for hint in said.hints]
        assert kinds[0] == results.WHERE, "the first hint says where to look"
        assert results.WHY in kinds[: kinds.index(results.MOVE)], "no move before its reason"
        for hint in said.hints:
            see(case, Progress(step=hint))
            if hint.kind == results.MOVE:
                puzzle.apply(state, puzzle.move_parse(state, hint.move))


def explaining(case: Case) -> None:
    """The whole solution is told in lines, and what else there is to know is JSON."""
    found = last(case.puzzle.tutor.explain(case.level, case.limits), results.Explanation)
    assert found.steps, "nothing is explained"
    assert "difficulty" in found.facts
    for step in found.steps:
        assert step.words.strip(), "a step is not put into words"
    for line in (*found.summary, *(step.words for step in found.steps)):
        assert line.isprintable()
    json.dumps([found.facts, *(step.facts for step in found.steps)])


def speaking(case: Case) -> None:
    """Positions and moves are said in a line each; a move is made by its words."""
    puzzle, tutor, state = case.puzzle, case.puzzle.tutor, case.start
    for move in case.moves:
        after = puzzle.apply(state, move)
        spoken = puzzle.speak_move(state, move)
        for text in (spoken, puzzle.move_text(state, move)):
            made = puzzle.apply(state, puzzle.parse_typed(state, text))
            assert puzzle.text(made) == puzzle.text(after), f"{text!r} is another move when typed"
        changes = tutor.describe_change(state, after), tutor.describe_change(after, state)
        assert not tutor.describe_change(state, state), "nothing has changed"
        for line in (spoken, *changes, *tutor.describe(state), tutor.describe_cell(state, 0)):
            assert line, "there is something to say of everything"
            assert line.isprintable(), f"{line!r} is no line of text"
        state = after
    for text in NO_MOVES[3:]:
        with suppress(MoveError):
            puzzle.parse_typed(case.start, text)
            tutor.describe_thing(case.start, text)


def tracing(case: Case) -> None:
    """Small steps, each with something to look at; the first few of each view are enough."""
    for view in case.puzzle.tutor.VIEWS:
        for event in islice(case.puzzle.tutor.trace(case.start, view, case.limits), 20):
            if isinstance(event, Progress):
                assert event.preparing or event.step or event.line
                see(case, event)


def see(case: Case, event: Progress) -> None:
    """A step is said in lines, and the board shows it."""
    puzzle, state, step = case.puzzle, case.start, event.step or Step()
    assert isinstance(step, Step), "what there is to see is a Step"
    shown = puzzle.after(state, puzzle.texts(state, event.line))
    scene = puzzle.scene(shown, None, "default", step)
    cells = {*step.lit, *step.struck, *step.labels}
    assert cells <= {*scene.known}, "a step speaks of cells that are not on the board"
    for text in (step.words, step.turned, *step.lines, step.mark, *step.labels.values()):
        assert text.isprintable(), f"{text!r} must be one line"
    for name, value in step.figures.items():
        assert isinstance(value, int | float | str), f"{name} must be a number or a text"
    look = Look("half", (0, 0, 0))
    render.frame(scene, render.layout(scene, look, *SIZES[0]), look)
    shapes.drawing(scene)


def trading(case: Case) -> None:
    """A format's text is read back as the same level again."""
    format = case.puzzle.format
    for form in case.puzzle.formats.FORMATS:
        try:
            text = form.write(case.level)
        except UsageError:  # the format has no words for it
            continue
        assert form.sniff(text), f"{form.name} does not know what it wrote"
        again = read_pack("level", text, form.name).levels[0]
        assert format(read_pack("level", form.write(again), form.name).levels[0]) == format(again)


def depicting(case: Case) -> None:
    """Positions that differ have scenes that do; all that is in one lies on its board. Drawings of
    a level are of one size, in every palette, whatever comes next."""
    puzzle, states = case.puzzle, [case.start]
    for move in case.moves:
        states.append(puzzle.apply(states[-1], move))
    told, scenes = dict[str, str](), [puzzle.scene(case.start, None, name) for name in PALETTES]
    for state, move in zip_longest(states, case.moves):
        scene = puzzle.scene(state)
        runs = {cell for run in scene.runs for cell in run.cells}
        around = {cell for cell, _ in scene.sides}
        assert runs | {*scene.signs} | around <= set(range(scene.grid.n))
        assert {*scene.lit} <= {*scene.known}
        assert plain(scene.as_json()), "a scene must be plain JSON values"
        seen, text = json.dumps(scene.as_json()), puzzle.text(state)
        assert told.setdefault(seen, text) == text, "two positions look alike"
        scenes.append(puzzle.scene(state, move))
    sizes = {(each.width, each.height) for each in map(shapes.drawing, scenes)}
    assert len(sizes) == 1, "drawings of one level differ in size"


def reading(case: Case) -> None:
    """Of any picture there is a reading, which can be corrected, or none."""
    puzzle = case.puzzle
    pixels = np.asarray(image(shapes.drawing(puzzle.scene(case.start)), 300))
    for seen in (np.zeros((60, 80, 3)), oklab(pixels)):
        if (found := puzzle.reader.read(seen)) is not None:
            assert 0 <= found.confidence <= 1
            sketch = puzzle.maker.sketch(found.level)
            for cell in found.doubtful:
                puzzle.maker.put(sketch, [cell], 0)


def editing(case: Case) -> None:
    """A cell turned on and back is what it was; what is written of a sketch can be read."""
    puzzle, maker = case.puzzle, case.puzzle.maker
    try:
        sketch = maker.sketch(case.level)
    except UsageError:  # boards of this kind are not edited
        return
    things, was = maker.things(sketch), maker.at(sketch, 0)
    edited = maker.put(sketch, [0], (was + 1) % len(things))
    keys = [thing.key for thing in maker.things(edited)]
    assert keys[maker.at(edited, 0)] != things[was].key
    again = maker.put(edited, [0], keys.index(things[was].key))
    assert puzzle.format(again) == puzzle.format(sketch)
    table = read_table("level", level_text(puzzle, edited))
    with suppress(LevelError):  # anything else is a fault
        puzzle.rules.parse(table)
    again = maker.sketch(maker.draft(table))
    assert picture(puzzle, again) == picture(puzzle, edited), f"{sketch.title}: another draft"
    draft = Draft(puzzle, sketch)
    for change in (draft.turn, partial(draft.turn, True), partial(draft.resize, "right", 1)):
        with suppress(UsageError):
            change()
            draft.undo()
        assert puzzle.format(draft.sketch) == puzzle.format(sketch)
    for kind in maker.GRIDS:
        _draw(puzzle, Draft(puzzle, replace(maker.blank(kind, 4, 6), title="New")), kind)


def _draw(puzzle: AnyPuzzle, draft: Draft, kind: str) -> None:
    """Draw all there is on a board of a kind."""
    assert (draft.grid.kind, draft.grid.rows, draft.grid.cols) == (kind, 4, 6)
    for thing in draft.things:
        draft.brush = thing.key
        draft.paint(0)
        assert draft.at(0) == thing
    written = puzzle.format(draft.sketch)
    table = read_table("level", level_text(puzzle, draft.sketch))
    assert puzzle.format(puzzle.maker.sketch(puzzle.maker.draft(table))) == written
    for brush in draft.own:
        draft.brush = brush.key
        assert draft.selected == brush, f"{brush.key}: another thing has this key"
        for other in brush.sides(draft.sketch, 0):
            if isinstance(brush, results.SideBrush) and draft.side(brush, 0, other, True):
                assert (0, other) in brush.drawn(draft.sketch)
                draft.undo()
    for demand in draft.demands:
        for value in demand.values:
            draft.demand(demand.name, value)
            assert value in [each.value for each in draft.demands if each.name == demand.name]


def repairing(case: Case) -> None:
    """A level that is repaired has one solution, and says what was changed."""
    maker, kinds = case.puzzle.maker, case.puzzle.maker.CHANGES[:1]
    found = last(maker.repair(case.level, kinds, case.limits), results.Repair)
    assert plain({"changes": list(found.changes)})
    assert all(change["words"].isprintable() for change in found.changes)
    syntax(case.puzzle, found.level)
    again = last(maker.repair(found.level, kinds, case.limits), results.Repair)
    assert (again.solutions, again.changes, again.least) == (1, (), True)


def judging(case: Case) -> None:
    """Verdicts are lines; solutions that are shown are some; claims are read back."""
    puzzle, verdict = case.puzzle, results.Verdict(())
    for event in puzzle.maker.judge(case.level):
        if isinstance(event, results.Verdict):
            verdict = event
            if verdict.settled:
                break
    assert all(line.isprintable() for line in verdict.lines)
    for moves in verdict.solutions:
        assert puzzle.status(puzzle.after(case.start, moves)).won, "what is shown is no solution"
    keys = puzzle.format(claimed(puzzle, case.level, verdict.claims))
    assert {**keys, **verdict.claims} == keys


def assisting(case: Case) -> None:
    """There are wishes, each in a line, and help begins at once."""
    maker = case.puzzle.maker
    try:
        sketch = maker.sketch(case.level)
    except UsageError:  # boards of this kind are not edited
        return
    orbits = [(cell,) for cell in range(maker.grid(sketch).n)]
    for wish, words in maker.wishes(sketch).items():
        assert words.isprintable()
        with suppress(PuzzlesError):
            assert isinstance(next(maker.assist(sketch, wish, orbits)), Progress | results.Proposal)


ABILITIES: dict[str, Callable[[Case], object]] = {
    "generator.make": making,
    "lessons.LESSONS": teaching,
    "lessons.KINDS": introducing,
    "solver.certify": certifying,
    "solver.count": counting,
    "solver.within": deciding,
    "solver.solutions": enumerating,
    "solver.ways": listing,
    "tutor.grade": grading,
    "tutor.advise": advising,
    "tutor.explain": explaining,
    "tutor.describe": speaking,
    "tutor.move_words": wording,
    "tutor.trace": tracing,
    "rules.scene": depicting,
    "reader.read": reading,
    "maker.sketch": editing,
    "maker.repair": repairing,
    "maker.judge": judging,
    "maker.assist": assisting,
    "formats.FORMATS": trading,
}
