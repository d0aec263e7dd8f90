"""Many levels at once: files and folders, faults on the way, interrupts, the sum at the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from processes import all_end, children_of, wait_for
from puzzles.cli import main
from puzzles.kami import plugin
from puzzles.library.catalogue import find
from puzzles.library.levels import read_pack
from puzzles.running import child, pool
from sampling import slow

COMMAND = [sys.executable, "-m", "puzzles"]
BOARDS = ["RW\nWR", "RRW\nTWW", "RTR\nTRT", "RW"]
SLOW = (
    """puzzle = "kami"
board = '''
"""
    + "\n".join(
        "".join("RWTYB"[(7 * r * r + 3 * c + r * c * c) % 5] for c in range(34)) for r in range(34)
    )
    + "\n'''\n"
)


@pytest.fixture
def files(tmp_path, monkeypatch):
    """Files of good levels, one that is none, and a folder; in the current directory."""
    monkeypatch.chdir(tmp_path)
    levels = "".join(f'[[level]]\nboard = """\n{board}"""\n' for board in BOARDS)
    Path("good.toml").write_text('puzzle = "kami"\n' + levels)
    Path("bad.toml").write_text("puzzle")
    Path("more").mkdir()
    Path("more/flow.txt").write_text("A.B\nB.A\n")
    Path("more/graph.json").write_text(
        '{"nodes": [{"id": "a", "color": "Red"}, {"id": "b", "color": "Teal"}],'
        ' "edges": [{"source": "a", "target": "b"}]}'
    )
    Path("more/README").write_text("no level")


@pytest.fixture(params=[1, *slow(2)], ids=["one core", "two cores"])
def cores(request, monkeypatch):
    monkeypatch.setattr(pool, "cores", lambda: request.param)


one_and_two = pytest.mark.parametrize(
    "cores", [1, *slow(2)], ids=["one core", "two cores"], indirect=True
)


@one_and_two
def test_solving(files, cores, capsys):
    assert main(["solve", "good.toml", "bad.toml", "more", "xyzzy"]) == 2
    out, err = capsys.readouterr()
    lines = out.splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == [
        *(f"kami/good/level-{i}" for i in range(1, 5)),
        "flow/flow/flow",
        "kami/graph/graph",
    ]
    assert lines[0] == "kami/good/level-1: proved optimal: 2 moves"
    assert lines[4] == "flow/flow/flow: unsolvable, proved"
    assert lines[-1] == "5 levels solved, 5 proved, 1 without a solution, 1 wrong, 1 not read"
    assert err.splitlines() == [
        "bad.toml:1:7: TOML: Expected '=' after a key in a key/value pair",
        "puzzles: no file and no level is called 'xyzzy'; `puzzles list` names them all",
    ]


def test_solving_as_json_gives_a_line_for_each_level(files, cores, capsys):
    assert main(["solve", "--json", "good.toml", "bad.toml"]) == 2
    out, err = capsys.readouterr()
    bad, *good = map(json.loads, out.splitlines())
    assert (bad["file"], bad["error"]) == ("bad.toml", err.splitlines()[0])
    assert [document["answer"]["count"] for document in good] == [2, 2, 2, 1]
    assert all(document["answer"]["proved"] and document["answer"]["moves"] for document in good)
    assert err.splitlines()[-1] == "4 levels solved, 4 proved, 1 not read"


def test_the_answer_no(files, cores, capsys):
    assert main(["solve", "more"]) == 1
    assert capsys.readouterr().err == ""


def test_steps_of_many(files, capsys):
    assert main(["solve", "--steps", "good.toml"]) == 0
    assert capsys.readouterr().out.count("\n 1. ") == 4


