"""The text of a map file as a person has written it, and what of the map it draws where.

A map in a file is drawn in rows and with shapes over them; the map itself knows only what came of it. To write a change
into the text one must know which of them a cell has its ground from.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sim.board.battlemap import BattleMap
from sim.board.findings import Findings
from sim.board.mapfile import MAP_LIMITS, parse_map
from sim.board.mapfile.draft import Draft
from sim.board.mapfile.reading import begun
from sim.board.mapfile.shape_layers import lay_shapes
from sim.files import FileMistakes, parse_toml
from sim.files.toml_spans import TomlStatement, statements

PATCHES = "# Painted over the shapes above."
"""The line under which boxes lie that are painted over other shapes: they are written anew each time."""


class MapText:
    """A text, the map that it says, and where in it everything stands."""

    def __init__(self, text: str, file: str = "map.toml") -> None:
        self.text = text
        self.file = file
        self.map = parse_map(text, file)

    # -- where things stand, found when something is first written ---------------------------------------

    @cached_property
    def statements(self) -> list[TomlStatement]:
        """Every header and key of the text."""
        return statements(self.text)

    @cached_property
    def begun(self) -> Draft:
        """The rows as they are drawn, with no shape laid on them."""
        return begun(parse_toml(self.text, self.file, MAP_LIMITS))

    @cached_property
    def first_patch(self) -> int:
        """The number of the first shape that is a patch; the count of shapes if none is."""
        shapes, mark = self.begun.file.shape, self.text.rfind(f"\n{PATCHES}\n")
        first = len(shapes)
        if mark < 0:
            return first
        for found in self.statements:
            if found.is_header and found.path[:1] == ("shape",) and len(found.path) == 2 and found.span.start > mark:
                first = min(first, int(found.path[1]))
        plain = all(isinstance(shape.box, str) and shape.model_fields_set <= _PATCH for shape in shapes[first:])
        return first if plain else len(shapes)

    @cached_property
    def laid(self) -> Draft:
        """What shapes lay by themselves, patches apart: ground "" where they lay none."""
        return self._laid(0)

    @cached_property
    def raised(self) -> NDArray[np.bool_]:
        """Where the drawn height still counts: under no shape, or under those that raise it."""
        return np.asarray(self._laid(1).heights != self.laid.heights)

    def _laid(self, level: int) -> Draft:
        draft, count = self.begun, self.begun.width * self.begun.height
        probe = replace(
            draft,
            file=draft.file.model_copy(update={"shape": draft.file.shape[: self.first_patch]}),
            findings=Findings(draft.findings.document),
            terrain=np.full(count, "", dtype=np.object_),
            heights=np.full(count, level, dtype=np.int64),
            edges={},
            features={},
            ways={},
            places={},
            areas={},
        )
        lay_shapes(probe)
        return probe


_PATCH = {"box", "terrain", "height"}


def says(text: str, battle_map: BattleMap) -> bool:
    """Say whether a text is that of a map."""
    try:
        read = parse_map(text)
    except FileMistakes:
        return False
    title = battle_map.title or battle_map.name
    return (read.digest, read.title, read.notes) == (battle_map.digest, title, battle_map.notes)
