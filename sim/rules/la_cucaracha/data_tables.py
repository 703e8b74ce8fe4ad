"""How numbers, ways to move, weapons and troops are written in files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.terrain_sets.kind_tables import KindId, Name
from sim.files.strict import Strict
from sim.rules.la_cucaracha.units import Quality, Style

Figure = Annotated[int, Field(ge=-9, le=99)]
Length = Annotated[int, Field(ge=1, le=200)]
Count = Annotated[int, Field(ge=1, le=99)]
Small = Annotated[int, Field(ge=0, le=99)]
Source = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class NumberTable(Strict):
    """How a number is written."""

    value: Figure
    source: Source


class CourageTable(Strict):
    """How the number that a courage test must reach is written."""

    value: Annotated[int, Field(ge=1, le=10)]
    source: Source


class MovementTable(Strict):
    """How a way to move is written."""

    name: Name
    cls: KindId = Field(alias="class")
    advance: Length
    rapid: Length
    charges: bool = True
    large: bool = False
    source: Source


class WeaponTable(Strict):
    """How a weapon is written."""

    name: Name
    short: Length
    long: Length
    least: Small = 0
    dice: Small = 0
    reload: Literal["none", "single", "slow"] = "none"
    gun: bool = False
    anti_aircraft: bool = False
    source: Source


class NumbersFile(Strict):
    """The file of the figures."""

    format: int
    number: dict[str, NumberTable]
    courage: dict[Quality, CourageTable]
    movement: Annotated[dict[KindId, MovementTable], Field(min_length=1)]
    weapon: Annotated[dict[KindId, WeaponTable], Field(min_length=1)]


class TroopTable(Strict):
    """How a kind of troops is written."""

    name: Name
    style: Style
    troop: KindId
    figures: Count
    weapon: KindId | None = None
    quality: Quality
    drilled: bool = False
    aggressive: bool = False
    skirmisher: bool = False
    marksmen: bool = False
    armoured: bool = False
    points: Small = 1
    source: Source


class TroopsFile(Strict):
    """The file of the troops."""

    format: int
    troop: Annotated[dict[KindId, TroopTable], Field(min_length=1)]
