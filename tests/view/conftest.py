"""Settings for the tests of the viewer: no window is opened, nothing is left behind, and the theme is put back."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.view.ui.palette import use_theme

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in a folder of the test: settings, saves, films and pictures go where nobody misses them."""
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "home"
    use_theme("dark")
