"""Nothing false is accepted: each key of a level, and each line of a certificate, changed in turn.

What is true is known by brute force. A level that claims something false has no certificate: not
that of the level it was made from, and no text that differs from that in a line.
"""

from __future__ import annotations

import dataclasses
import random
import time
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import tomlkit
from brute import optimum
from naive import solutions, untouching

from puzzles import checker, cli
from puzzles.core.errors import LevelError, PuzzlesError
from puzzles.core.level import Level
from puzzles.core.proving import board_lines
from puzzles.core.solving import Limits, answer
from puzzles.flow.rules import levels as flow_levels
from puzzles.flow.rules import model as flow_model
from puzzles.kami.rules import levels as kami_levels
from puzzles.kami.rules import model as kami_model
from puzzles.kami.solver import certificate as certificates
from puzzles.library.levels import read_pack
from sampling import slow

Keys = dict[str, Any]

KAMI: dict[str, Keys] = {
    "final": {"board": "RWR\nWTW\nRRW", "final": "Teal", "par": 3, "proof": {"bound": 3}},
    "islands": {"board": "RWR.TR\nWTW.RT", "par": 4},
    "triangle": {"grid": "triangle", "board": "RWTR\nWRTW", "par": 3},
    "graph": {
        "nodes": {"a": "Red", "b": "White", "c": "Red", "d": "Teal", "e": "White", "f": "Red"},
        "edges": [["a", "b"], ["b", "c"], ["c", "d"], ["d", "e"], ["e", "f"], ["f", "a"]],
        "par": 3,
        "colours": {"R": "Red #c0392f", "W": "White #f3e5cb", "T": "Teal #2c7f84"},
    },
}
FLOW: dict[str, Keys] = {
    "gap": {"board": "B.B\nAAC\n..C", "proof": {"fillings": 1, "untouching": 0}},
    "twins": {"board": "AAA\n.B.\nAB."},
    "walls": {"board": "..B\n.A.\n.B.\n..A", "walls": ["b1-b2", "a3-b3"]},
    "bridge": {"board": ".CABB\n..+..\nCA..."},
    "wrap": {"board": "AB..\nC.A.\nB..C", "wrap": True},
    "shy": {"board": "A..B\n.B..\n.A..\n....", "unique": "untouching"},
    "hex": {"grid": "hex", "board": "  .   .\n.   A   .\n  B   .\nA   .   B"},
}


def level_of(puzzle: str, keys: Keys) -> Level:
    text = tomlkit.dumps({"puzzle": puzzle, "level": [{"title": "x", **keys}]})
    pack = read_pack("test", text)
    if pack.errors:
        raise pack.errors[0]
    return pack.levels[0]


@cache
def plugin(puzzle: str) -> Any:
    levels = {"kami": {"board": "RW"}, "flow": {"board": "AA"}}[puzzle]
    return read_pack("test", tomlkit.dumps({"puzzle": puzzle, **levels})).puzzle


def accepted(puzzle: str, text: str, level: Level) -> bool:
    try:
        return plugin(puzzle).solver.check_by(text, level, Limits()).proved
    except PuzzlesError:
        return False


def certificate(puzzle: str, keys: Keys) -> str:
    proof = answer(plugin(puzzle).solver.certify(level_of(puzzle, keys), Limits()))
    return proof.facts.get("certificate", "")


def is_true(level: Any) -> bool:
    """What a level claims, by brute force."""
    board, proof = level.board, level.proof
    if isinstance(level, kami_model.KamiLevel):
        colours = tuple(board.colours.tolist())
        least = optimum(board.grid.graph.neighbours, colours, len(board.palette), board.final)
        return level.par in (None, least) and proof.get("bound", 0) <= least
    every = solutions(board.problem)
    apart = len(untouching(board.graph, every))
    wanted = proof.get("fillings", None if level.untouching else 1)
    return (
        wanted in (None, len(every))
        and (apart == 1 or not level.untouching)
        and proof.get("untouching", apart) == apart
    )


def boards(text: str, letters: str) -> Iterator[str]:
    """The board with each of its characters changed to each letter."""
    for i, old in enumerate(text):
        if not old.isspace():
            yield from (text[:i] + new + text[i + 1 :] for new in letters if new != old)


