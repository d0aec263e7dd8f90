"""The player's database: nothing is ever lost, whatever happens to the process or the file."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import time

import pytest

from puzzles.library import locations
from puzzles.library.catalogue import Entry
from puzzles.library.levels import read_pack
from puzzles.player.game import Game
from puzzles.player.memory import Memory
from puzzles.player.records import PlayerRecords, Win, best
from puzzles.player.rows import VERSION
from puzzles.player.saves import Saves
from puzzles.player.session import Clock
from puzzles.player.standing import Standing

LEVEL = 'puzzle = "kami"\ntitle = "Nine"\nboard = """\nRWT\nWTR\nTRW\n"""\npar = 4\n'
WIN = Win(
    "g1",
    "kami/nine/nine",
    "b",
    5,
    4,
    "ok",
    12.5,
    0,
    0,
    "2026-03-01T20:00:00+01:00",
    {"size": "3×3"},
)


def entry(text=LEVEL, name="nine.toml"):
    return Entry(read_pack(name, text), 0)


@pytest.fixture
def saves():
    opened = Saves()
    yield opened
    opened.close()


@contextlib.contextmanager
def reopened():
    opened = Saves()
    try:
        yield opened
    finally:
        opened.close()


def told(saves):
    return "; ".join(saves.notices())


def play(game, *moves):
    for text in moves:
        game.session.play(game.session.puzzle.move_parse(game.session.state, text))
        game.save()


def win(game):
    """Win, in more moves than are needed."""
    grid = game.entry.level.board.grid
    for cell in ("b2", "a2", "a3", "b1", "c1", "c3", "a1", "b3", "c2"):
        if game.session.state.colours[grid.cell(cell)] != 0:
            play(game, f"{cell} Red")
    assert game.session.status.won


# Games


def test_a_game_is_found_again(saves):
    game = Game(entry(), saves)
    play(game, "a1 White", "c3 Teal")
    game.session.undo()
    game.session.mark()
    game.session.hints = 3
    game.session.clock = Clock(70)
    assert game.save().result()
    with reopened() as other:
        again = Game(entry(), other)
        assert again.session.dump() == game.session.dump()
        (saved,) = other.all_games()
    assert (saved.level, saved.won, saved.history["seconds"]) == ("kami/nine/nine", False, 70)


def test_a_level_that_was_changed_has_its_own_games(saves):
    play(Game(entry(), saves), "a1 White")
    changed = entry(LEVEL.replace("RWT", "RRT"))
    assert not Game(changed, saves).session.dump()["at"]
    play(Game(changed, saves), "c1 Red")
    assert Game(entry(), saves).session.moves() == ("a1 White",)
    assert Game(changed, saves).session.moves() == ("c1 Red",)
    assert len(saves.all_games()) == 2


def test_a_won_game_stays_and_the_next_one_is_new(saves):
    game = Game(entry(), saves)
    win(game)
    assert not game.session.clock.running
    again = Game(entry(), saves)
    assert not again.session.dump()["at"]
    (saved,) = saves.all_games()
    assert saved.won
    play(again, "a1 White")
    assert [saved.won for saved in saves.all_games()] == [True, False]
    assert rows("SELECT count(*) FROM games") == [(2,)]


def test_the_moves_that_won_are_those_of_the_newest_game_that_is_won(saves):
    first, second = Game(entry(), saves), Game(entry(), saves)
    assert saves.won() == {}
    play(first, "a1 White")
    assert first.restart().stored.result()
    win(first)
    assert saves.won() == {first.entry.name: first.session.moves()}
    assert "a1 White" not in first.session.moves()
    play(second, "a1 White")
    assert second.undo().stored.result()
    win(second)
    play(Game(entry(), saves), "a1 White")
    assert saves.won() == {first.entry.name: second.session.moves()}
    assert second.undo().stored.result()
    assert saves.won() == {first.entry.name: first.session.moves()}


@pytest.mark.parametrize("history", ["", "[]", '{"moves": 3}'])
def test_a_broken_game_that_is_won_costs_itself_alone(saves, history):
    for title in ("one", "two"):
        win(Game(entry(LEVEL.replace("Nine", title)), saves))
    names = list(saves.won())
    assert len(names) == 2
    execute("UPDATE games SET history = ? WHERE level = ?", history, names[0])
    assert list(saves.won()) == names[1:]


def test_no_game_is_won_without_a_win(saves, monkeypatch):
    """Even if the process is killed between the two writes."""
    game, write = Game(entry(), saves), saves.write
    play(game, "b2 Red", "a2 Red", "a3 Red", "b1 Red", "c1 Red")

    def last_write(*work):
        write(*work).result()
        raise KeyboardInterrupt

    monkeypatch.setattr(saves, "write", last_write)
    with pytest.raises(KeyboardInterrupt):
        game.play_text("c3 Red")
    with reopened() as there:
        assert len(there.wins()) == 1


def test_two_instances_lose_nothing(saves):
    """Both go on with the same game: the level reopens where it was last, and both are kept."""
    play(Game(entry(), saves), "a1 White")
    with reopened() as other:
        one, two = Game(entry(), saves), Game(entry(), other)
        play(one, "c3 Teal")
        play(two, "b2 Red")
        play(one, "c1 Red")
        play(two, "a3 White")
    assert Game(entry(), saves).session.moves() == ("a1 White", "b2 Red", "a3 White")
    kept = {row[0] for row in rows("SELECT history FROM games")}
    assert {tuple(json.loads(history)["moves"]) for history in kept} == {
        ("a1 White", "c3 Teal", "c1 Red"),
        ("a1 White", "b2 Red", "a3 White"),
    }


@pytest.mark.parametrize(
    "history", ["no json", '{"at": 0}', '{"moves": ["z9 Red"], "at": 1}', "[]"]
)
def test_a_history_that_does_not_fit_is_kept_and_told(saves, history):
    play(Game(entry(), saves), "a1 White")
    saves.all_games()
    execute("UPDATE games SET history = ?", history)
    game = Game(entry(), saves)
    assert "does not fit" in game.notice
    play(game, "c3 Teal")
    assert rows("SELECT count(*) FROM games WHERE history = ?", history) == [(1,)]
    assert Game(entry(), saves).session.moves() == ("c3 Teal",)


def test_the_level_of_a_game_outlives_its_file(saves):
    made = entry(name="random-7.toml")
    game = Game(made, saves)
    play(game, "a1 White")
    memory = Memory()
    memory.last = made.name
    found = Standing.read(saves, memory).left
    assert found.name == made.name
    assert Game(found, saves).session.moves() == ("a1 White",)
    win(Game(made, saves))
    assert Standing.read(saves, memory).left is None
    memory.last = "kami/none/none"
    assert Standing.read(saves, memory).left is None


# Games from elsewhere


def kept(saves):
    """The moves and the cursor of every game."""
    return [(" ".join(k.history["moves"]), k.history["at"]) for k in saves.all_games()]


def test_games_are_merged_and_nothing_is_lost(saves, tmp_path):
    game = Game(entry(), saves)
    play(game, "a1 White")
    early = saves.all_games()
    play(game, "c3 Teal")
    late = saves.all_games()
    game.session.undo()
    game.save().result()
    undone = saves.all_games()
    with contextlib.closing(Saves(tmp_path / "other")) as other:
        for games, new in ((early, 1), (early, 0), (late, 1), (early, 0), (undone, 1), (late, 0)):
            assert other.merge(PlayerRecords([], games)) == (0, new, 0)
        assert kept(other) == [("a1 White c3 Teal", 1)]
        assert Game(entry(), other).session.moves() == ("a1 White",)
        assert Game(entry(), other).session.redo()
        # Gone on with differently here and there: both are kept, the newer one is taken up.
        there = Game(entry(), other)
        play(there, "b2 Red")
        assert other.merge(PlayerRecords([], late)) == (0, 1, 0)
        assert other.merge(PlayerRecords([], late)) == (0, 0, 0)
        assert sorted(kept(other)) == [("a1 White b2 Red", 2), ("a1 White c3 Teal", 2)]
        assert Game(entry(), other).session.moves() == ("a1 White", "b2 Red")
        # A screen that has the older game open does not write over what came.
        play(there, "a3 White")
        assert Game(entry(), other).session.moves() == ("a1 White", "b2 Red", "a3 White")


def test_forget(saves):
    game = Game(entry(), saves)
    win(game)
    play(Game(entry(), saves), "a1 White")
    saves.record(WIN)
    saves.record(WIN._replace(level="kami/nine/other", game="g2"))
    assert saves.forget("kami/nine/nine") == (2, 2)
    assert list(best(saves.wins())) == ["kami/nine/other"]


# Wins


def test_a_win_is_recorded_once_and_a_better_one_as_well(saves):
    game = Game(entry(), saves)
    win(game)
    worst = game.session.status.moves
    game.session.undo()
    game.session.redo()
    game.save()
    assert [win.moves for win in saves.wins()] == [worst]
    game.session.restart()
    game.save()
    for moves in solution(game.entry):
        play(game, moves)
    wins = saves.wins()
    assert [p.moves for p in wins] == [worst, 4]
    assert len({p.game for p in wins}) == 1
    begun = wins[-1].facts["begun"]
    assert wins[-1].facts == {"size": "3×3", "par": 4, "difficulty": None, "begun": begun}
    assert wins[-1].target == 4
    assert wins[-1].finished[:10] == time.strftime("%Y-%m-%d")
    result = best(saves.wins())["kami/nine/nine"]
    assert (result.moves, result.grade, result.helped, result.games) == (4, "perfect", False, 1)


def solution(level):
    from puzzles.core.solving import Limits, answer

    puzzle, state = level.pack.puzzle, level.pack.puzzle.start(level.level)
    for move in answer(puzzle.solver.solve(state, Limits())).moves:
        yield puzzle.move_text(state, move)
        state = puzzle.apply(state, move)


def test_the_best_result_is_one_without_help():
    helped = WIN._replace(game="g0", moves=4, grade="perfect", hints=2, seconds=3.0)
    (result,) = best([helped]).values()
    assert (result.moves, result.helped) == (4, True)
    (result,) = best([helped, WIN, WIN._replace(game="g3", moves=7, seconds=9.0)]).values()
    assert (result.moves, result.grade, result.seconds) == (5, "ok", 9.0)
    assert (result.helped, result.games) == (False, 3)


def test_wins_of_an_older_board_do_not_count():
    old = WIN._replace(board="older", moves=1)
    assert best([old, WIN])["kami/nine/nine"].moves == 5


def test_merging_twice_is_merging_once(saves):
    wins = [WIN, WIN._replace(moves=4), WIN._replace(game="g2")]
    assert saves.merge(PlayerRecords(wins)) == (3, 0, 0)
    assert saves.merge(PlayerRecords(wins)) == (0, 0, 0)
    assert {(p.game, p.moves) for p in saves.wins()} == {("g1", 5), ("g1", 4), ("g2", 5)}


# Faults of the file


def database():
    return locations.state() / "games.sqlite"


def rows(query, *values):
    with contextlib.closing(sqlite3.connect(database())) as opened:
        return opened.execute(query, values).fetchall()


def execute(statement, *values):
    with contextlib.closing(sqlite3.connect(database())) as opened, opened:
        opened.execute(statement, values)


def aside(why):
    return sorted(path for path in locations.state().glob(f"games-{why}-*.sqlite"))


def test_a_file_that_is_no_database_is_set_aside():
    locations.state().mkdir(parents=True)
    for text in ("nonsense" * 100, "more nonsense" * 100):
        database().write_text(text)
        with reopened() as saves:
            play(Game(entry(), saves), "a1 White")
            assert Game(entry(), saves).session.moves() == ("a1 White",)
            assert "set aside" in told(saves)
    assert [path.read_text()[:4] for path in aside("damaged")] == ["nons", "more"]


def test_a_newer_database_is_set_aside_whole():
    with reopened() as saves:
        play(Game(entry(), saves), "a1 White")
    execute(f"PRAGMA user_version = {VERSION + 1}")
    execute("ALTER TABLE games ADD COLUMN mood")
    with reopened() as saves:
        assert saves.all_games() == []
        (file,) = aside("newer")
        assert f"newer version of this program; set aside as {file}; " in (said := told(saves))
        assert f"`puzzles progress import {file}` reads what it can" in said
    with contextlib.closing(sqlite3.connect(file)) as opened:
        assert opened.execute("SELECT count(*) FROM games").fetchone() == (1,)


def test_a_database_whose_tables_are_not_its_version_s_is_set_aside():
    locations.state().mkdir(parents=True)
    with contextlib.closing(sqlite3.connect(database())) as opened:
        opened.executescript("CREATE TABLE plays (other); PRAGMA user_version = 1")
    with reopened() as saves:
        play(Game(entry(), saves), "a1 White")
        assert saves.wins() == []
        assert Game(entry(), saves).session.moves() == ("a1 White",)
        assert "set aside" in told(saves)
    assert len(aside("damaged")) == 1


def test_what_a_damaged_database_still_holds_is_taken_over():
    with reopened() as saves:
        for number in range(400):
            saves.record(WIN._replace(game=f"game {number}"))
        play(Game(entry(), saves), "a1 White")
    data = bytearray(database().read_bytes())
    assert len(data) > 40_000
    for page in range(len(data) // 4096 * 2 // 3, len(data) // 4096):
        data[page * 4096 : (page + 1) * 4096] = b"\xff" * 4096
    database().write_bytes(data)
    with reopened() as saves:
        saves.wins()  # the damage is met here
        found = len(saves.wins())
        assert "set aside" in told(saves)
        assert 0 < found < 400
        assert Game(entry(), saves).session.moves() == ("a1 White",)
        assert Game(entry(), saves).save().result()
    (kept,) = aside("damaged")
    assert kept.read_bytes()[: len(data)] == bytes(data)


def test_games_of_version_2_come_along():
    with reopened() as saves:
        play(Game(entry(), saves), "a1 White")
    execute("DROP TABLE drawings")
    execute("PRAGMA user_version = 2")
    with reopened() as saves:
        assert Game(entry(), saves).session.moves() == ("a1 White",)
        assert saves.drawings() == []
        assert not saves.notices()
    assert rows("PRAGMA user_version") == [(VERSION,)]


def test_what_a_full_disk_refused_is_written_later(saves):
    """SQLite's own limit on pages fails just as a full disk does: SQLITE_FULL."""
    saves.all_games()
    game = Game(entry(), saves)
    saves._connection.execute("PRAGMA max_page_count = 1")  # as many as there are
    play(game, "a1 White")
    for number in range(300):
        saves.record(WIN._replace(game=f"game {number}", level="kami/" + "x" * 200))
    assert not game.save().result()
    assert "could not be saved yet" in told(saves)
    assert len(saves.wins()) < 300
    saves._connection.execute("PRAGMA max_page_count = 100000")
    assert game.save().result()
    assert len(saves.wins()) == 300
    assert Game(entry(), saves).session.moves() == ("a1 White",)


