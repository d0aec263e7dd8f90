"""Two speeds of one kernel, compiled and as the Python it is written in: the same answers, and
whoever has one first gives it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from contextlib import suppress

import pytest

import puzzles
from processes import all_end, children_of
from puzzles.core.solving import Answer, Limits, Progress
from puzzles.library.catalogue import find
from puzzles.running import child, compile_state, pool, work
from puzzles.running.child import Child, Compiler, Killed
from puzzles.running.question import Question
from puzzles.running.work import Failed
from sampling import slow

PREPARE = Child.prepare  # as it is, but in most tests
COMMAND = [sys.executable, "-m", "puzzles"]
MISSING = "import sys; sys.modules['numba'] = None"
LEVELS = [
    "kami/first-folds/1",
    "kami/first-folds/9",
    "kami/paper-garden/1",
    "kami/paper-garden/5",
    "kami/squares/3",
    "kami/graphs/1",
    "flow/first-pipes/1",
    "flow/first-pipes/20",
    "flow/hexes/5",
    "flow/bridges/9",
    "flow/warps/3",
    "flow/walls/4",
]


def solved(speed: str, levels: list[str]) -> list[dict[str, object]]:
    """What the command says of the levels, but for the time it took."""
    done = subprocess.run(
        [*COMMAND, "solve", "--json", *levels],
        env={**os.environ, "NUMBA_DISABLE_JIT": speed},
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in answers:
        del answer["seconds"]
    assert len(answers) == len(levels)
    assert "Warning" not in done.stderr
    return answers


@pytest.mark.slow
def test_both_speeds_do_the_same_work():
    assert solved("1", LEVELS) == solved("0", LEVELS)


async def ask(solver, question):
    """The answer, and what was said on the way."""
    *told, answer = [event async for event in solver.ask(work.solve, vars(question))]
    assert isinstance(answer, Answer)
    return answer, told


@pytest.fixture
async def solver():
    """A solver whose compiler tells what goes wrong into `solver.told`."""
    told: list[str] = []
    compiler = Compiler(told.append)
    solver = Child(compiler)
    solver.compiler, solver.told = compiler, told
    yield solver
    await asyncio.gather(compiler.end(), solver.end())


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flow/hexes/5", "kami/paper-garden/5"])
async def test_nobody_waits_for_the_compiler(name, solver, nothing_compiled):
    """The answer is there while the compiler is at work; so is the next one."""
    entry = find(name)
    question = Question(entry.pack.puzzle, entry.level)
    known = subprocess.run([*COMMAND, "solve", name], capture_output=True, text=True).stdout
    for _ in range(2):
        answer, _ = await ask(solver, question)
        assert answer.headline == known.splitlines()[0]
    assert not compile_state.is_compiled("flow"), "it was compiled before"


@pytest.mark.slow
async def test_who_answers_first_answers(slowly, solver):
    """At first plain Python works; what is compiled meanwhile is faster, and asked alone then."""
    question = Question(slowly.pack.puzzle, slowly.level)
    answer, told = await ask(solver, question)
    assert not answer.facts["plain"], solver.told
    assert answer.moves == ("1", "3")
    assert told[0].compiled is None or told[0].compiled[1] == 1
    assert not solver._plain
    assert not compile_state.kernels_missing("slowly")
    answer, told = await ask(solver, question)
    assert not answer.facts["plain"]
    assert [event for event in told if event.compiled] == []


@pytest.mark.slow
async def test_only_one_process_compiles(slowly, nothing_compiled, solver):
    """Whoever wants the same meanwhile waits."""
    nothing_compiled.mkdir(parents=True, exist_ok=True)
    other = sqlite3.connect(nothing_compiled / "slowly.lock", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    compiled = solver.compiler.begin("slowly")
    await asyncio.sleep(3)  # longer than compiling takes
    assert not compiled.done()
    other.close()
    assert await asyncio.wait_for(compiled, 60)


@pytest.mark.slow
async def test_a_compiler_that_dies_begins_anew(slowly, solver):
    """Once."""
    compiled = solver.compiler.begin("slowly")
    async with asyncio.timeout(60):
        while not (children := children_of(os.getpid())):
            await asyncio.sleep(0.01)
        os.kill(children[0], signal.SIGKILL)
        assert await compiled
    assert solver.told == []


@pytest.mark.slow
async def test_nobody_misses_a_plain_worker_that_dies_meanwhile(slowly, solver):
    """The compiled one answers."""
    killed = False
    async with asyncio.timeout(60):
        async for event in solver.ask(work.solve, vars(Question(slowly.pack.puzzle, slowly.level))):
            last = event
            if not killed:
                os.kill(solver._process.pid, signal.SIGKILL)
                killed = True
    assert isinstance(last, Answer)
    assert not last.facts["plain"]
    assert solver.told == []


@pytest.mark.slow
async def test_what_cannot_be_compiled_stays_plain(slowly, solver, monkeypatch):
    monkeypatch.setenv("SLOWLY_BROKEN", "1")
    assert not await solver.compiler.begin("slowly")
    assert len(solver.told) == 1
    assert "TypingError" in solver.told[0]
    assert "\n" not in solver.told[0]
    events = solver.ask(work.solve, vars(Question(slowly.pack.puzzle, slowly.level)))
    async for event in events:
        assert event.nodes < 10
        if event.nodes > 3:  # it is at work
            break
    await events.aclose()


@pytest.mark.slow
async def test_who_is_prepared_answers_at_once(solver, monkeypatch):
    """Its process runs, and its kernels are loaded."""
    monkeypatch.setattr(Child, "prepare", PREPARE)
    entry = find("flow/first-pipes/1")
    solver.prepare("flow")
    async with asyncio.timeout(60):
        await asyncio.gather(*solver._aside)
    process = solver._process
    question = Question(entry.pack.puzzle, entry.level)
    told = [event async for event in solver.ask(work.solve, vars(question))]
    assert isinstance(told[-1], Answer)
    assert not any(isinstance(event, Progress) and event.preparing for event in told)
    assert solver._process is process


@pytest.mark.slow
async def test_who_was_stopped_is_prepared_again(slowly, solver, monkeypatch):
    """And not while it is at work, which would stop it."""
    monkeypatch.setattr(Child, "prepare", PREPARE)
    monkeypatch.setattr(child.Child, "soon", 0)  # it is killed
    events = solver.ask(work.solve, vars(Question(slowly.pack.puzzle, slowly.level)))
    async with asyncio.timeout(60):
        async for event in events:
            if event.nodes == 1:
                process = solver._process
                solver.prepare("slowly")
            if event.nodes > 3:
                break
    await events.aclose()
    await asyncio.gather(*solver._aside)
    assert solver._process is None
    solver.prepare("slowly")
    await asyncio.gather(*solver._aside)
    assert solver._process not in (None, process)


def without_numba(file, text, folder, monkeypatch):
    """A machine on which a module of this name comes before those that are installed."""
    (folder / file).write_text(text)
    path = os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])
    monkeypatch.setenv("PYTHONPATH", path)


@pytest.mark.slow
def test_without_numba_all_is_plain(tmp_path, nothing_compiled, monkeypatch):
    """Numba is what makes it fast, not what makes it run."""
    without_numba("sitecustomize.py", MISSING, tmp_path, monkeypatch)
    for arguments in [("solve", "kami/first-folds/1"), ("check", "flow/first-pipes/1")]:
        done = run(*arguments)
        assert done.returncode == 0
        assert "proved" in done.stdout
        assert done.stderr == ""
    assert not nothing_compiled.exists()


@pytest.mark.slow
async def test_numba_that_cannot_be_loaded_is_told(tmp_path, nothing_compiled, solver, monkeypatch):
    without_numba("numba.py", "raise ImportError('NumPy is too new')", tmp_path, monkeypatch)
    assert not await solver.compiler.begin("flow")
    assert solver.told == ["numba cannot be loaded: NumPy is too new; the solver stays slow"]
    entry = find("flow/first-pipes/1")
    answer, _ = await ask(solver, Question(entry.pack.puzzle, entry.level))
    assert answer.proved


@pytest.mark.slow
async def test_a_cache_that_cannot_be_written(slowly, tmp_path, solver, monkeypatch):
    """Told once; what is compiled is kept as long as this process goes on."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path / "file" / "cache"))
    answer, _ = await ask(solver, Question(slowly.pack.puzzle, slowly.level))
    assert not answer.facts["plain"]
    (told,) = solver.told
    assert told.startswith(f"compiled code cannot be kept in {tmp_path / 'file' / 'cache'}: Not a")
    assert not compile_state.kernels_missing("slowly")


