"""`puzzles generate` and `puzzles grade`: levels to a file or to the screen, and nothing lost."""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import time
from itertools import islice, product
from pathlib import Path

import pytest

from processes import all_end, children_of, wait_for
from puzzles.cli import main
from puzzles.library import registry
from puzzles.library.catalogue import library
from puzzles.library.files import write_file
from puzzles.library.levels import pack_text, read_pack
from puzzles.running import child, making

COMMAND = [sys.executable, "-m", "puzzles", "generate"]
SMALL = {"flow": ["--size", "5x5"], "kami": ["--size", "6x17", "--par", "3"]}


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch, compiled_children):
    monkeypatch.chdir(tmp_path)


def run(capsys, *arguments: str, code: int = 0) -> str:
    assert main(["generate", *arguments]) == code
    out, err = capsys.readouterr()
    assert err == "" or err.endswith(f"to {arguments[-1]}\n")
    return out


def failure(capsys, *arguments: str) -> str:
    assert main(["generate", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err[:-1]


@pytest.mark.parametrize("puzzle", SMALL)
def test_a_level_on_the_screen(puzzle: str, capsys) -> None:
    text = run(capsys, puzzle, *SMALL[puzzle], "--seed", "3")
    (level,) = read_pack("made", text).levels
    assert level.difficulty
    assert text == run(capsys, puzzle, *SMALL[puzzle], "--seed", "3")
    assert text != run(capsys, puzzle, *SMALL[puzzle], "--seed", "4")


@pytest.mark.parametrize("puzzle", SMALL)
def test_a_pack_in_a_file(puzzle: str, capsys) -> None:
    run(capsys, puzzle, *SMALL[puzzle], "--seed", "1", "--count", "3", "-o", "pack.toml")
    made = read_pack("pack.toml").levels
    assert len(made) == 3
    plugin = registry.plugin(puzzle)
    assert len({plugin.generator.canonical(level) for level in made}) == 3
    assert main(["check", "pack.toml"]) == 0
    capsys.readouterr()
    assert main(["grade", "pack.toml", "--json"]) == 0
    grades = map(json.loads, capsys.readouterr().out.splitlines())
    assert [grade["answer"]["difficulty"] for grade in grades] == [
        level.difficulty for level in made
    ]


@pytest.mark.slow
def test_the_number_of_jobs_changes_nothing(capsys) -> None:
    small = ("flow", "--size", "4x4")
    alone = run(capsys, *small, "--count", "4", "--seed", "7", "--jobs", "1")
    assert alone == run(capsys, *small, "--count", "4", "--seed", "7", "--jobs", "2")
    single = run(capsys, *small, "--seed", "8")
    assert single[single.index("board") :] in alone


def test_json(capsys) -> None:
    lines = run(capsys, "flow", "--json", "--seed", "1", "--count", "2").splitlines()
    boards = [json.loads(line)["answer"]["board"] for line in lines]
    run(capsys, "flow", "--seed", "1", "--count", "2", "-o", "pack.json")
    pack = json.loads(Path("pack.json").read_text())
    assert (pack["puzzle"], pack["level"]) == ("flow", boards)


def test_an_existing_file_stays_as_it_is(capsys) -> None:
    Path("pack.toml").write_text("mine")
    line = failure(capsys, "flow", "-o", "pack.toml")
    assert line == "puzzles: pack.toml is there already, and stays as it is (--force replaces it)"
    assert Path("pack.toml").read_text() == "mine"


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ([], "the following arguments are required: PUZZLE (see `puzzles generate --help`)"),
        (["flow", "-o", "pack.txt"], "pack.txt: level files end in .toml or .json"),
        (
            ["flow", "--size", "3x3", "--colours", "12"],
            "a 3×3 board has room for 3 colours at most, not 12",
        ),
        (["kami", "--size", "2x2", "--par", "30"], "par is from 1 to 20, not 30"),
        (
            ["flow", "--count", "0"],
            "argument --count: '0' is not a whole number from 1 "
            "(see `puzzles generate flow --help`)",
        ),
        (
            ["flow", "--par", "3"],
            "unrecognized argument: --par (see `puzzles generate flow --help`)",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(arguments, line: str, capsys) -> None:
    assert failure(capsys, *arguments) == f"puzzles: {line}"
    assert not list(Path().iterdir())


def test_when_there_are_no_more_the_rest_is_kept(capsys) -> None:
    """Few 4×3 boards differ."""
    assert (
        main(
            [
                "generate",
                "flow",
                "--size",
                "4x3",
                "--count",
                "500",
                "--seed",
                "1",
                "-o",
                "all.toml",
                "--jobs",
                "1",
            ]
        )
        == 1
    )
    made = read_pack("all.toml").levels
    err = capsys.readouterr().err
    assert err.startswith(f"puzzles: {len(made)} of 500 made: ")
    assert 1 < len(made) < 60


def test_an_interrupt_keeps_what_is_done(monkeypatch, capsys) -> None:
    def until_interrupted(*arguments):
        yield from islice(levels(*arguments), 2)
        raise KeyboardInterrupt

    levels = making.levels
    monkeypatch.setattr(making, "levels", until_interrupted)
    arguments = ["generate", "flow", *SMALL["flow"], "--count", "9", "--seed", "1", "-o", "a.toml"]
    assert main(arguments) == 130
    assert len(read_pack("a.toml").levels) == 2
    assert capsys.readouterr().err == "puzzles: 2 of 9 made: interrupted\n"


@pytest.mark.slow
@pytest.mark.parametrize("blow", [signal.SIGINT, signal.SIGHUP])
def test_a_signal_keeps_what_is_done(blow) -> None:
    process = subprocess.Popen(
        [*COMMAND, "flow", "--count", "100000", "--seed", "1", "--jobs", "2", "-o", "pack.toml"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 60
    while not (Path("pack.toml").exists() and Path("pack.toml").stat().st_size):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    os.killpg(process.pid, blow)  # as a terminal does
    _, err = process.communicate(timeout=60)
    assert process.returncode == (130 if blow == signal.SIGINT else -blow)
    made = read_pack("pack.toml").levels
    assert made
    assert err == f"puzzles: {len(made)} of 100000 made: interrupted\n"


@pytest.mark.slow
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_lives_on(blow) -> None:
    """Kami's large boards keep the processes busy for minutes."""
    process = subprocess.Popen(
        [*COMMAND, "kami", "--size", "20x40", "--par", "20", "--count", "9", "--jobs", "2"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},  # nothing is compiled first
    )
    try:
        wait_for(lambda: len(children_of(process.pid)) == 2)
        time.sleep(3)
        workers = children_of(process.pid)
    finally:
        process.send_signal(blow)
        process.wait(timeout=60)
    assert all_end(workers, 60)


@pytest.mark.slow
def test_a_process_that_died_stops_it_and_what_is_done_is_kept(monkeypatch, capsys) -> None:
    """Going on would make other levels of the same seed."""
    code = """
import os
import puzzles.flow.generator.generator as module
right = module.make
def make(seed, wishes):
    if seed == 3:
        os.kill(os.getpid(), 9)
    return right(seed, wishes)
module.make = make
from puzzles.running.worker import main
main()
"""
    monkeypatch.setattr(child, "COMMAND", (sys.executable, "-c", code))
    assert main(["generate", "flow", "--count", "4", "--seed", "1", "--jobs", "2"]) == 2
    out, err = capsys.readouterr()
    assert len(read_pack("made", out).levels) == 2
    assert err == ("puzzles: 2 of 4 made: a process was killed, perhaps for want of memory\n")


@pytest.mark.parametrize("puzzle", list(SMALL))
def test_no_interrupt_is_lost(puzzle: str) -> None:
    """Compiled libraries can swallow one: numpy does while text is joined from an array.

    Nothing is collected meanwhile: hypothesis listens to that, and Python drops what is
    raised in those who listen.
    """
    plugin = registry.plugin(puzzle)
    level = next(pack.levels[0] for pack in library().packs if pack.puzzle is plugin)
    came = False

    def interrupt(number: int, frame: object) -> None:
        nonlocal came
        came = True
        raise KeyboardInterrupt

    def interrupted(step, seconds: float) -> None:
        nonlocal came
        came = False
        signal.setitimer(signal.ITIMER_REAL, seconds)
        while not came:
            step()

    text = pack_text(puzzle, "", "", [plugin.format(level)])
    steps = [
        lambda: plugin.format(level),
        lambda: plugin.generator.canonical(level),
        lambda: read_pack("pack", text),
        lambda: write_file(Path("pack.toml"), text),
    ]

    for step in steps:  # loads what is compiled, whose library aborts where that is broken off
        step()
    old = signal.signal(signal.SIGALRM, interrupt)
    gc.disable()
    try:
        for step, i in product(steps, range(0, 100, 4)):
            with pytest.raises(KeyboardInterrupt):
                interrupted(step, 0.001 + i * 1e-5)
    finally:
        gc.enable()
        signal.signal(signal.SIGALRM, old)


def test_a_full_disk_loses_nothing(monkeypatch, capsys) -> None:
    """What cannot be written to the file goes to the screen."""

    def full(path, data, new=False):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("puzzles.library.files.write_file", full)
    assert main(["generate", "flow", "--seed", "1", "-o", "pack.toml"]) == 2
    out, err = capsys.readouterr()
    assert err.startswith("puzzles: pack.toml: the disk is full; the levels follow on ")
    assert len(read_pack("made", out).levels) == 1
    assert not Path("pack.toml").exists()


def test_levels_alike_are_left_out() -> None:
    flow = registry.plugin("flow")
    made = list(making.levels(flow, {"size": "4x4", "colours": 3}, 1, 4))
    assert len({flow.generator.canonical(level) for level in made}) == 4
