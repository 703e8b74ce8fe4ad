"""Every test of the browser has a home of its own, and the theme is put back."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from sim.scenario.systems import adopt
from sim.view.ui.palette import use_theme
from tests.picket import PICKET


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Work in a folder of the test."""
    adopt(PICKET)
    monkeypatch.setenv("SANDTABLE_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    yield tmp_path / "home"
    use_theme("dark")
