"""Keeping a board that was drawn in a pack of one's own: its name, author, and what is proved."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from textual import on, work
from textual.widgets import Input

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.level import About, Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Answer, Limits
from puzzles.library import own
from puzzles.library.catalogue import Entry, entries
from puzzles.library.levels import claimed, slug
from puzzles.running.work import Failed, certify
from puzzles.ui.maker.verdict import Teller
from puzzles.ui.widgets.form import FormScreen, wrong

CERTIFYING = Limits(seconds=5)
LARGEST = 100_000  # characters of a certificate that a level carries
TICK = 0.2  # seconds between two looks at what is proved by now


class KeepScreen(FormScreen[Entry | None]):
    """Its result is the level in its pack, with what `teller` has proved of it by then."""

    def __init__(self, puzzle: AnyPuzzle, level: Level, teller: Teller) -> None:
        self._puzzle, self._level, self._teller = puzzle, level, teller
        kept = [entry for pack in own.own_packs() for entry in entries(pack)]
        own_name = puzzle.id, slug(level.title)
        named = (e for e in kept if (e.pack.puzzle.id, slug(e.level.title)) == own_name)
        if (before := next(named, None)) is not None:
            pack, about = before.pack.title, before.level.about
        else:  # of the level that was kept last, its author is a suggestion
            authors = [entry.level.about.author for entry in kept]
            pack, about = own.MINE, About(next(filter(None, reversed(authors)), ""))
        fields = {"name": level.title, "pack": pack, "author": about.author, "remark": about.remark}
        super().__init__(f"[b]Keep this level[/b]  {puzzle.title}", fields, "Keep")
        self._certificate = self._note = self._refused = ""
        self._proving, self._wanted = True, False
        self._replacing = ""  # the level that this one may take the place of, as it was seen

    def on_mount(self) -> None:
        self._prove()
        self.set_interval(TICK, self._tick)

    @work(exclusive=True, group="prove")
    async def _prove(self) -> None:
        """Go on with what is being proved, and have it certified."""
        await self._teller.tell(lambda: self._level)
        if self._teller.verdict.claims and self._puzzle.can("solver.certify"):
            self._note = "writing its proof down …"
            level = claimed(self._puzzle, self._level, self._teller.verdict.claims)
            try:
                asked = {"puzzle": self._puzzle, "level": level, "limits": CERTIFYING}
                found: Answer = await self.app.solver.result(certify, asked)
                text = found.facts.get("certificate", "")
                self._certificate = text if len(text) <= LARGEST else ""
            except Failed:
                pass  # there are boards whose claims are not certified
            self._note = "with a certificate" if self._certificate else "without a certificate"
        self._proving = False
        if self._wanted:
            self._store()

    def _tick(self) -> None:
        """Say what is proved by now, and what comes next."""
        note = self._note
        if not self._teller.verdict.claims:
            note = "not proved yet" if self._proving else "not proved"
        waits = "[b]enter again keeps it as it is[/]" if self._wanted and self._proving else ""
        said = self._refused or waits
        self.say("\n".join(filter(None, (self._teller.words, f"[dim]{note}[/]", said))))

    @on(Input.Changed)
    def _other(self) -> None:
        """Another name may do."""
        if self._replacing:
            self.ask_again("Keep")
        self._replacing = self._refused = ""

    def action_do(self) -> None:
        """Keep it once all is proved that can be soon; or, asked again, at once."""
        if self._proving and not self._wanted:
            self._wanted = True
            self._tick()
        else:
            self._store()

    @work(exclusive=True, group="store")
    async def _store(self) -> None:
        """Put the level into its pack."""
        title, pack = self.value("name"), self.value("pack") or own.MINE
        self._wanted = False
        try:
            if not slug(title):
                raise UsageError("a level needs a name")
            level = claimed(self._puzzle, self._level, self._teller.verdict.claims, title)
            about = About(self.value("author"), self.value("remark"), self._certificate)
            level = replace(level, about=about)
            entry = await asyncio.to_thread(own.keep, self._puzzle, level, pack, self._replacing)
        except PuzzlesError as error:
            self._refused = wrong(error)
            if isinstance(error, own.There):
                self._replacing = error.text
                self.ask_again("Replace it")
            self._tick()
        else:
            self.dismiss(entry)

    def action_cancel(self) -> None:
        self.workers.cancel_group(self, "prove")
        self.dismiss(None)
