"""Reasons in words for people: one thought, and at most four places by their names.

A reason of one rule has that rule's own words. Of several that count, it says what is confined to
what, where that is all. Otherwise it supposes the contrary, and tells the first and the last of
what comes of it, one rule after the other; all of that is the reason's chain, to be drawn.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from puzzles.core.words import listed
from puzzles.logic.model import Counting, Forced, Mark, Marks, Model, Rule, literal_of

NAMED = 4  # places, or rules, at most
MANY = 8  # rules, at most, of which it is looked at whether some fit into others
Told = tuple[str, tuple[Mark, ...]]  # a sentence, and a chain of marks that are supposed
# What comes of a supposition, how that is against rules, and against which.
End = tuple[list[Forced], str, Sequence[Rule]]


def sentence(words: str) -> str:
    """With a capital and a stop; names of places are written small."""
    first = words.split(" ", 1)[0]
    small = any(letter.isdigit() for letter in first)
    return (words if small else words[:1].upper() + words[1:]) + "."


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

    def together(self, rules: Sequence[Rule], basis: Marks, concludes: Sequence[Mark]) -> Told:
        """What several rules force, which rests on the marks of a basis."""
        counting = [rule for rule in rules if isinstance(rule, Counting) and rule.name]
        if len(counting) == len(rules) <= NAMED:
            for inner, outer in _parted(counting):
                words = self._confined(inner, outer, basis, concludes)
                if words and len(inner) + len(outer) == len(rules):
                    return words, ()
        return self._contrary(rules, basis, concludes)

    def _confined(
        self,
        inner: Sequence[Counting],
        outer: Sequence[Counting],
        basis: Marks,
        concludes: Sequence[Mark],
    ) -> str:
        """Say that all that some rules need lies in what others have room for, if so it is."""
        free = {rule: rule.count.state(basis)[2] for rule in (*inner, *outer)}
        within = [literal for rule in inner for literal in free[rule]]
        around = [literal for rule in outer for literal in free[rule]]
        need = sum(rule.needs(basis) for rule in inner)
        kept = {~literal_of(mark) for mark in concludes}
        apart = len(within) == len({*within}) and len(around) == len({*around})
        fits = {*within} <= {*around} and kept <= {*around} - {*within}
        if not (apart and fits and need == sum(rule.has_room(basis) for rule in outer)):
            return ""
        noun, own = self.model.said.noun[1], "its" if len(inner) == 1 else "their"
        where = f"{own} free {noun} are all in {listed([rule.name for rule in outer])}"
        why = listed([*(rule.words for rule in inner), where])
        return f"{sentence(why)} {self._so(concludes, outer)}"

    # The contrary ----------------------------------------------------------------------------

    def _contrary(self, rules: Sequence[Rule], basis: Marks, concludes: Sequence[Mark]) -> Told:
        """Suppose the contrary of what is concluded, and tell what comes of it."""
        (place, is_set), said = concludes[0], self.model.said
        start = (place, not is_set)
        links, end, against = self._end(rules, {**basis, place: not is_set})
        end = end or self._cases(rules, {**basis, place: not is_set})
        chain = dict(mark for link in links for mark in link.concludes)
        told = [self.marks(link.concludes) for link in links]
        most = NAMED - any(rule.at for rule in against)
        if len(links) > 2 or len(concludes) + len(chain) > most:
            told = [self.marks(link.concludes[:1]) for link in links]
            most -= min(2, len(links))
        if len(links) > 2:
            told[1:] = [f"and so on until, {len(links)} steps on, {told[-1]}"]
        who = self.places([place for place, _ in concludes], "or", most)
        who = f"one of {who}" if len(concludes) > most else who
        supposed = f"if {who} {(said.no if is_set else said.yes)[0]}"
        said_so = against[0].words if len(against) == 1 else ""
        grouped = {rule.words: None for rule in rules if rule.group and rule.words != said_so}
        aside = f" ({listed([*grouped])})" if grouped else ""
        words = sentence(
            f"{', '.join([supposed, *told])}{':' * bool(told)}{',' * (not told)} {end}{aside}"
        )
        return f"{words} {self._so(concludes, most=most)}", (start, *chain.items())

    def _chain(
        self, rules: Sequence[Rule], marks: dict[int, bool]
    ) -> tuple[list[Forced], Rule | None]:
        """What follows, one rule after the other, and the rule that is broken in the end, if one
        is. All is added to the marks."""
        links = list[Forced]()
        while True:
            for rule in reversed(rules):
                if rule.broken(marks):
                    return links, rule
            new = next(_open(rules, marks), None)
            if new is None:
                return links, None
            links.append(new)
            marks |= dict(new.concludes)

    def _end(self, rules: Sequence[Rule], supposed: dict[int, bool]) -> End:
        """What follows until a rule is broken, or some do not fit into others; no words where it
        comes to no end."""
        marks = dict(supposed)
        ordered = sorted(rules, key=lambda rule: not rule.group)  # groups are easiest to see
        links, broken = self._chain(ordered, marks)
        if broken is None:
            against, words = self._crowded(ordered, marks)
        else:
            against, words = (broken,), _broken(broken, marks)
        return _needed(links, [p for rule in against for p in rule.places]), words, against

    def _crowded(self, rules: Sequence[Rule], marks: Marks) -> tuple[Sequence[Rule], str]:
        """Rules that need more than others have room for, in which all their free places lie; of
        what is set or, turned about, of what is ruled out."""
        counting = [rule for rule in rules if isinstance(rule, Counting)]
        free = {rule: {*rule.count.state(marks)[2]} for rule in counting}
        counting = [rule for rule in counting if free[rule]]
        needs = {rule: rule.needs(marks) for rule in counting}
        rooms = {rule: rule.has_room(marks) for rule in counting}
        for turned in (False, True):
            if turned:
                needs, rooms = (
                    {rule: len(free[rule]) - number for rule, number in other.items()}
                    for other in (rooms, needs)
                )
            for inner, outer in _parted(counting):
                within = [place for rule in inner for place in free[rule]]
                if (
                    sum(needs[rule] for rule in inner) > sum(rooms[rule] for rule in outer)
                    and len(within) == len({*within})
                    and set[int]().union(*(free[rule] for rule in outer)).issuperset(within)
                ):
                    return (*inner, *outer), self._too_much(inner, outer, turned)
        return (), ""

    def _too_much(self, inner: Sequence[Counting], outer: Sequence[Counting], turned: bool) -> str:
        """Say that some rules need more than others have room for."""
        for some, few in ((inner, not turned), (outer, turned)):
            words = some[0].few if few else some[0].many
            if len(some) == 1 and some[0].name and words:
                return words
        named = [listed([rule.name for rule in some if rule.name]) for some in (inner, outer)]
        if not all(rule.name for rule in (*inner, *outer)):
            return f"there is too little room for {listed([*filter(None, named)])}"
        noun = self.model.said.noun[1]
        return f"the free {noun} of {named[0]} are all in {named[1]}: too little room"

    def _cases(self, rules: Sequence[Rule], supposed: dict[int, bool]) -> str:
        """Say of the few places that are left to a rule that none of them will do, or of a place
        that it can be marked in no way; or name some rules."""
        marks = dict(supposed)
        self._chain(rules, marks)
        cases = list[tuple[str, list[Mark]]]()
        for rule in rules:
            free = [place for place in rule.places if place not in marks]
            counts = isinstance(rule, Counting) and rule.needs(marks) > 0
            if counts and rule.name and len(free) < NAMED:
                where = f"{rule.name} has only {self.places(free)} left"
                cases.append((where, [(place, True) for place in free]))
        shared = Counter(p for rule in rules for p in rule.places if p not in marks)
        for place, _ in shared.most_common(MANY):
            where = f"nothing fits {self.model.grid.name(place)}"
            cases.append((where, [(place, True), (place, False)]))
        for where, ways in cases:
            ends = [self._end(rules, {**marks, place: is_set})[1] for place, is_set in ways]
            if all(ends):
                each = (
                    f"if {self.marks([way])}, {end}" for way, end in zip(ways, ends, strict=True)
                )
                return f"{where}: {', and '.join(each)}"
        names = list(dict.fromkeys(rule.name or rule.words for rule in rules if not rule.group))
        if len(names) > NAMED:
            names[3:] = [f"{len(names) - 3} more outlined rules"]
        return f"there is no way left that suits {listed(names)}"


def _open(rules: Iterable[Rule], marks: Marks) -> Iterator[Forced]:
    """What each rule forces by itself, without what is marked."""
    for rule in rules:
        for forced in rule.forced(marks):
            if new := tuple(mark for mark in forced.concludes if mark[0] not in marks):
                yield Forced(new, forced.marks, forced.words)


def _needed(links: Sequence[Forced], places: Iterable[int]) -> list[Forced]:
    """The links that lead to marks at these places, each with the marks that are needed."""
    wanted, needed = {*places}, list[Forced]()
    for link in reversed(links):
        if some := tuple(mark for mark in link.concludes if mark[0] in wanted):
            needed.append(Forced(some, link.marks, link.words))
            wanted.update(place for place, _ in link.marks)
    return needed[::-1]


def _parted(
    rules: Sequence[Counting],
) -> Iterator[tuple[tuple[Counting, ...], tuple[Counting, ...]]]:
    """Some rules and some others, few before many."""
    for size in range(2, NAMED + 1) if len(rules) <= MANY else ():
        for few in range(1, size):
            for inner in combinations(rules, few):
                rest = [rule for rule in rules if rule not in inner]
                yield from ((inner, outer) for outer in combinations(rest, size - few))


def _broken(rule: Rule, marks: Marks) -> str:
    """How a rule is broken."""
    few = isinstance(rule, Counting) and rule.needs(marks) > len(rule.count.state(marks)[2])
    return (rule.few if few else rule.many) or f"it is no longer true that {rule.words}"
