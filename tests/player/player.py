"""Plays a level by chance until it is killed: `python player.py LEVEL SEED`.

For each change of the game it prints the game before it is stored, and `stored` once it is on disk.
"""

from __future__ import annotations

import json
import sys
from random import Random

from puzzles.core.errors import MoveError
from puzzles.library.catalogue import find
from puzzles.player.game import Game
from puzzles.player.saves import Saves


def change(game: Game, rng: Random) -> bool:
    """Do something; False if it could not be done."""
    session, board = game.session, game.entry.level.board
    act = rng.choice(["move"] * 6 + ["undo", "undo", "redo", "restart", "mark", "keep", "abandon"])
    if act == "mark":
        session.mark()
    elif act != "move":
        return bool(getattr(session, act)())
    else:
        cell = board.grid.name(rng.randrange(board.grid.n))
        text = f"{cell} {rng.choice(board.palette).name}"
        try:
            session.play(session.puzzle.move_parse(session.state, text))
        except MoveError:
            return False
    session.hints += rng.random() < 0.1
    session.clock.set(rng.randrange(1000))
    return True


def main() -> None:
    rng = Random(sys.argv[2])
    game = Game(find(sys.argv[1]), Saves())
    print("ready", flush=True)
    while True:
        if change(game, rng) and not game.session.status.won:
            print(json.dumps(game.session.dump()), flush=True)
            assert game.save().result()
            print("stored", flush=True)


if __name__ == "__main__":
    main()
