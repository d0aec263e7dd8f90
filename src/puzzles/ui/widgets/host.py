"""The app as its screens see it, and screens that leave only what they cover.

Textual's screens, but one that is left twice takes no other screen with it. Keys wait in the queue
of the widget that has the focus. Those pressed before a screen goes are handled after it: a second
`esc` would close the screen below, and `n` would replace that.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from textual import getters
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen as TextualModalScreen
from textual.screen import Screen as TextualScreen

from puzzles.core.puzzle import AnyPuzzle
from puzzles.core.results import Lesson
from puzzles.library.catalogue import Entry
from puzzles.player.memory import Memory
from puzzles.player.saves import Saves
from puzzles.player.settings import Settings
from puzzles.player.standing import Standing
from puzzles.running.child import Child
from puzzles.running.making import Ahead
from puzzles.ui.widgets.keys import Keyed

AnyScreen = TextualScreen[Any]
T = TypeVar("T")


class Host(Keyed, App[None]):
    """The app as its screens know it: a screen has `app = getters.app(Host)`."""

    solver: Child
    ahead: Ahead
    saves: Saves
    settings: Settings
    memory: Memory
    known: Standing
    touch = False  # the player has buttons in place of keys
    zen = False  # the player wants to see boards alone

    def blame(self, puzzle: AnyPuzzle, error: Exception) -> None:
        """Say once, from any thread, that a plugin failed to draw, and write a report."""

    def ask(self, screen: TextualScreen[T | None], then: Callable[[T], Any]) -> None:
        """Show a dialogue, and call `then` with its result, unless that is None."""
        self.push_screen(screen, lambda result: None if result is None else then(result))

    def open(self, entry: Entry, lessons: bool = True, travelling: bool = False) -> None:
        """Play a level; the first one of its puzzle, after the tutorial, unless there are to be no
        `lessons`. Whoever is `travelling` is led on along the journey."""

    def prepare(self, entry: Entry, first: bool = False) -> None:
        """Show the lessons that a level needs, one for each kind of board that it is of, if they
        have not been seen; before the `first` of a puzzle its tutorial, too."""

    async def recall(self) -> None:
        """Read what all rooms know of the player, and tell those that are not seen of changes."""

    async def lull(self) -> None:
        """Wait until no key has come for a while, where keys wait for what is done meanwhile."""

    def room(self, name: str) -> None:
        """Go to the room called so, as it was left."""

    def teach(self, puzzle: AnyPuzzle, lessons: Sequence[Lesson] | None = None) -> None:
        """Show these lessons, or the tutorial of a puzzle, if it has one."""

    def offer_glyphs(self) -> str:
        """Return, once, where other glyphs are chosen, unless it is known what the terminal draws;
        else ""."""
        return ""

    async def change(self, settings: Settings) -> None:
        """Take these settings, at once, and keep them; a file that cannot be written is told."""


def key_of(screen: AnyScreen, binding: str, spoken: bool = False) -> str:
    """The key that a binding of the screen has now, as it is shown or, if `spoken`, named; or the
    words on its button, if it has one."""
    for active in screen.active_bindings.values():
        if active.binding.id == binding:
            if isinstance(screen.app, Host) and screen.app.touch and active.binding.show:
                return active.binding.description
            key = active.binding.key
            return key.capitalize() if spoken else screen.app.get_key_display(active.binding)
    return ""


def link(screen: AnyScreen, binding: str, words: str) -> str:
    """A key of the screen and what it does, which a click does, too (Rich markup)."""
    bound = (active.binding for active in screen.active_bindings.values())
    action = next((f"screen.{each.action}" for each in bound if each.id == binding), "")
    return f"[@click={action}][b]{key_of(screen, binding)}[/b] {words}[/]"


class Screen(Keyed, TextualScreen[T]):
    """A screen of the app that leaves only what it covers."""

    app = getters.app(Host)

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Close this screen, if it is there. One with a result also closes what lies over it."""
        if result is not None and self in self.app.screen_stack:
            while not self.is_active:
                self.app.pop_screen()
        base = self.app.screen_stack[0]  # of a room, which nothing leaves
        return super().dismiss(result) if self.is_active and self is not base else AwaitComplete()

    def give_way(self, other: TextualScreen[None]) -> None:
        """Show another screen in place of this one, unless this one is covered or gone."""
        if self.is_active:
            self.app.switch_screen(other)


class ModalScreen(TextualModalScreen[T], Screen[T]):
    """A screen over another one, which stays visible."""
