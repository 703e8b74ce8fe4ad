from pathlib import Path

import pygame
import pytest

from sim.cli.main import main
from sim.cli.output import ExitCode
from sim.resources import map_name, shipped_maps


@pytest.fixture(autouse=True)
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run as on a machine without a display."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)


SMALL = next(map_name(file) for file in shipped_maps() if "features" in str(file))


def test_without_a_display_the_map_is_shown_as_text(capfd: pytest.CaptureFixture[str]) -> None:
    """The command says that there is no display, prints the map, and is content. Without a name the first battle is
    taken, for feature maps come last: whoever just looks wants to see a battlefield."""
    assert main(["view", SMALL]) == ExitCode.OK
    out, err = capfd.readouterr()
    assert "no display" in err and "\n  1 " in out and "pygame" not in out + err
    assert main(["view"]) == ExitCode.OK
    first = next(file for file in shipped_maps() if map_name(file).startswith("battles/"))
    assert first.stem in capfd.readouterr().out


def test_a_shot_is_drawn_without_a_display(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """One frame of the size asked for, and nothing printed."""
    file = tmp_path / "shot.png"
    assert main(["view", SMALL, "--size", "640x400", "--shot", str(file)]) == ExitCode.OK
    assert pygame.image.load(file).get_size() == (640, 400)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("size", ["big", "640", "0x10", "99999x10", "16000x16000", "x", "640x-1"])
def test_a_size_that_is_none_is_refused(size: str, capfd: pytest.CaptureFixture[str]) -> None:
    """The message says how a size is written or how far it may go."""
    assert main(["view", SMALL, "--size", size]) == ExitCode.USAGE
    assert "pixels" in capfd.readouterr().err


def test_an_unknown_map_is_named(capfd: pytest.CaptureFixture[str]) -> None:
    """A name that fits no map is an error of its own."""
    assert main(["view", "atlantis"]) == ExitCode.INVALID_INPUT
    assert "atlantis" in capfd.readouterr().err
