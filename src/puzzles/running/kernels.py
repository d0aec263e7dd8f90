"""How kernels are compiled: when first called; the result is kept on disk (`kernel_cache`), and
other threads run meanwhile.

Numba counts the references to every array, which in small functions takes longer than the work. A
kernel that makes no arrays is `compiled` without that; others are `allocating`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt
from llvmlite import ir  # type: ignore[import-untyped]
from numba import config, njit, types
from numba.core.dispatcher import Dispatcher
from numba.extending import intrinsic

from puzzles.running.kernel_cache import KernelCache

Function = TypeVar("Function", bound=Callable[..., Any])

PLAIN = bool(config.DISABLE_JIT)  # type: ignore[attr-defined]  # kernels run as the Python they are written in

if PLAIN:  # whole numbers of 64 bits are meant to wrap around
    np.seterr(over="ignore")


def compiled(function: Function) -> Function:
    """For kernels that make no arrays, nor assign one to another as a whole."""
    return cast(Function, _kernel(function, _nrt=False))


def allocating(function: Function) -> Function:
    """For kernels that make arrays; they may call `compiled` ones."""
    return cast(Function, _kernel(function))


def is_ready(kernel: Any) -> bool:
    """Whether a kernel has been compiled, or loaded from disk, by this process."""
    return not isinstance(kernel, Dispatcher) or bool(kernel.signatures)


def is_kept(kernel: Any) -> bool:
    """Whether the kernel can be called without a compiler: it is ready, or lies on the disk."""
    return is_ready(kernel) or bool(kernel._cache.is_kept())


def _kernel(function: Any, **options: Any) -> Any:
    kernel = njit(nogil=True, **options)(function)
    if isinstance(kernel, Dispatcher):  # not where NUMBA_DISABLE_JIT is set
        cast(Any, kernel)._cache = KernelCache(function)
    return kernel


def records(shape: int | tuple[int, ...], kind: np.dtype[np.void]) -> npt.NDArray[Any]:
    """An array of records, all nought, whose fields kernels read as attributes at either speed."""
    array = np.zeros(shape, kind)
    return array.view(np.recarray) if PLAIN else array


def _lowest(_typing: Any, _word: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(0))

    return types.int64(types.uint64), generate


def _lowest_plain(word: np.uint64) -> int:
    whole = int(word)
    return (whole & -whole).bit_length() - 1


# The number of the lowest bit set in a 64-bit word that is not zero: one instruction.
lowest = cast(Callable[[np.uint64], int], _lowest_plain if PLAIN else intrinsic(_lowest))