def test_counting(files, cores, capsys):
    Path("more/flow.txt").write_text("A..\n...\nA..\n")
    assert main(["count", "more", "--keep-going", "--jobs", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == (
        "flow/flow/flow: 2 solutions, 0 in which no pipe touches itself\n"
        "1 level counted, 1 proved, 1 wrong\n"
    )
    assert err == "more/graph.json:1:1: solutions of Kami are not counted\n"
    assert main(["count", "more", "--json"]) == 2
    found = [*map(json.loads, capsys.readouterr().out.splitlines())]
    assert [each["answer"] and each["answer"]["count"] for each in found] == [2, None]
    assert found[1]["level"] == "kami/graph/graph"


def test_grading(files, cores, capsys):
    Path("more/flow.txt").write_text("A..\n..A\nB.B\n")
    Path("more/none.txt").write_text("A.B\nB.A\n")
    assert main(["grade", "good.toml", "bad.toml", "more"]) == 2
    out, err = capsys.readouterr()
    *lines, summary = out.splitlines()
    assert [line.split()[0] for line in lines] == [
        *(f"kami/good/level-{i}" for i in range(1, 5)),
        "flow/flow/flow",
        "kami/graph/graph",
    ]
    assert lines[0].split()[2:4] == ["par", "2"]
    assert summary == "6 levels graded, 1 wrong, 1 not read"
    assert [line.split(":")[0] for line in err.splitlines()] == ["bad.toml", "more/none.txt"]


def test_grading_as_json(files, cores, capsys):
    assert main(["grade", "--json", "good.toml"]) == 0
    out, err = capsys.readouterr()
    grades = list(map(json.loads, out.splitlines()))
    assert [grade["facts"]["par"] for grade in grades] == [2, 2, 2, 1]
    assert err == "4 levels graded\n"


def test_packs_of_the_library_by_name(cores, capsys):
    assert main(["check", "first-folds", "flow/classics"]) == 0
    assert capsys.readouterr().out == "18 levels checked, 18 proved\n"


@pytest.fixture
def broken(monkeypatch):
    """Has the solver of Kami run some code for each board of two cells, here and in children."""

    def breaking(code):
        scope = {}
        text = f"""
import os
import puzzles.kami.solver.solve as module
right = module.solve
def solve(state, limits, method=""):
    if len(state.colours) == 2:
        {code}
    return right(state, limits, method)
"""
        exec(text, scope)
        monkeypatch.setattr(scope["module"], "solve", scope["solve"])
        text += "module.solve = solve\nfrom puzzles.running.worker import main; main()"
        monkeypatch.setattr(child, "COMMAND", (sys.executable, "-c", text))

    return breaking


@one_and_two
def test_what_a_plugin_breaks_costs_one_level(files, cores, capsys, broken):
    broken("raise ZeroDivisionError('oops')")
    assert main(["check", "good.toml"]) == 2
    out, err = capsys.readouterr()
    assert out == "3 levels checked, 3 proved, 1 wrong\n"
    assert err == "good.toml:14:1: the plugin kami failed: ZeroDivisionError: oops\n"


@pytest.mark.slow
def test_a_killed_process_costs_one_level(files, capsys, broken, monkeypatch):
    monkeypatch.setattr(pool, "cores", lambda: 2)
    broken("os.kill(os.getpid(), 9)")
    assert main(["check", "good.toml"]) == 2
    out, err = capsys.readouterr()
    assert out == "3 levels checked, 3 proved, 1 wrong\n"
    assert err == "good.toml:14:1: a process was killed, perhaps for want of memory\n"


@pytest.mark.slow
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGKILL])
def test_a_signal_stops_all_processes(tmp_path, blow):
    for i in range(3):
        (tmp_path / f"{i}.toml").write_text(SLOW)
    process = subprocess.Popen(
        [*COMMAND, "solve", str(tmp_path)],
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        number = min(len(os.sched_getaffinity(0)), 3)
        if number > 1:
            wait_for(lambda: len(children_of(process.pid)) == number)
        time.sleep(1)  # they are at work
        workers = children_of(process.pid)
        process.send_signal(blow)
        out, err = process.communicate(timeout=60)
        assert process.returncode == (130 if blow == signal.SIGINT else -blow)
        assert b"Traceback" not in err
        if blow == signal.SIGINT:
            assert out == b"0 levels solved, 0 proved, interrupted\n"
        assert all_end(workers, 60), "a worker outlives its parent"
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


# Converting


def test_converting(files, cores, capsys):
    assert main(["convert", "more/graph.json", "graph.graphml"]) == 0
    assert main(["convert", "graph.graphml", "graph.json"]) == 0
    assert main(["convert", "--to", "node-link", "graph.json", "again.json"]) == 0
    assert main(["convert", "--to", "graphml", "again.json", "-"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("1 level converted\n" * 3 + "<?xml")
    assert err == "1 level converted\n"
    texts = [Path(name).read_text() for name in ("graph.graphml", "graph.json", "again.json")]
    levels = [read_pack("graph", text).levels[0] for text in texts]
    assert plugin.format(levels[0]) == plugin.format(levels[1]) == plugin.format(levels[2])


def test_converting_into_a_folder(files, cores, capsys):
    assert main(["convert", "good.toml", "bad.toml", "more", "out"]) == 2
    out, err = capsys.readouterr()
    assert out == "6 levels converted, 1 not read\n"
    wrong, made = err.splitlines()
    assert wrong.startswith("bad.toml:")
    assert made == "puzzles: made the folder out"
    assert sorted(os.listdir("out")) == ["flow.toml", "good.toml", "graph.toml"]
    assert len(read_pack("out/good.toml").levels) == 4
    assert main(["convert", "--to", "kami-rows", "good.toml", "out"]) == 0
    assert Path("out/good.txt").read_text().split("\n\n")[1] == "RRW\nTWW"
    assert main(["convert", "--to", "graphml", "good.toml", "out"]) == 0
    assert Path("out/good-level-2.graphml").read_text().startswith("<?xml")
    assert main(["convert", "--to", "graphml", "good.toml", "new/"]) == 0  # none yet, by its name
    assert len(os.listdir("new")) == 4


def test_nothing_is_half_written(files, cores, capsys):
    Path("good.toml").write_text(Path("good.toml").read_text() + "[[level]]\nboard = 'R'\n")
    Path("out.toml").write_text("before")
    assert main(["convert", "good.toml", "out.toml"]) == 2
    Path("both").mkdir()
    Path("both/a.toml").write_text(
        'puzzle = "flow"\n[[level]]\nboard = "AB\\nBA"\n[[level]]\nboard = "AA"\n'
    )
    assert main(["convert", "--to", "flow-free", "both/a.toml", "out.toml"]) == 2
    err = capsys.readouterr().err
    assert "both/a.toml:2:1: Flow Free's levels hold their solution; unsolvable, proved" in err
    assert Path("out.toml").read_text() == "before"
    assert os.listdir("both") == ["a.toml"]


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["good.toml", "out.xyz"], "out.xyz: cannot tell the format from this name; use --to, or"),
        (["good.toml", "out.graphml"], "good.toml holds 4 levels, and a graphml file holds one;"),
        (["good.toml", "out.x", "--to", "chess"], "unknown format 'chess'; known are toml, json"),
        (["good.toml", "out.x", "--from", "chess"], "unknown format 'chess'; known are toml"),
        (["good.toml", "more", "-"], "several files cannot go to standard output; give a folder"),
        (["good.toml", "/proc/none/x.toml"], "/proc/none/x.toml: no such file or directory"),
        (["good.toml:1", "good.toml:2", "out"], "out/good.toml would be written twice"),
    ],
)
def test_what_cannot_be_converted(files, capsys, arguments, line):
    Path("out").mkdir()
    assert main(["convert", *arguments]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"puzzles: {line}")
    assert err.count("\n") == 1
    assert not Path("out.graphml").exists()


