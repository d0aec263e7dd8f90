"""Plugins: a broken one is a warning, and costs the others nothing."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint

import pytest

from puzzles.library import registry

MODULE = """
class Other: pass
other = Other()
def fail(): raise RuntimeError("two\\nlines \\x1b[31m")
"""

TWIN = """
from dataclasses import replace
from puzzles.kami import plugin
plugin = replace(plugin)
"""

BROKEN = {
    "no_such_module": ("no_such_module:plugin", "ModuleNotFoundError"),
    "no_such_name": ("outsider:nothing", "AttributeError"),
    "not_a_puzzle": ("outsider:other", "TypeError: it is not an instance of"),
    "wrong_id": ("puzzles.kami:plugin", "ValueError: it calls itself 'kami'"),
    "raises": ("outsider_raising:plugin", r"RuntimeError: two\nlines \x1b[31m"),
    "exits": ("outsider_exiting:plugin", "SystemExit: 1"),
}


@pytest.fixture
def installed(tmp_path, monkeypatch):
    """Installs these entry points and gives what the registry makes of them."""
    (tmp_path / "outsider.py").write_text(MODULE)
    (tmp_path / "outsider_twin.py").write_text(TWIN)
    (tmp_path / "outsider_raising.py").write_text("import outsider\noutsider.fail()\n")
    (tmp_path / "outsider_exiting.py").write_text("import sys\nsys.exit(1)\n")
    monkeypatch.syspath_prepend(tmp_path)

    def install(*points):
        found = [EntryPoint(name, value, registry.GROUP) for name, value in points]
        monkeypatch.setattr(registry, "entry_points", lambda group: found)
        registry.plugins.cache_clear()
        return registry.plugins()

    yield install
    for name in [name for name in sys.modules if name.startswith("outsider")]:
        del sys.modules[name]


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_plugin_is_a_warning(installed, name):
    value, reason = BROKEN[name]
    plugins, (warning,) = installed((name, value), ("kami", "puzzles.kami:plugin"))
    assert list(plugins) == ["kami"]
    assert warning.startswith(f"plugin {name} ({value}) left out: {reason}")
    assert warning.isprintable()


def test_the_first_of_two_with_one_name_stays(installed):
    plugins, (warning,) = installed(
        ("kami", "puzzles.kami:plugin"), ("kami", "outsider_twin:plugin")
    )
    assert list(plugins) == ["kami"]
    assert "another plugin has this name" in warning


def test_one_that_is_installed_twice_is_one(installed):
    """As when a distribution has got another name, and its old one is still in an environment."""
    plugins, warnings = installed(*[("kami", "puzzles.kami:plugin")] * 2)
    assert list(plugins) == ["kami"]
    assert not warnings


def test_built_in_plugins_are_installed_like_any_other():
    plugins, warnings = registry.plugins()
    assert plugins
    assert not warnings
    for name, plugin in plugins.items():
        assert registry.plugin(name) is plugin
