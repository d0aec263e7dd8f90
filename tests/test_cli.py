"""The command: what it prints where, and its exit codes."""

from __future__ import annotations

import json
import os
import pty
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import threading
from importlib.metadata import version
from pathlib import Path

import pexpect
import pytest

import puzzles
from lacking import without
from puzzles.cli import main
from puzzles.cli.grammar import grammar
from puzzles.core.solving import Answer, Progress
from puzzles.kami import plugin
from puzzles.library import catalogue, locations
from puzzles.library.levels import read_pack
from sampling import slow
from terminal import Terminal

PACK = '''\
puzzle = "kami"
[[level]]
title = "Two folds"
board = """
RRW
R.T
WWT
"""
par = 2
[[level]]
title = "Wedges"
grid = "triangle"
board = """
R>  <WT>
 <RR>  <W
"""
[[level]]
title = "Chain"
nodes = { a = "Red", b = "Teal", c = "Red" }
edges = [["a", "b"], ["b", "c"]]
par = 1
'''
COMMAND = [sys.executable, "-m", "puzzles"]


@pytest.fixture
def pack(tmp_path, monkeypatch):
    """The name of a file with three levels."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pack.toml").write_text(PACK)
    return "pack.toml"


@pytest.fixture
def run(capsys):
    """Runs a command that must say nothing on standard error; gives what it prints."""

    def run(*arguments, code=0):
        assert main(arguments) == code
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


def failure(capsys, *arguments):
    assert main(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err[:-1]


# Listing and showing


@pytest.fixture
def own(own_directories, monkeypatch):
    """A library of one pack of the player's own."""
    folder = locations.data() / "levels"
    folder.mkdir(parents=True)
    (folder / "1-mine.toml").write_text(PACK)
    monkeypatch.setattr(locations, "shipped_levels", lambda: folder / "none")


def test_list(own, run):
    assert run("list") == (
        "kami/mine/two-folds  3×3  par 2\n"
        "kami/mine/wedges     3×2\n"
        "kami/mine/chain      3 nodes  par 1\n"
    )


def test_a_board_as_json_has_all_that_is_on_it(run):
    shown = json.loads(run("show", "flow/bridges/1", "--json"))["answer"]["scene"]
    board = catalogue.find("flow/bridges/1").level.board
    assert [cell["name"] for cell in shown["cells"]] == list(map(board.grid.name, range(36)))
    assert [sign["cell"] for sign in shown["signs"]] == [c for c in range(36) if board.dots[c] >= 0]
    assert shown["bridges"] == sorted(board.bridges)
    assert len(shown["inks"]) == len(board.symbols)


def test_list_as_json(own, run):
    levels = list(map(json.loads, run("list", "--json").splitlines()))
    assert (levels[0]["level"], levels[0]["puzzle"]) == ("kami/mine/two-folds", "kami")
    assert levels[0]["answer"] == {"pack": "mine", "title": "Two folds"}
    assert levels[0]["facts"] == {"size": "3×3", "par": 2, "difficulty": None}
    assert levels[1]["facts"]["par"] is None


@pytest.mark.parametrize("step", [10, *slow(1)])
def test_every_shipped_level_is_found_by_the_name_in_the_list(run, step):
    levels = list(map(json.loads, run("list", "--json").splitlines()))
    assert len(levels) >= 25
    for level in levels[::step]:
        assert catalogue.find(level["level"]).name == level["level"]


def test_list_of_some(own, run):
    assert run("list", "kami/mine") == run("list", "mine") == run("list", "kami") == run("list")
    assert run("list", "mine/wedges", "kami/mine/wedges") == "kami/mine/wedges  3×2\n" * 2


def test_a_bad_pack_is_a_notice(own, capsys):
    (locations.data() / "levels" / "2-bad.toml").write_text("x")
    assert main(["list"]) == 0
    out, err = capsys.readouterr()
    assert out.count("\n") == 3
    assert err.count("\n") == 1
    assert "2-bad.toml:1:2: TOML: " in err


def test_show(pack, run):
    assert run("show", "pack.toml:1") == "RRW\nR.T\nWWT\n"
    assert run("show", "pack.toml:wedges") == "R>  <WT>\n <RR>  <W\n"
    assert run("show", "pack.toml:3") == "a R  b\nb T  a c\nc R  b\n"


# Solving


def test_solve(pack, run):
    assert run("solve", "pack.toml:3") == "proved optimal: 1 move\n 1. b Red\n"


