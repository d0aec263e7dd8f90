"""The whole app once, in a real (pseudo-)terminal of 80×24, driven through its file descriptor."""

from __future__ import annotations

import pexpect
import pytest

from puzzles.player.settings import settings_file
from terminal import Terminal

PACK = """
puzzle = "kami"
title = "Trial"
[[level]]
title = "Flag"
par = 2
grid = "triangle"
board = \"\"\"
R>  <RW>  <WB>  <B
 <RR>  <WW>  <BB>
R>  <RW>  <WB>  <B
 <RR>  <WW>  <BB>
\"\"\"
"""


PIPES = '''
puzzle = "flow"
board = """
.....
ABC..
D.B..
.E.C.
.D.EA
"""
'''


@pytest.fixture
def terminal(tmp_path, request):
    """The app at the level of the fixture's parameter."""
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text('clock = false\nanimations = "none"\n')
    level = tmp_path / "trial.toml"
    level.write_text(request.param)
    app = Terminal(80, 24, [f"{level}:1"], {"PUZZLES_GLYPHS": "half"})
    yield app
    app.close()


@pytest.mark.parametrize("terminal", [PACK], indirect=True)
def test_play_to_the_end_watch_and_quit(terminal):
    assert terminal.wait_for(lambda text: "0 of 2 moves" in text)
    assert "Flag" in terminal.text()
    terminal.press("1<space>")
    assert terminal.wait_for(lambda text: "1 of 2 moves" in text)
    # The panel lists Blue third; its line can be clicked, and so can the board.
    line = next(y for y, row in enumerate(terminal.screen.display) if "Blue" in row)
    terminal.press(f"<click {terminal.screen.display[line].index('Blue')} {line}>")
    assert terminal.wait_for(lambda text: "Blue ◀" in text)
    terminal.press("<space>")
    assert terminal.wait_for(lambda text: "perfect" in text)
    terminal.press("R")
    assert terminal.wait_for(lambda text: "0 of 2 moves" in text)
    terminal.press("S")
    assert terminal.wait_for(lambda text: "Proved optimal" in text, 120)
    terminal.press("G")
    assert terminal.wait_for(lambda text: "move 2 of 2" in text and "at the end" in text)
    terminal.press("<esc>")
    assert terminal.wait_for(lambda text: "0 of 2 moves" in text)
    terminal.press("\x11")
    terminal.child.expect(pexpect.EOF, timeout=60)
    assert terminal.child.wait() == 0


def go(way: str) -> str:
    """Key presses that take the cursor, and the pipe it holds, along: `r2 d4`."""
    names = {"u": "<up>", "d": "<down>", "l": "<left>", "r": "<right>"}
    return "".join(names[part[0]] * int(part[1:]) for part in way.split())


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [PIPES], indirect=True)
def test_draw_the_pipes_of_a_whole_board(terminal):
    assert terminal.wait_for(lambda text: "joined 0 of 5" in text)
    # The cursor starts in the middle; a pipe that reaches its second dot is let go by itself.
    strokes = [
        ("l2 u1", "u1 r4 d4"),
        ("l3 u3", "d1 r1"),
        ("u1", "r1 d2"),
        ("u1 l3", "d2 r1"),
        ("u1", "r1 d1 r1"),
    ]
    for done, (there, along) in enumerate(strokes, 1):
        terminal.press(go(there) + "<space>" + go(along))
        told = f"joined {done} of 5" if done < len(strokes) else "perfect"
        assert terminal.wait_for(lambda text, told=told: told in text), terminal.text()
    terminal.press("R")
    assert terminal.wait_for(lambda text: "joined 0 of 5" in text)
    terminal.press("S")
    assert terminal.wait_for(lambda text: "proved when" in text, 180)
    terminal.press("G")
    assert terminal.wait_for(lambda text: "move 5 of 5" in text and "at the end" in text)
    terminal.press("<esc>")
    assert terminal.wait_for(lambda text: "0 of 5 pipes" in text)
    terminal.press("\x11")
    terminal.child.expect(pexpect.EOF, timeout=60)


def cells(terminal):
    """All that can be seen, in a form that is read when it differs."""
    buffer = terminal.screen.buffer
    return [
        [
            (cell.data, cell.fg if cell.data.strip() else "", cell.bg, cell.reverse)
            for cell in (buffer[y][x] for x in range(terminal.screen.columns))
        ]
        for y in range(terminal.screen.lines)
    ]


def at_rest(terminal):
    """What is on the screen once nothing has changed for two seconds: frames are then as large as
    the window."""
    seen = []
    while len(seen) < 80:
        terminal.read(0.5)
        seen.append(cells(terminal))
        if len(seen) > 4 and all(each == seen[-1] for each in seen[-5:]):
            return seen[-1]
    raise AssertionError("the screen does not come to rest")


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [PACK], indirect=True)
def test_what_has_not_changed_is_there_after_every_change_of_size(terminal):
    """Only changes are sent: what is on the screen then is what sending all of it shows."""
    assert terminal.wait_for(lambda text: "0 of 2 moves" in text)
    for columns, rows in ((40, 16), (80, 24)):
        terminal.resize(columns, rows)
        terminal.press("<right>")
        at_rest(terminal)
        for key, seen in (("?", "2 Rules"), (",", "Theme of the screens")):
            terminal.press(key)
            assert terminal.wait_for(lambda text, seen=seen: seen in text)
            terminal.press("<esc>")
            assert terminal.wait_for(lambda text, seen=seen: seen not in text)
        terminal.press("<left>")
        for _ in range(5):  # on a busy machine something may still have been on its way
            shown = at_rest(terminal)
            terminal.press("\x0c")
            if (again := at_rest(terminal)) == shown:
                break
        assert again == shown
        assert any(cell[2] not in ("default", "121212") for row in shown for cell in row)


TWO = PACK + PACK[PACK.index("[[level]]") :].replace("Flag", "Fold")


@pytest.mark.slow
@pytest.mark.parametrize("terminal", [TWO], indirect=True)
def test_nothing_flickers_between_two_levels(terminal):
    """From one level to the next the keys stay, and the board is at its place from the first."""
    assert terminal.wait_for(lambda text: "0 of 2 moves" in text), terminal.text()
    before = at_rest(terminal)
    terminal.child.send("n")
    seen = []
    while (
        len(seen) < 200
        or seen[-1] != seen[-2]
        or ("2/2" not in terminal.text() and len(seen) < 6_000)
    ):  # a busy machine takes longer
        terminal.read(0.005)
        seen.append(cells(terminal))
    assert "2/2" in terminal.text()
    for frame in seen:
        assert [cell[0] for cell in frame[-1]] == [cell[0] for cell in before[-1]]
        assert [[cell[2] for cell in row[:50]] for row in frame[1:-1]] == [
            [cell[2] for cell in row[:50]] for row in before[1:-1]
        ]
