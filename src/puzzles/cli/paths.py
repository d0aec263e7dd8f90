"""`puzzles count LEVEL --paths`: the number of ways to join two dots, or (`--list`) all of them.

They are listed as they are found, the shortest first, so that one can stop early. A
puzzle without dots may have other things to do, and ways to do them (`core.modules.Solver.ways`).
"""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli import records
from puzzles.cli.exits import Exit
from puzzles.cli.progress import INTERRUPTED, search
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry
from puzzles.running import asking
from puzzles.running.question import Question, known_tasks

_USED = {True: "in a solution", False: "in none", None: "not settled"}


def paths(arguments: Namespace) -> int:
    entry = catalogue.find(arguments.level)
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    state = entry.pack.puzzle.start(entry.level)
    code = Exit.DONE
    for task in known_tasks(entry.pack.puzzle, state, arguments.colour):
        do = _list if arguments.list else _count
        answer = do(entry, task, limits, arguments.json)
        if answer.stopped == INTERRUPTED:
            return Exit.INTERRUPTED
        if not answer.proved:
            code = Exit.NO
    return code


def _count(entry: Entry, task: str, limits: Limits, as_json: bool) -> Answer:
    question = Question(entry.pack.puzzle, entry.level, limits=limits)
    answer = search(asking.events(question.to("solver.count_ways", task)))
    _end(entry, task, answer, as_json)
    return answer


def _list(entry: Entry, task: str, limits: Limits, as_json: bool) -> Answer:
    question = Question(entry.pack.puzzle, entry.level, limits=limits)
    for event in asking.events(question.to("solver.ways", task)):
        if isinstance(event, Progress) and event.look is not None:
            length, used = event.look["length"], event.look["used"]
            text = f"{task} {length:4}  {_USED[used]:{len(_USED[True])}}  {', '.join(event.line)}"
            if as_json:
                path = {"task": task, "length": length, "used": used, "moves": event.line}
                records.tell(records.record(entry, path))
            else:
                print(text, flush=True)
    assert isinstance(event, Answer)
    _end(entry, task, event, as_json)
    return event


def _end(entry: Entry, task: str, answer: Answer, as_json: bool) -> None:
    if as_json:
        records.tell(records.solved(entry, answer, task=task))
    else:
        print(answer.headline)
