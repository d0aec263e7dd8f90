"""`puzzles solve` and `puzzles count`: the best solution or their number, and what is proved."""

from argparse import Namespace
from collections.abc import Iterator

from puzzles.cli import Exit, output
from puzzles.cli.batch import NOT_PROVED, PROVED, UNSOLVABLE, Batch, entries
from puzzles.cli.listing import print_board
from puzzles.cli.progress import INTERRUPTED, search, working
from puzzles.core.errors import UsageError
from puzzles.core.results import Explanation, Way
from puzzles.core.solving import Answer, Event, Limits, Progress
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry
from puzzles.running import blocking, work
from puzzles.running.question import SOLVE, Question, known_tasks

COUNT, WITHIN, ALL = "solver.count", "solver.within", "solver.solutions"
_USED = {True: "in a solution", False: "in none", None: "not settled"}


def solve(arguments: Namespace) -> int:
    if arguments.explain:
        return _explain(arguments)
    if arguments.within and arguments.all:
        raise UsageError("--within does not go with --all")
    if arguments.within:
        return _ask(arguments, "solved", WITHIN, arguments.within)
    if arguments.all:
        return _ask(arguments, "solved", ALL, arguments.all)
    return _ask(arguments, "solved", SOLVE)


def count(arguments: Namespace) -> int:
    if arguments.paths:
        return _count_paths(arguments)
    if arguments.list or arguments.colour:
        raise UsageError("--list and --colour go with --paths")
    return _ask(arguments, "counted", COUNT)


def _ask(arguments: Namespace, done: str, function: str, *more: int) -> int:
    """Ask a function of the solver, given some numbers `more`, about one level or about many."""
    batch = Batch(arguments)
    levels = entries(arguments.levels, batch)
    if len(arguments.levels) > 1 or len(levels) > 1:
        for option in ("all", "within", "progress"):
            if getattr(arguments, option, None):
                raise UsageError(f"--{option} is for one level")
        return _ask_many(arguments, done, function, levels, batch)
    if not levels or batch.bad:
        return Exit.WRONG
    (entry,) = levels
    question = _question(arguments, entry).to(function, *more)
    answer = search(blocking.try_plain_first(question), getattr(arguments, "progress", False))
    batch.say(_record(entry, answer, function, *more), answer.headline)
    if not batch.as_json:
        _print_moves(entry, answer, getattr(arguments, "steps", False))
    return _code(answer)


def _ask_many(
    arguments: Namespace, done: str, function: str, levels: list[Entry], batch: Batch
) -> int:
    """Print a line for each level, in their order, and a summary."""
    batch.counts[PROVED] = number = 0
    wanted: Values = {"limits": _limits(arguments), "function": function}
    with batch.until_interrupted():
        for entry, answer in batch.good(work.solve, levels, "Solving", **wanted):
            batch.say(_record(entry, answer, function), f"{entry.name}: {answer.headline}")
            if getattr(arguments, "steps", False):
                _print_moves(entry, answer, steps=True)
            number += _has_found(answer)
            batch.counts[PROVED] += answer.proved and _has_found(answer)
            batch.counts[NOT_PROVED] += not answer.proved
            batch.counts[UNSOLVABLE] += answer.proved and not _has_found(answer)
    return batch.end(number, done)


def _limits(arguments: Namespace) -> Limits:
    return Limits(arguments.time, arguments.nodes, arguments.memory)


def _question(arguments: Namespace, entry: Entry) -> Question:
    return Question(entry.pack.puzzle, entry.level, limits=_limits(arguments))


def _one(arguments: Namespace, option: str) -> Entry:
    """Return the only level; UsageError for several, which an option is not for."""
    if len(arguments.levels) > 1:
        raise UsageError(f"--{option} is for one level")
    return output.find(arguments.levels[0])


def _has_found(answer: Answer) -> bool:
    return answer.moves is not None or answer.count is not None


