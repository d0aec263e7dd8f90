"""`puzzles completion SHELL`: the script that lets a shell complete the command."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from puzzles.cli.exits import Exit
from puzzles.cli.grammar import Parser, grammar

# What an argument of this name is, in words that shtab has for every shell.
_FILES = ("LEVEL", "FILE", "FOLDER", "IN", "OUT")


def run(arguments: Namespace) -> int:
    import shtab

    parser = grammar(["generate"])[0]  # with the options of what is made
    for action in _arguments(parser):
        if any(word in _FILES for word in str(action.metavar).split("|")):
            action.complete = shtab.FILE
    print(shtab.complete(parser, arguments.shell))
    return Exit.DONE


def _arguments(parser: Parser) -> Iterator[Any]:
    """All arguments and options of the parser and of its verbs."""
    for action in parser.arguments:
        yield action
        if isinstance(action.choices, dict):
            for verb in action.choices.values():
                yield from _arguments(verb)
