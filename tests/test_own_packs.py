"""Packs of the player's own: taken in when all they claim is true, and set aside."""

from __future__ import annotations

from pathlib import Path

import pytest

from puzzles.cli import main
from puzzles.library.catalogue import called, library

GOOD = (
    'puzzle = "kami"\ntitle = "From a friend"\n[[level]]\ntitle = "One"\npar = 2\n'
    'board = """\nRRW\nRWW\n.WB\n"""\n'
)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch, own_directories):
    monkeypatch.chdir(tmp_path)
    library.cache_clear()
    yield
    library.cache_clear()


def test_a_pack_is_taken_in_set_aside_and_had_back(own_directories, capsys):
    Path("friend.toml").write_text("# a word of the sender's\n" + GOOD)
    assert main(["packs", "add", "friend.toml"]) == 0
    assert "1 level added" in capsys.readouterr().out
    (pack,) = called("kami/friend")
    assert (pack.title, pack.levels[0].par) == ("From a friend", 2)
    assert "sender" not in Path(pack.file).read_text()
    assert main(["packs", "add", "friend.toml"]) == 2
    assert "called kami/friend already" in capsys.readouterr().err
    assert main(["packs", "remove", "friend"]) == 0
    back = capsys.readouterr().out.split("`")[1].split()
    assert not called("kami/friend")
    assert main(back[1:]) == 0
    assert called("kami/friend")


@pytest.mark.parametrize(("text", "said"), [
    (GOOD.replace("par = 2", "par = 3"), "par is 3, but the optimum is 2"),
    (GOOD.replace("par = 2", "par = 2\ndifficulty = 9.0"), "difficulty is 1.3, not 9.0"),
    (GOOD.replace("RRW", "RXW"), "unknown colour 'X'"),
    (GOOD + GOOD.split("\n", 2)[2].replace("par = 2", "par = 7").replace("One", "Two"),
     "par is 7"),
])  # fmt: skip
def test_what_is_not_what_it_claims_stays_outside(text, said, capsys):
    Path("friend.toml").write_text(text)
    assert main(["packs", "add", "friend.toml"]) != 0
    assert said in capsys.readouterr().err
    assert not called("kami/friend")


def test_only_packs_of_ones_own_are_removed(capsys):
    for name in ("kami/squares", "nothing"):
        assert main(["packs", "remove", name]) == 2
        assert "no pack of your own is called so" in capsys.readouterr().err
    assert called("kami/squares")
