"""Giving levels away: as a file, as a picture, to print, or as links or IDs on the clipboard."""

from __future__ import annotations

import asyncio
from pathlib import Path

from textual import on, work
from textual.widgets import Input, Select

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.offers import FILES, offers
from puzzles.core.solving import Answer, Limits
from puzzles.library.catalogue import entries
from puzzles.library.files import NewFile, Taken
from puzzles.library.ids import make_link
from puzzles.library.levels import Pack, slug
from puzzles.pictures.giving import given
from puzzles.player.records import many
from puzzles.running.question import Question
from puzzles.ui.widgets.form import FormScreen

SOLVING = Limits(seconds=10)  # each level that is printed with its solution
FILE, ID = "level file", "ID or link, to the clipboard"
PICTURES = {"picture (PNG)": ".png", "picture (SVG)": ".svg", "to print (PDF)": ".pdf"}


class GiveScreen(FormScreen[str | None]):
    """Its result says what became of the levels of `pack`, one or several."""

    def __init__(self, pack: Pack) -> None:
        self._pack = pack
        self._suffixes = {FILE: ".toml", **(PICTURES if pack.puzzle.can("screen.draw") else {})}
        stem = slug(pack.title) or pack.puzzle.id
        fields: dict[str, str | list[str]] = {"as": [ID]}
        if offers(FILES):
            file, *others = self._suffixes
            fields = {"as": [file, ID, *others], "file": str(Path.cwd() / f"{stem}.toml")}
        what = pack.title if len(pack.levels) == 1 else f"all of {pack.title}"
        super().__init__(f"[b]Share[/b]  {what}", fields, "Write")
        self._replacing = ""  # the file that this may take the place of
        self._working = False

    def on_mount(self) -> None:
        """Enter writes at once; the form is chosen in the field above."""
        for file in self.query("#form-file"):
            file.focus()

    @on(Select.Changed)
    def _as(self) -> None:
        """The file is called as it is written."""
        if (suffix := self._suffixes.get(self.value("as"))) and self.query("#form-file"):
            file = self.query_one("#form-file", Input)
            file.value = str(Path(file.value).with_suffix(suffix))
        self.ask_again("Write" if suffix else "Copy")

    @on(Input.Changed)
    def _other(self) -> None:
        if self._replacing:
            self._replacing = ""
            self.say("")
            self.ask_again("Write")

    def action_do(self) -> None:
        if not self._working:
            self._give()

    @work(exclusive=True)
    async def _give(self) -> None:
        self._working = True
        try:
            form = self.value("as")
            self.dismiss(self._copied() if form == ID else await self._written(form))
        except Taken as taken:
            self._replacing = self.value("file")
            self.refuse(taken)
            self.ask_again("Replace it")
        except PuzzlesError as error:
            self.refuse(error)
        finally:
            self._working = False

    def _copied(self) -> str:
        page = self.app.settings.page
        links = [make_link(page, entry.id) for entry in entries(self._pack)]
        self.app.copy_to_clipboard("\n".join(links))
        return f"Copied {many(len(links), 'link' if page else 'ID')}."

    async def _written(self, form: str) -> str:
        """Write the file; no other takes its place unasked."""
        name, notes = self.value("file"), list[str]()
        if not name:
            raise UsageError("say what the file is to be called")
        path, suffix = Path(name).expanduser(), self._suffixes[form]
        palette = self.app.settings.palette
        file = NewFile(str(path), notes.append, force=name == self._replacing)
        answers = await self._solutions() if suffix == ".pdf" else []
        file.write(await asyncio.to_thread(given, self._pack, suffix, palette, answers))
        return "; ".join([f"Wrote {path}", *notes]) + "."

    async def _solutions(self) -> list[Answer]:
        """Return the solution of each level, as far as it is found soon."""
        found = list[Answer]()
        for number, level in enumerate(self._pack.levels, 1):
            self.say(f"Solving {number} of {len(self._pack.levels)} …  [dim]esc stops it[/]")
            question = Question(self._pack.puzzle, level, limits=SOLVING)
            found.append(question.in_moves(await self.app.solver.answer(question)))
        return found

    def action_cancel(self) -> None:
        """Stop what is being done; if nothing is, leave."""
        if self._working:
            self.workers.cancel_node(self)
            self.say("Stopped; nothing was written.")
        else:
            self.dismiss(None)
