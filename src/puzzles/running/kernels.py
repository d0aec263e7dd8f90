"""How kernels are compiled: when first called; the result is kept on disk (`kernel_cache`), and
other threads run meanwhile.

Numba counts the references to every array, which in small functions takes longer than the work. A
kernel that makes no arrays is `compiled` without that; others are `allocating`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit
from numba.core.dispatcher import Dispatcher

from puzzles.running.kernel_cache import KernelCache

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """For kernels that make no arrays, nor assign one to another as a whole."""
    return cast(Function, _kernel(function, _nrt=False))


def allocating(function: Function) -> Function:
    """For kernels that make arrays; they may call `compiled` ones."""
    return cast(Function, _kernel(function))


def is_ready(kernel: Any) -> bool:
    """Whether a kernel has been compiled, or loaded from disk, by this process."""
    return bool(kernel.signatures)


def is_kept(kernel: Any) -> bool:
    """Whether the kernel can be called without a compiler: it is ready, or lies on the disk."""
    return is_ready(kernel) or bool(kernel._cache.is_kept())


def _kernel(function: Any, **options: Any) -> Any:
    kernel = njit(nogil=True, **options)(function)
    if isinstance(kernel, Dispatcher):  # not where NUMBA_DISABLE_JIT is set
        cast(Any, kernel)._cache = KernelCache(function)
    return kernel
