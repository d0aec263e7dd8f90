"""Helps to draw a Kami board: another par, a step of difficulty, or what is not drawn yet.

All of it is a search among boards nearby: cells that the symmetry makes alike are recoloured
together, one orbit in a first round, another one of the best boards in each that follows. Par
changes by as many moves, at most, as cells are recoloured (`docs/kami-solver.md`, "From board to
board"): so where as many cells do as moves are wished for, no fewer do.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import replace
from math import inf
from random import Random

import numpy as np

from puzzles.core.errors import UsageError
from puzzles.core.places import Places
from puzzles.core.results import Grade, Proposal
from puzzles.core.solving import Answer, Limits, Progress, relay
from puzzles.core.tables import Table
from puzzles.kami.generator import patterns
from puzzles.kami.maker import editing
from puzzles.kami.rules import levels
from puzzles.kami.rules.model import KamiLevel, start
from puzzles.kami.solver.solve import solve
from puzzles.kami.tutor.difficulty import grade

ROUNDS, KEPT = 8, 3  # rounds of changes, and boards that are gone on from
PARS_TRIED, GRADES_TRIED = 400, 60  # boards that are looked at in a round
SOON = 5  # slices of search for the par of a board
STEP, NEAR = 1.0, 0.4  # of difficulty, and how near is near enough
FILLINGS = 30  # boards of which the best is taken
PARS = range(2, 16)

Orbits = Sequence[Sequence[int]]
Helping = Iterator[Progress | Proposal[KamiLevel]]
Measure = Callable[[KamiLevel], Generator[Progress, None, float | None]]


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
    elif wish.startswith("par "):
        par = int(wish.removeprefix("par "))
        before = yield from _par(_level(sketch))
        least = None if before is None else int(abs(par - before))
        more = before is None or par > before
        yield from _nearby(sketch, orbits, _par, par, more, PARS_TRIED, least)
    else:
        now = yield from _difficulty(_level(sketch))
        if now is None:
            raise UsageError("the solver needs too long to find the difficulty")
        harder = wish == "harder"
        goal = min(10.0, now + STEP) if harder else max(1.0, now - STEP)
        if abs(goal - now) <= NEAR:
            raise UsageError(f"difficulty is already {now} (range 1–10)")
        yield from _nearby(sketch, orbits, _difficulty, goal, harder, GRADES_TRIED)


def _nearby(
    sketch: KamiLevel,
    orbits: Orbits,
    measure: Measure,
    goal: float,
    more: bool,
    most: int,
    least: int | None = None,
) -> Helping:
    """Propose a board near the sketch whose measure is the goal, of `most` in a round. Of boards as
    far away, those come first with `more` regions, or with fewer."""
    sign, rng, seen = -1 if more else 1, Random(0), set[bytes]()

    def away(board: KamiLevel) -> Generator[Progress, None, float]:
        found = yield from measure(_level(board))
        far = inf if found is None else abs(found - goal)
        return 0.0 if far <= NEAR else far

    best = [((yield from away(sketch)), sketch)]
    for _ in range(ROUNDS):
        if best[0][0] == 0:
            break
        tried = [
            (board, orbit, colour)
            for _, board in best
            for orbit in orbits
            for colour in _near(board, orbit)
        ]
        rng.shuffle(tried)
        for board, orbit, colour in tried[:most]:
            yield Progress(len(seen))
            child = editing.put(board, orbit, colour)
            key = child.board.colours.tobytes()
            if key in seen or len(_used(child)) < 2:
                continue
            seen.add(key)
            best.append(((yield from away(child)), child))
            if best[-1][0] == 0:
                break
        best.sort(key=lambda one: (one[0], sign * start(one[1]).region_graph.n))
        best = best[:KEPT]
    if best[0][0] > 0:
        raise UsageError("no such board was found nearby")
    yield _proposal(sketch, best[0][1], least)


def _proposal(sketch: KamiLevel, board: KamiLevel, least: int | None) -> Proposal[KamiLevel]:
    """Describe the changes of the sketch, by colour."""
    changed = np.flatnonzero(sketch.board.colours != board.board.colours).tolist()
    name, palette = sketch.board.grid.name, board.board.palette
    words = []
    for colour in sorted({int(board.board.colours[cell]) for cell in changed}):
        cells = [name(cell) for cell in changed if board.board.colours[cell] == colour]
        shown = ", ".join(cells[:6]) + (f" and {len(cells) - 6} more" if len(cells) > 6 else "")
        words.append(f"{shown} in {palette[colour].name}")
    if not changed:
        note = "the board is so already"
    elif least is not None and len(changed) <= least:
        note = "fewer cells are not enough, proved"
    else:
        note = "fewer cells may be enough"
    return Proposal(board, tuple(words), note)


def _used(board: KamiLevel) -> list[int]:
    none = len(board.board.palette) - 1
    return [colour for colour in sorted(set(board.board.colours.tolist())) if colour != none]


def _near(board: KamiLevel, orbit: Sequence[int]) -> list[int]:
    """Return the colours that an orbit can get; none for places without a cell."""
    own = int(board.board.colours[orbit[0]])
    used = _used(board)
    return [colour for colour in used if colour != own] if own in used else []


def _level(sketch: KamiLevel) -> KamiLevel:
    """Return the level that is drawn; raises LevelError if it is none."""
    return levels.parse(Table(levels.format(sketch), Places("drawing")))


def _par(level: KamiLevel) -> Generator[Progress, None, float | None]:
    """Return the fewest moves; None where that takes too long."""
    found = yield from relay(solve(start(level), Limits(), slices=SOON), Answer)
    return len(found.moves) if found.proved and found.moves is not None else None


def _difficulty(level: KamiLevel) -> Generator[Progress, None, float | None]:
    if (yield from _par(level)) is None:
        return None
    try:
        graded = yield from relay(grade(level), Grade)
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
        par = yield from _par(_level(board))
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
