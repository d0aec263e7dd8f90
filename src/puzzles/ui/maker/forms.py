"""What becomes of a level: it is kept in a pack of one's own, with what is proved of it, or shared
as a link or an ID on the clipboard, as a file, as a picture, or to print."""

import asyncio
from dataclasses import replace
from pathlib import Path

from textual import on, work
from textual.widgets import Input, Select

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.level import About, Level
from puzzles.core.offers import FILES, offers
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.solving import Answer, Limits
from puzzles.core.words import many
from puzzles.library import own
from puzzles.library.catalogue import Entry, entries
from puzzles.library.files import NewFile, Taken
from puzzles.library.ids import make_link
from puzzles.library.levels import Pack, claimed, slug
from puzzles.pictures.giving import given
from puzzles.running.question import Question
from puzzles.running.work import Failed, certify
from puzzles.ui.maker.verdict import Teller
from puzzles.ui.widgets.form import FormScreen, wrong
from puzzles.ui.widgets.guards import escape

CERTIFYING = Limits(seconds=5)
SHOWN = 3  # links that are shown before they are copied
LARGEST = 100_000  # characters of a certificate that a level carries
TICK = 0.2  # seconds between two looks at what is proved by now
SOLVING = Limits(seconds=10)  # each level that is printed with its solution
ID = "ID or link, to the clipboard"
SUFFIXES = {  # of files that can be written instead
    "level file": ".toml",
    "picture (PNG)": ".png",
    "picture (SVG)": ".svg",
    "to print (PDF)": ".pdf",
}


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
        self._proved, self._wanted = asyncio.Event(), False

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
        self._proved.set()

    def _tick(self) -> None:
        """Say what is proved by now, and what comes next."""
        note = self._note
        if not self._teller.verdict.claims:
            note = "not proved" if self._proved.is_set() else "not proved yet"
        waits = self._wanted and not self._proved.is_set()
        said = self._refused or "[b]enter again keeps it as it is[/]" * waits
        self.say("\n".join(filter(None, (self._teller.words, f"[dim]{note}[/]", said))))

    @on(Input.Changed)
    def _accept(self) -> None:
        self._refused = ""

    @work(exclusive=True, group="store")
    async def action_do(self) -> None:
        """Keep it once all is proved that can be soon; or, asked again, at once."""
        self._wanted = not self._wanted
        if self._wanted:
            self._tick()
            await self._proved.wait()
        title, pack, self._wanted = self.value("name"), self.value("pack") or own.MINE, False
        try:
            if not slug(title):
                raise UsageError("a level needs a name")
            level = claimed(self._puzzle, self._level, self._teller.verdict.claims, title)
            about = About(self.value("author"), self.value("remark"), self._certificate)
            level = replace(level, about=about)
            entry = await asyncio.to_thread(own.keep, self._puzzle, level, pack, self.replacing)
        except PuzzlesError as error:
            self._refused = wrong(error)
            if isinstance(error, own.There):
                self.replace(error.text)
            self._tick()
        else:
            self.dismiss(entry)


class ShareScreen(FormScreen[str | None]):
    """Shows the link or ID of a level, or of each level of its pack, and copies these or writes a
    file. Its result says what became of the levels."""

    def __init__(self, entry: Entry) -> None:
        pack, level = entry.pack, entry.level
        alone = replace(pack, levels=(level,), title=level.title, blurb="")
        self._packs = {level.title: alone}
        if len(pack.levels) > 1:
            self._packs[f"all of {pack.title}"] = pack
        fields: dict[str, str | list[str]] = {"levels": [*self._packs], "as": [ID]}
        if offers(FILES):
            fields |= {"as": [ID, *SUFFIXES], "file": str(Path.cwd() / "level")}
        super().__init__("[b]Share[/b]", fields, "Copy")

    @property
    def _pack(self) -> Pack:
        """What is shared."""
        return self._packs[self.value("levels")]

    def on_mount(self) -> None:
        """Enter copies at once; what else can be shared is chosen in the field above."""
        self.query_one("#do").focus()
        self._as()

    @on(Select.Changed)
    def _as(self) -> None:
        """Show what would be copied, or the file, which is called as it is written."""
        suffix = SUFFIXES.get(self.value("as"), "")
        for file in self.query("#form-file").results(Input):
            self.query(".field").last().display = bool(suffix)
            if suffix:
                stem = slug(self._pack.title) or self._pack.puzzle.id
                file.value = str(Path(file.value).with_name(stem + suffix))
        try:
            self.say("" if suffix else escape("\n".join(self._links(SHOWN))))
        except PuzzlesError as error:
            self.say(wrong(error))
        self.does("Write" if suffix else "Copy")

    def action_do(self) -> None:
        if not self.working:
            self._share()

    @work(group="do")
    async def _share(self) -> None:
        try:
            form = self.value("as")
            self.dismiss(self._copied() if form == ID else await self._written(form))
        except PuzzlesError as error:
            if isinstance(error, Taken):
                self.replace(self.value("file"))
            self.say(wrong(error))

    def _links(self, most: int | None = None) -> list[str]:
        """The links of the first levels, or their IDs where no page is known."""
        return [make_link(self.app.settings.page, entry.id) for entry in entries(self._pack)[:most]]

    def _copied(self) -> str:
        links = self._links()
        self.app.copy_to_clipboard("\n".join(links))
        return f"Copied {many(len(links), 'link' if self.app.settings.page else 'ID')}."

    async def _written(self, form: str) -> str:
        """Write the file; no other takes its place unasked."""
        name, notes = self.value("file"), list[str]()
        if not name:
            raise UsageError("say what the file is to be called")
        path, suffix = Path(name).expanduser(), SUFFIXES[form]
        palette = self.app.settings.palette
        file = NewFile(str(path), notes.append, force=name == self.replacing)
        answers, levels = list[Answer](), self._pack.levels
        for number, level in enumerate(levels if suffix == ".pdf" else (), 1):
            self.say(f"Solving {number} of {len(levels)} …  [dim]esc stops it[/]")
            question = Question(self._pack.puzzle, level, limits=SOLVING)
            answers.append(await self.app.solver.answer(question))
        file.write(await asyncio.to_thread(given, self._pack, suffix, palette, answers))
        return "; ".join([f"Wrote {path}", *notes]) + "."
