"""The verdict on a Kami board that is being drawn: its par, how hard it is, and the number of
optimal ways."""

from collections.abc import Iterator
from dataclasses import replace

from puzzles.core.judging import Judge, Searching
from puzzles.core.results import Verdict
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.core.tables import Values
from puzzles.core.words import counted
from puzzles.kami.rules.model import KamiLevel, Move, start
from puzzles.kami.solver.optima import count_optima
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade

MEMORY = Limits(memory_mb=400)  # for a search, while others use the machine
MOST_WAYS = 1000  # that are counted


def judge(level: KamiLevel) -> Iterator[Progress | Verdict]:
    """See `core.modules.Maker.judge`."""
    return _Judge(level).verdicts()


class _Judge(Judge[KamiLevel]):
    lower = 0
    best: tuple[Move, ...] | None = None  # the shortest solution that is known
    stopped = ""
    ways = ""  # in words

    def questions(self) -> Iterator[Searching]:
        yield self._par()
        if self.settled:
            yield self.grading(grade(replace(self.level, par=self.lower)))
            yield self._count_ways()

    def lines(self) -> Iterator[str]:
        yield self._headline()
        yield self.ways
        yield "" if self.grade is None else self.grade.words

    def claims(self) -> Values:
        return {"par": self.lower, "proof": {"nodes": self.nodes}} if self.settled else {}

    def _headline(self) -> str:
        if self.settled:
            return f"par {self.lower}, proved"
        least = f"at least {self.lower}" if self.lower else ""
        most = f"at most {len(self.best)}" if self.best is not None else ""
        known = ", ".join(filter(None, (least, most))) or "not known yet"
        return f"{known} ({self.stopped})" if self.stopped else known

    def _par(self) -> Searching:
        """Let bounds from below and above meet."""
        for event in solve(start(self.level), MEMORY):
            self.nodes, self.lower = event.nodes, max(self.lower, event.lower_bound)
            moves = event.moves
            if moves is not None and (self.best is None or len(moves) < len(self.best)):
                self.best = moves
            if self.best is not None and len(self.best) <= self.lower:
                self.settled = True
                return
            if isinstance(event, Answer):
                self.stopped = event.stopped
            else:
                yield event

    def _count_ways(self) -> Searching:
        first = Answer(self.best, True, self.lower)
        for event in count_optima(start(self.level), first, MEMORY, MOST_WAYS):
            complete = isinstance(event, Answer) and event.facts["complete"]
            if event.count:
                self.ways = counted(event.count, "optimal way", complete)
            if isinstance(event, Progress):
                yield event
