"""The parser of the `puzzles` command: its verbs in groups, as help lists them, and their options.

Spellings of earlier versions are in `old`; they keep working and are not listed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence

from puzzles.cli.completion import Completion
from puzzles.cli.output import add_force
from puzzles.cli.parser import Parser, add_jobs, count, day, port, seconds, words

_LEVEL = """\
LEVEL is the name of a level as `puzzles list` gives it, the ID of a board, a URL, or a file. `-` is
standard input; FILE:3 is one level of a file, by its number or title."""
_EXITS = """\
Exit codes: 0 done; 1 no (no solution, or no proof within the limits); 2 wrong use or bad input;
70 a fault of the program; 130 interrupted."""
_AS_LINES = "a JSON document a level, one a line"


class _Puzzles(Parser):
    """The parser of the whole command, whose help lists the verbs in groups."""

    def format_help(self) -> str:
        lines = [self.format_usage(), str(self.description)]
        for group, verbs in _GROUPS.items():
            lines += ["", f"{group}:", *(f"  {n:10} {text}" for n, (text, _) in verbs.items())]
        lines += ["", "Options:"]
        for action in self.arguments:
            if action.option_strings:
                name = " ".join([*action.option_strings[-1:], str(action.metavar or "")])
                lines.append(f"  {name:19} {action.help}")
        return "\n".join([*lines, "", _LEVEL, "", _EXITS, ""])


def grammar(argv: Sequence[str] = ()) -> tuple[Parser, Mapping[str, Parser]]:
    """Return the parser, and those of the verbs that it knows."""
    parser = _Puzzles(
        prog="puzzles",
        usage="puzzles [LEVEL]\n       puzzles COMMAND …",
        description="Logic puzzles in the terminal, with solvers that prove their answers.",
        epilog=_LEVEL,
        allow_abbrev=False,
    )
    about = "the version, and whether solvers are compiled here"
    parser.add_argument("--version", action="store_true", help=about)
    parser.add_argument("--completion", action=Completion, parser=lambda: grammar(["generate"])[0])
    verbs = parser.add_subparsers(prog="puzzles", metavar="COMMAND", parser_class=Parser)
    for group in _GROUPS.values():
        _add(verbs.add_parser, group)
    if argv[:1] == ["generate"]:
        from puzzles.cli.generate import add_options as add_wishes

        add_wishes(verbs.choices["generate"])
    return parser, verbs.choices


def _add(
    add_parser: Callable[..., Parser],
    verbs: dict[str, tuple[str, Callable[[Parser], None]]],
    under: str = "",
) -> None:
    """Add verbs with their options, or those that another one has `under` it."""
    for name, (text, add_options) in verbs.items():
        called = under + name
        verb = add_parser(
            name,
            help=text,
            description=text,
            epilog=f"Example: puzzles {called} {_EXAMPLES[called]}\n\n{_LEVEL}\n\n{_EXITS}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        verb.set_defaults(module=f"puzzles.cli.{_MODULES.get(called, name)}", does=name)
        add_options(verb)


# Options that several verbs have ---------------------------------------------------------------


def _json(verb: Parser, text: str = "one JSON document") -> None:
    verb.add_argument("--json", action="store_true", help=text)


def _level(verb: Parser, nargs: str | None = None) -> None:
    verb.add_argument("level", metavar="LEVEL", nargs=nargs)


def _levels(verb: Parser) -> None:
    verb.add_argument("levels", metavar="LEVEL|FOLDER", nargs="+")


def _batch(verb: Parser) -> None:
    """Options of the verbs that work on many levels, each by a solver."""
    _keep_going(verb)
    add_jobs(verb)
    _json(verb, _AS_LINES)


def _keep_going(verb: Parser) -> None:
    verb.add_argument(
        "--keep-going", action="store_true", help="leave out what cannot be read, and count it"
    )


def _limits(verb: Parser) -> None:
    verb.add_argument("--time", metavar="S", type=seconds, help="give up after S seconds a level")
    verb.add_argument("--nodes", metavar="N", type=count, help="give up after N positions")
    verb.add_argument(
        "--memory", metavar="MB", type=count, default=1024, help="use at most MB for tables (1024)"
    )


# Play ------------------------------------------------------------------------------------------


def _play(verb: Parser) -> None:
    _level(verb, "?")
    verb.add_argument("--plain", action="store_true", help="one level, line by line, for pipes")
    verb.add_argument(
        "--screen-reader", action="store_true", help="all levels, line by line; says everything"
    )


def _edit(verb: Parser) -> None:
    verb.add_argument(
        "what",
        metavar="LEVEL|PUZZLE",
        nargs="*",
        help="a level; or a puzzle, a grid and a size; without, the boards that you have drawn",
    )


def _daily(verb: Parser) -> None:
    verb.add_argument("puzzle", metavar="PUZZLE", nargs="?")
    verb.add_argument("--date", metavar="DAY", type=day, help="another day, as in 2026-03-01")
    verb.add_argument("--week", action="store_true", help="the week's puzzle, a harder one")
    verb.add_argument("--share", action="store_true", help="print a result without spoilers")
    verb.add_argument("--print", action="store_true", help=argparse.SUPPRESS)  # as into a pipe


def _progress(verb: Parser) -> None:
    _add(verb.add_subparsers(metavar="DOES", required=True).add_parser, _PROGRESS, "progress ")


def _progress_review(verb: Parser) -> None:
    _level(verb)
    _json(verb)


def _progress_export(verb: Parser) -> None:
    verb.add_argument("file", metavar="FILE", help="ends in .json or .csv; - is JSON")
    add_force(verb)


def _progress_import(verb: Parser) -> None:
    verb.add_argument("file", metavar="FILE", help="JSON, CSV or SQLite")


def _serve(verb: Parser) -> None:
    verb.add_argument("--host", default="localhost", help="address to listen at (localhost)")
    verb.add_argument("--port", type=port, default=8000, help="port to listen at (8000)")
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
        "--clients", metavar="N", type=count, default=20, help="how many may play at a time (20)"
    )
    verb.add_argument(
        "--solvers",
        metavar="N",
        type=count,
        help="how many solvers may run for them (two for each core)",
    )


def _page(verb: Parser) -> None:
    verb.add_argument(
        "-o", "--output", metavar="DIR", required=True, help="the folder to write, or to write anew"
    )
    verb.add_argument(
        "--vendor",
        metavar="DIR",
        help="take what others publish from this folder, so that browsers need no other host",
    )


# Levels ----------------------------------------------------------------------------------------


def _show(verb: Parser) -> None:
    _level(verb)
    verb.add_argument(
        "--id", action="store_true", help="print the ID, which is the whole board; of a pack, each"
    )


def _packs(verb: Parser) -> None:
    verb.add_argument("does", metavar="add|remove|list", choices=("add", "remove", "list"))
    verb.add_argument(
        "packs",
        metavar="FILE|URL|PACK",
        nargs="*",
        help="what to add: a file, the address of one, or an address that is itself a board; "
        "what to remove: a pack of your own",
    )
    verb.add_argument(
        "--time",
        metavar="S",
        type=seconds,
        default=60.0,
        help="prove each level in S seconds at most (60)",
    )


def _convert(verb: Parser) -> None:
    verb.add_argument("inputs", metavar="IN", nargs="+", help="a level, a file or a folder")
    verb.add_argument("out", metavar="OUT", help="a file or a folder; - is standard output")
    add_force(verb)
    _keep_going(verb)
    for option, dest, text in (
        ("--from", "source", "the format of IN, if its text does not show it"),
        ("--to", "to", "the format to write, if the name of OUT does not show it"),
    ):
        verb.add_argument(option, metavar="FORMAT", default="", dest=dest, help=text)


def _export(verb: Parser) -> None:
    verb.add_argument("level", metavar="LEVEL|PACK")
    verb.add_argument("file", metavar="FILE", help="ends in .svg, .png, .gif, .pdf, .cast or .toml")
    form = verb.add_mutually_exclusive_group()
    form.add_argument("--solution", action="store_true", help="a sheet with a board for each move")
    form.add_argument("--animate", action="store_true", help="the solution, moving")
    form.add_argument(
        "--explain", action="store_true", help="the solution in reasons, moving, each in words"
    )
    add_force(verb)
    _limits(verb)


def _import(verb: Parser) -> None:
    verb.add_argument(
        "files",
        metavar="PICTURE|FOLDER",
        nargs="*",
        help="PNG, JPEG, WEBP, GIF, BMP or TIFF",
    )
    verb.add_argument("--clipboard", action="store_true", help="read the picture on the clipboard")
    verb.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help="write the level to this file; several levels need a folder",
    )
    add_force(verb)
    _json(verb, "a JSON document a picture, one a line")


# Solvers ---------------------------------------------------------------------------------------


def _solve(verb: Parser) -> None:
    _levels(verb)
    verb.add_argument(
        "--method",
        metavar="METHOD",
        default="",
        help="how to solve, where the puzzle has several ways",
    )
    _limits(verb)
    _keep_going(verb)
    add_jobs(verb)
    form = verb.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help=_AS_LINES)
    form.add_argument("--steps", action="store_true", help="print the board after every move")
    verb.add_argument(
        "--all",
        metavar="MOST",
        nargs="?",
        type=count,
        const=1000,
        help="count the best solutions of one level, up to MOST (1000)",
    )
    verb.add_argument(
        "--within", metavar="N", type=count, help="only tell whether N moves are enough"
    )
    verb.add_argument("--explain", action="store_true", help="a reason for every step of one level")
    verb.add_argument(
        "--progress", action="store_true", help="print progress as JSON on standard error"
    )


def _count(verb: Parser) -> None:
    _level(verb)
    verb.add_argument("--paths", action="store_true", help="count the paths of each colour instead")
    verb.add_argument("--list", action="store_true", help="list these paths, shortest first")
    verb.add_argument("--colour", metavar="C", help="only the paths of this colour")
    _limits(verb)
    _json(verb, "one JSON document; of paths, one a line")


def _generate(verb: Parser) -> None:
    """Its options are the plugins', which take time to load: `grammar` adds them."""


