"""Playing line by line: everything can be typed, nothing needs a terminal, every move is kept."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
from random import Random

import pexpect
import pytest

from lacking import without
from puzzles.cli import main
from puzzles.core.solving import Limits
from puzzles.library.catalogue import find
from puzzles.library.solutions import solution_of
from puzzles.player import dialogue
from puzzles.player.saves import Saves

LEVEL = '''\
puzzle = "kami"
title = "Two folds"
board = """
RRW
R.T
WWT
"""
par = 2
'''
COMMAND = [sys.executable, "-m", "puzzles", "play", "--plain"]


@pytest.fixture
def level(tmp_path):
    file = tmp_path / "folds.toml"
    file.write_text(LEVEL)
    return str(file)


@pytest.fixture
def say(level, capsys, monkeypatch):
    """Plays the level with these lines; the paragraphs and lines that are printed."""

    def say(*lines, of=level):
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(lines) + "\n"))
        assert main(["play", "--plain", of]) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out.split("\n")

    return say


def test_a_solution_is_watched_move_by_move(say):
    lines = say("watch", "back", "next", "why", "next", "next", "back", "board", "quit")
    at = next(i for i, line in enumerate(lines) if line.endswith("an empty line ends it."))
    told = lines[at + 1 :]
    assert told[0] == "Nothing was told yet."
    assert told[1].startswith("1 of 2: ")
    assert told[2].startswith("The right colour")
    assert [line[:6] for line in told if " of 2: " in line] == ["1 of 2", "2 of 2"]
    assert "That was the last move." in told
    assert "Back: 1 move made." in told
    assert told[told.index("The game goes on.") + 3] == "1 RRW", "the game stays where it was"


def test_what_has_no_solution_is_not_watched(say, tmp_path):
    (tmp_path / "none.toml").write_text('puzzle = "flow"\nboard = """\nABC\nCBA\n"""\n')
    lines = say("watch", of=str(tmp_path / "none.toml"))
    assert not any("Type next" in line for line in lines)
    saves = Saves()
    assert not saves.all_games(), "nothing was shown, so no help is counted"
    saves.close()


def test_a_hint_calls_a_region_as_look_does(say):
    lines = say("hint", "look")
    where = next(i for i, line in enumerate(lines) if line.startswith("Look at"))
    assert lines[where + 2].rstrip(".") in lines[where + 3 :]


def test_moves_undo_redo_and_quit(say):
    lines = say("c2 White", "undo", "redo", "board", "Quit", "a1 White")
    assert lines[0].startswith("Two folds (Kami).")
    assert lines[-7:-2] == ["  abc", "1 RRW", "2 R.W", "3 WWW", ""]
    assert "3 merged, 2 regions left. 2 White, 5 cells, middle; touches 1" in lines
    told = [line for line in lines if line.startswith("Moves")]
    assert told == [f"Moves {moves}, par 2." for moves in (0, 1, 0, 1, 1)]


def test_a_win_is_told_and_kept(say):
    lines = say("c2 White", "a1 White", "b1 Red")
    assert "Moves 2, par 2. Solved: perfect." in lines
    assert any(line.startswith("Solved already: ") for line in lines)
    saves = Saves()
    (win,) = saves.wins()
    (saved,) = saves.all_games()
    saves.close()
    assert (win.moves, win.grade, win.helped, saved.won) == (2, "perfect", False, True)


@pytest.mark.parametrize("name", ["kami/paper-garden/17", "kami/grand-folds/14"])
def test_a_solution_that_ships_is_told_without_a_search(say, monkeypatch, name):
    monkeypatch.setattr(dialogue.Dialogue, "_ask", lambda *_: pytest.fail("it was asked"))
    lines = say("solve", of=name)
    entry = find(name)
    moves = solution_of(entry.pack.puzzle, entry.level)
    assert f"{len(moves)} moves, proved when the level was made" in lines


def test_help_is_counted(say):
    lines = say("hint", "h", "hint", "solve", "c2 White", "a1 White")
    assert "hint: why." in lines
    assert any(line.startswith("Try ") for line in lines)
    assert "Moves 2, par 2. Solved with help." in lines
    saves = Saves()
    (win,) = saves.wins()
    saves.close()
    assert (win.hints, win.watched) == (3, 1)


def test_check_trial_restart_and_the_rest(say):
    lines = say(
        "check",
        "undo",
        "return",
        "keep",
        "c2 White",
        "TRY",
        "undo",
        "a1 White",
        "return",
        "redo",
        "restart",
        "restart",
        "board",
        "rules",
        "help",
        "?",
        "",
    )
    for told in (
        "2 regions are White",
        "There is nothing to undo.",
        "There is no trial; try begins one.",
        "The trial began here; return ends it.",
        "This is the start.",
        "undo, u      take the last move back",
    ):
        assert told in lines
    assert any("In a trial of 1. Solved: perfect." in line for line in lines)


def test_what_is_no_move_gets_its_reason(say):
    lines = say("z9 Red", "c4", "\x1b[31m c Red", "c2 Pink", "c2 Teal")
    assert "There is no cell z9. (help lists the commands)" in lines
    assert "This region is Teal already. (help lists the commands)" in lines
    assert not any("\x1b" in line for line in lines)
    assert lines.count("Moves 0, par 2.") == 1


def test_the_game_goes_on_where_it_was(say):
    say("c2 White", "try")
    lines = say("return", "undo")
    assert "Moves 1, par 2. In a trial of 0." in lines
    assert lines[-2] == "Moves 0, par 2."


def test_a_level_is_needed(capsys):
    assert main(["play", "--plain"]) == 2
    assert "say which level to play" in capsys.readouterr().err


def test_every_puzzle_is_solved_by_what_solve_says(say):
    """In plain text, what is printed can be typed."""
    for name in ("flow/first-pipes/1", "flow/hexes/1", "kami/squares/1", "kami/graphs/1"):
        first = say("solve", "quit", of=name)
        status = next(
            i
            for i, line in enumerate(first)
            if ", " in line and line[-1] == "." and line.split()[0] in ("Moves", "Pipes")
        )
        moves = first[status + 1 : -2]
        lines = say(*moves, of=name)
        assert "Solved" in lines[-2], name


def test_solve_ends_at_its_limit(say, tmp_path, monkeypatch):
    file = tmp_path / "large.toml"
    rows = ["".join(Random(row).choices("RWTYBG", k=13)) for row in range(13)]
    file.write_text('puzzle = "kami"\nboard = """\n' + "\n".join(rows) + '\n"""\n')
    monkeypatch.setattr(dialogue, "PATIENCE", Limits(seconds=0))
    assert say("solve", "quit", of=str(file))[-2].startswith("best known ")


def test_a_killed_game_keeps_every_move_that_was_answered(level):
    process = subprocess.Popen(
        [*COMMAND, level], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    for move in ("c2 White", "c2 Teal", "c2 White", "a1 Teal"):
        process.stdin.write(f"{move}\n")
        process.stdin.flush()
    while process.stdout.readline() != "Moves 4, par 2.\n":
        pass
    process.send_signal(signal.SIGKILL)
    process.wait()
    saves = Saves()
    (saved,) = saves.all_games()
    saves.close()
    assert len(saved.history["moves"]) == 4


def test_a_dumb_terminal(level):
    environment = {**os.environ, "TERM": "dumb", "NO_COLOR": "1"}
    child = pexpect.spawn(
        COMMAND[0], [*COMMAND[1:], level], env=environment, encoding="utf-8", timeout=60
    )
    child.expect("> ")
    child.sendline("c2 White")
    child.expect("Moves 1, par 2.")
    child.sendline("quit")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert "\x1b[3" not in child.before


def test_the_app_points_to_it(level, capsys):
    assert main([level]) == 2
    assert "`puzzles play --plain LEVEL`" in capsys.readouterr().err
    assert find(level).level.title == "Two folds"


def test_what_is_not_explained_is_said_on_a_line_of_its_own(say, level, monkeypatch):
    kami = find(level).pack.puzzle
    silent = without(kami, "tutor.advise")
    monkeypatch.setitem(vars(kami), "tutor", silent.tutor)
    assert "Kami gives no reasons for moves." in say("hint")


def test_one_move_is_said_to_be_one(say, capsys):
    assert "From here: 1 move is enough" in say("c2 White", "hint", "check")
    say("a1 White")
    assert main(["progress", "stats"]) == 0
    assert capsys.readouterr().out.startswith("1 level solved")


def test_little_memory_costs_only_the_hint(say, monkeypatch):
    def fail(question):
        raise MemoryError

    monkeypatch.setattr("puzzles.running.blocking.events", fail)
    lines = say("hint", "c2 White", "solve", "look")
    assert lines.count("not enough memory for this") == 2
    assert "Moves 1, par 2." in lines


def test_what_is_heard_has_no_signs_and_either_order(say):
    lines = say("rules", "cream 2", of="kami/first-folds/1")
    assert not any("*" in line for line in lines)
    assert any(line.startswith("2 merged") for line in lines)
    assert "Moves 0. Par 1, proved." in lines
