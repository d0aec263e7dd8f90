"""What the command palette finds besides the keys of a screen: levels, packs, new boards, themes,
tutorials."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual.command import DiscoveryHit, Hit, Hits, Provider

from puzzles.library.catalogue import Entry, library
from puzzles.library.levels import Pack
from puzzles.library.registry import plugins
from puzzles.player.draft import SIZE
from puzzles.player.records import many
from puzzles.ui.home.drawings import ask, new
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.widgets.host import Host

MOST = 30  # levels listed at once; a longer list helps no one


def host(provider: Provider) -> Host:
    """The app that a provider finds things for."""
    app = provider.app
    assert isinstance(app, Host)
    return app


class LevelCommands(Provider):
    """Plays any level by its title, and goes to any pack."""

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        found: list[Hit] = []
        for pack in library().packs:
            place = f"{pack.puzzle.title} · {pack.title}"
            if (score := matcher.match(place)) > 0:
                found.append(
                    Hit(
                        score,
                        matcher.highlight(place),
                        partial(self._go, pack),
                        place,
                        "go to this pack",
                    )
                )
            for index, level in enumerate(pack.levels):
                if (score := matcher.match(level.title)) > 0:
                    play = partial(host(self).open, Entry(pack, index))
                    found.append(
                        Hit(
                            score,
                            matcher.highlight(level.title),
                            play,
                            level.title,
                            f"play it: {place} {index + 1}",
                        )
                    )
        for hit in sorted(found, key=lambda hit: -hit.score)[:MOST]:
            yield hit

    def _go(self, pack: Pack) -> None:
        host(self).go_home()
        home = self.app.screen
        if isinstance(home, HomeScreen):
            home.show_pack(pack)


class BoardCommands(Provider):
    """Draws a new board: `new board PUZZLE hex 8x6`."""

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query.rstrip(" 0123456789x×"))
        size = re.search(r"\d+[x×]\d+$", query.strip())
        for name, words in self._all(size[0] if size else ""):
            if (score := matcher.match(name)) > 0:
                yield Hit(
                    score, matcher.highlight(name), partial(new, host(self), words), name, "draw it"
                )

    async def discover(self) -> Hits:
        yield DiscoveryHit(
            "New board", partial(ask, host(self)), "New board", "draw it: puzzle, grid, size"
        )

    def _all(self, size: str) -> list[tuple[str, str]]:
        """What can be drawn in this size, or the usual one, and the words that ask for it."""
        size = size or "x".join(map(str, SIZE))
        return [
            (f"New board: {puzzle.title}, {kind}, {size}", f"{puzzle.id} {kind} {size}")
            for puzzle in plugins()[0].values()
            if puzzle.can("maker.sketch")
            for kind in puzzle.maker.GRIDS
        ]


class AppCommands(Provider):
    """Changes the theme, shows the tutorials, and recovers saved games that were set aside."""

    def _all(self) -> list[tuple[str, Callable[[], object], str]]:
        app = host(self)
        commands: list[tuple[str, Callable[[], object], str]] = [
            (f"Tutorial: {puzzle.title}", partial(app.teach, puzzle), puzzle.blurb)
            for puzzle in plugins()[0].values()
            if puzzle.can("lessons.LESSONS")
        ]
        if aside := app.saves.set_aside():
            told = f"take over what can be read of {many(len(aside), 'file')} that were set aside"
            commands.append(("Recover saved games", app.recover_saves, told))
        for theme in sorted(app.available_themes):
            settings = replace(app.settings, theme=theme)
            commands.append((f"Theme: {theme}", partial(app.change, settings), "look like this"))
        return commands

    async def search(self, query: str) -> Hits:
        matcher = self.matcher(query)
        for name, call, told in self._all():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), call, name, told)

    async def discover(self) -> Hits:
        for name, call, told in self._all():
            if not name.startswith("Theme"):
                yield DiscoveryHit(name, call, name, told)
