"""Compiled kernels are kept, found again while they are true, and compiled again when damaged."""

from __future__ import annotations

import ast
import asyncio
import inspect
import os
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from compiling_anew import reread

from puzzles.core.solving import Progress
from puzzles.library import locations, registry
from puzzles.running import child, compile_state, compiling, kernels

PLUGIN = "plugin = None\n"
STEP = "STEP = 2\n"
INNER = """
from puzzles.running.kernels import compiled
from mine.step import STEP

@compiled
def add(n):
    return n + STEP
"""
OUTER = """
from mine.inner import add
from puzzles.running.kernels import compiled

@compiled
def twice(n):
    return add(n) * 2
"""
USE = """
from puzzles.running import compile_state, kernels
from mine.outer import twice
print(twice(3), sum(sum(one.stats.cache_misses.values()) for one in kernels.KERNELS))
compile_state.mark_compiled("mine")
"""
pytestmark = pytest.mark.skipif(kernels.PLAIN, reason="there is no compiler")


@pytest.fixture
def mine(tmp_path, monkeypatch, nothing_compiled):
    """The folder of a plugin that is installed, with kernels in two modules and a constant."""
    info = tmp_path / "mine-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[puzzles.plugins]\nmine = mine:plugin\n")
    package = tmp_path / "mine"
    package.mkdir()
    texts = {"__init__": PLUGIN, "step": STEP, "inner": INNER, "outer": OUTER}
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    reread()
    assert compile_state.ensure_cache_folder() == ""
    yield package
    reread()


def use() -> tuple[int, int]:
    """What a new process comes to with the kernels, and how many it compiles."""
    done = subprocess.run([sys.executable, "-c", USE], capture_output=True, text=True, check=True)
    value, misses = map(int, done.stdout.split())
    reread()
    return value, misses


def files(kind: str) -> list[Path]:
    return sorted(locations.kernels().rglob(f"*.{kind}"))


