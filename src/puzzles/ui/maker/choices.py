"""Lists to choose from: what to draw with, what the assistant makes of a board, and what holds for
all of it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import aclosing
from functools import partial

from rich.text import Text
from textual import work
from textual.content import Content
from textual.widget import Widget
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from puzzles.core.errors import UsageError, sentence
from puzzles.core.level import Level
from puzzles.core.palettes import inks
from puzzles.core.results import Proposal
from puzzles.player.draft import Draft
from puzzles.running import work as tasks
from puzzles.running.work import Failed
from puzzles.ui.widgets.form import QuestionScreen
from puzzles.ui.widgets.guards import escape

WIDTH = 20  # characters of a line of the panel, beside a scrollbar

Line = tuple[Text, Callable[[], object] | None]  # and what it does when it is chosen


class ChoiceScreen(QuestionScreen[None]):
    """Shows lines below a question; those that do nothing cannot be chosen."""

    _lines: Sequence[Line] = ()

    def answers(self) -> Iterable[Widget]:
        yield OptionList(id="answer", compact=True)

    def show(self, lines: Sequence[Line]) -> None:
        """Let one of these lines be chosen, the one at the place of the last choice first."""
        options = self.query_one(OptionList)
        at = options.highlighted or 0
        self._lines = lines
        options.clear_options()
        options.add_options(Option(words, disabled=do is None) for words, do in lines)
        options.highlighted = min(at, len(lines) - 1)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        do = self._lines[event.option_index][1]
        assert do is not None
        self.choose(do)

    def choose(self, do: Callable[[], object]) -> None:
        """Do what a line is for."""
        do()


class AssistScreen(ChoiceScreen):
    """Changes the draft, by a stroke like others, once a proposal is taken; `shown` is called with
    a sketch that is to be looked at meanwhile."""

    QUESTION = "[b]Change this board[/b]  [@click=screen.back]esc goes back[/]"

    def __init__(self, draft: Draft, shown: Callable[[Level], None]) -> None:
        super().__init__()
        assert draft.puzzle.can("maker.assist")
        self._draft, self._look_at = draft, shown

    def on_mount(self) -> None:
        wishes = self._draft.puzzle.maker.wishes(self._draft.sketch).items()
        self.show([(Text(words), partial(self._ask, wish)) for wish, words in wishes])

    @work(exclusive=True)
    async def _ask(self, wish: str) -> None:
        """Have the solver look for it; what it finds is shown before it is taken."""
        self.say("Looking; esc ends it.")
        draft = self._draft
        asked = {"puzzle": draft.puzzle, "sketch": draft.sketch, "orbits": draft.orbits}
        try:
            async with aclosing(self.app.solver.ask(tasks.assist, {**asked, "wish": wish})) as told:
                async for event in told:
                    if isinstance(event, Proposal):
                        self._propose(event)
        except Failed as failure:
            self.say(Text(sentence(failure)))

    def _propose(self, proposal: Proposal[Level]) -> None:
        said = filter(None, ("; ".join(proposal.changes), proposal.note))
        self.say(Text(" ".join(map(sentence, said))))
        if proposal.changes:
            self._look_at(proposal.level)
            take = partial(self._take, proposal.level)
            self.show([(Text("Use it"), take), (Text("Keep mine"), self.dismiss)])
            self.query_one(OptionList).highlighted = 0

    def _take(self, level: Level) -> None:
        self._draft.become(level)
        self.dismiss()

    def action_back(self) -> None:
        """Stop looking; or leave all as it is."""
        if self.workers.cancel_node(self):
            self.say("Ended; nothing was changed.")
        else:
            self.dismiss()


class DemandsScreen(ChoiceScreen):
    """Each line changes the draft when it is chosen, and `changed` is called; after what holds for
    the board come other `deeds`."""

    QUESTION = (
        "[b]The whole board[/b]  enter changes a line, [@click=screen.dismiss]esc goes back[/]"
    )

    def __init__(self, draft: Draft, deeds: Sequence[Line], changed: Callable[[], None]) -> None:
        super().__init__()
        self._draft, self._deeds, self._changed = draft, deeds, changed

    def on_mount(self) -> None:
        lines: list[Line] = []
        for demand in self._draft.demands:
            later = demand.values.index(demand.value) + 1
            value = demand.values[later % len(demand.values)]
            turn = partial(self._draft.demand, demand.name, value)
            lines.append((Text(f"{demand.name}: {demand.value}"), turn))
        self.show([*lines, *self._deeds])

    def choose(self, do: Callable[[], object]) -> None:
        try:
            do()
            self.say("")
        except UsageError as error:
            self.say(Text(sentence(error)))
        self.on_mount()
        self._changed()


# In the panel ------------------------------------------------------------------------------


def brush_lines(
    draft: Draft, letters: dict[str, str], palette: str, drawn: Mapping[str, str]
) -> list[str]:
    """Return what there is to draw with: dots and colours as they are `drawn`, or in those of a
    palette, with digits; others by name, `letters` lit (markup)."""
    brushes, taken = draft.brushes, draft.selected
    own = [thing.ink for thing in brushes if thing.ink]
    dyes = {ink: drawn.get(look, look) for ink, look in zip(own, inks(palette, own), strict=True)}
    digits = {thing.key: digit for digit, thing in draft.digits.items()}
    dots, tools = list[str](), list[str]()
    for number, thing in enumerate(brushes):
        here, name = "▸" if thing == taken else " ", thing.name
        if thing.key.isalnum():
            key = f"[b]{escape(digits.get(thing.key, thing.key))}[/b]"
            words = f"[on {dyes[thing.ink]}]  [/]{key}" if thing.ink else f"{key} {escape(name)}"
        else:
            letter = letters.get(thing.key, "")
            at = name.lower().find(letter.lower())
            words = f"{escape(name[:at])}[b u]{letter}[/]{escape(name[at + 1 :])}"
            words = words if letter else f"[b]{escape(thing.key)}[/b] {escape(name)}"
        line = f"[b]{here}[/b][@click=screen.take({number})]{words}[/]"
        (dots if thing.key.isalnum() else tools).append(line)
    return [*wrapped(dots, gap=""), *wrapped([*tools, " [@click=screen.pour][b u]f[/]ill[/]"])]


def button(key: str, words: str, action: str) -> str:
    """Words with their key that can be clicked (Rich markup); enter is what comes first."""
    look = "b $background on $accent" if key == "enter" else "$border-foreground on $border"
    return f"[@click={action}][{look}] [b]{key}[/b] {words} [/][/]"


def wrapped(pieces: Iterable[str], width: int = WIDTH, gap: str = " ") -> list[str]:
    """Lines of these pieces, as many in each as there is room for."""
    lines = list[str]()
    for piece in pieces:
        longer = f"{lines[-1]}{gap}{piece}" if lines else ""
        if lines and Content.from_markup(longer).cell_length <= width:
            lines[-1] = longer
        else:
            lines.append(piece)
    return lines