def changed(puzzle: str, keys: Keys) -> Iterator[Keys]:
    """The keys of a level with one of them changed, in every way that a key can be."""
    values: Keys = (
        {
            "grid": ["square", "triangle"],
            "board": boards(keys.get("board", ""), "RWT."),
            "nodes": [
                {**keys.get("nodes", {}), node: colour}
                for node in keys.get("nodes", {})
                for colour in ("Red", "White", "Teal")
            ],
            "edges": [
                *(
                    [edge for edge in keys.get("edges", []) if edge != gone]
                    for gone in keys.get("edges", [])
                ),
                *([*keys.get("edges", []), [a, b]] for a, b in ("ac", "bd", "ad", "be")),
            ],
            "par": [keys["par"] - 1, keys["par"] + 1],
            "proof": [{"bound": keys["par"] + n} for n in (-1, 0, 1)],
            "final": ["Red", "White", "Teal", None],
            "colours": [
                {"R": "White", "W": "Red", "T": "Teal"},
                {"R": "Red", "W": "White", "T": "Blue"},
            ],
            "difficulty": [9.5],
        }
        if puzzle == "kami"
        else {
            "grid": ["square", "hex"],
            "board": boards(keys["board"], "AB.#+"),
            "fill": [True, False],
            "wrap": [True, False],
            "walls": [["a1-a2"], ["a1-b1"], ["b1-b2"], ["b2-c2"], ["b2-b3"], []],
            "bridges": [["b2"], ["c2"]],
            "inks": [{"A": 5}],
            "unique": ["untouching", None],
            "proof": [
                {name: number} for name in ("fillings", "untouching") for number in (0, 1, 2, 3)
            ],
            "difficulty": [9.5],
        }
    )
    assert {*values, "title", "puzzle"} == {
        *(kami_levels.KEYS if puzzle == "kami" else flow_levels.KEYS)
    }, "a new key of a level: say here what it can be changed to"
    for key, others in values.items():
        for value in others:
            if value is None:
                yield {name: old for name, old in keys.items() if name != key}
            else:
                yield {**keys, key: value}


def mutants(text: str) -> Iterator[str]:
    """The certificate with each line changed in turn: left out, said twice, and each word made
    another; and with a cell, or another edge of one, that the level does not have."""
    lines = text.rstrip("\n").split("\n")
    names = [line.split()[1] for line in lines if line.startswith("cell ")]
    for i, line in enumerate(lines):

        def spliced(*others: str, at: int = i) -> str:
            return "\n".join([*lines[:at], *others, *lines[at + 1 :], ""])

        yield spliced()
        yield spliced(line, line)
        yield spliced(line, f"  cell zz . {' '.join(names[:2])}")
        yield spliced(line, f"cell zz {lines[1].split()[2]}")
        words = line.split()
        for j, word in enumerate(words):
            others = ["", "A", "B", ".", "R", "W", "T", *names[:3], *names[-2:]]
            if word.isdigit():
                others += [str(int(word) + n) for n in (-1, 1, 2)]
                others += [f"0{word}", f"{word}_0", chr(0xFF10 + int(word) % 10), f"-{word}"]
            if word in ("fillings", "untouching"):
                others += ["fillings", "untouching"]
            for other in others:
                if other != word:
                    yield spliced(" ".join([*words[:j], other, *words[j + 1 :]]))
        if words[0] == "cell" and len(words) > 3:
            yield spliced(f"{line} {words[3]}")  # the same edge twice
            yield spliced(f"{line} {words[1]}")  # an edge to itself


CASES = [("kami", name) for name in KAMI] + [("flow", name) for name in FLOW]


