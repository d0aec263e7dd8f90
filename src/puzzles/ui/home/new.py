"""A new level as it is wished for: a dialogue made from the options that a puzzle declares."""

from collections.abc import Iterable
from time import monotonic

from textual import on, work
from textual.widget import Widget
from textual.widgets import Button, Select

from puzzles.core.errors import PuzzlesError, UsageError
from puzzles.core.level import Level
from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Option
from puzzles.core.tables import Values
from puzzles.library.catalogue import Entry
from puzzles.player.overview import Item
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.home.faces import about
from puzzles.ui.widgets.form import FormScreen, wrong
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import key_of

TICK = 0.25  # seconds between two looks at the clock


class NewScreen(FormScreen[Entry | None]):
    """Asks what a level is to be like, makes it, and shows it; its result is the level to play.

    The wishes that led to a level `like` it stand in the fields at first, but for numbers: what
    fits one size seldom fits another.
    """

    ANY = "any"
    VERTICAL_BREAKPOINTS = [(0, "-low"), (23, "-high")]

    def __init__(self, puzzle: AnyPuzzle, like: Level) -> None:
        wishes = puzzle.generator.like(like)
        self._options: tuple[Option, ...] = puzzle.generator.OPTIONS
        texts = {o.name: str(wishes.get(o.name) or "") for o in self._options if o.type is str}
        fields = {o.name: o.choices or texts.get(o.name, "") for o in self._options}
        super().__init__(f"[b]New level[/b]  {puzzle.title}", fields, "Make")
        self.puzzle, self._wishes = puzzle, wishes
        self._began = 0.0
        self._made: Entry | None = None

    def beside(self) -> Iterable[Widget]:
        yield Sketch(id="made")

    def buttons(self) -> Iterable[Widget]:
        yield Button("Play", id="play", compact=True, disabled=True)

    def on_mount(self) -> None:
        for option in self._options:
            if (value := self._wishes.get(option.name)) in option.choices:
                self.query_one(f"#form-{option.name}", Select).value = value
        self.set_interval(TICK, self._tick)
        self.on_descendant_focus()

    def on_descendant_focus(self) -> None:
        """Say what the field that is pointed at means."""
        if not self.working and self._made is None:
            for option in self._options:
                if self.focused is not None and self.focused.id == f"form-{option.name}":
                    self.say(f"[dim]{escape(option.text)}[/]")

    def _tick(self) -> None:
        if self.working:
            seconds = monotonic() - self._began
            key = key_of(self, "form.cancel")
            self.say(f"Making a level … {seconds:.0f} s  [dim]{key} stops it[/]")

    def wishes(self) -> Values:
        """Return the values of the fields. Raises UsageError for one that is no number."""
        found: Values = {}
        for option in self._options:
            value = self.value(option.name)
            if value and option.type is int and not (value.isascii() and value.isdigit()):
                raise UsageError(f"{option.name} is a whole number, not {value!r}")
            if value:
                found[option.name] = option.type(value)
        return found

    @work(exclusive=True, group="do")
    async def action_do(self) -> None:
        """Make a level, in place of one that is there or is being made."""
        play, self._made, self._began = self.query_one("#play", Button), None, monotonic()
        play.disabled = True
        self._tick()
        try:
            pack = await self.app.ahead.make(self.puzzle, self.wishes())
        except PuzzlesError as error:
            self.say(wrong(error))
            return
        self._made = Entry(pack, 0)
        self.query_one(Sketch).show(self._made, ())
        facts = about(Item.of(self._made))
        self.say(f"[b]{escape(pack.levels[0].title)}[/b]  {escape(facts)}\n[dim]{pack.blurb}[/]")
        play.disabled = False
        play.focus()

    @on(Button.Pressed, "#play")
    def action_play(self) -> None:
        self.dismiss(self._made)
