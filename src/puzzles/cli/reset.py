"""`puzzles progress reset LEVEL`: forget all games and results of a level."""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli.exits import Exit
from puzzles.cli.saves import opened
from puzzles.library import catalogue


def run(arguments: Namespace) -> int:
    with opened() as saves:
        known = {saved.level for saved in saves.games()} | set(saves.results())
        # A game may outlive its level: then its own name is what is left.
        name = arguments.level
        if name not in known:
            name = catalogue.find(name).name
        games, wins = saves.forget(name)
    print(
        f"{name}: {games} game{'s' * (games != 1)} and {wins} result{'s' * (wins != 1)} forgotten"
    )
    return Exit.DONE
