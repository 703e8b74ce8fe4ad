"""Settings come back as they were saved, and nothing that lies in their file stops the viewer."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.resources import user_settings_folder
from sim.view.settings import (
    SCALES,
    SPEEDS,
    WINDOWS,
    ViewSettings,
    keep_changes,
    load_settings,
    save_settings,
    settings_file,
)
from sim.view.ui.palette import THEME_NAMES

CHOSEN = ViewSettings(
    scale=150,
    theme="contrast",
    safe=True,
    speed=3,
    animations=False,
    sound=False,
    volume=80,
    follow=False,
    trail=False,
    last_scenario='C:\\Eigene Dateien\\"Höhe 112" – 高地 😀.toml',
    recent=("/maps/Höhe 112.toml", "C:\\karte.tmx"),
    full_screen=True,
    window=(1920, 1080),
    grid=False,
    coordinates=True,
    names=True,
    small_map=False,
    left_width=250,
    right_width=500,
    hover_height=60,
    folded=("status", "hover"),
)


def written(text: str | bytes) -> ViewSettings:
    """Load settings from a file with this text."""
    file = settings_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_settings()


PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")


# -- as it should be -------------------------------------------------------------------------------------


def test_without_a_file_and_with_an_empty_one_everything_has_its_default() -> None:
    """The first start is no mistake, and leaves no file behind; a file that sets nothing is within its rights."""
    assert load_settings() == ViewSettings()
    assert load_settings().mistakes == ()
    assert not settings_file().exists()
    assert written("") == ViewSettings()
    assert written('sound = "none"') == ViewSettings()  # from before there was any
    assert load_settings().mistakes == ()


def test_settings_come_back_as_they_were_saved() -> None:
    """Every field differs from its default here, so none can have been forgotten; mistakes are about the file alone."""
    usual = ViewSettings()
    same = [name for name in vars(CHOSEN) if getattr(CHOSEN, name) == getattr(usual, name)]
    assert same == ["mistakes"]
    assert save_settings(replace(CHOSEN, mistakes=("x",))) is None
    assert load_settings() == CHOSEN == replace(CHOSEN, mistakes=("x",))
    assert settings_file().parent == user_settings_folder()
    assert "mistakes" not in settings_file().read_text(encoding="utf-8")


@given(
    st.builds(
        ViewSettings,
        scale=st.integers(*SCALES),
        theme=st.sampled_from(THEME_NAMES),
        speed=st.integers(*SPEEDS),
        last_scenario=st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=50),
        window=st.none() | st.tuples(st.integers(*WINDOWS), st.integers(*WINDOWS)),
    )
)
def test_whatever_can_be_chosen_survives_the_file(chosen: ViewSettings) -> None:
    """Any text, any number within its bounds."""
    assert save_settings(chosen) is None
    loaded = load_settings()
    assert (loaded, loaded.mistakes) == (chosen, ())


# -- files that are wrong --------------------------------------------------------------------------------


def test_what_is_wrong_keeps_its_default_and_the_rest_counts() -> None:
    """One slip does not cost all that was chosen. Unknown keys are told and passed over: a later release may have
    written them, a slip may be meant for a known one."""
    loaded = written('scale = 400\ntheme = "drak"\nspeed = 3\nwindow = [800, 10]\ngrid = "no"\nsafe = true\n')
    assert loaded == ViewSettings(speed=3, safe=True)
    assert len(loaded.mistakes) == 4
    told = "\n".join(loaded.mistakes)
    assert "viewer.toml:1: scale: found 400, expected at most 250" in told and 'did you mean "dark"?' in told
    assert "window[1]: found 10, expected at least 320" in told and "grid" in told
    loaded = written("sped = 3\nscale = 125\n[later]\nx = 1\n")
    assert loaded == ViewSettings(scale=125) and len(loaded.mistakes) == 2
    assert 'did you mean "speed"?' in loaded.mistakes[0]


@pytest.mark.parametrize(
    "line",
    [
        "scale = 74", "scale = 251", "scale = 100.0", "scale = true", 'scale = "100"',
        "speed = 0", "speed = 4", "theme = 1", 'theme = ""', "theme = []", "safe = 1",
        'sound = "loud"', "volume = 101",
        "window = []", "window = [800]", "window = [800, 600, 3]", "window = [800, 1e9]",
        "window = [800, -600]", "window = 5", "window = {a = 1}", 'last_scenario = "a\\u0000b"',
        'last_scenario = "a\\nb"', "last_scenario = 7", f'last_scenario = "{"x" * 1001}"', "full_screen = 2020-01-01",
    ],
)  # fmt: skip
def test_a_value_out_of_range_is_told(line: str) -> None:
    """Each kind of wrong value gives the default and a message that names its key."""
    loaded = written(line + "\ncoordinates = true\n")
    assert loaded == ViewSettings(coordinates=True)
    assert loaded.mistakes
    assert all(line.split()[0] in told and "\n" not in told for told in loaded.mistakes)


@pytest.mark.parametrize(
    "data",
    [
        b"\x00", b"\xff\xfe\x00\x00", b"\xff\xfes\x00", b"scale", b"scale = ", b"= 3", b"[[[[", b"scale = 1\nscale = 2",
        b"a" * 100_000, b"x = " + b"[" * 500, b"\n".join(b"k%d = 1" % n for n in range(2000)),
        b"a.a.a.a.a.a.a.a = 1", b"scale = '\xe9'", b'{"scale": 100}', bytes(range(1, 256)),
        b"scale = nan", b"scale = 1%s" % (b"0" * 30),
    ],
)  # fmt: skip
def test_a_broken_file_gives_the_defaults_and_says_why(data: bytes) -> None:
    """Whatever the bytes, the viewer starts, and there are few enough messages to show."""
    loaded = written(data)
    assert loaded == ViewSettings()
    assert 1 <= len(loaded.mistakes) <= 11


@given(st.binary(max_size=200))
def test_no_bytes_make_loading_fail(data: bytes) -> None:
    """Any file at all gives settings."""
    assert isinstance(written(data), ViewSettings)


@pytest.mark.parametrize("make", [Path.mkdir, pytest.param(getattr(os, "mkfifo", None), marks=PIPES)])
def test_a_folder_or_a_pipe_in_place_of_the_file_is_no_obstacle(make: Callable[[Path], None]) -> None:
    """It is told on loading, and of a folder on saving; to open a pipe would be to wait for ever."""
    settings_file().parent.mkdir(parents=True)
    make(settings_file())
    loaded = load_settings()
    assert loaded == ViewSettings() and "not a regular file" in loaded.mistakes[0]
    if settings_file().is_dir():
        message = save_settings(CHOSEN)
        assert message is not None and "is a folder" in message


# -- where nothing can be written ------------------------------------------------------------------------


def test_what_the_system_refuses_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in place of the folder, a full disk, or no permission: neither loading nor saving raises."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "no permission to write into the folder 'x'", "x")

    home.write_text("in the way", encoding="utf-8")
    message = save_settings(CHOSEN)
    assert message is not None and message.startswith("The settings could not be saved in ")
    assert load_settings() == ViewSettings()
    home.unlink()
    monkeypatch.setattr("sim.view.settings.write_atomically", refuse)
    message = save_settings(CHOSEN)
    assert message is not None and message.endswith("no permission to write into the folder 'x'")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nothing is read-only to whoever runs this")
def test_a_read_only_folder_is_told_and_keeps_what_was_there() -> None:
    """The old settings are whole, and no temporary file is left."""
    assert save_settings(CHOSEN) is None
    folder = settings_file().parent
    folder.chmod(0o555)
    try:
        message = save_settings(ViewSettings())
        assert message is not None and "no permission to write" in message
        assert load_settings() == CHOSEN
        assert [file.name for file in folder.iterdir()] == ["viewer.toml"]
    finally:
        folder.chmod(0o755)


@pytest.mark.parametrize("wrong", [{"scale": 1000}, {"last_scenario": "a\0b"}, {"last_scenario": "\udc80"}])
def test_what_could_not_be_read_again_is_not_written(wrong: dict[str, Any]) -> None:
    """The message names it; the rest is saved."""
    message = save_settings(replace(CHOSEN, **wrong))
    assert message is not None and next(iter(wrong)) in message
    loaded = load_settings()
    assert loaded.mistakes == ()
    assert loaded.window == CHOSEN.window


def test_only_what_was_changed_is_kept() -> None:
    """What the command line said is for this time only, and what another window has written stays."""
    save_settings(ViewSettings(theme="light"))
    told = ViewSettings(scale=150)
    assert keep_changes(told, replace(told, speed=3)) is None
    assert load_settings() == ViewSettings(theme="light", speed=3)
