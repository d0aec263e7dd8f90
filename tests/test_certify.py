"""`puzzles certify`, `puzzles check --certificates`, and the checker by itself."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import pairwise

import pytest

from puzzles import checker, cli
from puzzles.core.errors import PuzzlesError
from puzzles.core.solving import Limits, answer
from sampling import slow
from shipped import ENTRIES

NAMED = {entry.name: entry for entry in ENTRIES}
HARD = (
    "kami/peaks/crooked-ridge",
    "flow/bridges/venice",
    "flow/eleven-and-twelve/catacombs",
    "kami/grand-folds/candelabra",
    "flow/twins/doubles",
    "flow/nine-and-ten/brass-spillway",
    "kami/islands/snowflake",
)


@cache
def certificate(name: str) -> str:
    entry = NAMED[name]
    proof = answer(entry.pack.puzzle.solver.certify(entry.level, Limits()))
    text: str = proof.facts["certificate"]
    return text


def lines_of(text: str, *words: str) -> list[int]:
    """The lines that begin with one of some words."""
    return [i for i, line in enumerate(text.split("\n")) if line.startswith(words)]


def test_the_checker_stands_alone():
    """It is a file that Python runs by itself, isolated, in a place of its own; short enough to be
    read."""
    source = open(checker.__file__, encoding="utf-8").read()  # noqa: SIM115
    assert source.count("\n") <= 600
    imported = {
        line.split()[1].split(".")[0]
        for line in source.split("\n")
        if line.startswith(("import ", "from "))
    }
    assert imported <= sys.stdlib_module_names


@pytest.mark.parametrize("name", [HARD[0], *slow(HARD[1])])
def test_the_checker_by_itself(name, tmp_path):
    file = tmp_path / "some.proof"
    text = certificate(name)
    wrong = text.replace(" 1\n", " 2\n").replace("par 6", "par 5").replace("par 8", "par 7")
    for written, code in ((text, 0), (wrong, 1)):
        file.write_text(written, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-I", checker.__file__, file],
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert done.returncode == code
        assert ("is proved" in done.stdout) == (code == 0)
        assert ("refused: line" in done.stderr) == (code == 1)


CERTIFIED = [entry for entry in ENTRIES if entry.pack.puzzle.can("solver.certify")]


@pytest.mark.parametrize(
    "entries", [CERTIFIED[:150:30], *slow(CERTIFIED[::300])], ids=lambda entries: str(len(entries))
)
def test_levels_that_ship_are_certified(entries):
    for entry in entries:
        proof = certificate(entry.name)
        assert entry.pack.puzzle.solver.check_by(proof, entry.level, Limits()).proved


@pytest.mark.slow
def test_four_regions_are_seen_where_no_three_take_as_many_moves():
    """One line of four for each colour that a part might have in the end."""
    lines = certificate("kami/grand-folds/candelabra").split("\n")
    fours = [
        claim
        for claim, seen in pairwise(lines)
        if claim.startswith("not g6 9") and seen.count(",") == 3
    ]
    assert len(fours) == 3


# Each spoils the lines of a certificate, whatever else it may still prove: a guess too many, for
# one, may make another proof, but not after the last one.
Lines = list[str]


def one_of(rng: random.Random, lines: Lines) -> int:
    """A line without which there is no proof."""
    return rng.choice([*lines_of("\n".join(lines), "not", "par", "cell", "moves"), len(lines) - 1])


def other_number(rng: random.Random, lines: Lines) -> None:
    at = rng.choice(lines_of("\n".join(lines), "par", "fillings", "not"))
    words = lines[at].split()
    place = 1 if len(words) == 2 else 2
    words[place] = str(max(0, int(words[place]) + rng.choice((-2, -1, 1, 2, 10**9))))
    if lines[at] == " ".join(words):
        words[place] = "99"
    lines[at] = " ".join(words)


def without_a_line(rng: random.Random, lines: Lines) -> None:
    del lines[one_of(rng, lines)]


def twice_a_line(rng: random.Random, lines: Lines) -> None:
    once = lines_of("\n".join(lines), "cell", "moves", "par")
    if not lines[-1].startswith("not "):  # what is said to be shown may be shown again
        once.append(len(lines) - 1)
    at = rng.choice(once)
    lines.insert(at, lines[at])


def cut_short(rng: random.Random, lines: Lines) -> None:
    text = "\n".join(lines)
    lines[:] = text[: rng.randrange(text.rindex("\n"))].split("\n")


def another_board(rng: random.Random, lines: Lines) -> None:
    at = rng.choice(lines_of("\n".join(lines), "cell"))
    words = lines[at].split()
    if len(words) > 3 and rng.random() < 0.5:
        words.pop()
    else:
        words[2] = "?"
    lines[at] = " ".join(words)


def another_move(rng: random.Random, lines: Lines) -> None:
    at = rng.choice(lines_of("\n".join(lines), "moves", "guess"))
    words = lines[at].split()
    words[rng.randrange(1, len(words))] = "nowhere"
    lines[at] = " ".join(words)


def rubbish(rng: random.Random, lines: Lines) -> None:
    line = rng.choice(("", "see x y", "guess a a", "\x00", "not 1"))
    lines.insert(rng.randrange(len(lines)), line)


MUTATIONS: tuple[Callable[[random.Random, Lines], None], ...] = (
    other_number,
    without_a_line,
    twice_a_line,
    cut_short,
    another_board,
    another_move,
    rubbish,
)


@pytest.mark.parametrize("number", [3, *slow(8)])
def test_mutated_certificates_are_refused(number):
    rng = random.Random(number)
    for i in range(number):
        entry = NAMED[HARD[i % len(HARD)]]
        mutation = MUTATIONS[rng.randrange(len(MUTATIONS))]
        text = certificate(entry.name).rstrip("\n")
        lines = text.split("\n")
        mutation(rng, lines)
        assert lines != text.split("\n")
        mutated = "\n".join(lines) + "\n"
        with pytest.raises(PuzzlesError):  # noqa: PT012 - pytest.fail says which one
            entry.pack.puzzle.solver.check_by(mutated, entry.level, Limits())
            pytest.fail(f"{mutation.__name__} of {entry.name} is accepted")


def test_certificates_go_to_files_and_are_taken_for_proofs(tmp_path, capsys):
    folder = str(tmp_path / "proofs")
    names = ["kami/islands/crossroads", "flow/bridges/venice"]
    assert cli.main(["certify", *names, "-o", folder]) == 0
    assert "2 levels certified" in capsys.readouterr().out
    file = tmp_path / "proofs" / "kami" / "islands" / "crossroads.proof"
    assert checker.check(file.read_text(encoding="utf-8")).text == "par 4 is proved"
    assert cli.main(["certify", names[0], "-o", folder]) == 2
    assert "is there already" in capsys.readouterr().err
    assert cli.main(["check", *names, "--certificates", folder, "--json"]) == 0
    documents = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(document["answer"]["certified"] for document in documents)
    assert all(document["answer"]["proved"] for document in documents)
    assert all(document["facts"]["nodes"] == 0 for document in documents)
    file.write_text(file.read_text(encoding="utf-8").replace("par 4", "par 3"), encoding="utf-8")
    assert cli.main(["check", names[0], "--certificates", folder]) == 2
    assert "its certificate is refused: line" in capsys.readouterr().err
    assert cli.main(["certify", names[0], "-o", folder, "--force"]) == 0
    assert cli.main(["check", names[0], "--certificates", folder]) == 0
    assert "1 by certificates" in capsys.readouterr().out


def test_levels_without_a_certificate_are_solved(tmp_path, capsys):
    assert cli.main(["check", "kami/islands/crossroads", "--certificates", str(tmp_path)]) == 0
    assert capsys.readouterr().out == "1 level checked, 1 proved\n"
    assert cli.main(["check", "kami/islands/crossroads", "--certificates", "nowhere"]) == 2


def test_one_certificate_goes_to_standard_output(capsys):
    assert cli.main(["certify", "kami/islands/crossroads"]) == 0
    assert checker.check(capsys.readouterr().out).text == "par 4 is proved"
    assert cli.main(["certify", "kami/islands"]) == 2
    assert "-o FOLDER" in capsys.readouterr().err


def test_a_limit_leaves_no_certificate(capsys, tmp_path):
    out = str(tmp_path)
    assert cli.main(["certify", "kami/islands/snowflake", "-o", out, "--nodes", "5"]) == 1
    assert "not certified" in capsys.readouterr().err
    assert not list(tmp_path.rglob("*.proof"))


def test_a_file_that_is_too_large_is_no_certificate(tmp_path, capsys):
    file = tmp_path / "kami" / "islands" / "crossroads.proof"
    file.parent.mkdir(parents=True)
    for large in (b"kami\n" * 1_000_000, b"kami\ncell \xff R\n"):
        file.write_bytes(large)
        names = ["kami/islands/crossroads", "kami/first-folds/1"]
        assert cli.main(["check", *names, "--certificates", str(tmp_path)]) == 2
        out, err = capsys.readouterr()
        assert out == "1 level checked, 1 proved, 1 wrong\n"
        assert err.startswith(f"{file}:")


def test_the_clock_is_looked_at_for_every_edge():
    """A board of many edges takes long before anything is checked."""
    cells = [f"cell {v} . {' '.join(map(str, range(v)))}" for v in range(40)]
    ticks = Counter[str]()
    with pytest.raises(checker.Refused, match="'fillings' is missing"):
        checker.check("\n".join(["flow", *cells, "x"]), lambda: ticks.update(["tick"]))
    assert ticks["tick"] >= 40 * 39 // 2
