"""The parser of the `puzzles` command: its verbs in groups, as help lists them, and options."""

import argparse
from collections.abc import Callable, Mapping, Sequence

from puzzles.cli.parser import (
    FORCE,
    JOBS,
    Argument,
    Parser,
    add,
    argument,
    count,
    day,
    port,
    seconds,
)

_LEVEL = """\
LEVEL is the name of a level as `puzzles list` gives it, the ID of a board, a URL, or a file. `-` is
standard input; FILE:3 is one level of a file, by its number or title."""
_EXITS = """\
Exit codes: 0 done; 1 no (no solution, or no proof within the limits); 2 wrong use or bad input;
70 a fault of the program; 130 interrupted."""


NAMES = "levels"  # in place of a shell: what its script asks for


class _Puzzles(Parser):
    """The parser of the whole command, whose help lists the verbs in groups."""

    def format_help(self) -> str:
        lines = [self.format_usage(), str(self.description)]
        for group, verbs in _GROUPS.items():
            lines += [
                "",
                f"{group}:",
                *(f"  {name:10} {verb.text}" for name, verb in verbs.items()),
            ]
        lines += ["", "Options:"]
        for action in self.arguments:
            if action.option_strings:
                name = " ".join([*action.option_strings[-1:], str(action.metavar or "")])
                lines.append(f"  {name:19} {action.help}")
        return "\n".join([*lines, "", _LEVEL, "", _EXITS, ""])


class Verb:
    """A verb: the `function` of a module here that runs it, what it does, an example of its
    arguments, and these, those of a list excluding each other; and the verbs under it."""

    def __init__(
        self,
        function: str,
        text: str,
        example: str,
        *arguments: Argument | list[Argument],
        verbs: "Mapping[str, Verb] | None" = None,
    ) -> None:
        self.function, self.text, self.example = function, text, example
        self.arguments, self.verbs = arguments, verbs


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
    about = "print a script that completes the command in bash, zsh or fish"
    shells = "bash", "zsh", "fish", NAMES
    parser.add_argument("--completion", choices=shells, metavar="SHELL", help=about)
    verbs = parser.add_subparsers(prog="puzzles", metavar="COMMAND", parser_class=Parser)
    for group in _GROUPS.values():
        _add(verbs.add_parser, group)
    if argv[:1] == ["generate"]:
        from puzzles.cli.generate import add_options as add_wishes

        add_wishes(verbs.choices["generate"])
    return parser, verbs.choices


