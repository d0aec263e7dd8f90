"""Kernels that call kernels: each compiled once, whatever it is called with, and as Python does."""

from __future__ import annotations

import os
from collections import Counter
from typing import NamedTuple

import numpy as np
import pytest

from puzzles.library import registry
from puzzles.running import kept
from puzzles.running.kernels import KERNELS, compiled

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


class Rows(NamedTuple):
    """Nested as the kernels' own are, with arrays of several kinds."""

    table: np.ndarray
    at: tuple[np.ndarray, np.ndarray]
    number: int
    small: np.ndarray
    record: np.ndarray


PAIR = np.dtype([("one", "i8"), ("other", "i4")])


def rows():
    return Rows(
        np.arange(12).reshape(3, 4),
        (np.array([7.5, -2.5]), np.zeros(1)),
        3,
        np.array([-3, 5, 100], np.int8),
        np.array([(1, 2), (3, 4)], PAIR),
    )


def test_a_kernel_that_calls_itself_with_tuples():
    @compiled
    def added(rows, i):
        if i == len(rows.table):
            return rows.at[0][-1] + rows.number
        return rows.table[i, -1] + rows.record[i & 1].other + added(rows, i + 1)

    @compiled
    def twice(rows):
        return 2 * added(rows, 0)

    assert added(rows(), 0) == 3 + 7 + 11 + 2 + 4 + 2 - 2.5 + 3
    assert twice(rows()) == 2 * added(rows(), 0)


def test_items_are_those_of_python():
    """Asked for by one number or by as many as there are, of any width; from the end by literals;
    as rows."""

    def shift(rows, i, far):
        table, small = rows.table, rows.small
        row, narrow = table[i], small[1]
        row[-1] += table[far, 0] - table[narrow - 4, -3]
        table[far - i, far] = row[i] + small[-1]
        table[np.uint64(2), narrow - 4] = 2.75
        small[i], small[i - 1] = small[0], 7
        table[0] = 6
        rows.record[-1].one = rows.record[i - 1].other ** 2
        rows.record[0] = rows.record[i]
        return row[1:3][-1], len(row), rows.at[0][i], table[i][far]

    made, expected = rows(), rows()
    expected = expected._replace(record=expected.record.view(np.recarray))
    assert compiled(part_of(shift))(made, 1, 2) == shift(expected, 1, 2)
    for own, same in (
        (made.table, expected.table),
        (made.small, expected.small),
        (made.record, expected.record),
    ):
        assert own.tolist() == same.tolist()


def part_of(function):
    """A kernel that does no more than call this one."""
    part = compiled(function)

    def whole(rows, i, far):
        return part(rows, i, far)

    return whole


def test_variables_are_those_of_python():
    """Assigned once or more, in a loop, on one of two ways, before a loop that is left."""

    @compiled
    def walk(rows, number, most):
        first = int(rows.small[0])
        found = start = number
        swapped, known = (first, number), False
        for i in range(most):
            if number > 4:
                known, seen = True, start + i
            if known:
                found += seen
            if i % 3 == 0:
                last = number - i
            else:
                last, number = number, last + 1
            swapped = swapped[1], swapped[0] + last
            for j in range(i):
                if j * last > 40:
                    found = j
                    break
                start += j
            else:
                found -= first
            while number > 9:
                number -= i + 1
        return found, start, number, last, first, swapped[0], swapped[1]

    for number in range(-3, 12, 2):
        for most in (1, 2, 7, 13):
            assert walk(rows(), number, most) == walk.py_func(rows(), number, most)


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
