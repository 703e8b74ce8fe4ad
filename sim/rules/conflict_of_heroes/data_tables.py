"""How counters, hit markers, cards and numbers are written in files."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from sim.board.terrain_sets.kind_tables import KindId, Name
from sim.files.strict import Strict
from sim.rules.conflict_of_heroes.kinds import CardEffect, Kind, Pool, Symbol

Figure = Annotated[int, Field(ge=-99, le=99)]
Cost = Annotated[int, Field(ge=0, le=99)]
Count = Annotated[int, Field(ge=1, le=99)]
Source = Annotated[str, StringConstraints(min_length=1, max_length=200)]
No = Literal["no"]
"""What cannot be done is said and not left out, so that a forgotten line is a mistake and not a crippled counter."""


class UnitTable(Strict):
    """How a counter is written."""

    name: Name
    nation: KindId
    kind: Kind
    movement: str
    symbol: Symbol
    attack_ap: Cost | No
    move_ap: Cost
    red: Figure
    blue: Figure
    range: Cost
    min_range: Cost = 0
    front: Figure
    flank: Figure
    front_armoured: bool = False
    flank_armoured: bool = False
    wheels: Cost = 0
    tracks: Cost = 0
    turret: bool = False
    crewed: bool = False
    crewed_blue: bool | None = None
    flame: bool = False
    explosive: bool = False
    indirect_ap: Cost | None = None
    smoke: bool = False
    non_combat: bool = False
    source: Source


class HitTable(Strict):
    """How a hit marker is written."""

    name: Name
    pool: Pool
    count: Count
    rally: Annotated[int, Field(ge=2, le=12)] | No
    destroys: bool = False
    only_rally: bool = False
    no_attack: bool = False
    no_move: bool = False
    no_red: bool = False
    no_blue: bool = False
    attack_ap: Figure = 0
    move_ap: Figure = 0
    red: Figure = 0
    blue: Figure = 0
    range: Cost | None = None
    front: Figure = 0
    flank: Figure = 0
    source: Source


class CardTable(Strict):
    """How an action card is written."""

    name: Name
    count: Count
    effect: CardEffect
    ap: Cost | None = None
    caps: Cost | None = None
    text: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    value: Figure = 0
    source: Source


class NumberTable(Strict):
    """How a number is written."""

    value: Figure
    source: Source


class UnitsFile(Strict):
    """The file of the counters."""

    format: int
    unit: Annotated[dict[KindId, UnitTable], Field(min_length=1)]


class HitsFile(Strict):
    """The file of the hit markers."""

    format: int
    hit: Annotated[dict[KindId, HitTable], Field(min_length=1)]


class CardsFile(Strict):
    """The file of the action cards."""

    format: int
    card: Annotated[dict[KindId, CardTable], Field(min_length=1)]


class NumbersFile(Strict):
    """The file of the numbers."""

    format: int
    number: dict[str, NumberTable]
