"""The host with a puzzle that is not like those it grew up with (`awkward`)."""

from __future__ import annotations

import io
import json
from functools import cache

import pytest

from awkward import awkward
from puzzles.cli import main
from puzzles.library import registry
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.player.game import Game
from puzzles.running import blocking
from puzzles.running.question import Question
from puzzles.testing import conformance
from puzzles.ui.shell.app import PuzzlesApp
from screens import text, wait_until

LEVEL = 'puzzle = "awkward"\ntitle = "Heap"\nboard = "CABA"\n'
ORDER = ["2", "3", "2", "1"]  # A, A, B, C: each worded when its turn comes


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr(registry, "plugins", cache(lambda: ({"awkward": awkward}, ())))


@pytest.fixture
def heap(tmp_path):
    file = tmp_path / "heap.toml"
    file.write_text(LEVEL)
    return str(file)


def test_it_keeps_to_the_protocol():
    conformance(awkward, read_pack("heap", LEVEL).levels)


def test_moves_are_worded_in_the_position_they_are_made_in():
    pack = read_pack("heap", LEVEL)
    question = Question(awkward, pack.levels[0])
    *_, progress, answer = question.events()
    assert list(answer.moves) == list(progress.line) == ORDER
    later = Question(awkward, pack.levels[0], ("2", "3"))
    assert list(blocking.answer(later).moves) == ORDER[2:]
    assert awkward.status(awkward.after(awkward.start(pack.levels[0]), ORDER)).won


def test_a_game_of_it_is_hinted_and_played_to_the_end(heap):
    game = Game(find(heap))
    for move in ORDER:
        outcome = game.hint().settle(blocking.answer)
        assert awkward.move_text(game.state, outcome.hint) == move
        assert game.play(outcome.hint).changed
    assert game.status.won
    assert game.status.target is None


def test_the_commands_take_it_as_it_is(heap, capsys, monkeypatch):
    assert main(["solve", heap]) == 0
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()[1:]] == ORDER
    assert main(["check", heap]) == 0
    assert main(["generate", "awkward", "--letters", "4", "--seed", "3", "--json"]) == 0
    made = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert len(made["answer"]["board"]["board"]) == 4
    for verb in ("grade", "count"):
        assert main([verb, heap]) == 2
        assert "Tidy up" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(["1", *ORDER])))
    assert main(["play", "--plain", heap]) == 0
    out = capsys.readouterr().out
    assert "Another letter comes first." in out
    assert "Letters 4" in out
    assert "par" not in out


async def test_the_app_shows_it_in_its_own_words(heap):
    app = PuzzlesApp(Entry(read_pack(heap), 0))
    async with app.run_test(size=(100, 30)) as pilot:
        await pilot.pause()
        for move in ORDER:
            cell = awkward.move_parse(app.screen.game.state, move)
            app.screen.board.act(cell)
            await pilot.pause()
        await wait_until(pilot, lambda: "all tidied up" in text(app, "#status"))
        assert "par" not in text(app, "#status")