def _grade(verb: Parser) -> None:
    _levels(verb)
    _batch(verb)


def _check(verb: Parser) -> None:
    verb.add_argument("paths", metavar="FILE|FOLDER", nargs="+")
    verb.add_argument(
        "--certificates",
        metavar="FOLDER",
        default="",
        help="check the certificates of `puzzles certify` in this folder",
    )
    _limits(verb)
    _batch(verb)


def _certify(verb: Parser) -> None:
    _levels(verb)
    verb.add_argument(
        "-o",
        "--output",
        metavar="FOLDER",
        default="",
        help="write a file for each level to this folder: PUZZLE/PACK/TITLE.proof",
    )
    add_force(verb)
    _limits(verb)
    _batch(verb)


def _repair(verb: Parser) -> None:
    _levels(verb)
    verb.add_argument(
        "--with",
        metavar="KINDS",
        type=words,
        default=[],
        dest="kinds",
        help="comma-separated kinds of change (default: the first); `--with ?` lists them",
    )
    verb.add_argument(
        "--time",
        metavar="S",
        type=seconds,
        default=10.0,
        help="look for fewer changes S seconds a level at most (10)",
    )
    _batch(verb)
    verb.add_argument("-o", "--output", metavar="FILE", help="write the levels to this new file")
    add_force(verb)


