"""A map that is being drawn, as a document: its file, and everything that was done to it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from sim.board.any_map import FOREIGN, load_any_map
from sim.board.battlemap import BattleMap
from sim.board.mapfile import MAP_LIMITS, map_text
from sim.files import FileMistakes, read_text
from sim.workshop.change import Change
from sim.workshop.document import Workpiece, digits_of, drafts_folder
from sim.workshop.map_text import MapText
from sim.workshop.rewriting import text_with


class MapDocument(Workpiece[BattleMap, Change]):
    """A map, its file, and everything that was done to it."""

    kind: ClassVar[str] = "map"
    limit: ClassVar[int] = MAP_LIMITS.size

    def __init__(self, text: str, path: Path | None, *, is_new: bool = False) -> None:
        self.source = MapText(text, str(path or "map.toml"))
        super().__init__(self.source.map, text, path, is_new=is_new)

    @property
    def map(self) -> BattleMap:
        """The map as it is now."""
        return self.now

    @classmethod
    def opened(cls, path: Path) -> Self:
        """Open a file; `FileMistakes` and `OSError` say why it cannot be.

        Of a map of another program a copy is begun: what is drawn is not written as they are.
        """
        path = Path(os.path.realpath(path))
        if path.suffix.lower() in FOREIGN:
            return cls.copied(path)
        return cls(read_text(path, limit=MAP_LIMITS.size), path)

    @classmethod
    def begun(cls, battle_map: BattleMap, path: Path | None = None) -> MapDocument:
        """Begin a map that is in no file yet."""
        return cls(map_text(battle_map), path, is_new=True)

    @classmethod
    def copied(cls, path: Path) -> Self:
        """Begin a map as a copy of a file, which is not touched."""
        is_foreign = path.suffix.lower() in FOREIGN
        return cls._copy(map_text(load_any_map(path)) if is_foreign else read_text(path, limit=MAP_LIMITS.size))

    @classmethod
    def copy_of(cls, text: str, battle_map: BattleMap) -> MapDocument:
        """Begin a map as a copy of one, with the text that it was read from if that is a map file of ours."""
        try:
            return cls._copy(text)
        except FileMistakes:
            return cls._copy(map_text(battle_map))

    @classmethod
    def _copy(cls, text: str) -> Self:
        document = cls(text, None, is_new=True)
        document._draft = drafts_folder() / f"copy-{digits_of(text)}.toml"
        return document

    @property
    def text(self) -> str:
        """The text of the file as it would be saved now."""
        return text_with(self.source, self.map)

    def take_draft(self) -> Change:
        """Go on with the draft: as one change, that can be taken back."""
        found = MapText(read_text(self._draft, limit=self.limit), str(self._draft))
        return self.do(_Became(found.map))

    def _is_same(self, one: BattleMap, other: BattleMap) -> bool:
        return _same(one, other)


@dataclass(frozen=True)
class _Became:
    """Put another map in the place of one, all of it."""

    map: BattleMap

    def change(self, battle_map: BattleMap) -> Change:
        names = ("width", "height", "grid", "terrain", "heights", "edges", "features", "ways", "places", "areas")
        parts = (*names, "scale", "title", "notes", "terrain_set")
        turns = {name: (getattr(battle_map, name), getattr(self.map, name)) for name in parts}
        return Change("the draft", whole={name: turn for name, turn in turns.items() if turn[0] != turn[1]})


def _same(one: BattleMap, other: BattleMap) -> bool:
    parts = ("terrain", "heights", "edges", "features", "ways", "places", "areas", "grid", "scale", "title", "notes")
    sized = all(getattr(one, part) == getattr(other, part) for part in ("width", "height", "terrain_set"))
    return sized and all(getattr(one, part) == getattr(other, part) for part in parts)
