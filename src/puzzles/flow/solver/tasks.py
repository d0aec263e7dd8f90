"""The tasks of a board whose `ways` can be listed."""

from puzzles.flow.rules.model import State


def tasks(state: State) -> tuple[str, ...]:
    """Return the letters of the colours: each names two dots that are to be joined."""
    return state.board.symbols
