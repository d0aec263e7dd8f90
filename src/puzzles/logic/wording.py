"""Reasons in words for people: one thought, and at most four places by their names.

A reason of one rule has that rule's own words. Of several that count, it says what is confined to
what, where that is all. Otherwise it supposes the contrary, and tells what comes of it.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from puzzles.logic.model import Counting, Forced, Mark, Marks, Model, Rule, literal_of

NAMED = 4  # places, at most


def listed(names: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    head, last = ", ".join(names[:-1]), names[-1]
    return f"{head} {word} {last}" if head else last


def sentence(words: str) -> str:
    """With a capital and a stop; names of places are written small."""
    first = words.split(" ", 1)[0]
    small = any(letter.isdigit() for letter in first)
    return (words if small else words[:1].upper() + words[1:]) + "."


class Wording:
    """What is said of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def places(self, places: Iterable[int], word: str = "and") -> str:
        """Some places by their names, or how many there are."""
        some = sorted(places)
        if 0 < len(some) <= NAMED:
            return listed([self.model.grid.name(place) for place in some], word)
        return f"{len(some)} {self.model.said.noun[1]}"

    def marks(self, marks: Iterable[Mark]) -> str:
        """`b4 has a star, and c4 and d4 have no star`."""
        said, parts = self.model.said, []
        for is_set, forms in ((True, said.yes), (False, said.no)):
            some = [place for place, value in marks if value == is_set]
            if some:
                who = self.places(some)
                parts.append(f"{'the ' * (len(some) > NAMED)}{who} {forms[len(some) > 1]}")
        return ", and ".join(parts)

    def filled(self, words: str, basis: Iterable[Mark], free: Iterable[int]) -> str:
        """A rule's words with the names that belong into them."""
        values = {"set": [], "out": [], "free": [*free]}
        for place, is_set in basis:
            values["set" if is_set else "out"].append(place)
        return words.format(**{key: self.places(some) for key, some in values.items()})

    def alone(self, rule: Rule, forced: Forced, concludes: Sequence[Mark]) -> str:
        """What one rule forces."""
        free = [place for place, _ in forced.concludes]
        why = self.filled(forced.words, forced.marks, free)
        return f"{sentence(why)} {sentence(f'So {self.result(concludes, (rule,))}')}"

    def result(self, concludes: Sequence[Mark], rules: Sequence[Rule]) -> str:
        """What follows: by names, or as the rest of what a rule is about."""
        names = [rule.name for rule in rules if isinstance(rule, Counting) and rule.name]
        values = {is_set for _, is_set in concludes}
        if len(concludes) > NAMED and 0 < len(names) == len(rules) and len(values) == 1:
            said = self.model.said
            return f"the rest of {listed(names)} {(said.yes if values.pop() else said.no)[0]}"
        return self.marks(concludes)

    def together(
        self, rules: Sequence[Rule], basis: Marks, concludes: Sequence[Mark], known: Marks
    ) -> str:
        """What several rules force, which rests on the marks of a basis."""
        counting = [rule for rule in rules if isinstance(rule, Counting) and rule.name]
        if len(counting) == len(rules) <= 4:
            for size in range(1, len(rules)):
                for inner in combinations(counting, size):
                    outer = [rule for rule in counting if rule not in inner]
                    if words := self._confined(inner, outer, basis, concludes, known):
                        return words
        return self._contrary(rules, basis, concludes)

    def _confined(
        self,
        inner: Sequence[Counting],
        outer: Sequence[Counting],
        basis: Marks,
        concludes: Sequence[Mark],
        known: Marks,
    ) -> str:
        """Say that all that some rules need lies in what others have room for, if so it is."""
        need, room = 0, 0
        within, around = list[int](), list[int]()
        for rule in inner:
            holding, _, free = rule.count.state(basis)
            need += min(rule.count.allowed) - len(holding)
            within += free
        for rule in outer:
            holding, _, free = rule.count.state(basis)
            room += max(rule.count.allowed) - len(holding)
            around += free
        kept = {~literal_of(mark) for mark in concludes}
        apart = len(within) == len({*within}) and len(around) == len({*around})
        if not (
            apart and need == room and {*within} <= {*around} and kept <= {*around} - {*within}
        ):
            return ""
        noun, own = self.model.said.noun[1], "its" if len(inner) == 1 else "their"
        where = f"{own} free {noun} are all in {listed([rule.name for rule in outer])}"
        why = listed([*(rule.words for rule in inner), where])
        return f"{sentence(why)} {self._so(concludes, outer)}"

    def _so(self, concludes: Sequence[Mark], rules: Sequence[Rule] = ()) -> str:
        return sentence(f"So {self.result(concludes, rules)}")

    def _contrary(self, rules: Sequence[Rule], basis: Marks, concludes: Sequence[Mark]) -> str:
        """Suppose the contrary of what is concluded, and tell what comes of it."""
        (place, is_set), said = concludes[0], self.model.said
        who = self.places([place for place, _ in concludes], "or")
        who = f"one of the {who}" if len(concludes) > NAMED else who
        supposed = f"if {who} {(said.no if is_set else said.yes)[0]}"
        chain, end = self._chain(rules, {**basis, place: not is_set})
        grouped = {rule.words: None for rule in rules if rule.group}
        aside = f" ({listed([*grouped])})" if grouped else ""
        if end is None:
            alone = [rule for rule in rules if not rule.group]
            names = [getattr(rule, "name", "") or rule.words for rule in alone]
            if len(names) <= NAMED:
                end = f"there is no way left that suits {listed(names)}"
            else:
                end = f"there is no way left that suits the {len(names)} lit rules"
            return f"{sentence(f'{supposed}, {end}{aside}')} {self._so(concludes)}"
        named = len(concludes) + sum(len(marks) for _, marks in chain)
        middle = ""
        if len(concludes) == 1 and named <= NAMED and len(chain) <= 2:
            middle = ", and ".join(self.marks(marks) for _, marks in chain)
        elif len(chain) > 2:
            middle = f"{len(chain)} steps on"
        told = ", ".join(filter(None, (supposed, middle, end)))
        return f"{sentence(f'{told}{aside}')} {self._so(concludes)}"

    def _chain(
        self, rules: Sequence[Rule], supposed: dict[int, bool]
    ) -> tuple[list[tuple[Rule, list[Mark]]], str | None]:
        """What follows one after the other, each by which rule, until one is broken, and that in
        words; None if it comes to no end."""
        marks, chain = dict(supposed), list[tuple[Rule, list[Mark]]]()
        ordered = sorted(rules, key=lambda rule: not rule.group)  # groups are easiest to see
        while True:
            for rule in reversed(ordered):
                if rule.broken(marks):
                    return chain, self._broken(rule, marks)
            for rule in ordered:
                forced = (mark for one in rule.forced(marks) for mark in one.concludes)
                new = {place: is_set for place, is_set in forced if place not in marks}
                if new:
                    chain.append((rule, [*new.items()]))
                    marks.update(new)
                    break
            else:
                return chain, None

    def _broken(self, rule: Rule, marks: Marks) -> str:
        """Say how a rule is broken."""
        if isinstance(rule, Counting):
            holding, _, free = rule.count.state(marks)
            few = len(holding) + len(free) < min(rule.count.allowed, default=0)
            words = rule.few if few else rule.many
            if words:
                return words
        return f"it is no longer true that {rule.words}"
