"""How weapons, wound chits, numbers, characters and kits are written in files."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from sim.board.terrain_sets.kind_tables import KindId, Name
from sim.files.strict import Strict
from sim.rules.outlaws.units import Aim, WeaponClass

Figure = Annotated[int, Field(ge=-99, le=99)]
Cost = Annotated[int, Field(ge=0, le=99)]
Count = Annotated[int, Field(ge=1, le=99)]
Skill = Annotated[int, Field(ge=0, le=3)]
Source = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class NumberTable(Strict):
    """How a number is written."""

    value: Figure
    source: Source


class ShotTable(Strict):
    """How a way to fire is written."""

    actions: Annotated[int, Field(ge=1, le=4)]
    aim: Figure = 0


class WeaponTable(Strict):
    """How a weapon is written."""

    name: Name
    cls: WeaponClass = Field(alias="class")
    hands: Annotated[int, Field(ge=1, le=2)] = 1
    base: Annotated[int, Field(ge=2, le=12)] = 7
    per: Count = 2
    longest: Count | None = None
    capacity: Cost = 0
    reload: Cost = 0
    barrels: Annotated[int, Field(ge=1, le=2)] = 1
    shots: dict[Aim, ShotTable] = Field(default_factory=dict)
    thrown: Cost = 0
    strikes: bool = False
    stands: bool = False
    source: Source


class WoundTable(Strict):
    """How a wound chit is written."""

    name: Name
    count: Count
    owed: Cost = 0
    lost: Cost = 0
    prone: bool = False
    arm: bool = False
    leg: bool = False
    unconscious: bool = False
    dead: bool = False
    source: Source


class NumbersFile(Strict):
    """The file of the figures."""

    format: int
    objects: tuple[KindId, ...] = ()
    number: dict[str, NumberTable]
    snapshot_range: dict[WeaponClass, NumberTable]
    weapon: Annotated[dict[KindId, WeaponTable], Field(min_length=1)]
    wound: Annotated[dict[KindId, WoundTable], Field(min_length=1)]


class ItemTable(Strict):
    """How something that is held or carried is written, where more than its kind is to be said."""

    kind: str
    loaded: Cost | None = None
    """Rounds in it; as many as it holds if left out."""
    reloads: Cost = 0


class KitTable(Strict):
    """How a kit is written."""

    hands: tuple[str | ItemTable, ...] = ()
    """The favoured hand first."""
    carried: tuple[str | ItemTable, ...] = ()
    source: Source


class CharacterTable(Strict):
    """How the card of a character is written."""

    name: Name
    actions: Annotated[int, Field(ge=1, le=4)]
    gun: Skill = 0
    brawl: Skill = 0
    bow: Skill = 0
    tuwa: bool = False
    group: bool = False
    kit: KindId
    source: Source


class CharactersFile(Strict):
    """The file of the characters."""

    format: int
    kit: Annotated[dict[KindId, KitTable], Field(min_length=1)]
    character: Annotated[dict[KindId, CharacterTable], Field(min_length=1)]
