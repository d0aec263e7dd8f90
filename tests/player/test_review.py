"""Games looked back on: what each move kept or lost, and the statistics of that."""

from __future__ import annotations

import json
from datetime import date

import pytest

from lacking import without
from puzzles.cli import main
from puzzles.core.solving import Answer
from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.game import Game
from puzzles.player.memory import Memory
from puzzles.player.review import Review, plot
from puzzles.player.saves import Saves
from puzzles.player.statistics import statistics, summary_lines
from puzzles.running import blocking

KAMI = 'puzzle = "kami"\nboard = "RWTWR"\npar = 2\n'
FLOW = 'puzzle = "flow"\nboard = "AB\\n..\\nAB"\n'


def level(text):
    return Entry(read_pack("board.toml", text), 0)


def review(text, *moves):
    entry = level(text)
    found = Review(entry.pack.puzzle, entry.level, moves)
    return found.settle(blocking.answer)


def test_moves_are_judged_by_what_is_left():
    found = review(KAMI, "a1 White", "e1 White", "c1 White")
    assert found.left == [2, 2, 1, 0]
    assert [each.words for each in found.verdicts] == [
        "one move lost",
        "nothing lost",
        "nothing lost",
    ]
    assert found.verdicts[0].better.startswith("c1 ")
    assert found.lost_at == [1]
    assert "You lost 1 move, the first on move 1" in found.summary
    kept = review(KAMI, "c1 White", "c1 Red")
    assert [each.words for each in kept.verdicts] == ["par kept", "par kept"]
    assert kept.summary == "You lost nothing."


def test_a_stroke_that_no_solution_has_is_the_one_that_lost():
    found = review(FLOW, "b1 down 1", "a1 down 1 right 1", "a1")
    assert [each.words for each in found.verdicts] == ["in the solution", "lost", "in the solution"]
    assert "cannot go from a2 to b2" in found.verdicts[1].why
    assert found.lost_at == [2]


def test_what_is_not_proved_in_time_is_not_known():
    entry = level(KAMI)
    found = Review(entry.pack.puzzle, entry.level, ("a1 White",))
    found.take(Answer(("c1 White",), False, 1, 0, 0.0, "best known 2", "time limit"))
    assert found.lost_at is None
    found.take(blocking.answer(found.question))
    assert found.question is None
    assert [each.words for each in found.verdicts] == ["not known"]
    assert found.lost_at is None
    assert review(KAMI).summary == "There is no move to review."


def test_where_neither_steps_nor_advice_tell_nothing_is_known():
    entry = level(FLOW)
    silent = without(entry.pack.puzzle, "tutor.advise")
    found = Review(silent, entry.level, ("b1 down 1",)).settle(blocking.answer)
    assert found.summary == "The solver knows nothing about these moves."
    assert found.left == [None, None]


def test_the_plot_has_a_bar_for_each_position():
    *bars, axis = plot([4, 3, None, 0], 4, at=1)
    assert [line[4:] for line in bars] == ["█   ", "██  ", "██  ", "██· "]
    assert bars[0].startswith("  4 ")
    assert axis == "  0 ─^──"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(KAMI)
    return str(path)


def test_the_last_game_is_reviewed_and_counted(file, capsys):
    assert main(["progress", "review", file]) == 2
    assert "no game" in capsys.readouterr().err
    saves = Saves()
    from puzzles.library import catalogue

    game = Game(catalogue.find(file), saves)
    for move in ("a1 White", "e1 White", "c1 White"):
        game.play_text(move)
    assert game.status.won
    saves.close()
    assert main(["progress", "review", file]) == 0
    out = capsys.readouterr().out
    assert out.startswith("1. a1 White: one move lost, 2 moves left; better: c1 ")
    assert main(["progress", "review", file, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["answer"]
    assert (found["won"], found["left"]) == (True, [2, 2, 1, 0])
    assert Memory().reviews == {game.name: (3, [1])}
    saves = Saves()
    counted = statistics(saves.wins(), date.today())
    saves.close()
    assert (counted.par_known, counted.par_kept) == (1, 0)
    assert summary_lines(counted)[3:] == ["0 of 1 game perfect to the end"]
    assert main(["progress", "stats"]) == 0
    assert summary_lines(counted)[-1] in capsys.readouterr().out


def test_broken_memories_of_reviews_are_left_out(tmp_path):
    (tmp_path / "memory.json").write_text('{"reviewed": ["a 3 1", "b x", "", "c 2 5", "d"]}')
    assert Memory(tmp_path).reviews == {"a": (3, [1])}
