"""`puzzles show LEVEL`: the board, in text or colour, or its ID."""

from __future__ import annotations

from argparse import Namespace

from puzzles.cli.drawing import print_board
from puzzles.cli.exits import Exit
from puzzles.library import catalogue


def run(arguments: Namespace) -> int:
    if arguments.id:
        for pack in catalogue.called(arguments.level)[:1]:
            for index in range(len(pack.levels)):
                print(catalogue.Entry(pack, index).id)
            return Exit.DONE
    entry = catalogue.find(arguments.level)
    if arguments.id:
        print(entry.id)
        return Exit.DONE
    puzzle = entry.pack.puzzle
    print_board(puzzle, puzzle.start(entry.level))
    return Exit.DONE
