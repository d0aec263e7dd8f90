"""Settings: a person may write anything into the file, and loses nothing that they wrote."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from puzzles.core.errors import LevelError, Place
from puzzles.player.settings import SCHEMA, Settings, read_settings, settings_file, write_settings


def write(text):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text)


def test_without_a_file_everything_is_default():
    assert read_settings() == (Settings(), ())


@pytest.mark.parametrize("setting", SCHEMA, ids=lambda setting: setting.name)
def test_every_value_comes_back(setting):
    switch = isinstance(setting.default, bool)
    choices = setting.choices or ((True, False) if switch else ("nord", "dracula"))
    for value in choices:
        settings = replace(Settings(), **{setting.name: value})
        write_settings(settings, read_settings()[0])
        assert read_settings() == (settings, ())


def test_a_fresh_file_shows_every_default_and_what_else_there_is():
    settings = replace(Settings(), palette="okabe-ito", bindings={"play.undo": "u,z"})
    write_settings(settings, Settings())
    text = settings_file().read_text()
    assert tomllib.loads(text) == {
        **{s.name: s.default for s in SCHEMA},
        "palette": "okabe-ito",
        "bindings": {"play.undo": "u,z"},
    }
    for setting in SCHEMA:
        assert f"# {setting.comment}\n{setting.name} = " in text


def test_what_a_person_wrote_stays():
    write('# mine\npalette = "okabe-ito"  # for the evening\nfuture = 3\n[bindings]\n"a.b" = "x"\n')
    settings, notices = read_settings()
    assert settings.palette == "okabe-ito"
    assert notices == (f"{settings_file()}:3:10: unknown setting 'future'",)
    write_settings(
        replace(settings, palette="high-contrast", clock=False, bindings={"c.d": "y"}), settings
    )
    text = settings_file().read_text()
    assert text.startswith('# mine\npalette = "high-contrast"  # for the evening\nfuture = 3\n')
    assert tomllib.loads(text)["bindings"] == {"c.d": "y"}
    assert tomllib.loads(text)["clock"] is False


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ('palette = "pink"', "1:11: palette is one of default, okabe-ito, high-contrast, not"),
        ("palette = 3", "1:11: palette must be text"),
        ('clock = "yes"', "1:9: clock must be true or false"),
        ("bindings = 3", "1:12: bindings must be a table"),
        ('bindings = { "play.undo" = 3 }', "1:28: keys are text"),
        ('theme = ""', "1:9: theme must be one line of text"),
    ],
)
def test_a_bad_entry_costs_a_notice_and_only_itself(line, told):
    write(f'{line}\nanimations = "none"\n')
    settings, (notice,) = read_settings()
    assert settings == Settings(animations="none")
    assert told in notice
    # Changing something else leaves the bad entry to the person who wrote it.
    write_settings(replace(settings, animations="short"), settings)
    assert settings_file().read_text() == f'{line}\nanimations = "short"\n'


@pytest.mark.parametrize("text", ["= 3", "palette = ", "[[[", '"' * 7, "\x00", ""])
def test_a_file_that_cannot_be_read_is_set_aside_when_written(text):
    write(text)
    settings, notices = read_settings()
    assert settings == Settings()
    assert len(notices) == 1
    write_settings(replace(settings, keys="vim"), settings)
    assert read_settings() == (Settings(keys="vim"), ())
    aside = list(settings_file().parent.glob("settings-unreadable-*.toml"))
    assert [file.read_text() for file in aside] == ([text] if text else [])


def test_a_bad_entry_is_replaced_once_it_is_set():
    write("palette = 3\n")
    before = read_settings()[0]
    write_settings(replace(before, palette="okabe-ito"), before)
    assert settings_file().read_text() == 'palette = "okabe-ito"\n'


def test_what_could_not_be_read_for_once_is_not_written_over(monkeypatch):
    """The app then shows defaults; a change of one thing must not bring them all to the file."""
    write('palette = "okabe-ito"\nkeys = "vim"\n')
    with monkeypatch.context() as patched:
        patched.setattr("puzzles.player.settings.read_text", unreadable)
        shown, notices = read_settings()
    assert (shown, len(notices)) == (Settings(), 1)
    write_settings(replace(shown, clock=False), shown)
    assert settings_file().read_text() == 'palette = "okabe-ito"\nkeys = "vim"\nclock = false\n'


def unreadable(name):
    raise LevelError(Place(name), "input/output error")
