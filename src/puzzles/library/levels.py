"""Levels out of files, in TOML, JSON or another tool's format, and into them, whatever the puzzle.

A pack is a document with `[[level]]` tables; keys beside them are shared by all its levels. A
document without `[[level]]` is itself one level. What a level's own keys mean is the plugin's
business (`Rules.parse`).
"""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from textwrap import shorten

from puzzles.core.errors import AmbiguousLevel, LevelError, LevelTooLarge, Place, plugin_faults
from puzzles.core.formats import MAX_LEVELS
from puzzles.core.level import ABOUT_KEYS, About, Level
from puzzles.core.places import PlainPlaces
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.tables import Table, Values, read_table
from puzzles.library import formats, registry
from puzzles.library.files import decoded, read_text
from puzzles.library.formats import LEVEL_FORMATS, LEVEL_SUFFIXES
from puzzles.library.pasted import board_in, wordless

PACK_KEYS = ("puzzle", "title", "blurb", "shelf", "level")
_COMMENTS = r"(?:\s*+#[^\n]*+)*+\s*+"
_KEY = r"""(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')"""
_KEYS = rf"{_KEY}(?:[ \t]*+\.[ \t]*+{_KEY})*+[ \t]*+"
_LEVEL_FILE = re.compile(rf"{_COMMENTS}(?:\{{|{_KEYS}=|\[\[?[ \t]*+{_KEYS}\])")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})[^`]*")  # lines of ``` or ~~~, as in Markdown
_PUZZLE = re.compile(r"""puzzle["']?\s*[=:]\s*["']""")  # only level files name one
_LINK = re.compile(r"\s*(?:https?:|\S*\?\w+/)\S*\s*")
_SHORT = 80  # characters of a reason
_OURS = "a level file"


def slug(text: str) -> str:
    """A name for the command line: lower case, words joined by dashes."""
    return re.sub(r"\W+", "-", text.casefold()).strip("-")


def pack_name(file: str) -> str:
    """Return a pack's name: 1-first-folds.toml is first-folds; numbers only put packs in order."""
    stem = "stdin" if file == "-" else re.sub(r"^\d+-", "", Path(file).stem)
    return slug(stem) or "pack"


@dataclass(frozen=True)
class Pack:
    """The levels of one file, in order; `numbers` are their places among all, and `faults` say
    what is wrong with the others, by their numbers."""

    puzzle: AnyPuzzle
    name: str
    title: str
    blurb: str
    file: str
    levels: tuple[Level, ...]
    numbers: Sequence[int] = ()
    faults: Mapping[int, LevelError] = field(default_factory=dict)
    shelf: str = ""  # the heading that packs of its kind stand under
    left: str = ""  # what stood around the board, and was not read

    @property
    def errors(self) -> tuple[LevelError, ...]:
        """The levels that cannot be read; a fault that many of them share is told once."""
        told = {str(error): error for error in self.faults.values()}
        return tuple(error for error in told.values() if not isinstance(error, LevelTooLarge))

    @property
    def left_out(self) -> tuple[LevelError, ...]:
        """The levels that are right, but too large."""
        return tuple(error for error in self.faults.values() if isinstance(error, LevelTooLarge))

    def whole(self) -> "Pack":
        """This pack, if it has no errors, and levels; raises LevelError."""
        for error in (*self.errors, *(self.left_out if not self.levels else ())):
            raise error
        return self


Readings = dict[str, Pack | LevelError]  # what formats make of a text, by their names


def read_pack(file: str, text: str | None = None, form: str = "") -> Pack:
    """The pack in `file` (`-` is standard input), or in `text` if given.

    Its format shows in the text, unless `form` names it. A fault of the whole file raises
    LevelError; a fault of one level goes to `errors`.
    """
    text = read_text(file) if text is None else decoded(file, text.encode(errors="surrogatepass"))
    if not file.endswith(LEVEL_SUFFIXES):
        text = _inside_fences(text).replace("\xa0", " ")  # the blanks of pages on the web
    if form in LEVEL_FORMATS:
        return _pack(file, read_table(file, text, LEVEL_FORMATS[form]))
    # The text as it stands or, if nobody reads it so, its board alone.
    likely, found = _readings(file, text, form)
    if pack := _chosen(file, likely, found):
        return pack
    tried, ((name, made), *others) = [(text, found)], found.items()
    if not (file.endswith(".toml") or _PUZZLE.search(text)):
        clear, lines = board_in(text)
        told = text.split("\n")
        in_place = all(len(a) <= len(b) for a, b in zip(clear.split("\n"), told, strict=True))
        if clear != text:
            likely, alone = _readings(file, clear, form)
            tried += [(clear, alone)] if in_place else []
            if (pack := _chosen(file, likely, alone)) and not pack.errors:
                left = [f"{n} ({shorten(told[n - 1], _SHORT, placeholder='…')})" for n in lines]
                which = f"line{'s' * (len(left) > 1)} {', '.join(left)}"
                return replace(pack, left=f"{file}: not read: {which}" if left else "")
        if in_place and (rows := wordless(clear)[0]).strip():
            tried.append((rows, _readings(file, rows, form)[1]))
    if not others and isinstance(made, Pack):
        return made
    if not others and isinstance(made, LevelError) and name != _OURS:  # it looks like that alone
        raise made
    errors = [_refused(*each) for each in tried if any(map(_doubt, each[1].values()))]
    raise max(errors, key=lambda error: (error.place.line, error.place.col))


def _inside_fences(text: str) -> str:
    """Empty the lines outside fences; a text without fences stays as it is."""
    kept, within, fenced = list[str](), False, False
    for line in text.split("\n"):
        fence = bool(_FENCE.fullmatch(line))
        within, fenced = within ^ fence, fenced or fence
        kept.append(line if within and not fence else "")
    return "\n".join(kept) if fenced else text


def _readings(file: str, text: str, form: str) -> tuple[bool, Readings]:
    """What the format that is named makes of a text, or those that it looks like; False, and what
    all of them make of it, if it looks like none."""
    is_like = bool(_LEVEL_FILE.match(text))  # as TOML or JSON is
    forms = [] if is_like and file.endswith(".toml") else formats.looks(text)
    forms = [formats.named(form)] if form else forms
    likely = bool(forms or is_like or file.endswith(LEVEL_SUFFIXES))
    forms = forms if likely else [form for _, form in formats.formats()]
    readers: dict[str, Callable[[str, str], Table]]
    readers = {form.name: partial(formats.read, form) for form in forms} or {_OURS: read_table}
    found: Readings = {}
    for name, read in readers.items():
        try:
            found[name] = _pack(file, read(file, text))
        except LevelError as error:
            found[name] = error.with_traceback(None)
    return likely, found


def _doubt(made: Pack | LevelError) -> LevelError | None:
    """The first fault of a reading."""
    return made if isinstance(made, LevelError) else next(iter(made.errors), None)


def _chosen(file: str, likely: bool, found: Readings) -> Pack | None:
    """Return the pack that is meant; None where nobody reads anything likely. Of several that
    could be meant it is the one without a doubt; raises AmbiguousLevel if there are more."""
    packs = {name: made for name, made in found.items() if isinstance(made, Pack) and made.levels}
    packs = packs if likely else {}
    if len(found) > 1 or not packs:
        for doubt in map(_doubt, found.values()):
            if isinstance(doubt, AmbiguousLevel):
                raise doubt
    whole = [name for name, pack in packs.items() if not pack.errors]
    if len(whole) > 1:
        say = f"name the one it is, as in `puzzles convert --from {whole[-1]}`"
        raise AmbiguousLevel(Place(file), f"this could be {' or '.join(whole)}; {say}")
    meant = whole or [*packs]
    return packs[meant[0]] if len(meant) == 1 else None


def _refused(text: str, found: Readings) -> LevelError:
    """Say which format came furthest, and where it gave up; and name the others that were tried."""
    doubts = {name: doubt for name, made in found.items() if (doubt := _doubt(made))}
    link, every = _LINK.fullmatch(text), [form for _, form in formats.formats()]
    alike = [form for form in every if bool(_LINK.fullmatch(form.example)) == bool(link)]
    if link:
        doubts = {form.name: doubts[form.name] for form in alike if form.name in doubts} or doubts
    furthest = max(doubts, key=lambda name: (doubts[name].place.line, doubts[name].place.col))
    error, others = doubts[furthest], [name for name in doubts if name != furthest]
    if len(found) == 1:
        return error
    words, meant = f"no line of this is understood; tried {', '.join(doubts)}", list(doubts)
    start = Place.after(error.place.file, text[: len(text) - len(text.lstrip())])
    if (error.place.line, error.place.col) > (start.line, start.col):  # somebody came further
        reason = shorten(error.reason, _SHORT, placeholder="…")
        words = f"{furthest} gives up at {error.place.line}:{error.place.col} ({reason})"
        words, meant = words + f"; {', '.join(others)} sooner" * bool(others), [furthest]
    for form in alike:
        if form.name in meant and form.example:
            words += f"; {form.name} begins like {form.example!r}"
    if whole := [name for name, made in found.items() if not _doubt(made)]:
        words += f"; if it is {' or '.join(whole)}, name it with `puzzles convert --from`"
    return LevelError(error.place, f"this looks like no known format: {words}")


def _pack(file: str, document: Table) -> Pack:
    """The pack that a document describes, whatever its format: all have the same keys."""
    installed = registry.plugins()[0]
    known, id_ = ", ".join(installed), document.line("puzzle")
    if id_ is None:
        raise document.error(f'no puzzle named; add puzzle = "…", one of {known}')
    if id_ not in installed:
        raise document.error(f"unknown puzzle {id_!r}; known are {known}", "puzzle")
    puzzle, name = installed[id_], pack_name(file)
    tables = document.get("level", list)
    if tables is None:
        level = level_of(puzzle, document, name)
        return Pack(puzzle, name, level.title, "", file, (level,), numbers=(1,))
    if not tables:
        raise document.error("a pack needs at least one level", "level")
    if len(tables) > MAX_LEVELS:
        raise document.error(f"a file holds at most {MAX_LEVELS:,} levels", "level", MAX_LEVELS)
    title, blurb = document.line("title") or name, document.line("blurb") or ""
    shelf, shared = document.line("shelf") or "", document.without(PACK_KEYS)
    levels: dict[int, Level] = {}  # and what is wrong with the others, by their numbers
    faults: dict[int, LevelError] = {}
    seen: dict[str, int] = {}
    for number, values in enumerate(tables, 1):
        try:
            if isinstance(values, LevelError):  # a reader's word for a level it could not read
                raise values
            if not isinstance(values, dict):
                raise document.error("a level must be a table", "level", number - 1)
            table = Table(values, document.places, ("level", number - 1), shared)
            level = level_of(puzzle, table, f"Level {number}")
            if (own := slug(level.title)) in seen:
                raise table.error(f"level {seen[own]} has the title {level.title!r} too", "title")
            seen[own] = number
            levels[number] = level
        except LevelError as error:
            faults[number] = error
    return Pack(puzzle, name, title, blurb, file, (*levels.values(),), (*levels,), faults, shelf)


def level_of(puzzle: AnyPuzzle, table: Table, title: str) -> Level:
    """The level in `table`, called `title` if it has no title of its own."""
    if "title" not in table.values:
        table = replace(table, values={**table.values, "title": title})
    about = About.read(table)
    with plugin_faults(puzzle.id, table.place()):
        level: Level = puzzle.rules.parse(table.without(ABOUT_KEYS))
        puzzle.facts(level)  # as each list that has it shows them
    return level if about == level.about else replace(level, about=about)


def claimed(
    puzzle: AnyPuzzle, level: Level, claims: Mapping[str, object], title: str = ""
) -> Level:
    """A level that claims what is proved of its board (`results.Verdict.claims`), perhaps with
    another title. Raises LevelError."""
    keys = {**puzzle.format(level), **claims}
    table = Table({**keys, "title": title} if title else keys, PlainPlaces("level"))
    return level_of(puzzle, table, level.title)


def level_files(folders: Iterable[Path], suffixes: tuple[str, ...] = LEVEL_SUFFIXES) -> list[Path]:
    """Return the files below `folders` that are called like level files, ordered by their paths."""
    walked = (  # past what cannot be read, or has just gone
        sorted(Path(at, name) for at, _, names in os.walk(folder) for name in names)
        for folder in folders
    )
    found = chain.from_iterable(walked)
    return [path for path in found if path.name.lower().endswith(suffixes) and path.is_file()]


# Levels as text ------------------------------------------------------------------------------


def described(facts: Mapping[str, object]) -> list[str]:
    """Return facts of a level in words: `10×29`, `par 7`, `difficulty 3.4`."""
    known = {name: value for name, value in facts.items() if value is not None}
    return [str(value) if name == "size" else f"{name} {value}" for name, value in known.items()]


def level_keys(puzzle: AnyPuzzle, level: Level) -> Values:
    """Return the keys of a level in a file: its board and claims, and what is said about it."""
    return {**puzzle.format(level), **level.about.keys}


def level_text(puzzle: AnyPuzzle, level: Level) -> str:
    """The board and claims of `level` as a JSON document of its own, read back by `read_pack`."""
    return json.dumps({"puzzle": puzzle.id, **puzzle.format(level)}, ensure_ascii=False)


def level_toml(puzzle: AnyPuzzle, level: Level) -> str:
    """The same as a TOML document that a person can read and edit."""
    return _lines({"puzzle": puzzle.id, **puzzle.format(level)})


def levels_text(
    puzzle: AnyPuzzle, levels: Sequence[Level], toml: bool, title: str = "", blurb: str = ""
) -> str:
    """`levels` as a document, TOML or JSON, read back by `read_pack`; one is not made a pack."""
    keys = [level_keys(puzzle, level) for level in levels]
    if len(keys) > 1:
        return pack_text(puzzle.id, title, blurb, keys, not toml)
    alone = {"puzzle": puzzle.id, **keys[0]}
    return _lines(alone) if toml else json.dumps(alone, ensure_ascii=False) + "\n"


def pack_text(
    puzzle: str, title: str, blurb: str, levels: Iterable[Values], as_json: bool = False
) -> str:
    """A pack of levels, each as its keys (`level_keys`)."""
    head = {"puzzle": puzzle, "title": title, "blurb": blurb}
    head = {key: text for key, text in head.items() if text}
    if as_json:
        return json.dumps({**head, "level": list(levels)}, ensure_ascii=False) + "\n"
    tables = [_lines(head), *("[[level]]\n" + _lines(keys) for keys in levels)]
    return "\n".join(tables)


def _lines(keys: Values) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in keys.items())


def _toml(value: object) -> str:
    if isinstance(value, dict):
        keys = [key if re.fullmatch("[A-Za-z0-9_-]+", key) else _toml(key) for key in value]
        pairs = zip(keys, map(_toml, value.values()), strict=True)
        return f"{{ {', '.join(map(' = '.join, pairs))} }}"
    if isinstance(value, str) and "\n" in value:
        return '"""\n' + value.replace("\\", "\\\\").replace('"""', '\\"""') + '\n"""'
    return json.dumps(value, ensure_ascii=False)
