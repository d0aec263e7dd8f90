"""Help: the rules of the puzzle on screen, in words and pictures, and the keys that work there."""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from rich.console import Group
from rich.table import Table
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.color import Color
from textual.containers import Vertical, VerticalScroll
from textual.strip import Strip
from textual.widgets import ContentSwitcher, Markdown, Static

from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Lesson
from puzzles.library.catalogue import Entry
from puzzles.library.lessons import lesson_pack, lesson_states, needed, tutorial
from puzzles.ui.board.sketch import as_text, sketch
from puzzles.ui.watch.bars import Tabs
from puzzles.ui.widgets.host import AnyScreen, ModalScreen
from puzzles.ui.widgets.keybar import key_shown

ROOM, HEIGHT = 70, 8  # characters that the pictures of a lesson take
WIDE = 76  # columns of a window from which keys stand in two columns
GROUPS = "Move", "Play", "Ask the solver", "Look", "App"
MOVE = {"left", "right", "first", "last", "page_up", "page_down", "go"}
ASK = {"hint", "watch", "check", "review", "predict", "assist", "solutions"}
LOOK = {"rulers", "letters", "turn", "zen", "copy", "share", "save"}
LEAVE = {"back", "leave", "quit"}
DO = {"act", "set", "rule_out"}
PAGES = KEYS, RULES = "keys", "rules"


class HelpScreen(ModalScreen[None]):
    """Shows the keys that were active on `about`, in groups, and the rules it offers."""

    def __init__(self, about: AnyScreen) -> None:
        super().__init__()
        name = type(about).__name__
        self._rules = written().get(name) or getattr(about, "help_text", "")
        self._puzzle: AnyPuzzle | None = getattr(about, "puzzle", None)
        entry: Entry | None = getattr(about, "entry", None)
        self._lessons: tuple[Lesson, ...] = ()
        if self._puzzle is not None:
            kinds = {} if entry is None else needed(self._puzzle, entry.level)
            self._lessons = (*tutorial(self._puzzle), *kinds.values())
        self.keys = key_groups(about)
        self._tabs = Tabs(["Keys", "Rules"])

    def compose(self) -> ComposeResult:
        with Vertical(id="help"):
            yield self._tabs
            with ContentSwitcher(initial=KEYS):
                with VerticalScroll(id=KEYS):
                    yield Static(key_table(self.keys, 1 + (self.app.size.width >= WIDE)))
                with VerticalScroll(id=RULES):
                    yield Markdown(self._rules, open_links=False)
                    if self._puzzle is not None and self._lessons:
                        yield from self._pictures(self._puzzle)
                        yield Static("[b]t[/b]  take these lessons again", classes="lesson")

    def _pictures(self, puzzle: AnyPuzzle) -> Iterable[Static]:
        """The pictures of the lessons, before and after each move, and words under them."""
        pack, settings = lesson_pack(puzzle, self._lessons), self.app.settings
        assert pack is not None
        ground = Color.parse(self.app.theme_variables["surface"]).rgb
        for level, lesson in zip(pack.levels, self._lessons, strict=True):
            states = lesson_states(puzzle, level, lesson)
            width = (ROOM + 3) // len(states) - 3
            boards = [sketch(puzzle, state, width, HEIGHT, ground, settings) for state in states]
            yield Static(side_by_side(boards), classes="picture")
            words = puzzle.with_palette_names(states[0], lesson.text, settings.palette)
            yield Static(words, classes="lesson")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "teach" or bool(self._lessons)

    def action_teach(self) -> None:
        assert self._puzzle is not None
        self.dismiss()
        self.app.call_later(self.app.teach, self._puzzle, self._lessons)

    def action_turn(self) -> None:
        self.action_open(1 - self._tabs.open)

    def action_open(self, index: int) -> None:
        self.query_one(ContentSwitcher).current = PAGES[index]
        self._tabs.show(index)
        self.query_one(f"#{PAGES[index]}").focus()

    def on_click(self, event: events.Click) -> None:
        if event.widget is not self._tabs:
            self.dismiss()


@cache
def written() -> dict[str, str]:
    """What `help.md` says of screens, by the names of their classes."""
    text = Path(__file__).with_name("help.md").read_text("utf-8")
    _, *parts = re.split(r"<!-- (\w+) -->\n", text)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def side_by_side(boards: list[list[Strip]]) -> Text:
    """Pictures of one height side by side, with arrows between them."""
    height = max(map(len, boards))
    lines = []
    for y in range(height):
        arrow = " → " if y == height // 2 else "   "
        parts = [
            as_text(board[y] if y < len(board) else None, board[0].cell_length) for board in boards
        ]
        lines.append(Text(arrow).join(parts))
    return Text("\n", no_wrap=True).join(lines)


def key_groups(screen: AnyScreen) -> dict[str, dict[str, str]]:
    """The keys of a screen by what they do, in the GROUPS that have any; bindings whose ids differ
    by a number share a line."""
    groups: dict[str, dict[str, list[str]]] = {group: {} for group in GROUPS}
    for active in screen.active_bindings.values():
        binding = active.binding
        if binding.id and active.enabled:
            description = binding.description.rstrip(" 0123456789")
            keys = groups[_group_of(binding.id.rstrip("0123456789"))]
            keys.setdefault(description, []).append(key_shown(binding.key))
    return {
        group: {
            description: " ".join(keys) if len(keys) < 5 else f"{keys[0]} … {keys[-1]}"
            for description, keys in lines.items()
        }
        for group, lines in groups.items()
        if lines
    }


def _group_of(binding: str) -> str:
    """The group of a binding, by its id: the part of the app that it belongs to, and its name."""
    where, _, name = binding.partition(".")
    if where == "app" or name in LEAVE:
        return "App"
    if name in LOOK:
        return "Look"
    if name in ASK:
        return "Ask the solver"
    moves = name in MOVE or name.startswith(("up", "down")) or where == "board"
    return "Move" if moves and name not in DO else "Play"


def key_table(groups: dict[str, dict[str, str]], columns: int) -> Table:
    """Return the groups with their keys, in `columns` of about the same height."""
    table = Table.grid(padding=(0, 3))
    parts: list[list[Table]] = [[] for _ in range(columns)]
    heights = [0] * columns
    for group, lines in groups.items():
        keys = Table.grid(padding=(0, 2))
        keys.add_column(justify="right", style="bold", no_wrap=True, min_width=9)
        keys.add_row("", Text(group, "bold underline"))
        for description, key in lines.items():
            keys.add_row(key, description)
        keys.add_row("", "")
        shortest = heights.index(min(heights))
        parts[shortest].append(keys)
        heights[shortest] += len(lines) + 2
    table.add_row(*(Group(*part) for part in parts))
    return table