# What a verb does, and the function that adds its options.
_GROUPS: dict[str, dict[str, tuple[str, Callable[[Parser], None]]]] = {
    "Play": {
        "play": ("open the app (`puzzles LEVEL` does, too)", _play),
        "edit": ("draw a board: a copy of a level, or a new one", _edit),
        "daily": ("play the puzzle of the day; without PUZZLE, how they stand", _daily),
        "progress": ("show, review, export, import or reset your games", _progress),
        "serve": ("show the app in a browser (needs the extra `web`)", _serve),
        "page": ("write the app as a page for any static host", _page),
    },
    "Levels": {
        "list": ("list all levels", _json),
        "show": ("print a level's board", _show),
        "packs": ("add a pack once its claims are proved; list or remove yours", _packs),
        "convert": ("convert levels from and to other formats", _convert),
        "export": ("draw or write a level or a pack into a file", _export),
        "import": ("read boards off pictures", _import),
    },
    "Solvers": {
        "solve": ("solve levels, and say what is proved", _solve),
        "count": ("count all solutions of a level, or its paths", _count),
        "generate": ("make new levels", _generate),
        "grade": ("say how hard levels are for a person, and why", _grade),
        "check": ("check levels: readable, solvable, true in what they claim", _check),
        "certify": ("write proofs of levels that anyone can check", _certify),
        "repair": ("change levels as little as possible to have one solution", _repair),
    },
}
_PROGRESS: dict[str, tuple[str, Callable[[Parser], None]]] = {
    "stats": ("show what you have solved", _json),
    "review": ("say what each move of your last game of a level lost", _progress_review),
    "export": ("write your games to a file", _progress_export),
    "import": ("take games over from a file", _progress_import),
    "reset": ("forget all games of a level", _level),
}
_EXAMPLES = {
    "play": "board.toml --plain",
    "edit": "board.toml",
    "daily": "--week",
    "progress": "stats --json",
    "progress stats": "--json",
    "progress review": "board.toml",
    "progress export": "progress.json",
    "progress import": "progress.json",
    "progress reset": "board.toml",
    "serve": "--port 8080",
    "page": "-o site",
    "list": "--json",
    "show": "board.toml",
    "packs": "add board.toml",
    "convert": "board.toml board.json",
    "export": "board.toml board.pdf",
    "import": "shot.png -o board.toml",
    "solve": "board.toml --steps",
    "count": "board.toml --paths --list",
    "generate": "PUZZLE --count 3 -o new.toml",
    "grade": "levels",
    "check": "board.toml --time 10",
    "certify": "board.toml -o proofs",
    "repair": "board.toml -o repaired.toml",
}
# Modules of verbs that are not called like them; Python has taken some names.
_MODULES = {
    "list": "listing",
    "import": "importing",
    "progress export": "transfer",
    "progress import": "transfer",
}