def run(*arguments, **more):
    command = [*COMMAND, *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **more)


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "kami/first-folds/1"),
        *slow(
            ("solve", "--all", "flow/first-pipes/1"),
            ("count", "kami/first-folds/1"),
        ),
    ],
    ids=" ".join,
)
def test_the_command_answers_at_once(arguments, nothing_compiled):
    warm = {key: value for key, value in os.environ.items() if key != "PUZZLES_CACHE_DIR"}
    cold, known = run(*arguments), run(*arguments, env=warm)
    assert cold.stdout == known.stdout
    assert cold.stderr == known.stderr
    assert cold.returncode == known.returncode
    assert not compile_state.is_compiled("flow"), "it was compiled before"


@pytest.mark.slow
def test_the_library_answers_at_once(nothing_compiled):
    board = puzzles.load("flow/first-pipes/1")
    assert puzzles.solve(board).proved
    assert puzzles.count(board).count == 1
    made = puzzles.generate("flow", size="4x4", seed=3)
    game = puzzles.game("flow/first-pipes/1")
    assert "Look" in game.hint().settle(puzzles.answer).told(str)
    assert not compile_state.is_compiled("flow"), "it was compiled before"
    assert puzzles.count(made).count == 1


@pytest.mark.slow
def test_progress_and_an_interrupt(slowly, nothing_compiled):
    """While plain Python works, an interrupt gives what is known, and ends all processes."""
    nothing_compiled.mkdir(parents=True, exist_ok=True)
    other = sqlite3.connect(nothing_compiled / "slowly.lock", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")  # nothing is compiled
    process = subprocess.Popen(
        [*COMMAND, "solve", "--progress", "slowly/lights/two"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    while json.loads(process.stderr.readline())["nodes"] < 3:
        pass
    children = children_of(process.pid)
    assert len(children) == 2
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == "Interrupted: best known 2, at least 1\n 1. 1\n 2. 3\n"
    assert all(map(json.loads, err.splitlines()))
    assert all_end(children, 60)


@pytest.mark.slow
def test_a_batch_compiles_once(slowly, nothing_compiled, monkeypatch):
    """Its workers are compiled all the same."""
    question = vars(Question(slowly.pack.puzzle, slowly.level))
    results = list(pool.run(work.solve, [(i, question) for i in range(3)], 2))
    assert [found.facts["plain"] for _, found in results] == [False] * 3
    assert len(list(nothing_compiled.rglob("slowly.spin-*.nbi"))) == 1


@pytest.mark.slow
async def test_a_damaged_lock_locks_nobody_out(slowly, solver, nothing_compiled):
    nothing_compiled.mkdir(parents=True, exist_ok=True)
    (nothing_compiled / "slowly.lock").write_bytes(b"no database at all " * 1000)
    assert await asyncio.wait_for(solver.compiler.begin("slowly"), 60)
    assert solver.told == []


@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_workers_are_killed_in_any_order(slowly, solver):
    """The next request but one is answered."""
    chance = random.Random(34)
    question = Question(slowly.pack.puzzle, slowly.level, limits=Limits(nodes=1))
    for number in range(5):
        events = solver.ask(work.solve, vars(question))
        with suppress(Failed):
            async for _ in events:
                children = children_of(os.getpid())
                for one in chance.sample(children, min(chance.randrange(3), len(children))):
                    with suppress(ProcessLookupError):
                        os.kill(one, signal.SIGKILL)
        with suppress(Killed):  # by what came last
            await ask(solver, question)
        async with asyncio.timeout(60):
            answer, _ = await ask(solver, question)
        assert answer.moves == ("1", "3"), number