def test_solve_with_steps(pack, run):
    headline, *rest = run("solve", "--steps", "pack.toml:1").split("\n")
    assert "proved" in headline
    boards = "\n".join(rest).split("\n\n")
    assert boards[0].strip() == "RRW\nR.T\nWWT"
    last = boards[-1].strip().split("\n")
    assert len(set("".join(last[1:])) - {"."}) == 1
    assert sum(line.strip().startswith(("1.", "2.", "3.")) for line in rest) == 2


def test_solve_as_json(pack, run):
    document = json.loads(run("solve", "--json", "pack.toml:1"))
    assert (document["puzzle"], document["level"]) == ("kami", "kami/pack/two-folds")
    assert (document["file"], document["stopped"]) == ("pack.toml", None)
    assert document["seconds"] > 0
    counted = json.loads(run("solve", "--json", "--all", "5", "pack.toml:3"))["answer"]
    assert (counted["solutions"], counted["complete"]) == (1, True)
    answer, facts = document["answer"], document["facts"]
    assert (answer["count"], answer["proved"], facts["lower_bound"]) == (2, True, 2)
    assert facts.keys() >= {"nodes", "headline"}
    state = plugin.start(catalogue.find("pack.toml:1").level)
    for move in answer["moves"]:
        state = plugin.apply(state, plugin.move_parse(state, f"{move['cell']} {move['colour']}"))
    assert plugin.status(state).grade == "perfect"


def test_moves_on_a_graph_have_nodes(pack, run):
    answer = json.loads(run("solve", "--json", "pack.toml:chain"))["answer"]
    assert answer["moves"] == [{"node": "b", "colour": "Red"}]


def fake_solver(monkeypatch, *events):
    """The solver says these events; an exception among them is raised."""

    def solve(state, limits, method=""):
        for event in events:
            if isinstance(event, BaseException):
                raise event
            yield event

    monkeypatch.setattr("puzzles.kami.solver.solve.solve", solve)
    monkeypatch.setattr("puzzles.running.pool.cores", lambda: 1)


STOPPED = Answer(None, False, 3, 10, 0.5, "no solution known, at least 3", "time")
UNSOLVABLE = Answer(None, True, 0, 10, 0.5, "proved to have no solution")


@pytest.mark.parametrize(
    ("answer", "stopped"), [(STOPPED, "time"), (UNSOLVABLE, None)], ids=["limit", "unsolvable"]
)
def test_the_answer_no_is_exit_code_1(pack, run, monkeypatch, answer, stopped):
    fake_solver(monkeypatch, Progress(5, 0.1, 2, 9), answer)
    assert run("solve", "pack.toml:1", code=1) == answer.headline + "\n"
    document = json.loads(run("solve", "--json", "pack.toml:1", code=1))
    assert (document["answer"]["moves"], document["answer"]["count"]) == (None, None)
    assert document["stopped"] == stopped


def test_within_a_number_of_moves(pack, run):
    assert run("solve", "pack.toml:1", "--within", "3").startswith("yes, in ")
    nine = json.loads(run("solve", "--json", "pack.toml:1", "--within", "9"))["answer"]
    assert (nine["within"], nine["enough"]) == (9, True)
    one = json.loads(run("solve", "--json", "pack.toml:1", "--within", "1", code=1))["answer"]
    assert (one["within"], one["enough"], one["moves"]) == (1, False, None)
    board = puzzles.load("pack.toml:1")
    assert puzzles.solve(board, within=1).proved
    assert puzzles.solve(board, within=1).moves is None
    assert board.play(*puzzles.solve(board, within=9).moves).status.won
    for words in (["flow/classics/1"], ["pack.toml:1", "--all"], ["pack.toml"]):
        assert main(["solve", *words, "--within", "3"]) == 2


def test_an_interrupt_tells_what_is_known(pack, run, monkeypatch):
    fake_solver(monkeypatch, Progress(5, 0.1, 2, 9), KeyboardInterrupt())
    assert run("solve", "pack.toml:1", code=130) == "Interrupted: best known 9, at least 2\n"
    document = json.loads(run("solve", "--json", "pack.toml:1", code=130))
    assert document["stopped"] == "interrupted"
    facts = document["facts"]
    assert (facts["best"], facts["lower_bound"], facts["nodes"]) == (9, 2, 5)
    assert document["answer"]["proved"] is False


