"""What every puzzle plugin must keep to, as checks that its author can run.

from puzzles.testing import conformance

def test_it_is_a_puzzle():
    conformance(plugin, read_pack("levels/some.toml").levels)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from puzzles.core.errors import LevelError, MoveError, PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.modules import EDITING, MODULES, SPEAKING
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
    Problem,
    Proposal,
    Repair,
    Status,
    Verdict,
)
from puzzles.core.solving import Answer, Event, Limits, Progress, answer, last
from puzzles.core.tables import Values, read_table
from puzzles.library.ids import make_id, read_id
from puzzles.library.lessons import lesson_pack, lesson_states
from puzzles.library.levels import claimed, read_pack
from puzzles.library.writing import level_text
from puzzles.pictures.oklab import oklab
from puzzles.pictures.raster import image
from puzzles.player.draft import Draft
from puzzles.player.session import Session
from puzzles.player.settings import Settings
from puzzles.ui.board.sketch import sketch

_NO_MOVES = ("", " ", "\x00", "a", "1", "a b c", "-1 -1", "🂡 ♞", "z9999 Nothing", "9" * 5000)
LIMITS = Limits(seconds=10)
LISTING = 1.0  # seconds for counting a task's ways, which can be too many on any board


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


def conformance(
    puzzle: AnyPuzzle,
    levels: Sequence[Level],
    limits: Limits = LIMITS,
    skip: Collection[str] = (),
) -> None:
    """Check the plugin and what it does with these levels, and on the first of them each ability
    that it has, but for those to `skip`; `limits` are for each search.

    Raises AssertionError for the first promise of `core.puzzle` or `core.modules` that is broken.
    """
    identity(puzzle)
    for ability, check in OF_PUZZLES.items():
        if puzzle.can(ability) and ability not in skip:
            check(puzzle)
    for level in levels:
        syntax(puzzle, level)
        start(puzzle, level)
        moves = solution(puzzle, level, limits)
        rules(puzzle, level, moves)
        history(puzzle, level, moves)
        board(puzzle, level)
        case = Case(puzzle, level, moves, limits)
        for ability, examine in OF_LEVELS.items() if level is levels[0] else ():
            if puzzle.can(ability) and ability not in skip:
                examine(case)


def identity(puzzle: AnyPuzzle) -> None:
    """The plugin says what it is."""
    assert puzzle.id.isidentifier(), f"the id {puzzle.id!r} must be one plain word"
    for name in ("title", "blurb"):
        text = getattr(puzzle, name)
        assert text.strip(), f"the {name} is empty"
        assert text.isprintable(), f"the {name} must be one line"
    assert puzzle.instructions.strip(), "the rules are empty"
    for group in GROUPS:
        there = [function for function in group if puzzle.can(function)]
        assert there in ([], list(group)), f"{there} alone is no ability"
    for module in MODULES[1:]:
        for function in getattr(puzzle, module):
            getattr(getattr(puzzle, module), function)  # it is where it is said to be


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
    """What is proved of a level is written down, and is a proof; other texts are none."""
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
    assert _plain(grade.figures), "figures must be plain JSON values"


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
            assert puzzle.status(_played(puzzle, state, said.moves)).won, "these moves do not win"
            assert said.proved == (len(said.moves) <= most), f"{most} moves: the wrong answer"


def advising(case: Case) -> None:
    """What to do next is said in words, where comes before why and why before a move, and the move
    is one that the rules allow."""
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
    """What is said of a position and a move is a line each; a move is made by its words."""
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
    for text in _NO_MOVES[3:]:
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


def repairing(case: Case) -> None:
    """A level that is repaired has one solution, and says what was changed."""
    puzzle, level, limits = case.puzzle, case.level, case.limits
    maker = puzzle.maker
    assert all(kind.isidentifier() for kind in maker.CHANGES)
    kinds = maker.CHANGES[:1]
    found = last(maker.repair(level, kinds, limits), Repair)
    assert _plain({"changes": list(found.changes)})
    assert all(change["words"].isprintable() for change in found.changes)
    syntax(puzzle, found.level)
    again = last(maker.repair(found.level, kinds, limits), Repair)
    assert (again.solutions, again.changes, again.least) == (1, (), True)
    assert found.least or found.changes


def judging(case: Case) -> None:
    """What is told of a board is told soon, in lines, and again of the board after it, which is the
    same one; what is shown as a solution is one, and what a level could claim is read back."""
    puzzle, level = case.puzzle, case.level
    verdict, start = _settled(puzzle, level), puzzle.start(level)
    assert all(line.isprintable() for line in verdict.lines)
    for moves in verdict.solutions:
        assert puzzle.status(puzzle.after(start, moves)).won, "what is shown solves the board"
    claiming = claimed(puzzle, level, verdict.claims)
    assert {**puzzle.format(claiming), **verdict.claims} == puzzle.format(claiming)


def _settled(puzzle: AnyPuzzle, level: Level) -> Verdict:
    """The first verdict that settles a board; the last one if none does."""
    verdict = Verdict(())
    for event in puzzle.maker.judge(level):
        if isinstance(event, Verdict):
            verdict = event
            if verdict.settled:
                break
    return verdict


def assisting(case: Case) -> None:
    """There are wishes, each in a line, and help begins at once."""
    maker = case.puzzle.maker
    try:
        sketch = maker.sketch(case.level)
    except UsageError:  # boards of this kind are not edited
        return
    orbits = [(cell,) for cell in range(maker.grid(sketch).n)]
    for wish, words in maker.wishes(sketch).items():
        assert wish.isprintable()
        assert words.isprintable()
        with suppress(PuzzlesError):
            assert isinstance(next(maker.assist(sketch, wish, orbits)), Progress | Proposal)


def drawing(case: Case) -> None:
    """All positions of a level have drawings of one size, in every palette."""
    puzzle = case.puzzle
    state, moves = case.start, case.moves
    drawings = [puzzle.screen.draw(state, next(iter(moves), None), palette) for palette in PALETTES]
    drawings += [
        puzzle.screen.draw(puzzle.apply(state, move), None, "default") for move in moves[:1]
    ]
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1


def reading(case: Case) -> None:
    """Of any picture there is a reading, which can be corrected, or none."""
    puzzle = case.puzzle
    assert puzzle.can("maker.sketch"), "a board that is read has to be edited"
    pictures = [np.zeros((60, 80, 3))]
    if puzzle.can("screen.draw"):
        pixels = np.asarray(image(puzzle.screen.draw(case.start, None, "default"), 300))
        pictures.append(oklab(pixels))
    for picture in pictures:
        if (found := puzzle.reader.read(picture)) is not None:
            assert 0 <= found.confidence <= 1
            sketch = puzzle.maker.sketch(found.level)
            assert _picture(puzzle, sketch)
            for cell in found.doubtful:
                puzzle.maker.put(sketch, [cell], 0)


def editing(case: Case) -> None:
    """A cell turned on and back is what it was; what is written of a sketch can be read, or a
    reason is given."""
    puzzle, level = case.puzzle, case.level
    try:
        sketch = puzzle.maker.sketch(level)
    except UsageError:  # boards of this kind are not edited
        return
    written, was = puzzle.format(sketch), puzzle.maker.at(sketch, 0)
    edited = puzzle.maker.put(sketch, [0], (was + 1) % len(puzzle.maker.things(sketch)))
    keys = [thing.key for thing in puzzle.maker.things(edited)]
    assert len(set(keys)) == len(keys) > 1
    assert keys[puzzle.maker.at(edited, 0)] != puzzle.maker.things(sketch)[was].key
    again = puzzle.maker.put(edited, [0], keys.index(puzzle.maker.things(sketch)[was].key))
    assert puzzle.format(again) == written
    drawing_on(puzzle, sketch)
    text = level_text(puzzle, edited)
    with suppress(LevelError):  # anything else is a fault
        puzzle.parse(read_table("level", text))
    again = puzzle.maker.sketch(puzzle.maker.draft(read_table("level", text)))
    assert _picture(puzzle, again) == _picture(puzzle, edited), f"{level.title}: another draft"


def drawing_on(puzzle: AnyPuzzle, sketch: Level) -> None:
    """A board is drawn on grids of all kinds, and goes along when its grid changes."""
    draft = Draft(puzzle, sketch)
    written = puzzle.format(sketch)
    for change in (draft.turn, draft.mirror, lambda: draft.resize("right", 1)):
        with suppress(UsageError):
            change()
            draft.undo()
        assert puzzle.format(draft.sketch) == written
    for kind in puzzle.maker.GRIDS:
        draft = Draft(puzzle, replace(puzzle.maker.blank(kind, 4, 6), title="New"))
        assert (draft.grid.kind, draft.grid.rows, draft.grid.cols) == (kind, 4, 6)
        for thing in (*draft.things[:2], draft.things[-1]):
            draft.brush = thing.key
            draft.paint(0)
            assert draft.at(0) == thing
        draft.paint(*range(draft.grid.n))
        written = puzzle.format(draft.sketch)
        table = read_table("level", level_text(puzzle, draft.sketch))
        assert puzzle.format(puzzle.maker.sketch(puzzle.maker.draft(table))) == written
        for cell in (0, 7):
            for other in draft.sides(cell):
                if draft.wall(cell, other, True):
                    assert draft.is_wall(other, cell)
                    assert draft.undo()
                assert puzzle.format(draft.sketch) == written
        for demand in draft.demands:
            for value in demand.values:
                draft.demand(demand.name, value)
                now = {each.name: each.value for each in draft.demands}
                assert now[demand.name] == value


def trading(case: Case) -> None:
    """What a format can hold is told by its text, and read back as the same level again."""
    format = case.puzzle.format
    for form in case.puzzle.formats.FORMATS:
        try:
            text = form.write(case.level)
        except UsageError:  # the format has no words for it
            continue
        assert form.sniff(text), f"{form.name} does not know what it wrote"
        again = read_pack("level", text, form.name).levels[0]
        assert format(read_pack("level", form.write(again), form.name).levels[0]) == (format(again))


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


def board(puzzle: AnyPuzzle, level: Level) -> None:
    """The widget draws a small picture, without being on any screen."""
    width, height = 24, 12
    lines = sketch(puzzle, puzzle.start(level), width, height, (0, 0, 0), Settings())
    assert 0 < len(lines) <= height
    assert all(0 < line.cell_length <= width for line in lines)


def solution(puzzle: AnyPuzzle, level: Level, limits: Limits) -> tuple[object, ...]:
    """The solver keeps its protocol and its moves win; returns the moves, () if it found none."""
    start = puzzle.start(level)
    answer = stream(puzzle.solve(start, limits), limits)
    state = _played(puzzle, start, answer.moves or ())
    if answer.moves is not None:
        assert puzzle.status(state).won, f"{level.title}: the solver's moves do not win"
        assert answer.lower_bound <= len(answer.moves), f"{level.title}: a bound above a solution"
    claims = list(puzzle.check(level, limits))
    problems = [claim for claim in claims if isinstance(claim, Problem)]
    stream((claim for claim in claims if not isinstance(claim, Problem)), limits)
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
        assert _plain(dict(puzzle.move_facts(state, move))), "move_facts must be plain JSON values"
        after = puzzle.apply(state, move)
        again = puzzle.apply(state, puzzle.move_parse(state, text))
        assert puzzle.text(again) == puzzle.text(after), f"{text!r} is read as another move"
        assert puzzle.text(state) == before, "apply changed the position it was given"
        assert puzzle.status(state) == status
        assert puzzle.status(after).moves == number
        state = after


def history(puzzle: AnyPuzzle, level: Level, moves: Sequence[object]) -> None:
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


def stream(events: Iterable[Event], limits: Limits) -> Answer:
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


def _played(puzzle: AnyPuzzle, state: object, moves: Iterable[object]) -> object:
    """The position after these moves."""
    for move in moves:
        state = puzzle.apply(state, move)
    return state


def _picture(puzzle: AnyPuzzle, level: Level) -> str:
    return puzzle.text(puzzle.start(level))


def _plain(values: Values) -> bool:
    try:
        return bool(json.loads(json.dumps(values)) == values)
    except TypeError:
        return False


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
# Functions that make an ability together.
GROUPS = [
    [f"{module}.{function}" for function in functions.split()]
    for module, functions in (
        ("rules", "encode decode"),
        ("solver", "tasks ways count_ways"),
        ("solver", "certify check_by"),
        ("tutor", "trace VIEWS"),
        ("tutor", "renamed move_words"),
        ("tutor", SPEAKING),
        ("maker", EDITING),
        ("maker", "wishes assist"),
        ("maker", "CHANGES repair"),
        ("maker", "sides walls build"),
        ("maker", "demands demand"),
        ("maker", "SHEETS add dye dye_all take"),
        ("maker", "lay keys"),
        ("generator", "OPTIONS make like canonical"),
        ("lessons", "KINDS kinds"),
    )
]
