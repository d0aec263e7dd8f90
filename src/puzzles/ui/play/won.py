"""The answers to a win: a word over the board, a card in the side panel, and the end of a pack."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import zip_longest

from textual import events
from textual.app import ComposeResult
from textual.containers import Grid, VerticalScroll
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Static

from puzzles.core.puzzle import Award
from puzzles.core.words import many
from puzzles.library.catalogue import Entry
from puzzles.player.session import clock_text, help_taken
from puzzles.player.winning import WinReport, share_pack
from puzzles.ui.board.sketch import Sketch
from puzzles.ui.home.faces import cut
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import Screen
from puzzles.ui.widgets.keybar import KeyBar

SHOWN = 3.0  # seconds, unless a key or a click comes first
HALVES = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def large(word: str) -> str:
    """Return a word in capitals of four lines, drawn with half blocks."""
    from PIL import Image, ImageDraw, ImageFont

    font = ImageFont.load_default_imagefont()
    image = Image.new("1", (20 * len(word), 20))
    at = 0.0
    for letter in word.upper():
        ImageDraw.Draw(image).text((at, 0), letter, 1, font)
        at += font.getlength(letter) + 1
    width, height = (image := image.crop(image.getbbox())).size
    rows = [[int(bool(image.getpixel((x, y)))) for x in range(width)] for y in range(height)]
    pairs = zip_longest(rows[::2], rows[1::2], fillvalue=[0] * width)
    return "\n".join("".join(map(HALVES.__getitem__, zip(*pair, strict=True))) for pair in pairs)


class Banner(Static):
    """Lies over the middle of its first sibling; not shown at first."""

    def __init__(self) -> None:
        super().__init__(id="banner", markup=False)
        self.display = False

    def show(self, word: str) -> None:
        """Show a word for a moment, as large as there is room for."""
        assert isinstance(self.parent, Widget)
        over = self.parent.children[0].region - self.parent.content_region.offset
        text = " ".join(word.upper())
        with suppress(ImportError):  # where there is no Pillow, as on a page
            if (drawn := large(word)).index("\n") + 6 <= over.width:
                text = drawn
        self.update(text)
        lines = text.split("\n")
        width, height = len(lines[0]) + 6, len(lines) + 2  # with its padding
        aside, above = (over.width - width) // 2, (over.height - height) // 2
        self.styles.offset = over.x + aside, over.y + above
        self.display = True
        self.set_timer(SHOWN, self.hide)

    def hide(self) -> None:
        self.display = False


TONES = {"best": "[b $success]✦ {} ✦[/]", "good": "[b $warning]{}[/]", "plain": "[b]{}[/]"}
BAR = 8  # columns that show how much of a pack is solved
TITLE = 24  # columns that the title of the next level may take


def award_shown(award: Award) -> str:
    """Return the words for a result (Rich markup)."""
    return TONES[award.tone].format(award.word)


Link = Callable[[str, str], str]  # the key of a binding with words, to be clicked


def card(report: WinReport, link: Link, width: int, clock: bool, kind: str = "") -> str:
    """The card (Rich markup), in a column, or where it is `width` columns wide, in few lines. A
    `kind` of reasons can be practised."""
    streak = [f"{many(report.streak, 'day')} in a row"] if report.streak else []
    records = [f"[$accent]★[/] {words}" for words in (*report.new, *streak)]
    pack, still = _pack(report), [f"[dim]{words}[/]" for words in report.open]
    parts = [_result(report, clock), records, [*pack, *still], _keys(report, link, kind)]
    if width:
        (head, *facts), news, _, keys = parts
        lines = [f"{head}  {' · '.join(facts)}", " · ".join(news)]
        lines.append("  ".join([*pack, " · ".join(still)]))
        lines.append(" · ".join(keys))
        return "\n".join(filter(None, lines))
    return "\n\n".join("\n".join(part) for part in parts if part)


def _result(report: WinReport, clock: bool) -> list[str]:
    puzzle, win = report.entry.pack.puzzle, report.win
    target = "" if win.target is None else f", {puzzle.aim.target(win.target)}"
    award = puzzle.award(win.grade, win.helped)
    lines = [award_shown(award)]
    if puzzle.aim.stepwise or win.moves != win.target:  # or else it says nothing
        lines.append(puzzle.count_of(win.moves) + target)
    if over := _over(report):
        lines.append(puzzle.aim.over(over))
    if clock and win.seconds is not None:
        before = "" if report.fastest is None else f", best {clock_text(report.fastest)}"
        lines.append(clock_text(win.seconds) + before)
    if win.helped:
        lines.append(f"[dim]{help_taken(win.hints, win.watched)}[/]")
    return lines


def _over(report: WinReport) -> int:
    """Return how many moves over its target a game without help took."""
    target, moves = report.win.target, report.win.moves
    return 0 if target is None or report.win.helped else max(0, moves - target)


def _pack(report: WinReport) -> list[str]:
    """Return the state of the pack; nothing about one of a single level."""
    standing = report.standing
    if standing.total < 2:
        return []
    filled = max(1, BAR * standing.solved // standing.total)
    bar = f"[$success]{'━' * filled}[/][dim]{'─' * (BAR - filled)}[/]"
    title = f"[b]{escape(report.entry.pack.title)}[/]"
    if standing.complete:
        title += " [b $success]complete[/]" if report.completes else " [$success]complete[/]"
    counts = f"{standing.solved}/{standing.total}"
    perfect = f" [$success]✦[/] {standing.perfect}" if standing.perfect else ""
    return [title, f"{bar} {counts}{perfect}"]


def _keys(report: WinReport, link: Link, kind: str) -> list[str]:
    """Return the keys that work now; a click on a word does it."""
    keys = {"game.on": following(report)}
    if over := _over(report):
        keys["play.restart"] = "try again"
    if kind:
        keys["play.practise"] = f"practise {kind}: five questions"
    back = "where it was lost" if over else "look back"
    keys["play.review"] = "both games" if report.entry.ghost else back
    keys |= {"play.copy": "copy", "play.picture": "challenge"}
    return [link(binding, words) for binding, words in keys.items()]


def following(report: WinReport) -> str:
    """Return the place that going on leads to (Rich markup)."""
    pack = report.entry.pack
    if report.completes:
        return f"all of {escape(cut(pack.title, TITLE))}"
    if (ahead := report.ahead) is not None:
        where = "journey:" if report.travelling else ahead.index + 1
        return f"{where} {escape(cut(ahead.level.title, TITLE))}"
    return "a new one like this" if pack.puzzle.can("generator.make") else "the levels"


# Characters of a board, the largest first.
SIZES = (Size(24, 12), Size(18, 9), Size(14, 7), Size(10, 5), Size(8, 4), Size(6, 3))
GAP = 2, 1  # between two
LINES = 9  # that are not the boards'


class PackScreen(Screen[None]):
    """Shows a pack that a win has completed."""

    def __init__(self, report: WinReport) -> None:
        super().__init__()
        self._report, self._pack = report, report.entry.pack
        self._boards = [Sketch(id=f"board-{index}") for index in range(len(self._pack.levels))]

    def compose(self) -> ComposeResult:
        pack, standing = self._pack, self._report.standing
        yield Static(f"[b]{escape(pack.title)}[/]  [dim]{escape(pack.puzzle.title)}[/]", id="title")
        with VerticalScroll(id="pack"):
            yield Static("[b $success]✦  ✦  ✦[/]\n[b]Complete[/]", classes="centred")
            time = f" · {clock_text(standing.seconds)}" if self.app.settings.clock else ""
            yield Static(f"{standing}{time}", classes="centred")
            yield Grid(*self._boards, id="boards")
        yield KeyBar()

    async def on_mount(self) -> None:
        won = await asyncio.to_thread(self.app.saves.won)
        for index, board in enumerate(self._boards):
            entry = Entry(self._pack, index)
            board.show(entry, won.get(entry.name, ()))

    def on_resize(self, event: events.Resize) -> None:
        """Make the boards as large as they all fit, or else small, and scroll."""
        space, count = event.size - (4, LINES) + GAP, len(self._boards)
        for size in SIZES:
            across = space.width // (size.width + GAP[0])
            if count <= across * (space.height // (size.height + GAP[1])):
                break
        across = max(1, min(count, across))
        look = self.query_one(Grid).styles
        look.grid_size_columns = across
        look.width = across * (size.width + GAP[0]) - GAP[0]
        look.grid_columns, look.grid_rows = str(size.width), str(size.height)

    def action_copy(self) -> None:
        """Copy what all came to, without a word about how."""
        self.app.copy_to_clipboard(share_pack(self._pack, self._report.standing))
        self.notify("Copied, without spoilers.")