def test_the_limits_are_passed_on(pack, monkeypatch):
    asked = []

    def solve(state, limits, method=""):
        asked.append((limits.seconds, limits.nodes, limits.memory_mb))
        yield STOPPED

    monkeypatch.setattr("puzzles.kami.solver.solve.solve", solve)
    main(["solve", "pack.toml:1", "--time", "2.5", "--nodes", "100", "--memory", "64"])
    main(["solve", "pack.toml:1"])
    main(["check", "pack.toml:1", "--time", "1"])
    assert asked == [(2.5, 100, 64), (None, None, 1024), (1.0, None, 1024)]


@pytest.mark.parametrize(("options", "seconds"), [(("--time", "7"), 7.0), ((), 60.0)])
def test_writing_a_format_that_holds_a_solution_has_a_limit(
    monkeypatch, tmp_path, options, seconds, run
):
    asked = []

    def solve(state, limits, method=""):
        asked.append(limits.seconds)
        yield STOPPED

    monkeypatch.setattr("puzzles.flow.solver.solve.solve", solve)
    monkeypatch.chdir(tmp_path)
    Path("flow.toml").write_text('puzzle = "flow"\nboard = "AA"\n')
    assert main(["convert", "flow.toml", "out.txt", "--to", "flow-free", *options]) == 2
    assert asked == [seconds]


def test_grading_has_a_limit_and_tells_no_figure_that_was_not_found(pack, monkeypatch, capsys):
    """Nor does it go on."""

    def grade(level):
        yield Progress()
        pytest.fail("it went on")

    monkeypatch.setattr("puzzles.kami.tutor.difficulty.grade", grade)
    assert main(["grade", "pack.toml:1", "--json", "--time", "1e-9"]) == 2
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert "no difficulty found (time limit)" in told["error"]
    assert (told["answer"], told["facts"]) == (None, {})
    assert "0 levels graded, 1 wrong" in err


# Checking


def test_check(pack, run):
    assert run("check", pack) == "3 levels checked, 3 proved\n"
    assert run("check", ".", pack) == "6 levels checked, 6 proved\n"


def test_check_as_json(pack, capsys):
    Path("wrong.toml").write_text(PACK.replace("par = 1", "par = 7"))
    assert main(["check", "--json", "wrong.toml"]) == 2
    out, err = capsys.readouterr()
    line = "wrong.toml:21:7: par is 7, but the optimum is 1"
    assert err == line + "\n3 levels checked, 2 proved, 1 wrong\n"
    levels = list(map(json.loads, out.splitlines()))
    assert [level["error"] for level in levels] == [None, None, line]
    assert [level["answer"]["count"] for level in levels][::2] == [2, 1]


def test_check_says_what_it_cannot_prove(pack, capsys, monkeypatch):
    fake_solver(monkeypatch, Answer(None, False, 1, 10, 0.5, "at least 1", "time"))
    assert main(["check", pack]) == 1
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == "pack.toml:2:1: not proved (time): at least 1"
    assert out == "3 levels checked, 0 proved, 3 not proved\n"


def test_check_refutes_a_par_without_a_proof_of_another(pack, capsys, monkeypatch):
    fake_solver(monkeypatch, Answer(None, False, 5, 10, 0.5, "at least 5", "time"))
    assert main(["check", pack]) == 2
    assert "pack.toml:9:7: par is 2, but it takes at least 5\n" in capsys.readouterr().err


def test_check_refuses_a_level_without_a_solution(pack, capsys, monkeypatch):
    fake_solver(monkeypatch, UNSOLVABLE)
    assert main(["check", pack]) == 2
    out, err = capsys.readouterr()
    assert err.splitlines()[0] == "pack.toml:2:1: this level has no solution"
    assert out == "3 levels checked, 0 proved, 3 wrong\n"


def test_check_says_once_that_there_is_no_solution(tmp_path, capsys):
    file = tmp_path / "none.toml"
    file.write_text('puzzle = "flow"\nboard = """\nAB\nBA"""\nproof = { fillings = 3 }\n')
    assert main(["check", str(file)]) == 2
    assert capsys.readouterr().err == f"{file}:1:1: this level has no solution\n"


def test_check_can_be_interrupted(pack, capsys, monkeypatch):
    fake_solver(monkeypatch, KeyboardInterrupt())
    assert main(["check", pack]) == 130
    assert capsys.readouterr() == ("0 levels checked, 0 proved, interrupted\n", "")


