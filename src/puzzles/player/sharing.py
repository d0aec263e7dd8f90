"""The text that tells others how a game went, and nothing about the solution."""

from __future__ import annotations

from pathlib import Path

from puzzles.core.puzzle import AnyPuzzle
from puzzles.library import locations
from puzzles.library.catalogue import Entry
from puzzles.library.levels import Pack
from puzzles.player.records import Play, Standing
from puzzles.player.session import clock_text


def result_text(
    heading: str, puzzle: AnyPuzzle, play: Play | None, streak: int, command: str
) -> str:
    """The heading, how the game went (None: not solved), a streak of days if there is one, and the
    command that opens the same board."""
    lines = [heading, result_line(puzzle, play) if play else "not solved yet"]
    if streak > 1:
        lines.append(f"{streak} days in a row")
    return "\n".join([*lines, command])


def result_line(puzzle: AnyPuzzle, play: Play) -> str:
    """A win in one line."""
    target = f" (best possible: {play.target})" if play.target is not None else ""
    moves = f"{play.moves} move{'s' * (play.moves != 1)}"
    words = [f"{puzzle.award(play.grade).word} in {moves}{target}"]
    if play.seconds is not None:
        words.append(clock_text(play.seconds))
    words.append("with help" if play.helped else "without help")
    return " · ".join(words)


def of_level(entry: Entry, play: Play) -> str:
    """The text for a level of a pack: others have those that ship by name, any other by its ID.
    Raises LevelError where the plugin fails."""
    pack = entry.pack
    if ships(pack):
        heading = f"{pack.puzzle.title}: {pack.title} {entry.index + 1}, {entry.level.title}"
        command = f"puzzles play {entry.name}"
    else:
        heading = f"{pack.puzzle.title}: {entry.level.title}"
        command = f"puzzles play {entry.id}"
    return result_text(heading, pack.puzzle, play, 0, command)


def of_pack(pack: Pack, standing: Standing) -> str:
    """The text for a pack that is complete."""
    heading = f"{pack.puzzle.title}: {pack.title} complete"
    return f"{heading}\n{standing} · {clock_text(standing.seconds)}"


def ships(pack: Pack) -> bool:
    """Return True if everyone who has the puzzle has the pack, too."""
    folders = [locations.shipped_levels(), *filter(None, [pack.puzzle.packs])]
    return any(Path(pack.file).is_relative_to(folder) for folder in folders)
