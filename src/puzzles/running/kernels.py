"""Kernels, and how they run: compiled by numba when first called, the result kept on disk
(`compile_state`), other threads running meanwhile; or as the plain Python they are written in.

Numba counts the references to every array, which in small functions takes longer than the work
(nineteen times, for some boards). Kernels make no arrays, so there is nothing to count. A call
copies all that is known of each array, so kernels are put in the place of their calls.
"""

from collections.abc import Callable, Mapping
from functools import cache
from inspect import isgeneratorfunction
from typing import Any, TypeVar, cast, get_args, get_type_hints

import numpy as np
import numpy.typing as npt

from puzzles.running import compile_state, plain

Function = TypeVar("Function", bound=Callable[..., Any])
T = TypeVar("T")
NOTHING: Mapping[str, object] = {}
TAKEN = frozenset(dir(np.record))  # names that fields of records cannot have
OPTIONS = {"nogil": True, "_nrt": False, "forceinline": True}


def _lowest_plain(word: np.uint64) -> int:
    whole = int(word)
    return (whole & -whole).bit_length() - 1


def _lowest_compiled() -> Any:
    """The same in one instruction."""
    from llvmlite import ir  # type: ignore[import-untyped]
    from numba.extending import intrinsic

    def lowest(_typing: Any, _word: Any) -> Any:
        def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.IntType(1)(0))

        return numba.int64(numba.uint64), generate

    return intrinsic(lowest)


WHY_PLAIN = plain.why_here()
KERNELS: list[Any] = []  # all that are compiled
lowest: Callable[[np.uint64], int]  # the number of the lowest bit set in a word that is not zero
try:
    if not WHY_PLAIN:
        import numba

        numba.njit(**OPTIONS)  # which says what options it does not know
        lowest = _lowest_compiled()
except Exception as error:  # it does not go with this Python, or with this numpy
    WHY_PLAIN = f"numba cannot be loaded: {error}"
PLAIN = bool(WHY_PLAIN)  # kernels run as the Python they are written in
int32, int64 = (cast(Callable[[int], int], int if PLAIN else kind) for kind in (np.int32, np.int64))
if PLAIN:
    lowest = _lowest_plain
    np.seterr(over="ignore")  # whole numbers of 64 bits are meant to wrap around


def compiled(function: Function) -> Function:
    """Make a kernel of a function. It makes no arrays, nor assigns one to another as a whole. It is
    compiled for each set of types that it is called with, and a constant has a type of its own: so
    kernels give each other `int64(0)`, not `0`, where other calls have a variable."""
    if PLAIN:
        return function
    if isgeneratorfunction(function):  # numba cannot use one that it has loaded from disk
        return cast(Function, numba.njit(**OPTIONS)(function))
    place = compile_state.folder(compile_state.package_of(function.__module__))
    known = numba.config.CACHE_DIR
    try:
        if place is not None:
            place.mkdir(parents=True, exist_ok=True)
        numba.config.CACHE_DIR = str(place)
        kernel = numba.njit(cache=place is not None, **OPTIONS)(function)
    except OSError:  # where nothing can be kept
        kernel = numba.njit(**OPTIONS)(function)
    finally:
        numba.config.CACHE_DIR = known
    KERNELS.append(kernel)
    return cast(Function, kernel)


def is_ready(kernel: Any) -> bool:
    """Return True if a kernel can be called at once: as Python, or because this process has
    compiled it or loaded it from disk."""
    return PLAIN or bool(kernel.signatures)


def file_stem(kernel: Any) -> str:
    """Return the beginning of the names of the files that hold a compiled kernel."""
    module, line = kernel.__module__.rpartition(".")[2], kernel.py_func.__code__.co_firstlineno
    return f"{module}.{kernel.__qualname__}-{line}"


def kept() -> set[str]:
    """Return the `file_stem` of each kernel that is compiled on disk."""
    places = {compile_state.folder(compile_state.package_of(one.__module__)) for one in KERNELS}
    files = (file for place in places if place is not None for file in place.rglob("*.nbc"))
    return {file.name.partition(".py")[0] for file in files}


def quick(array: T) -> T:
    """Return an array as kernels read it soonest: plain Python does so with lists."""
    return cast(T, cast(Any, array).tolist()) if PLAIN else array


def records(shape: int | tuple[int, ...], kind: np.dtype[np.void]) -> npt.NDArray[Any]:
    """Return an array of records, all nought, whose fields kernels read as attributes at either
    speed. None is called like an attribute that numpy's own records have."""
    assert TAKEN.isdisjoint(kind.names or ())
    array = np.zeros(shape, kind)
    return array.view(np.recarray) if PLAIN else array


@cache
def _declared(kind: Callable[..., object]) -> dict[str, tuple[Any, list[str]]]:
    """The type and the sizes of each array of a tuple, as they are declared."""
    hints = get_type_hints(kind, include_extras=True)
    arrays = {name: get_args(hint) for name, hint in hints.items() if hasattr(hint, "__metadata__")}
    return {
        name: (get_args(get_args(a)[1])[0], sizes.split()) for name, (a, sizes) in arrays.items()
    }


def zeros(kind: Callable[..., T], given: Mapping[str, object] = NOTHING, /, **sizes: int) -> T:
    """Return a tuple of arrays that are all nought, but for those that are given. Its fields are
    declared as `Annotated[Ints, "n 2"]`: each with its sizes, numbers or the names of some."""
    arrays = {
        name: np.zeros([int(sizes.get(size, size)) for size in shape], dtype)
        for name, (dtype, shape) in _declared(kind).items()
        if name not in given
    }
    return kind(**arrays, **given)
