"""What we use of other packages that they do not promise to keep, in one list.

A name with an underscore that is used in `puzzles` and defined nowhere there is somebody else's.
Each is listed here with where it lives and what for, and is looked for in what is installed: when
it is gone, its line says what has to be thought about. docs/dependencies.md tells how versions are
bound.
"""

from __future__ import annotations

import ast
import inspect
from importlib import import_module
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "puzzles"
# Public, for all that they look like: os._exit, and what named tuples have.
OFFICIAL = {"_exit", "_asdict", "_fields", "_replace"}
# Defined here, too.
OVERRIDDEN = {
    "_bindings",
    "_dispatch_message",
    "_handle_exception",
    "_on_click",
    "_on_key",
    "_on_paste",
}
# name: (module, class, what for)
PRIVATE = {
    "_actions": ("argparse", "ArgumentParser", "the manual page and completion list all options"),
    "_app": ("textual.driver", "Driver", "a driver has the app quit"),
    "_bindings": ("textual.dom", "DOMNode", "a board calls its keys after what they mark"),
    "_debug": ("textual.driver", "Driver", "the parser of keys is told, as Textual tells it"),
    "_dispatch_message": ("textual.app", "App", "a fault does not end the app's message loop"),
    "_handle_exception": ("textual.app", "App", "a fault in a screen closes that screen"),
    "_driver": ("textual.app", "App", "ctrl-l has all of a frame sent again"),
    "_exception": ("textual.app", "App", "a crash of a screen is told, with a report"),
    "_writer_thread": ("textual.drivers.linux_driver", "LinuxDriver", "a full terminal is let go"),
    "_on_click": ("textual.widgets", "OptionList", "a click where a line was does nothing"),
    "_on_key": ("textual.widgets", "TextArea", "enter opens what is one line"),
    "_on_paste": ("textual.widgets", "TextArea", "a paste without text reads the picture"),
    "_transport": ("asyncio.subprocess", "Process", "the pipes of a killed child are closed"),
    "_pipes": ("asyncio.base_subprocess", "BaseSubprocessTransport", "the same"),
}
MODULES = {
    "textual._context": "active_message_pump",  # the screen that has a fault is known by it
    "textual._styles_cache": "StylesCache",  # the lines of a widget go with it
    "textual._xterm_parser": "XTermParser",  # keys are told by the driver for terminals
}


def names():
    """The private names that are used and those that are defined, and the private modules."""
    used, defined, modules = set(), set(), set()
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Load()):
                    used.add(name)
                case ast.Attribute(attr=name) | ast.Name(id=name, ctx=ast.Store()):
                    defined.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    defined.add(name)
                case ast.ClassDef(name=name):
                    defined.add(name)
                case ast.ImportFrom(module=str(module)) if "._" in module:
                    modules.add(module)
    private = {name for name in used if name.startswith("_") and not name.startswith("__")}
    return private - defined, modules


def test_the_list_is_whole():
    used, modules = names()
    assert used - OFFICIAL == set(PRIVATE) - OVERRIDDEN
    assert modules == set(MODULES)


@pytest.mark.parametrize("name", PRIVATE)
def test_it_is_still_there(name):
    module, owner, why = PRIVATE[name]
    pytest.importorskip(module.partition(".")[0])
    found = getattr(import_module(module), owner)
    own = hasattr(found, name) or any(
        f"self.{name}" in inspect.getsource(each) for each in found.__mro__ if each is not object
    )
    assert own, f"{module}.{owner} has no {name} any more, by which {why}"


@pytest.mark.parametrize("module", MODULES)
def test_the_module_is_still_there(module):
    assert hasattr(import_module(module), MODULES[module])
