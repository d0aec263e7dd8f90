"""Parsers with errors of one line, and the values that options have."""

import argparse
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date
from typing import Any, NoReturn, TypeVar

from puzzles.core.errors import UsageError

T = TypeVar("T")
Argument = tuple[tuple[str, ...], dict[str, Any]]  # what argparse takes


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, reported like all others."""

    @property
    def arguments(self) -> Sequence[argparse.Action]:
        """The arguments and options that help shows; argparse has no public name for them."""
        return [action for action in self._actions if action.help != argparse.SUPPRESS]

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see `{self.prog} --help`)")


def _kind(of: Callable[[str], T], allowed: Callable[[T], bool], what: str) -> Callable[[str], T]:
    """Return a function that reads a value; argparse tells of those that are not `what`."""

    def read(text: str) -> T:
        with suppress(ValueError, OverflowError):
            if allowed(value := of(text)):
                return value
        raise argparse.ArgumentTypeError(f"{text!r} is not {what}")

    return read


seconds = _kind(float, lambda n: n > 0 and math.isfinite(n), "a number of seconds above 0")
whole = _kind(int, lambda n: True, "a whole number")
count = _kind(int, lambda n: n >= 1, "a whole number from 1")
port = _kind(int, lambda n: 0 < n < 65536, "a port from 1 to 65535")
day = _kind(date.fromisoformat, bool, "a day such as 2026-03-01")


def printed(name: str) -> str:
    """Return the name of a file, "" for `-`: without a file a verb prints what it has made."""
    return "" if name == "-" else name


def argument(
    names: str,
    text: str = "",
    kind: Callable[[str], object] = str,
    default: Any = None,
    **more: Any,
) -> Argument:
    """Return an argument by its names and what stands for its value, as in `-o --output FILE` or
    `level LEVEL`; an option without a value is a switch."""
    *called, last = names.split()
    known = {"help": text or None, **more}
    if last.startswith("-"):
        return (*called, last), {"action": "store_true", **known}
    return tuple(called), {"metavar": last, "type": kind, "default": default, **known}


def add(add_argument: Callable[..., object], *arguments: Argument) -> None:
    """Add arguments by the method of a parser, or of a group of one."""
    for names, known in arguments:
        add_argument(*names, **known)


FORCE = argument("--force", "replace a file that is there already")
JOBS = (  # who does the work of many levels
    argument("--jobs N", "how many levels at a time (one for each core)", count),
    argument("--scheduler ADDRESS", "use the workers of a Dask scheduler", default=""),
)
