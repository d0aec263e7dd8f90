"""The line mode as a whole: from the first line on, everything can be reached and heard."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator

import pytest

from by_ear import HEAR
from puzzles.cli import main, plain
from puzzles.library.catalogue import find, journey
from puzzles.library.lessons import lesson_pack
from puzzles.player.settings import read_settings
from sampling import slow

LESSON = ". A lesson; "
WELCOME = "Welcome to puzzles. Type journey to begin, or help for all commands."


@pytest.fixture
def say(capsys, monkeypatch):
    """What is said to these lines."""

    def say(*lines: str, arguments=("--screen-reader",)) -> list[str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        assert main([*arguments]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out.splitlines()

    return say


@pytest.mark.parametrize("levels", [3, *slow(40)])
def test_the_journey_is_won_from_what_is_heard(levels, capsys, monkeypatch):
    """No name of a level is known beforehand, and nothing but the words: first the lessons."""
    won, learnt = [], []

    def player() -> Iterator[str]:
        for _ in range(levels):
            yield "journey"
            said, title = capsys.readouterr().out.splitlines(), LESSON
            while LESSON in title:
                *_, title, first, _look, _standing = said
                yield "look"
                heard = capsys.readouterr().out.splitlines()
                assert heard[0] == first
                yield from HEAR[re.search(r" \((\w+)\)\. ", title)[1].casefold()](*heard)
                said = capsys.readouterr().out.splitlines()
                assert any(each.endswith("Solved: perfect.") for each in said), (title, said)
                (learnt if LESSON in title else won).append(title)

    lines = player()
    monkeypatch.setattr(plain, "line", lambda: next(lines, None))
    assert main(["--screen-reader"]) == 0
    assert len(won) == levels
    taught = lesson_pack(find(journey()[0]).pack.puzzle).levels
    assert [title.partition(" (")[0] for title in learnt[: len(taught)]] == [
        level.title for level in taught
    ]
    assert not any("rrow" in title or "olon" in title for title in learnt), "no key is named"
    assert [title.rpartition(" (")[0] for title in won] == [
        find(name).level.title for name in journey()[:levels]
    ]


def test_lessons_can_be_left_and_come_once(say):
    said = say("play first-folds/2", "next", "skip", "play first-folds/1", "quit")
    assert [LESSON in line for line in said if " (Kami). " in line] == [True, False, False]
    assert "This is a lesson; skip leaves it." in said


@pytest.mark.usefixtures("lessons_seen")
def test_the_variable_opens_it_too_and_continue_goes_on(say, monkeypatch):
    monkeypatch.setenv("PUZZLES_SCREEN_READER", "1")
    said = say("continue", "journey", "next", "previous", "quit", arguments=())
    assert said[0] == WELCOME
    assert said[1] == "You have not played a level yet. Type journey to begin."
    titles = [line for line in said if "A line is a move" in line]
    assert titles[0] == titles[2] != titles[1]
    assert titles[0] in say("continue", arguments=())


def test_settings_are_heard_and_changed(say):
    assert "clock: on. Show the clock." in say("settings")
    said = say("settings clock off", "settings clock maybe", "settings nothing on")
    assert said[1:] == [
        "clock is off now.",
        "clock takes on, off.",
        "There is no setting nothing. Type settings to hear all.",
    ]
    assert read_settings()[0].clock is False


@pytest.mark.usefixtures("lessons_seen")
def test_the_day_the_statistics_and_the_help(say):
    assert any(each.startswith("Say which puzzle: today flow, today kami") for each in say("today"))
    assert any("A line is a move" in line for line in say("today kami"))
    assert say("statistics")[-1] == "No level solved yet."
    said = say("play first-folds/1", "solve", "2 Red", "1 Red", "statistics", "help", "look here")
    assert "journey: play the next level of the journey." in said
    assert not any("│" in line or "▀" in line for line in said)
    assert "No level is open." in say("up")
