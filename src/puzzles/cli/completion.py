"""`puzzles --completion SHELL`: the script that lets a shell complete the command.

shtab writes it from the parser. The names of levels change with the player's own packs, so that the
script asks for them: `puzzles --completion levels`.
"""

from argparse import Action
from collections.abc import Iterator

from puzzles.cli.grammar import NAMES, grammar
from puzzles.cli.parser import Parser
from puzzles.cli.process import Exit

_FILES = {"FILE", "PICTURE", "FOLDER", "IN", "OUT"}
_NAMES = "puzzles --completion levels 2>/dev/null"
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


def run(shell: str) -> int:
    """Print the script of a shell, or the names of all levels and packs."""
    from puzzles.library import registry
    from puzzles.library.catalogue import library
    from puzzles.library.formats import formats

    if shell == NAMES:
        for pack in library().packs:
            print(f"{pack.puzzle.id}/{pack.name}")
        for entry in library().entries():
            print(entry.name)
        return Exit.DONE
    import shtab

    parser, _ = grammar(["generate"])
    plugins = registry.plugins()[0].values()
    words = {
        "FORMAT": [form.name for _, form in formats()],
        "METHOD": [method for puzzle in plugins for method in puzzle.methods],
        "PUZZLE": [puzzle.id for puzzle in plugins],
    }
    for action in _arguments(parser):
        kinds = set(str(action.metavar).split("|"))
        if kinds & {"LEVEL", "PACK"}:
            action.complete = _LEVEL  # type: ignore[attr-defined]
        elif kinds & _FILES:
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif not action.choices and len(kinds) == 1:
            action.choices = words.get(*kinds)
    print(shtab.complete(parser, shell, preamble=_LEVELS.get(shell, "")) + _FIRST.get(shell, ""))
    return Exit.DONE


def _arguments(parser: Parser) -> Iterator[Action]:
    """Yield all arguments and options of the parser and of its verbs."""
    for action in parser.arguments:
        yield action
        if isinstance(action.choices, dict):
            for verb in action.choices.values():
                yield from _arguments(verb)
