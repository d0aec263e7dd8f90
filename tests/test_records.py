"""What `--json` prints has one shape, whatever the verb, the level and the outcome."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzles.cli import main
from puzzles.cli.grammar import grammar
from puzzles.cli.output import SCHEMA, record
from puzzles.library.catalogue import find
from puzzles.player.game import Game
from puzzles.player.saves import Saves
from sampling import sampled

KAMI, FLOW = "kami/first-folds/1", "flow/first-pipes/1"
COMMANDS = [
    *["list", f"show {KAMI}", "daily", "packs add good.toml", "packs list"],
    *["progress stats", f"progress review {KAMI}"],
    *[f"solve {KAMI}", f"solve {KAMI} {FLOW}", f"solve {FLOW} --explain", f"solve {KAMI} --all"],
    *[f"count {FLOW}", f"count {FLOW} --paths", f"count {FLOW} --paths --list --colour A"],
    *[f"grade {KAMI} {FLOW}", f"check {KAMI} bad.toml", f"certify {KAMI}", f"repair {FLOW}"],
    *["generate flow --size 4x4 --seed 1", "import shot.png none.png"],
]
BAD = [f"{verb} bad.toml" for verb in ("solve", "count", "grade", "check", "certify", "repair")]
BAD += ["solve nope", "solve --explain nope", "count --paths nope", "progress review nope"]
BAD += ["import none.png", "show nope", "count nope", f"count {KAMI}"]
SEVERAL = {"grade", "check", "certify", "repair", "solve", "count"}  # go on after a bad level


@pytest.fixture(scope="module")
def picture(tmp_path_factory):
    """A level, drawn once for all tests."""
    path = tmp_path_factory.mktemp("picture") / "shot.png"
    assert main(["export", KAMI, str(path)]) == 0
    return path.read_bytes()


@pytest.fixture
def here(tmp_path, monkeypatch, picture):
    """A folder with a bad level and two pictures, and a game to review."""
    monkeypatch.chdir(tmp_path)
    Path("bad.toml").write_text('puzzle = "kami"\nboard = "R"\n')
    Path("good.toml").write_text('puzzle = "kami"\nboard = "RW"\n')
    Path("none.png").write_bytes(b"none")
    entry = find(KAMI)
    saves = Saves()
    game = Game(entry, saves)
    game.play_text("a1 Red")
    saves.close()
    Path("shot.png").write_bytes(picture)


def documents(capsys: pytest.CaptureFixture[str], command: str) -> list[dict[str, object]]:
    """Run a command with `--json`; every line of its output has the one shape."""
    capsys.readouterr()
    main([*command.split(), "--json"])
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for document in found:
        assert list(document) == list(record())
        assert document["schema"] == SCHEMA
        assert isinstance(document["facts"], dict)
        assert (document["answer"] is None) == (document["error"] is not None)
        if document["error"] is not None:
            assert document["level"] or document["file"], "it names what is wrong"
    return found


@pytest.mark.parametrize("command", sampled(COMMANDS, [c for c in COMMANDS if "import" not in c]))
def test_every_verb(here, capsys, command):
    if command == "packs list":
        assert main(["packs", "add", "good.toml"]) == 0
    assert documents(capsys, command)


@pytest.mark.parametrize("command", BAD)
def test_what_cannot_be_used_has_a_line_of_its_own(here, capsys, command):
    (document,) = documents(capsys, command)
    assert document["error"]
    assert document["answer"] is None


@pytest.mark.parametrize("verb", sorted(SEVERAL))
def test_there_is_a_line_for_each_level(here, capsys, verb):
    level = FLOW if verb in ("repair", "count") else KAMI
    found = documents(capsys, f"{verb} {level} bad.toml {level}")
    assert sorted(document["error"] is None for document in found) == [False, True, True]


def test_no_verb_is_forgotten(capsys):
    silent = set(grammar(["list"])[1]) - {command.split()[0] for command in COMMANDS}
    for verb in silent:
        with pytest.raises(SystemExit):
            main([verb, "--help"])
        assert "--json" not in capsys.readouterr().out, verb