@pytest.mark.slow
def test_what_one_process_compiled_the_next_one_loads(mine):
    assert compile_state.kernels_missing("mine")
    assert use() == (10, 2)
    assert not compile_state.kernels_missing("mine")
    assert use() == (10, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("step", "STEP = 5\n", (16, 2)),  # a constant of a kernel that the other calls
        ("outer", OUTER.replace("* 2", "* 3"), (15, 2)),
    ],
)
def test_an_edit(mine, name, text, found):
    use()
    file = mine / f"{name}.py"
    file.write_text(text)
    os.utime(file, (time.time() + 2,) * 2)  # Python looks at whole seconds and the size
    reread()
    assert compile_state.kernels_missing("mine")
    assert use() == found


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "damage"), [("nbc", "gone"), ("nbi", "cut"), ("json", "cut")])
def test_damage(mine, kind, damage):
    """What is not whole is compiled again."""
    use()
    for file in files(kind)[:1]:
        if damage == "gone":
            file.unlink()
        else:
            data = file.read_bytes()
            file.write_bytes(data[: len(data) // 2])
    assert compile_state.kernels_missing("mine")
    if damage == "cut":  # as is done when compiling fails
        compile_state.forget("mine")
    assert use()[0] == 10
    assert not compile_state.kernels_missing("mine")
    assert use() == (10, 0)


def marked(puzzle: str) -> None:
    compile_state.mark_compiled(puzzle)
    assert not compile_state.kernels_missing(puzzle)


@pytest.mark.parametrize("package", compile_state.VERSIONED)
def test_an_upgrade(mine, monkeypatch, package):
    marked("mine")
    known, new = compile_state.distributions, [SimpleNamespace(version="new")]
    monkeypatch.setattr(
        compile_state, "distributions", lambda name: new if name == package else known(name=name)
    )
    reread()
    assert compile_state.kernels_missing("mine")


def test_another_processor(mine, monkeypatch):
    marked("mine")
    monkeypatch.setattr(compile_state, "_processor", lambda: "another")
    compile_state._digest.cache_clear()
    assert compile_state.kernels_missing("mine")


def test_another_setting_of_numba(mine, monkeypatch):
    marked("mine")
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    reread()
    assert compile_state.kernels_missing("mine")


def test_an_edit_of_shared_kernels_is_seen_by_those_who_import_them(mine, monkeypatch):
    (mine.parent / "shared.py").write_text("STEP = 2\n")
    monkeypatch.setattr(compile_state, "SHARED", ("shared",))
    for text, others in ((INNER, False), (f"import shared\n{INNER}", True)):
        (mine / "inner.py").write_text(text)
        reread()
        marked("mine")
        (mine.parent / "shared.py").write_text(f"STEP = {3 + others}\n")
        reread()
        assert compile_state.kernels_missing("mine") == others


def test_ours_share_what_they_import():
    assert compile_state.packages("kami") == ("puzzles.kami",)
    assert compile_state.packages("flow") == ("puzzles.flow", "puzzles.sat")


def test_puzzles_of_a_package_do_not_vouch_for_each_other(mine):
    info = mine.parent / "mine-1.dist-info" / "entry_points.txt"
    info.write_text("[puzzles.plugins]\nmine = mine:plugin\nother = mine:other\n")
    reread()
    marked("mine")
    assert compile_state.kernels_missing("other")
    marked("other")
    assert not compile_state.kernels_missing("mine")


async def test_one_process_compiles_all(monkeypatch):
    heard: list[str] = []

    class Process:
        def __init__(self):
            heard.append("begun")

        async def ask(self, task, values):
            yield Progress(compiled=(1, 2))
            heard.append(values["puzzle"])
            yield {"notice": ""}

        async def end(self):
            heard.append("ended")

    monkeypatch.setattr(child, "Child", Process)
    monkeypatch.setattr(compile_state, "kernels_missing", lambda puzzle: True)
    compiler = child.Compiler(pytest.fail)
    assert all(await asyncio.gather(*map(compiler.begin, ("one", "two", "three"))))
    assert heard == ["begun", "one", "two", "three", "ended"]


def test_what_is_not_installed_is_not_compiled(nothing_compiled):
    assert not compile_state.kernels_missing("nobody's")


def test_what_is_old_goes(mine):
    (old := locations.kernels() / "old").mkdir()
    (new := locations.kernels() / "new").mkdir()
    os.utime(old, (0, 0))
    marked("mine")
    assert not old.exists()
    assert new.exists()


def test_without_room_there_is_some_for_this_process(tmp_path, monkeypatch):
    """Where site-packages and home cannot be written, say."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path / "file" / "cache"))
    notice = compile_state.ensure_cache_folder()
    assert notice.startswith(f"compiled code cannot be kept in {tmp_path / 'file' / 'cache'}: ")
    assert notice.endswith("; every start compiles it again")
    (locations.kernels() / "something").touch()
    assert compile_state.ensure_cache_folder() == ""


def test_nothing_is_left_to_compile_later():
    """The tests begin with compiling."""
    for puzzle in ("flow", "kami"):
        assert compile_state.is_compiled(puzzle)
        registry.plugin(puzzle).load()
        assert kernels.KERNELS


def test_a_kernel_that_another_process_compiled_is_counted(monkeypatch):
    """So compiling goes on where it was left, and ends: what a loaded kernel calls is loaded with
    it, and never called by itself here."""
    for puzzle in ("flow", "kami"):
        registry.plugin(puzzle).load()
    monkeypatch.setattr(kernels, "is_ready", lambda kernel: False)
    compiled, number = compiling._counted("kami")
    assert compiled == number > 30
    packages = [compile_state.package_of(kernel.__module__) for kernel in kernels.KERNELS]
    theirs = len(packages) - packages.count("puzzles.logic")  # if a board of Loop was solved
    assert sum(compiling._counted(each)[1] for each in ("flow", "kami")) == theirs
    monkeypatch.setattr(compiling, "_easy", lambda *_: [map(pytest.fail, ["nothing is left"])])
    compiling._use(registry.plugin("kami"))
    monkeypatch.setattr(kernels, "kept", set)
    assert compiling._counted("kami") == (0, number)


def test_kernels_use_nothing_that_their_digest_does_not_cover():
    """A constant of another package would stay in machine code when it changes."""
    for puzzle in ("flow", "kami"):
        registry.plugin(puzzle).load()
    for kernel in kernels.KERNELS:
        package, used = (
            compile_state.package_of(kernel.__module__),
            kernel.py_func.__code__.co_names,
        )
        covered = (*compile_state._used(package), "puzzles.running.kernels")
        for node in ast.walk(ast.parse(inspect.getsource(sys.modules[kernel.__module__]))):
            if isinstance(node, ast.ImportFrom) and str(node.module).startswith("puzzles"):
                names = {name.asname or name.name for name in node.names} & set(used)
                assert not names or str(node.module).startswith(covered), (kernel, names)
