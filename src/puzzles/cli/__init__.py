"""The `puzzles` command: its exit codes, and one line for every error.

Nothing heavy is imported before the verb is known, so that `puzzles --version` answers at once.
Each verb is a function of a module here, `(arguments) -> int`, named in `grammar`.
"""

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module

from puzzles.cli.process import (
    Exit,
    give_up_output,
    heeding,
    prepare,
    reader_has_gone,
    report,
    warn,
)
from puzzles.core.errors import NO_MEMORY, PuzzlesError, UsageError, printable, reason_of


@heeding()
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command with these arguments (by default the process's own); return its exit code."""
    try:
        prepare()
        code = _run(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return code
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except PuzzlesError as error:
        warn(error)
    except OSError as error:  # such as a full disk under standard output
        give_up_output()
        if reader_has_gone(error):
            return Exit.DONE
        where = f"{error.filename}: " if error.filename else ""
        print(f"puzzles: {printable(where + reason_of(error))}", file=sys.stderr)
    except MemoryError:
        print(f"puzzles: {NO_MEMORY}", file=sys.stderr)
    except Exception as error:
        return report(error)
    return Exit.WRONG


def _run(argv: list[str]) -> int:
    if argv[:1] == ["--version"]:  # a shell may ask at every start
        print(_version())
        return Exit.DONE
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # or numpy starts some, and needs none
    from puzzles.cli.grammar import GONE, grammar

    parser, verbs = grammar(argv)
    if argv[:1] == ["help"]:  # which other programs have
        argv = [*argv[1:2], "--help"]
    is_level = not argv or argv[0] not in (*verbs, "-h", "--help")
    if is_level:
        _need_no_verb(argv, verbs, GONE)
        argv.insert(0, "play")  # what is no verb is a level: `puzzles LEVEL`
    # `-:2` is a level of standard input, though it looks like an option.
    levels = [word for word in argv if word.startswith("-:")]
    if levels:
        argv = [*(word for word in argv if word not in levels), "--", *levels]
    arguments, unknown = parser.parse_known_args(argv)
    named = getattr(arguments, "levels", None)
    for word in unknown:
        if isinstance(named, list) and (word == "-" or not word.startswith("-")):
            named.append(word)  # argparse takes levels at one place only, before or after options
            continue
        if word in GONE:
            raise UsageError(f"{word} is gone: {GONE[word]}")
        (parser if is_level else arguments.parser).error(f"unrecognized argument: {word}")
    module, _, function = arguments.function.partition(".")
    run = getattr(import_module(f"puzzles.cli.{module}"), function)
    try:
        return int(run(arguments))
    except PuzzlesError as error:
        if getattr(arguments, "json", False):
            from puzzles.cli import output

            output.print_failed(error, arguments)
        raise


def _version() -> str:
    """Return the version, and which speed solvers have here, and why, in two lines."""
    from puzzles import __version__
    from puzzles.running import plain

    why = plain.why()
    if not why and not plain.has_compiled():
        from puzzles.running.kernels import WHY_PLAIN as why  # numba may not go with this Python
    if why:
        speed = f"solvers run as plain Python: {why}"
    else:
        speed = f"solvers are compiled by {plain.compiler()}"
    return f"puzzles {__version__}\n{speed}"


def _need_no_verb(argv: list[str], verbs: Iterable[str], gone: Mapping[str, str]) -> None:
    """Raise UsageError if the first word is a verb that is gone, or one misspelt and no level."""
    from difflib import get_close_matches

    word = argv[0] if argv and argv[0].isalpha() else ""
    if word in gone:
        raise UsageError(f"`puzzles {word}` is gone: {gone[word]}")
    if close := get_close_matches(word, verbs, 1, 0.7):
        from puzzles.library.catalogue import find

        try:
            find(word)
        except PuzzlesError:
            raise UsageError(f"no verb {word}; did you mean {close[0]}?") from None
