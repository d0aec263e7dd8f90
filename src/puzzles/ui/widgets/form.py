"""Dialogues: one line or one character that is asked for, and a few lines to fill in."""

from collections.abc import Iterable, Mapping, Sequence

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Button, Input, Label, Select, Static

from puzzles.core.errors import PuzzlesError, sentence
from puzzles.ui.widgets.guards import escape
from puzzles.ui.widgets.host import ModalScreen, T


class QuestionScreen(ModalScreen[T]):
    """Asks a question, whose answer is given below it; then come the keys, or what is wrong."""

    QUESTION = REASON = ""  # Rich markup

    def compose(self) -> ComposeResult:
        yield Static(self.QUESTION, id="question")
        yield from self.answers()
        yield Static(self.REASON, id="reason")

    def answers(self) -> Iterable[Widget]:
        """Yield the widgets that take the answer."""
        return ()

    def say(self, text: str | Text) -> None:
        """Say something in the last line, in Rich markup."""
        self.query_one("#reason", Static).update(text)


class AskScreen(QuestionScreen[str | None]):
    """Asks for one line."""

    REASON = "[@click=screen.take][b]enter[/b] done[/]  [@click=screen.dismiss][b]esc[/b] back[/]"

    def __init__(self, question: str, suggestion: str = "") -> None:
        super().__init__()
        self.QUESTION, self.suggestion = f"[b]{question}[/b]", suggestion

    def answers(self) -> Iterable[Widget]:
        yield Input(self.suggestion, id="answer")

    def action_take(self) -> None:
        self.dismiss(self.query_one(Input).value.strip())

    on_input_submitted = action_take


class KeyScreen(AskScreen):
    """Asks for one character, which is taken at once."""

    on_input_changed = AskScreen.action_take


class FormScreen(ModalScreen[T]):
    """Asks for a line in each of `fields`, which are called like their labels and hold a text, or
    several to choose from; `does` is the word on its button. With a word for `ANY`, fields may be
    left empty."""

    ANY = ""
    replacing = ""  # what the form may take the place of, since its button was asked about

    def __init__(self, title: str, fields: Mapping[str, str | Sequence[str]], does: str) -> None:
        super().__init__()
        self._heading, self._fields, self._does = title, fields, does

    def compose(self) -> ComposeResult:
        with Vertical(id="form"):
            yield Static(self._heading, id="heading")
            yield from self.above()
            with Horizontal(id="inputs"):
                with Vertical(id="fields"):
                    for name, value in self._fields.items():
                        with Horizontal(classes="field"):
                            yield Label(name)
                            yield self._field(name, value)
                yield from self.beside()
            yield Static(id="told")
            with Horizontal(id="buttons"):
                yield Button(
                    self._does, id="do", compact=True, variant="primary", action="screen.do"
                )
                yield from self.buttons()
                yield Button("Cancel", id="cancel", compact=True, action="screen.cancel")

    def on_mount(self) -> None:
        for button in self.query(Button):
            button.active_effect_duration = 0  # else it ignores a second key that comes soon

    def above(self) -> Iterable[Widget]:
        """Yield the widgets above the fields."""
        return ()

    def beside(self) -> Iterable[Widget]:
        """Yield the widgets beside the fields."""
        return ()

    def buttons(self) -> Iterable[Widget]:
        """Yield the buttons between the two that every form has."""
        return ()

    def _field(self, name: str, value: str | Sequence[str]) -> Widget:
        id = f"form-{name}"
        if isinstance(value, str):
            return Input(value, placeholder=self.ANY, id=id, compact=True, select_on_focus=True)
        choices = [(each, each) for each in value]
        if self.ANY:
            return Select(choices, prompt=self.ANY, id=id, compact=True)
        return Select(choices, value=value[0], id=id, allow_blank=False, compact=True)

    def value(self, name: str) -> str:
        """Return the text of a field."""
        field = self.query_one(f"#form-{name}")
        assert isinstance(field, Input | Select)
        return "" if field.value is Select.NULL else str(field.value).strip()

    def say(self, text: str) -> None:
        """Say something below the fields, in Rich markup."""
        self.query_one("#told", Static).update(text)

    def does(self, word: str) -> None:
        """Let this be the word on the button from now on."""
        self._does = self.query_one("#do", Button).label = word

    def replace(self, what: str) -> None:
        """Let the button replace what is there already, until another name is given."""
        self.replacing = what
        self.query_one("#do", Button).label = "Replace it"

    @on(Input.Changed)
    def _other(self) -> None:
        if self.replacing:
            self.replacing = ""
            self.does(self._does)
            self.say("")

    def on_input_submitted(self) -> None:
        self.action_do()

    def action_do(self) -> object:
        """Do what was asked about, perhaps in a worker of the group "do"."""

    @property
    def working(self) -> bool:
        """True while that is being done."""
        mine = (each for each in self.workers if each.node is self and each.group == "do")
        return not all(each.is_finished or each.is_cancelled for each in mine)

    def action_cancel(self) -> None:
        """Stop what is being done; if nothing is, leave."""
        if self.working:
            self.workers.cancel_group(self, "do")
            self.say("Stopped.")
        else:
            self.dismiss(None)


def wrong(error: PuzzlesError) -> str:
    """Return what is wrong, as a sentence in Rich markup."""
    return f"[$warning]{escape(sentence(error))}[/]"
