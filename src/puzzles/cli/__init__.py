"""The `puzzles` command: its streams, signals and exit codes, and one line for every error.

Nothing heavy is imported before the verb is known, so that `puzzles --version` answers at once.
Each verb is a function of a module here, `(arguments) -> int`, named in `grammar.toml`.
"""

import errno
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from enum import IntEnum
from importlib import import_module
from threading import current_thread, main_thread
from types import FrameType

from puzzles.core.errors import (
    NO_MEMORY,
    Crash,
    LevelError,
    PuzzlesError,
    UsageError,
    printable,
    reason_of,
)


class Exit(IntEnum):
    """NO is an answer: unsolvable, not within so many moves, or a limit reached without a proof.
    CRASHED (EX_SOFTWARE in sysexits.h) is a fault of the program's own."""

    DONE = 0
    NO = 1
    WRONG = 2
    CRASHED = 70
    INTERRUPTED = 130


@contextmanager
def heeding() -> Iterator[None]:
    """Heed SIGTERM and SIGHUP, unless they are ignored (`nohup`)."""
    came: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        signal.signal(number, signal.SIG_DFL)  # the second time it cannot wait
        came.append(number)
        raise KeyboardInterrupt

    heeded: list[signal.Signals] = []
    if sys.platform != "win32" and current_thread() is main_thread():
        signals = signal.SIGTERM, signal.SIGHUP
        heeded = [number for number in signals if signal.getsignal(number) == signal.SIG_DFL]
    for number in heeded:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in heeded:
            signal.signal(number, signal.SIG_DFL)
        if came:
            with suppress(OSError, AttributeError):  # closed, or not there
                sys.stdout.flush()
            os.kill(os.getpid(), came[0])


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
        with suppress(OSError):  # drop what is still to be written: Python must not try again
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
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
    from puzzles.cli.grammar import grammar

    parser, verbs = grammar(argv)
    if argv[:1] == ["help"]:  # which other programs have
        argv = [*argv[1:2], "--help"]
    is_level = not argv or argv[0] not in (*verbs, "-h", "--help")
    if is_level:
        _need_no_verb(argv, verbs, parser.gone)
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
        if word in parser.gone:
            raise UsageError(f"{word} is gone: {parser.gone[word]}")
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
    from importlib.metadata import version

    from puzzles import __version__
    from puzzles.running import plain

    why = plain.why()
    if not why and not plain.has_compiled():
        from puzzles.running.kernels import WHY_PLAIN as why  # numba may not go with this Python
    if why:
        speed = f"solvers run as plain Python: {why}"
    else:
        speed = f"solvers are compiled by numba {version('numba')}"
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


# The process ------------------------------------------------------------------------------------


def prepare() -> None:
    """Let all three be there, and every character be written."""
    for name, mode in ("stdin", "r"), ("stdout", "w"), ("stderr", "w"):
        if getattr(sys, name) is None:  # it was closed, or there is no console
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115
    # A terminal gets a question mark for what it cannot write. Whatever else reads gets UTF-8, as
    # level files are, unless another encoding is asked for.
    asked = sys.stdout.isatty() or os.environ.get("PYTHONIOENCODING")
    encoding = None if asked else "utf-8"
    sys.stdout.reconfigure(encoding=encoding, errors="replace")  # type: ignore[union-attr]


def reader_has_gone(error: OSError) -> bool:
    """Return True if the reader of the output has closed it."""
    if sys.platform == "win32" and error.errno == errno.EINVAL:  # what it says of a closed pipe
        return True
    return isinstance(error, BrokenPipeError)


def warn(error: PuzzlesError) -> None:
    """Print an error on standard error; one of a level begins with its place."""
    prefix = "" if isinstance(error, LevelError) else "puzzles: "
    print(printable(f"{prefix}{error}"), file=sys.stderr)


def report(error: BaseException) -> Exit:
    """Report an error that nobody expected, and return the exit code. A report that cannot be
    written goes to standard error."""
    from puzzles.player.reports import report_of, write_report

    if isinstance(error, Crash) and error.__cause__ is not None:
        error = error.__cause__
    what = printable(f"{type(error).__name__}: {error}"[:200])
    text = report_of(error)
    try:
        where = f"the report is {write_report(text)}"
    except OSError as reason:
        print(text, file=sys.stderr)
        where = f"the report cannot be written ({reason_of(reason)})"
    print(f"puzzles: this is a fault of the program ({what}); {where}", file=sys.stderr)
    return Exit.CRASHED