def test_what_fails_at_its_last_step_is_the_same_game_later(saves):
    """In WAL mode a full disk shows when the transaction ends: that is when pages are written."""
    game = Game(entry(), saves)
    play(game, "a1 White")
    saves.all_games()

    def refuse(action, argument, *_):
        last = (action, argument) == (sqlite3.SQLITE_TRANSACTION, "COMMIT")
        return sqlite3.SQLITE_DENY if last else sqlite3.SQLITE_OK

    saves._connection.set_authorizer(refuse)
    play(game, "c3 Teal")
    assert not game.save().result()
    assert "could not be saved yet" in told(saves)
    saves._connection.set_authorizer(None)
    play(game, "c1 Red")
    assert Game(entry(), saves).session.moves() == ("a1 White", "c3 Teal", "c1 Red")
    assert rows("SELECT count(*) FROM games") == [(1,)]


def test_a_folder_that_cannot_be_written_costs_only_the_saving(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    saves = Saves(file / "folder")
    game = Game(entry(), saves)
    play(game, "a1 White")
    assert game.session.moves() == ("a1 White",)
    assert saves.all_games() == []
    assert saves.wins() == []
    assert "cannot be reached" in told(saves)
    assert "not a directory" in saves.trouble
    file.unlink()  # and once it can be written, all is
    assert game.save().result()
    assert not saves.trouble
    assert len(saves.all_games()) == 1
    saves.close()
