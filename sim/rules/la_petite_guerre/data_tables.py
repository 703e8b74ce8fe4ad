"""How numbers, weapons and men are written in files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.terrain_sets.kind_tables import KindId, Name
from sim.files.strict import Strict
from sim.files.wording import formed
from sim.rules.la_petite_guerre.units import Grade

Figure = Annotated[int, Field(ge=-9, le=99)]
Length = Annotated[int, Field(ge=0, le=200)]
Small = Annotated[int, Field(ge=0, le=9)]
Source = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Decimals = Annotated[str, formed(r"^[0-9]{1,3}(\.[0-9]{1,6})?$", 'a decimal in quotes, as in "5.625"')]
"""Written as text, because a beaten zone is worked out exactly and a float is not exact."""


class NumberTable(Strict):
    """How a number is written."""

    value: Figure
    source: Source


class ExactTable(Strict):
    """How a number with decimals is written."""

    value: Decimals
    source: Source


class BandTable(Strict):
    """How the dice for a distance are written."""

    up_to: Annotated[int, Field(ge=1, le=200)]
    dice: Annotated[int, Field(ge=1, le=9)]
    source: Source


class WeaponTable(Strict):
    """How a weapon is written."""

    name: Name
    kind: Literal["small arm", "gatling", "field gun", "melee"] = "small arm"
    short: Length = 0
    longest: Length = 0
    load: Small = 0
    bayonet: bool = False
    melee: Small = 0
    source: Source


class NumbersFile(Strict):
    """The file of the figures."""

    format: int
    number: dict[str, NumberTable]
    control_grade: dict[Grade, NumberTable]
    charge_grade: dict[Grade, NumberTable]
    morale_grade: dict[Grade, NumberTable]
    acquire: dict[str, NumberTable]
    fire: dict[str, NumberTable]
    wedge: dict[str, NumberTable]
    charge_test: dict[str, NumberTable]
    pursuit: dict[str, NumberTable]
    planner: dict[str, NumberTable]
    exact: dict[str, ExactTable]
    wedge_band: Annotated[tuple[BandTable, ...], Field(min_length=1)]
    weapon: Annotated[dict[KindId, WeaponTable], Field(min_length=1)]


class ManTable(Strict):
    """How a kind of man, or of gun, is written."""

    name: Name
    kind: Literal["man", "gun"] = "man"
    grade: Grade = "B"
    weapon: KindId
    second: KindId | None = None
    command: Annotated[int, Field(ge=0, le=6)] = 0
    marksman: bool = False
    metis: bool = False
    rides: bool = False
    crew: Small = 0
    points: Annotated[int, Field(ge=0, le=99)] = 1
    source: Source


class MenFile(Strict):
    """The file of the men and the guns."""

    format: int
    man: Annotated[dict[KindId, ManTable], Field(min_length=1)]
