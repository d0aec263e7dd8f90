"""The tutor of a declared puzzle: reasons as hints, as an explanation and as views, the difficulty,
and the game in words."""

from collections.abc import Iterator, Mapping, Sequence
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
from puzzles.logic.wording import Wording
from puzzles.sat.growing import SLICE
from puzzles.sat.solver import RUNNING

REASONS, SEARCH, NO_SECOND = "reasons", "search", "why no second"
Hints = tuple[Hint, ...]
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
        model, decided, said = self._rules.model(level), found.concludes, self._rules.said
        several = (f"{found.cost} rules together",) if found.cost > 1 else ()
        struck = tuple(~mark for mark in decided if mark < 0 and not model.whole)
        told = {place_of(mark): said[mark < 0] for mark in (*found.chain, *decided)}
        return Reason(
            found.words,
            figures={"step": number, "decided": len(decided)},
            lines=several,
            mark="".join(several),
            lit=found.lit,
            struck=struck,
            labels={place: word for place, word in told.items() if place not in struck},
            kind="".join(several) or "one rule",
            facts={"concludes": [model.grid.name(place_of(mark)) for mark in decided]},
        )

    # Hints -----------------------------------------------------------------------------------

    def advise(
        self, state: MarkState, known: tuple[Move, ...], limits: Limits
    ) -> Iterator[Progress | Advice]:
        """The next reason: where to look, what follows and why, the move. Or what is wrong."""
        run, model = Run(limits), self._rules.model(state.level)
        found = yield from search(model, (), 2, limits)
        headline, hints, wrong = "there is no solution", tuple[Hint, ...](), list[int]()
        if len(found.solutions) == 1:
            wrong = sorted(state.marks - model.filled(found.solutions[0]), key=place_of)
        if wrong:
            headline, hints = self._astray(state, model, wrong)
        elif found.solutions:
            step = Reasoner(model).step(state.marks)
            headline = "no reason forces anything here" if step is None else "it can be solved"
            hints = () if step is None else self._onward(state, model, step)
        said = replace(self._solving.answer(state, found, headline), seconds=run.seconds)
        yield Advice(**vars(said), hints=hints, astray=bool(wrong))

    def _onward(self, state: MarkState, model: Model, step: Deduction) -> Hints:
        """The hints of a step. It may be about nothing but the place it marks, which is not told on
        its own."""
        first = sorted(step.concludes, key=lambda mark: mark < 0 and not model.whole)
        said, place = self._reason(state.level, step), place_of(first[0])
        near = said.lit or (place, *model.grid.graph.neighbours[place])
        why = Hint(said.words, lit=said.lit or (place,), struck=said.struck, labels=said.labels)
        return self._hints(state, near, replace(why, reason=said.kind), marked(first))

    def _astray(self, state: MarkState, model: Model, wrong: list[int]) -> tuple[str, Hints]:
        """What is the matter with a mark that is in no solution, and the hints: a broken rule if
        there is one."""
        broken = ((p, rule) for rule in faults(model, state.marks) for p in rule.places)
        at_fault = ((p, rule) for p, rule in broken if {p, ~p} & {*wrong})
        place, rule = next(at_fault, (place_of(wrong[0]), None))
        lit: tuple[int, ...] = (place,)
        words = f"It is wrong that {Wording(model).marks(wrong[:1])}."
        if rule is not None:
            lit, words = (*rule.at, *rule.places), f"Against a rule: {rule.words}."
        name = model.grid.name(place)
        where, why, move = self._hints(state, lit, Hint(words, lit=lit), [(place, FREE)])
        move = replace(move, words=f"Take the mark at {name} away.", lit=(place,))
        return f"the mark at {name} is in no solution", (where, why, move)

    def _hints(
        self, state: MarkState, near: tuple[int, ...], why: Hint, moves: Sequence[Move]
    ) -> Hints:
        """Where to look, why, and the moves that follow."""
        where = self._rules.model(state.level).grid.look(near)
        move, *also = (self._rules.move_text(state, each) for each in moves)
        last = replace(why, kind=MOVE, move=move, also=tuple(also))
        return Hint(where, lit=near, kind=WHERE), replace(why, kind=WHY), last

    # Views -----------------------------------------------------------------------------------

    def trace(self, state: MarkState, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
        """Each step on the board with the marks that there were before it; at last the solution."""
        level, model = state.level, self._rules.model(state.level)
        found = yield from as_preparing(search(model, (), 1, limits))
        seen = self._search(model)
        if view != SEARCH:
            seen = self._told(level, model, view, set[int]().union(*found.solutions))
        for marks, step in seen:
            own = marked(sorted(marks - model.givens, key=place_of))
            yield Progress(line=own, step=step)
        headline = "Solved." if found.solutions else "There is no solution."
        yield self._solving.answer(self._rules.start(level), found, headline)

    def _told(self, level: LayeredLevel, model: Model, view: str, solution: set[int]) -> Seen:
        """A person's reasons; or for each place that is set in the solution, in their order, and
        not told by then, what forces it."""
        marks, reasoner = {*model.givens}, Reasoner(model)
        steps = reasoner.steps(())
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
        """`c4 no lamp`."""
        return f"{self._rules.name(state.level, move[0])} {self._rules.words[move[1]]}"

    move_spoken = move_words

    def move_heard(self, state: MarkState, text: str) -> Move:
        return self._rules.move_parse(state, text)

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
        rules, model = self._rules, self._rules.model(state.level)
        word = rules.words[state.at(cell)] if cell in model.places else ""
        given = "given" if model.givens & {cell, ~cell} else ""
        words = model.grid.name(cell), rules.thing(state, cell), word, given
        return ", ".join(filter(None, words))

    def describe_thing(self, state: MarkState, name: str) -> str:
        return self.describe_cell(state, self._rules.model(state.level).grid.cell(name.strip()))

    def describe_change(self, before: MarkState, after: MarkState) -> str:
        changed = sorted({place_of(mark) for mark in before.marks ^ after.marks})
        return "; ".join(self.describe_cell(after, place) for place in changed) + "." * bool(
            changed
        )
