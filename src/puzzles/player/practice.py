"""Practice and runs: questions with one kind of reason each, and small boards against the clock.

Both are games, kept as any other; but they count as no level that was won. Boards and questions
come from a stock that ships (`bench/practice.py`), and all moves that are right are known: where
each move counts, they are listed, and elsewhere they are what the one solution has. A game of a
kind of question is called `PUZZLE/practice/KIND`; one of a run `PUZZLE/+run-SEED-TIME/NUMBER`, so
that a run that was killed is known as far as it went.
"""

import json
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, cached_property
from random import Random, sample
from typing import Any

from puzzles.core.errors import MoveError
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import NOTE
from puzzles.core.solving import Step
from puzzles.core.words import many
from puzzles.library import locations
from puzzles.library.catalogue import Entry, listed
from puzzles.library.ids import read_id
from puzzles.library.levels import Pack, slug
from puzzles.library.registry import plugins
from puzzles.library.solutions import BETWEEN, solution_of
from puzzles.player.course import Outcome
from puzzles.player.game import Game
from puzzles.player.records import Win, today
from puzzles.player.saves import Exercised, Saves
from puzzles.player.session import Clock

PRACTICE, AGAIN = "practice", "again"  # packs, of which none is read
RUN = "+run"  # no pack that is read can be called so
QUESTIONS = 5  # at a time
ENOUGH, WEEK = 5, 7 * 24 * 3600  # right answers in a row; seconds that a kind rests then
SECONDS, MISSES = 180, 3  # of a run, until it ends
CHOICE = 4  # boards of the stock that are about equally hard, one of which a run has


class Exercise(Game):
    """A game of a board of the stock, which begins anew."""

    def __init__(
        self, puzzle: AnyPuzzle, board: str, pack: str, title: str, saves: Saves | None
    ) -> None:
        level = replace(read_id(board).levels[0], title=title)
        super().__init__(Entry(Pack(puzzle, pack, "Practice", "", pack, (level,)), 0))
        self._saves = saves

    @property
    def solved(self) -> bool:
        """True if what was asked has been done."""
        return self.status.won

    @cached_property
    def end(self) -> object:
        """The position that the one solution leads to."""
        start, level = self.puzzle.start(self.entry.level), self.entry.level
        return self.puzzle.after(start, solution_of(self.puzzle, level))

    def _store(self) -> tuple[Win | None, Future[bool] | None]:
        return None, self._store_game(self.solved, self.session.dump())


# Questions ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Question:
    """A position, `moves` from the start of a board, in which one `kind` of reason leads on: that
    is the `step`, and gives the moves that are its `own`. So many moves are `left`."""

    puzzle: AnyPuzzle
    board: str
    moves: Sequence[str]
    kind: str
    left: int
    where: str
    at: Sequence[int]  # the cells to look at
    own: Sequence[str]
    step: Step

    @property
    def words(self) -> str:
        """What is asked."""
        if self.puzzle.aim.stepwise:
            return f"{self.puzzle.count_of(self.left)} are left. Make one that keeps it so."
        if self.puzzle.can("rules.begin"):
            several = self.puzzle.moves_word[1]
            return f"One of the {several} can go on in one way only. Draw it."
        return "One more mark is certain here. Make it."


@cache
def questions(puzzle: AnyPuzzle) -> dict[str, list[Question]]:
    """The questions of a puzzle, by their kinds; none if it has no stock."""
    file = locations.shipped_levels() / PRACTICE / f"{puzzle.id}.lines"
    found = dict[str, list[Question]]()
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        told: dict[str, Any] = json.loads(line)
        shown: dict[str, Any] = told["step"]
        told["moves"] = [text for text in told["moves"].split(BETWEEN) if text]
        labels = {int(cell): word for cell, word in shown.pop("labels", {}).items()}
        told["step"] = Step(**shown, labels=labels)
        found.setdefault(told["kind"], []).append(Question(puzzle, **told))
    return found


