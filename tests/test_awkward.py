"""The host with a puzzle that is not like those it grew up with (`awkward`)."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from awkward import awkward
from puzzles.cli import main
from puzzles.core.solving import Answer, Event, Limits, Progress, Step
from puzzles.core.threads import SINGLE_PROCESS
from puzzles.grids.scene import Sign
from puzzles.library import catalogue, locations, registry
from puzzles.library.catalogue import Entry, find
from puzzles.library.levels import read_pack
from puzzles.player.game import Game
from puzzles.running import blocking
from puzzles.running.question import Question
from puzzles.testing import ABILITIES, conformance
from puzzles.testing.games import Case, board
from puzzles.ui.home.home import HomeScreen
from puzzles.ui.play.play import PlayScreen
from puzzles.ui.shell.app import PuzzlesApp
from puzzles.ui.watch.watch import WatchScreen
from screens import text, wait_until

LEVEL = 'puzzle = "awkward"\ntitle = "Heap"\nboard = "CABA"\n'
ORDER = ["2", "3", "2", "1"]  # A, A, B, C: each worded when its turn comes


@pytest.fixture(autouse=True)
def installed(monkeypatch):
    monkeypatch.setattr(registry, "plugins", cache(lambda: ({"awkward": awkward}, ())))
    # What other tests read is of puzzles that are not there now.
    monkeypatch.setattr(catalogue, "_read", cache(catalogue._read.__wrapped__))


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


@pytest.mark.slow
async def test_the_app_shows_it_in_its_own_words(heap):
    app = PuzzlesApp(Entry(read_pack(heap), 0))
    async with app.run_test(size=(100, 30)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        for move in ORDER:
            cell = awkward.move_parse(app.screen.game.state, move)
            app.screen.board.act(cell)
            await pilot.pause()
        await wait_until(pilot, lambda: "all tidied up" in text(app, "#status"))
        assert "par" not in text(app, "#status")


# What a stranger's plugin does wrong costs no more than its own -------------------------------


def test_signs_are_left_out_where_there_is_no_room(monkeypatch):
    signed = dict.fromkeys(range(18), Sign("7"))
    scene = type(awkward.rules).scene
    monkeypatch.setattr(
        type(awkward.rules), "scene", lambda *given: replace(scene(*given), signs=signed)
    )
    (level,) = read_pack("heap", LEVEL.replace("CABA", "ABCDEF" * 3)).levels
    board(awkward, level)


def broken(*_: object, **__: object) -> None:
    raise ZeroDivisionError


@pytest.mark.faulty
@pytest.mark.parametrize(
    ("where", "name", "told"),
    [
        (type(awkward.rules), "scene", "Tidy up failed to draw a board"),
        (type(awkward.rules), "start", "Tidy up failed to draw a board"),
        (type(awkward.rules), "facts", "the plugin awkward failed"),
    ],
    ids=lambda each: each if isinstance(each, str) else each.__name__,
)
async def test_a_fault_of_a_plugin_costs_its_pictures_alone(
    where, name, told, heap, monkeypatch, own_directories
):
    monkeypatch.setattr(where, name, broken)
    monkeypatch.setattr(locations, "shipped_levels", lambda: Path(heap).parent)
    app = PuzzlesApp()
    async with app.run_test(size=(160, 40)) as pilot:  # with a large picture beside the cards
        await pilot.pause()
        home = app.screen
        assert isinstance(home, HomeScreen)
        await wait_until(pilot, lambda: home.overview.complete)
        await wait_until(pilot, lambda: told in " ".join(n.message for n in app._notifications))
        await pilot.press("slash", "down", "right", "left")
        await pilot.pause(0.3)
        assert app.screen is home
        assert len(app._notifications) == 1


def trace(state: object, view: str, limits: Limits) -> Iterator[Event]:
    yield Progress(1, step=Step("Look there.", figures={"why": "[it] is", "so": 1234}, lit=(1, 2)))
    yield Answer(None, True, 0, 1, 0.0, "That is all.")


def with_a_view(monkeypatch, trace=trace):
    """The puzzle, with a view of its solver."""
    watched = replace(awkward, tutor=SimpleNamespace(VIEWS={"thought": "Thoughts."}, trace=trace))
    monkeypatch.setattr(registry, "plugins", cache(lambda: ({"awkward": watched}, ())))
    return watched


async def test_a_view_lights_cells_and_says_texts_and_numbers(heap, monkeypatch):
    with_a_view(monkeypatch)
    monkeypatch.setenv(SINGLE_PROCESS, "1")  # no other process knows the puzzle
    app = PuzzlesApp(Entry(read_pack(heap), 0))
    async with app.run_test(size=(100, 30)) as pilot:
        await wait_until(pilot, lambda: isinstance(app.screen, PlayScreen))
        await pilot.press("S")
        await wait_until(pilot, lambda: isinstance(app.screen, WatchScreen))
        await pilot.press("2")
        await wait_until(pilot, lambda: "Look there." in text(app, "#status"))
        assert "why [it] is" in text(app, "#status")
        assert "so 1,234" in text(app, "#status")
        shown = app.screen.board
        assert shown.step.lit == (1, 2)
        before, shown.step = shown.frame(), Step()
        assert before.changed(shown.frame()), "the cells are seen"


@pytest.mark.parametrize(
    "step",
    [
        {"words": "A dictionary"},
        Step("Two\nlines"),
        Step(figures={"why": None}),  # type: ignore[dict-item]
        Step(lit=(4,)),
        Step(labels={-1: "a"}),
    ],
    ids=["no step", "lines", "figure", "lit", "label"],
)
def test_conformance_reads_every_step(step, monkeypatch):
    def odd(state: object, view: str, limits: Limits) -> Iterator[Event]:
        yield Progress(1, step=step)
        yield Answer(None, True, 0, 1, 0.0, "That is all.")

    level = read_pack("heap", LEVEL).levels[0]
    good = Case(with_a_view(monkeypatch), level, (), Limits())
    ABILITIES["tutor.trace"](good)
    with pytest.raises(AssertionError):
        ABILITIES["tutor.trace"](replace(good, puzzle=with_a_view(monkeypatch, odd)))