# Wrong use


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["solve"],
            "the following arguments are required: LEVEL|FOLDER (see `puzzles solve --help`)",
        ),
        (
            ["check"],
            "the following arguments are required: LEVEL|FOLDER (see `puzzles check --help`)",
        ),
        (["list", "x"], "no puzzle and no pack is called 'x'"),
        (["packs", "list", "x", "y"], "unrecognized argument: x (see `puzzles packs list --help`)"),
        (["--json"], "unrecognized argument: --json (see `puzzles --help`)"),
        (["a", "b", "c"], "unrecognized argument: b (see `puzzles --help`)"),
        (["count", "x", "y", "--paths"], "--paths is for one level"),
        (
            ["export", "pack.toml:1"],
            "say which file to write: -o FILE, which ends in .svg, .png, .gif, .pdf, .toml",
        ),
        (["export", "pack.toml:1", "a.svg", "-o", "b.svg"], "unrecognized argument: a.svg"),
        (["stats"], "`puzzles stats` is gone: it is `puzzles progress stats`"),
        (["explain", "x"], "`puzzles explain` is gone: it is `puzzles solve --explain`"),
        (
            ["grade", "x", "--scheduler", "y"],
            "--scheduler is gone: all cores of this computer work",
        ),
        (["solve", "x", "--method", "y"], "--method is gone: each puzzle chooses its way itself"),
        (
            ["solve", "x", "--json", "--steps"],
            "argument --steps: not allowed with argument --json (see `puzzles solve --help`)",
        ),
        (["solve", "x", "--tim", "3"], "unrecognized argument: --tim (see `puzzles solve --help`)"),
        (
            ["show", "xyzzy"],
            "no file and no level is called 'xyzzy'; `puzzles list` names them all",
        ),
        (
            ["show", "x\x1b[2J\ny"],
            r"no file and no level is called 'x\x1b[2J\ny'; `puzzles list` names them all",
        ),
        (
            ["show", "pack.toml"],
            "pack.toml holds 3 levels; say which: pack.toml:1 … pack.toml:3, or pack.toml:TITLE",
        ),
        (["pack.toml:1"], "the app needs a terminal; `puzzles play --plain LEVEL` does without"),
        ([], "the app needs a terminal; `puzzles play --plain LEVEL` does without"),
    ],
)
def test_wrong_use_is_one_line(pack, capsys, arguments, line):
    assert failure(capsys, *arguments) == f"puzzles: {line}"


@pytest.mark.parametrize("value", ["x", "0", "-1", "nan", "inf", "1e999", ""])
@pytest.mark.parametrize("option", ["--time", "--nodes", "--memory"])
def test_limits_must_be_positive_numbers(pack, capsys, option, value):
    line = failure(capsys, "solve", "pack.toml:1", f"{option}={value}")
    assert line.startswith(f"puzzles: argument {option}: {value!r} is not a ")


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"]])
def test_help(arguments, capsys):
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 0
    assert "LEVEL is the name of a level" in capsys.readouterr().out


# As a process


def test_the_version_imports_nothing_heavy():
    heavy = {"textual", "numba", "numpy", "PIL", "rich", "puzzles.core.puzzle"}
    code = (
        "import sys\n"
        "from puzzles.cli import main\n"
        "try: main(['--version'])\n"
        f"finally: print(sorted(sys.modules.keys() & {heavy}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(f"puzzles {puzzles.__version__}\n")
    assert done.stdout.endswith("\n[]\n")


@pytest.mark.parametrize(
    ("variables", "speed"),
    [
        ({}, f"solvers are compiled by numba {version('numba')}"),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in [
                (
                    {"NUMBA_DISABLE_JIT": "1"},
                    "solvers run as plain Python: NUMBA_DISABLE_JIT is set",
                ),
                (
                    {"PYTHONPATH": "no-numba"},
                    "solvers run as plain Python: numba is not installed",
                ),
                (
                    {"PYTHONPATH": "new", "PUZZLES_CACHE_DIR": "empty"},
                    "solvers run as plain Python: numba cannot be loaded: NumPy is new",
                ),
            ]
        ),
    ],
)
def test_the_version_tells_the_speed(variables, speed, tmp_path, compiled_children):
    for folder, file, text in [
        ("no-numba", "sitecustomize.py", "import sys; sys.modules['numba'] = None"),
        ("new", "numba.py", "raise ImportError('NumPy is new')"),
    ]:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / file).write_text(text)
    done = subprocess.run(
        [*COMMAND, "--version"],
        capture_output=True,
        text=True,
        check=True,
        cwd=tmp_path,
        env={**os.environ, **variables},
    )
    assert done.stdout == f"puzzles {puzzles.__version__}\n{speed}\n"


