"""The key maps a player can choose: keys by binding id, in place of the bindings' own; and which of
the player's own keys can be used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from textual.app import App
from textual.binding import Binding
from textual.keys import Keys, format_key, key_to_character

from puzzles.library.registry import plugins
from puzzles.ui.board.gridboard import board_of
from puzzles.ui.widgets.host import ModalScreen, Screen

KEYMAPS: dict[str, dict[str, str]] = {
    "default": {},
    "vim": {
        "play.undo": "u",
        "play.redo": "ctrl+r",
        "play.next": "J",
        "play.previous": "K",
        "home.next": "J",
        "home.previous": "K",
        "watch.back": "h,left",
        "watch.next": "l,right",
    },
    "wasd": {
        "board.up": "w,up",
        "board.left": "a,left",
        "board.down": "s,down",
        "board.right": "d,right",
        "home.up": "w,up",
        "home.left": "a,left",
        "home.down": "s,down",
        "home.right": "d,right",
        "home.difficulty": "f",
        "home.statistics": "f2",
        "watch.back": "a,left",
        "watch.next": "d,right",
    },
}

TURNS = {"board.act", "game.on"}  # one is there while there is something to play, one when not
Scene = dict[str, Binding]  # what can be pressed at the same time, by id


def usable(
    own: Mapping[str, str], keymap: Mapping[str, str], app: type[App[None]]
) -> tuple[dict[str, str], list[str]]:
    """Of keys by binding id those that can be used, and `ID: why not` for each of the others: no
    such binding, no such key, or one that does something else on the same screen. Of two of the
    player's own keys that clash, the later one goes."""
    scenes = _scenes(app)
    known = {name: binding for scene in scenes for name, binding in scene.items()}
    good, reasons = {}, []
    for name, keys in own.items():
        strange = [key for key in _keys(keys) if not _is_key(key)]
        if name not in known:
            near = get_close_matches(name, known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            reasons.append(f"{name}: there is no such binding{hint}")
        elif strange:
            reasons.append(f"{name}: there is no key {strange[0]!r}")
        else:
            good[name] = keys
    while clash := _clash(good, keymap, scenes):
        name, reason = clash
        reasons.append(f"{name}: {reason}")
        del good[name]
    return good, reasons


def _clash(
    own: Mapping[str, str], keymap: Mapping[str, str], scenes: Iterable[Scene]
) -> tuple[str, str] | None:
    """The last of the player's keys that do two things on one screen, and why it does not do."""
    for name in reversed(list(own)):
        for scene in scenes:
            mine = scene.get(name)
            for other, binding in scene.items() if mine else ():
                keys = own.get(other) or keymap.get(other) or binding.key
                shared = set(_keys(own[name])) & set(_keys(keys))
                turns = {name, other} == TURNS
                if shared and _deed(binding) != _deed(mine) and not turns:
                    return name, f"the key {min(shared)!r} is that of {other!r}"
    return None


def _scenes(app: type[App[None]]) -> list[Scene]:
    """Return the keys of each screen with its widgets, and of the app, unless the screen is over
    another one."""
    from puzzles.ui.home.gallery import Gallery
    from puzzles.ui.home.home import HomeScreen, SearchBox
    from puzzles.ui.maker.edit import EditScreen
    from puzzles.ui.play.play import PlayScreen
    from puzzles.ui.play.tutorial import TutorialScreen
    from puzzles.ui.shell.settings import SettingsList, SettingsScreen

    boards: Sequence[type] = [board_of(puzzle) for puzzle in plugins()[0].values()]
    widgets: dict[type, Sequence[type]] = {
        HomeScreen: [Gallery],
        SettingsScreen: [SettingsList],
        **dict.fromkeys([PlayScreen, TutorialScreen, EditScreen], boards),
    }
    places: list[tuple[type, ...]] = [(app, SearchBox)]
    for screen in _kinds(Screen):
        over = issubclass(screen, ModalScreen)
        for widget in widgets.get(screen, [screen]):
            places.append((screen,) if over else (app, screen, widget))
    return [
        {
            binding.id: binding
            for cls in place
            for base in reversed(cls.__mro__)
            for binding in vars(base).get("BINDINGS", ())
            if isinstance(binding, Binding) and binding.id
        }
        for place in places
    ]


def _kinds(cls: type) -> Iterator[type]:
    """Yield the classes that derive from one."""
    kinds: list[type] = cls.__subclasses__()
    for each in kinds:
        yield each
        yield from _kinds(each)


def _keys(keys: str) -> list[str]:
    """`u,ctrl+z` as Textual names the keys."""
    return [binding.key for binding in Binding.make_bindings([Binding(keys, "", "")])]


def _is_key(key: str) -> bool:
    *modifiers, base = key.split("+")
    named = len(format_key(base)) == 1 or key_to_character(base) is not None
    named = named or any(base == each.value for each in Keys)
    return named and set(modifiers) <= {"ctrl", "shift", "alt", "super", "hyper", "meta"}


def _deed(binding: Binding | None) -> str:
    """Return the action of a binding, wherever it stands."""
    return binding.action.removeprefix("app.").removeprefix("screen.") if binding else ""
