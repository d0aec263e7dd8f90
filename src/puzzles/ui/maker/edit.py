"""The editor: a board that is drawn, or was read off a picture, what the solver says of it
meanwhile, and the ways to play it and to keep it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt
from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.widgets import Static

from puzzles.characters.frame import Frame
from puzzles.core.errors import LevelError
from puzzles.core.level import Level
from puzzles.core.palettes import inks
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.reading import Reading
from puzzles.core.results import NO, SEVERAL
from puzzles.core.words import many
from puzzles.library.catalogue import Entry
from puzzles.library.levels import level_toml, read_pack, slug
from puzzles.player.draft import Draft
from puzzles.player.game import Game
from puzzles.player.saves import Saves
from puzzles.player.tools import Tool
from puzzles.ui.board.sketch import as_text
from puzzles.ui.maker.choices import AssistScreen
from puzzles.ui.maker.forms import KeepScreen, ShareScreen
from puzzles.ui.maker.hand import HandScreen
from puzzles.ui.maker.verdict import SolutionsScreen, Teller
from puzzles.ui.terminal.styles import line
from puzzles.ui.watch.watch import WatchScreen
from puzzles.ui.widgets.form import QuestionScreen
from puzzles.ui.widgets.guards import escape

WIDTH = 20  # characters of a line, beside a scrollbar
# Lines of the window that a photograph leaves to what is asked about it, and to the rest of the
# panel; and the columns that it has there.
MARGIN, PANEL, ROOM = 8, 29, WIDTH
# What becomes of a board: the key, a word, and the action.
DONE = "P play screen.play", "S solve screen.watch", "K keep screen.keep", "W share screen.share"


class EditScreen(HandScreen):
    """Doubtful cells are lit until they are looked at."""

    SIDE_LEAST, BELOW = 40, 12  # there is much to say
    VERTICAL_BREAKPOINTS = [(0, "-low"), (36, "-high")]

    def __init__(self, draft: Draft, reading: Reading | None = None) -> None:
        """The `reading` is that of the picture that the board was read off."""
        self.reading, puzzle = reading, draft.puzzle
        self.teller = Teller(self.app.solver, puzzle, self._show_verdict)
        self._verdict = Static(id="verdict")
        self._whole, self._done = Static(id="whole"), Static(id="done")
        self._read = Static(id="read")  # the picture, small
        self.draft = draft
        super().__init__(draft, self._heading(draft.sketch.title))

    def _heading(self, title: str) -> str:
        origin = "a board of your own" if self.reading is None else "from a picture"
        return f"[b]{escape(title)}[/b]  [dim]{self.draft.puzzle.title} · {origin}[/dim]"

    @classmethod
    def of(cls, puzzle: AnyPuzzle, board: Level | Reading, saves: Saves) -> "EditScreen":
        """Return a screen to change a level, or to correct the reading of a picture."""
        if not isinstance(board, Reading):
            return cls(Draft(puzzle, puzzle.maker.sketch(board), saves))
        sketch = puzzle.maker.sketch(board.level)
        return cls(Draft(puzzle, sketch, saves, board.doubtful), board)

    def on_mount(self) -> None:
        self.take_letters()
        self._side.mount(self._verdict, before=self.status)
        self._side.mount(self._whole, self._done, after=self.status)
        self._side.mount(self._read, after=self._done)
        self._verdict.border_title, self._done.border_title = "Check", "Done"
        self._done.update("\n".join(wrapped([button(*each.split()) for each in DONE])))
        self.query(".of-puzzle").set(display=False)  # it is for playing
        self._redraw()
        if self.reading is not None:
            self.call_after_refresh(self._offer, self.reading)

    def _arrange(self, size: Size) -> None:
        super()._arrange(size)
        picture = None if self.reading is None else self.reading.picture
        height = self._side.styles.height
        if picture is not None and height is not None:
            self._read.update(photograph(picture, int(height.value) - PANEL, ROOM))

    def _offer(self, reading: Reading) -> None:
        """Ask what to do with a board that was read, if it is one that can be played."""
        try:
            level = self._level().level
        except LevelError:
            return
        board = f"{self.puzzle.title} {self.puzzle.facts(level)['size']}"
        self.app.push_screen(ReadCard(reading, board), self.follow)

    def action_watch(self) -> None:
        if (entry := self._entry()) is not None:
            self.app.push_screen(WatchScreen(Game(entry)))

    def _show(self) -> None:
        super()._show()
        draft, doubtful, lines = self.draft, self.draft.doubtful, list[str]()
        if self.reading is not None:
            sure = f"{100 * self.reading.confidence:.0f} % sure"
            lines += map(escape, (sure, *self.reading.reasons))
        if self.reading is not None or doubtful:
            lines.append(f"[@click=screen.doubtful]{many(len(doubtful), 'cell')} doubtful[/]")
        asked = (demand for demand in draft.demands if demand.value != demand.values[0])
        lines += [escape(f"{demand.name}: {demand.value}") for demand in asked]
        if draft.symmetry:
            lines.append(f"symmetry: {draft.symmetries[draft.symmetry]}")
        self._whole.border_title = f"Board {self.puzzle.facts(draft.sketch)['size']}"
        self._whole.update("\n".join([*lines, button("C", "change all of it", "screen.demands")]))
        self.status.border_title = escape(f"Draw: {self._painted(self.tool.name)}")
        shown = enumerate(self.board.scene().inks)
        drawn = {ink.look: "rgb({},{},{})".format(*self.board.ink(n)) for n, ink in shown}
        palette = self.app.settings.palette
        self.tell("\n".join(brush_lines(draft, self.tool, self.letters, palette, drawn)))

    def _redraw(self) -> None:
        self.teller.forget()
        super()._redraw()
        self._judge()

    @work(exclusive=True, group="judge")
    async def _judge(self) -> None:
        await self.teller.tell(lambda: self._level().level)

    def on_screen_suspend(self) -> None:
        """Stop judging: the solver answers one question at a time, and others may ask now."""
        self.workers.cancel_group(self, "judge")

    def on_screen_resume(self) -> None:
        self._judge()

    # What the solver says ------------------------------------------------------------------

    def _show_verdict(self) -> None:
        outcome = self.teller.verdict.result
        deeds = list[str]()
        if self.teller.verdict.solutions:
            deeds.append(button("v", "compare two", "screen.solutions"))
        if self.puzzle.can("maker.assist"):
            words = "repair" if outcome in (NO, SEVERAL) else "assist"
            deeds.append(button("A", words, "screen.assist"))
        told = filter(None, (self._painted(self.teller.words), *wrapped(deeds)))
        self._verdict.update("\n".join(told))
        self._verdict.set_classes(f"-{outcome}" if outcome else "")
        self._mark()

    def _lit(self) -> set[int]:
        """Return what the tool points at, and what the verdict is about, or else is doubtful."""
        told = map(self.draft.grid.cell, self.teller.verdict.lit)
        return {*super()._lit(), *({*told} or self.draft.doubtful)}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if action == "assist":
            return self.puzzle.can("maker.assist")
        return super().check_action(action, parameters)

    def action_assist(self) -> None:
        """Let the board be changed into what is wished for."""
        screen = AssistScreen(self.draft, self._show_proposed)
        self.app.push_screen(screen, lambda _: self._redraw())

    def _show_proposed(self, shown: Level) -> None:
        """Show another board, of which the verdict says nothing."""
        self.teller.forget()
        self.board.show(self.puzzle.start(shown))

    def action_solutions(self) -> None:
        if self.teller.verdict.solutions:
            level = self._level().level
            self.app.push_screen(SolutionsScreen(self.puzzle, level, self.teller.verdict))
        else:
            self.say("There are no two solutions to look at.")

    def action_doubtful(self) -> None:
        if doubtful := self.draft.doubtful:
            cell = min([cell for cell in doubtful if cell > self.board.cursor] or doubtful)
            self.board.point_at(cell)
            self.say(f"Is [b]{self.draft.grid.name(cell)}[/b] right?")
        else:
            self.say("No cell is doubtful.")

    # Leaving with a level ------------------------------------------------------------------

    def _level(self) -> Entry:
        """Return the level as it is now; raises LevelError while it is none."""
        sketch = self.draft.sketch
        return Entry(read_pack(f"{slug(sketch.title)}.toml", level_toml(self.puzzle, sketch)), 0)

    def _entry(self) -> Entry | None:
        """The level as it is now, or a message why it is none yet."""
        try:
            return self._level()
        except LevelError as error:
            self.say(f"[$warning]Not yet: {escape(error.reason)}.[/]")
            return None

    def action_play(self) -> None:
        if (entry := self._entry()) is not None:
            self.app.open(entry, lessons=False)

    def action_keep(self) -> None:
        """Put the level into a pack of the player's own."""
        if (entry := self._entry()) is not None:
            self.app.push_screen(KeepScreen(self.puzzle, entry.level, self.teller), self._kept)

    def _kept(self, entry: Entry | None) -> None:
        if entry is not None:
            title = entry.level.title
            if title != self.draft.sketch.title:
                self.draft.become(replace(self.draft.sketch, title=title))
                self.query_one("#title", Static).update(self._heading(title))
            self.say(escape(f"Kept in {entry.pack.title}: {title}."))

    def action_share(self) -> None:
        if (entry := self._entry()) is not None:
            self.app.push_screen(ShareScreen(entry), lambda said: self.say(escape(said or "")))


