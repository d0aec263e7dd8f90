"""The verdict on a board that is being drawn, which grows as one question after the other is
answered. A puzzle has the questions and the words."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from typing import Generic

from puzzles.core.errors import UsageError
from puzzles.core.level import L
from puzzles.core.results import Grade, Verdict
from puzzles.core.solving import Progress
from puzzles.core.tables import Values

Searching = Generator[Progress, None, None]


class Judge(ABC, Generic[L]):
    """The facts known of a level by now; the nodes are those that were searched to settle it."""

    settled = False
    outcome = ""
    nodes = 0
    grade: Grade | None = None
    lit: tuple[str, ...] = ()
    solutions: tuple[tuple[str, ...], ...] = ()

    def __init__(self, level: L) -> None:
        self.level = level

    @abstractmethod
    def questions(self) -> Iterator[Searching]:
        """Yield searches, in the order in which people ask; each keeps here what it finds."""

    @abstractmethod
    def lines(self) -> Iterable[str]:
        """Yield what is known in words; empty lines are left out."""

    @abstractmethod
    def claims(self) -> Values:
        """Return the keys of a level file that are proved by now, but for the difficulty."""

    def grading(self, events: Iterable[object]) -> Searching:
        """Take the grade from the events of a grading, if it comes to one."""
        with suppress(UsageError):
            for event in events:
                if isinstance(event, Grade):
                    self.grade = event
                elif isinstance(event, Progress):
                    yield event

    def verdicts(self) -> Iterator[Progress | Verdict]:
        """Yield a verdict whenever more is known, and progress meanwhile."""
        shown = self._verdict()
        for question in self.questions():
            for event in question:
                verdict = self._verdict()
                yield event if verdict.lines == shown.lines else verdict
                shown = verdict
            shown = self._verdict()
            yield shown

    def _verdict(self) -> Verdict:
        lines, claims = tuple(filter(None, self.lines())), self.claims()
        if claims and self.grade is not None:
            claims["difficulty"] = self.grade.difficulty
        found = self.lit, self.solutions, self.nodes
        return Verdict(lines, self.settled, *found, claims, self.outcome)
