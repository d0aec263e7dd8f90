"""What can be typed: the verbs of the `puzzles` command, in the order in which help lists them, and
what each of them takes."""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import NoReturn

from puzzles.cli.output import add_force
from puzzles.cli.version import Version
from puzzles.core.errors import UsageError

_LEVEL = """\
LEVEL is a file (`-` for standard input), a file and the number or title of one of its levels
(FILE:3), a URL, the name of a level as `puzzles list` gives it, or the ID of a board."""


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
    for (name, module, text), add_options in _VERBS.items():
        verb = verbs.add_parser(
            name, help=text, description=text, epilog=_LEVEL, allow_abbrev=False
        )
        verb.set_defaults(module=f"puzzles.cli.{module}")
        add_options(verb)
    if argv[:1] == ["generate"]:
        from puzzles.cli.generate import add_options as add_wishes

        add_wishes(verbs.choices["generate"])
    return parser, verbs.choices


_AddOptions = Callable[[Parser], None]
_VERBS: dict[tuple[str, str, str], _AddOptions] = {}  # by name, module of `cli`, and help


def _verb(name: str, module: str, text: str) -> Callable[[_AddOptions], _AddOptions]:
    """Has a function add the options of a verb."""

    def named(add_options: _AddOptions) -> _AddOptions:
        _VERBS[name, module, text] = add_options
        return add_options

    return named


def _keep_going(verb: Parser) -> None:
    verb.add_argument(
        "--keep-going", action="store_true", help="leave out what cannot be read, and count it"
    )


def _limits(verb: Parser) -> None:
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


