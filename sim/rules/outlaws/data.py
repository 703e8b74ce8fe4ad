"""What a scenario of OUTLAWS! says in the words of the game, and what a battle keeps for its length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sim.grid import Cell
from sim.rules.outlaws.figures import Figures


@dataclass(frozen=True)
class Exit:
    """An edge of the board over which a side is rewarded for leaving."""

    side: str
    cells: tuple[Cell, ...]
    points: int
    loot_points: int = 0
    """More for whoever carries the loot."""


@dataclass(frozen=True)
class Shootout:
    """What a scenario says in the words of the game."""

    right_handed: Mapping[str, bool]
    exits: tuple[Exit, ...] = ()
    kill_points: int = 1
    """For each enemy out of action at the end."""
    last_standing: bool = True
    """The shootout ends as soon as one side has nobody left who is conscious."""
    needs: Mapping[str, int] = field(default_factory=dict)
    """Points at which a side wins at once, by side."""
    tie: str = ""
    """The side that wins a draw in points; empty for a draw."""
    targets_allowed: tuple[str, ...] = ()
    """OUT-T-groups: groups that are targets after all."""
    objects: tuple[Cell, ...] = ()
    """OUT-BRAWL-2: squares with something in them to pick up and strike with, in map order."""
    lead_horses: bool = False
    """OUT-RIDE-2: whoever gets off a horse leads it along at a walk."""


CouldWound = Literal["by a roll", "by distance"]
ProneAway = Literal["crawls", "stands up"]
ProneArcher = Literal["gets up", "gets up to shoot"]
ProneRun = Literal["gets up", "moves"]
NoWay = Literal["waits", "goes nearer"]
InPlace = Literal["stays", "goes on"]


@dataclass(frozen=True)
class Readings:
    """How clauses that can be read in two ways are read, each with the id of its rule; a scenario may set them."""

    could_wound: CouldWound = "by a roll"
    """OUT-READ-wound."""
    prone_away: ProneAway = "crawls"
    """OUT-READ-away."""
    prone_archer: ProneArcher = "gets up"
    """OUT-READ-archer."""
    prone_run: ProneRun = "gets up"
    """OUT-READ-run."""
    no_way: NoWay = "waits"
    """OUT-READ-no-way."""
    in_place: InPlace = "stays"
    """OUT-READ-in-place."""


@dataclass(frozen=True, kw_only=True)
class OutData(Figures):
    """What a battle of OUTLAWS! keeps for its length: the figures, and what the scenario adds to them."""

    shootout: Shootout
    autos: tuple[str, ...]
    """The sides whose characters are run by the solitaire rules."""
    readings: Readings = Readings()
