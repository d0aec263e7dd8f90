"""The tabs above a watched board, and the timeline below it."""

from collections.abc import Iterable, Sequence

from rich.text import Text
from textual import events
from textual.widget import Widget


class Tabs(Widget):
    """The views of the solver, numbered; a click opens one."""

    DEFAULT_CSS = "Tabs { height: 1; padding: 0 1; }"
    COMPONENT_CLASSES = {"tabs--open"}
    auto_links = False

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(id="tabs")
        self.names, self.open = names, 0

    def show(self, index: int) -> None:
        self.open = index
        self.refresh()

    def render(self) -> Text:
        strong = self.get_component_rich_style("tabs--open", partial=True)
        text = Text(no_wrap=True)
        for index, name in enumerate(self.names):
            label = Text(f" {index + 1} {name} ", strong if index == self.open else "dim")
            label.apply_meta({"@click": f"screen.open({index})"})
            text.append_text(label).append(" ")
        return text


class TimeBar(Widget):
    """The place of a viewer in a view: a line with a mark for each event that matters, and the
    step in numbers; a click goes there."""

    DEFAULT_CSS = "TimeBar { height: 1; padding: 0 1; }"
    COMPONENT_CLASSES = {"timebar--here", "timebar--mark"}

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

    def render(self) -> Text:
        cells = ["─"] * self._length
        marked = {self._place(number) for number in self._marks}
        for place in marked:
            cells[place] = "┼"
        here = self._place(self._number)
        cells[here] = "●"
        text = Text("".join(cells), "dim", no_wrap=True)
        strong = self.get_component_rich_style("timebar--mark", partial=True)
        for place in marked - {here}:
            text.stylize(strong, place, place + 1)
        text.stylize(self.get_component_rich_style("timebar--here", partial=True), here, here + 1)
        return text.append(f"  {self.words}")

    async def on_click(self, event: events.Click) -> None:
        at = event.get_content_offset(self)
        if at is not None and at.x < self._length and self._total:
            share = at.x / max(1, self._length - 1)
            await self.run_action(f"screen.go_to({round(share * self._total)})")
