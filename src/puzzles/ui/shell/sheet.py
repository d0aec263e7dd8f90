"""The style sheet of the app: each part of it is parsed once for a theme.

Textual parses all of them again as the app starts, and with each kind of screen that is new."""

from textual.css.stylesheet import Stylesheet


class Sheet(Stylesheet):
    given: dict[str, str] | None = None  # the variables

    def set_variables(self, variables: dict[str, str]) -> None:
        if variables != self.given:
            self.given = variables
            super().set_variables(variables)

    def reparse(self) -> None:
        self.parse()  # remembers what it has parsed
