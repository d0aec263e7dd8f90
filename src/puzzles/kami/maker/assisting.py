"""Helps to draw a Kami board: another par, a step of difficulty, or what is not drawn yet.

All of it is a search among boards nearby: cells that the symmetry makes alike are recoloured
together, one orbit in a first round, another one of the best boards in each that follows. Par
changes by as many moves, at most, as cells are recoloured (`docs/kami-solver.md`, "From board to
board"): so where as many cells do as moves are wished for, no fewer do.
"""

from collections.abc import Generator, Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.places import Places
from puzzles.core.results import Grade, Proposal
from puzzles.core.solving import Answer, Limits, Progress, relay
from puzzles.core.tables import Table
from puzzles.core.wishing import nearby, step_from
from puzzles.kami.generator import patterns
from puzzles.kami.maker import editing
from puzzles.kami.rules import levels
from puzzles.kami.rules.model import KamiLevel, start
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade

PARS_TRIED, GRADES_TRIED = 400, 60  # boards that are looked at in a round
SOON = 5  # slices of search for the par of a board
FILLINGS = 30  # boards of which the best is taken
PARS = range(2, 16)

Orbits = Sequence[Sequence[int]]
Helping = Iterator[Progress | Proposal[KamiLevel]]


def wishes(sketch: KamiLevel) -> dict[str, str]:
    """See `core.modules.Maker.assist`."""
    return {
        "finish": "Finish it for me: cells of the first colour are made",
        "easier": "A step easier",
        "harder": "A step harder",
        **{f"par {par}": f"Make it par {par}" for par in PARS},
    }


def assist(sketch: KamiLevel, wish: str, orbits: Orbits) -> Helping:
    """See `core.modules.Maker.assist`."""
    if wish == "finish":
        yield from _finish(sketch, orbits)
        return
    for_par = wish.startswith("par ")
    measure, most = (_par, PARS_TRIED) if for_par else (_difficulty, GRADES_TRIED)
    now = yield from measure(sketch)
    if for_par:
        goal = float(wish.removeprefix("par "))
    elif now is None:
        raise UsageError("the solver needs too long to find the difficulty")
    else:
        goal = step_from(now, wish == "harder")
    if now == goal:
        yield Proposal(sketch, (), "the board is so already")
        return
    sign = -1 if now is None or goal > now else 1  # what takes more moves has more regions

    def order(board: KamiLevel) -> int:
        return sign * int(start(board).region_graph.n)

    found, _ = yield from nearby(sketch, goal, measure, partial(_changes, orbits), most, order)
    yield _proposal(sketch, found, abs(goal - now) if for_par and now is not None else 0)


def _changes(orbits: Orbits, board: KamiLevel) -> Iterator[tuple[bytes, KamiLevel]]:
    """Yield the boards on which an orbit has another of the colours; places without a cell have
    none."""
    used = _used(board)
    for orbit in orbits:
        own = editing.at(board, orbit[0])
        for colour in used if own in used else ():
            changed = editing.put(board, orbit, colour)
            if colour != own and len(_used(changed)) > 1:
                yield changed.board.colours.tobytes(), changed


def _proposal(sketch: KamiLevel, board: KamiLevel, least: float) -> Proposal[KamiLevel]:
    """Describe the changes of the sketch, by colour; `least` so many cells have to change."""
    changed = np.flatnonzero(sketch.board.colours != board.board.colours).tolist()
    name, palette = sketch.board.grid.name, board.board.palette
    words = []
    for colour in sorted({int(board.board.colours[cell]) for cell in changed}):
        cells = [name(cell) for cell in changed if board.board.colours[cell] == colour]
        shown = ", ".join(cells[:6]) + (f" and {len(cells) - 6} more" if len(cells) > 6 else "")
        words.append(f"{shown} in {palette[colour].name}")
    enough = "are not enough, proved" if len(changed) <= least else "may be enough"
    return Proposal(board, tuple(words), f"fewer cells {enough}")


def _used(board: KamiLevel) -> list[int]:
    none = len(board.board.palette) - 1
    return [colour for colour in sorted(set(board.board.colours.tolist())) if colour != none]


def _level(sketch: KamiLevel) -> KamiLevel:
    """Return the level that is drawn; raises LevelError if it is none."""
    return levels.parse(Table(levels.format(sketch), Places("drawing")))


def _par(sketch: KamiLevel) -> Generator[Progress, None, float | None]:
    """Return the fewest moves; None where that takes too long."""
    found = yield from relay(solve(start(_level(sketch)), Limits(), slices=SOON), Answer)
    return len(found.moves) if found.proved and found.moves is not None else None


def _difficulty(sketch: KamiLevel) -> Generator[Progress, None, float | None]:
    if (yield from _par(sketch)) is None:
        return None
    try:
        graded = yield from relay(grade(_level(sketch)), Grade)
    except UsageError:  # whether a move keeps par is not decided soon
        return None
    return graded.difficulty


# What is not drawn yet --------------------------------------------------------------------------


def _finish(sketch: KamiLevel, orbits: Orbits) -> Helping:
    """Propose the sketch with patterns on its cells of the first colour: of some such boards the
    one that takes the most moves."""
    free = [orbit for orbit in orbits if all(sketch.board.colours[c] == 0 for c in orbit)]
    if not free:
        raise UsageError(
            f"all is drawn: there is no cell of {sketch.board.palette[0].name}, the first colour"
        )
    rng, best, most = Random(0), None, -1.0
    for _ in range(FILLINGS):
        board = _fill(sketch, free, rng)
        par = yield from _par(board)
        if par is not None and par > most:
            best, most = board, par
        yield Progress()
    if best is None:
        raise UsageError("no board was found whose par is proved soon")
    number = sum(map(len, free))
    yield Proposal(best, (f"{number} cells in a pattern",), f"par {most}, proved")


def _fill(sketch: KamiLevel, free: Orbits, rng: Random) -> KamiLevel:
    """Return the sketch with a pattern on the free cells, and two colours at least."""
    used = _used(sketch)
    colours = used if len(used) > 2 else [*used, *(c for c in range(4) if c not in used)][:3]
    labels = patterns.pattern(patterns.coordinates(editing.grid(sketch)), rng)
    start = rng.randrange(len(colours))
    board = sketch
    for orbit in free:
        board = editing.put(board, orbit, colours[(start + labels[orbit[0]]) % len(colours)])
    if len(_used(board)) < 2:
        board = editing.put(board, free[0], next(c for c in colours if c not in _used(board)))
    return replace(board, par=None)
