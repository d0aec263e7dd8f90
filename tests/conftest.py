"""What all tests share: directories of their own, and nothing remembered between them."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path

import pytest
from hypothesis import settings

import idle
import once
from puzzles.core.results import Verdict
from puzzles.library import locations, registry
from puzzles.library.catalogue import journey
from puzzles.player.memory import Memory
from puzzles.running import (
    blocking,
    compile_state,
    kernels,  # noqa: F401 - from now on those of this process are compiled ones
    pool,
)
from puzzles.running.child import Child

# Where the tests run in the background, an interrupt or the end of the terminal may be ignored, and
# every process they start inherits that.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Collecting tests creates objects that stay; Python would look for garbage a third of the time.
gc.disable()

# Compiled kernels are shared with all that the tests start, wherever that has its home; so is
# Python's own code, which a hundred processes import.
os.environ["PUZZLES_CACHE_DIR"] = str(locations.cache())
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

JUDGE = Child.judge

# Tests of the slow campaign that take longest, by the clock.
LONGEST = (  # the longest first
    "test_no_index_is_outside[kami]",
    "test_random_keys_do_no_harm",
    "strongest_adversary_refutes_no_optimum[games1]",
    "test_answers_are_those_of_processes",
    "test_workers_are_killed_in_any_order",
    "test_every_screen_in_every_theme",
    "test_what_has_not_changed",
    "test_every_thirtieth_call",
    "refutes_what_is_less",
    "test_levels_that_ship_are_certified",
    "where_unsound_pruning",
    "test_mutated_certificates",
    "agrees_with_plain_enumeration",
    "in_a_terminal",
    "test_their_own_tests_pass",
    "test_many_screenshots",
    "test_photographs",
    "test_many_damaged_files",
    "killed_a_hundred",
    "test_nothing_outlives_the_server",
    "test_both_speeds",
    "test_who_answers_first",
    "test_every_setting_is_listed",
)

# Plugins of others that are installed beside us are none of the tests' business; those are that a
# test installs itself. This holds for all of a run, since tests are collected by plugins, too.
OTHERS = {
    point.name
    for point in entry_points(group=registry.GROUP)
    if not (point.dist and point.dist.name == "puzzles-terminal")
}


@cache
def installed(group: str, path: tuple[str, ...]) -> list[EntryPoint]:
    """What is offered by what is installed where Python looks for it."""
    return [point for point in entry_points(group=group) if point.name not in OTHERS]


registry.entry_points = lambda group: installed(group, tuple(sys.path))  # type: ignore[attr-defined,assignment]

# The same examples each time, so that what fails fails for who broke it.
# `--hypothesis-profile=search` looks for new ones.
settings.register_profile("some", deadline=None, max_examples=25, derandomize=True)
settings.register_profile("search", deadline=None, max_examples=500)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--as-played", action="store_true", help="replace nothing of the program")


def pytest_configure(config: pytest.Config) -> None:
    if not config.getoption("--hypothesis-profile"):
        settings.load_profile("some")
    if not hasattr(config, "workerinput") and not config.option.collectonly:
        compile_all()


def compile_all() -> None:
    """Have kernels compiled, before many processes need them. Where none are, neither is Python's
    own code, as a rule: a process that collects has it compiled meanwhile, which each of them would
    do for itself."""
    warm = Path(__file__).parent / "warm.py"
    lacking = [name for name in ("flow", "kami") if compile_state.kernels_missing(name)]
    compiling = [subprocess.Popen([sys.executable, warm, name]) for name in lacking]
    if lacking:
        collect: list[str | Path] = [
            sys.executable,
            "-m",
            "pytest",
            "--collect-only",
            Path(__file__).parent,
        ]
        subprocess.run(collect, stdout=subprocess.DEVNULL, timeout=900, check=False)
    codes = [process.wait(timeout=1200) for process in compiling]
    if any(codes):
        pytest.exit("a kernel cannot be compiled; the traceback is above", returncode=1)


def pytest_collection_finish() -> None:
    """What has been collected stays until the end."""
    gc.freeze()
    gc.enable()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Tests wait for processes and screens half of their time; those of the campaign longer."""
    return (3 if config.option.markexpr == "slow" else 2) * (os.cpu_count() or 1)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """The campaign begins with the tests that take longest, lest the last of them keeps one core
    busy alone."""
    if config.option.markexpr == "slow":
        ranks = {
            item: next((i for i, name in enumerate(LONGEST) if name in item.nodeid), len(LONGEST))
            for item in items
        }
        items.sort(key=lambda item: ranks[item])