def with_practice() -> list[AnyPuzzle]:
    """The puzzles that have a stock."""
    return [each for each in plugins()[0].values() if listed(f"{PRACTICE}/{each.id}.ids")]


def answers(puzzle: AnyPuzzle, kind: str, past: Sequence[Exercised]) -> list[Exercised]:
    """The answers that were given to questions of a kind, the oldest first."""
    return [one for one in past if one.level == f"{puzzle.id}/{PRACTICE}/{slug(kind)}"]


def kinds(puzzle: AnyPuzzle, past: Sequence[Exercised], now: float) -> list[str]:
    """The kinds of questions of a puzzle: first the one that goes wrong most often, last what needs
    a rest."""

    def rank(kind: str) -> tuple[bool, float]:
        given = answers(puzzle, kind, past)
        right = [one.solved for one in given]
        rests = right[-ENOUGH:] == [True] * ENOUGH and now - given[-1].updated < WEEK
        return rests, (sum(right) + 1) / (len(right) + 2)

    return sorted(questions(puzzle), key=rank)


def some_questions(puzzle: AnyPuzzle, past: Sequence[Exercised], kind: str = "") -> list[Question]:
    """Some questions of a kind; of the one that goes wrong most often, unless one is named."""
    every = questions(puzzle)[kind or kinds(puzzle, past, time.time())[0]]
    return sample(every, min(QUESTIONS, len(every)))


class Drill(Exercise):
    """The game of one question; `right` tells of the answer, once there is one."""

    def __init__(self, question: Question, saves: Saves | None = None) -> None:
        self.asked, self.words = question, question.words
        self.right: bool | None = None
        super().__init__(question.puzzle, question.board, PRACTICE, question.kind, saves)
        for text in question.moves:
            self.session.play(self.puzzle.move_parse(self.state, text))

    @property
    def solved(self) -> bool:
        return bool(self.right)

    @property
    def ended(self) -> bool:
        """True if it has gone well or wrong."""
        return self.right is not None

    def play(self, move: object) -> Outcome:
        """Take a move as the answer, which is told at once; a wrong one is taken back."""
        if self.right is not None:
            return self._said("")
        before = self.state
        try:
            if self.session.play(move).startswith(NOTE):
                return self._commit()
        except MoveError as error:
            return self._refused(error)
        if not self.puzzle.aim.stepwise and self.puzzle.leads_to(self.state, before):
            self.session.undo()
            return replace(self._said("Nothing is to be taken away."), changed=True)
        own, self.right = self._judged(before)
        if not self.right:
            self.session.undo()
            wrong = "More are left" if self.puzzle.aim.stepwise else "No solution has that"
            return self._told(f"{wrong}: it is taken back. Right was: {{1:strong}}. {{0}}")
        if self.puzzle.aim.stepwise:
            return self._told(f"{self.puzzle.count_of(self.asked.left - 1)} left. {{0}}", move)
        other = "" if own else "Certain as well, but for another reason. That here was: "
        return self._told(other + "{0}", move)

    def _judged(self, before: object) -> tuple[bool, bool]:
        """Whether the position is what the question's own reason leads to, and whether it is one
        that a right move leads to."""
        puzzle, now = self.puzzle, self.state
        each = [puzzle.after(before, [text]) for text in self.asked.own]
        if puzzle.aim.stepwise:
            own = puzzle.text(now) in map(puzzle.text, each)
            return own, own
        all_ = puzzle.after(before, self.asked.own)
        own = puzzle.leads_to(now, all_) or any(puzzle.leads_to(one, now) for one in each)
        return own, puzzle.leads_to(now, self.end)

    def _told(self, words: str, move: object = None) -> Outcome:
        """The answer, with the reason; and the move to make, if that was not made."""
        text = self.asked.own[0]
        told = replace(self._said(words, self.asked.step.words, text), changed=True, move=move)
        if not self.right:
            told = replace(told, hint=self.puzzle.move_parse(self.state, text))
        return replace(told, step=self.asked.step, stored=self.save())

    def where(self) -> Outcome:
        """Say where to look."""
        step = Step(lit=tuple(self.asked.at))
        return replace(self._said("{0}", self.asked.where), step=step)

    def show(self) -> Outcome:
        """Tell the answer, which nobody has given."""
        if self.right is None:
            self.right, self.session.hints = False, 1
        return self._told("Right is: {1:strong}. {0}")


