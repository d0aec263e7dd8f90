"""`puzzles generate PUZZLE`: new levels, made on all cores, each proved."""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from puzzles.cli import records
from puzzles.cli.output import new_file, tell
from puzzles.cli.parser import FORCE, JOBS, add, argument, count, whole
from puzzles.cli.process import Exit
from puzzles.cli.progress import compile_first, counting
from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.tables import Values
from puzzles.library import registry
from puzzles.library.formats import LEVEL_SUFFIXES
from puzzles.library.newfile import NotWritten
from puzzles.library.writing import pack_text
from puzzles.player.records import many
from puzzles.running import making, pool

SAVE = 1.0  # seconds between two saves of what is done, at least


def add_options(verb: ArgumentParser) -> None:
    """A subcommand for each puzzle, with the options that its plugin declares."""
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
        for option in puzzle.generator.OPTIONS:
            kind = whole if option.type is int else option.type
            shown = "|".join(option.choices) or option.placeholder
            choices = option.choices or None
            add(
                parser.add_argument,
                argument(f"--{option.name} {shown}", option.text, kind, choices=choices),
            )
        add(
            parser.add_argument,
            argument("--count N", "how many levels (1)", count, 1),
            argument("--seed N", "the same seed makes the same levels", whole),
            *JOBS,
            argument("--json", "a JSON document a level, one a line"),
            argument("-o PACK", "write them to this new file", dest="pack"),
            FORCE,
        )


def run(arguments: Namespace) -> int:
    puzzle = registry.plugin(arguments.puzzle)
    assert puzzle.can("generator.make")  # only those that make levels are offered
    names = [option.name for option in puzzle.generator.OPTIONS]
    wishes = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    seed = random.randrange(10**6) if arguments.seed is None else arguments.seed
    title = " ".join([puzzle.title, *(str(value) for value in wishes.values()), f"seed {seed}"])
    as_json = bool(arguments.pack and arguments.pack.endswith(".json"))
    done: list[Values] = []
    code, reason = Exit.DONE, ""

    def text() -> str:
        return pack_text(puzzle.id, title, "", done, as_json)

    number = arguments.count
    jobs = min(arguments.jobs or pool.cores(), number)
    if number > 1 and not arguments.scheduler:
        compile_first({puzzle.id})
    with (
        _kept(arguments, text, done) as save,
        counting("Making levels", number) as advance,
    ):
        try:
            for level in making.levels(puzzle, wishes, seed, number, jobs, arguments.scheduler):
                done.append(puzzle.format(level))
                advance()
                save()
        except KeyboardInterrupt:
            code, reason = Exit.INTERRUPTED, "interrupted"
        except NotWritten:
            raise
        except PuzzlesError as error:
            if not done:
                raise
            code = Exit.NO if isinstance(error, UsageError) else Exit.WRONG
            reason = str(error)
    if arguments.json:
        for board in done:
            document = records.record(answer={"board": board})
            records.tell({**document, "puzzle": puzzle.id})
    elif done and not arguments.pack:
        print(text(), end="")
    if reason:
        tell(f"{len(done)} of {number} made: {reason}")
    elif arguments.pack:
        tell(f"wrote {many(number, 'level')} to {arguments.pack}")
    return code


@contextmanager
def _kept(
    arguments: Namespace, text: Callable[[], str], done: list[Values]
) -> Iterator[Callable[[], None]]:
    """Gives a function that writes what is `done` so far to the file that is asked for; it is
    written at the end, too, whatever the end. What cannot be written goes to standard output."""
    name = arguments.pack
    if name is None:
        yield lambda: None
        return
    if not name.endswith(LEVEL_SUFFIXES):
        raise UsageError(f"{name}: level files end in {' or '.join(LEVEL_SUFFIXES)}")
    file = new_file(name, arguments.force)
    try:
        try:
            yield _now_and_then(lambda: file.write(text()))
        finally:
            if done:
                file.write(text())
    except NotWritten as error:
        print(text(), end="")
        raise NotWritten(f"{error}; the levels follow on standard output") from None


def _now_and_then(save: Callable[[], None]) -> Callable[[], None]:
    """`save`, but at most every SAVE seconds, and a tenth of the time."""
    due = 0.0

    def perhaps() -> None:
        nonlocal due
        began = time.monotonic()
        if began >= due:
            save()
            now = time.monotonic()
            due = now + max(SAVE, 9 * (now - began))

    return perhaps
