"""The tutor of a declared puzzle: reasons as hints, as an explanation and as views, the difficulty,
and the game in words."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby

from puzzles.core.results import MOVE, WHY, Advice, Explanation, Grade, Hint, Reason
from puzzles.core.solving import UNLIMITED, Event, Limits, Progress, Step, as_preparing
from puzzles.core.words import many
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.clauses import Clauses
from puzzles.logic.deducing import Reasoner, follow, grade
from puzzles.logic.model import Deduction, Model, place_of
from puzzles.logic.playing import FREE, MarkState, Move, Moves, marked
from puzzles.logic.solving import Solving, search
from puzzles.logic.wording import Wording
from puzzles.sat.growing import SLICE
from puzzles.sat.listing import Listed
from puzzles.sat.solver import RUNNING

REASONS, SEARCH, NO_SECOND = "reasons", "search", "why no second"
Hints = tuple[Hint, ...]
Seen = Iterator[tuple[set[int], Step]]  # the marks on the board, and what there is to see


class Teaching(Solving):
    VIEWS: Mapping[str, str] = {
        REASONS: "A person's reasons: what a step follows from is outlined.",
        NO_SECOND: "For each mark of the solution, why no solution is without it.",
        SEARCH: "The solver's own search: a guess, what follows from it, a step back at dead ends.",
    }

    def grade(self, level: LayeredLevel) -> Iterator[Event | Grade]:
        yield grade((yield from follow(self._rules.model(level), UNLIMITED)))

    def explain(self, level: LayeredLevel, limits: Limits) -> Iterator[Event | Explanation]:
        steps = yield from follow(self._rules.model(level), limits)
        reasons, graded = (self._reason(level, step) for step in steps), grade(steps).difficulty
        yield Explanation(tuple(reasons), {"difficulty": graded}, (many(len(steps), "step"),))

    def _reason(self, level: LayeredLevel, found: Deduction) -> Reason:
        """A step as it is shown: what is ruled out is struck; other marks that are concluded, and
        those that the reason supposes, have labels."""
        model, decided, said = self._rules.model(level), found.concludes, self._rules.said
        several = (f"{found.cost} rules together",) if found.cost > 1 else ()
        struck = tuple(~mark for mark in decided if mark < 0 and not model.whole)
        told = {place_of(mark): said[mark < 0] for mark in (*found.chain, *decided)}
        return Reason(
            found.words,
            figures={"decided": len(decided)},
            lines=several,
            mark="".join(several),
            lit=found.lit,
            struck=struck,
            labels={place: word for place, word in told.items() if place not in struck},
            kind="".join(several) or "one rule",
            facts={"concludes": [model.grid.name(place_of(mark)) for mark in decided]},
        )

    def advise(self, state: MarkState, known: Moves, limits: Limits) -> Iterator[Progress | Advice]:
        """The next reason: where to look, what follows and why, the move. Or what is wrong."""
        model = self._rules.model(state.level)
        found = yield from search(model, (), 2, limits)
        headline, hints = "there is no solution", tuple[Hint, ...]()
        own = model.filled(found.solutions[0]) if len(found.solutions) == 1 else state.marks
        if wrong := sorted(state.marks - own, key=place_of):
            headline, hints = self._astray(state, model, wrong)
        elif found.solutions:
            step = Reasoner(model).step(state.marks)
            headline = "no reason forces anything here" if step is None else "it can be solved"
            hints = () if step is None else self._onward(state, model, step)
        yield Advice(**vars(self.answer(state, found, headline)), hints=hints, astray=bool(wrong))

    def _onward(self, state: MarkState, model: Model, step: Deduction) -> Hints:
        """The hints of a step; the place that it marks is not told at once, even if it is alone."""
        first = sorted(step.concludes, key=lambda mark: mark < 0 and not model.whole)
        said, place = self._reason(state.level, step), place_of(first[0])
        near = said.lit or (place, *model.grid.graph.neighbours[place])
        why = Hint(said.words, lit=said.lit or (place,), struck=said.struck, labels=said.labels)
        why = replace(why, kind=WHY, reason=said.kind)
        move, *also = (self._rules.move_text(state, each) for each in marked(first))
        last = replace(why, kind=MOVE, move=move, also=tuple(also))
        return Hint(model.grid.look(near), lit=near), why, last

    def _astray(self, state: MarkState, model: Model, wrong: list[int]) -> tuple[str, Hints]:
        """What is the matter with a mark that is in no solution, and the hints: a broken rule."""
        broken = ((p, rule) for rule in model.faults(state.marks) for p in rule.places)
        at_fault = ((p, rule) for p, rule in broken if {p, ~p} & {*wrong})
        place, rule = next(at_fault, (place_of(wrong[0]), None))
        name, move = model.grid.name(place), self._rules.move_text(state, (place, FREE))
        lit, words = [place], f"It is wrong that {Wording(model).marks(wrong[:1])}."
        if rule is not None:
            lit, words = [*rule.at, *rule.places], f"Against a rule: {rule.words}."
        where, why = Hint(model.grid.look(lit), lit=(*lit,)), Hint(words, lit=(*lit,), kind=WHY)
        last = Hint(f"Take the mark at {name} away.", lit=(place,), kind=MOVE, move=move)
        return f"the mark at {name} is in no solution", (where, why, last)

    def trace(self, state: MarkState, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
        """Each step on the board with the marks that there were before it; at last the solution."""
        level, model = state.level, self._rules.model(state.level)
        found = yield from as_preparing(search(model, (), 1, limits))
        seen = self._search(model) if view == SEARCH else self._told(level, model, view, found)
        for marks, step in seen:
            own = marked(sorted(marks - model.givens, key=place_of))
            yield Progress(line=own, step=step)
        headline = "Solved." if found.solutions else "There is no solution."
        yield self.answer(self._rules.start(level), found, headline)

    def _told(self, level: LayeredLevel, model: Model, view: str, found: Listed) -> Seen:
        """A person's reasons; or for each place that is set in the solution, in their order, and
        not told by then, what forces it."""
        marks, reasoner = {*model.givens}, Reasoner(model)
        steps = reasoner.steps(())
        if view == NO_SECOND:
            left = (place for some in found.solutions for place in sorted(some - marks))
            steps = filter(None, (reasoner.why(marks, p) for p in left if p not in marks))
        for step in steps:
            marks.update(step.concludes)
            yield marks, self._reason(level, step)

    def _search(self, model: Model) -> Seen:
        """What the solver has marked after each of its guesses."""
        clauses, before, result = Clauses(model), {*model.givens}, RUNNING
        fixed = clauses.assumed(before)
        while result == RUNNING:
            result = clauses.advance(1, SLICE, fixed)
            marks = clauses.found()
            back = "" if before <= marks else "dead end"
            new = sorted({*map(place_of, marks)} - {*map(place_of, before)})
            words, guesses = back or f"{len(new)} follow", clauses.decisions
            figures = {"guesses": guesses, "marked": len(marks)}
            yield marks, Step(lines=(words,), figures=figures, mark=back, lit=tuple(new))
            before = marks

    def move_words(self, state: MarkState, move: Move, turned: bool = False) -> str:
        """`c4 no lamp`."""
        return " ".join(map(str, self._rules.move_facts(state, move).values()))

    def describe(self, state: MarkState) -> tuple[str, ...]:
        """The board, and a line for each of its rows."""
        grid, board = self._rules.model(state.level).grid, state.level.grid
        lines = [f"{board.cols} columns and {board.rows} rows."]
        for row, places in groupby(range(grid.n), lambda place: grid.place(place)[0]):
            told = ", ".join(self.describe_cell(state, place) for place in places)
            lines.append(f"Row {row + 1}: {told}.")
        return tuple(lines)

    def describe_cell(self, state: MarkState, cell: int) -> str:
        """`b3, lamp`, `c4, wall 2`."""
        rules, model = self._rules, self._rules.model(state.level)
        word = rules.said[state.at(cell)] if cell in model.places else ""
        given = "given" if model.givens & {cell, ~cell} else ""
        words = model.grid.name(cell), rules.thing(state, cell), word, given
        return ", ".join(filter(None, words))

    def describe_thing(self, state: MarkState, name: str) -> str:
        return self.describe_cell(state, self._rules.model(state.level).grid.cell(name.strip()))

    def describe_change(self, before: MarkState, after: MarkState) -> str:
        changed = sorted({place_of(mark) for mark in before.marks ^ after.marks})
        told = "; ".join(self.describe_cell(after, place) for place in changed)
        return told and f"{told}."