def test_what_goes_in_can_be_named(files, capsys):
    assert main(["convert", "--from", "kami-rows", "more/flow.txt", "kami.toml"]) == 0
    assert read_pack("kami.toml").puzzle is plugin
    assert main(["convert", "--from", "json", "good.toml", "out.toml"]) == 2
    assert capsys.readouterr().err == "good.toml:1:1: JSON: Expecting value\n"


def test_what_is_too_large_is_left_out_and_counted(files, cores, capsys):
    Path("boards.txt").write_text(f"3 2\nA.A\nB.B\n101 1\nA{'.' * 99}A\n2 1\nAA\n")
    assert main(["check", "boards.txt"]) == 0
    out, err = capsys.readouterr()
    assert out == "2 levels checked, 2 proved, 1 left out\n"
    assert err == "boards.txt:4:1: left out: the board is 101×1; the most is 100×100\n"
    assert main(["convert", "boards.txt", "out.toml"]) == 0
    assert capsys.readouterr().out == "2 levels converted, 1 left out\n"
    assert [level.title for level in read_pack("out.toml").levels] == ["Board 1", "Board 3"]


PARTLY = "3,0,1,3;0,1,2;3,4,5;6,7,8\n3,0,1,3;0,1,2;3,4,5;6,7\n2,0,1,2;0,1;2,3\n"


