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
    printed,
    seconds,
)

_LEVEL = """\
LEVEL is the name of a level as `puzzles list` gives it, the ID of a board, a URL, or a file. `-` is
standard input; FILE:3 is one level of a file, by its number or title."""
_EXITS = """\
Exit codes: 0 done; 1 no (no solution, or no proof within the limits); 2 wrong use or bad input;
70 a fault of the program; 130 interrupted."""
_OPTIONS = {
    "--help": "this, or after a command how it is used",
    "--version": "the version, and whether solvers are compiled here",
}
_INSTALLED = "the wheel installs manual page and completions into `share` of its environment"
GONE = {  # spellings of earlier versions, and what has taken their place
    "bench": "`puzzles solve --json` has its figures",
    "completion": _INSTALLED,
    "explain": "it is `puzzles solve --explain`",
    "man": _INSTALLED,
    "paths": "it is `puzzles count --paths`",
    "reset": "it is `puzzles progress reset`",
    "review": "it is `puzzles progress review`",
    "stats": "it is `puzzles progress stats`",
    "--completion": _INSTALLED,
    "--method": "each puzzle chooses its way itself",
}


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
        lines += [f"  {name:10} {text}" for name, text in _OPTIONS.items()]
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
    parser.add_argument("--version", action="store_true", help=_OPTIONS["--version"])
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
        parser.set_defaults(function=verb.function, parser=parser)
        for each in verb.arguments:
            if isinstance(each, list):
                add(parser.add_mutually_exclusive_group().add_argument, *each)
            else:
                add(parser.add_argument, each)
        if verb.verbs:
            below = parser.add_subparsers(metavar="|".join(verb.verbs), required=True)
            _add(below.add_parser, verb.verbs, f"{name} ")


# Arguments that several verbs have.
LEVEL = argument("level LEVEL")
LEVELS = argument("levels LEVEL|FOLDER", nargs="+")
BARE = argument("file FILE", argparse.SUPPRESS, nargs="?")  # before 1.2 the file had no -o
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
    "stats": Verb("games.stats", "print statistics of your games", "--json", JSON),
    "review": Verb(
        "games.review", "say what each move of your last game lost", "board.toml", LEVEL, JSON
    ),
    "export": Verb(
        "games.export_games",
        "write your games to a file",
        "-o progress.json",
        argument("-o --output FILE", "a file that ends in .json or .csv (- is JSON)"),
        BARE,
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
        "draw a board: a copy of a level, a new one, or one that you have begun",
        "board.toml",
        argument("what LEVEL|PUZZLE", "a level; or a puzzle, a grid and a size", nargs="*"),
    ),
    "daily": Verb(
        "play.play_daily",
        "play the puzzle of the day; without PUZZLE, how they stand",
        "--week",
        argument("puzzle PUZZLE", nargs="?"),
        argument("--date DAY", "another day, as in 2026-03-01", day),
        argument("--week", "the week's puzzle, a harder one"),
        [argument("--share", "print a result without spoilers"), LINES],
    ),
    "progress": Verb(
        "", "stats of your games; review, export, import or reset them", "stats", verbs=_PROGRESS
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
        argument("-o --output FOLDER", "the folder to write, or to write anew", required=True),
        argument("--vendor FOLDER", "bring along what others publish, from this folder"),
    ),
}
_PACKS = {
    "list": Verb("packs.list_own", "list your own packs", "--json", LINES),
    "add": Verb(
        "packs.add",
        "add packs once all that they claim is proved",
        "board.toml",
        argument("levels FILE|URL", "a file, the address of one, or of a board", nargs="+"),
        argument("--time S", "prove each level in S seconds at most (60)", seconds, MINUTE),
        LINES,
    ),
    "remove": Verb(
        "packs.remove", "remove packs of yours", "mine", argument("packs PACK", nargs="+")
    ),
}
_LEVELS = {
    "list": Verb(
        "listing.run",
        "list levels",
        "--json",
        argument("names PUZZLE|PACK", "list these only", nargs="*"),
        LINES,
    ),
    "show": Verb(
        "listing.show",
        "print a level's board",
        "board.toml",
        LEVEL,
        argument("--id", "print the ID, which is the whole board; of a pack, each"),
        LINES,
    ),
    "packs": Verb("", "add packs once they are proved; list or remove yours", "list", verbs=_PACKS),
    "convert": Verb(
        "convert.run",
        "convert levels from and to other formats",
        "board.toml -o board.json",
        LEVELS,
        argument("-o --output FILE", "a file, or a folder for several (- is standard output)"),
        FORCE,
        KEEP_GOING,
        GIVE_UP,
        argument("--from FORMAT", "the format of LEVEL, if not clear", default="", dest="source"),
        argument("--to FORMAT", "the format of FILE, if its name does not show it", default=""),
    ),
    "export": Verb(
        "export.run",
        "draw or write a level or a pack into a file",
        "board.toml -o board.pdf",
        argument("level LEVEL|PACK"),
        argument("-o --output FILE", "a file that ends in .svg, .png, .gif, .pdf or .toml"),
        BARE,
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
        argument("levels PICTURE|FOLDER", "PNG, JPEG, WEBP, GIF, BMP or TIFF", nargs="*"),
        argument("--clipboard", "read the picture on the clipboard"),
        argument("-o --output FILE", "write to this file, or folder for several levels", printed),
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
        *LIMITS,
        KEEP_GOING,
        *JOBS,
        [LINES, argument("--steps", "print the board after every move")],
        argument("--all MOST", "count solutions as good (to 1000)", count, nargs="?", const=1000),
        argument("--within N", "only tell whether N moves are enough", count),
        argument("--explain", "a reason for every step of one level"),
        argument("--progress", "print progress as JSON on standard error"),
    ),
    "count": Verb(
        "solve.count",
        "count all solutions of levels, or the paths of one",
        "board.toml --paths --list",
        LEVELS,
        argument("--paths", "count the paths of each colour of one level instead"),
        argument("--list", "list these paths, shortest first"),
        argument("--colour C", "only the paths of this colour"),
        *LIMITS,
        *BATCH,
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
        LEVELS,
        argument("--certificates FOLDER", "check what `puzzles certify` wrote to it", default=""),
        *LIMITS,
        *BATCH,
    ),
    "certify": Verb(
        "proofs.certify",
        "write proofs of levels that anyone can check",
        "board.toml -o proofs",
        LEVELS,
        argument("-o --output FOLDER", "write PUZZLE/PACK/TITLE.proof in this folder", printed, ""),
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
        argument("--time S", "look for fewer changes S seconds a level (10)", seconds, 10.0),
        *BATCH,
        argument("-o --output FILE", "write the levels to this file (- is standard output)"),
        FORCE,
    ),
}
_GROUPS = {"Play": _PLAY, "Levels": _LEVELS, "Solvers": _SOLVERS}
