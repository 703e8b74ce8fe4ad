"""How numbers, support weapons, teams and cards are written in files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.terrain_sets.kind_tables import KindId, Name
from sim.files.strict import Strict
from sim.rules.ambush_alley.data import Effect
from sim.rules.ambush_alley.units import Kind

Figure = Annotated[int, Field(ge=-9, le=99)]
Length = Annotated[int, Field(ge=1, le=200)]
Count = Annotated[int, Field(ge=1, le=99)]
Small = Annotated[int, Field(ge=0, le=99)]
Dice = Annotated[int, Field(ge=0, le=10)]
Die = Literal[6, 8, 10, 12]
"""The faces of a Quality or Morale die."""
Source = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=300)]


class NumberTable(Strict):
    """How a number is written."""

    value: Figure
    source: Source


class PaceTable(Strict):
    """How the paces of a movement class are written."""

    cautious: Length
    rapid: Length
    source: Source


class AidTable(Strict):
    """How a result of first aid is written."""

    is_: Literal["dead", "serious", "light", "fine"] = Field(alias="is")
    source: Source


class DamageTable(Strict):
    """How a result of the damage die is written."""

    is_: Literal["shaken", "immobilised", "weapon out", "knocked out"] = Field(alias="is")
    source: Source


class ArrivalTable(Strict):
    """How a row of the reinforcement table is written."""

    profile: KindId | None = None
    figures: str | None = None
    leader: bool = False
    again: Annotated[int, Field(ge=0, le=3)] = 0
    source: Source


class SupportTable(Strict):
    """How a support weapon is written."""

    name: Name
    dice: Dice
    anti_tank: Dice = 0
    damage: Annotated[int, Field(ge=0, le=2)] = 0
    mounted: bool = False
    source: Source


class NumbersFile(Strict):
    """The file of the figures."""

    format: int
    number: dict[str, NumberTable]
    pace: Annotated[dict[KindId, PaceTable], Field(min_length=1)]
    cover: dict[str, NumberTable]
    first_aid: dict[str, AidTable]
    damage: dict[str, DamageTable]
    arrival: dict[str, ArrivalTable]
    support: Annotated[dict[KindId, SupportTable], Field(min_length=1)]


class TeamTable(Strict):
    """How a kind of team is written."""

    name: Name
    kind: Kind = "team"
    quality: Die
    morale: Die
    figures: Count
    support: tuple[KindId, ...] = ()
    body_armour: Dice = 0
    movement: KindId = "foot"
    medic: bool = False
    armour: tuple[Dice, Dice, Dice] = (0, 0, 0)
    armour_die: Die = 6
    rear_die: Die | None = None
    soft_skinned: bool = False
    seats: Small = 0
    points: Small = 1
    source: Source


class TeamsFile(Strict):
    """The file of the teams."""

    format: int
    team: Annotated[dict[KindId, TeamTable], Field(min_length=1)]


class CardTable(Strict):
    """How a card is written."""

    name: Name
    text: Text
    effect: Effect
    amount: Annotated[int, Field(ge=-9, le=20)] = 0
    whom: Literal["", "regulars", "insurgents", "one regular", "one insurgent", "nearest", "random"] = ""
    lasts: Literal["at once", "this turn", "until it moves", "for good"] = "at once"


class CardsFile(Strict):
    """The file of the cards."""

    format: int
    fog: Annotated[dict[KindId, CardTable], Field(min_length=1)]
    asset: Annotated[dict[KindId, CardTable], Field(min_length=1)]
