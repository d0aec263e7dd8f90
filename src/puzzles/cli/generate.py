"""`puzzles generate PUZZLE`: new levels, made on all cores, each proved."""

import random
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator

from puzzles.cli import Exit, output
from puzzles.cli.output import new_file, tell
from puzzles.cli.progress import compile_first, counting
from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.tables import Values
from puzzles.core.words import many
from puzzles.library import registry
from puzzles.library.files import NotWritten
from puzzles.library.formats import LEVEL_SUFFIXES
from puzzles.library.levels import pack_text
from puzzles.running import making, pool

SAVE = 1.0  # seconds between two saves of what is done, at least, and nine tenths of the time


def add_options(verb: ArgumentParser, add: Callable[[ArgumentParser, list[object]], None]) -> None:
    """A subcommand for each puzzle, with the options that its plugin declares; `add` adds arguments
    to a parser."""
    made = verb.add_subparsers(metavar="PUZZLE", dest="puzzle", required=True)
    for puzzle in registry.plugins()[0].values():
        if not puzzle.can("generator.make"):
            continue
        parser = made.add_parser(
            puzzle.id,
            help=puzzle.blurb,
            allow_abbrev=False,
            description=f"Make levels of {puzzle.title}.",
        )
        parser.set_defaults(parser=parser)
        for option in puzzle.generator.OPTIONS:
            shown = "|".join(option.choices) or option.placeholder
            kind = "whole" if option.type is int else option.type
            choices = option.choices or None
            own = {"names": f"--{option.name} {shown}", "text": option.text, "kind": kind}
            add(parser, [{**own, "choices": choices}])
        add(parser, ["MADE"])


def run(arguments: Namespace) -> int:
    puzzle = registry.plugin(arguments.puzzle)
    assert puzzle.can("generator.make")  # only those that make levels are offered
    names = [option.name for option in puzzle.generator.OPTIONS]
    wishes = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    seed = random.randrange(10**6) if arguments.seed is None else arguments.seed
    title = " ".join([puzzle.title, *(str(value) for value in wishes.values()), f"seed {seed}"])
    name, number = arguments.output, arguments.count
    if name and not name.endswith(LEVEL_SUFFIXES):
        raise UsageError(f"{name}: level files end in {' or '.join(LEVEL_SUFFIXES)}")
    file = new_file(name, arguments.force) if name else None
    done: list[Values] = []

    def text() -> str:
        return pack_text(puzzle.id, title, "", done, bool(name) and name.endswith(".json"))

    def save() -> None:
        if file is not None and done:
            file.write(text())

    jobs = min(arguments.jobs or pool.cores(), number)
    if number > 1:
        compile_first({puzzle.id})
    levels = making.levels(puzzle, wishes, seed, number, jobs)
    try:
        code, reason = _collect(map(puzzle.format, levels), number, done, save)
        save()
    except NotWritten as error:
        print(text(), end="")
        raise NotWritten(f"{error}; the levels follow on standard output") from None
    if arguments.json:
        for board in done:
            document = output.record(answer={"board": board})
            output.print_record({**document, "puzzle": puzzle.id})
    elif done and not arguments.output:
        print(text(), end="")
    if reason:
        tell(f"{len(done)} of {number} made: {reason}")
    elif arguments.output:
        tell(f"wrote {many(number, 'level')} to {arguments.output}")
    return code


def _collect(
    levels: Iterator[Values], number: int, done: list[Values], save: Callable[[], None]
) -> tuple[Exit, str]:
    """Have levels made, saved now and then; return the exit code, and why there are no more."""
    due = 0.0
    try:
        with counting("Making levels", number) as advance:
            for level in levels:
                done.append(level)
                advance()
                if (began := time.monotonic()) >= due:
                    save()
                    now = time.monotonic()
                    due = now + max(SAVE, 9 * (now - began))
    except KeyboardInterrupt:
        return Exit.INTERRUPTED, "interrupted"
    except NotWritten:
        raise
    except PuzzlesError as error:
        if not done:
            raise
        return (Exit.NO if isinstance(error, UsageError) else Exit.WRONG), str(error)
    return Exit.DONE, ""
