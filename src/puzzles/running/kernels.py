"""How kernels are run: compiled when first called (`linking`), the result kept on disk
(`kernel_cache`), other threads running meanwhile; or as the plain Python they are written in.

An index that is worked out is not less than 0: compiled, −1 is not the last item. A literal may be.

Numba counts the references to every array, which in small functions takes longer than the work.
Kernels make no arrays, so there is nothing to count.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from puzzles.running.kept import why_plain

Function = TypeVar("Function", bound=Callable[..., Any])


def _linking() -> tuple[Any, str]:
    """The module that compiles, or None and why there is none."""
    if why := why_plain():
        return None, why
    try:
        from puzzles.running import linking
    except Exception as error:  # it does not go with this Python, or with this numpy
        return None, f"numba cannot be loaded: {error}"
    return linking, ""


_compiler, WHY_PLAIN = _linking()
PLAIN = _compiler is None  # kernels run as the Python they are written in, WHY_PLAIN
KERNELS: list[Any] = []  # all that are compiled

if PLAIN:  # whole numbers of 64 bits are meant to wrap around
    np.seterr(over="ignore")


def compiled(function: Function) -> Function:
    """A kernel. It makes no arrays, nor assigns one to another as a whole."""
    if PLAIN:
        return function
    KERNELS.append(_compiler.Kernel(function))
    return cast(Function, KERNELS[-1])


def is_ready(kernel: Any) -> bool:
    """Whether a kernel can be called at once: as Python, or because this process has compiled it or
    loaded it from disk."""
    return PLAIN or bool(kernel.overloads)


def records(shape: int | tuple[int, ...], kind: np.dtype[np.void]) -> npt.NDArray[Any]:
    """An array of records, all nought, whose fields kernels read as attributes at either speed."""
    array = np.zeros(shape, kind)
    return array.view(np.recarray) if PLAIN else array


def _lowest_plain(word: np.uint64) -> int:
    whole = int(word)
    return (whole & -whole).bit_length() - 1


# The number of the lowest bit set in a 64-bit word that is not zero.
lowest = cast(Callable[[np.uint64], int], _lowest_plain if PLAIN else _compiler.lowest)