def prepare_nothing(child: Child, puzzle: str) -> None:
    """Starts no process."""


async def judge_nothing(solver: Child, *board: object) -> AsyncGenerator[Verdict, None]:
    """Starts no process, either."""
    never: tuple[Verdict, ...] = ()
    for verdict in never:
        yield verdict


@pytest.fixture(autouse=True)
def replaced(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that tests replace of the program, of Textual and of numba, until each of them ends; but
    for the list of installed plugins, above.

    `pytest --as-played` replaces nothing of it; the slow campaign runs some tests of the app so.
    """
    if request.config.getoption("--as-played"):
        return
    idle.use(monkeypatch)
    once.use(monkeypatch)
    monkeypatch.setattr(pool, "cores", lambda: 1)  # work is done here, unless a test says otherwise
    # What is asked for in a limit of time, too: kernels are plain in children only.
    monkeypatch.setattr(blocking, "asks_child", lambda task, values: False)
    monkeypatch.setattr(Child, "prepare", prepare_nothing)  # each level opened would cost a second
    monkeypatch.setattr(Child, "judge", judge_nothing)  # so would each board that is drawn
    with suppress(ImportError):  # numba reads the environment again, which here is for children
        monkeypatch.setattr(import_module("numba.core.config"), "reload_config", lambda: None)


@pytest.fixture(autouse=True)
def own_directories(
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Path]:
    """Give each test data, state and config directories of its own, and return their parent.

    A test during which the program reports a fault of its own fails, unless it is marked `faulty`.
    """
    home = tmp_path_factory.mktemp("home")
    for name in ("DATA", "STATE", "CONFIG", "PICTURES"):
        monkeypatch.setenv(f"PUZZLES_{name}_DIR", str(home / name.lower()))
    monkeypatch.setenv("COLORTERM", "truecolor")
    # A child runs the kernels of small boards as plain Python sooner than it loads the compiled.
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    for variable in ("NO_COLOR", "FORCE_COLOR", "PYTHONPATH"):
        monkeypatch.delenv(variable, raising=False)
    if OTHERS:
        monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent / "alone"))
        monkeypatch.setenv("OTHER_PLUGINS", " ".join(OTHERS))
    yield home
    journey.cache_clear()
    registry.plugins.cache_clear()
    reports = sorted((home / "state").glob("crashes/*.txt"))
    if reports and request.node.get_closest_marker("faulty") is None:
        pytest.fail(reports[-1].read_text(encoding="utf-8"))


@pytest.fixture
def compiled_children(monkeypatch: pytest.MonkeyPatch) -> None:
    """Children run compiled kernels, as they do for players."""
    monkeypatch.delenv("NUMBA_DISABLE_JIT")


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver says what it knows of boards that are drawn."""
    monkeypatch.setattr(Child, "judge", JUDGE)


@pytest.fixture
def own_levels(own_directories: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The player's folder of levels, empty; the levels that ship are out of the way."""
    folder = own_directories / "data" / "levels"
    folder.mkdir(parents=True)
    monkeypatch.setattr("puzzles.library.locations.shipped_levels", lambda: folder / "none")
    return folder


@pytest.fixture
def lessons_seen(own_directories: Path) -> None:
    """The player has seen all tutorials: levels open at once."""
    memory = Memory()
    for name, puzzle in registry.plugins()[0].items():
        kinds = puzzle.lessons.KINDS if puzzle.can("lessons.KINDS") else ()
        memory.mark_seen(name, *(f"{name}/{kind}" for kind in kinds))