@pytest.mark.parametrize("sample", [25, *slow(200)])
@pytest.mark.parametrize(("puzzle", "name"), CASES)
def test_no_false_claim_is_accepted(puzzle, name, sample):
    rng, keys = random.Random(f"{name} {sample}"), (KAMI if puzzle == "kami" else FLOW)[name]
    texts, wrong = [certificate(puzzle, keys)], []
    for other in changed(puzzle, keys):
        try:
            level = level_of(puzzle, other)
        except LevelError:
            continue
        if not is_true(level):
            wrong.append(level)
            texts.append(certificate(puzzle, {k: v for k, v in other.items() if k != "fill"}))
    assert wrong
    assert texts[0] or name == "shy"
    # Each level, against the certificate of each.
    pairs = [(text, level) for text in texts if text for level in wrong]
    for text, level in rng.sample(pairs, min(sample, len(pairs))):
        assert not accepted(puzzle, text, level)
    mutated = [*mutants(texts[0] or texts[1])]
    for level in rng.sample(wrong, min(sample // 10, len(wrong))):
        for text in rng.sample(mutated, min(sample // 10, len(mutated))):
            assert not accepted(puzzle, text, level)


@pytest.mark.parametrize(("puzzle", "name"), CASES)
def test_true_claims_are_accepted(puzzle, name):
    keys = (KAMI if puzzle == "kami" else FLOW)[name]
    level = level_of(puzzle, keys)
    assert is_true(level)
    assert accepted(puzzle, certificate(puzzle, keys), level)


# What a certificate says of each field of a level: where it is, or why it need not be there.
FIELDS = {
    kami_model.KamiLevel: {
        "board": "the board",
        "par": "the claim",
        "proof": "`bound` is compared with the claim, the rest is for the record",
        "par_place": "for messages",
    },
    kami_model.Board: {
        "grid": "cell: names and neighbours",
        "palette": "cell: letters",
        "colours": "cell: letters",
        "final": "final",
    },
    flow_model.FlowLevel: {
        "board": "the board",
        "proof": "`fillings` and `untouching` are claims, the rest is for the record",
        "untouching": "the claim",
        "pipes": "pipes drawn at the start, which may be drawn anew",
    },
    flow_model.Board: {
        "grid": "cell: names and neighbours",
        "symbols": "cell: letters",
        "dots": "cell: letters",
        "walls": "cell: neighbours",
        "bridges": "cell: two for each",
        "wrap": "cell: neighbours",
        "fill": "boards without it are refused",
        "inks": "a look, not a rule",
    },
}


@pytest.mark.parametrize("kind", FIELDS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_a_certificate_speaks_of_every_field(kind):
    """Who adds a rule to a puzzle must say here how a certificate expresses it, or refuse it."""
    of_all = {field.name for field in dataclasses.fields(Level)}
    own = {field.name for field in dataclasses.fields(kind)}
    assert own - (of_all if issubclass(kind, Level) else set()) == {*FIELDS[kind]}


def refused(text: str, reason: str) -> None:
    with pytest.raises(checker.Refused, match=reason):
        checker.check(text)


def test_a_par_is_proved_up_to_the_last_move():
    """A proof that fewer moves are not enough is no proof of a par above that."""
    board = "kami\ncell 1 P\ncell 2 R 1\ncell 3 P 2\ncell 4 G 3\n"
    assert checker.check(f"{board}par 2\nmoves 2 P 4 P\nnot 1 1\n").text == "par 2 is proved"
    refused(f"{board}par 3\nmoves 2 P 4 R 4 P\nnot 1 1\n", "par is 3, but what is shown is 2")
    refused(f"{board}par 2\nmoves 2 P 4 P\nnot 1 0\n", "par is 2, but what is shown is 1")
    refused(f"{board}par 2\nmoves 2 P 4 P\n", "par is 2, but what is shown is 0")


FLOW_LINES = "flow\ncell a A\ncell b A a\nfillings 1\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FLOW_LINES.replace("b A a", "b A a a"), "two edges join the same cells"),
        (FLOW_LINES.replace("b A a", "b A b"), "a neighbour is not a cell before"),
        (FLOW_LINES.replace("b A a", "a A"), "two cells have one name"),
        *(
            (FLOW_LINES.replace("ngs 1", f"ngs {word}"), "not a number")
            for word in ("１", "0_1", "01", "+1", "-1", "1.0", "1" * 5000)
        ),
        ("kami\ncell a R\ncell b W a\nfinal R\nfinal W\npar 1\nmoves a W\nnot a 0\n", "demanded"),
        ("kami\ncell a R\ncell b W a\npar 1\nmoves a W\nnot a 1\n", "1 moves are enough"),
        ("kami\n", "'par' is missing"),
        ("", "names the puzzle"),
    ],
)
def test_what_is_written_wrongly_is_refused(text, reason):
    assert checker.check(FLOW_LINES).text == "fillings 1 is proved"
    refused(text, reason)


@pytest.mark.parametrize("cells", ["a,a", "a,b,b", "a", "a,b,c,d,e"])
def test_a_set_to_see_names_different_regions(cells):
    board = "kami\ncell a R\ncell b W a\ncell c T b\ncell d W c\ncell e R d\ncell f B e\n"
    refused(f"{board}par 5\nmoves a W a T a W a R a B\nnot a 4\nsee {cells}\n", "a set to see")


def test_a_check_obeys_its_time_limit(tmp_path, capsys):
    """Also where a line asks how four regions are joined in hundreds of moves."""
    rng, side = random.Random(5), range(24)
    keys: Keys = {"board": "\n".join("".join(rng.choice("RWTYBG") for _ in side) for _ in side)}
    level = level_of("kami", keys)
    state = plugin("kami").start(level)
    events = plugin("kami").solver.solve(state, Limits())
    solved = next(event.moves for event in events if event.moves)  # the first that is known
    board = certificates.board_of(state)
    moves = certificates._moves(state, board, solved)
    par = len(solved)
    four = ",".join(board.names[i] for i in (0, 23, len(board.names) - 20, len(board.names) - 1))
    lines = [f"par {par}", moves, f"not a1 {par - 1}", f"see {four}"]
    text = "\n".join([*board_lines(board), *lines, ""])
    file = tmp_path / "bomb.toml"
    keys["certificate"] = text
    document = tomlkit.dumps({"puzzle": "kami", "level": [{"title": "x", "par": par, **keys}]})
    file.write_text(document, encoding="utf-8")
    began = time.process_time()
    found = certificates.check_by(text, level, Limits(0.3))
    assert not found.proved
    assert found.stopped == "time limit"
    assert time.process_time() - began < 20  # of CPU; it would take minutes
    assert cli.main(["check", str(file), "--time", "0.2"]) == 1
    assert "not proved (time limit)" in capsys.readouterr().err