# Runs --------------------------------------------------------------------------------------


class Board(Exercise):
    """The game of a board of a run. One move too many ends it; so does a mark that is wrong, but
    not a stroke, as strokes are for trying."""

    @property
    def words(self) -> str:
        """What is to be done."""
        puzzle = self.puzzle
        if puzzle.aim.stepwise:
            return f"{self.target.capitalize()}. One move more is a miss."
        return puzzle.blurb + " A wrong mark is a miss." * (not puzzle.can("rules.begin"))

    @property
    def missed(self) -> bool:
        """True if it cannot be solved any more, as runs have it."""
        status, puzzle = self.status, self.puzzle
        if puzzle.aim.stepwise:
            return status.moves > (status.target or status.moves)
        return not (puzzle.can("rules.begin") or puzzle.leads_to(self.state, self.end))

    @property
    def solved(self) -> bool:
        return self.status.won and not self.missed

    @property
    def ended(self) -> bool:
        """True if it has gone well or wrong."""
        return self.status.won or self.missed


@dataclass
class Run:
    """Boards of a stock, one after the other; `done` has whether each was solved. It need not be
    `timed`."""

    puzzle: AnyPuzzle
    name: str
    boards: Sequence[str]
    saves: Saves
    timed: bool = True
    best: int = 0  # of the runs before
    misses: int = MISSES  # that end it
    done: list[bool] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)

    def board(self) -> Board:
        """The game of the board that comes next."""
        at = len(self.done)
        return Board(self.puzzle, self.boards[at], self.name, f"{at + 1:03}", self.saves)

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return max(0.0, SECONDS - self.clock.seconds)

    @property
    def over(self) -> bool:
        ends = len(self.done) == len(self.boards) or self.done.count(False) == self.misses
        return ends or (self.timed and not self.left)

    def again(self) -> "Run":
        """The boards that were missed, without a clock."""
        missed = [board for board, done in zip(self.boards, self.done, strict=False) if not done]
        return Run(self.puzzle, AGAIN, missed, self.saves, False, 0, len(missed) + 1)

    @property
    def words(self) -> str:
        """What it came to."""
        missed = self.done.count(False)
        return f"{many(sum(self.done), 'board')} solved" + (f", {missed} missed" if missed else "")


def run_boards(puzzle: AnyPuzzle, seed: str) -> list[str]:
    """The boards of a run, the same for the same seed."""
    stock, random = listed(f"{PRACTICE}/{puzzle.id}.ids"), Random(f"{seed} {puzzle.id}")
    return [random.choice(stock[at : at + CHOICE]) for at in range(0, len(stock), CHOICE)]


def runs(puzzle: AnyPuzzle, past: Sequence[Exercised]) -> Counter[str]:
    """The boards that were solved in each run, by its name."""
    found = Counter[str]()
    for one in past:
        of, pack = one.level.split("/")[:2]
        if of == puzzle.id and pack.startswith(f"{RUN}-"):
            found[pack] += one.solved
    return found


def new_run(puzzle: AnyPuzzle, saves: Saves, past: Sequence[Exercised], timed: bool = True) -> Run:
    """The run of the day, which is the same for all; once that was begun, another."""
    before, seed = runs(puzzle, past), today().isoformat()
    if any(name.startswith(f"{RUN}-{seed}-") for name in before):
        seed = str(Random().randrange(10**6))
    name = f"{RUN}-{seed}-{datetime.now():%H%M%S}"
    best = max(before.values(), default=0)
    return Run(puzzle, name, run_boards(puzzle, seed), saves, timed, best)
