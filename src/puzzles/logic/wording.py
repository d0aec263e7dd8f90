"""Reasons in words for people: one thought, and at most four places by their names.

A reason of one rule has that rule's own words. Of several that count, it says what is confined to
what, where that is all. Otherwise it supposes the contrary, and tells the first and the last of
what comes of it, one rule after the other; all of that is the reason's chain, to be drawn.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from puzzles.core.words import listed
from puzzles.logic.model import Counting, Forced, Mark, Marks, Model, Rule

NAMED = 4  # places, or rules, at most
MANY = 8  # rules, at most, of which it is looked at whether some fit into others,
FEW = (1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (3, 1)  # and so many into so many
# What comes of a supposition, how that is against rules, and against which.
End = tuple[list[Forced], str, Sequence[Rule]]


def sentence(words: str) -> str:
    """With a capital and a stop; names of places are written small."""
    small = any(letter.isdigit() for letter in words.split(" ", 1)[0])
    return f"{words if small else words[:1].upper() + words[1:]}."


class Wording:
    """What is said of a model."""

    def __init__(self, model: Model) -> None:
        self.model = model

    def places(self, places: Iterable[int], word: str = "and", most: int = NAMED) -> str:
        """Some places by their names or, of more, how many are marked on the board."""
        some = sorted(places)
        if 0 < len(some) <= most:
            return listed([self.model.grid.name(place) for place in some], word)
        return f"the {len(some)} marked {self.model.said.noun[1]}"

    def marks(self, marks: Iterable[Mark], most: int = NAMED) -> str:
        """`b4 has a star, and c4 and d4 have no star`."""
        said, parts = self.model.said, []
        for is_set, forms in ((True, said.yes), (False, said.no)):
            some = [place for place, value in marks if value == is_set]
            if some:
                parts.append(f"{self.places(some, most=most)} {forms[len(some) > 1]}")
        return ", and ".join(parts)

    def alone(self, rule: Rule, forced: Forced, concludes: Sequence[Mark]) -> str:
        """What one rule forces."""
        places: dict[str, list[int]] = {"set": [], "out": []}
        for place, is_set in forced.marks:
            places["set" if is_set else "out"].append(place)
        places["free"] = [place for place, _ in forced.concludes]
        why = forced.words.format(**{key: self.places(some) for key, some in places.items()})
        most = NAMED - ("{set}" in forced.words) * len(places["set"]) - bool(rule.at)
        return f"{sentence(why)} {self._so(concludes, (rule,), most)}"

    def _so(self, concludes: Sequence[Mark], rules: Sequence[Rule] = (), most: int = NAMED) -> str:
        """What follows: by names, or as the rest of what rules are about."""
        names = [rule.name for rule in rules if rule.name]
        values = {is_set for _, is_set in concludes}
        if len(concludes) > NAMED and 0 < len(names) == len(rules) and len(values) == 1:
            said = self.model.said.yes if values.pop() else self.model.said.no
            return f"So the rest of {listed(names)} {said[0]}."
        return f"So {self.marks(concludes, most)}."

    def together(
        self, rules: Sequence[Rule], basis: Marks, concludes: Sequence[Mark]
    ) -> tuple[str, tuple[Mark, ...]]:
        """What several rules force, which rests on the marks of a basis: what is confined to what
        or, where that is not all, what comes of the contrary, which is a chain of marks."""
        place, is_set = concludes[0]
        supposed = {**basis, place: not is_set}
        inner, outer = _crowded(rules, supposed)
        whole = len(inner) + len(outer) == len(rules)
        if whole and (words := self._confined(inner, outer, concludes)):
            return words, ()
        links, end, against = self.end(rules, supposed)
        if not end:
            names = list(dict.fromkeys(rule.name or rule.words for rule in rules if not rule.group))
            if len(names) > NAMED:
                names[3:] = [f"{len(names) - 3} more outlined rules"]
            end = f"there is no way left that suits {listed(names)}"
        chain, said = dict(mark for link in links for mark in link.concludes), self.model.said
        alike = [p for p, value in concludes if value == is_set and p not in chain]
        most, few = NAMED - any(rule.at for rule in against), 99
        if len(links) > 2 or len(concludes) + len(chain) > most:
            most, few = most - min(2, len(links)), 1
        told = [self.marks(link.concludes[:few]) for link in links]
        if len(links) == 1 and links[0].words:
            told = [f"{links[0].words}, so {told[0]}"]
        if len(links) > 2:
            told[1:] = [f"and so on until, {len(links)} steps on, {told[-1]}"]
        who = "one of " * (len(alike) > most) + self.places(alike, "or", most)
        told.insert(0, f"if {who} {(said.no if is_set else said.yes)[0]}")
        said_so = against[0].words if len(against) == 1 else ""
        grouped = {rule.words: None for rule in rules if rule.group and rule.words != said_so}
        aside = f" ({listed([*grouped])})" if grouped else ""
        words = sentence(f"{', '.join(told)}{':' if links else ','} {end}{aside}")
        return f"{words} {self._so(concludes, most=most)}", ((place, not is_set), *chain.items())

    def _confined(
        self, inner: Sequence[Rule], outer: Sequence[Rule], concludes: Sequence[Mark]
    ) -> str:
        """Say that all that some rules need lies in what others have room for, so that these have
        no more of it elsewhere; nothing where that does not tell all that is concluded."""
        decided = {place for place, _ in concludes}
        within, around = ({p for rule in rules for p in rule.places} for rules in (inner, outer))
        if not (decided <= around - within and all(rule.name for rule in (*inner, *outer))):
            return ""
        own = "its" if len(inner) == 1 else "their"
        where = f"{own} {self._free} are all in {listed([rule.name for rule in outer])}"
        why = listed([*(rule.words for rule in inner), where])
        return f"{sentence(why)} {self._so(concludes, outer)}"

    @property
    def _free(self) -> str:
        return f"free {self.model.said.noun[1]}"

    def end(self, rules: Sequence[Rule], supposed: Marks, cases: bool = True) -> End:
        """What follows until a rule is broken, or some do not fit into others, or no case of a
        place is left; no words where it comes to no end."""
        ordered = sorted(rules, key=lambda rule: not rule.group)  # groups are easiest to see
        links, marks, broken = _chain(ordered, supposed)
        if broken is not None:
            against, words = [broken], _broken(broken, marks)
        else:
            inner, outer = _crowded(ordered, marks)
            against, words = [*inner, *outer], self._too_much(inner, outer) if inner else ""
        needed = _needed(links, [p for rule in against for p in rule.places])
        return needed, words or (self._cases(rules, marks) if cases else ""), against

    def _too_much(self, inner: Sequence[Rule], outer: Sequence[Rule]) -> str:
        """Say that some rules need more than others have room for."""
        for rules, words in ((inner, inner[0].few), (outer, outer[0].many)):
            if len(rules) == 1 and words:
                return words
        some, others = (listed([r.name for r in rules if r.name]) for rules in (inner, outer))
        if some and others:
            return f"the {self._free} of {some} are all in {others}: too little room"
        return f"there is too little room for {some or others}"

    def _cases(self, rules: Sequence[Rule], marks: Marks) -> str:
        """Say of a place that several rules are about that it can be marked in no way."""
        shared = Counter(p for rule in rules for p in rule.places if p not in marks)
        for place, _ in shared.most_common(MANY):
            cases = list[str]()
            for is_set in (True, False):
                if not (end := self.end(rules, {**marks, place: is_set}, cases=False)[1]):
                    break
                cases.append(f"if {self.marks([(place, is_set)])}, {end}")
            else:
                return f"nothing fits {self.model.grid.name(place)}: {', and '.join(cases)}"
        return ""


def _chain(
    rules: Sequence[Rule], supposed: Marks
) -> tuple[list[Forced], dict[int, bool], Rule | None]:
    """What follows from some marks, one rule after the other, the marks with all that, and the rule
    that is broken in the end, if one is. A link has words if these name no places."""
    marks, links = dict(supposed), list[Forced]()
    while not (broken := next((rule for rule in reversed(rules) if rule.broken(marks)), None)):
        every = ((each, forced) for each in rules for forced in each.forced(marks))
        rule, forced = next(every, (None, None))
        if rule is None or forced is None:
            break
        named = rule.at or "{" in forced.words
        links.append(replace(forced, words="") if named else forced)
        marks |= dict(forced.concludes)
    return links, marks, broken


def _needed(links: Sequence[Forced], places: Iterable[int]) -> list[Forced]:
    """The links that lead to marks at these places, each with the marks that are needed."""
    wanted, needed = {*places}, list[Forced]()
    for link in reversed(links):
        if some := tuple(mark for mark in link.concludes if mark[0] in wanted):
            needed.append(replace(link, concludes=some))
            wanted.update(place for place, _ in link.marks)
    return needed[::-1]


def _crowded(rules: Sequence[Rule], marks: Marks) -> tuple[Sequence[Counting], Sequence[Counting]]:
    """A few rules that need more than a few others have room for, in which all their free places
    lie; nothing where there are none."""
    free, needs, rooms = dict[Counting, set[int]](), dict[Counting, int](), dict[Counting, int]()
    for rule in rules:
        if isinstance(rule, Counting):
            holding, _, open_ones = rule.state(marks)
            if open_ones:
                free[rule], held = {*open_ones}, len(holding)
                needs[rule] = min(rule.allowed, default=0) - held
                rooms[rule] = max(rule.allowed, default=0) - held
    needing = [rule for rule in free if needs[rule] > 0]
    for few, most in FEW if len(free) <= MANY else ():
        for inner in combinations(needing, few):
            need, within = sum(needs[rule] for rule in inner), [p for r in inner for p in free[r]]
            if len(within) == len({*within}):
                rest = (r for r in free if rooms[r] < need and not free[r].isdisjoint(within))
                for outer in combinations((rule for rule in rest if rule not in inner), most):
                    around = set[int]().union(*(free[rule] for rule in outer))
                    if need > sum(rooms[rule] for rule in outer) and around.issuperset(within):
                        return inner, outer
    return (), ()


def _broken(rule: Rule, marks: Marks) -> str:
    """How a rule is broken."""
    few = False
    if isinstance(rule, Counting):
        holding, _, free = rule.state(marks)
        few = min(rule.allowed, default=0) > len(holding) + len(free)
    return (rule.few if few else rule.many) or f"it is no longer true that {rule.words}"
