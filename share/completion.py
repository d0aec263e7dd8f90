"""The scripts that let a shell complete the command.

shtab writes them from the parser. The names of levels change with the player's own packs, so the
scripts ask for them: `puzzles list`.
"""

from __future__ import annotations

from argparse import Action
from collections.abc import Iterator

import shtab

from puzzles.cli.grammar import Parser, grammar
from puzzles.library import registry
from puzzles.library.formats import formats

_FILES = {"FILE", "PICTURE", "FOLDER"}
# A level's name, and that of its pack.
_NAMES = "puzzles list 2>/dev/null | sed 's, .*,,;p;s,/[^/]*$,,' | sort -u"
_LEVEL = {
    "bash": "_puzzles_levels",
    "zsh": "_puzzles_levels",
    "fish": f"({_NAMES}; __fish_complete_path (commandline -ct))",
}
_LEVELS = {
    "bash": f'_puzzles_levels() {{ compgen -W "$({_NAMES})" -- "$1"; compgen -f -- "$1"; }}',
    "zsh": f"""_puzzles_levels() {{ compadd -- $({_NAMES}); _files }}
functions[_puzzles_verbs]=$functions[_shtab_puzzles_commands]
_shtab_puzzles_commands() {{ _puzzles_verbs; _puzzles_levels }}""",
}
# `puzzles LEVEL`: the first word may be a level, where shtab knows of verbs only.
_FIRST = {
    "bash": """
_puzzles() {
  _shtab_puzzles
  [ "$COMP_CWORD" != 1 ] || COMPREPLY+=($(_puzzles_levels "${COMP_WORDS[1]}"))
}
complete -o bashdefault -F _puzzles puzzles""",
    "fish": f"complete -c puzzles -n _shtab_puzzles_using -ka '({_NAMES})'",
}


def script(shell: str) -> str:
    """Return the script of bash, zsh or fish."""
    parser, _ = grammar(["generate"])
    words = {
        "FORMAT": [form.name for _, form in formats()],
        "PUZZLE": [*registry.plugins()[0]],
    }
    for action in _arguments(parser):
        kinds = set(str(action.metavar).split("|"))
        if kinds & {"LEVEL", "PACK"}:
            action.complete = _LEVEL  # type: ignore[attr-defined]
        elif kinds & _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif not action.choices and len(kinds) == 1:
            action.choices = words.get(*kinds)
    written: str = shtab.complete(parser, shell, preamble=_LEVELS.get(shell, ""))
    return written + _FIRST.get(shell, "")


def _arguments(parser: Parser) -> Iterator[Action]:
    """Yield all arguments and options of the parser and of its verbs."""
    for action in parser.arguments:
        yield action
        if isinstance(action.choices, dict):
            for verb in action.choices.values():
                yield from _arguments(verb)
