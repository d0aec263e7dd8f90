"""The formats that the installed puzzles know: by name, by the look of a text, by a file's name."""

from collections.abc import Iterator
from contextlib import suppress

from puzzles.core.errors import Place, UsageError, plugin_faults
from puzzles.core.formats import Format
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Table
from puzzles.library import registry

LEVEL_FORMATS = {"toml": True, "json": False}  # level files, and whether they are TOML
LEVEL_SUFFIXES = tuple(f".{name}" for name in LEVEL_FORMATS)


def formats_of(puzzle: AnyPuzzle) -> tuple[Format, ...]:
    """The formats of one puzzle; none if it trades with nobody."""
    return () if not puzzle.can("formats.FORMATS") else puzzle.formats.FORMATS


def formats() -> Iterator[tuple[AnyPuzzle, Format]]:
    """Every format of every puzzle."""
    for puzzle in registry.plugins()[0].values():
        for form in formats_of(puzzle):
            yield puzzle, form


def looks(text: str) -> list[Format]:
    """The formats that a text looks like; none for level files, and for what is no level at all."""
    found = []
    for _, form in formats():
        with suppress(Exception):  # a plugin's fault costs its own format, not those of others
            if form.sniff(text):
                found.append(form)
    return found


def read(form: Format, file: str, text: str) -> Table:
    """The document in `text`; raises LevelError for what is wrong with it, or with the plugin."""
    owner = next(puzzle for puzzle, known in formats() if known.name == form.name)
    with plugin_faults(owner.id, Place(file)):
        return form.read(file, text)


def named(name: str, puzzle: AnyPuzzle | None = None) -> Format:
    """The format called `name`, of this puzzle if one is given; UsageError if there is none."""
    found = {form.name: form for owner, form in formats() if puzzle in (None, owner)}
    if name not in found:
        whose = f"{puzzle.title} has no" if puzzle else "unknown"
        known = ", ".join((*LEVEL_FORMATS, *found))
        raise UsageError(f"{whose} format {name!r}; known are {known}")
    return found[name]


def called_like(file: str, puzzle: AnyPuzzle) -> str:
    """The name of the format that files of this name have; UsageError if that cannot be told."""
    suffixes = {form.suffix: form.name for form in reversed(formats_of(puzzle))}
    suffixes = {f".{name}": name for name in LEVEL_FORMATS} | suffixes
    for suffix, name in suffixes.items():
        if file.endswith(suffix):
            return name
    known = ", ".join(suffixes)
    raise UsageError(f"{file}: cannot tell the format from this name; use --to, or one of {known}")
