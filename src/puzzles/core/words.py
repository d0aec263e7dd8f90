"""Numbers and lists in words, for whoever tells a person how many there are, and which."""

from collections.abc import Sequence

UNSOLVABLE = "unsolvable, proved"


def many(count: int, name: str) -> str:
    """Return a number of things, as in `1 level` and `1,012 levels`."""
    return f"{count:,} {name}{'s' * (count != 1)}"


def counted(count: int, name: str, exact: bool) -> str:
    """Return how many things there are, or are known to be: `no path`, `at least 2 paths`."""
    if exact:
        return many(count, name) if count else f"no {name}"
    return f"at least {many(count, name)}" if count else f"no {name} found so far"


def listed(words: Sequence[str], last: str = "and") -> str:
    """Return `a`, `a and b`, or `a, b and c`; "" for no words."""
    return f" {last} ".join([", ".join(words[:-1])] * (len(words) > 1) + list(words[-1:]))
