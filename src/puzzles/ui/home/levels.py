"""The levels of the home screen: packs are read off the event loop and shown as they arrive."""

from __future__ import annotations

import asyncio
import gc
from dataclasses import replace
from functools import partial

from textual import work

from puzzles.core.executors import aside
from puzzles.library.catalogue import reading
from puzzles.library.levels import Pack
from puzzles.player.overview import Item, Overview
from puzzles.player.pace import paces
from puzzles.player.settings import Settings
from puzzles.ui.home.gallery import Gallery
from puzzles.ui.widgets.host import Screen

COVERED = 0.5  # seconds that a board may take to be drawn
OPENING = 1.0  # seconds in which packs wait for others, the first for the level to go on with


class LevelsScreen(Screen[None]):
    """A screen with a Gallery whose `overview` is up to date.

    Packs are read once, and those of the player again after each visit to another screen.
    """

    def __init__(self) -> None:
        super().__init__()
        self.overview = Overview()
        self._settings = Settings()  # that the pictures were drawn with
        self._notices = set[str]()  # that were told
        self._pointed: Item | None = None  # the level pointed at when the player went to play
        self._last = ""  # the level that had been played last by then

    def fill(self, left: str = "") -> None:
        """Show the levels. A player who chose a level and has played on is pointed at the one that
        was `left`."""
        raise NotImplementedError

    def show_preview(self) -> None:
        """Draw the level pointed at large, and say what is known of it."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self._read()
        self._showing = self.set_interval(OPENING, self._show_read)

    def _show_read(self) -> None:
        """Show the packs that were read since the last look."""
        if self.is_current and self.query_one(Gallery).overview is not self.overview:
            self.fill()

    @property
    def _opening(self) -> bool:
        """True if packs that have been read wait for the level to go on with."""
        return bool(self.overview.packs) and not self.query_one(Gallery).overview.packs

    @work(exclusive=True, group="read")
    async def _read(self) -> None:
        """Read the packs, and the first time show each as soon as it is there; a board that lies
        over them is drawn first. What has not changed is not read again."""
        if not self.is_active:
            await asyncio.sleep(COVERED)
        source, packs = reading(), list[Pack]()
        while (found := await aside(partial(next, source, None))) is not None:
            if not self.is_running:  # the app ends: its widgets have gone
                return
            if isinstance(found, Pack):
                packs.append(found)
                if not self.overview.complete:  # read for the first time
                    self.overview = self.overview.with_pack(found)
                    if self.is_current and self._opening and self.overview.upcoming is not None:
                        self.fill()  # and nothing moves under the player's hand from here on
            elif found not in self._notices:
                self._notices.add(found)
                self.notify(found, severity="warning", timeout=12, markup=False)
        if not self.overview.complete:
            self._showing.stop()
            self.overview = self.overview.all_read(self.app.saves)
            # Levels stay: without this the garbage collector looks at all of them between two keys.
            gc.freeze()
        elif list(map(id, packs)) != list(map(id, self.overview.packs)):
            overview = self.overview.renewed(packs)
            self.overview = overview.after_play(self.app.saves, self.app.memory)
            self.query_one(Gallery).repaint()
        else:
            return
        if self.is_current:
            self.fill()

    def on_screen_suspend(self) -> None:
        self._pointed, self._last = self.query_one(Gallery).item, self.overview.last

    def on_screen_resume(self) -> None:
        if self._settings is not self.app.settings:
            self._settings = self.app.settings
            self.query_one(Gallery).repaint()
        self.overview = self.overview.after_play(self.app.saves, self.app.memory)
        played = self.overview.last != self._last and self.query_one(Gallery).item is self._pointed
        if self.overview.complete or not self._opening:
            self.fill(self.overview.last if played else "")
        self._recall()
        if self.overview.complete:
            self._read()

    @work(exclusive=True, group="recall")
    async def _recall(self) -> None:
        """Read how levels were solved, so that they are shown like that."""
        saves = self.app.saves
        won, pace = await aside(lambda: (saves.won(), paces(saves.plays())))
        if self.is_running and (won != self.overview.won or pace != self.overview.paces):
            self.overview = replace(self.overview, won=won, paces=pace)
            if not self._opening:
                self.fill()
            self.show_preview()
