"""The manual page, from what the command says of itself (man-pages(7), roff)."""

from __future__ import annotations

from puzzles import __version__
from puzzles.cli import Exit
from puzzles.cli.grammar import Parser, grammar

_EXITS = {
    Exit.DONE: "Done.",
    Exit.NO: "The answer is no: no solution, none within the moves allowed, or a limit was reached "
    "without a proof.",
    Exit.WRONG: "Wrong use, or input that cannot be read; a line on standard error says where.",
    Exit.CRASHED: "A fault of the program; a line on standard error names the report of it.",
    Exit.INTERRUPTED: "Interrupted; what was known is printed.",
}
_VARIABLES = {
    "PUZZLES_DATA_DIR": "Where the packs of your own are, in a folder levels.",
    "PUZZLES_STATE_DIR": "Where saved games are.",
    "PUZZLES_CONFIG_DIR": "Where settings are.",
    "PUZZLES_CACHE_DIR": "Where compiled code is kept; it may be deleted at any time.",
    "PUZZLES_PICTURES_DIR": "Where pictures go that are saved while playing.",
    "PUZZLES_ALONE": "If 1, all is done in one process.",
    "PUZZLES_GLYPHS": "How boards are drawn: half, block, sextant or wedge.",
    "PUZZLES_SCREEN_READER": "If not empty, `puzzles` opens all levels line by line.",
    "NO_COLOR": "If not empty: letters on shades of grey.",
    "ESCDELAY": "Milliseconds that Esc waits for the rest of another key's code; 25.",
    "TEXTUAL_ANIMATIONS": "If none: nothing moves.",
}


def page() -> str:
    """The page in roff; `man -l -` shows it."""
    parser, verbs = grammar(["generate"])
    lines = [
        f'.TH PUZZLES 1 "" "puzzles {__version__}"',
        ".SH NAME",
        f"puzzles \\- {_text(str(parser.description)).rstrip('.').lower()}",
        ".SH SYNOPSIS",
        "\n.br\n".join(f".B {_text(line.strip())}" for line in str(parser.usage).split("\n")),
        ".SH DESCRIPTION",
        _text(" ".join(str(parser.epilog).split())),
        ".SH COMMANDS",
    ]
    for verb in verbs.values():
        lines += _verb(verb)
    lines.append(".SH EXIT STATUS")
    lines += [f".TP\n.B {code.value}\n{_text(text)}" for code, text in _EXITS.items()]
    lines.append(".SH ENVIRONMENT")
    lines += [f".TP\n.B {_text(name)}\n{_text(text)}" for name, text in _VARIABLES.items()]
    return "\n".join(lines) + "\n"


def _verb(parser: Parser) -> list[str]:
    """A subsection: how the verb is used, what it does, what its options mean."""
    usage = " ".join(parser.format_usage().removeprefix("usage: ").split()).replace("[-h] ", "")
    what = _text(str(parser.description).rstrip("."))
    lines = [f'.SS "{_text(usage)}"', f"{what[0].upper()}{what[1:]}."]
    for action in parser.arguments:
        if action.help and action.dest != "help":
            names = ", ".join(action.option_strings) or str(action.metavar or action.dest)
            metavar = f" {action.metavar}" if action.option_strings and action.metavar else ""
            lines += [".TP", f".B {_text(names + metavar)}", _text(action.help)]
    for action in parser.arguments:
        if isinstance(action.choices, dict):  # what the verb is about
            for further in action.choices.values():
                lines += _verb(further)
    return lines


def _text(text: str) -> str:
    """Text that roff takes literally."""
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("`", "")
    return f"\\&{text}" if text.startswith((".", "'")) else text
