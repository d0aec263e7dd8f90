"""`puzzles --completion SHELL`: the script that lets a shell complete the command."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Callable, Iterator

from puzzles.cli.parser import Parser

# Arguments that are files, by their names; shtab has words for them in every shell.
_FILES = ("LEVEL", "FILE", "PICTURE", "FOLDER", "IN", "OUT")


class Completion(Action):
    """An option that prints the script, and ends the command."""

    def __init__(self, option_strings: list[str], dest: str, parser: Callable[[], Parser]) -> None:
        super().__init__(
            option_strings,
            dest,
            choices=("bash", "zsh", "fish"),
            metavar="SHELL",
            help="print a script that completes the command in bash, zsh or fish",
        )
        self._parser = parser

    def __call__(
        self, parser: ArgumentParser, _space: Namespace, shell: object, _option: str | None = None
    ) -> None:
        import shtab

        whole = self._parser()  # with the options of what is generated
        for action in _arguments(whole):
            if any(word in _FILES for word in str(action.metavar).split("|")):
                action.complete = shtab.FILE  # type: ignore[attr-defined]
        print(shtab.complete(whole, str(shell)))
        parser.exit()


def _arguments(parser: Parser) -> Iterator[Action]:
    """Yield all arguments and options of the parser and of its verbs."""
    for action in parser.arguments:
        yield action
        if isinstance(action.choices, dict):
            for verb in action.choices.values():
                yield from _arguments(verb)
