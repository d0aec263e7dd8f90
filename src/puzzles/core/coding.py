"""Small numbers in as few bytes as they can be told in: adaptive arithmetic coding.

A `Writer` takes a value out of so many options again and again, a `Reader` asks for them in the
same order. Each value that is seen in a context makes itself likelier there. The interval is kept
exactly, which takes time with the square of the length, a second for 20,000 values (Witten, Neal &
Cleary, "Arithmetic coding for data compression", 1987).
"""

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Hashable
from itertools import accumulate

GAIN = 4  # how much likelier a value becomes when it is seen; every option starts with 1
MOST = (1 << 32) - 1  # numbers are less than this
_ESCAPE, _END = 127, 0
# How likely characters of names are to begin with.
_LETTERS = [12 if "a" <= chr(c) <= "z" else 4 if "A" <= chr(c) <= "Z" else 1 for c in range(128)]


class Coder(ABC):
    """The codec: a Writer takes the values, and a Reader, whatever it is given, returns them."""

    def __init__(self) -> None:
        self._counts: dict[Hashable, list[int]] = {}

    @abstractmethod
    def _code(self, value: int, below: list[int]) -> int:
        """Code one value; `below[v]` is the weight of all values before v."""

    def pick(self, value: int, options: int, context: Hashable = None) -> int:
        """A value from 0 to options − 1; without a context all are equally likely."""
        if context is None:
            return self._code(value, list(range(options + 1)))
        counts = self._counts.setdefault((options, context), [1] * options)
        return self._adapt(value, counts)

    def flag(self, value: bool, context: Hashable = None) -> bool:
        return bool(self.pick(int(value), 2, context))

    def number(self, value: int) -> int:
        """A whole number from 0 on, small ones in fewer bits (Elias gamma), or OverflowError."""
        if not 0 <= value < MOST:
            raise OverflowError(f"no number from 0 to {MOST - 1}: {value}")
        bits = self.pick((value + 1).bit_length() - 1, 32, "bits")
        rest = value + 1 - (1 << bits)
        read = 1
        for bit in reversed(range(bits)):
            read = 2 * read + self.pick(rest >> bit & 1, 2)
        return read - 1

    def text(self, value: str) -> str:
        """A short text, letters of the alphabet in fewer bits."""
        codes, read = [*map(ord, value), _END], ""
        for code in [*codes, *[0] * 1000]:
            counts = self._counts.setdefault("text", list(_LETTERS))
            plain = 0 <= code < _ESCAPE
            code_read = self._adapt(code if plain else _ESCAPE, counts)
            if code_read == _END:
                break
            if code_read == _ESCAPE:
                code_read = self.number(code)
            read += chr(code_read)
        return read

    def _adapt(self, value: int, counts: list[int]) -> int:
        value = self._code(value, list(accumulate(counts, initial=0)))
        counts[value] += GAIN
        return value


class Writer(Coder):
    def __init__(self) -> None:
        super().__init__()
        self._low, self._width, self._scale = 0, 1, 1  # the interval is [low, low + width) / scale

    def _code(self, value: int, below: list[int]) -> int:
        self._low = self._low * below[-1] + self._width * below[value]
        self._width *= below[value + 1] - below[value]
        self._scale *= below[-1]
        return value

    def data(self) -> bytes:
        """The fewest bytes whose fraction lies in the interval."""
        # So many bytes are enough: one step of the last is less than the interval.
        most = (self._scale.bit_length() - self._width.bit_length()) // 8 + 1
        size = bisect_left(range(most), True, key=lambda size: self._least(size)[1])
        return self._least(size)[0].to_bytes(size, "big")

    def _least(self, size: int) -> tuple[int, bool]:
        """Return the least fraction of `size` bytes from `low` on, and if it is in the interval."""
        fraction = -((-self._low << 8 * size) // self._scale)
        return fraction, fraction * self._scale < (self._low + self._width) << 8 * size


class Reader(Coder):
    """A reader of what a Writer wrote; any bytes at all can be read as something."""

    def __init__(self, data: bytes) -> None:
        super().__init__()
        self._value, self._scale = int.from_bytes(data, "big"), 1 << (8 * len(data))

    def _code(self, value: int, below: list[int]) -> int:
        scaled = self._value * below[-1]
        value = bisect_right(below, scaled // self._scale) - 1  # whose part holds the point
        self._value = scaled - below[value] * self._scale
        self._scale *= below[value + 1] - below[value]
        return value
