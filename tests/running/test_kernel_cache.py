"""Compiled kernels are kept, found again while they are true, and break nothing when damaged."""

from __future__ import annotations

import importlib
import logging
import os
import subprocess
import sys
import time
from itertools import count

import pytest

from puzzles.library.files import write_bytes
from puzzles.running import kernel_cache
from puzzles.running.kernels import compiled

INNER = """
from puzzles.running.kernels import compiled
from stepping import STEP

@compiled
def add(n):
    return n + STEP
"""
OUTER = """
import moving
from puzzles.running.kernels import compiled

@compiled
def twice(n):
    return moving.add(n) * 2
"""


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where kernels are kept, empty; and a process that has told and cleared away nothing yet."""
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(kernel_cache, "_troubles", [])
    kernel_cache._clear_away.cache_clear()
    return tmp_path / "cache" / "kernels"


@pytest.fixture
def modules(tmp_path, monkeypatch):
    """Writes modules with kernels that call each other, and imports the outer one as a new process
    would; returns its kernel."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    size = count()

    def write(step=2, inner=INNER, outer=OUTER):
        texts = {"stepping": f"STEP = {step}\n", "moving": inner, "turning": outer}
        for name, text in texts.items():
            # never as long as before, so that Python sees the change whatever the clock says
            (tmp_path / f"{name}.py").write_text(text)
            monkeypatch.delitem(sys.modules, name, raising=False)
        (tmp_path / "other.py").write_text("#" * next(size))
        importlib.invalidate_caches()
        kernel_cache._text.cache_clear()
        return importlib.import_module("turning").twice

    return write


def plus(n: int) -> int:
    return n + 1


def loaded(kernel) -> bool:
    """Whether the one signature of a kernel came from disk."""
    hits, misses = sum(kernel.stats.cache_hits.values()), sum(kernel.stats.cache_misses.values())
    assert hits + misses == 1
    return hits == 1


def test_the_second_process_loads_what_the_first_compiled(folder):
    first, second = compiled(plus), compiled(plus)
    assert first(1) == second(1) == 2
    assert [loaded(first), loaded(second)] == [False, True]
    assert second(1.5) == 2.5
    assert len(list(folder.iterdir())) == 2  # one for each signature


