"""The parser of the `puzzles` command: its errors are one line, and its verbs and their arguments
are those of `grammar.toml`."""

import argparse
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from puzzles.core.errors import UsageError
from puzzles.core.tables import Values

_LEVEL = """\
LEVEL is the name of a level as `puzzles list` gives it, the ID of a board, a URL, or a file. `-` is
standard input; FILE:3 is one level of a file, by its number or title."""
_EXITS = """\
Exit codes: 0 done; 1 no (no solution, or no proof within the limits); 2 wrong use or bad input;
70 a fault of the program; 130 interrupted."""
_OPTIONS = {
    "--screen-reader": "play by ear, line by line",
    "--help": "this, or after a command how it is used",
    "--version": "the version, and whether solvers are compiled here",
}

T = TypeVar("T")


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, reported like all others."""

    @property
    def arguments(self) -> Sequence[argparse.Action]:
        """The arguments and options that help shows; argparse has no public name for them."""
        return [action for action in self._actions if action.help != argparse.SUPPRESS]

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see `{self.prog} --help`)")


class Root(Parser):
    """The parser of the whole command, whose help lists the verbs in groups."""

    groups: Mapping[str, Values]
    gone: Mapping[str, str]  # spellings of earlier versions, and what has taken their place

    def format_help(self) -> str:
        lines = [self.format_usage(), str(self.description)]
        for group, verbs in self.groups.items():
            told = (f"  {name:10} {verb['text']}" for name, verb in verbs.items())
            lines += ["", f"{group}:", *told]
        lines += ["", "Options:"]
        lines += [f"  {name:15} {text}" for name, text in _OPTIONS.items()]
        return "\n".join([*lines, "", _LEVEL, "", _EXITS, ""])


def grammar(argv: Sequence[str] = ()) -> tuple[Root, Mapping[str, Parser]]:
    """Return the parser, and those of the verbs that it knows."""
    parser = Root(
        prog="puzzles",
        usage="puzzles [LEVEL]\n       puzzles COMMAND …",
        description="Logic puzzles in the terminal, with solvers that prove their answers.",
        epilog=_LEVEL,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="store_true", help=_OPTIONS["--version"])
    verbs = parser.add_subparsers(prog="puzzles", metavar="COMMAND", parser_class=Parser)
    known = tomllib.loads(Path(__file__).with_name("grammar.toml").read_text("utf-8"))
    parser.groups, parser.gone = known["verbs"], known["gone"]
    for group in parser.groups.values():
        _add_verbs(verbs.add_parser, group, known["shared"])
    if argv[:1] == ["generate"]:  # its options are the plugins', which take time to load
        from puzzles.cli.generate import add_options as add_wishes

        add_wishes(verbs.choices["generate"], partial(add, shared=known["shared"]))
    return parser, verbs.choices


def _add_verbs(
    add_parser: Callable[..., Parser], verbs: Mapping[str, Values], shared: Values, under: str = ""
) -> None:
    """Add verbs with their arguments, or those that another one has `under` it."""
    for name, verb in verbs.items():
        parser = add_parser(
            name,
            help=verb["text"],
            description=verb["text"],
            epilog=f"Example: puzzles {under}{name} {verb['example']}\n\n{_LEVEL}\n\n{_EXITS}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        parser.set_defaults(function=verb.get("run", ""), parser=parser)
        add(parser, verb.get("arguments", ()), shared)
        if below := verb.get("verbs"):
            more = parser.add_subparsers(metavar="|".join(below), required=True)
            _add_verbs(more.add_parser, below, shared, f"{name} ")


def add(parser: Any, arguments: Sequence[Any], shared: Values) -> None:
    """Add arguments to a parser or a group of one, each by its keys or the name of some that are
    `shared`. Those in a list of their own exclude each other."""
    for each in arguments:
        if isinstance(each, list):
            add(parser.add_mutually_exclusive_group(), each, shared)
        elif isinstance(each, str):
            add(parser, shared[each], shared)
        else:
            _add(parser, **each)


def _add(
    parser: Any,
    names: str,
    text: str = "",
    kind: Any = str,
    default: Any = None,
    hidden: bool = False,
    **more: Any,
) -> None:
    """Add an argument by its names and what stands for its value, as in `-o --output FILE` or
    `level LEVEL`; an option without a value is a switch."""
    *called, last = names.split()
    more["help"] = argparse.SUPPRESS if hidden else text or None
    if last.startswith("-"):
        parser.add_argument(*called, last, action="store_true", **more)
    else:
        kind = _KINDS.get(kind, kind)
        parser.add_argument(*called, metavar=last, type=kind, default=default, **more)


def _kind(of: Callable[[str], T], allowed: Callable[[T], bool], what: str) -> Callable[[str], T]:
    """Return a function that reads a value; argparse tells of those that are not `what`."""

    def read(text: str) -> T:
        with suppress(ValueError, OverflowError):
            if allowed(value := of(text)):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return read


_KINDS: dict[str, Any] = {
    "seconds": _kind(float, lambda n: n > 0 and math.isfinite(n), "a number of seconds above 0"),
    "whole": _kind(int, lambda n: True, "a whole number"),
    "count": _kind(int, lambda n: n >= 1, "a whole number from 1"),
    "port": _kind(int, lambda n: 0 < n < 65536, "a port from 1 to 65535"),
    "day": _kind(date.fromisoformat, bool, "a day such as 2026-03-01"),
    "words": lambda text: text.split(","),
    # Without a file a verb prints what it has made.
    "printed": lambda text: "" if text == "-" else text,
}
