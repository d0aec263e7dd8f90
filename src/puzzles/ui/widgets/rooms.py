"""The rooms of the app, each with a stack of screens of its own, and the bar that leads there."""

from rich.text import Text
from textual import getters, work
from textual.app import ComposeResult
from textual.widget import Widget

from puzzles.player.records import today
from puzzles.ui.widgets.host import Host, Screen, key_of
from puzzles.ui.widgets.keybar import KeyBar

ROOMS = {"play": "Play", "today": "Today", "make": "Make", "you": "You"}
WIDE = 100  # columns from which on the bar has words
MINUTE = 60.0  # seconds


class RoomBar(Widget):
    """The rooms by their keys, how far the player is, and the keys for all of them; a click goes
    there."""

    COMPONENT_CLASSES = {"roombar--here", "roombar--key", "roombar--done"}
    app = getters.app(Host)
    auto_links = False

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _: self.refresh())

    def render(self) -> Text:
        here, key, done = (
            self.get_component_rich_style(f"roombar--{part}", partial=True)
            for part in ("here", "key", "done")
        )
        wide = self.size.width >= WIDE
        line = Text(" puzzles ", "bold", no_wrap=True)
        for room, name in ROOMS.items():
            label = Text.assemble(" ", (key_of(self.screen, f"rooms.{room}"), key), f" {name} ")
            label.stylize(here if room == self.app.current_mode else "dim")
            label.apply_meta({"@click": f"app.room('{room}')"})
            line.append_text(label)
        end = Text.assemble((self._standing(wide), done))
        for binding, action, word in (
            ("home.search", "app.home('search')", " search" * wide),
            ("app.settings", "app.settings", ""),
            ("app.help", "app.help", ""),
        ):
            label = Text.assemble("  ", (key_of(self.screen, binding), key), word)
            label.apply_meta({"@click": action})
            end.append_text(label)
        line.pad_right(max(1, self.content_size.width - line.cell_len - end.cell_len - 1))
        return line.append_text(end)

    def _standing(self, wide: bool) -> str:
        known = self.app.known
        if not (solved := known.counted.solved):
            return ""
        streak = f" · streak {now}" if (now := known.streaks(today())[0]) else ""
        perfect = f"✦ {known.counted.perfect}"
        return f"{solved} solved · {perfect}{streak}" if wide else f"{solved} {perfect}"


class Room(Screen[None]):
    """A screen in one of the rooms, under the bar. What is known of the player is read whenever it
    comes to the front, as after a game, or another day has begun, and then `recalled`."""

    def __init__(self, *parts: Widget) -> None:
        super().__init__()
        self._parts = parts
        self._day = today()

    def compose(self) -> ComposeResult:
        yield RoomBar()
        yield from self._parts
        yield KeyBar()

    def on_mount(self) -> None:
        self.set_interval(MINUTE, self.turn)

    def on_screen_resume(self) -> None:
        self.read_standing()

    def turn(self) -> None:
        """Go with the day: this is called each minute."""
        if self._day != (day := today()) and self.is_current:
            self._day = day
            self.read_standing()

    @work(exclusive=True, group="standing")
    async def read_standing(self) -> None:
        """Read what is known, off the event loop, and show it."""
        await self.app.recall()
        if self.is_running:
            self.recalled()

    def recalled(self) -> None:
        """Show what is known now."""
        self.query_one(RoomBar).refresh()

    def again(self) -> None:
        """Show the room as one enters it, when its own key is pressed."""
