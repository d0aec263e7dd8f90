"""The tutor of a declared puzzle: reasons as hints, as an explanation and as views, the difficulty,
and the game in words."""

import time
from collections.abc import Generator, Iterator, Mapping

from puzzles.core.errors import UsageError
from puzzles.core.results import MOVE, WHERE, WHY, Advice, Explanation, Grade, Hint, Reason
from puzzles.core.solving import UNLIMITED, Answer, Event, Limits, Progress, Step, as_preparing
from puzzles.core.words import many
from puzzles.grids.layers import LayeredLevel
from puzzles.logic.deducing import Deduction, Reasoner, follow, grade
from puzzles.logic.model import faults
from puzzles.logic.playing import FREE, OUT, SET, MarkState, Move, Playing, marked, names
from puzzles.logic.solving import Found, search

REASONS, SEARCH, NO_SECOND = "reasons", "search", "why no second"
NAMED = 4  # cells that are named at most where to look


class Teaching:
    VIEWS: Mapping[str, str] = {
        REASONS: "A person's reasons: each step follows from the lit cells.",
        NO_SECOND: "For each mark of the solution, why no solution is without it.",
        SEARCH: "A guess wherever no rule alone forces anything, and a step back at a dead end.",
    }

    def __init__(self, rules: Playing) -> None:
        self._rules = rules

    # Reasons ---------------------------------------------------------------------------------

    def _chain(
        self, level: LayeredLevel, limits: Limits
    ) -> Generator[Progress, None, tuple[list[Deduction], bool]]:
        """All steps from the start, and whether they decide everything."""
        steps: list[Deduction] = []
        model = self._rules.model(level)
        events = follow(model, model.givens, limits)
        while True:
            try:
                event = next(events)
            except StopIteration as end:
                return steps, bool(end.value)
            if isinstance(event, Deduction):
                steps.append(event)
            else:
                yield event

    def grade(self, level: LayeredLevel) -> Iterator[Event | Grade]:
        steps, whole = yield from self._chain(level, UNLIMITED)
        if not whole:
            raise UsageError("a level without exactly one solution has no difficulty")
        yield grade(steps)

    def explain(self, level: LayeredLevel, limits: Limits) -> Iterator[Event | Explanation]:
        steps, whole = yield from self._chain(level, limits)
        if not whole:
            raise UsageError("reasons do not lead to the end: the level has no single solution")
        name = level.grid.name
        reasons = (
            Reason(
                step.words,
                lit=self._lit(level, step),
                kind="one rule" if step.cost == 1 else f"{step.cost} rules",
                facts={"concludes": [name(place) for place, _ in step.concludes]},
            )
            for step in steps
        )
        difficulty = grade(steps).difficulty
        yield Explanation(tuple(reasons), {"difficulty": difficulty}, (many(len(steps), "step"),))

    def _lit(self, level: LayeredLevel, found: Deduction) -> tuple[int, ...]:
        """The cells that a step speaks of."""
        concluded = {place for place, _ in found.concludes}
        cells = (*found.at, *found.lit)
        return tuple(cell for cell in dict.fromkeys(cells) if cell not in concluded)

    def _seen(self, level: LayeredLevel, found: Deduction, number: int) -> Step:
        several = f"{found.cost} rules together" if found.cost > 1 else ""
        return Step(
            found.words,
            figures={"step": number, "decided": len(found.concludes)},
            lines=(several,) if several else (),
            mark=several,
            lit=self._lit(level, found),
            struck=tuple(place for place, is_set in found.concludes if not is_set),
        )

    # Hints -----------------------------------------------------------------------------------

    def advise(
        self, state: MarkState, known: tuple[Move, ...], limits: Limits
    ) -> Iterator[Progress | Advice]:
        """The next reason: where to look, what follows and why, the move. Or what is wrong."""
        began, rules, level = time.monotonic(), self._rules, state.level
        model = rules.model(level)
        found = yield from search(model, model.givens, 2, limits)
        if not found.solutions:
            yield self._advice(state, found, began, "there is no solution")
            return
        one = found.solutions[0]
        alone = len(found.solutions) == 1
        wrong = [place for place, is_set in state.known.items() if is_set != (place in one)]
        if wrong and alone:
            yield self._astray(state, found, wrong, began)
            return
        marks, steps = dict(state.known), Reasoner(model)
        step = steps.step(marks)
        if step is None:
            yield self._advice(state, found, began, "no reason forces anything here")
            return
        lit = self._lit(level, step)
        place, is_set = next(
            (mark for mark in step.concludes if mark[1] or model.whole), step.concludes[0]
        )
        move = place, SET if is_set else OUT
        text = rules.move_text(state, move)
        hints = (
            Hint(self._where(state, lit or (place,)), lit=lit or (place,), kind=WHERE),
            Hint(step.words, lit=lit, kind=WHY),
            Hint(step.words, lit=lit, kind=MOVE, move=text),
        )
        yield self._advice(state, found, began, "it can be solved", hints)

    def _advice(
        self,
        state: MarkState,
        found: Found,
        began: float,
        headline: str,
        hints: tuple[Hint, ...] = (),
        astray: bool = False,
    ) -> Advice:
        moves = self._rules.moves(state, found.solutions[0]) if found.solutions else None
        proved = bool(moves is not None or found.complete)
        return Advice(
            moves,
            proved,
            len(moves or ()) if proved else 0,
            found.nodes,
            time.monotonic() - began,
            headline,
            "" if proved else found.stopped or "limit reached",
            hints=hints,
            astray=astray,
        )

    def _astray(self, state: MarkState, found: Found, wrong: list[int], began: float) -> Advice:
        """What was marked and is in no solution: a broken rule if there is one, and the mark."""
        rules, model = self._rules, self._rules.model(state.level)
        broken = faults(model, state.known)
        place = next((p for rule in broken for p in rule.places if p in wrong), wrong[0])
        name = self._rules.name(state.level, place)
        why = f"No solution has {rules.word(state.marks[place])} at {name}."
        lit: tuple[int, ...] = (place,)
        for rule in broken:
            if place in rule.places:
                why = f"Against a rule: {rule.words}."
                lit = tuple(dict.fromkeys((*rule.at, *rule.places)))
                break
        hints = (
            Hint(self._where(state, lit), lit=lit, kind=WHERE),
            Hint(why, lit=lit, kind=WHY),
            Hint(
                f"Take the mark at {name} away.",
                lit=(place,),
                kind=MOVE,
                move=rules.move_text(state, (place, FREE)),
            ),
        )
        headline = f"the mark at {name} is in no solution"
        return self._advice(state, found, began, headline, hints, astray=True)

    def _where(self, state: MarkState, lit: tuple[int, ...]) -> str:
        grid = state.level.grid
        place = grid.whereabouts(lit)
        words = f"Look in the {place}" if place == "middle" else f"Look at the {place}"
        few = len(lit) <= NAMED
        return f"{words}: {names(grid, lit)}." if few else f"{words}."

    # Views -----------------------------------------------------------------------------------

    def trace(self, state: MarkState, view: str, limits: Limits = UNLIMITED) -> Iterator[Event]:
        views = {SEARCH: self._search, NO_SECOND: self._no_second}
        return views.get(view, self._reasons)(state.level, limits)

    def _shown(
        self, level: LayeredLevel, marks: Mapping[int, bool], step: Step, number: int, began: float
    ) -> Progress:
        """A step, on the board with the marks that there were before it."""
        given = self._rules.model(level).givens
        own = ((place, is_set) for place, is_set in marks.items() if place not in given)
        return Progress(number, time.monotonic() - began, line=marked(own), step=step)

    def _end(
        self, level: LayeredLevel, nodes: int, began: float, limits: Limits
    ) -> Iterator[Event]:
        model, start = self._rules.model(level), self._rules.start(level)
        found = yield from as_preparing(search(model, model.givens, 1, limits))
        moves = self._rules.moves(start, found.solutions[0]) if found.solutions else None
        headline = "Solved." if moves else "There is no solution."
        seconds, bound = time.monotonic() - began, len(moves or ())
        yield Answer(moves, not found.stopped, bound, nodes, seconds, headline, found.stopped)

    def _reasons(self, level: LayeredLevel, limits: Limits) -> Iterator[Event]:
        began, number, model = time.monotonic(), 0, self._rules.model(level)
        marks = dict(model.givens)
        for event in follow(model, model.givens, limits):
            if not isinstance(event, Deduction):
                yield Progress(number, time.monotonic() - began, preparing=True)
                continue
            number += 1
            marks |= dict(event.concludes)
            yield self._shown(level, marks, self._seen(level, event, number), number, began)
        yield from self._end(level, number, began, limits)

    def _no_second(self, level: LayeredLevel, limits: Limits) -> Iterator[Event]:
        """For each cell of the solution, in its order, what forces it."""
        began, number, model = time.monotonic(), 0, self._rules.model(level)
        found = yield from as_preparing(search(model, model.givens, 1, limits))
        marks, reasoner = dict(model.givens), Reasoner(model)
        for solution in found.solutions[:1]:
            for place in sorted(solution - marks.keys()):
                step = reasoner.why(marks, (place, True))
                if step is None:
                    continue
                number += 1
                marks[place] = True
                yield self._shown(level, marks, self._seen(level, step, number), number, began)
        yield from self._end(level, number, began, limits)

    def _search(self, level: LayeredLevel, limits: Limits) -> Iterator[Event]:
        """Depth first: what rules force alone, then a guess at the first open place."""
        began, number, model = time.monotonic(), 0, self._rules.model(level)
        marks, guesses, tried = dict(model.givens), list[tuple[dict[int, bool], int]](), 0
        while True:
            forced = next((f for rule in model.rules for f in rule.forced(marks)), None)
            broken = faults(model, marks)
            words, mark, lit = "", "", tuple[int, ...]()
            if broken and not guesses:
                break
            if broken:
                words, mark, lit = f"dead end: {broken[0].words}", "dead end", broken[0].places
                marks, place = guesses.pop()
                marks[place] = False
            elif forced is not None:
                marks |= dict(forced.concludes)
                words, lit = "follows", tuple(place for place, _ in forced.marks)
            else:
                free = next((place for place in model.places if place not in marks), None)
                if free is None:
                    break
                guesses.append((dict(marks), free))
                marks[free], tried = True, tried + 1
                words, mark, lit = f"a guess at {self._rules.name(level, free)}", "guess", (free,)
            number += 1
            step = Step(lines=(words,), figures={"guesses": tried}, mark=mark, lit=lit)
            yield self._shown(level, marks, step, number, began)
        yield from self._end(level, number, began, limits)

    # Words -----------------------------------------------------------------------------------

    def renamed(self, state: MarkState, text: str, palette: str) -> str:
        """No word of these depends on a palette."""
        return text

    def move_words(self, state: MarkState, move: Move, turned: bool = False) -> str:
        place, mark = move
        return f"{self._rules.name(state.level, place)}: {self._rules.word(mark)}"

    def describe(self, state: MarkState) -> tuple[str, ...]:
        """The board, and a line for each of its rows."""
        grid = state.level.grid
        rows = [[c for c in range(grid.n) if grid.row[c] == row] for row in range(grid.rows)]
        spoken = (", ".join(self.describe_cell(state, cell) for cell in cells) for cells in rows)
        head = f"{grid.cols} columns and {grid.rows} rows."
        return head, *(f"Row {i}: {line}." for i, line in enumerate(spoken, 1))

    def describe_cell(self, state: MarkState, cell: int) -> str:
        """`b3, lamp`, `c4, wall 2`."""
        model, word = self._rules.model(state.level), self._rules.word(state.marks[cell])
        thing = self._rules.thing(state, cell)
        words = (thing, word if cell in model.places else "")
        given = "given" if cell in model.givens else ""
        return ", ".join(filter(None, (self._rules.name(state.level, cell), *words, given)))

    def describe_thing(self, state: MarkState, name: str) -> str:
        return self.describe_cell(state, state.level.grid.cell(name.strip()))

    def describe_change(self, before: MarkState, after: MarkState) -> str:
        pairs = enumerate(zip(before.marks, after.marks, strict=True))
        told = [self.describe_cell(after, place) for place, (a, b) in pairs if a != b]
        return "; ".join(told) + "." * bool(told)

    def move_spoken(self, state: MarkState, move: Move) -> str:
        place, mark = move
        return f"{self._rules.name(state.level, place)} {self._rules.word(mark)}"

    def move_heard(self, state: MarkState, text: str) -> Move:
        return self._rules.move_parse(state, text)
