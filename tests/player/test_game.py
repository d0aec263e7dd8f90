"""The rules of play: every verb on every puzzle, with kills and reloads between them."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from puzzles.core.results import MOVE, WHERE, WHY
from puzzles.core.solving import answer
from puzzles.library.catalogue import Entry
from puzzles.library.lessons import lesson_pack
from puzzles.library.levels import read_pack
from puzzles.library.registry import plugins
from puzzles.player.course import VERBS, Outcome
from puzzles.player.game import Game, Practice
from puzzles.player.saves import Saves
from puzzles.player.session import Session
from puzzles.running import blocking
from shipped import PUZZLES

BOARDS = [
    'puzzle = "kami"\nboard = "RWT\\nWTR\\nTRW"\npar = 4\n',
    'puzzle = "kami"\nnodes = { a = "Red", b = "White" }\nedges = [["a", "b"]]\n',
    'puzzle = "flow"\nboard = "ABC\\n...\\nABC"\n',
    'puzzle = "flow"\nwrap = true\nboard = "ABC\\n...\\nABC"\n',
]
PACKS = [read_pack("board", text) for text in BOARDS]


def told(outcome: Outcome) -> str:
    """The words, with every verb called by its own name."""
    return outcome.told(lambda verb: verb if verb in VERBS else 1 / 0)


class Play(RuleBasedStateMachine):
    """A game beside a plain list of its positions; `kept` is what must be there after a kill."""

    @initialize(pack=st.sampled_from(PACKS))
    def begin(self, pack):
        self.folder = Path(tempfile.mkdtemp())
        self.entry, self.puzzle = Entry(pack, 0), pack.puzzle
        self.saves = Saves(self.folder)
        self.game = Game(self.entry, self.saves)
        self.game.resume()
        self.shown = True
        self.start_anew()
        self.wins: list[int] = []

    def start_anew(self):
        self.line, self.at, self.mark = [self.puzzle.start(self.entry.level)], 0, None
        self.help, self.stored = (0, 0), False

    def teardown(self):
        if hasattr(self, "saves"):
            self.saves.close()
            shutil.rmtree(self.folder)

    def add(self, state):
        del self.line[self.at + 1 :]
        self.line.append(state)
        self.at += 1

    @property
    def now(self):
        return self.line[self.at]

    def check(self, outcome, changed):
        assert outcome.changed == changed
        assert outcome.state is self.game.state
        assert (outcome.stored is not None) == changed
        assert told(outcome) or changed
        self.stored |= changed

    @rule()
    def play_well(self):
        self.play_text((blocking.answer(self.game.question()).moves or ("nonsense",))[0])

    @rule(text=st.sampled_from(["nonsense", "a1 Red", "a1 White", "b Red", "a1 down 1", ""]))
    def play_anything(self, text):
        self.play_text(text)

    def play_text(self, text):
        won = self.puzzle.status(self.now).won
        plan, before = self.game.plan, self.game.session.dump()
        outcome = self.game.play_text(text)
        if won or not outcome.changed:
            assert not outcome.changed, "a won game takes no moves"
            assert {**self.game.session.dump(), "seconds": 0} == {**before, "seconds": 0}
            self.check(outcome, False)
            return
        self.add(self.puzzle.after(self.now, [text]))
        assert outcome.move is not None
        assert outcome.won == self.puzzle.status(self.now).won
        follows = plan[:1] == (self.puzzle.move_text(self.line[self.at - 1], outcome.move),)
        assert self.game.plan == (plan[1:] if follows else ())
        self.check(outcome, True)

    @rule()
    def undo(self):
        moves = self.at > (self.mark or 0)
        self.check(self.game.undo(), moves)
        self.at -= moves
        if moves:
            assert self.game.plan == ()

    @rule()
    def redo(self):
        moves = self.at + 1 < len(self.line)
        self.check(self.game.redo(), moves)
        self.at += moves

    @rule()
    def restart(self):
        there = self.puzzle.text(self.now) == self.puzzle.text(self.line[0]) and not self.at
        won, name = self.puzzle.status(self.now).won, self.game.name
        outcome = self.game.restart()
        assert won == (self.game.name != name), "after a win a game of its own begins"
        if won:
            self.start_anew()
            self.check(outcome, True)
            return
        if there:
            assert not outcome.changed
        if outcome.changed:
            self.add(self.line[0])
            assert self.game.plan == ()
        self.check(outcome, outcome.changed)

    @rule()
    def begin_trial(self):
        self.check(self.game.begin_trial(), True)
        self.mark = self.at

    @rule()
    def keep(self):
        self.check(self.game.keep(), self.mark is not None)
        self.mark = None

    @rule()
    def abandon(self):
        self.check(self.game.abandon(), self.mark is not None)
        if self.mark is not None:
            self.at, self.mark = self.mark, None

    @rule()
    def hint(self):
        before = self.game.session.hints
        outcome = self.game.hint().settle(blocking.answer)
        given = self.game.session.hints - before
        assert given in (0, 1)
        assert (
            given
            or self.game.status.won
            or self.game._given > len(self.game._advice)
            or (not self.game._advice)
        )
        assert told(outcome)
        self.help, self.stored = (self.help[0] + given, self.help[1]), self.stored or given
        if outcome.hint is None:
            return
        reached = self.puzzle.apply(self.game.state, outcome.hint)
        found = answer(self.puzzle.solver.solve(reached, self.game.question().limits))
        assert found.moves is not None
        if self.puzzle.id == "kami":
            assert len(found.moves) == len(self.game.plan) - 1, "the move is a best one"
        else:
            assert not found.facts["wrong"], "the stroke is in a solution"

    @rule(data=st.data())
    def a_late_answer_says_nothing(self, data):
        before = self.game.session.hints
        outcome = data.draw(st.sampled_from([self.game.hint, self.game.check]))()
        if outcome.question is None:
            given = self.game.session.hints - before
            self.help, self.stored = (self.help[0] + given, self.help[1]), self.stored or given
            return
        found = blocking.answer(outcome.question)
        moves = self.game.session.moves()
        self.undo()
        if self.game.session.moves() != moves:
            late = outcome.then(found)
            assert (late.words, late.hint, self.game.plan) == ("", None, ())

    @rule()
    def check_it(self):
        outcome = self.game.check()
        assert (outcome.question is None) == self.game.status.won
        assert told(outcome.settle(blocking.answer))

    @rule()
    def watched(self):
        self.game.watched()
        self.help, self.stored = (self.help[0], self.help[1] + 1), True

    @rule()
    def cover(self):
        self.game.pause()
        self.shown = False

    @rule()
    def uncover(self):
        self.game.resume()
        self.shown = True

    @rule(kill=st.booleans())
    def take_up(self, kill):
        """The program ends, one way or the other; what was done is there when it comes back."""
        if not kill:
            self.saves.close()
            self.saves = Saves(self.folder)
        else:  # what one instance has written, another one finds, whatever became of the first
            before, self.saves = self.saves, Saves(self.folder)
            before.wins()  # all that was asked for is on disk
            before.close()
        won, dump = self.game.status.won, self.game.session.dump()
        self.game = Game(self.entry, self.saves)
        self.shown = False
        if won:
            self.start_anew()
        elif self.stored:
            again = self.game.session.dump()
            assert {**again, "seconds": 0} == {**dump, "seconds": 0}
            assert again["seconds"] <= dump["seconds"]
        else:  # nothing was ever done
            self.start_anew()

    @invariant()
    def it_is_where_it_should_be(self):
        if not hasattr(self, "game"):
            return
        game, puzzle = self.game, self.puzzle
        assert puzzle.text(game.state) == puzzle.text(self.now)
        assert game.session.trying == (None if self.mark is None else self.at - self.mark)
        assert (game.session.hints, game.session.watched) == self.help
        assert game.session.clock.running == (self.shown and not game.status.won)
        if game.plan:  # a plan is one for this position
            assert puzzle.status(puzzle.after(game.state, game.plan)).won

    @invariant()
    @precondition(lambda self: hasattr(self, "game") and self.game.status.won)
    def a_win_is_kept(self):
        wins = self.saves.wins()
        assert min(win.moves for win in wins) <= self.game.status.moves
        assert wins[-1].level == self.entry.name


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=10, stateful_step_count=30, deadline=None)


@pytest.mark.slow
class TestPlayLong(Play.TestCase):
    settings = settings(max_examples=50, stateful_step_count=50, deadline=None)


def solution(game: Game) -> list[str]:
    return list(blocking.answer(game.question()).moves)


def won(game: Game) -> Game:
    for move in solution(game):
        game.play_text(move)
    assert game.status.won
    return game


@pytest.fixture(params=PACKS, ids=lambda pack: f"{pack.puzzle.id}-{PACKS.index(pack)}")
def game(request) -> Game:
    return Game(Entry(request.param, 0))


def test_a_won_game_takes_no_moves_until_it_is_undone(game):
    first = solution(game)[0]
    won(game)
    before = game.session.dump()
    for outcome in (game.play_text(first), game.play(game.puzzle.move_parse(game.state, first))):
        assert not outcome.changed
        assert "Solved already" in told(outcome)
    assert game.hint().hint is None
    assert game.session.dump() == before
    last = game.session.moves()[-1]
    game.undo()
    assert game.play_text(last).won


def with_plan(game: Game) -> tuple[str, ...]:
    """What the game plans, once it was asked for a hint; on its way after a move."""
    game.hint().settle(blocking.answer)
    assert len(game.plan) > 1
    return game.plan


def test_a_plan_lasts_as_long_as_it_is_followed():
    game = Game(Entry(PACKS[0], 0))
    plan = with_plan(game)
    game.play_text(plan[0])
    assert game.plan == plan[1:]
    assert game.hint().question.arguments == (plan[1:],), "the solver need not look again"
    stray = next(
        f"{cell}{row} {colour}"
        for cell in "abc"
        for row in "123"
        for colour in ("Red", "White", "Teal")
        if f"{cell}{row} {colour}" != game.plan[0]
        and game.play_text(f"{cell}{row} {colour}").changed
    )
    assert game.session.moves()[-1] == stray
    assert game.plan == ()


@pytest.mark.parametrize("pack", [PACKS[0], PACKS[2]], ids=["kami", "flow"])
def test_hints_say_where_then_why_then_what(pack):
    game = Game(Entry(pack, 0))
    where = game.hint().settle(blocking.answer)
    assert where.words == "{0}\n{hint}: why."
    assert where.step.lit
    assert where.hint is None
    assert told(where).startswith("Look ")
    assert (where.step.kind, game.session.hints) == (WHERE, 1)
    why = game.hint()
    assert why.question is None, "the solver need not look again"
    assert why.step.lit
    assert why.hint is None
    move = game.hint()
    assert move.hint is not None
    assert told(move).startswith("Try ")
    assert (why.step.kind, move.step.kind, game.session.hints) == (WHY, MOVE, 3)
    while game._given < len(game._advice):
        game.hint()
    hints = game.session.hints
    assert told(game.hint()) == told(where), "after the last the first again"
    assert game.session.hints == hints, "which is no more help"
    again = Session.load(game.puzzle, game.entry.level, game.session.dump())
    assert again.hints == hints
    game.play(move.hint)
    assert game.hint().question is not None, "of another position there is more to say"


def test_a_lost_position_is_told_where_it_was_lost():
    text = 'puzzle = "flow"\nboard = "AB\\n..\\nAB"\n'
    game = Game(Entry(read_pack("board", text), 0))
    game.play_text("a1 down 1 right 1")
    said = game.hint().settle(blocking.answer)
    assert told(said).startswith("Look at pipe A.")
    assert "Pipe A cannot go from a2 to b2" in told(game.hint())
    assert "pipe A cannot go from a2 to b2" in told(game.check().settle(blocking.answer))
    back = game.hint()
    assert game.play(back.hint).changed
    assert [len(pipe) for pipe in game.state.pipes] == [2]


@pytest.mark.parametrize("verb", ["undo", "redo", "restart", "abandon"])
def test_a_plan_dies_with_the_position_it_was_for(verb):
    game = Game(Entry(PACKS[0], 0))
    game.begin_trial()
    game.play_text("a1 White")
    game.play_text("a1 Teal")
    game.undo()
    with_plan(game)
    assert getattr(game, verb)().changed
    assert game.plan == ()


@pytest.mark.parametrize("verb", ["hint", "check"])
def test_an_answer_for_another_position_says_nothing(verb):
    game = Game(Entry(PACKS[0], 0))
    asked = getattr(game, verb)()
    answer = blocking.answer(asked.question)
    game.play_text("a1 White")
    late = asked.then(answer)
    assert (late.words, late.hint, game.plan) == ("", None, ())


def test_a_trial_ends_where_it_began_or_stays():
    game = Game(Entry(PACKS[0], 0))
    game.play_text("a1 White")
    before = game.state
    game.begin_trial()
    game.play_text("a1 Teal")
    game.play_text("a1 Red")
    assert game.session.trying == 2
    game.undo()
    game.undo()
    assert not game.undo().changed, "undo stays in the trial"
    game.redo()
    assert game.abandon().changed
    assert game.state is before
    assert game.session.trying is None
    game.begin_trial()
    game.play_text("a1 Teal")
    game.keep()
    assert game.session.trying is None
    assert game.undo().changed


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_a_lesson_shows_its_own_moves_and_is_not_kept(puzzle):
    pack = lesson_pack(puzzle)
    for index, lesson in enumerate(puzzle.lessons.LESSONS):
        game = Practice(Entry(pack, index), lesson)
        for move in lesson.moves:
            outcome = game.hint()
            assert puzzle.move_text(game.state, outcome.hint) == move
            assert outcome.stored is None
            assert game.play(outcome.hint).stored is None
        assert game.status.won
        assert not game.session.helped
        game.restart()
        assert game.hint().hint is not None, "a lesson can be taken again"


def test_who_strays_from_a_lesson_begins_it_again():
    puzzle = plugins()[0]["kami"]
    lesson = puzzle.lessons.LESSONS[-1]
    game = Practice(Entry(lesson_pack(puzzle), len(puzzle.lessons.LESSONS) - 1), lesson)
    stray = next(
        f"{cell} {colour.name}"
        for cell in map(game.state.board.grid.name, range(game.state.board.grid.n))
        for colour in game.state.board.palette
        if f"{cell} {colour.name}" != lesson.moves[0]
        and game.play_text(f"{cell} {colour.name}").changed
    )
    assert game.session.moves() == (stray,)
    outcome = game.hint()
    assert outcome.changed
    assert game.session.moves() == ()
    assert puzzle.move_text(game.state, outcome.hint) == lesson.moves[0]


def test_words_name_verbs_as_the_front_end_calls_them():
    game = Game(Entry(PACKS[0], 0))
    assert game.undo().told(str) == "There is nothing to undo."
    said = game.begin_trial().told(lambda verb: f"<{verb}>")
    assert said == "Trial: <leave> goes back here, <keep> keeps the moves."
    refused = game.play_text("a1 [b]{0}{undo}[/b]")
    assert "{0}{undo}" in refused.told(str), "a puzzle's text is no template"
    assert refused.told(str, lambda text: text.upper()).isupper()
