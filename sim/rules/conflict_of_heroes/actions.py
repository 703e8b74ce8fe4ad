"""Intents: what a side may order."""

from __future__ import annotations

from dataclasses import dataclass

from sim.engine.frozen import quickly_made
from sim.engine.orders import Intent
from sim.grid import Cell

TURN, AI_TURN, REROLL, ENEMY_ACTED = "turn", "AI turn", "own roll", "enemy has acted"
ENEMY_MOVED = "enemy vehicle has moved"
"""The occasions on which somebody is asked."""


@quickly_made
@dataclass(frozen=True)
class Step:
    """How one counter moves: the hexes it enters, and where it faces in the end."""

    unit: str
    way: tuple[Cell, ...]
    facing: int


@quickly_made
@dataclass(frozen=True)
class Move(Intent):
    """Move one counter, or a group of them, by one action."""

    steps: tuple[Step, ...]
    caps: int = 0
    """CAPs that pay part of the cost (COH-3.2.1), or all of it (COH-3.2.2)."""
    card: str = ""


@dataclass(frozen=True)
class Pivot(Intent):
    """Turn in place."""

    unit: str
    facing: int
    caps: int = 0
    card: str = ""


@quickly_made
@dataclass(frozen=True)
class Fire(Intent):
    """Attack a counter, from afar or in close combat, perhaps with others in support."""

    unit: str
    target: str
    supporters: tuple[str, ...] = ()
    caps: int = 0
    dice_caps: int = 0
    """CAPs spent on the dice, each worth one."""
    card: str = ""


@dataclass(frozen=True)
class Rally(Intent):
    """Try to shake off hits, one counter or a group."""

    units: tuple[str, ...]
    caps: int = 0
    dice_caps: int = 0
    """CAPs spent on the dice of each counter that rallies, every one worth one."""
    card: str = ""


@dataclass(frozen=True)
class DigIn(Intent):
    """Take up a hasty defence."""

    unit: str
    caps: int = 0
    card: str = ""


@dataclass(frozen=True)
class LaySmoke(Intent):
    """Put smoke into a hex, by a mortar or by a card."""

    cell: Cell
    unit: str = ""
    caps: int = 0
    card: str = ""


@dataclass(frozen=True)
class ReconByFire(Intent):
    """Fire into a hex where somebody may be hidden."""

    unit: str
    cell: Cell
    caps: int = 0
    dice_caps: int = 0
    """CAPs spent on the dice that search, each worth one."""
    card: str = ""


@dataclass(frozen=True)
class Hide(Intent):
    """Go into hiding where nobody sees it."""

    unit: str
    caps: int = 0
    card: str = ""


@dataclass(frozen=True)
class PlayCard(Intent):
    """COH-3.3: play a card that is an action by itself, or an answer to what has just happened."""

    card: str
    unit: str = ""
    cell: Cell | None = None


@dataclass(frozen=True)
class Stall(Intent):
    """COH-3.4: spend 1 AP with a fresh Unit, or 1 CAP, and do nothing."""

    unit: str = ""
    """Empty: a CAP is spent."""


@dataclass(frozen=True)
class Pass(Intent):
    """COH-3.5: spend nothing and do nothing."""


INTENTS: tuple[type[Intent], ...] = (
    Move,
    Pivot,
    Fire,
    ReconByFire,
    Rally,
    DigIn,
    LaySmoke,
    Hide,
    PlayCard,
    Stall,
    Pass,
)
