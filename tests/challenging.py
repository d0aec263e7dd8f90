"""Won games, challenges of them, and what a stranger may make of these."""

from __future__ import annotations

import base64
from contextlib import suppress
from itertools import pairwise
from random import Random
from typing import Any

from puzzles.core.coding import Reader
from puzzles.core.errors import MoveError, UsageError
from puzzles.library import catalogue
from puzzles.library.catalogue import Entry
from puzzles.library.challenges import SHARE, make_challenge
from puzzles.library.ids import signed
from puzzles.library.solutions import solution_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def won_game(rng: Random, entry: Entry) -> tuple[list[str], list[float]]:
    """The moves and the times of a game that strays at first, and wins."""
    puzzle, moves = entry.pack.puzzle, list[str]()
    rules: Any = puzzle.rules
    state: Any = puzzle.start(entry.level)

    def play(move: object) -> None:
        nonlocal state
        after, text = puzzle.apply(state, move), puzzle.move_text(state, move)
        state = after
        moves.append(text)

    for _ in range(rng.randrange(6)):
        with suppress(MoveError):
            move = rules.code_move(state, None, Reader(rng.randbytes(40)))
            if not puzzle.status(puzzle.apply(state, move)).won:
                play(move)
    if puzzle.aim.stepwise:
        while not puzzle.status(state).won:  # the first cell's region takes in its neighbours
            graph, looks = state.region_graph, state.colours[state.region_cell].tolist()
            end = looks[0] if state.board.final is None else state.board.final
            odd = [region for region in range(graph.n) if looks[region] != end]
            region = next((r for r in range(graph.n) if graph.neighbours[r]), odd[0])
            colour = looks[graph.neighbours[region][0]] if graph.neighbours[region] else end
            play(puzzle.tap(state, int(state.region_cell[region]), colour))
    else:
        for text in solution_of(puzzle, entry.level):
            with suppress(MoveError):
                if not puzzle.status(state).won:
                    play(puzzle.move_parse(state, text))
        if not puzzle.status(state).won:  # what was marked wrong is in the way
            state, moves = puzzle.start(entry.level), []
            for text in solution_of(puzzle, entry.level):
                play(puzzle.move_parse(state, text))
    times, now = list[float](), 0
    for _ in moves:
        now += rng.choice([0, 3, 17, 50, 400, 10_000])
        times.append(now / SHARE)
    return moves, times


def challenge_of(rng: Random, entry: Entry) -> str:
    return make_challenge(entry.pack.puzzle, entry.level, *won_game(rng, entry))


def spoilt(rng: Random, text: str, other: str) -> str:
    """The challenge with something wrong: a character, a piece, a byte with the right checksum,
    another board, or another game altogether."""
    board, _, game = text.rpartition(".")
    kind, at = rng.randrange(6), rng.randrange(len(text))
    if kind == 0:
        return text[:at] + rng.choice(LETTERS) + text[at + 1 :]
    if kind == 1:
        return text[:at] + text[at + rng.randrange(1, 9) :]
    data = bytearray(base64.urlsafe_b64decode(game + "=" * (-len(game) % 4))[:-3])
    if kind == 2:
        data[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
    elif kind == 3:
        data = data[: rng.randrange(len(data))] + rng.randbytes(rng.randrange(9))
    elif kind == 4:
        board = other.rpartition(".")[0]
    else:
        data[:] = rng.randbytes(rng.randrange(1, 200))
    return signed(f"{board}.", bytes(data))


def harmless(text: str) -> str:
    """Say what comes of a challenge: it is "refused" in a sentence, or "a game" that won, or the
    "board" alone is left of it; "" for anything else."""
    try:
        entry = catalogue.find(text)
    except UsageError as error:
        told = str(error)
        plain = len(told) < len(text) + 200 and told.isprintable() and not {*"[]\\"} & {*told}
        return "refused" if plain else ""
    if entry.ghost is None:
        return "board" if "." not in text.partition(".")[2] else ""
    puzzle, ghost = entry.pack.puzzle, entry.ghost
    after = puzzle.after(puzzle.start(entry.level), ghost.moves)
    ordered = all(a <= b for a, b in pairwise((0, *ghost.times)))
    won = puzzle.status(after).won and len(ghost.times) == len(ghost.moves)
    return "a game" if won and ordered else ""
