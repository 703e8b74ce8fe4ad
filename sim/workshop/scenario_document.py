"""A scenario that is being written, as a document: its text, and everything that was done to it.

The text is the scenario. An edit changes the lines that it is about; what a person has written besides stays.
"""

from __future__ import annotations

import os
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self

from sim.board.battlemap import BattleMap
from sim.board.mapfile import load_map
from sim.files import FileMistakes, KeyPath, parse_toml, read_text
from sim.files.document import TOML_LIMITS
from sim.resources import map_name, shipped_maps
from sim.scenario.systems import system_ids
from sim.workshop.battle_draft import BattleDraft, DraftMaps
from sim.workshop.document import Workpiece, digits_of, drafts_folder
from sim.workshop.edits import Impossible
from sim.workshop.random_battle import first_draft, terrain_of
from sim.workshop.toml_edits import Take, TomlEdit, edited, value_at


@dataclass(frozen=True)
class TextChange:
    """A part of a text that has become another."""

    name: str
    start: int = 0
    before: str = ""
    after: str = ""
    where: KeyPath = ()
    """What of the scenario it is about."""

    def __bool__(self) -> bool:
        """Say whether anything is different at all."""
        return self.before != self.after

    def applied(self, text: str) -> str:
        """Return the text after it."""
        return text[: self.start] + self.after + text[self.start + len(self.before) :]

    def undone(self, text: str) -> str:
        """Return the text before it."""
        return text[: self.start] + self.before + text[self.start + len(self.after) :]


def difference(name: str, before: str, after: str, where: KeyPath = ()) -> TextChange:
    """Return the change that makes one text of another.

    >>> difference("more", "one two", "one and two")
    TextChange(name='more', start=4, before='', after='and ', where=())
    """
    start = _alike(before, after)
    same = _alike(before[start:][::-1], after[start:][::-1])
    return TextChange(name, start, before[start : len(before) - same], after[start : len(after) - same], where)


def _alike(one: str, other: str) -> int:
    """Return how many letters two texts begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


@dataclass(frozen=True)
class ScenarioEdit:
    """Something that is done to a scenario."""

    name: str
    """What is done, as it is told when it is taken back."""
    edits: tuple[TomlEdit, ...]
    where: KeyPath = ()

    def change(self, text: str) -> TextChange:
        """Return what it changes; what no file may say is `Impossible`."""
        after = edited(text, self.edits)
        try:
            parse_toml(after, "")
        except FileMistakes as wrong:
            found, expected = wrong.mistakes[0].found, wrong.mistakes[0].expected
            raise Impossible(f"{found}: expected {expected}" if found else expected) from None
        return difference(self.name, text, after, self.where)


@dataclass(frozen=True)
class _Became:
    """Put another text in the place of one."""

    text: str

    def change(self, text: str) -> TextChange:
        """Return what is different; `FileMistakes` if it is no TOML."""
        parse_toml(self.text, "the draft")
        return difference("the draft", text, self.text)


class ScenarioDocument(Workpiece[str, TextChange]):
    """A scenario, its file, and everything that was done to it."""

    kind: ClassVar[str] = "scenario"
    limit: ClassVar[int] = TOML_LIMITS.size

    def __init__(self, text: str, path: Path | None, folder: Path | None = None, *, is_new: bool = False) -> None:
        """Have a text, which may be full of mistakes but must be TOML; `folder` is where its map lies."""
        parse_toml(text, str(path or "scenario.toml"))
        self.folder = folder if folder is not None else path.parent if path is not None else None
        self._maps = DraftMaps()
        self._read: BattleDraft | None = None
        super().__init__(text, text, path, is_new=is_new)

    @classmethod
    def opened(cls, path: Path) -> Self:
        """Open a file; `FileMistakes` and `OSError` say why it cannot be."""
        path = Path(os.path.realpath(path))
        return cls(read_text(path, limit=cls.limit), path)

    @classmethod
    def begun(cls, text: str, folder: Path | None = None) -> ScenarioDocument:
        """Begin a scenario that is in no file yet; a map of one's own lies in the folder."""
        return cls(text, None, folder, is_new=True)

    @classmethod
    def copied(cls, path: Path) -> ScenarioDocument:
        """Begin a scenario as a copy of a file, which is not touched."""
        text = read_text(path, limit=cls.limit)
        document = cls(text, None, Path(os.path.realpath(path)).parent, is_new=True)
        document._draft = drafts_folder() / f"copy-{digits_of(text)}.toml"
        return document

    @classmethod
    def begun_on(
        cls, system: str, battle_map: BattleMap, map_name: str, title: str, folder: Path | None, *, forces: bool
    ) -> ScenarioDocument:
        """Begin a battle of a system on a map, with two small forces on it or with none; `WrongMap` if it has no such.

        What a system wants to be told in any case is there either way.
        """
        text = first_draft(system, battle_map, map_name, title)
        if not forces:
            data = tomllib.loads(text)
            ways: list[KeyPath] = [("sides", side, "units") for side in data["sides"]]
            text = edited(text, [Take(way) for way in [*ways, ("objectives",)] if value_at(data, way) is not None])
        return cls.begun(text, folder)

    @property
    def text(self) -> str:
        """The text of the file as it would be saved now."""
        return self.now

    @property
    def draft_of_battle(self) -> BattleDraft:
        """What the text says now."""
        if self._read is None or self._read.text is not self.now:
            self._read = BattleDraft(self.now, str(self.path or "scenario.toml"), self.folder, self._maps)
        return self._read

    @property
    def map(self) -> BattleMap | None:
        """The map that is fought on; None where there is none to be found."""
        return self.draft_of_battle.map

    def save(self, path: Path | None = None) -> Path:
        """Write it into its file, or into another one; what names a map beside it stays beside that map."""
        target = path or self.path
        named = str(self.draft_of_battle.data.get("map", ""))
        if target is not None and self.folder is not None and self.draft_of_battle.names_a_file:
            home = Path(os.path.realpath(self.folder))
            if Path(os.path.realpath(target)).parent != home:
                raise FileNotFoundError(f"its map {named} lies in {home}, and the scenario has to be saved beside it")
        saved = super().save(path)
        if self.folder is None or not self.draft_of_battle.names_a_file:
            self.folder = saved.parent
        return saved

    def take_draft(self) -> TextChange:
        """Go on with the draft: as one change, that can be taken back."""
        return self.do(_Became(read_text(self._draft, limit=self.limit)))

    def forget_map(self) -> None:
        """Read the map anew: it may have been drawn on."""
        self._maps.look_again()
        self._read = None


def first_battle() -> ScenarioDocument:
    """Begin a battle with whatever comes first, for somebody to choose anew."""
    system = system_ids()[0]
    path = next((path for path in shipped_maps() if load_map(path).terrain_set.id == terrain_of(system)), None)
    if path is None:
        raise FileNotFoundError("no map came with the program to begin on: draw one, and make a battle there")
    return ScenarioDocument.begun_on(system, load_map(path), map_name(path), "New battle", None, forces=True)
