"""Messages from process to process: any values, pickled, as lines of text."""

from __future__ import annotations

import pickle
from base64 import b64decode, b64encode
from typing import Any


def packed(value: object) -> bytes:
    """Return the line that `unpacked` reads. Values that cannot be pickled raise PicklingError,
    TypeError or AttributeError."""
    return b64encode(pickle.dumps(value)) + b"\n"


def unpacked(line: bytes) -> Any:
    """Return the value in a line that `packed` gave."""
    return pickle.loads(b64decode(line))
