"""The verdict on a Kami board that is being drawn: its par, how hard it is, and the number of
optimal ways."""

from collections.abc import Iterator
from dataclasses import replace

from puzzles.core.judging import graded
from puzzles.core.results import Verdict
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.core.words import counted
from puzzles.kami.rules.model import KamiLevel, Move, start
from puzzles.kami.solver.optima import count_optima
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade

MEMORY = Limits(memory_mb=400)  # for a search, while others use the machine
MOST_WAYS = 1000  # that are counted


def judge(level: KamiLevel) -> Iterator[Progress | Verdict]:
    """See `core.modules.Maker.judge`; bounds from below and above have to meet."""
    lower, verdict = 0, Verdict(("not known yet",))
    best: tuple[Move, ...] | None = None  # the shortest solution that is known
    for event in solve(start(level), MEMORY):
        lower = max(lower, event.lower_bound)
        if event.moves is not None and (best is None or len(event.moves) < len(best)):
            best = event.moves
        if best is not None and len(best) <= lower:
            claims = {"par": lower, "proof": {"nodes": event.nodes}}
            verdict = Verdict((f"par {lower}, proved",), True, nodes=event.nodes, claims=claims)
            yield verdict
            break
        least = f"at least {lower}" * bool(lower)
        most = "" if best is None else f"at most {len(best)}"
        words = ", ".join(filter(None, (least, most))) or "not known yet"
        if isinstance(event, Answer) and event.stopped:
            words += f" ({event.stopped})"
        before, verdict = verdict, Verdict((words,), nodes=event.nodes)
        yield event if isinstance(event, Progress) and before.lines == verdict.lines else verdict
    if not verdict.settled:
        return
    verdict = yield from graded(verdict, grade(replace(level, par=lower)))
    for event in count_optima(start(level), Answer(best, True, lower), MEMORY, MOST_WAYS):
        if event.count:
            complete = isinstance(event, Answer) and event.facts["complete"]
            ways = counted(event.count, "optimal way", complete)
            yield replace(verdict, lines=(*verdict.lines, ways))
        elif isinstance(event, Progress):
            yield event