def _add(add_parser: Callable[..., Parser], verbs: Mapping[str, Verb], under: str = "") -> None:
    """Add verbs with their arguments, or those that another one has `under` it."""
    for name, verb in verbs.items():
        parser = add_parser(
            name,
            help=verb.text,
            description=verb.text,
            epilog=f"Example: puzzles {under}{name} {verb.example}\n\n{_LEVEL}\n\n{_EXITS}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.set_defaults(function=verb.function)
        for each in verb.arguments:
            if isinstance(each, list):
                add(parser.add_mutually_exclusive_group().add_argument, *each)
            else:
                add(parser.add_argument, each)
        if verb.verbs:
            below = parser.add_subparsers(metavar="DOES", required=True)
            _add(below.add_parser, verb.verbs, f"{name} ")


# Arguments that several verbs have.
LEVEL = argument("level LEVEL")
LEVELS = argument("levels LEVEL|FOLDER", nargs="+")
JSON = argument("--json", "one JSON document")
LINES = argument("--json", "a JSON document for each level, one a line")
KEEP_GOING = argument("--keep-going", "leave out what cannot be read, and count it")
BATCH = KEEP_GOING, *JOBS, LINES
MINUTE = 60.0
GIVE_UP = argument("--time S", "give up after S seconds a level (60)", seconds, MINUTE)
LIMITS = (
    argument("--time S", "give up after S seconds a level", seconds),
    argument("--nodes N", "give up after N positions", count),
    argument("--memory MB", "use at most MB for tables (1024)", count, 1024),
)

_PROGRESS = {
    "stats": Verb("games.stats", "show what you have solved", "--json", JSON),
    "review": Verb(
        "games.review",
        "say what each move of your last game of a level lost",
        "board.toml",
        LEVEL,
        JSON,
    ),
    "export": Verb(
        "games.export_games",
        "write your games to a file",
        "progress.json",
        argument("file FILE", "ends in .json or .csv; - is JSON"),
        FORCE,
    ),
    "import": Verb(
        "games.import_games",
        "take games over from a file",
        "progress.json",
        argument("file FILE", "JSON, CSV or SQLite"),
    ),
    "reset": Verb("games.reset", "forget all games of a level", "board.toml", LEVEL),
}
_PLAY = {
    "play": Verb(
        "play.play",
        "open the app (`puzzles LEVEL` does, too)",
        "board.toml --plain",
        argument("level LEVEL", nargs="?"),
        argument("--plain", "one level, line by line, for pipes"),
        argument("--screen-reader", "all levels, line by line; says everything"),
    ),
    "edit": Verb(
        "play.edit",
        "draw a board: a copy of a level, or a new one",
        "board.toml",
        argument(
            "what LEVEL|PUZZLE",
            "a level; or a puzzle, a grid and a size; without, the boards that you have drawn",
            nargs="*",
        ),
    ),
    "daily": Verb(
        "play.play_daily",
        "play the puzzle of the day; without PUZZLE, how they stand",
        "--week",
        argument("puzzle PUZZLE", nargs="?"),
        argument("--date DAY", "another day, as in 2026-03-01", day),
        argument("--week", "the week's puzzle, a harder one"),
        argument("--share", "print a result without spoilers"),
    ),
    "progress": Verb(
        "", "show, review, export, import or reset your games", "stats --json", verbs=_PROGRESS
    ),
    "serve": Verb(
        "serve.serve",
        "show the app in a browser (needs the extra `web`)",
        "--port 8080",
        argument("--host HOST", "address to listen at (localhost)", default="localhost"),
        argument("--port PORT", "port to listen at (8000)", port, 8000),
        argument("--url URL", "the origin that visitors see, behind another server", default=""),
        argument("--open", "ask for no token, though others can reach the address"),
        argument("--clients N", "how many may play at a time (20)", count, 20),
        argument("--solvers N", "how many solvers may run for them (two for each core)", count),
    ),
    "page": Verb(
        "serve.write_page",
        "write the app as a page for any static host",
        "-o site",
        argument("-o --output DIR", "the folder to write, or to write anew", required=True),
        argument(
            "--vendor DIR",
            "take what others publish from this folder, so that browsers need no other host",
        ),
    ),
}
_LEVELS = {
    "list": Verb("listing.run", "list all levels", "--json", LINES),
    "show": Verb(
        "listing.show",
        "print a level's board",
        "board.toml",
        LEVEL,
        argument("--id", "print the ID, which is the whole board; of a pack, each"),
    ),
    "packs": Verb(
        "packs.run",
        "add a pack once its claims are proved; list or remove yours",
        "add board.toml",
        argument("does add|remove|list", choices=("add", "remove", "list")),
        argument(
            "packs FILE|URL|PACK",
            "what to add: a file, the address of one, or an address that is itself a board; "
            "what to remove: a pack of your own",
            nargs="*",
        ),
        argument("--time S", "prove each level in S seconds at most (60)", seconds, MINUTE),
    ),
    "convert": Verb(
        "convert.run",
        "convert levels from and to other formats",
        "board.toml board.json",
        argument("inputs IN", "a level, a file or a folder", nargs="+"),
        argument("out OUT", "a file or a folder; - is standard output"),
        FORCE,
        KEEP_GOING,
        GIVE_UP,
        argument(
            "--from FORMAT",
            "the format of IN, if its text does not show it",
            default="",
            dest="source",
        ),
        argument(
            "--to FORMAT", "the format to write, if the name of OUT does not show it", default=""
        ),
    ),
    "export": Verb(
        "export.run",
        "draw or write a level or a pack into a file",
        "board.toml board.pdf",
        argument("level LEVEL|PACK"),
        argument("file FILE", "ends in .svg, .png, .gif, .pdf or .toml"),
        [
            argument("--solution", "a sheet with a board for each move"),
            argument("--animate", "the solution, moving"),
            argument("--explain", "the solution in reasons, moving, each in words"),
        ],
        FORCE,
        *LIMITS,
    ),
    "import": Verb(
        "importing.run",
        "read boards off pictures",
        "shot.png -o board.toml",
        argument("files PICTURE|FOLDER", "PNG, JPEG, WEBP, GIF, BMP or TIFF", nargs="*"),
        argument("--clipboard", "read the picture on the clipboard"),
        argument("-o --output FILE", "write the level to this file; several levels need a folder"),
        FORCE,
        argument("--json", "a JSON document for each picture, one a line"),
    ),
}
_SOLVERS = {
    "solve": Verb(
        "solve.solve",
        "solve levels, and say what is proved",
        "board.toml --steps",
        LEVELS,
        argument("--method METHOD", "how to solve, where the puzzle has several ways", default=""),
        *LIMITS,
        KEEP_GOING,
        *JOBS,
        [LINES, argument("--steps", "print the board after every move")],
        argument(
            "--all MOST",
            "count the best solutions of one level, up to MOST (1000)",
            count,
            nargs="?",
            const=1000,
        ),
        argument("--within N", "only tell whether N moves are enough", count),
        argument("--explain", "a reason for every step of one level"),
        argument("--progress", "print progress as JSON on standard error"),
    ),
    "count": Verb(
        "solve.count",
        "count all solutions of a level, or its paths",
        "board.toml --paths --list",
        LEVEL,
        argument("--paths", "count the paths of each colour instead"),
        argument("--list", "list these paths, shortest first"),
        argument("--colour C", "only the paths of this colour"),
        *LIMITS,
        argument("--json", "one JSON document; with --paths, one for each colour or path"),
    ),
    # Its options are the plugins', which take time to load: `grammar` adds them.
    "generate": Verb("generate.run", "make new levels", "PUZZLE --count 3 -o new.toml"),
    "grade": Verb(
        "proofs.grade",
        "say how hard levels are for a person, and why",
        "levels",
        LEVELS,
        GIVE_UP,
        *BATCH,
    ),
    "check": Verb(
        "proofs.check",
        "check levels: readable, solvable, true in what they claim",
        "board.toml --time 10",
        argument("paths FILE|FOLDER", nargs="+"),
        argument(
            "--certificates FOLDER",
            "check the certificates of `puzzles certify` in this folder",
            default="",
        ),
        *LIMITS,
        *BATCH,
    ),
    "certify": Verb(
        "proofs.certify",
        "write proofs of levels that anyone can check",
        "board.toml -o proofs",
        LEVELS,
        argument(
            "-o --output FOLDER",
            "write a file for each level to this folder: PUZZLE/PACK/TITLE.proof",
            default="",
        ),
        FORCE,
        *LIMITS,
        *BATCH,
    ),
    "repair": Verb(
        "proofs.repair",
        "change levels as little as possible to have one solution",
        "board.toml -o repaired.toml",
        LEVELS,
        argument(
            "--with KINDS",
            "comma-separated kinds of change (default: the first); a wrong one lists them",
            lambda text: text.split(","),
            (),
            dest="kinds",
        ),
        argument(
            "--time S", "look for fewer changes S seconds a level at most (10)", seconds, 10.0
        ),
        *BATCH,
        argument("-o --output FILE", "write the levels to this new file"),
        FORCE,
    ),
}
_GROUPS = {"Play": _PLAY, "Levels": _LEVELS, "Solvers": _SOLVERS}
