"""`puzzles progress review LEVEL`: the verdict on each move of the last game of a level."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import asdict

from puzzles.cli import records
from puzzles.cli.exits import Exit
from puzzles.cli.progress import working
from puzzles.cli.saves import opened
from puzzles.core.errors import UsageError, printable
from puzzles.library import catalogue
from puzzles.player.memory import Memory
from puzzles.player.review import Review, plot
from puzzles.player.schema import board_key
from puzzles.player.walks import walk_of
from puzzles.running import asking

HEIGHT = 6  # lines of the plot


def run(arguments: Namespace) -> int:
    entry = catalogue.find(arguments.level)
    puzzle, level = entry.pack.puzzle, entry.level
    start = puzzle.start(level)
    with opened() as saves:
        games = saves.games_of(entry.name, board_key(puzzle.text(start)))
    walks = [(game.game, walk) for game in games if (walk := walk_of(puzzle, start, game))]
    walks = [(name, walk) for name, walk in walks if walk.moves]
    if not walks:
        raise UsageError(f"there is no game of {entry.name} to review")
    name, walk = walks[-1]
    with working("Looking back"):
        review = Review(puzzle, level, walk.moves).settle(asking.answer)
    if walk.status.won and (lost := review.lost_at) is not None:
        Memory().reviewed(name, len(walk.moves), lost)
    verdicts = review.verdicts
    if arguments.json:
        told = {
            "won": walk.status.won,
            "left": review.left,
            "moves": list(map(asdict, verdicts)),
        }
        records.tell(records.record(entry, told))
        return Exit.DONE
    width = len(str(len(verdicts)))
    for number, each in enumerate(verdicts, 1):
        left = "" if each.left is None else f", {puzzle.count_of(each.left)} left"
        better = f"; better: {each.better}" if each.better else ""
        print(f"{number:{width}}. {printable(each.move)}: {each.words}{left}{printable(better)}")
        if each.lost and each.why:
            print(f"{'':{width}}  {printable(each.why)}")
    print("\n".join(plot(review.left, HEIGHT)))
    print(review.summary)
    return Exit.DONE
