"""`puzzles repair`: what it says, what it writes, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzles.cli import main

CLEAR = 'puzzle = "flow"\nboard = """\nA....B\n......\n......\n......\nA....B\n"""\n'
TWO = (
    'puzzle = "flow"\n[[level]]\ntitle = "One"\nboard = "A.A"\n'
    '[[level]]\ntitle = "Two"\nboard = """\nA..\n...\n..A"""\n'
)


@pytest.fixture(autouse=True)
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("clear.toml").write_text(CLEAR)
    Path("two.toml").write_text(TWO)
    Path("none.toml").write_text('puzzle = "flow"\nboard = """\nAB\nBA"""\n')


def test_what_is_changed_is_told(capsys):
    assert main(["repair", "two.toml"]) == 0
    first, second, summary = capsys.readouterr().out.splitlines()
    assert first == "flow/two/one: 1 solution: nothing to change"
    assert second == "flow/two/two: 2 solutions: put a wall between a1 and a2, which is the least"
    assert summary == "1 level repaired, 1 right already"
    assert main(["repair", "two.toml", "--json"]) == 0
    told = [json.loads(line)["answer"] for line in capsys.readouterr().out.splitlines()]
    assert [(one["solutions"], one["proved"], one["least"]) for one in told] == [
        (1, True, True),
        (2, True, True),
    ]
    assert [change["kind"] for change in told[1]["changes"]] == ["wall"]


@pytest.mark.slow
def test_of_a_larger_board_two_pairs_are_the_least(capsys):
    assert main(["repair", "clear.toml", "--with", "walls,pairs", "--json", "--time", "120"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)["answer"]
    assert (told["solutions"], told["proved"], told["least"]) == (562, True, True)
    assert [change["kind"] for change in told["changes"]] == ["pair", "pair"]
    board = told["board"]["board"]
    assert board.count("C") == board.count("D") == 2


def test_the_levels_are_written_and_are_what_they_say(capsys):
    assert main(["repair", "two.toml", "-o", "new.toml"]) == 0
    assert main(["check", "new.toml"]) == 0
    assert "2 levels checked, 2 proved" in capsys.readouterr().out
    assert main(["repair", "two.toml", "-o", "new.toml"]) == 2
    assert "new.toml is there already" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["clear.toml", "--with", "roofs"],
            "there are no changes 'roofs'; there are walls, pairs,",
        ),
        (["kami/first-folds/1"], "levels of Kami are not repaired"),
        (["none.toml"], "none.toml:1:1: no such changes leave one solution"),
        (["clear.toml", "-o", "level.png"], "level.png: level files end in .toml"),
        (["clear.toml", "--time", "0"], "--time"),
        (["xyzzy"], "xyzzy"),
    ],
)
def test_what_cannot_be_done_is_a_line(arguments, said, capsys):
    assert main(["repair", *arguments]) == 2
    err = capsys.readouterr().err
    assert said in err
    assert len(err.splitlines()) == 1
    assert not Path("level.png").exists()
