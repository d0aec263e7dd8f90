"""What every puzzle plugin must keep to, as checks that its author can run.

from puzzles.testing import conformance

def test_it_is_a_puzzle():
    conformance(plugin, read_pack("levels/some.toml").levels)
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from puzzles.core.errors import LevelError, MoveError, PuzzlesError, UsageError
from puzzles.core.facets import (
    MOVE,
    WHERE,
    WHY,
    Advises,
    Assists,
    Certifies,
    Decides,
    Draws,
    Edits,
    Explanation,
    GivesReasons,
    Grade,
    Grades,
    Hint,
    Introduces,
    Judges,
    Lesson,
    ListsWays,
    MakesLevels,
    Proposal,
    ReadsPictures,
    Repair,
    Repairs,
    Speaks,
    Trades,
    Verdict,
)
from puzzles.core.level import Level
from puzzles.core.palettes import PALETTES
from puzzles.core.puzzle import Problem, Puzzle, Status
from puzzles.core.solving import Answer, Event, Limits, Progress, answer, last
from puzzles.core.tables import read_table
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
AnyPuzzle = Puzzle[Any, Any, Any]


def conformance(puzzle: AnyPuzzle, levels: Sequence[Level], limits: Limits = LIMITS) -> None:
    """Check the plugin and what it does with these levels, and on the first of them each facet that
    it declares; `limits` are for solving each.

    Raises AssertionError for the first promise of `core.puzzle` or `core.facets` that is not kept.
    """
    identity(puzzle)
    if puzzle.makes is not None:
        making(puzzle, puzzle.makes)
    if puzzle.teaches is not None:
        teaching(puzzle, puzzle.teaches.LESSONS)
    if puzzle.introduces is not None:
        introducing(puzzle, puzzle.introduces)
    for level in levels:
        syntax(puzzle, level)
        start(puzzle, level)
        moves = solution(puzzle, level, limits)
        rules(puzzle, level, moves)
        history(puzzle, level, moves)
        board(puzzle, level)
        if level is levels[0]:
            facets(puzzle, level, moves, limits)


def facets(puzzle: AnyPuzzle, level: Level, moves: Sequence[Any], limits: Limits) -> None:
    """What the puzzle can do with a level that these moves solve."""
    state = puzzle.start(level)
    if puzzle.certifies is not None:
        certifying(puzzle.certifies, level, limits)
    if puzzle.grades is not None:
        grading(puzzle.grades, level)
    if puzzle.counts is not None:
        stream(puzzle.counts.count(state, limits), limits)
    if puzzle.decides is not None:
        deciding(puzzle, puzzle.decides, level, moves, limits)
    if puzzle.enumerates is not None:
        facts = stream(puzzle.enumerates.solutions(state, limits, 3), limits).facts
        assert facts["solutions"] >= bool(moves), "there is a solution more"
        assert isinstance(facts["complete"], bool)
    if puzzle.ways is not None:
        listing(puzzle, puzzle.ways, state, limits)
    if puzzle.explains is not None and moves:
        said = answer(puzzle.explains.why(state, moves[0], len(moves) - 1, limits))
        assert said.headline.isprintable()
    if puzzle.advises is not None and moves:
        advising(puzzle, puzzle.advises, state, limits)
    if puzzle.reasons is not None:
        explaining(puzzle.reasons, level, limits)
    if puzzle.speaks is not None:
        speaking(puzzle, puzzle.speaks, level, moves)
    if puzzle.tells is not None:
        for palette in PALETTES:
            assert puzzle.renamed(state, "", palette) == ""
            for turned in (False, True):
                words = [puzzle.told(state, move, turned) for move in moves[:1]]
                assert all(puzzle.renamed(state, text, palette).isprintable() for text in words)
    if puzzle.traces is not None:
        for view in puzzle.traces.views:
            tracing(puzzle.traces.trace(state, view))
    if puzzle.draws is not None:
        drawing(puzzle, puzzle.draws, level, moves)
    if puzzle.reads is not None:
        reading(puzzle, puzzle.reads, level)
    if puzzle.edits is not None:
        editing(puzzle, puzzle.edits, level)
    if puzzle.repairs is not None:
        repairing(puzzle, puzzle.repairs, level, limits)
    if puzzle.judges is not None:
        judging(puzzle, puzzle.judges, level)
    if puzzle.assists is not None:
        assisting(puzzle, puzzle.assists, level)
    if puzzle.trades is not None:
        trading(puzzle, puzzle.trades, level)


def advising(puzzle: AnyPuzzle, advises: Advises[Any, Any], state: Any, limits: Limits) -> None:
    """What to do next is said in words, where comes before why and why before a move, and the move
    is one that the rules allow."""
    for known in (answer(puzzle.solve(state, limits)).moves or (), ()):
        said = stream(advises.advise(state, known, limits), limits)
        hints = [Hint(**hint) for hint in said.facts["hints"]]
        kinds = [hint.kind for hint in hints]
        assert kinds[0] == WHERE, "the first hint says where to look"
        assert WHY in kinds[: kinds.index(MOVE)], "no move before its reason"
        for hint in hints:
            assert hint.words.isprintable()
            if hint.kind == MOVE:
                puzzle.apply(state, puzzle.move_parse(state, hint.move))


def certifying(certifies: Certifies[Any], level: Level, limits: Limits) -> None:
    """What is proved of a level is written down, and is a proof; other texts are none."""
    proof = stream(certifies.certify(level, limits), limits)
    assert proof.facts["claim"].isprintable()
    text = proof.facts["certificate"]
    again = certifies.check_by(text, level, limits)
    assert again.proved
    assert again.headline.isprintable()
    for other in ("", "x", f"x\n{text}", f"{text}x\n"):
        with suppress(PuzzlesError):
            raise AssertionError(
                f"{other!r} proves {certifies.check_by(other, level, limits).headline}"
            )


def explaining(reasons: GivesReasons[Any], level: Level, limits: Limits) -> None:
    """The whole solution is told in lines, and what else there is to know is JSON."""
    found = last(reasons.explain(level, limits), Explanation)
    assert found.steps, "nothing is explained"
    assert "difficulty" in found.facts
    for step in found.steps:
        assert step.kind.isprintable()
        assert step.words.strip(), "a step is not put into words"
        assert step.words.isprintable()
        json.dumps(step.facts)
    assert all(line.isprintable() for line in found.summary)
    json.dumps(found.facts)


def identity(puzzle: AnyPuzzle) -> None:
    """The plugin says what it is."""
    assert puzzle.id.isidentifier(), f"the id {puzzle.id!r} must be one plain word"
    for name in ("title", "blurb"):
        text = getattr(puzzle, name)
        assert text.strip(), f"the {name} is empty"
        assert text.isprintable(), f"the {name} must be one line"
    assert puzzle.rules.strip(), "the rules are empty"


def speaking(
    puzzle: AnyPuzzle, speaks: Speaks[Any, Any], level: Level, moves: Sequence[Any]
) -> None:
    """What is said of a position and a move is a line each; a move is made by its words."""
    state = puzzle.start(level)
    for move in moves:
        text = speaks.move(state, move)
        after = puzzle.apply(state, move)
        made = puzzle.apply(state, speaks.parse(state, text))
        assert puzzle.text(made) == puzzle.text(after), f"{text!r} is another move when typed"
        written = puzzle.move_text(state, move)
        assert puzzle.text(puzzle.apply(state, speaks.parse(state, written))) == puzzle.text(after)
        changes = speaks.change(state, after), speaks.change(after, state)
        assert speaks.change(state, state) == "", "where nothing changes, nothing is to be said"
        for line in (text, *changes, *speaks.lines(state), speaks.at(state, 0)):
            assert line, "there is something to say of everything"
            assert line.isprintable(), f"{line!r} is no line of text"
        state = after
    for text in _NO_MOVES[3:]:
        with suppress(MoveError):
            speaks.parse(puzzle.start(level), text)
            speaks.about(puzzle.start(level), text)


def making(puzzle: AnyPuzzle, maker: MakesLevels[Any]) -> None:
    """Levels are made from seeds: the same from the same, others from others, and each is what it
    says it is, and like those it says it is like."""
    names = {option.name for option in maker.options}
    assert all(option.text and option.name.isidentifier() for option in maker.options)
    levels = [_made(maker, seed, {}) for seed in (1, 1, 2)]
    first, again, other = (maker.canonical(level) for level in levels)
    assert first == again, "the same seed made another level"
    assert first != other, "two seeds made levels that are alike"
    syntax(puzzle, levels[0])
    copy = puzzle.parse(read_table("level", level_text(puzzle, levels[0])))
    assert maker.canonical(copy) == first
    wishes = maker.like(levels[0])
    assert set(wishes) <= names, "these wishes are not among the options"
    syntax(puzzle, _made(maker, 3, wishes))


def _made(maker: MakesLevels[Any], seed: int, wishes: dict[str, Any]) -> Level:
    *progress, level = maker.make(seed, wishes)
    assert isinstance(level, Level), "a level comes last"
    assert all(isinstance(event, Progress | Answer) for event in progress)
    return level


def grading(grader: Grades[Any], level: Level) -> None:
    """A grade comes last, and is the same each time."""
    try:
        grade, again = (last(grader.grade(level), Grade) for _ in range(2))
    except PuzzlesError:  # this one has none, and that is said
        return
    assert grade == again, "the same level has another grade"
    assert 1 <= grade.difficulty <= 10
    assert _plain(grade.figures), "figures must be plain JSON values"


def deciding(
    puzzle: AnyPuzzle, decider: Decides[Any], level: Level, moves: Sequence[Any], limits: Limits
) -> None:
    """No moves are not enough, and as many as these are, unless a limit keeps that from being
    known; moves are told with yes only, or as what is known when nothing is decided."""
    state = puzzle.start(level)
    for most in {0, len(moves)}:
        said = stream(decider.within(state, most, limits), limits)
        if said.proved:
            assert (said.moves is not None) == (most > 0), f"{most} moves: the wrong answer"
        if said.moves is not None:
            assert puzzle.status(_played(puzzle, state, said.moves)).won, "these moves do not win"
            assert said.proved == (len(said.moves) <= most), f"{most} moves: the wrong answer"


def teaching(puzzle: AnyPuzzle, lessons: Sequence[Lesson]) -> list[Any]:
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


def introducing(puzzle: AnyPuzzle, introduces: Introduces[Any]) -> None:
    """The lesson of a kind is a level of that kind."""
    levels = teaching(puzzle, list(introduces.KINDS.values()))
    for kind, level in zip(introduces.KINDS, levels, strict=True):
        assert kind in introduces.kinds(level), f"{level.title} is not of the kind {kind}"


def tracing(events: Iterable[Event]) -> None:
    """Small steps, each with something to look at; the first few are enough."""
    for event in islice(events, 20):
        assert isinstance(event, Progress | Answer)
        assert event.preparing or event.look or event.line if isinstance(event, Progress) else True


def listing(puzzle: AnyPuzzle, lister: ListsWays[Any], state: Any, limits: Limits) -> None:
    """Ways can be gone, and come the shortest first; there are as many as are counted, where that
    takes no more than seconds."""
    limits = replace(limits, seconds=LISTING)
    for task in lister.tasks(state)[:2]:
        assert task.split() == [task], f"the task {task!r} must be a word"
        counted = stream(lister.count_ways(state, task, limits), limits)
        seen: list[int] = []
        for event in lister.ways(state, task, limits):
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


def repairing(puzzle: AnyPuzzle, repairer: Repairs[Any], level: Level, limits: Limits) -> None:
    """A level that is repaired has one solution, and says what was changed."""
    assert all(kind.isidentifier() for kind in repairer.KINDS)
    kinds = repairer.KINDS[:1]
    found = last(repairer.repair(level, kinds, limits), Repair)
    assert _plain({"changes": list(found.changes)})
    assert all(change["words"].isprintable() for change in found.changes)
    syntax(puzzle, found.level)
    again = last(repairer.repair(found.level, kinds, limits), Repair)
    assert (again.solutions, again.changes, again.least) == (1, (), True)
    assert found.least or found.changes


def judging(puzzle: AnyPuzzle, judges: Judges[Any], level: Level) -> None:
    """What is told of a board is told soon, in lines, and again of the board after it, which is the
    same one; what is shown as a solution is one, and what a level could claim is read back."""
    verdict, start = _settled(judges, level, {}), puzzle.start(level)
    assert all(line.isprintable() for line in verdict.lines)
    for moves in verdict.solutions:
        assert puzzle.status(puzzle.after(start, moves)).won, "what is shown solves the board"
    assert _plain(dict(verdict.proofs))
    claiming = claimed(puzzle, level, verdict.claims)
    assert {**puzzle.format(claiming), **verdict.claims} == puzzle.format(claiming)
    assert _settled(judges, level, verdict.proofs).lines[0] == verdict.lines[0]


def assisting(puzzle: AnyPuzzle, assists: Assists[Any], level: Level) -> None:
    """There are wishes, each in a line, and help begins at once."""
    try:
        sketch = puzzle.editor.sketch(level)
    except UsageError:  # boards of this kind are not edited
        return
    orbits = [(cell,) for cell in range(puzzle.editor.grid(sketch).n)]
    for wish, words in assists.wishes(sketch).items():
        assert wish.isprintable()
        assert words.isprintable()
        with suppress(PuzzlesError):
            assert isinstance(next(assists.assist(sketch, wish, orbits)), Progress | Proposal)


def _settled(judges: Judges[Any], level: Level, proofs: Mapping[str, Any]) -> Verdict:
    """The first verdict that settles a board; the last one if none does."""
    verdict = Verdict(())
    for event in judges.judge(level, proofs):
        if isinstance(event, Verdict):
            verdict = event
            if verdict.settled:
                break
    return verdict


def drawing(puzzle: AnyPuzzle, drawer: Draws[Any, Any], level: Level, moves: Sequence[Any]) -> None:
    """All positions of a level have drawings of one size, in every palette."""
    state = puzzle.start(level)
    drawings = [drawer.draw(state, next(iter(moves), None), palette) for palette in PALETTES]
    drawings += [drawer.draw(puzzle.apply(state, move), None, "default") for move in moves[:1]]
    assert len({(drawing.width, drawing.height) for drawing in drawings}) == 1


def reading(puzzle: AnyPuzzle, reader: ReadsPictures, level: Level) -> None:
    """Of any picture there is a reading, which can be corrected, or none."""
    assert puzzle.edits is not None, "a board that is read has to be edited"
    pictures = [np.zeros((60, 80, 3))]
    if puzzle.draws is not None:
        pixels = np.asarray(image(puzzle.draws.draw(puzzle.start(level), None, "default"), 300))
        pictures.append(oklab(pixels))
    for picture in pictures:
        if (found := reader.read(picture)) is not None:
            assert 0 <= found.confidence <= 1
            sketch = puzzle.edits.sketch(found.level)
            assert _picture(puzzle, sketch)
            for cell in found.doubtful:
                puzzle.edits.put(sketch, [cell], 0)


def editing(puzzle: AnyPuzzle, editor: Edits[Any], level: Level) -> None:
    """A cell turned on and back is what it was; what is written of a sketch can be read, or a
    reason is given."""
    try:
        sketch = editor.sketch(level)
    except UsageError:  # boards of this kind are not edited
        return
    written, was = puzzle.format(sketch), editor.at(sketch, 0)
    edited = editor.put(sketch, [0], (was + 1) % len(editor.things(sketch)))
    keys = [thing.key for thing in editor.things(edited)]
    assert len(set(keys)) == len(keys) > 1
    assert keys[editor.at(edited, 0)] != editor.things(sketch)[was].key
    again = editor.put(edited, [0], keys.index(editor.things(sketch)[was].key))
    assert puzzle.format(again) == written
    drawing_on(puzzle, editor, sketch)
    text = level_text(puzzle, edited)
    with suppress(LevelError):  # anything else is a fault
        puzzle.parse(read_table("level", text))
    again = editor.sketch(editor.draft(read_table("level", text)))
    assert _picture(puzzle, again) == _picture(puzzle, edited), f"{level.title}: another draft"


def drawing_on(puzzle: AnyPuzzle, editor: Edits[Any], sketch: Any) -> None:
    """A board is drawn on grids of all kinds, and goes along when its grid changes."""
    draft = Draft(puzzle, sketch)
    written = puzzle.format(sketch)
    for change in (draft.turn, draft.mirror, lambda: draft.resize("right", 1)):
        with suppress(UsageError):
            change()
            draft.undo()
        assert puzzle.format(draft.sketch) == written
    for kind in editor.GRIDS:
        draft = Draft(puzzle, replace(editor.blank(kind, 4, 6), title="New"))
        assert (draft.grid.kind, draft.grid.rows, draft.grid.cols) == (kind, 4, 6)
        for thing in (*draft.things[:2], draft.things[-1]):
            draft.brush = thing.key
            draft.paint(0)
            assert draft.at(0) == thing
        draft.paint(*range(draft.grid.n))
        written = puzzle.format(draft.sketch)
        table = read_table("level", level_text(puzzle, draft.sketch))
        assert puzzle.format(editor.sketch(editor.draft(table))) == written
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


def trading(puzzle: AnyPuzzle, trader: Trades, level: Level) -> None:
    """What a format can hold is told by its text, and read back as the same level again."""
    for form in trader.FORMATS:
        try:
            text = form.write(level)
        except UsageError:  # the format has no words for it
            continue
        assert form.sniff(text), f"{form.name} does not know what it wrote"
        again = read_pack("level", text, form.name).levels[0]
        assert puzzle.format(read_pack("level", form.write(again), form.name).levels[0]) == (
            puzzle.format(again)
        )


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


def solution(puzzle: AnyPuzzle, level: Level, limits: Limits) -> tuple[Any, ...]:
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


def _played(puzzle: AnyPuzzle, state: Any, moves: Iterable[Any]) -> Any:
    """The position after these moves."""
    for move in moves:
        state = puzzle.apply(state, move)
    return state


def _picture(puzzle: AnyPuzzle, level: Level) -> str:
    return puzzle.text(puzzle.start(level))


def _plain(values: dict[str, Any]) -> bool:
    try:
        return bool(json.loads(json.dumps(values)) == values)
    except TypeError:
        return False
