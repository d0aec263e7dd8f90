"""The `puzzles` command: its grammar, its exit codes, and one line for every error.

Nothing heavy is imported before the verb is known, so that `puzzles --version` answers at once.
Each verb is a module here with a `run(arguments) -> int`.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from importlib import import_module
from typing import NoReturn

from puzzles.cli.ending import heeding
from puzzles.cli.exits import Exit
from puzzles.cli.output import add_force
from puzzles.cli.streams import give_up_output, prepare, reader_has_gone
from puzzles.cli.version import Version
from puzzles.core.errors import LevelError, PuzzlesError, UsageError, printable, reason_of

_LEVEL = """\
LEVEL is a file (`-` for standard input), a file and the number or title of one of its levels
(FILE:3), a URL, the name of a level as `puzzles list` gives it, or the ID of a board."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default the process's own); its exit code."""
    with heeding():
        return _main(argv)


def _main(argv: Sequence[str] | None) -> int:
    try:
        prepare()
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except LevelError as error:
        print(error, file=sys.stderr)
    except PuzzlesError as error:
        print(f"puzzles: {printable(str(error))}", file=sys.stderr)
    except OSError as error:  # such as a full disk under standard output
        give_up_output()
        if reader_has_gone(error):
            return Exit.DONE
        where = f"{error.filename}: " if error.filename else ""
        print(f"puzzles: {printable(where + reason_of(error))}", file=sys.stderr)
    except Exception as error:
        from puzzles.cli.crash import report

        return report(error)
    return Exit.WRONG


