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
from puzzles.library.ids import read_id
from puzzles.library.lessons import lesson_pack
from puzzles.library.registry import plugins
from puzzles.library.solutions import solution_of
from puzzles.player import practice
from puzzles.player.records import today
from puzzles.player.saves import Saves
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


@pytest.mark.parametrize("name", ["kami", *slow("flow", "akari", "binairo", "stars", "loop")])
def test_questions_are_answered_and_counted(name, say, monkeypatch):
    monkeypatch.setattr(practice, "sample", lambda every, number: every[:number])
    own = [each.own[0] for each in practice.some_questions(plugins()[0][name], [])]
    assert len(own) > 2
    said = say(f"practice {name}", own[0], "undo", "hint", "solve", *own[2:], "look", "quit")
    told = [line for line in said if line in ("Right.", "Missed.")]
    assert told == ["Right.", "Missed.", *["Right."] * (len(own) - 2)]
    assert f"{len(own) - 1} of {len(own)} right." in said
    assert said[-1] == "No level is open."
    saves = Saves()
    assert [one.solved for one in saves.exercises()] == [line == "Right." for line in told]
    saves.close()


@pytest.mark.parametrize("name", ["kami", *slow("flow", "akari", "binairo", "stars", "loop")])
def test_a_run_by_ear_has_no_clock_and_ends_with_the_third_miss(name, say):
    puzzle = plugins()[0][name]
    board, *_ = practice.run_boards(puzzle, today().isoformat())
    moves = solution_of(puzzle, read_id(board).levels[0])
    said = say(f"run {name}", *moves, "hint", "skip", "skip", "skip", "look", "quit")
    assert [line for line in said if line in ("Right.", "Missed.")] == ["Right.", *["Missed."] * 3]
    assert "1 of 4 right." in said
    assert said[-1] == "No level is open."
    assert not any("hint" in line and "where" in line for line in said)
    saves = Saves()
    assert sum(practice.runs(puzzle, saves.exercises()).values()) == 1
    saves.close()


def test_a_puzzle_without_a_name_is_asked_for(say):
    said = say("practice", "run sudoku", "today", "quit")
    assert [line.partition(", ")[0] for line in said[1:]] == [
        f"Say which puzzle: {each} flow" for each in ("practice", "run", "today")
    ]
