"""Kernels that call kernels: each compiled once, whatever it is called with, and as Python does."""

from __future__ import annotations

import os
from collections import Counter

import numpy as np
import pytest

from puzzles.library import registry
from puzzles.running import kept
from puzzles.running.kernels import KERNELS, allocating, compiled

SHARED = os.environ["PUZZLES_CACHE_DIR"]  # by all tests, and what they start


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """Where kernels are kept, empty."""
    monkeypatch.setenv("PUZZLES_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache" / "kernels"


def kernels():
    """A kernel for Python, and the one below it, as a new process has them."""

    @compiled
    def part(a, b, goal):
        return a // b if goal < 0 else goal

    @compiled
    def whole(a, b, small):
        return part(a, b, -1) + part(a, b, 0) + part(a, b, small[0]) + part(a, b, a)

    return whole, part


SMALL = np.array([-1], np.int8)


def test_a_part_has_one_signature_whatever_it_is_called_with():
    whole, part = kernels()
    assert whole(17, 3, SMALL) == 5 + 0 + 5 + 17
    assert len(part.part.overloads) == 1
    assert not part.signatures, "no machine code but in what Python calls"


def test_python_can_call_a_part_too():
    whole, part = kernels()
    assert whole(17, 3, SMALL) == 27
    assert part(17, 3, -1) == 5


def test_what_an_operator_makes_of_some_types_says_nothing_of_others():
    @compiled
    def mean(a, b):
        return (a + b) / 2 if a < b else a + b

    @compiled
    def means(words, numbers):
        return mean(numbers[0], numbers[1]), mean(1.5, numbers[1]), words[0] + words[1] >> words[1]

    word = 1 << 63
    values = means(np.array([word, 1], np.uint64), np.array([2, 5]))
    assert values == (3.5, 3.25, (word + 1) >> 1)


def test_some_of_what_python_has_is_no_function(folder):
    """It would be compiled for all types that it is called with."""

    @compiled
    def some(small, word, number):
        whole = int(number) + int(small[0]) + int(small[1] > 0)
        return whole, int(word[0]), min(small[0], number), max(whole, 7), max(small[1], small[0])

    values = some(np.array([-3, 5], np.int8), np.array([(1 << 64) - 1], np.uint64), -2.75)
    assert values == (-2 - 3 + 1, (1 << 64) - 1, -3, 7, 5)
    (result,) = some.overloads.values()
    called = {name for name in result.library.get_llvm_str().split() if "impl" in name}
    assert not called


def test_python_calls_what_python_calls():
    """There is nothing in it for calls from C."""
    whole, _ = kernels()
    assert whole(17, 3, SMALL) == 27
    (result,) = whole.overloads.values()
    assert result.fndesc.llvm_cfunc_wrapper_name not in result.library.get_llvm_str()


def test_what_a_part_raises_comes_through():
    whole, _ = kernels()
    with pytest.raises(ZeroDivisionError):
        whole(17, 0, SMALL)


def test_names_are_found_in_the_module_of_a_part():
    """Python makes the error's text when it is raised."""

    @allocating
    def refuse(a):
        if a:
            raise ValueError("not", a)
        return np.zeros(3)

    @allocating
    def ask(a):
        return refuse(a).sum()

    assert ask(0) == 0
    with pytest.raises(ValueError, match=r"'not', 8"):
        ask(8)


def test_a_kernel_that_calls_itself():
    @compiled
    def factorial(n):
        if n < 2:
            return 1
        return n * factorial(n - 1)

    @compiled
    def twice(n):
        return 2 * factorial(n)

    assert factorial(5) == 120
    assert twice(5) == 240


def test_who_leaves_before_the_end_finds_the_parts_done(folder):
    assert kernels()[0](17, 3, SMALL) == 27
    whole_file, part_file = sorted(folder.iterdir(), key=lambda file: ".part" in file.name)
    whole_file.unlink()
    whole, part = kernels()
    assert whole(17, 3, SMALL) == 27
    assert sum(part.part.stats.cache_hits.values()) == 1
    assert whole_file.exists()
    part_file.unlink()
    whole, part = kernels()
    assert whole(17, 3, SMALL) == 27
    assert not part.part.overloads, "nothing but the whole was needed"


@pytest.mark.slow
@pytest.mark.parametrize("puzzle", ["kami", "flow"])
def test_each_kernel_has_one_signature(puzzle, monkeypatch):
    """Else it would be compiled once more for each, before tests or in them, as for players."""
    monkeypatch.setenv("PUZZLES_CACHE_DIR", SHARED)
    registry.plugin(puzzle).load()
    keys = set().union(*(kernel.keys() for kernel in KERNELS))
    parts = [file.name.split("-") for file in kept.folder().iterdir()]
    forms = Counter(part[0] for part in parts if (part[0], part[-1]) in keys)
    assert len(forms) > 50
    assert [name for name, times in forms.items() if times > 1] == []