def test_going_on_without_what_cannot_be_read(files, cores, capsys):
    Path("pack.txt").write_text(PARTLY)
    assert main(["convert", "pack.txt", "out.toml"]) == 2
    assert not Path("out.toml").exists()
    capsys.readouterr()
    assert main(["convert", "--keep-going", "pack.txt", "out.toml"]) == 0
    out, err = capsys.readouterr()
    assert out == "2 levels converted, 1 left out\n"
    assert err.startswith("pack.txt:2:1: left out: pipes pass cell 8 0 times")
    assert len(read_pack("out.toml").levels) == 2
    assert main(["check", "--keep-going", "pack.txt", "missing.toml"]) == 0
    assert capsys.readouterr().out == "2 levels checked, 2 proved, 2 left out\n"
    assert main(["check", "--keep-going", "missing.toml"]) == 2, "nothing at all could be read"


def test_going_on_without_what_cannot_be_written(files, cores, capsys):
    Path("a.toml").write_text(
        'puzzle = "flow"\n[[level]]\nboard = "AB\\nBA"\n[[level]]\nboard = "AA"\n'
    )
    assert main(["convert", "--keep-going", "--to", "flow-free", "a.toml", "out.txt"]) == 0
    assert capsys.readouterr().out == "1 level converted, 1 left out\n"
    assert len(read_pack("out.txt").levels) == 1


def test_a_level_that_is_wrong_twice_is_one_wrong_level(files, cores, capsys):
    claims = 'unique = "untouching"\nproof = { fillings = 5 }\n'
    Path("a.toml").write_text(f'puzzle = "flow"\n{claims}board = "A..\\n...\\n..A"\n')
    assert main(["check", "a.toml"]) == 2
    out, err = capsys.readouterr()
    assert out == "1 level checked, 0 proved, 1 wrong\n"
    assert err.count("\n") == 2


def test_what_cannot_be_read_is_counted_beside_what_is_wrong(files, cores, capsys):
    Path("a.toml").write_text(
        'puzzle = "kami"\n[[level]]\nboard = "RWR"\npar = 9\n[[level]]\nboard = "R!"\n'
    )
    assert main(["check", "a.toml"]) == 2
    assert capsys.readouterr().out == "1 level checked, 0 proved, 1 wrong, 1 not read\n"
    assert main(["solve", "a.toml"]) == 2
    assert capsys.readouterr().out == "", "one of two is not what was asked for"


def test_a_level_from_its_url(capsys):
    url = "https://puzz.link/p?numlin/5/5/1j2h3m1h2j3"
    assert main(["convert", "--to", "numlin", url, "-"]) == 0
    assert capsys.readouterr().out == url + "\n"
    assert find(url).name == "flow/numlin-5-5-1j2h3m1h2j3/numberlink-5-5"
    assert main(["show", "https://puzz.link/p?numlin/101/101/" + "g" * 10_000]) == 2
    assert capsys.readouterr().err == "url:1:28: the board is 101×101; the most is 100×100\n"
