"""The commands of the palette besides the keys of a screen: levels, packs, new boards, themes,
tutorials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from textual.app import SystemCommand
from textual.command import Hit, Hits, Provider

from puzzles.library.catalogue import Entry, library
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.draft import SIZE
from puzzles.player.records import many
from puzzles.ui.home.drawings import ask, new
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.widgets.host import Host

MOST = 30  # levels listed at once; a longer list helps no one


Command = tuple[str, Callable[[], object], str]  # its name, what it does, and words on that


class Commands(Provider):
    """Finds levels, packs and new boards by their names."""

    @property
    def host(self) -> Host:
        assert isinstance(self.app, Host)
        return self.app

    async def search(self, query: str) -> Hits:
        plain = query.rstrip(" 0123456789x×")  # a board may be asked for in any size
        for wanted, commands in ((query, self._levels()), (plain, self._boards(query))):
            matcher = self.matcher(wanted)
            found = [
                Hit(score, matcher.highlight(name), call, name, words)
                for name, call, words in commands
                if (score := matcher.match(name)) > 0
            ]
            for hit in sorted(found, key=lambda hit: -hit.score)[:MOST]:
                yield hit

    def _levels(self) -> Iterator[Command]:
        for pack in library().packs:
            place = f"{pack.puzzle.title} · {pack.title}"
            yield place, partial(self._go, pack), "go to this pack"
            for index, level in enumerate(pack.levels):
                play = partial(self.host.open, Entry(pack, index))
                yield level.title, play, f"play it: {place} {index + 1}"

    def _go(self, pack: Pack) -> None:
        self.host.go_home()
        home = self.app.screen
        if isinstance(home, HomeScreen):
            home.show_pack(pack)

    def _boards(self, query: str) -> Iterator[Command]:
        """The new boards that can be drawn: `new board PUZZLE hex 8x6`."""
        size = re.search(r"\d+[x×]\d+$", query.strip())
        asked = size[0] if size else "x".join(map(str, SIZE))
        for puzzle in plugins()[0].values():
            for kind in puzzle.maker.GRIDS if puzzle.can("maker.sketch") else ():
                name = f"New board: {puzzle.title}, {kind}, {asked}"
                yield name, partial(new, self.host, f"{puzzle.id} {kind} {asked}"), "draw it"


def commands_of(app: Host) -> Iterator[SystemCommand]:
    """Yield what can be done anywhere: a new board, the tutorials, the themes, which are only found
    by their names, and saved games that were set aside."""
    yield SystemCommand("New board", "draw it: puzzle, grid, size", partial(ask, app))
    for puzzle in plugins()[0].values():
        if puzzle.can("lessons.LESSONS"):
            yield SystemCommand(
                f"Tutorial: {puzzle.title}", puzzle.blurb, partial(app.teach, puzzle)
            )
    if aside := app.saves.set_aside():
        words = f"take over what can be read of {many(len(aside), 'file')} that were set aside"
        yield SystemCommand("Recover saved games", words, app.recover_saves)
    for theme in app.available_themes:
        change = partial(app.change, replace(app.settings, theme=theme))
        yield SystemCommand(f"Theme: {theme}", "look like this", change, discover=False)
