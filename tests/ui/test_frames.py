"""Frames that send only what has changed show what whole frames do."""

from __future__ import annotations

from itertools import groupby

import pyte
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from puzzles.ui.terminal.frames import RESET, Shown, is_frame

WIDTH, HEIGHT = 20, 4
STYLES = [
    Style.parse(text)
    for text in (
        "#112233 on #445566",
        "#ffffff on #445566",
        "#112233 on #000000",
        "on #445566",
        "#ffffff",
        "bold #112233 on #445566",
        "underline reverse #ffffff on #445566",
        "color(200) on color(17)",
        "bright_red on blue",
        "dim",
    )
]

styles = st.none() | st.sampled_from(STYLES)
segments = st.tuples(st.text("ab ▀enter", max_size=6), styles).map(lambda run: Segment(*run))
wide = st.tuples(st.text("ab 漢", max_size=4), styles).map(lambda run: Segment(*run))


def places(of):
    return st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, WIDTH - 1), st.lists(of))


frames = st.lists(places(segments), min_size=1, max_size=6)
frames_with_wide_letters = st.lists(places(segments | wide), min_size=1, max_size=6)


def written(places):
    """A frame as Textual writes it: no place twice."""
    console, out = Console(color_system="truecolor"), ""
    ordered = sorted(places, key=lambda place: place[:2])
    for y, group in groupby(ordered, key=lambda place: place[0]):
        pieces = list(group)
        ends = [*(x for _, x, _ in pieces[1:]), WIDTH]
        for (_, x, segments), end in zip(pieces, ends, strict=True):
            strip = Strip(segments).crop(0, end - x)
            out += f"\x1b[{y + 1};{x + 1}H{strip.render(console)}"
        out += "\n" * (y < HEIGHT - 1)
    return out + "\x1b[2;3H"


def visible(cell):
    """What can be seen of a cell: of a space, the colours of letters cannot."""
    if cell.data != " " or cell.reverse or cell.underscore:
        return cell
    return cell.bg


class Terminals:
    """One that gets whole frames, and one that gets what has changed."""

    def __init__(self):
        self.screens = [pyte.Screen(WIDTH, HEIGHT) for _ in range(2)]
        self.streams = [pyte.Stream(screen) for screen in self.screens]
        self.shown = Shown()
        for stream in self.streams:
            stream.feed("\x1b[?7l")  # lines are not wrapped

    def show(self, frame):
        sent = self.shown.changes(frame)
        for stream, data in zip(self.streams, (frame, sent), strict=True):
            stream.feed(data)
        cells = [
            [visible(screen.buffer[y][x]) for y in range(HEIGHT) for x in range(WIDTH)]
            for screen in self.screens
        ]
        assert cells[0] == cells[1]
        cursors = [(screen.cursor.y, screen.cursor.x) for screen in self.screens]
        assert cursors[0] == cursors[1]
        return sent


@given(st.lists(frames, max_size=5))
def test_the_terminal_shows_the_same(frames):
    terminals = Terminals()
    for frame in frames:
        data = written(frame)
        assert is_frame(data)
        terminals.show(data)


def test_a_picture_is_written_colour_by_colour():
    """Two colours in turn, as a chequered board has: each is sent once, not for each cell."""
    one, other = Style.parse("#112233 on #445566"), Style.parse("#ffffff on #000000")
    cells = [Segment("▀", (one, other)[i % 2]) for i in range(WIDTH)]
    sent = Terminals().show(written([(y, 0, cells) for y in range(HEIGHT)]))
    assert sent.count("38;2;17;34;51") == sent.count("38;2;255;255;255") == 1


@pytest.mark.slow
@given(st.lists(frames_with_wide_letters, max_size=5))
@example([[(0, 12, [Segment("漢")])], [(0, 13, [Segment("a")])], [(0, 12, [Segment("漢")])]])
@example([[(0, 6, [Segment("漢aa漢")]), (0, 7, [Segment("a")]), (0, 11, [Segment("a")])]])
def test_wide_letters_are_written_whole(frames):
    terminals = Terminals()
    for frame in frames:
        terminals.show(written(frame))


@given(frames)
def test_what_is_there_is_not_sent_again(frame):
    terminals = Terminals()
    data = written({y: (y, x, run) for y, x, run in frame}.values())  # nothing written over
    terminals.show(data)
    assert terminals.show(data) == "\x1b[2;3H"


def test_only_what_has_changed_is_sent():
    terminals, ground = Terminals(), Style.parse("#112233 on #445566")
    terminals.show(written([(2, 3, [Segment("abcdefghij", ground)])]))
    sent = terminals.show(written([(2, 3, [Segment("abcdefghiX", ground)])]))
    assert sent == f"\x1b[3;13H\x1b[38;2;17;34;51;48;2;68;85;102mX{RESET}\x1b[2;3H"


def test_what_is_beside_a_glyph_of_a_picture_goes_with_it():
    """Blocks of a font reach over their cells: a hairline of one would stay beside."""
    terminals, look = Terminals(), STYLES[0]
    terminals.show(written([(0, 3, [Segment("abc▄abc", look)])]))
    sent = terminals.show(written([(0, 6, [Segment("x", look)])]))
    assert sent.startswith("\x1b[1;6H")
    assert "cxa" in sent
    again = terminals.show(written([(0, 6, [Segment("y", look)])]))
    assert again.startswith("\x1b[1;7H")
    assert "a" not in again


def test_colours_in_force_are_not_sent_again():
    white, black = Style.parse("#ffffff on #445566"), Style.parse("#000000 on #445566")
    line = [Segment("a", white), Segment("  ", black), Segment("b", white), Segment("c", black)]
    sent = Terminals().show(written([(0, 0, line)]))
    assert sent.count("48;2;68;85;102") == 1
    assert sent.count("38;2;255;255;255") == 1
    assert sent.count("38;2;0;0;0") == 1


@pytest.mark.parametrize(
    "data",
    [
        "\x1b[1;1H\x1b]8;;http://a\x1b\\link\x1b]8;;\x1b\\\x1b[1;1H",
        "\x1b[1;1H\x1b[38;2;1;2;3mgoes on\x1b[2;1H",
        "\x1b[1;1He\u0301\x1b[1;1H",
        "\x1b[1;1Hab\x1b[K\x1b[1;1H",
        "\x1b[1;1H\x1b[99mab\x1b[0m",
    ],
    ids=["link", "style", "accent", "erase", "code"],
)
def test_what_is_not_understood_is_sent_as_it_is(data):
    shown = Shown()
    known = written([(0, 0, [Segment("ab")])])
    shown.changes(known)
    assert shown.changes(data) == data
    assert "ab" in shown.changes(known)


@pytest.mark.parametrize("data", ["\x1b[?2026h", "\x1b[?1049h", "\a", ""])
def test_other_things_are_no_frames(data):
    assert not is_frame(data)


def test_after_forgetting_all_is_sent():
    shown, data = Shown(), written([(0, 0, [Segment("ab", STYLES[0])])])
    first = shown.changes(data)
    shown.forget()
    assert shown.changes(data) == first
