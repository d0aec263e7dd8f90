"""What a terminal says it is, and what is drawn by that: glyphs it is known to draw true, and in
doubt blocks; the first win says that there are others."""

from __future__ import annotations

import re
import time

import pytest

from puzzles.library.catalogue import find
from puzzles.player.settings import read_settings
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.terminal import terminal as terminals
from puzzles.ui.terminal.terminal import PATIENCE, Answers, hear, known_tier, terminal_tier
from screens import text, wait_until
from terminal import Terminal

GUEST = "puzzles.ui.terminal.guest:GuestDriver"
WEDGES = re.compile("[\U0001fb3c-\U0001fb67]")


@pytest.fixture(autouse=True)
def unheard():
    yield
    hear(None)


@pytest.mark.parametrize(
    ("said", "tier"),
    [
        ("kitty(0.26.5)", "sextant"),
        ("kitty(0.33.1)", "sextant"),
        ("kitty(0.34.0)", "wedge"),
        ("kitty(0.19.3)", None),
        ("foot(1.13.1)", "wedge"),
        ("foot(1.8.2)", None),
        ("VTE(7006)", "wedge"),
        ("VTE(5202)", None),
        ("WezTerm 20240203-110809-5046fc22", "sextant"),
        ("WezTerm 20250115-081203-a1b2c3d4", "wedge"),
        ("ghostty 1.0.2-main+5cb2fa6f", "wedge"),
        ("XTerm(379)", None),
        ("tmux 3.4", None),
        ("", None),
        ("kitty", None),
        ("(9.9)", None),
    ],
)
def test_names_and_versions(said, tier):
    hear(said)
    assert known_tier({}) == tier
    assert terminal_tier("auto", {}) == (tier or "block")


@pytest.mark.parametrize(
    ("env", "tier"),
    [
        ({}, "block"),
        ({"KITTY_WINDOW_ID": "1"}, "block"),  # no version
        ({"WT_SESSION": "1"}, "block"),
        ({"VTE_VERSION": "7006"}, "wedge"),
        ({"VTE_VERSION": "5202"}, "block"),
        ({"VTE_VERSION": "nonsense"}, "block"),
        ({"VTE_VERSION": "7006", "TMUX": "/tmp/tmux"}, "block"),
        ({"TERM_PROGRAM": "ghostty", "TERM_PROGRAM_VERSION": "1.0.1"}, "wedge"),
        ({"TEXTUAL_DRIVER": GUEST, "VTE_VERSION": "7006"}, "half"),
        ({"VTE_VERSION": "7006", "PUZZLES_GLYPHS": "half"}, "half"),
        ({"PUZZLES_GLYPHS": "nonsense"}, "block"),
    ],
)
def test_what_variables_say(env, tier):
    assert terminal_tier("auto", env) == tier


def test_what_it_says_goes_before_variables_and_the_player_before_both():
    hear("kitty(0.26.5)")
    assert terminal_tier("auto", {"VTE_VERSION": "7006"}) == "sextant"
    assert terminal_tier("half", {"VTE_VERSION": "7006"}) == "half"


ANSWER = "\x1bP>|kitty(0.26.5)\x1b\\"


@pytest.mark.parametrize("at", range(len(ANSWER) + 1))
def test_an_answer_in_two_pieces_is_heard_and_no_key(at):
    answers = Answers()
    typed = answers.feed("a" + ANSWER[:at]) + answers.feed(ANSWER[at:] + "b")
    assert answers.name == "kitty(0.26.5)"
    assert typed + answers.rest() == "ab"


def test_keys_that_begin_alike_are_keys():
    answers = Answers()
    assert answers.feed("\x1b") + answers.rest() == "\x1b"
    assert answers.feed("\x1bP") + answers.rest() == "\x1bP"
    assert answers.feed("\x1bO") == "\x1bO"
    assert answers.feed("\x1bPx") == "\x1bPx"
    assert answers.name is None


def test_later_the_escape_key_is_not_held_back(monkeypatch):
    answers = Answers()
    later = time.monotonic() + PATIENCE + 1
    monkeypatch.setattr(terminals, "monotonic", lambda: later)
    assert answers.feed("\x1b") == "\x1b"
    assert answers.feed(ANSWER) == ""
    assert answers.name == "kitty(0.26.5)"
    assert answers.feed("\x1bP>|" + "o" * 1000) + answers.rest() == "", "no key begins like this"


def test_an_answer_without_an_end_is_dropped():
    answers = Answers()
    assert answers.feed("\x1bP>|" + "x" * 5000) == ""
    assert answers.feed("x" * 5000) == ""
    assert answers.rest() == ""
    assert answers.feed("q") == "q"


@pytest.mark.parametrize("said", ["XTerm(379)", "foot(1.13.1)"])
async def test_the_first_win_tells_of_other_glyphs_once_where_none_are_known(said, monkeypatch):
    monkeypatch.delenv("PUZZLES_GLYPHS", raising=False)
    hear(said)
    app = PuzzlesApp(find("kami/first-folds/1"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for told in ("Are the dots round here? The settings (,) have other glyphs.", ""):
            app.screen.draw(app.screen.game.restart())
            app.screen.draw(app.screen.game.play_text("a1 Red"))
            await wait_until(pilot, lambda: app.screen.has_class("-won"))
            said = " ".join(text(app, "#message").split())
            assert said == told * (known_tier() is None)
            await wait_until(pilot, lambda: known_tier() or app.memory.seen("glyphs"))


# The real app in a pseudo-terminal ----------------------------------------------------------


@pytest.fixture
def app(request):
    """The app at a board of triangles, in a terminal that says it is the fixture's parameter."""
    name = getattr(request, "param", "")
    started = Terminal(80, 40, ["kami/ribbons/3"], {"PUZZLES_GLYPHS": ""}, name)
    yield started
    started.close()


@pytest.mark.slow
@pytest.mark.parametrize("app", ["foot(1.13.1)"], indirect=True)
def test_one_that_answers_is_drawn_for(app):
    assert app.wait_for(lambda text: WEDGES.search(text) is not None), app.text()
    app.press("p")
    assert app.wait_for(lambda text: "Ribbons 2/8" in text)


@pytest.mark.slow
@pytest.mark.parametrize("answer", ["late", "garbage"])
def test_late_and_garbled_answers(app, answer):
    assert app.wait_for(lambda text: "0 moves" in text)
    if answer == "late":
        app.child.send("\x1bP>|ghostty 1.0.2\x1b\\")
        assert app.wait_for(lambda text: WEDGES.search(text) is not None)
        assert read_settings()[0].glyphs == "auto"
    else:
        app.read(PATIENCE)  # what comes later begins no key, either
        app.child.send("\x1bP>|" + "n" * 1000)  # n goes to the next level, were it a key
        app.read(PATIENCE + 0.5)
        app.press("p")
        assert app.wait_for(lambda text: "Ribbons 2/8" in text)
