"""What a scenario of La Petite Guerre says in the words of the game, and what a battle keeps for its length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from sim.engine.battle import mentioned
from sim.grid import Cell
from sim.rules.la_petite_guerre.figures import Figures
from sim.rules.la_petite_guerre.units import Stance


@dataclass(frozen=True)
class Objective:
    """A place that counts at the end for whoever has more able men there."""

    id: str
    title: str
    cells: tuple[Cell, ...]
    points: int
    holder: str = ""

    @cached_property
    def ground(self) -> frozenset[Cell]:
        """Its cells, to be looked up: the points of every moment of a battle ask who stands there."""
        return frozenset(self.cells)


@dataclass(frozen=True)
class Exit:
    """An edge of the table over which a side is rewarded for leaving."""

    side: str
    cells: tuple[Cell, ...]
    points: int


@dataclass(frozen=True)
class Arrival:
    """A man or a gun that comes on later."""

    unit: str
    turn: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Company:
    """A unit of men, and what the planner is to do with it."""

    id: str
    name: str
    side: str
    stance: Stance = "defend"
    goal: str = ""
    """An objective or an exit area that it goes for; empty for the enemy himself."""
    cells: tuple[Cell, ...] = ()
    """The cells of that goal."""

    @property
    def mention(self) -> str:
        """The name as it stands in the middle of a sentence."""
        return mentioned(self.name)


@dataclass(frozen=True)
class Engagement:
    """What a scenario says in the words of the game."""

    companies: Mapping[str, Company] = field(default_factory=dict)
    objectives: tuple[Objective, ...] = ()
    exits: tuple[Exit, ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    hidden: tuple[str, ...] = ()
    """Men in rifle pits whom nobody knows of before they fire or are come upon."""
    needs: Mapping[str, int] = field(default_factory=dict)
    breaks_at: Mapping[str, int] = field(default_factory=dict)
    """Men out of action or gone at which a side gives up."""
    tie: str = ""

    def mention(self, company: str) -> str:
        """Return the name of a company as it stands in the middle of a sentence; its id if it has none."""
        return self.companies[company].mention if company in self.companies else company


@dataclass(frozen=True)
class Readings:
    """How clauses are read that can be read in two ways; what each means is told where a scenario sets it."""

    charged_men: Literal["may charge", "do not charge"] = "may charge"
    wounded_men: Literal["run one move", "run two moves"] = "run one move"
    prone_men: Literal["do not pursue", "pursue"] = "do not pursue"
    catching: Literal["is no charge", "is a charge"] = "is no charge"
    advantages: Literal["together", "each"] = "together"
    hex_front: Literal[120, 60] = 120


@dataclass(frozen=True, kw_only=True)
class LpgData(Figures):
    """What a battle of La Petite Guerre keeps for its length: the figures, and what the scenario adds to them."""

    engagement: Engagement
    readings: Readings = field(default_factory=Readings)
