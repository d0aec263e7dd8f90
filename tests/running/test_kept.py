"""The mark that says that all kernels of a puzzle are compiled: it holds for what they were."""

from __future__ import annotations

import os

import pytest

from puzzles.library import registry
from puzzles.running import kept, kernel_cache, kernels


@pytest.fixture
def mine(tmp_path, monkeypatch, nothing_compiled):
    """The file of a plugin that is installed, whose kernels are all compiled."""
    info = tmp_path / "mine-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[puzzles.plugins]\nmine = mine:plugin\n")
    file = tmp_path / "mine.py"
    file.write_text("plugin = None\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert kept.find_room() == ""
    assert kept.is_lacking("mine")
    kept.mark("mine")
    assert not kept.is_lacking("mine")
    yield file
    kept._digest.cache_clear()


def test_an_edit_of_the_plugin(mine):
    mine.write_text("plugin = None  # edited\n")
    kept._digest.cache_clear()
    assert kept.is_lacking("mine")


@pytest.mark.parametrize("package", kept.VERSIONED)
def test_an_upgrade(mine, monkeypatch, package):
    known = kept.version
    monkeypatch.setattr(kept, "version", lambda name: known(name) + "+new" * (name == package))
    kept._digest.cache_clear()
    assert kept.is_lacking("mine")


def test_another_processor(mine, monkeypatch):
    monkeypatch.setattr(kept, "_processor", lambda: "another")
    kept._digest.cache_clear()
    assert kept.is_lacking("mine")


def test_a_disk_that_can_only_be_read(mine, monkeypatch):
    def refused(*_):
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(os, "utime", refused)
    assert not kept.is_lacking("mine")


def test_what_is_not_installed_is_not_compiled(nothing_compiled):
    assert not kept.is_lacking("nobody's")


def test_without_room_there_is_some_for_this_process(tmp_path, monkeypatch):
    """Where site-packages and home cannot be written, say."""
    (tmp_path / "file").touch()
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path / "file" / "cache"))
    told = kept.find_room()
    assert told.startswith(f"compiled code cannot be kept in {tmp_path / 'file' / 'cache'}: ")
    assert told.endswith("; every start compiles it again")
    (kept.folder() / "something").touch()
    assert kept.find_room() == ""


@pytest.mark.skipif(kernels.PLAIN, reason="there is no compiler")
def test_nothing_is_left_to_compile_later():
    plugins, _ = registry.plugins()
    for puzzle in plugins.values():
        puzzle.load()
    there = kernel_cache.keys()  # the tests begin with compiling
    left = {kernel.__module__ for kernel in kernels.KERNELS if kernel.keys().isdisjoint(there)}
    ours = tuple(f"puzzles.{name}." for name in plugins)  # other tests make kernels, too
    assert not [name for name in left if name.startswith(ours)]
