"""Scenarios that are right in everything, to be broken on purpose, and the files of a system likewise.

Each system keeps its own text and map beside its tests; what can be done with them is here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from sim.files import FileMistakes
from sim.play.figures import OwnFile
from sim.scenario.scenario import Scenario, parse_scenario


def changed(text: str, *changes: tuple[str, str]) -> str:
    """Return a text with some parts exchanged, each of which must be there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, part: str) -> int:
    """Return the line that a part of a text stands on."""
    return text[: text.index(part)].count("\n") + 1


@dataclass(frozen=True)
class Sample:
    """A scenario as text: what its file is called, what stands in it, and the map that it is played on."""

    file: str
    text: str
    map_text: str

    def changed(self, *changes: tuple[str, str], text: str | None = None) -> str:
        """Return the text, or another, with some parts exchanged."""
        return changed(self.text if text is None else text, *changes)

    def scenario(self, text: str | None = None, map_text: str | None = None) -> Scenario:
        """Read it, with another text or on another map if one is given."""
        map_text = self.map_text if map_text is None else map_text
        return parse_scenario(self.text if text is None else text, self.file, map_text=map_text)

    def mistakes_of(self, text: str, map_text: str | None = None) -> list[str]:
        """Return what is said of a text that cannot be played, line by line."""
        with pytest.raises(FileMistakes) as raised:
            self.scenario(text, map_text)
        return [str(mistake) for mistake in raised.value.mistakes]

    def check_one_mistake(self, old: str, new: str, found: str, expected: str) -> None:
        """Exchange a part: one mistake names the file, the line, what was found and what would be right."""
        told = self.mistakes_of(self.changed((old, new)))
        assert len(told) == 1, told
        assert re.match(rf"{re.escape(self.file)}:\d+", told[0]), told[0]
        assert found in told[0] and expected in told[0], told[0]


def figure_files(system: str) -> list[OwnFile[Any]]:
    """Return the files of figures that a shipped system reads."""
    named = vars(import_module(f"sim.rules.{system}.figures"))
    return [file for file in named.values() if isinstance(file, OwnFile)]


def check_mistake(file: OwnFile[Any], folder: Path, old: str, new: str, told: str) -> None:
    """Exchange a part of a system's file: the mistake is told with file and line, and hardly any other."""
    path = folder / Path(file.name).name
    path.write_text(changed(file.text, (old, new)), encoding="utf-8")
    with pytest.raises(FileMistakes, match=rf"{re.escape(path.name)}:\d+.*{re.escape(told)}") as raised:
        file.read(path)
    # An unknown name is one mistake, and the known one that is missing now is another.
    assert len(raised.value.mistakes) <= 2, raised.value
