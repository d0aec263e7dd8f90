"""The line mode as a whole, for screen readers: levels one after the other, without the app.

`puzzles --screen-reader` opens it, as does PUZZLES_SCREEN_READER=1. A line is a command of the
lobby, or else it goes to the game that is open (`plain`). Nothing is drawn and nothing moves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from puzzles.cli.plain import END, Dialogue, line
from puzzles.cli.process import Exit
from puzzles.core.errors import PuzzlesError, UsageError, printable
from puzzles.core.tables import Values
from puzzles.library import catalogue, registry
from puzzles.library.catalogue import Entry
from puzzles.library.journey import stage
from puzzles.player.daily import daily
from puzzles.player.game import Game, left_off
from puzzles.player.memory import Memory
from puzzles.player.saves import Saves
from puzzles.player.settings import SCHEMA, Setting, read_settings, write_settings
from puzzles.player.statistics import statistics, summary_lines

SWITCH = {"on": True, "off": False}


def run(entry: Entry | None) -> int:
    """Play levels until the input ends or the player quits."""
    saves = Saves()
    try:
        _Lobby(saves).run(entry)
    finally:
        saves.close()
    return Exit.DONE


class _Lobby:
    """The ways to a level, and what can be known and chosen besides."""

    def __init__(self, saves: Saves) -> None:
        self._saves, self._memory = saves, Memory()
        self._game: Dialogue | None = None
        self._commands: dict[str, tuple[Callable[[str], None], str]] = {
            "continue": (self._continue, "go on with the level that you played last"),
            "journey": (self._journey, "play the next level of the journey"),
            "next": (lambda _: self._beside(1), "play the next level of the pack"),
            "previous": (lambda _: self._beside(-1), "play the level before"),
            "today": (self._today, "play the puzzle of the day; say a puzzle's name after it"),
            "play": (self._play, "play a level; say its name after it"),
            "statistics": (self._statistics, "hear what you have solved"),
            "settings": (self._settings, "hear the settings; say one and its value to change it"),
        }

    def run(self, entry: Entry | None) -> None:
        if entry is None:
            print("Welcome to puzzles. Type journey to begin, or help for all commands.")
        else:
            self._open(entry)
        while (said := line()) is not None and said.casefold() not in END:
            word, _, rest = said.partition(" ")
            command = self._commands.get(word.casefold())
            try:
                if command is not None:
                    command[0](rest.strip())
                elif self._game is not None:
                    self._game.answer(said)
                elif said and word.casefold() != "help":
                    print("No level is open.")
            except PuzzlesError as error:
                print(printable(str(error)))
            if word.casefold() in ("help", "?"):
                self._help()
            if self._game is not None:
                self._game.print_notices()

    def _help(self) -> None:
        for name, (_, text) in self._commands.items():
            print(f"{name}: {text}.")
        print("quit: leave. Every move is saved.")

    # Levels --------------------------------------------------------------------------------

    def _open(self, entry: Entry) -> None:
        self._game = Dialogue(Game(entry, self._saves), self._saves)
        self._memory.last = entry.name
        self._game.begin()

    def _continue(self, _: str) -> None:
        name = self._memory.last
        if not name:
            raise UsageError("You have not played a level yet. Type journey to begin.")
        try:
            self._open(catalogue.find(name))
        except PuzzlesError:
            entry = left_off(name, self._saves)
            if entry is None:
                raise
            self._open(entry)

    def _journey(self, _: str) -> None:
        name = stage(self._saves.results().keys())
        if name is None:
            raise UsageError("You have solved every level of the journey.")
        self._open(catalogue.find(name))

    def _beside(self, step: int) -> None:
        if self._game is None:
            raise UsageError("No level is open. Type journey to begin.")
        entry = self._game.entry.neighbour(step)
        if entry is None:
            raise UsageError(f"This is the {'last' if step > 0 else 'first'} level of its pack.")
        self._open(entry)

    def _today(self, puzzle: str) -> None:
        installed = registry.plugins()[0]
        if puzzle.casefold() not in installed:
            said = ", ".join(f"today {name}" for name in installed)
            raise UsageError(f"Say which puzzle: {said}.")
        self._open(daily(installed[puzzle.casefold()], date.today()))

    def _play(self, name: str) -> None:
        if not name:
            raise UsageError("Say a level's name after it, as in play hexes/3.")
        self._open(catalogue.find(name))

    # What else there is to hear ------------------------------------------------------------

    def _statistics(self, _: str) -> None:
        plays = self._saves.plays()
        if not plays:
            print("No level solved yet.")
            return
        found = statistics(plays, date.today(), self._memory.reviews)
        print(f"Levels solved: {found.levels}; perfect: {found.perfect}; alone: {found.unaided}.")
        print(f"Streak: {found.streak} days, best {found.longest}.")
        for told in summary_lines(found):
            print(told)

    def _settings(self, words: str) -> None:
        settings, notices = read_settings()
        for notice in notices:
            print(notice)
        name, _, text = words.partition(" ")
        schema = {setting.name: setting for setting in SCHEMA}
        if not name:
            for setting in SCHEMA:
                shown = _shown(getattr(settings, setting.name))
                print(f"{setting.name}: {shown}. {setting.title}.")
            return
        if name not in schema:
            raise UsageError(f"There is no setting {name}. Type settings to hear all.")
        value = _value(schema[name], text.strip())
        changed: Values = {name: value}
        write_settings(replace(settings, **changed), settings)
        print(f"{name} is {_shown(value)} now.")


def _shown(value: str | bool) -> str:
    return value if isinstance(value, str) else "on" if value else "off"


def _value(setting: Setting, text: str) -> str | bool:
    """The value that a person means; raises UsageError."""
    choices = [*SWITCH] if isinstance(setting.default, bool) else [*setting.choices]
    if choices and text not in choices:
        raise UsageError(f"{setting.name} takes {', '.join(choices)}.")
    return SWITCH[text] if isinstance(setting.default, bool) else text