def _code(answer: Answer) -> Exit:
    if answer.stopped == INTERRUPTED:
        return Exit.INTERRUPTED
    return Exit.DONE if answer.proved and _has_found(answer) else Exit.NO


def _explain(arguments: Namespace) -> int:
    """Tell a whole solution in reasons, as a person would find it."""
    for option in ("all", "within", "steps", "progress"):
        if getattr(arguments, option):
            raise UsageError(f"--explain does not go with --{option}")
    entry = _one(arguments, "explain")
    asked = {"puzzle": entry.pack.puzzle, "level": entry.level, "limits": _limits(arguments)}
    with working("Explaining"):
        found: Explanation = blocking.result(work.explain, asked)
    steps = found.steps
    if arguments.json:
        name = entry.pack.puzzle.scene(entry.pack.puzzle.start(entry.level)).chosen.name
        told = [
            {"kind": step.kind, "words": step.words, "cells": [*map(name, step.lit)], **step.facts}
            for step in steps
        ]
        output.print_record(output.record(entry, {"steps": told}, found.facts))
        return Exit.DONE
    width = len(str(len(steps)))
    kinds = max((len(step.kind) for step in steps), default=0)
    for number, step in enumerate(steps, 1):
        print(f"{number:{width}}. {step.kind:{kinds}}  {step.words}")
    for line in found.summary:
        print(line)
    return Exit.DONE


def _record(entry: Entry, answer: Answer, function: str, *more: int) -> Values:
    """Return the record of an answer to a question of `_ask`."""
    if function == COUNT:
        return output.solved(entry, answer, count=answer.count)
    puzzle, moves = entry.pack.puzzle, list[Values]()
    state = puzzle.start(entry.level)
    for move, after in puzzle.replay(state, answer.moves or ()):
        moves.append(dict(puzzle.rules.move_facts(state, move)))
        state = after
    found: Values = {"moves": None, "count": None}
    if answer.moves is not None:
        found = {"moves": moves, "count": len(moves)}
    if function == WITHIN:
        enough = answer.moves is not None if answer.proved else None
        found |= {"within": more[0], "enough": enough}
    if function == ALL:
        complete = answer.facts.pop("complete", None)
        found |= {"solutions": answer.count, "complete": complete}
    return output.solved(entry, answer, **found)


def _print_moves(entry: Entry, answer: Answer, steps: bool) -> None:
    puzzle = entry.pack.puzzle
    state, gap = puzzle.start(entry.level), "\n" if steps else ""
    if steps:
        print()
        print_board(puzzle, state)
    for number, move in enumerate(answer.moves or (), 1):
        print(f"{gap}{number:2}. {move}")
        if steps:
            state = puzzle.after(state, [move])
            print_board(puzzle, state)


def _count_paths(arguments: Namespace) -> int:
    """Count the paths of each colour of a level, or list them."""
    entry, code = _one(arguments, "paths"), Exit.DONE
    question, batch = _question(arguments, entry), Batch(arguments)
    start = entry.pack.puzzle.start(entry.level)
    for task in known_tasks(entry.pack.puzzle, start, arguments.colour):
        function = "solver.ways" if arguments.list else "solver.count_ways"
        events = blocking.events(question.to(function, task))
        answer = _list(entry, task, events, batch) if arguments.list else search(events)
        document = output.solved(entry, answer, task=task, count=answer.count)
        batch.say(document, answer.headline)
        code = max(code, _code(answer))
        if code is Exit.INTERRUPTED:
            break
    return code


def _list(entry: Entry, task: str, events: Iterator[Event], batch: Batch) -> Answer:
    """Print each path that comes, and return the answer."""
    for event in events:
        if isinstance(event, Progress) and isinstance(way := event.step, Way):
            length, used = way.length, way.used
            text = f"{task} {length:4}  {_USED[used]:{len(_USED[True])}}  {', '.join(event.line)}"
            path = {"task": task, "length": length, "used": used, "moves": event.line}
            batch.say(output.record(entry, path), text)
    assert isinstance(event, Answer)
    return event
