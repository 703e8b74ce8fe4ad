"""What a scenario of La Cucaracha says in the words of the game, and what a battle keeps for its length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sim.grid import Cell
from sim.rules.la_cucaracha.figures import Figures

Nomination = Literal["player", "nearest", "random"]


@dataclass(frozen=True)
class Readings:
    """Clauses that can be read in two ways; the first reading of each is the default."""

    reroll: Literal["closing", "drilled"] = "closing"
    """CUC-REROLL: only who tries to close with the enemy rolls again, or anybody who is drilled."""
    failed_response: Literal["nothing", "back_foot"] = "nothing"
    """CUC-FAILED: who fails the test to respond does not respond, or is caught on the Back Foot."""
    nearer: Literal["way", "inches"] = "way"
    """CUC-NEARER: nearer by the way that is left to go, or as the ruler lies."""
    contact: Literal["short", "touching"] = "short"
    """CUC-CONTACT: ordinary moves stop short of contact, or may end in it without a fight."""


@dataclass(frozen=True)
class Exit:
    """An edge of the table over which a side is rewarded for leaving."""

    side: str
    cells: tuple[Cell, ...]
    points: int


@dataclass(frozen=True)
class Objective:
    """A place that counts at the end for whoever was there last."""

    id: str
    title: str
    cells: tuple[Cell, ...]
    points: int


@dataclass(frozen=True)
class Arrival:
    """A unit that comes on later."""

    unit: str
    turn: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Engagement:
    """What a scenario says in the words of the game."""

    nominate: Nomination | None = None
    """CUC-NOMINATE; None: by the player where a person plays against the automated side, else at random."""
    exits: tuple[Exit, ...] = ()
    objectives: tuple[Objective, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    needs: Mapping[str, int] = field(default_factory=dict)
    """Points at which a side wins at once, by side."""
    breaks_at: Mapping[str, int] = field(default_factory=dict)
    """Units lost or retired from the table at which a side gives up, by side."""
    tie: str = ""
    """The side that wins if the points are equal; empty for a draw."""


@dataclass(frozen=True, kw_only=True)
class CucData(Figures):
    """What a battle of La Cucaracha keeps for its length: the figures, and what the scenario adds to them."""

    engagement: Engagement
    readings: Readings = Readings()
