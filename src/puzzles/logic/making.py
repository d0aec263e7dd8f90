"""The maker of a declared puzzle, with its live verdict, and the generator."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from puzzles.core.errors import UsageError
from puzzles.core.judging import graded, numbered
from puzzles.core.results import Option, Verdict
from puzzles.core.solving import Event, Limits, Progress
from puzzles.core.tables import Values
from puzzles.core.wishing import DIFFICULTY, as_hard, look_at
from puzzles.grids.layers import LayeredLevel
from puzzles.grids.text import read_size
from puzzles.logic.playing import Playing
from puzzles.logic.solving import Solving, search
from puzzles.logic.teaching import Teaching

TRIES = 60  # boards that are made for a wish
HARDEST = (2, 1), (4, 2), (6, 3), (10, 4)  # rules together, for wishes up to a difficulty
SIDE, SIDES, MOST = "6x6", range(4, 38), 150  # of new boards, and the cells that they may have
ENOUGH = Limits(nodes=200_000)  # for a board that is being drawn
FEW = 8  # cells that are named in which two solutions differ


class Making:
    """Judges boards that are drawn, and makes boards until one is as hard as was wished."""

    def __init__(self, rules: Playing) -> None:
        self._rules = rules

    def judge(self, level: LayeredLevel) -> Iterator[Progress | Verdict]:
        rules, grid = self._rules, self._rules.model(level).grid
        found = yield from search(rules.model(level), (), 2, ENOUGH)
        differing = sorted(found.solutions[0] ^ found.solutions[-1]) if found.solutions else ()
        lit = tuple(map(grid.name, differing))
        texts = Solving(rules).texts(rules.start(level), found)
        verdict = numbered(texts, found.complete, found.nodes, lit)
        if lit:
            where = f"{', '.join(lit[:FEW])}{' …' * (len(lit) > FEW)}"
            verdict = replace(verdict, lines=(*verdict.lines, f"they differ at {where}"))
        if not found.unique:
            yield verdict
            return
        verdict = replace(verdict, claims={"proof": {"solutions": 1}})
        yield verdict
        yield from graded(verdict, Teaching(rules).grade(level))

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        variants = (
            Option(key, f"of the rules ({values[0]})", str, tuple(map(str, values)))
            for key, values in self._rules.layers.variants.items()
        )
        size = f"columns and rows, as in 8x6 ({SIDE})"
        return (
            Option("size", size, str, placeholder="SIZE"),
            *variants,
            DIFFICULTY,
        )

    def make(self, seed: int, wishes: Values) -> Iterator[Event | LayeredLevel]:
        """A level with one solution, proved; the same for equal arguments."""
        look_at(self.OPTIONS, wishes)
        rules, wish = self._rules, wishes.get("difficulty")
        cols, rows = read_size(wishes.get("size", SIDE), "8x6", SIDES)
        if rows * cols > MOST:
            raise UsageError(f"a new board has at most {MOST} cells")
        blank = rules.layers.blank(rules.layers.GRIDS[0], rows, cols)
        for key in wishes.keys() & blank.variant.keys():
            blank = rules.layers.demand(blank, key, str(wishes[key]))
        if unlikely := rules.unlikely(blank):
            raise UsageError(unlikely)
        hardest = next(rules for most, rules in HARDEST if (wish or 5) <= most)
        rng = Random(f"{cols}×{rows} {sorted(blank.variant.items())} {wish} {seed}")

        def made() -> Iterator[Progress | LayeredLevel]:
            for _ in range(TRIES):
                level = yield from rules.made(rng, blank, hardest)
                if level is not None:
                    yield replace(level, title=f"{cols}×{rows} {seed}", solutions=1)

        what, grade = f"{cols}×{rows} level", Teaching(rules).grade
        yield from as_hard(made(), grade, wish, what, "try another size")

    def like(self, level: LayeredLevel) -> Values:
        variant = {key: str(value) for key, value in level.variant.items()}
        wished = {} if level.difficulty is None else {"difficulty": round(level.difficulty)}
        return {"size": f"{level.grid.cols}x{level.grid.rows}", **variant, **wished}
