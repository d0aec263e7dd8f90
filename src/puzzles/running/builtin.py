"""Python's `int`, `min` and `max` in kernels: an instruction or two each. Numba has functions for
them, and compiles these once more for all types that they are called with, to code of their own."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.cpython.builtins import do_minmax
from numba.extending import intrinsic

# Who says None of some types has numba say that there is no such function.


def _int(_typing: Any, number: Any) -> Any:
    """What is whole stays as wide as it is."""
    if not isinstance(number, types.Number | types.Boolean):
        return None

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], number, signature.return_type)

    return (number if isinstance(number, types.Integer) else types.int64)(number), generate


def _first(by: Callable[..., Any]) -> Callable[..., Any]:
    """What chooses one of two numbers."""

    def chosen(typing: Any, one: Any, other: Any) -> Any:
        common = typing.unify_types(one, other)
        if not isinstance(common, types.Number):
            return None

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return do_minmax(context, builder, signature.args, args, by)

        return common(one, other), generate

    return chosen


# What Python has, and what kernels call instead.
OWN = (
    (int, intrinsic(_int)),
    (min, intrinsic(_first(operator.lt))),
    (max, intrinsic(_first(operator.gt))),
)