@_verb("play", "play", "open the app (this is what `puzzles LEVEL` does)")
def _play_options(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL", nargs="?")
    verb.add_argument(
        "--plain", action="store_true", help="line by line, for screen readers and pipes"
    )


@_verb("edit", "edit", "draw a board: a copy of a level, or a new one")
def _edit_options(verb: Parser) -> None:
    verb.add_argument(
        "what",
        metavar="LEVEL|PUZZLE",
        nargs="*",
        help="a level; or a puzzle, and if you like a grid and a size, as in "
        "`PUZZLE hex 8x6`; without, the boards that you have drawn",
    )


@_verb("list", "listing", "list all levels")
def _list_options(verb: Parser) -> None:
    verb.add_argument("--json", action="store_true", help="one JSON document")


@_verb("show", "show", "print a level's board")
def _show_options(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL")
    verb.add_argument(
        "--id", action="store_true", help="print the ID, which is the whole board; of a pack, each"
    )


@_verb("solve", "solve", "solve levels, and say whether the answers are proved")
def _solve_options(verb: Parser) -> None:
    verb.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    verb.add_argument(
        "--method",
        metavar="M",
        default="",
        help="how to solve, where the puzzle knows several ways",
    )
    _limits(verb)
    form = verb.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="a JSON document a level, one a line")
    form.add_argument("--steps", action="store_true", help="print the board after every move")
    verb.add_argument(
        "--all",
        metavar="MOST",
        nargs="?",
        type=_count,
        const=1000,
        help="count the best solutions of one level, up to MOST (1000)",
    )
    verb.add_argument(
        "--within",
        metavar="N",
        type=_count,
        help="only tell whether N moves are enough for one level",
    )
    verb.add_argument(
        "--progress",
        action="store_true",
        help="what is known so far, as JSON lines on standard error",
    )


@_verb("count", "count", "count all solutions of a level")
def _count_options(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL")
    _limits(verb)
    verb.add_argument("--json", action="store_true", help="one JSON document")


@_verb("paths", "paths", "list all paths between the dots of a colour, shortest first")
def _paths_options(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL")
    verb.add_argument(
        "colour", metavar="COLOUR", nargs="?", help="one colour; all of them, if none is given"
    )
    verb.add_argument("--count", action="store_true", help="only count them, exactly")
    _limits(verb)
    verb.add_argument("--json", action="store_true", help="a JSON document a path, one a line")


@_verb("generate", "generate", "make new levels")
def _generate_options(verb: Parser) -> None:
    """Its options are the plugins', which take time to load: `grammar` adds them."""


@_verb("grade", "grade", "say how hard levels are for a person, and why")
def _grade_options(verb: Parser) -> None:
    verb.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    verb.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        default="",
        help="grade them on the workers of a Dask scheduler",
    )
    verb.add_argument("--json", action="store_true", help="a JSON document a level, one a line")


@_verb("explain", "explain", "explain a level: why each move, a step at a time")
def _explain_options(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL")
    _limits(verb)
    verb.add_argument("--json", action="store_true", help="one JSON document")


@_verb("review", "review", "say what each move of your last game of a level kept or lost")
def _review_options(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL")
    verb.add_argument("--json", action="store_true", help="one JSON document")


@_verb("daily", "daily", "play the puzzle of the day; without PUZZLE, how they stand")
def _daily_options(verb: Parser) -> None:
    verb.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    verb.add_argument("--date", metavar="DAY", type=_day, help="another day, as in 2026-03-01")
    verb.add_argument("--week", action="store_true", help="the week's puzzle, a harder one")
    verb.add_argument("--share", action="store_true", help="print a result that gives nothing away")
    verb.add_argument("--print", action="store_true", help="print the level instead of playing it")


@_verb("stats", "stats", "what you have solved so far")
def _stats_options(verb: Parser) -> None:
    verb.add_argument("--json", action="store_true", help="one JSON document")


@_verb("export", "export", "draw or write a level or a pack into a file, or write your progress")
def _export_options(verb: Parser) -> None:
    verb.add_argument(
        "level", metavar="LEVEL", nargs="?", help="a level or a pack; without it, your progress"
    )
    verb.add_argument(
        "file",
        metavar="FILE",
        help="ends in .svg, .png, .gif, .pdf, .cast or .toml; for progress in .json or .csv",
    )
    form = verb.add_mutually_exclusive_group()
    form.add_argument("--solution", action="store_true", help="a sheet with a board for each move")
    form.add_argument("--animate", action="store_true", help="the solution, moving")
    form.add_argument(
        "--explain",
        action="store_true",
        help="the solution in reasons, moving, each with its sentence",
    )
    add_force(verb)
    _limits(verb)


@_verb("import", "importing", "read boards off pictures, or take over progress")
def _import_options(verb: Parser) -> None:
    verb.add_argument(
        "files",
        metavar="FILE|FOLDER",
        nargs="*",
        help="pictures: PNG, JPEG, WEBP, GIF, BMP or TIFF; or progress: JSON, CSV or SQLite",
    )
    verb.add_argument("--clipboard", action="store_true", help="read the picture that is there")
    verb.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the level there; of several pictures, a folder",
    )
    add_force(verb)
    verb.add_argument("--json", action="store_true", help="a JSON document a picture, one a line")


@_verb("reset", "reset", "forget all games and results of a level")
def _reset_options(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL")


@_verb("serve", "serve", "show the app in a browser (needs the extra `web`)")
def _serve_options(verb: Parser) -> None:
    verb.add_argument("--host", default="localhost", help="address to listen at (localhost)")
    verb.add_argument("--port", type=_port, default=8000, help="port to listen at (8000)")
    verb.add_argument(
        "--url",
        metavar="URL",
        default="",
        help="the origin that visitors see, if another server stands in front",
    )
    verb.add_argument(
        "--open", action="store_true", help="ask for no token, though others can reach the address"
    )
    verb.add_argument(
        "--clients", metavar="N", type=_count, default=20, help="how many may play at a time (20)"
    )
    verb.add_argument(
        "--solvers",
        metavar="N",
        type=_count,
        help="how many solvers may run for them (two for each core)",
    )


@_verb("certify", "certify", "prove what levels claim, for anyone to check")
def _certify_options(verb: Parser) -> None:
    verb.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    verb.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        default="",
        help="a file for each level there: PUZZLE/PACK/TITLE.proof",
    )
    add_force(verb)
    _limits(verb)
    verb.add_argument("--json", action="store_true", help="a JSON document a level, one a line")


@_verb("check", "check", "check levels: readable, solvable, and true in what they claim")
def _check_options(verb: Parser) -> None:
    verb.add_argument("paths", metavar="FILE|FOLDER", nargs="+")
    verb.add_argument(
        "--certificates",
        metavar="FOLDER",
        default="",
        help="accept levels by what `puzzles certify` wrote there",
    )
    _keep_going(verb)
    _limits(verb)
    verb.add_argument("--json", action="store_true", help="a JSON document a level, one a line")


@_verb("repair", "repair", "change levels, as little as can be, to have one solution")
def _repair_options(verb: Parser) -> None:
    verb.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")
    verb.add_argument(
        "--with",
        metavar="KINDS",
        type=_words,
        default=[],
        dest="kinds",
        help="kinds of changes, apart by commas (the puzzle's first one); a word "
        "that is none lists those there are",
    )
    verb.add_argument(
        "--time",
        metavar="S",
        type=_seconds,
        default=10.0,
        help="look for fewer changes S seconds a level at most (10)",
    )
    verb.add_argument("--json", action="store_true", help="a JSON document a level, one a line")
    verb.add_argument("-o", "--output", metavar="FILE", help="write the levels to this new file")
    add_force(verb)


@_verb(
    "packs",
    "packs",
    "take in packs of levels, once all they claim is proved; remove or list your own",
)
def _packs_options(verb: Parser) -> None:
    verb.add_argument("does", metavar="add|remove|list", choices=("add", "remove", "list"))
    verb.add_argument(
        "packs",
        metavar="FILE|URL|PACK",
        nargs="*",
        help="what to add: a file, the address of one, or an address that is itself "
        "a board; what to remove: a pack of your own",
    )
    verb.add_argument(
        "--time",
        metavar="S",
        type=_seconds,
        default=60.0,
        help="prove each level in S seconds at most (60)",
    )


@_verb("bench", "bench", "measure solving and counting: nodes and states, and times")
def _bench_options(verb: Parser) -> None:
    verb.add_argument(
        "levels",
        metavar="LEVEL|FOLDER",
        nargs="*",
        help="all levels of the library, if none is given",
    )
    _limits(verb)
    verb.add_argument("--json", action="store_true", help="a JSON document a level, one a line")


@_verb("convert", "convert", "convert levels from and to other tools' formats")
def _convert_options(verb: Parser) -> None:
    verb.add_argument("inputs", metavar="IN", nargs="+", help="a level, a file or a folder")
    verb.add_argument("out", metavar="OUT", help="a file or a folder; - is standard output")
    add_force(verb)
    _keep_going(verb)
    verb.add_argument(
        "--from",
        metavar="FORMAT",
        default="",
        dest="source",
        help="what IN is, if its text does not show it",
    )
    verb.add_argument(
        "--to",
        metavar="FORMAT",
        default="",
        help="what to write, if the name of OUT does not show it",
    )


@_verb("completion", "completion", "print a script that completes the command")
def _completion_options(verb: Parser) -> None:
    verb.add_argument(
        "shell", metavar="SHELL", choices=("bash", "zsh", "fish"), help="bash, zsh or fish"
    )


@_verb("man", "man", "print the manual page; `puzzles man | man -l -` shows it")
def _man_options(verb: Parser) -> None:
    """There are none."""