DAMAGES = {
    "empty": lambda data: b"",
    "cut off in the checksum": lambda data: data[:20],
    "nothing but a checksum": lambda data: data[:32],
    "cut off": lambda data: data[: len(data) // 2],
    "a bit flipped in the middle": lambda data: flipped(data, len(data) // 2),
    "a bit flipped in the checksum": lambda data: flipped(data, 3),
    "longer": lambda data: data + b"\0",
    "another file": lambda data: b"No kernel at all.\n" * 100,
    "a true checksum of nonsense": lambda data: signed(b"nonsense"),
    "a true checksum of something else": lambda data: signed(b"N."),  # pickle's None
}


def flipped(data, place):
    return data[:place] + bytes([data[place] ^ 16]) + data[place + 1 :]


def signed(data):
    return kernel_cache.sha256(data).digest() + data


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_compiled_and_written_again(folder, damage):
    assert compiled(plus)(1) == 2
    (file,) = folder.iterdir()
    good = file.read_bytes()
    file.write_bytes(damage(good))
    again = compiled(plus)
    assert again(1) == 2
    assert not loaded(again)
    last = compiled(plus)
    assert last(1) == 2
    assert loaded(last)


def test_a_folder_in_the_place_of_the_file(folder, caplog):
    assert compiled(plus)(1) == 2
    (file,) = folder.iterdir()
    file.unlink()
    file.mkdir()
    assert compiled(plus)(1) == 2
    assert len(caplog.records) == 1
    assert [f.name for f in folder.iterdir()] == [file.name]  # nothing half written


def test_where_nothing_can_be_written_a_process_says_so_once(folder, caplog):
    folder.parent.write_text("in the way")
    assert compiled(plus)(1) == 2
    assert compiled(plus)(1.5) == 2.5
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert f"compiled code cannot be kept in {folder.parent}:" in caplog.messages[0]
    assert "Not a directory" in caplog.messages[0]


def test_a_disk_that_is_full(folder, caplog, monkeypatch):
    def full(path, data):
        write_bytes(path, data[:100])
        path.unlink()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(kernel_cache, "write_bytes", full)
    assert compiled(plus)(1) == 2
    assert "No space left on device" in caplog.messages[0]


def test_a_folder_that_can_only_be_read_still_serves(folder, caplog, monkeypatch):
    assert compiled(plus)(1) == 2

    def refused(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(kernel_cache, "write_bytes", refused)
    monkeypatch.setattr(os, "utime", refused)
    again = compiled(plus)
    assert again(1) == 2
    assert loaded(again)
    assert not caplog.records


def test_another_version_and_another_processor_have_files_of_their_own(folder, monkeypatch):
    assert compiled(plus)(1) == 2
    monkeypatch.setattr(kernel_cache, "VERSIONS", (*kernel_cache.VERSIONS, "upgraded"))
    upgraded = compiled(plus)
    assert upgraded(1) == 2
    assert not loaded(upgraded)
    codegen = type(upgraded.targetctx.codegen())
    monkeypatch.setattr(codegen, "magic_tuple", lambda self: ("another", "processor"))
    moved = compiled(plus)
    assert moved(1) == 2
    assert not loaded(moved)
    monkeypatch.undo()
    assert len({file.name.rpartition("-")[0] for file in folder.iterdir()}) == 1
    assert len(list(folder.iterdir())) == 3


def test_an_edit_of_a_kernel_that_others_call(modules):
    assert modules()(5) == 14
    again = modules()
    assert again(5) == 14
    assert loaded(again)
    edited = modules(inner=INNER.replace("n + STEP", "n - STEP"))
    assert edited(5) == 6
    back = modules()
    assert back(5) == 14
    assert loaded(back)


def test_an_edit_of_a_constant_elsewhere(modules):
    assert modules(step=2)(5) == 14
    assert modules(step=30)(5) == 70


def test_an_edit_of_the_kernel_itself_and_of_something_else(modules):
    assert modules()(5) == 14
    assert modules(outer=OUTER.replace("* 2", "* 20"))(5) == 140
    same = modules()  # `other.py` has changed
    assert same(5) == 14
    assert loaded(same)


def test_what_is_old_goes(folder, monkeypatch):
    folder.mkdir(parents=True)
    now = time.time()
    assert compiled(plus)(1) == 2
    (new,) = folder.iterdir()
    stem = new.name.rpartition("-")[0]
    older = [folder / f"{stem}-{age}" for age in range(4)]
    for age, file in enumerate(older):
        file.touch()
        os.utime(file, (now, now - 3600 * (age + 1)))
    unused, used = folder / "a.kernel.of.old-1-2", folder / "another.kernel-1-2"
    for file, age in [(unused, 100), (used, 30)]:
        file.touch()
        os.utime(file, (now, now - age * 24 * 3600))
    kernel_cache._clear_away.cache_clear()
    assert compiled(plus)(1.5) == 2.5
    assert not unused.exists()
    assert used.exists()
    assert [file.exists() for file in older] == [True, True, False, False]
    assert new.exists()


def test_what_is_loaded_counts_as_used(folder):
    assert compiled(plus)(1) == 2
    (file,) = folder.iterdir()
    os.utime(file, (0, 0))
    assert compiled(plus)(1) == 2
    assert file.stat().st_mtime > time.time() - 60


@pytest.mark.slow
def test_several_processes_at_once(folder, tmp_path):
    (tmp_path / "stepping.py").write_text("STEP = 2\n")
    (tmp_path / "moving.py").write_text(INNER)
    (tmp_path / "turning.py").write_text(OUTER)
    command = [sys.executable, "-c", "import turning; print(turning.twice(5))"]
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    children = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    assert [child.communicate(timeout=60) for child in children] == [(b"14\n", b"")] * 2
    assert len(list(folder.iterdir())) == 2  # one for each kernel, and nothing half written
    environment["PUZZLES_CACHE_DIR"] = str(tmp_path / "turning.py" / "cache")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60)
    assert done.stdout == "14\n"
    assert done.stderr.count("\n") == 1  # one line of notice
