"""The tutor of a declared puzzle: reasons as hints, as an explanation and as views, the difficulty,
and the game in words."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from puzzles.core.results import MOVE, WHERE, WHY, Advice, Explanation, Grade, Hint, Reason
from puzzles.core.solving import UNLIMITED, Event, Limits, Progress, Run, Step, as_preparing
from puzzles.core.words import many
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.clauses import Clauses
from puzzles.logic.deducing import Reasoner, follow, grade
from puzzles.logic.model import Deduction, Model, faults, place_of
from puzzles.logic.playing import FREE, MarkState, Move, Playing, marked
from puzzles.logic.solving import Solving, search
from puzzles.sat.growing import SLICE
from puzzles.sat.solver import RUNNING

REASONS, SEARCH, NO_SECOND = "reasons", "search", "why no second"
Seen = Iterator[tuple[set[int], Step]]  # the marks on the board, and what there is to see


class Teaching:
    VIEWS: Mapping[str, str] = {
        REASONS: "A person's reasons: what a step follows from is outlined.",
        NO_SECOND: "For each mark of the solution, why no solution is without it.",
        SEARCH: "The solver's own search: a guess, what follows from it, a step back at dead ends.",
    }

    def __init__(self, rules: Playing) -> None:
        self._rules, self._solving = rules, Solving(rules)

    # Reasons ---------------------------------------------------------------------------------

    def grade(self, level: LayeredLevel) -> Iterator[Event | Grade]:
        yield grade((yield from follow(self._rules.model(level), UNLIMITED)))

    def explain(self, level: LayeredLevel, limits: Limits) -> Iterator[Event | Explanation]:
        steps = yield from follow(self._rules.model(level), limits)
        reasons = tuple(self._reason(level, step, i) for i, step in enumerate(steps, 1))
        facts = {"difficulty": grade(steps).difficulty}
        yield Explanation(reasons, facts, (many(len(steps), "step"),))

    def _reason(self, level: LayeredLevel, found: Deduction, number: int = 0) -> Reason:
        """A step as it is shown: what is ruled out is struck; other marks that are concluded, and
        those that the reason supposes, have labels."""
        whole, decided = self._rules.model(level).whole, found.concludes
        several = f"{found.cost} rules together" if found.cost > 1 else ""
        struck = tuple(~mark for mark in decided if mark < 0 and not whole)
        told = {place_of(mark): self._rules.said[mark < 0] for mark in (*found.chain, *decided)}
        return Reason(
            found.words,
            figures={"step": number, "decided": len(decided)},
            lines=(several,) if several else (),
            mark=several,
            lit=found.lit,
            struck=struck,
            labels={place: word for place, word in told.items() if place not in struck},
            kind=f"{found.cost} rules" if several else "one rule",
            facts={"concludes": [self._rules.name(level, place_of(mark)) for mark in decided]},
        )

    # Hints -----------------------------------------------------------------------------------

    def advise(
        self, state: MarkState, known: tuple[Move, ...], limits: Limits
    ) -> Iterator[Progress | Advice]:
        """The next reason: where to look, what follows and why, the move. Or what is wrong."""
        run, model = Run(limits), self._rules.model(state.level)
        found = yield from search(model, {}, 2, limits)
        headline, hints, wrong = "there is no solution", tuple[Hint, ...](), []
        if len(found.solutions) == 1:
            (one,) = found.solutions
            wrong = sorted(m for m in state.marks if (m >= 0) != (place_of(m) in one))
        if wrong:
            hints, headline = self._astray(state, model, wrong)
        elif found.solutions:
            step = Reasoner(model).step(state.marks)
            headline = "no reason forces anything here" if step is None else "it can be solved"
            hints = () if step is None else self._hints(state, model, step)
        said = replace(self._solving.answer(state, found, headline), seconds=run.seconds)
        yield Advice(**vars(said), hints=hints, astray=bool(wrong))

    def _hints(self, state: MarkState, model: Model, step: Deduction) -> tuple[Hint, ...]:
        """Where to look, why, and the move of a step."""
        first = sorted(step.concludes, key=lambda mark: mark < 0 and not model.whole)
        said, moves = self._reason(state.level, step), marked(first)
        lit, called = said.lit or moves[0][:1], said.mark or said.kind
        # A reason may be about nothing but the place it marks, which is not told on its own.
        near = said.lit or (*lit, *model.grid.graph.neighbours[lit[0]])
        why = Hint(said.words, lit=lit, struck=said.struck, labels=said.labels, kind=WHY)
        why = replace(why, reason=called)
        move, *also = (self._rules.move_text(state, each) for each in moves)
        last = replace(why, kind=MOVE, move=move, also=tuple(also))
        return Hint(model.grid.look(near), lit=near, kind=WHERE), why, last

    def _astray(
        self, state: MarkState, model: Model, wrong: list[int]
    ) -> tuple[tuple[Hint, ...], str]:
        """What was marked and is in no solution: a broken rule if there is one, and the mark."""
        against = (
            (m, r)
            for r in faults(model, state.marks)
            for p in r.places
            for m in wrong
            if p == place_of(m)
        )
        mark, rule = next(against, (wrong[0], None))
        place = place_of(mark)
        name, said = model.grid.name(place), model.said.no if mark < 0 else model.said.yes
        why, lit = f"It is wrong that {name} {said[0]}.", [place]
        if rule is not None:
            why, lit = f"Against a rule: {rule.words}.", [*rule.at, *rule.places]
        at, move = tuple(dict.fromkeys(lit)), self._rules.move_text(state, (place, FREE))
        return (
            Hint(model.grid.look(at), lit=at, kind=WHERE),
            Hint(why, lit=at, kind=WHY),
            Hint(f"Take the mark at {name} away.", lit=(place,), kind=MOVE, move=move),
        ), f"the mark at {name} is in no solution"

    # Views -----------------------------------------------------------------------------------

    def trace(self, state: MarkState, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
        """Each step on the board with the marks that there were before it; at last the solution."""
        run, level, model = Run(limits), state.level, self._rules.model(state.level)
        found = yield from as_preparing(search(model, {}, 1, limits))
        seen = self._search(model)
        if view != SEARCH:
            seen = self._told(level, model, view, set[int]().union(*found.solutions))
        for marks, step in seen:
            run.nodes += 1
            own = marked(sorted(marks - model.givens, key=place_of))
            yield Progress(run.nodes, run.seconds, line=own, step=step)
        headline = "Solved." if found.solutions else "There is no solution."
        said = self._solving.answer(self._rules.start(level), found, headline)
        yield replace(said, nodes=run.nodes, seconds=run.seconds)

    def _told(self, level: LayeredLevel, model: Model, view: str, solution: set[int]) -> Seen:
        """A person's reasons; or for each place that is set in the solution, in their order, and
        not told by then, what forces it."""
        marks, reasoner = {*model.givens}, Reasoner(model)
        steps = reasoner.steps({})
        if view == NO_SECOND:
            left = (place for place in sorted(solution) if place not in marks)
            steps = filter(None, (reasoner.why(marks, place) for place in left))
        for number, step in enumerate(steps, 1):
            marks.update(step.concludes)
            yield marks, self._reason(level, step, number)

    def _search(self, model: Model) -> Seen:
        """What the solver has marked after each of its guesses."""
        clauses, before, result = Clauses(model), {*model.givens}, RUNNING
        fixed = clauses.numbers((*model.rules, *before))
        while result == RUNNING:
            result = clauses.advance(1, SLICE, fixed)
            marks = clauses.found()
            back = "" if before <= marks else "dead end"
            new = sorted({*map(place_of, marks)} - {*map(place_of, before)})
            words, guesses = back or f"{len(new)} follow", clauses.decisions
            figures = {"guesses": guesses, "marked": len(marks)}
            yield marks, Step(lines=(words,), figures=figures, mark=back, lit=tuple(new))
            before = marks

    # Words -----------------------------------------------------------------------------------

    def move_words(self, state: MarkState, move: Move, turned: bool = False) -> str:
        place, mark = move
        return f"{self._rules.name(state.level, place)}: {self._rules.words[mark]}"

    def describe(self, state: MarkState) -> tuple[str, ...]:
        """The board, and a line for each of its rows."""
        grid, board = self._rules.model(state.level).grid, state.level.grid
        rows: list[list[str]] = [[] for _ in range(board.rows)]
        for place in range(grid.n):
            rows[grid.place(place)[0]].append(self.describe_cell(state, place))
        head = f"{board.cols} columns and {board.rows} rows."
        return head, *(f"Row {i}: {', '.join(row)}." for i, row in enumerate(rows, 1))

    def describe_cell(self, state: MarkState, cell: int) -> str:
        """`b3, lamp`, `c4, wall 2`."""
        model, word = self._rules.model(state.level), self._rules.words[state.at(cell)]
        thing = self._rules.thing(state, cell)
        words = (thing, word if cell in model.places else "")
        given = "given" if model.givens & {cell, ~cell} else ""
        return ", ".join(filter(None, (self._rules.name(state.level, cell), *words, given)))

    def describe_thing(self, state: MarkState, name: str) -> str:
        return self.describe_cell(state, self._rules.model(state.level).grid.cell(name.strip()))

    def describe_change(self, before: MarkState, after: MarkState) -> str:
        changed = sorted({place_of(mark) for mark in before.marks ^ after.marks})
        told = [self.describe_cell(after, place) for place in changed]
        return "; ".join(told) + "." * bool(told)

    def move_spoken(self, state: MarkState, move: Move) -> str:
        return self.move_words(state, move).replace(":", "")

    def move_heard(self, state: MarkState, text: str) -> Move:
        return self._rules.move_parse(state, text)
