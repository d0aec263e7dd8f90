"""Numbers in words, for whoever tells a person how many there are."""


def many(count: int, name: str) -> str:
    """Return a number of things, as in `1 level` and `1,012 levels`."""
    return f"{count:,} {name}{'s' * (count != 1)}"
