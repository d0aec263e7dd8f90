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
from puzzles.logic.solving import search
from puzzles.logic.teaching import Teaching

ANY = 5  # the difficulty of boards where none is wished
PATIENCE = 600  # events of the search; after so many, farther from a wish is near, too
SIDE, SIDES, MOST = "6x6", range(4, 38), 150  # of new boards, and the cells that they may have
SIZE = Option("size", f"columns and rows, as in 8x6 ({SIDE})", str, placeholder="SIZE")
ENOUGH = Limits(nodes=200_000)  # for a board that is being drawn


class Making(Teaching):
    """Judges boards that are drawn, and makes boards until one is as hard as was wished."""

    def judge(self, level: LayeredLevel) -> Iterator[Progress | Verdict]:
        model, start = self._rules.model(level), self._rules.start(level)
        found = yield from search(model, (), 2, ENOUGH)
        differing = sorted(found.solutions[0] ^ found.solutions[-1]) if found.solutions else ()
        texts, names = self.texts(start, found), [*map(model.grid.name, differing)]
        claims = {"proof": {"solutions": 1}} if found.unique else {}
        yield (verdict := numbered(texts, found.complete, found.nodes, names, claims))
        if found.unique:
            yield from graded(verdict, self.grade(level))

    @property
    def OPTIONS(self) -> tuple[Option, ...]:
        layers = self._rules.layers
        demands = layers.demands(layers.blank(layers.GRIDS[0], 1, 1))
        variants = (Option(d.name, f"of the rules ({d.value})", str, d.values) for d in demands)
        return (SIZE, *variants, DIFFICULTY)

    def make(self, seed: int, wishes: Values) -> Iterator[Event | LayeredLevel]:
        """A level with one solution, proved; the same for equal arguments."""
        look_at(self.OPTIONS, wishes)
        rules, wish = self._rules, wishes.get("difficulty")
        cols, rows = read_size(wishes.get("size", SIDE), "8x6", SIDES)
        large = f"a new board has at most {MOST} cells" * (rows * cols > MOST)
        blank = rules.layers.blank(rules.layers.GRIDS[0], rows, cols)
        for key in wishes.keys() & blank.variant.keys():
            blank = rules.layers.demand(blank, key, str(wishes[key]))
        if unlikely := large or rules.unlikely(blank, wish):
            raise UsageError(unlikely)
        size = f"{cols}×{rows}"
        rng = Random(f"{size} {sorted(blank.variant.items())} {wish} {seed}")
        wish = 1 if wish == 2 else wish  # there is no board between 1 and 3

        def made() -> Iterator[Progress | LayeredLevel]:
            while True:
                level = yield from rules.made(rng, blank, wish or ANY)
                if level is not None:
                    yield replace(level, title=f"{size} {seed}", solutions=1)

        yield from as_hard(made(), self.grade, wish, f"{size} level", "try another size", PATIENCE)

    def like(self, level: LayeredLevel) -> Values:
        variant = {demand.name: demand.value for demand in self._rules.layers.demands(level)}
        wished = {} if level.difficulty is None else {"difficulty": round(level.difficulty)}
        return {"size": f"{level.grid.cols}x{level.grid.rows}", **variant, **wished}