class ReadCard(QuestionScreen[str | None]):
    """Asks what to do with a board that was read off a picture, which it shows, and how sure that
    is. Its result is an action of the editor, or None for a board to correct."""

    REASON = (
        "[@click=screen.dismiss('play')][b]enter[/b] play[/]   "
        "[@click=screen.dismiss('watch')][b]S[/b] solve[/]   "
        "[@click=screen.dismiss(None)][b]E[/b] correct[/]"
    )

    def __init__(self, reading: Reading, board: str) -> None:
        super().__init__()
        self.QUESTION, self._picture = f"[b]{escape(reading.words(board))}[/b]", reading.picture

    def compose(self) -> ComposeResult:
        if self._picture is not None:
            yield Static(photograph(self._picture, self.app.size.height - MARGIN), id="photograph")
        yield from super().compose()


def photograph(picture: npt.NDArray[np.uint8], most: int, wide: int = 32) -> Text:
    """Return a picture (height, width, 3) in so many lines and columns at most, two pixels in a
    character."""
    from PIL import Image

    height, width = picture.shape[:2]
    lines = max(1, min(most, height // 2, wide * height // (2 * width)))
    columns = max(1, round(2 * lines * width / height))
    shown = np.asarray(Image.fromarray(picture).resize((columns, 2 * lines), Image.Resampling.BOX))
    frame = Frame.of(np.full((lines, columns), "▀"), shown[::2], shown[1::2])
    return Text("\n").join(as_text(line(frame, y), columns) for y in range(lines))


# The panel --------------------------------------------------------------------------------


def brush_lines(
    draft: Draft, tool: Tool, letters: dict[str, str], palette: str, drawn: Mapping[str, str]
) -> list[str]:
    """Return what there is to draw with: dots and colours as they are `drawn`, or in those of a
    palette, with digits; others by name, `letters` lit (markup); `tool` is the selected one's."""
    brushes, taken = draft.brushes, draft.selected
    own = [thing.ink for thing in brushes if thing.ink]
    dyes = {ink: drawn.get(look, look) for ink, look in zip(own, inks(palette, own), strict=True)}
    digits = {thing.key: digit for digit, thing in draft.digits.items()}
    dots, tools = list[str](), list[str]()
    for number, thing in enumerate(brushes):
        here, name = "▸" if thing == taken else " ", thing.name
        if thing.key.isalnum():
            key = f"[b]{escape(digits.get(thing.key, thing.key))}[/b]"
            words = f"[on {dyes[thing.ink]}]  [/]{key}" if thing.ink else f"{key} {escape(name)}"
        else:
            letter = letters.get(thing.key, "")
            at = name.lower().find(letter.lower())
            words = f"{escape(name[:at])}[b u]{letter}[/]{escape(name[at + 1 :])}"
            words = words if letter else f"[b]{escape(thing.key)}[/b] {escape(name)}"
        line = f"[b]{here}[/b][@click=screen.take({number})]{words}[/]"
        (dots if thing.key.isalnum() else tools).append(line)
    return [*wrapped(dots, gap=""), *wrapped([*tools, " [@click=screen.pour][b u]f[/]ill[/]"])]


def button(key: str, words: str, action: str) -> str:
    """Words with their key that can be clicked (Rich markup); enter is what comes first."""
    look = "b $background on $accent" if key == "enter" else "$border-foreground on $border"
    return f"[@click={action}][{look}] [b]{key}[/b] {words} [/][/]"


def wrapped(pieces: Iterable[str], width: int = WIDTH, gap: str = " ") -> list[str]:
    """Lines of these pieces, as many in each as there is room for."""
    lines = list[str]()
    for piece in pieces:
        longer = f"{lines[-1]}{gap}{piece}" if lines else ""
        if lines and Content.from_markup(longer).cell_length <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines
