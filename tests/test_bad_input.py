"""Bad input: one line, `FILE:LINE:COL: reason`, on standard error, exit code 2, no traceback.

In the documents a ¤ stands just before the place that the error must point at.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from puzzles.cli import main
from puzzles.library import registry
from sampling import slow

T = 'puzzle = "kami"\n'
J = '{"puzzle": "kami", '
BOARD = 'board = "RW"\n'
PLUGINS = ", ".join(registry.plugins()[0])
KNOWN = "R, W, T, Y, B, G, O, P, K"
LOOK = "a colour is a name and a hex value, as in 'Red #c0392f'"

TOML = {
    # the board
    "unknown colour": (T + 'board = """\nRRW\nR¤XW\n"""', "unknown colour 'X'; known are " + KNOWN),
    "unknown colour after spaces": (
        T + 'board = """\nRW \n¤ R\n"""',
        "unknown colour ' '; known are " + KNOWN,
    ),
    "unknown colour of one's own": (
        T + 'colours = {a = "Red", b = "Teal"}\nboard = "aab¤R"',
        "unknown colour 'R'; known are a, b",
    ),
    "unknown colour on triangles": (
        T + 'grid = "triangle"\nboard = """\nR> <WT>\n <R¤X> <R\n"""',
        "unknown colour 'X'; known are " + KNOWN,
    ),
    "ragged rows": (
        T + 'board = """\nRRW\nRR¤\n"""',
        "ragged rows: this one has 2 cells, the first has 3",
    ),
    "a row too long": (
        T + "board = '''\nRRW\nRRW¤W\n'''",
        "ragged rows: this one has 4 cells, the first has 3",
    ),
    "ragged triangles": (
        T + 'grid = "triangle"\nboard = """\nR> <WT>\n¤ <RR>\n"""',
        "ragged rows: this one has 2 cells, the first has 3",
    ),
    "a triangle turned over": (
        T + 'grid = "triangle"\nboard = """\nR> <WT>\n <RR> ¤W>\n"""',
        "this triangle points the other way: <W",
    ),
    "one row of triangles": (
        T + 'grid = "triangle"\nboard = "¤R> <W"',
        "a triangle board needs at least two rows",
    ),
    "no cells": (T + 'board = ¤""', "the board has no cells"),
    "only missing cells": (T + 'board = ¤"""\n..\n..\n"""', "the board has no cells"),
    "no nodes": (T + "nodes = ¤{}", "the board has no cells"),
    "one colour": (T + 'board = ¤"RRR"', "the board has only one colour; it needs at least two"),
    "one colour of nodes": (
        T + 'nodes = ¤{1 = "Red", 2 = "red"}',
        "the board has only one colour; it needs at least two",
    ),
    "more than nine colours": (
        T
        + "colours = {"
        + ", ".join(f'{c} = "{c} #00000{i}"' for i, c in enumerate("ABCDEFGHIJ"))
        + '}\nboard = ¤"ABCDEFGHIJ"',
        "10 colours; a board has at most 9",
    ),
    "more than nine colours of nodes": (
        T + "nodes = ¤{" + ", ".join(f'{i} = "c{i}"' for i in range(50)) + "}",
        "50 colours; a board has at most 9",
    ),
    "too many cells": (
        T + 'board = ¤"""\n' + "RW" * 10_001 + '\n"""',
        "the board has 20,002 cells; the most is 20,000",
    ),
    "far too many cells": (
        T + 'board = ¤"' + "." * 200_000 + '"',
        "the board is too large; it may have 20,000 cells",
    ),
    "neither board nor nodes": ("¤" + T + "par = 1", "a level needs a board, or nodes and edges"),
    "board and nodes": (
        "¤" + T + BOARD + 'nodes = {1 = "Red", 2 = "Teal"}',
        "a level has either a board or nodes, not both",
    ),
    "board and edges": (
        T + BOARD + "edges = ¤[[1, 2]]",
        "edges join nodes; this level has a board",
    ),
    "unknown grid": (
        T + 'grid = ¤"hex"\n' + BOARD,
        "unknown grid 'hex'; known are square, triangle",
    ),
    "control characters in a board": (
        T + 'board = ¤"RW\\u0007"',
        "board holds characters that cannot be shown",
    ),
    # the graph
    "an edge to a missing node": (
        T + 'nodes = {1 = "Red", 2 = "Teal"}\nedges = [[1, 2], ¤[2, 3]]',
        "edge 2-3: there is no node 3",
    ),
    "a self-loop": (
        T + 'nodes = {1 = "Red", 2 = "Teal"}\nedges = [\n  [1, 2],\n  ¤["2", 2],\n]',
        "edge 2-2 joins a node to itself",
    ),
    "an edge of three": (
        T + 'nodes = {1 = "Red", 2 = "Teal"}\nedges = [¤[1, 2, 1]]',
        "an edge is a pair of nodes, as in [1, 2]",
    ),
    "an edge of booleans": (
        T + 'nodes = {True = "Red", False = "Teal"}\nedges = [¤[true, false]]',
        "an edge is a pair of nodes, as in [1, 2]",
    ),
    "an edge that is none": (
        T + 'nodes = {1 = "Red", 2 = "Teal"}\nedges = [[1, 2], ¤12]',
        "an edge is a pair of nodes, as in [1, 2]",
    ),
    "duplicate ids": (
        T + 'nodes = {1 = "Red", 1 = "Teal"¤}',
        "TOML: Duplicate inline table key '1'",
    ),
    "a node without a colour": (
        T + 'nodes = {1 = "Red", 2 = ¤3}',
        "a node has the name of a colour",
    ),
    "a node's colour that is not there": (
        T + 'colours = {r = "Red", t = "Teal"}\n[nodes]\n1 = "Red"\n2 = ¤"Blue"',
        "unknown colour 'Blue'; known are Red, Teal",
    ),
    "a node with a space": (
        T + 'nodes = {"a b" = ¤"Red", 2 = "Teal"}',
        "a node's name is a word or a number",
    ),
    # the keys
    "unknown key": (
        T + BOARD + "pra = ¤3",
        "unknown key 'pra'; known are title, puzzle, board, nodes, edges, par, proof, "
        "difficulty, grid, colours, final",
    ),
    "unknown key of a level": (
        T + "[[level]]\n" + BOARD + "[[level]]\n" + BOARD + "¤[level.extra]\nx = 1",
        "unknown key 'extra'; known are ",
    ),
    "unknown key of a pack": (
        T + "colors = ¤{}\n[[level]]\n" + BOARD,
        "unknown key 'colors'; known are grid, colours, final",
    ),
    "par of the wrong type": (T + BOARD + "par = ¤'3'", "par must be a whole number"),
    "par of half": (T + BOARD + "par = ¤3.5", "par must be a whole number"),
    "par of true": (T + BOARD + "par = ¤true", "par must be a whole number"),
    "par of nothing": (T + BOARD + "par = ¤0", "par must be at least 1"),
    "par of more moves than anyone makes": (
        T + BOARD + "par = ¤4294967296",
        "par is 1,000,000 at most",
    ),
    "proof of the wrong type": (T + BOARD + "proof = ¤3", "proof must be a table"),
    "proof of words": (
        T + BOARD + "proof = {nodes = 1, by = ¤'me'}",
        "proof holds whole numbers, none below 0",
    ),
    "proof of less than nothing": (
        T + BOARD + "proof = {nodes = ¤-1}",
        "proof holds whole numbers, none below 0",
    ),
    "a board of lines": (T + 'board = ¤["RW", "WR"]', "board must be text"),
    "nodes of the wrong type": (T + "nodes = ¤3", "nodes must be a table"),
    "edges of the wrong type": (
        T + 'nodes = {1 = "Red", 2 = "Teal"}\nedges = ¤"1-2"',
        "edges must be a list",
    ),
    "final of the wrong type": (T + BOARD + "final = ¤1", "final must be text"),
    "a final colour that is not there": (
        T + BOARD + 'final = ¤"Beige"',
        "the final colour 'Beige' is not one of the colours",
    ),
    "a title of the wrong type": (T + BOARD + "title = ¤[1]", "title must be text"),
    "a title of two lines": (T + BOARD + 'title = ¤"a\\nb"', "title must be one line of text"),
    "a title of nothing": (T + BOARD + 'title = ¤" "', "title must be one line of text"),
    "an escape sequence in a title": (
        T + BOARD + 'title = ¤"\\u001b[2J"',
        "title holds characters that cannot be shown",
    ),
    # the colours
    "a colour's key of two letters": (
        T + BOARD + 'colours = {ab = ¤"Red"}',
        "a colour's key is one letter, not 'ab'",
    ),
    "a colour's key that means something": (
        T + BOARD + 'colours = {"." = ¤"Red"}',
        "a colour's key is one letter, not '.'",
    ),
    "a colour without a look": (T + BOARD + 'colours = {R = ¤"Cerise"}', LOOK),
    "a colour without a name": (T + BOARD + 'colours = {R = ¤"#c0392f"}', LOOK),
    "a colour of the wrong type": (T + BOARD + "colours = {R = ¤12}", LOOK),
    "two colours of one name": (
        T + BOARD + 'colours = {R = "Red", W = ¤"red #111111"}',
        "two colours are called 'red'",
    ),
    "no colours": (T + BOARD + "colours = ¤{}", "colours is empty"),
    # the document
    "no puzzle": ("¤" + BOARD, 'no puzzle named; add puzzle = "…", one of ' + PLUGINS),
    "unknown puzzle": (
        "puzzle = ¤'chess'\n" + BOARD,
        "unknown puzzle 'chess'; known are " + PLUGINS,
    ),
    "a puzzle of the wrong type": ("puzzle = ¤1\n" + BOARD, "puzzle must be text"),
    "levels of the wrong type": (T + "level = ¤3", "level must be a list"),
    "a level that is a table alone": (T + "¤[level]\n" + BOARD, "level must be a list"),
    "a level that is no table": (T + "level = [¤3]", "a level must be a table"),
    "no levels": (T + "level = ¤[]", "a pack needs at least one level"),
    "two levels of one title": (
        T + "[[level]]\ntitle = 'A b'\n" + BOARD + "[[level]]\ntitle = ¤'a B'\n" + BOARD,
        "level 1 has the title 'a B' too",
    ),
    "a level in the middle": (
        T + "[[level]]\n" + BOARD + "[[level]]\nboard = ¤'R'\n[[level]]\n" + BOARD,
        "the board has only one colour; it needs at least two",
    ),
    "no TOML": ("puzzle = ¤kami", "TOML: Invalid value"),
    "TOML that breaks off": (T + 'board = """\nRW¤', "TOML: Unterminated string"),
    "a number without end": (T + BOARD + "par = ¤" + "9" * 5000, "this number has too many digits"),
    "a number without end, in hexadecimal": (
        T + BOARD + "proof = {nodes = ¤0x" + "f" * 5000 + "}",
        "this number has too many digits",
    ),
    "a key without end": (T + "¤" + "a." * 30 + "b = 1", "nested too deeply"),
    "TOML nested too deeply": ("¤a = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
    "keys twice": (T + "par = 1\npar = 2¤\n", "TOML: Cannot overwrite a value"),
}

JSON = {
    "unknown colour": (J + '\n"board": "RRW\\nR¤XW"}', "unknown colour 'X'; known are " + KNOWN),
    "ragged rows": (
        J + '"board": "RR\\nR¤"}',
        "ragged rows: this one has 1 cells, the first has 2",
    ),
    "unknown key": (J + '"board": "RW",\n "final ": ¤"Red"}', "unknown key 'final '; known are "),
    "an edge to a missing node": (
        J + '"nodes": {"1": "Red", "2": "Teal"},\n"edges": [[1, 2],\n¤[1, "x"]]}',
        "edge 1-x: there is no node x",
    ),
    "a self-loop": (
        J + '"nodes": {"1": "Red", "2": "Teal"}, "edges": [¤[1, 1]]}',
        "edge 1-1 joins a node to itself",
    ),
    "duplicate ids": (J + '"nodes": {"1": "Red",\n¤"1": "Teal"}}', "'1' is given twice"),
    "duplicate ids in disguise": (
        J + '"nodes": {"1": "Red", ¤"\\u0031": "Teal"}, "edges": [["1", "1"]]}',
        "'1' is given twice",
    ),
    "a half character": (
        J + '"board": "RW", "title": ¤"\\ud800"}',
        "title holds characters that cannot be shown",
    ),
    "a half character in an edge": (
        J + '"nodes": {"1": "Red", "2": "Teal"}, "edges": [¤["1", "\\ud800"]]}',
        "edge 1-\\ud800: there is no node \\ud800",
    ),
    "a half character as a key": (J + '"\\udfff": ¤1}', "unknown key '\\udfff'; known are "),
    "a half character as a node": (
        J + '"nodes": {"\\ud800": ¤"Red", "2": "Teal"}}',
        "a node's name is a word or a number",
    ),
    "nothing for a value": (J + '"board": ¤null}', "board must be text"),
    "par of infinity": (J + '"board": "RW", "par": ¤Infinity}', "par must be a whole number"),
    "a number without end": (
        J + '"board": "RW", "par": ¤' + "1" * 5000 + "}",
        "this number has too many digits",
    ),
    "JSON nested too deeply": (
        '¤{"a": ' + "[" * 100_000 + "]" * 100_000 + "}",
        "nested too deeply",
    ),
    "brackets without end": ("¤" + "[" * 100_000, "nested too deeply"),
    "no JSON": (J + '"board" ¤"RW"}', "JSON: Expecting ':' delimiter"),
    "JSON that goes on": ("{}\n¤{}", "JSON: Extra data"),
    "JSON that breaks off": ('{"puzzle": ¤"kami', "JSON: Unterminated string starting at"),
    "an array": ("¤[1, 2]", "a JSON level is an object, { … }"),
    "an empty object": ("¤{}", 'no puzzle named; add puzzle = "…", one of ' + PLUGINS),
}

CASES = {
    **{f"{name} (TOML)": (".toml", *case) for name, case in TOML.items()},
    **{f"{name} (JSON)": (".json", *case) for name, case in JSON.items()},
}


def place(marked: str) -> tuple[str, str]:
    """The text without its mark, and where the mark stood as LINE:COL."""
    before, _, after = marked.partition("¤")
    return before + after, f"{before.count(chr(10)) + 1}:{len(before) - before.rfind(chr(10))}"


def failure(capsys, *arguments: str) -> str:
    """The one line on standard error of a command that must fail with exit code 2."""
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert err.endswith("\n")
    assert err.count("\n") == 1, err
    if "--json" in arguments:
        assert json.loads(out)["error"] == err[:-1]
    elif arguments[0] == "check":
        what = "wrong" if "in this folder" in err else "not read"
        assert out == f"0 levels checked, 0 proved, 1 {what}\n"
    else:
        assert out == ""
    return err[:-1]


@pytest.mark.parametrize("name", CASES)
def test_the_place_and_the_reason(name, tmp_path, capsys):
    suffix, marked, reason = CASES[name]
    text, where = place(marked)
    file = tmp_path / f"level{suffix}"
    file.write_text(text, encoding="utf-8")
    line = failure(capsys, "show", str(file))
    assert line.startswith(f"{file}:{where}: {reason}")
    if marked.count("[[level]]") < 2:  # these go on to the good levels
        assert failure(capsys, "solve", str(file)) == line
        assert failure(capsys, "solve", "--json", str(file)) == line
        assert failure(capsys, "check", str(file)) == line
    # The app is asked for without a terminal here, but the level comes first.
    assert failure(capsys, str(file)) == line


def test_check_tells_both_numbers_of_a_wrong_par(tmp_path, capsys):
    text, where = place(T + "[[level]]\ntitle = 'A'\npar = ¤2\n" + BOARD)
    file = tmp_path / "level.toml"
    file.write_text(text)
    assert main(["check", str(file)]) == 2
    out, err = capsys.readouterr()
    assert err == f"{file}:{where}: par is 2, but the optimum is 1\n"
    assert out == "1 level checked, 0 proved, 1 wrong\n"


FILES = {
    "missing": (lambda file: None, "1:1: no such file or directory"),
    "empty": (lambda file: file.write_bytes(b""), "1:1: the file is empty"),
    "blank": (lambda file: file.write_bytes(b" \n\t\n"), "1:1: the file is empty"),
    "a mark alone": (lambda file: file.write_bytes(b"\xef\xbb\xbf"), "1:1: the file is empty"),
    "a directory": (lambda file: file.mkdir(), "1:1: is a directory, not a level file"),
    "not text": (
        lambda file: file.write_bytes(b"puzzle = 1\nab\xff\xfe"),
        "2:3: not a text file (not UTF-8)",
    ),
    "UTF-16": (
        lambda file: file.write_bytes((T + BOARD).encode("utf-16")[:-1]),
        "2:13: not a text file (not UTF-16)",
    ),
    "zeros": (lambda file: file.write_bytes(bytes(100)), "1:1: TOML: Invalid statement"),
    "100 MB": (
        lambda file: [file.touch(), os.truncate(file, 100_000_000)],
        "1:1: too large: such files hold at most 4,000,000 bytes",
    ),
    "a loop of links": (
        lambda file: file.symlink_to(file),
        "1:1: too many levels of symbolic links",
    ),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("verb", ["show", "solve", "check"])
def test_files_that_are_no_levels(name, verb, tmp_path, capsys):
    make, reason = FILES[name]
    file = tmp_path / "level.toml"
    make(file)
    if verb != "show" and name == "a directory":
        reason = "1:1: there are no level files in this folder"
    assert failure(capsys, verb, str(file)) == f"{file}:{reason}"


def test_a_file_that_may_not_be_read(tmp_path, capsys):
    if os.geteuid() == 0:
        pytest.skip("root may read everything")
    file = tmp_path / "level.toml"
    file.write_text(T + BOARD)
    file.chmod(0)
    assert failure(capsys, "show", str(file)) == f"{file}:1:1: permission denied"


def test_a_file_that_cannot_be_read(capsys):
    """Reading fails only after opening, as on a broken disk; even for root."""
    if not os.path.exists("/proc/self/mem"):
        pytest.skip("needs /proc")
    assert failure(capsys, "show", "/proc/self/mem") == "/proc/self/mem:1:1: input/output error"


def test_a_file_name_that_would_write_on_the_terminal(tmp_path, capsys):
    file = tmp_path / "a\n\x1b[31m.toml"
    file.write_text("x")
    line = failure(capsys, "show", str(file))
    assert line.startswith(f"{tmp_path}/a\\n\\x1b[31m.toml:1:2: TOML: ")


@pytest.mark.parametrize("verb", ["check", *slow("show", "solve")])
def test_standard_input(verb):
    text, where = place(T + 'board = """\nRRW\nR¤XW\n"""')
    done = subprocess.run(
        [sys.executable, "-m", "puzzles", verb, "-"],
        input=text,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"-:{where}: unknown colour 'X'")
    assert done.stderr.count("\n") == 1


def test_check_goes_on_after_a_bad_file(tmp_path, capsys):
    (tmp_path / "1.toml").write_text("x")
    (tmp_path / "2.toml").write_text(T + "[[level]]\n[[level]]\npar = 1\n" + BOARD)
    (tmp_path / "3.json").write_text(J + '"board": "RW", "par": 3}')
    assert main(["check", str(tmp_path), str(tmp_path / "4.toml")]) == 2
    out, err = capsys.readouterr()
    assert [line.split(": ")[0].removeprefix(f"{tmp_path}/") for line in err.splitlines()] == [
        "1.toml:1:2",
        "2.toml:2:1",
        "4.toml:1:1",
        "3.json:1:42",
    ]
    assert out == "2 levels checked, 1 proved, 1 wrong, 3 not read\n"
