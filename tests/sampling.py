"""What takes long is sampled by every run of the tests, and done whole in the slow campaign."""

from __future__ import annotations

from typing import Any

import pytest


def slow(*values: Any) -> list[Any]:
    """Values of a parameter for the campaign alone: `parametrize("boards", [40, *slow(900)])`."""
    return [pytest.param(value, marks=pytest.mark.slow) for value in values]
