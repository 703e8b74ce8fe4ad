"""What a scenario of Ambush Alley says in the words of the game, and what a mission keeps for its length."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sim.grid import Cell
from sim.rules.ambush_alley.figures import Cards, Figures

Placing = Literal["scenario", "player", "automatic"]
Late = Literal["anew", "kept"]
Checks = Literal["activations", "moves and fire"]
Listed = Literal["without leader", "with leader"]
Doubled = Literal["its own dice", "whole unit"]


@dataclass(frozen=True)
class Readings:
    """Clauses that can be read in two ways, each with the reading that a mission plays by."""

    late_interruption: Late = "anew"
    """AAS-R-late: whoever was too late to interrupt decides anew when its time comes, or keeps what it decided."""
    action_checks: Checks = "activations"
    """AAS-R-active: whatever Regulars do in sight calls for action checks, or moves and fire alone."""
    listed_firepower: Listed = "without leader"
    """AAS-R-firepower: whether the die of a leader counts in the Firepower that the lists ask for."""
    support_range: Doubled = "its own dice"
    """AAS-R-support: whose optimum range a support weapon doubles."""


@dataclass(frozen=True)
class Objective:
    """A place that counts."""

    id: str
    title: str
    cells: tuple[Cell, ...]
    points: int
    kind: Literal["hold", "reach", "search", "rescue"] = "hold"
    """"hold" counts at the end for whoever stands there alone; "reach" once a Regular unit has ended its activation
    there; "search" and "rescue" once one has searched there. Those three are in `AasState.searched` then."""
    holder: str = ""
    """Of one to hold: the side that has it while nobody stands there."""


@dataclass(frozen=True)
class Exit:
    """An edge of the table over which a side is rewarded for leaving."""

    side: str
    cells: tuple[Cell, ...]
    points: int
    units: tuple[str, ...] = ()
    """For these alone; for all, if none is named."""


@dataclass(frozen=True)
class Mission:
    """What a scenario says in the words of the game."""

    regulars: str
    insurgents: str
    civilians: str = ""
    placing: Placing = "scenario"
    entry: tuple[Cell, ...] = ()
    """Where the Regulars come from."""
    fog_cards: int = 0
    asset_cards: int = 0
    assets: tuple[str, ...] = ()
    """Asset cards that the Regulars have in any case."""
    objectives: tuple[Objective, ...] = ()
    exits: tuple[Exit, ...] = ()
    needs: Mapping[str, int] = field(default_factory=dict)
    """Points at which a side wins at once."""
    casualties: int = 0
    """Points that the Insurgents get for each Regular who is dead or seriously wounded."""
    tie: str = ""
    players: tuple[str, ...] = ()
    """AAS-COOP: who shares the Regulars, in the order in which the mouse goes round."""
    strength: Mapping[str, int] = field(default_factory=dict)
    """Figures of every Regular team at the beginning, the wounded with them: the fallen are those who are missing."""


@dataclass(frozen=True, kw_only=True)
class AasData(Figures, Cards):
    """What a mission keeps for its length: the figures and the cards, and what the scenario adds to them."""

    mission: Mission
    readings: Readings = Readings()
