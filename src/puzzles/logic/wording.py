"""Reasons in words for people: one thought, and at most four places by their names.

A reason of one rule has that rule's own words. Of several that count, it says what is confined to
what, where that is all. Otherwise it supposes the contrary, and tells the first and the last of
what comes of it, one rule after the other; all of that is the reason's chain, to be drawn.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from puzzles.core.errors import sentence
from puzzles.core.words import listed
from puzzles.logic.model import Deduction, Marks, Model, Rule, place_of
from puzzles.sat.crowding import Count, crowded

NAMED = 4  # places, or rules, at most
MANY = 8  # places, at most, of which it is looked at whether any mark fits
# What comes of a supposition, how that is against rules, and against which.
End = tuple[list[Deduction], str, Sequence[Rule]]


class Wording:
    """What is said of a model."""

    def __init__(self, model: Model) -> None:
        self.model, self._free = model, f"free {model.said.noun[1]}"

    def places(self, marks: Iterable[int], word: str = "and", most: int = NAMED) -> str:
        """The places of some marks by their names or, of more, how many are marked on the board."""
        some = sorted(map(place_of, marks))
        if 0 < len(some) <= most:
            return listed([self.model.grid.name(place) for place in some], word)
        return f"the {len(some)} marked {self.model.said.noun[1]}"

    def _form(self, marks: Sequence[int]) -> str:
        """What is said of places that are marked alike: `have a star`."""
        return (self.model.said.yes if marks[0] >= 0 else self.model.said.no)[len(marks) > 1]

    def marks(self, marks: Iterable[int], most: int = NAMED) -> str:
        """`b4 has a star, and c4 and d4 have no star`."""
        kinds = [m for m in marks if m >= 0], [m for m in marks if m < 0]
        return ", and ".join(f"{self.places(s, most=most)} {self._form(s)}" for s in kinds if s)

    def alone(self, step: Deduction) -> Deduction:
        """A step of what one rule forces, with its sentences."""
        rule, out = step.rules[0], [mark for mark in step.marks if mark < 0]
        places = {"set": {*step.marks}.difference(out), "out": out, "free": step.concludes}
        why = step.words.format(**{key: self.places(some) for key, some in places.items()})
        most = NAMED - ("{set}" in step.words) * len(places["set"]) - bool(rule.at)
        return replace(step, words=f"{sentence(why)} {self._so(step, (rule,), most)}")

    def _so(self, step: Deduction, rules: Sequence[Rule] = (), most: int = NAMED) -> str:
        """What follows: by names, or as the rest of what rules are about."""
        names, marks = [rule.name for rule in rules if rule.name], step.concludes
        alike = len({mark >= 0 for mark in marks}) == 1
        if len(marks) > NAMED and 0 < len(names) == len(rules) and alike:
            return f"So the rest of {listed(names)} {self._form(marks[:1])}."
        return f"So {self.marks(marks, most)}."

    def together(self, step: Deduction) -> Deduction:
        """A step of several rules, with its sentences: what is confined to what or, where that is
        not all, what comes of the contrary, which is a chain of marks."""
        inner, outer = _crowded(step.rules, step.supposed)
        whole = len(inner) + len(outer) == len(step.rules)
        if whole and (words := self._confined(step, inner, outer)):
            return replace(step, words=words)
        links, end, against = self.end(step.rules, step.supposed)
        if not end:
            names = [*dict.fromkeys(r.name or r.words for r in step.rules if not r.group)]
            if len(names) > NAMED:
                names[3:] = [f"{len(names) - 3} more outlined rules"]
            end = f"there is no way left that suits {listed(names)}"
        (mark, *_), chain = step.concludes, [mark for link in links for mark in link.concludes]
        alike = [m for m in step.concludes if (m >= 0) == (mark >= 0) and not {m, ~m} & {*chain}]
        most, few = NAMED - any(rule.at for rule in against), None
        if len(links) > 2 or len(step.concludes) + len(chain) > most:
            most, few = most - min(2, len(links)), 1
        told = [self.marks(link.concludes[:few]) for link in links]
        if len(links) == 1 and links[0].words:
            told = [f"{links[0].words}, so {told[0]}"]
        if len(links) > 2:
            told[1:] = [f"and so on until, {len(links)} steps on, {told[-1]}"]
        who = "one of " * (len(alike) > most) + self.places(alike, "or", most)
        told.insert(0, f"if {who} {self._form([~mark])}")
        said_so = against[0].words if len(against) == 1 else ""
        grouped = {r.words: None for r in step.rules if r.group and r.words != said_so}
        aside = f" ({listed([*grouped])})" if grouped else ""
        words = sentence(f"{', '.join(told)}{':' if links else ','} {end}{aside}")
        return replace(step, words=f"{words} {self._so(step, most=most)}", chain=(~mark, *chain))

    def _confined(self, step: Deduction, inner: Sequence[Rule], outer: Sequence[Rule]) -> str:
        """Say that all that some rules need lies in what others have room for, so that these have
        no more of it elsewhere; nothing where that does not tell all that is concluded."""
        decided = {*map(place_of, step.concludes)}
        within, around = ({p for rule in rules for p in rule.places} for rules in (inner, outer))
        if not (decided <= around - within and all(rule.name for rule in (*inner, *outer))):
            return ""
        own = "its" if len(inner) == 1 else "their"
        where = f"{own} {self._free} are all in {listed([rule.name for rule in outer])}"
        why = listed([*(rule.words for rule in inner), where])
        return f"{sentence(why)} {self._so(step, outer)}"

    def end(self, rules: Sequence[Rule], supposed: Marks, cases: bool = True) -> End:
        """What follows until a rule is broken, or some do not fit into others, or no case of a
        place is left; no words where it comes to no end."""
        ordered = sorted(rules, key=lambda rule: not rule.group)  # groups are easiest to see
        links, marks, broken = _chain(ordered, supposed)
        inner, outer = _crowded(ordered, marks) if broken is None else ([broken], [])
        against, words = [*inner, *outer], self._too_much(inner, outer, marks) if inner else ""
        needed = _needed(links, [p for rule in against for p in rule.places])
        return needed, words or (self._cases(rules, marks) if cases else ""), against

    def _too_much(self, inner: Sequence[Rule], outer: Sequence[Rule], marks: Marks) -> str:
        """Say that some rules need more than others have room for, or how one alone is broken."""
        if not outer:
            (rule,), (holding, _, free) = inner, inner[0].state(marks)
            few = min(rule.allowed, default=0) > len(holding) + len(free)
            return (rule.few if few else rule.many) or f"it is no longer true that {rule.words}"
        for rules, words in ((inner, inner[0].few), (outer, outer[0].many)):
            if len(rules) == 1 and words:
                return words
        some, others = (listed([r.name for r in rules if r.name]) for rules in (inner, outer))
        if some and others:
            return f"the {self._free} of {some} are all in {others}: too little room"
        return f"there is too little room for {some or others}"

    def _cases(self, rules: Sequence[Rule], marks: Marks) -> str:
        """Say of a place that several rules are about that it can be marked in no way."""
        shared = Counter(p for r in rules for p in r.places if not marks & {p, ~p})
        for place, _ in shared.most_common(MANY):
            one = self.end(rules, marks | {place}, cases=False)[1]
            if one and (other := self.end(rules, marks | {~place}, cases=False)[1]):
                cases = f"if {self.marks([place])}, {one}, and if {self.marks([~place])}, {other}"
                return f"nothing fits {self.model.grid.name(place)}: {cases}"
        return ""


def _chain(rules: Sequence[Rule], supposed: Marks) -> tuple[list[Deduction], set[int], Rule | None]:
    """What follows from some marks, one rule after the other, the marks with all that, and the rule
    that is broken in the end, if one is. A link has words if these name no places."""
    marks, links = {*supposed}, list[Deduction]()
    while not (broken := next((rule for rule in reversed(rules) if rule.broken(marks)), None)):
        link = next((forced for rule in rules for forced in rule.forced(marks)), None)
        if link is None:
            break
        named = link.rules[0].at or "{" in link.words
        links.append(replace(link, words="") if named else link)
        marks.update(link.concludes)
    return links, marks, broken


def _needed(links: Sequence[Deduction], places: Iterable[int]) -> list[Deduction]:
    """The links that lead to marks at these places, each with the marks that are needed."""
    wanted, needed = {*places}, list[Deduction]()
    for link in reversed(links):
        if some := tuple(mark for mark in link.concludes if place_of(mark) in wanted):
            needed.append(replace(link, concludes=some))
            wanted.update(map(place_of, link.marks))
    return needed[::-1]


def _crowded(rules: Sequence[Rule], marks: Marks) -> tuple[Sequence[Rule], Sequence[Rule]]:
    """A few rules that need more than a few others have room for; nothing where there are none."""
    counts = dict[Rule, Count]()
    for rule in rules:
        holding, _, free = rule.state(marks)
        if free and rule.allowed:
            bounds = (number - len(holding) for number in (min(rule.allowed), max(rule.allowed)))
            counts[rule] = Count({*free}, *bounds)
    return crowded(counts)
