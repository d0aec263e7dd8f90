"""`puzzles solve` and `puzzles count`: the best solution or their number, and what is proved."""

from argparse import Namespace

from puzzles.cli import output
from puzzles.cli.batch import NOT_PROVED, PROVED, UNSOLVABLE, Batch, entries
from puzzles.cli.listing import print_board
from puzzles.cli.process import Exit
from puzzles.cli.progress import INTERRUPTED, search, working
from puzzles.core.errors import UsageError
from puzzles.core.results import Explanation, Way
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry
from puzzles.running import blocking, work
from puzzles.running.question import SOLVE, Question, known_tasks


def solve(arguments: Namespace) -> int:
    if arguments.explain:
        return _explain(arguments)
    batch = Batch(arguments)
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    levels = entries(arguments.levels, batch)
    if len(arguments.levels) > 1 or len(levels) > 1:
        if arguments.all or arguments.progress or arguments.within:
            raise UsageError("--all, --progress and --within are for one level")
        return _run_batch(arguments, limits, levels, batch)
    if not levels or batch.bad:
        return Exit.WRONG
    if arguments.within and (arguments.all or arguments.method):
        raise UsageError("--within goes with neither --all nor --method")
    entry = levels[0]
    question = Question(entry.pack.puzzle, entry.level, limits=limits)
    if arguments.within is not None:
        question = question.to("solver.within", arguments.within)
    elif arguments.all:
        question = question.to("solver.solutions", arguments.all)
    else:
        question = question.to(SOLVE, arguments.method)
    answer = search(blocking.try_plain_first(question), arguments.progress)
    if arguments.json:
        decision: Values = {}
        if arguments.within:
            enough = answer.moves is not None if answer.proved else None
            decision = {"within": arguments.within, "enough": enough}
        output.print_record(_record(entry, answer, **decision))
    else:
        print(answer.headline)
        _print_moves(entry, answer, arguments.steps)
    if answer.stopped == INTERRUPTED:
        return Exit.INTERRUPTED
    return Exit.DONE if answer.proved and answer.moves is not None else Exit.NO


def _explain(arguments: Namespace) -> int:
    """Tell a whole solution in reasons, as a person would find it."""
    for option in ("all", "within", "method", "steps", "progress"):
        if getattr(arguments, option):
            raise UsageError(f"--explain does not go with --{option}")
    if len(arguments.levels) > 1:
        raise UsageError("--explain is for one level")
    entry = output.find(arguments.levels[0])
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    asked = {"puzzle": entry.pack.puzzle, "level": entry.level, "limits": limits}
    with working("Explaining"):
        found: Explanation = blocking.result(work.explain, asked)
    steps = found.steps
    if arguments.json:
        told = [
            {"kind": step.kind, "words": step.words, "cells": step.cells, **step.facts}
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


def _run_batch(arguments: Namespace, limits: Limits, levels: list[Entry], batch: Batch) -> int:
    """A line for each level, in their order, and a summary."""
    batch.counts[PROVED] = solved = 0
    wanted: Values = {"limits": limits, "arguments": (arguments.method,)}
    with batch.until_interrupted():
        for entry, answer in batch.good(work.solve, levels, "Solving", **wanted):
            batch.say(_record(entry, answer), f"{entry.name}: {answer.headline}")
            if arguments.steps:
                _print_moves(entry, answer, steps=True)
            solved += answer.moves is not None
            batch.counts[PROVED] += answer.proved
            batch.counts[NOT_PROVED] += not answer.proved
            batch.counts[UNSOLVABLE] += answer.proved and answer.moves is None
    return batch.end(solved, "solved")


def _record(entry: Entry, answer: Answer, **decision: object) -> Values:
    puzzle, moves = entry.pack.puzzle, list[Values]()
    state = puzzle.start(entry.level)
    for move, after in puzzle.replay(state, answer.moves or ()):
        moves.append(dict(puzzle.move_facts(state, move)))
        state = after
    found = {"moves": moves, "count": len(moves)} if answer.moves is not None else {}
    return output.solved(entry, answer, **({"moves": None, "count": None} | found | decision))


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


_USED = {True: "in a solution", False: "in none", None: "not settled"}


def count(arguments: Namespace) -> int:
    if not arguments.paths and (arguments.list or arguments.colour):
        raise UsageError("--list and --colour go with --paths")
    entry = output.find(arguments.level)
    puzzle, as_json = entry.pack.puzzle, arguments.json
    limits = Limits(arguments.time, arguments.nodes, arguments.memory)
    question = Question(puzzle, entry.level, limits=limits)
    if not arguments.paths:
        return _end_count(
            entry, search(blocking.try_plain_first(question.to("solver.count"))), as_json
        )
    code = Exit.DONE
    for task in known_tasks(puzzle, puzzle.start(entry.level), arguments.colour):
        if arguments.list:
            answer = _list(entry, task, question.to("solver.ways", task), as_json)
        else:
            answer = search(blocking.events(question.to("solver.count_ways", task)))
        code = max(code, _end_count(entry, answer, as_json, task=task))
        if code is Exit.INTERRUPTED:
            break
    return code


def _list(entry: Entry, task: str, question: Question, as_json: bool) -> Answer:
    for event in blocking.events(question):
        if isinstance(event, Progress) and isinstance(way := event.step, Way):
            length, used = way.length, way.used
            text = f"{task} {length:4}  {_USED[used]:{len(_USED[True])}}  {', '.join(event.line)}"
            if as_json:
                path = {"task": task, "length": length, "used": used, "moves": event.line}
                output.print_record(output.record(entry, path))
            else:
                print(text, flush=True)
    assert isinstance(event, Answer)
    return event


def _end_count(entry: Entry, answer: Answer, as_json: bool, **asked: object) -> Exit:
    if as_json:
        output.print_record(output.solved(entry, answer, **asked))
    else:
        print(answer.headline)
    if answer.stopped == INTERRUPTED:
        return Exit.INTERRUPTED
    return Exit.DONE if answer.proved else Exit.NO
