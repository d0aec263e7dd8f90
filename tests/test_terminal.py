"""The whole app once, in a real (pseudo-)terminal of 80×24, driven through its file descriptor."""

from __future__ import annotations

import pexpect
import pytest

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


@pytest.fixture
def terminal(tmp_path):
    (tmp_path / "trial.toml").write_text(PACK)
    app = Terminal(80, 24, [str(tmp_path / "trial.toml")], {"PUZZLES_GLYPHS": "half"})
    yield app
    app.close()


def test_play_to_the_end_watch_and_quit(terminal):
    assert terminal.wait_for(lambda text: "Moves 0 / par 2" in text)
    assert "Flag" in terminal.text()
    terminal.press("1<space>")
    assert terminal.wait_for(lambda text: "Moves 1 / par 2" in text)
    # The panel lists Blue third; its line can be clicked, and so can the board.
    line = next(y for y, row in enumerate(terminal.screen.display) if "Blue" in row)
    terminal.press(f"<click {terminal.screen.display[line].index('Blue')} {line}>")
    assert "Blue ◀" in terminal.text()
    terminal.press("<space>")
    assert terminal.wait_for(lambda text: "perfect" in text)
    terminal.press("R")
    assert terminal.wait_for(lambda text: "Moves 0 / par 2" in text)
    terminal.press("S")
    assert terminal.wait_for(lambda text: "Proved optimal" in text, 120)
    terminal.press("G")
    assert terminal.wait_for(lambda text: "2/2" in text and "done" in text)
    terminal.press("<esc>")
    assert terminal.wait_for(lambda text: "Moves 0 / par 2" in text)
    terminal.press("\x11")
    terminal.child.expect(pexpect.EOF, timeout=5)
    assert terminal.child.wait() == 0
