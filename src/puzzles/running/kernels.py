"""How kernels are compiled: when first called; the result is kept on disk, and other threads run.

Numba counts the references to every array, which in small functions takes longer than the work. A
kernel that makes no arrays is `compiled` without that (`_nrt`); others are `allocating`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """For kernels that make no arrays, nor assign one to another as a whole."""
    options: Any = {"cache": True, "nogil": True, "_nrt": False}
    return cast(Function, njit(**options)(function))


def is_ready(kernel: Any) -> bool:
    """Whether a kernel has been compiled, or loaded from disk, by this process."""
    return bool(kernel.signatures)


def allocating(function: Function) -> Function:
    """For kernels that make arrays; they may call `compiled` ones."""
    return cast(Function, njit(cache=True, nogil=True)(function))