@pytest.mark.slow
def test_a_level_from_standard_input(pack):
    graph = '{"puzzle": "kami", "nodes": {"1": "Purple", "2": "Red"}, "edges": [[1, 2]]}'
    done = subprocess.run(
        [*COMMAND, "solve", "-", "--json"], input=graph, capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["answer"]["count"] == 1
    done = subprocess.run([*COMMAND, "show", "-:2"], input=PACK, capture_output=True, text=True)
    assert done.stdout == "R>  <WT>\n <RR>  <W\n"


@pytest.mark.slow
def test_a_reader_that_has_seen_enough():
    process = subprocess.Popen([*COMMAND, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() == 0


@pytest.mark.slow
def test_an_ascii_terminal_is_no_reason_to_fail():
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "list"], capture_output=True, env=environment)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"10?" in done.stdout, "× is not in ASCII"


@pytest.mark.slow
def test_a_signal_stops_a_search(tmp_path, compiled_children):
    """Ctrl-C in the middle of a search: exit code 130, what is known, and no traceback."""
    some = random.Random(1)
    rows = ["".join(some.choices("RWTYBG", k=13)) for _ in range(13)]
    file = tmp_path / "hard.toml"
    file.write_text('puzzle = "kami"\nboard = """\n' + "\n".join(rows) + '\n"""\n')
    process = subprocess.Popen(
        [*COMMAND, "solve", "--progress", file],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while json.loads(process.stderr.readline())["best"] is None:
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert all(map(json.loads, err.splitlines()))
    headline, *moves = out.splitlines()
    assert headline.startswith(f"Interrupted: best known {len(moves)}, at least ")
    assert moves[0].startswith(" 1. ")


def test_seconds_of_the_progress_do_not_fall_back(pack, monkeypatch, capsys):
    """What a solver takes to prepare does not count in its own seconds."""

    fake_solver(monkeypatch, Progress(seconds=3.0, preparing=True), Progress(), UNSOLVABLE)
    main(["solve", "--progress", "pack.toml:1"])
    told = [json.loads(line)["seconds"] for line in capsys.readouterr().err.splitlines()]
    assert len(told) == 2
    assert told == sorted(told)


# In a terminal


def in_terminal(*arguments, cwd=None, stdin_too=True, **environment):
    """What a command writes to a terminal, and its exit code."""
    control, terminal = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", **environment}
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        stdout=terminal,
        stderr=terminal,
        cwd=cwd,
        env=environment,
        stdin=terminal if stdin_too else subprocess.DEVNULL,
        start_new_session=True,
    )
    os.close(terminal)
    output = bytearray()

    def read():
        try:
            while data := os.read(control, 4096):
                output.extend(data)
        except OSError:  # how a pseudo-terminal ends on Linux
            pass

    reader = threading.Thread(target=read)
    reader.start()
    code = process.wait(timeout=60)
    reader.join(timeout=10)
    os.close(control)
    return output.decode().replace("\r\n", "\n"), code


def test_show_in_colour(pack):
    shown, code = in_terminal("show", "pack.toml:2")
    assert code == 0
    red, white, teal = (colour.look for colour in read_pack(pack).levels[1].board.palette)
    for colour in (red, white, teal):
        assert "48;2;" + ";".join(str(value) for value in bytes.fromhex(colour[1:])) in shown
    assert plain(shown) == "R>  <WT>\n <RR>  <W\n"


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, *slow({"TERM": "dumb"})])
def test_show_without_colour(pack, environment):
    assert in_terminal("show", "pack.toml:2", **environment) == ("R>  <WT>\n <RR>  <W\n", 0)


def test_an_empty_no_color_means_nothing(pack):
    assert "\x1b[" in in_terminal("show", "pack.toml:2", NO_COLOR="")[0]


@pytest.mark.slow
def test_progress_of_many_in_a_terminal(pack):
    shown, code = in_terminal("check", "pack.toml")
    assert code == 0
    assert "Checking" in shown
    assert shown.endswith("3 levels checked, 3 proved\n")


def test_a_bar_in_the_terminal_takes_nothing_from_a_file(pack, monkeypatch, capsys):
    """As in `puzzles check pack.toml > report`."""
    monkeypatch.setattr("puzzles.cli.progress.on_terminal", lambda: True)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main(["check", "--json", pack]) == 0
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 3
    assert "Checking" in err


def test_progress_in_a_terminal(pack):
    shown, code = in_terminal("solve", "pack.toml:1")
    assert code == 0
    assert "Solving" in shown
    assert "proved optimal" in plain(shown)


