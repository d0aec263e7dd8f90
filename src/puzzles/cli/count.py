"""`puzzles count LEVEL`: the number of its solutions, exactly or at least; or, with `--paths`, of
the ways to join two dots, or (`--list`) all of them.

They are listed as they are found, the shortest first, so that one can stop early. A puzzle without
dots may have other things to do, and ways to do them (`core.modules.Solver.ways`).
"""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli import records
from puzzles.cli.exits import Exit
from puzzles.cli.progress import INTERRUPTED, search
from puzzles.core.errors import UsageError
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry
from puzzles.running import asking
from puzzles.running.question import Question, known_tasks

_USED = {True: "in a solution", False: "in none", None: "not settled"}


def run(arguments: Namespace) -> int:
    if not arguments.paths and (arguments.list or arguments.colour):
        raise UsageError("--list and --colour go with --paths")
    entry = catalogue.find(arguments.level)
    puzzle, as_json = entry.pack.puzzle, arguments.json
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    question = Question(puzzle, entry.level, limits=limits)
    if not arguments.paths:
        return _end(entry, search(asking.once(question.to("solver.count"))), as_json)
    code = Exit.DONE
    for task in known_tasks(puzzle, puzzle.start(entry.level), arguments.colour):
        if arguments.list:
            answer = _list(entry, task, question.to("solver.ways", task), as_json)
        else:
            answer = search(asking.events(question.to("solver.count_ways", task)))
        code = max(code, _end(entry, answer, as_json, task=task))
        if code is Exit.INTERRUPTED:
            break
    return code


def _list(entry: Entry, task: str, question: Question, as_json: bool) -> Answer:
    for event in asking.events(question):
        if isinstance(event, Progress) and event.look is not None:
            length, used = event.look["length"], event.look["used"]
            text = f"{task} {length:4}  {_USED[used]:{len(_USED[True])}}  {', '.join(event.line)}"
            if as_json:
                path = {"task": task, "length": length, "used": used, "moves": event.line}
                records.tell(records.record(entry, path))
            else:
                print(text, flush=True)
    assert isinstance(event, Answer)
    return event


def _end(entry: Entry, answer: Answer, as_json: bool, **asked: object) -> Exit:
    if as_json:
        records.tell(records.solved(entry, answer, **asked))
    else:
        print(answer.headline)
    if answer.stopped == INTERRUPTED:
        return Exit.INTERRUPTED
    return Exit.DONE if answer.proved else Exit.NO
