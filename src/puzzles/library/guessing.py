"""Which format a text has, where nobody says: its look tells, and where that leaves a choice, what
can be read. A text that could be two things is taken for neither.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from puzzles.core.errors import AmbiguousLevel, LevelError, Place
from puzzles.core.formats import Format
from puzzles.core.tables import Table, read_table
from puzzles.library import formats

_COMMENTS = re.compile(r"(?:\s*+#[^\n]*+)*+\s*+")
_KEY = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_KEYS = rf"{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})*+[ \t]*+"
_LEVEL_FILE = re.compile(rf"\{{|{_KEYS}=|\[\[?[ \t]*+{_KEYS}\]")
_SHORT = 80  # characters of a reason that is one of several


class Read(Protocol):
    """The levels of a text, and the errors in their places."""

    @property
    def levels(self) -> Sequence[object]: ...

    @property
    def errors(self) -> Sequence[LevelError]: ...


R = TypeVar("R", bound=Read)


def guess(file: str, text: str, parse: Callable[[Table], R]) -> R:
    """Return the result of `parse` in the one format that the text has; raises LevelError."""
    looks = formats.looks(text)
    if not looks and _is_level_file(file, text):
        return parse(read_table(file, text))
    if len(looks) == 1:
        return parse(formats.read(looks[0], file, text))
    read, faults = _try(file, text, looks or [form for _, form in formats.formats()], parse)
    if ambiguous := next((e for e in faults.values() if isinstance(e, AmbiguousLevel)), None):
        raise ambiguous
    whole = [name for name in read if name not in faults]
    if looks and len(whole or read) == 1:
        return read[(whole or list(read))[0]]
    if looks and whole:
        say = f"name the one it is, as in `puzzles convert --from {whole[-1]}`"
        raise AmbiguousLevel(Place(file), f"this could be {' or '.join(whole)}; {say}")
    start = len(text) - len(text.lstrip())
    raise _refused(Place.after(file, text[:start]), whole, faults)


def _is_level_file(file: str, text: str) -> bool:
    """Return True if a text can only be meant as TOML or JSON."""
    start = _COMMENTS.match(text)
    assert start  # it may be empty
    return file.endswith(formats.LEVEL_SUFFIXES) or bool(_LEVEL_FILE.match(text, start.end()))


def _try(
    file: str, text: str, forms: Sequence[Format], parse: Callable[[Table], R]
) -> tuple[dict[str, R], dict[str, LevelError]]:
    """By the names of formats: what can be read in them, if only in part, and the first fault."""
    read: dict[str, R] = {}
    faults: dict[str, LevelError] = {}
    for form in forms:
        try:
            found = parse(formats.read(form, file, text))
        except LevelError as error:
            faults[form.name] = error.with_traceback(None)
            continue
        if found.levels:
            read[form.name] = found
        if found.errors:
            faults[form.name] = found.errors[0]
    return read, faults


def _refused(start: Place, whole: Sequence[str], faults: dict[str, LevelError]) -> LevelError:
    """List the formats that were tried, and where each gave up: those that came furthest first."""
    where = {name: (error.place.line, error.place.col) for name, error in faults.items()}
    told = sorted(where, key=lambda name: where[name], reverse=True)
    early = [name for name in told if where[name] <= (start.line, start.col)]
    words = [
        f"{name} gives up at {where[name][0]}:{where[name][1]} ({_brief(faults[name])})"
        for name in told
        if name not in early
    ]
    if early:
        words.append(f"{', '.join(early)} at once")
    say = "say so with `puzzles convert --from`"
    named = f"; if it is {' or '.join(whole)}, {say}" if whole else ""
    reason = f"this looks like no known format: {'; '.join(words)}{named}"
    return LevelError(faults[told[0]].place, reason)


def _brief(error: LevelError) -> str:
    return error.reason if len(error.reason) <= _SHORT else f"{error.reason[:_SHORT]}…"