def _run(argv: list[str]) -> int:
    parser, verbs = grammar(argv)
    # What is no verb is a level to play: `puzzles LEVEL`.
    if not argv or argv[0] not in (*verbs, "-h", "--help", "--version"):
        argv.insert(0, "play")
    # `-:2` is a level of standard input, though it looks like an option.
    levels = [word for word in argv if word.startswith("-:")]
    if levels:
        argv = [*(word for word in argv if word not in levels), "--", *levels]
    arguments = parser.parse_args(argv)
    return int(import_module(arguments.module).run(arguments))


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, reported like all others."""

    @property
    def arguments(self) -> Sequence[argparse.Action]:
        """All arguments and options, for which argparse has no public name."""
        return self._actions

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see `{self.prog} --help`)")


def grammar(argv: Sequence[str] = ()) -> tuple[Parser, Mapping[str, Parser]]:
    """The parser, and those of the verbs it knows."""
    parser = Parser(
        prog="puzzles",
        usage="puzzles [LEVEL]\n       puzzles COMMAND …",
        description="Logic puzzles in the terminal, with solvers that prove their answers.",
        epilog=_LEVEL,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=Version)
    verbs = parser.add_subparsers(prog="puzzles", metavar="COMMAND", title="commands")

    def verb(name: str, module: str, text: str) -> Parser:
        added = verbs.add_parser(
            name, help=text, description=text, epilog=_LEVEL, allow_abbrev=False
        )
        added.set_defaults(module=f"puzzles.cli.{module}")
        return added

    play = verb("play", "play", "open the app (this is what `puzzles LEVEL` does)")
    play.add_argument("level", metavar="LEVEL", nargs="?")
    play.add_argument("--plain", action="store_true",
                      help="line by line, for screen readers and pipes")  # fmt: skip

    edit = verb("edit", "edit", "draw a board: a copy of a level, or a new one")
    edit.add_argument("what", metavar="LEVEL|PUZZLE", nargs="+",
                      help="a level; or a puzzle, and if you like a grid and a size, as in "
                           "`PUZZLE hex 8x6`")  # fmt: skip

    listing = verb("list", "listing", "list all levels")
    listing.add_argument("--json", action="store_true", help="one JSON document")

    show = verb("show", "show", "print a level's board")
    show.add_argument("level", metavar="LEVEL")
    show.add_argument("--id", action="store_true", help="print the ID, which is the whole board")

    solve = verb("solve", "solve", "solve levels, and say whether the answers are proved")
    solve.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    solve.add_argument("--method", metavar="M", default="",
                       help="how to solve, where the puzzle knows several ways")  # fmt: skip
    _limits(solve)
    form = solve.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a JSON document a level, one a line")
    form.add_argument("--steps", action="store_true", help="print the board after every move")
    solve.add_argument("--all", metavar="MOST", nargs="?", type=_count, const=1000,
                       help="count the best solutions of one level, up to MOST (1000)")  # fmt: skip
    solve.add_argument("--within", metavar="N", type=_count,
                       help="only tell whether N moves are enough for one level")  # fmt: skip
    solve.add_argument("--progress", action="store_true",
                       help="what is known so far, as JSON lines on standard error")  # fmt: skip

    count = verb("count", "count", "count all solutions of a level")
    count.add_argument("level", metavar="LEVEL")
    _limits(count)
    count.add_argument("--json", action="store_true", help="one JSON document")

    paths = verb("paths", "paths", "list all paths between the dots of a colour, shortest first")
    paths.add_argument("level", metavar="LEVEL")
    paths.add_argument("colour", metavar="COLOUR", nargs="?",
                       help="one colour; all of them, if none is given")  # fmt: skip
    paths.add_argument("--count", action="store_true", help="only count them, exactly")
    _limits(paths)
    paths.add_argument("--json", action="store_true", help="a JSON document a path, one a line")

    made = verb("generate", "generate", "make new levels")
    if argv[:1] == ["generate"]:  # its options are the plugins', which take time to load
        from puzzles.cli.generate import add_options

        add_options(made)

    grade = verb("grade", "grade", "say how hard levels are for a person, and why")
    grade.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    grade.add_argument("--scheduler", metavar="ADDRESS", default="",
                       help="grade them on the workers of a Dask scheduler")  # fmt: skip
    grade.add_argument("--json", action="store_true", help="a JSON document a level, one a line")

    explain = verb("explain", "explain", "explain a level: why each move, a step at a time")
    explain.add_argument("level", metavar="LEVEL")
    _limits(explain)
    explain.add_argument("--json", action="store_true", help="one JSON document")

    daily = verb("daily", "daily", "play the puzzle of the day; without PUZZLE, how they stand")
    daily.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    daily.add_argument("--date", metavar="DAY", type=_day, help="another day, as in 2026-03-01")
    daily.add_argument(
        "--share", action="store_true", help="print a result that gives nothing away"
    )
    daily.add_argument("--print", action="store_true", help="print the level instead of playing it")

    stats = verb("stats", "stats", "what you have solved so far")
    stats.add_argument("--json", action="store_true", help="one JSON document")

    export = verb("export", "export", "draw a level or a pack into a file, or write your progress")
    export.add_argument("level", metavar="LEVEL", nargs="?",
                        help="to draw; for a PDF a pack; without it, your progress")  # fmt: skip
    export.add_argument(
        "file", metavar="FILE",
        help="ends in .svg, .png, .gif, .pdf or .cast; for progress in .json or .csv",
    )  # fmt: skip
    form = export.add_mutually_exclusive_group()
    form.add_argument("--solution", action="store_true", help="a sheet with a board for each move")
    form.add_argument("--animate", action="store_true", help="the solution, moving")
    add_force(export)
    _limits(export)

    taken = verb("import", "importing", "read boards off pictures, or take over progress")
    taken.add_argument("files", metavar="FILE|FOLDER", nargs="*", help="pictures: PNG, JPEG, WEBP, "
                       "GIF, BMP or TIFF; or progress: JSON, CSV or SQLite")  # fmt: skip
    taken.add_argument("--clipboard", action="store_true", help="read the picture that is there")
    taken.add_argument("-o", "--output", metavar="FILE",
                       help="write the level there; of several pictures, a folder")  # fmt: skip
    add_force(taken)
    taken.add_argument("--json", action="store_true", help="a JSON document a picture, one a line")

    reset = verb("reset", "reset", "forget all games and results of a level")
    reset.add_argument("level", metavar="LEVEL")

    serve = verb("serve", "serve", "show the app in a browser (needs the extra `web`)")
    serve.add_argument("--host", default="localhost", help="address to listen at (localhost)")
    serve.add_argument("--port", type=_port, default=8000, help="port to listen at (8000)")
    serve.add_argument("--url", metavar="URL", default="",
                       help="the origin that visitors see, if another server stands in front")
    serve.add_argument("--open", action="store_true",
                       help="ask for no token, though others can reach the address")  # fmt: skip
    serve.add_argument("--clients", metavar="N", type=_count, default=20,
                       help="how many may play at a time (20)")  # fmt: skip
    serve.add_argument("--solvers", metavar="N", type=_count,
                       help="how many solvers may run for them (two for each core)")

    certify = verb("certify", "certify", "prove what levels claim, for anyone to check")
    certify.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    certify.add_argument("-o", "--output", metavar="FOLDER", default="",
                         help="a file for each level there: PUZZLE/PACK/TITLE.proof")  # fmt: skip
    add_force(certify)
    _limits(certify)
    certify.add_argument("--json", action="store_true", help="a JSON document a level, one a line")

    check = verb("check", "check", "check levels: readable, solvable, and true in what they claim")
    check.add_argument("paths", metavar="FILE|FOLDER", nargs="+")
    check.add_argument("--certificates", metavar="FOLDER", default="",
                       help="accept levels by what `puzzles certify` wrote there")  # fmt: skip
    _keep_going(check)
    _limits(check)
    check.add_argument("--json", action="store_true", help="a JSON document a level, one a line")

    repair = verb("repair", "repair", "change levels, as little as can be, to have one solution")
    repair.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    repair.add_argument("--with", metavar="KINDS", type=_words, default=[], dest="kinds",
                        help="kinds of changes, apart by commas (the puzzle's first one); a word "
                             "that is none lists those there are")  # fmt: skip
    repair.add_argument("--time", metavar="S", type=_seconds, default=10.0,
                        help="look for fewer changes S seconds a level at most (10)")  # fmt: skip
    repair.add_argument("--json", action="store_true", help="a JSON document a level, one a line")
    repair.add_argument("-o", "--output", metavar="FILE", help="write the levels to this new file")
    add_force(repair)

    bench = verb("bench", "bench", "measure solving and counting: nodes and states, and times")
    bench.add_argument("levels", metavar="LEVEL|FOLDER", nargs="*",
                       help="all levels of the library, if none is given")  # fmt: skip
    _limits(bench)
    bench.add_argument("--json", action="store_true", help="a JSON document a level, one a line")

    convert = verb("convert", "convert", "convert levels from and to other tools' formats")
    convert.add_argument("inputs", metavar="IN", nargs="+", help="a level, a file or a folder")
    convert.add_argument("out", metavar="OUT", help="a file or a folder; - is standard output")
    add_force(convert)
    _keep_going(convert)
    convert.add_argument("--from", metavar="FORMAT", default="", dest="source",
                         help="what IN is, if its text does not show it")  # fmt: skip
    convert.add_argument("--to", metavar="FORMAT", default="",
                         help="what to write, if the name of OUT does not show it")  # fmt: skip

    completion = verb("completion", "completion", "print a script that completes the command")
    completion.add_argument("shell", metavar="SHELL", choices=("bash", "zsh", "fish"),
                            help="bash, zsh or fish")  # fmt: skip

    verb("man", "man", "print the manual page; `puzzles man | man -l -` shows it")
    return parser, verbs.choices


def _keep_going(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--keep-going", action="store_true",
                      help="leave out what cannot be read, and count it")  # fmt: skip


def _limits(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--time", metavar="S", type=_seconds, help="give up after S seconds a level")
    verb.add_argument("--nodes", metavar="N", type=_count, help="give up after N positions")
    verb.add_argument(
        "--memory", metavar="MB", type=_count, default=1024, help="use at most MB for tables (1024)"
    )


def _seconds(text: str) -> float:
    value = float(text)
    if not (value > 0 and math.isfinite(value)):
        raise ValueError
    return value


def _count(text: str) -> int:
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def _words(text: str) -> list[str]:
    return text.split(",")


def _day(text: str) -> date:
    return date.fromisoformat(text)


def _port(text: str) -> int:
    value = int(text)
    if not 0 < value < 65536:
        raise ValueError
    return value


# argparse names a type by its function in its messages: "invalid number of seconds value".
_seconds.__name__, _count.__name__, _day.__name__ = "number of seconds", "whole number", "date"
