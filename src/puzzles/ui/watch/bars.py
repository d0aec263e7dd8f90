"""The tabs above a watched board, and the timeline below it."""

from collections.abc import Iterable, Sequence

from textual import events
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static


class Tabs(Static):
    """Views by number, such as those of the solver; a click opens one."""

    auto_links = False

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(id="tabs")
        self.names = names
        self.show(0)

    def show(self, index: int) -> None:
        self.open = index
        look = ["dim"] * len(self.names)
        look[index] = "b $background on $accent"
        names = (
            f"[{look[at]} @click=screen.open({at})] {at + 1} {name} [/]"
            for at, name in enumerate(self.names)
        )
        self.update(" ".join(names))


class TimeBar(Widget):
    """The place of a viewer in a view: a line with a mark for each event that matters, and the
    step in numbers; a click goes there."""

    def __init__(self) -> None:
        super().__init__(id="timebar")
        self._number = self._total = 0
        self._marks: list[int] = []
        self.words = ""

    def show(self, number: int, total: int, words: str, marks: Iterable[int] = ()) -> None:
        """Show that one is at the step `number` of `total`, which `words` say."""
        self._number, self._total, self.words = number, total, words
        self._marks = list(marks)
        self.refresh()

    @property
    def _length(self) -> int:
        return max(1, self.content_size.width - len(self.words) - 2)

    def _place(self, number: int) -> int:
        share = number / self._total if self._total else 0
        return min(self._length - 1, int(share * (self._length - 1) + 0.5))

    def render(self) -> Content:
        cells = ["─"] * self._length
        for number in self._marks:
            cells[self._place(number)] = "[$error]┼[/]"
        cells[self._place(self._number)] = "[b $accent]●[/]"
        return Content.from_markup(f"[dim]{''.join(cells)}  $words[/]", words=self.words)

    async def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is not None and at.x < self._length and self._total:
            share = at.x / max(1, self._length - 1)
            await self.run_action(f"screen.go_to({round(share * self._total)})")
