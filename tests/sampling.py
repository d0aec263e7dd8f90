"""What takes long is sampled by every run of the tests, and done whole in the slow campaign."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def slow(*values: Any) -> list[Any]:
    """Values of a parameter for the campaign alone: `parametrize("boards", [40, *slow(900)])`."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]


def sampled(values: Iterable[Any], often: Collection[Any]) -> list[Any]:
    """All values of a parameter, those that are not `often` for the campaign alone."""
    return [
        pytest.param(value, marks=() if value in often else pytest.mark.slow) for value in values
    ]