def test_the_app_without_keys_says_so(pack):
    """A level from a pipe is fine, but then there must be a terminal to type at."""
    shown, code = in_terminal("pack.toml:1", stdin_too=False)
    assert code == 2
    assert shown == "puzzles: the app needs a terminal to read keys from\n"


@pytest.mark.slow
def test_the_app_plays_a_level_from_a_pipe(pack):
    """The keys then come from the terminal itself."""
    command = " ".join(map(shlex.quote, COMMAND))
    terminal = pexpect.spawn(
        "sh",
        ["-c", f"cat pack.toml | {command} -:1"],
        dimensions=(24, 80),
        env={**os.environ, "TERM": "xterm-256color"},
        timeout=60,
    )
    terminal.expect_exact("Two folds")
    terminal.send("\x11")  # ctrl+q
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0


def plain(text):
    """Text without its colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


# Explaining


def test_explain(run):
    lines = run("solve", "--explain", "flow/first-pipes/1").splitlines()
    assert [line.split(".")[0].strip() for line in lines] == [
        str(number) for number in range(1, len(lines) + 1)
    ]
    document = json.loads(run("solve", "--explain", "flow/first-pipes/1", "--json"))
    assert set(document["facts"]) == {"difficulty", "guesses"}
    steps = document["answer"]["steps"]
    assert [step["words"] in line for step, line in zip(steps, lines, strict=True)]
    assert all(set(step) >= {"kind", "words", "cells", "edges"} for step in steps)


def test_what_is_not_explained_says_so(pack, capsys, monkeypatch):
    monkeypatch.setitem(vars(plugin), "tutor", without(plugin, "tutor.explain").tutor)
    line = failure(capsys, "solve", "--explain", "pack.toml:1")
    assert line == "puzzles: levels of Kami are not explained"


@pytest.mark.slow
def test_a_home_that_is_closed_to_us_is_an_empty_one(tmp_path):
    """As under `sudo -u`, which may keep the name of another's home."""
    bound = []
    if os.geteuid() == 0:  # to whom no folder is closed, unless this is given up
        if not shutil.which("setpriv"):
            pytest.skip("needs setpriv")
        bound = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    home = tmp_path / "home"
    home.mkdir(mode=0)
    names = ("DATA", "STATE", "CONFIG", "CACHE")
    environment = os.environ | {f"PUZZLES_{name}_DIR": str(home / name) for name in names}
    for arguments in ["--version"], ["solve", "flow/first-pipes/1"], ["list"]:
        done = subprocess.run(
            [*bound, *COMMAND, *arguments], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        assert "cannot be kept" in done.stderr or not done.stderr
    app = Terminal(100, 30, [], environment, by=bound)
    try:
        assert app.wait_for(lambda text: " packs" in text), app.text()
    finally:
        app.close()


@pytest.mark.parametrize(
    ("words", "option"), [(["help"], "--version"), (["help", "solve"], "--within")]
)
def test_help_is_what_other_programs_call_it(words, option, capsys):
    with pytest.raises(SystemExit):
        main(words)
    assert option in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["slove"], "no verb slove; did you mean solve?"),
        (["chekc", "pack.toml"], "no verb chekc; did you mean check?"),
        (
            ["show", "first-folds"],
            "first-folds is a pack; name one of its levels, as in first-folds/1",
        ),
        (
            ["solve", "https://example.org/pack.toml"],
            "https://example.org/pack.toml is no board itself; "
            "`puzzles packs add` reads what is there",
        ),
    ],
)
def test_what_was_meant_is_told(capsys, arguments, line):
    assert failure(capsys, *arguments) == f"puzzles: {line}"


def test_help_lists_at_most_19_verbs_in_groups(capsys):
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    listed = [
        line.split()[0]
        for line in told[told.index("Play:") : told.index("Options:")].splitlines()
        if line[:2] == "  "
    ]
    assert len(listed) <= 19
    assert set(listed) == set(grammar()[1])
    assert all(f"{group}:\n" in told for group in ("Play", "Levels", "Solvers"))


@pytest.mark.parametrize("verb", sorted(grammar()[1]))
def test_the_example_of_each_verb_can_be_parsed(verb):
    parser = grammar()[1][verb]
    example = str(parser.epilog).splitlines()[0].removeprefix(f"Example: puzzles {verb}")
    if verb != "generate":  # whose options are the plugins'
        assert parser.parse_args(example.split()).function
