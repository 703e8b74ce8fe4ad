"""La Cucaracha: what may be ordered, in the words of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sim.engine.orders import Intent
from sim.grid import Cell

NOMINATE, REROLL, ACTION, CHARGED, HOLD = "nominate", "reroll", "action", "charged", "hold"
"""The occasions: who acts with a card of the automated side (CUC-NOMINATE); a die that may be rolled again
(CUC-REROLL); a side's card, or the unit that has begun to act with it; an enemy charges the unit (CUC-REACT); an enemy
has moved or shot before a unit on Hold (CUC-HOLD)."""

Pace = Literal["half", "advance", "rapid"]
"""Half an Advance, an Advance, a Rapid Advance."""


@dataclass(frozen=True)
class Nominate(Intent):
    """CUC-NOMINATE: name the unit that acts with the card."""

    unit: str


@dataclass(frozen=True)
class RollAgain(Intent):
    """CUC-REROLL: roll the die for orders once more; the second roll stands."""

    unit: str


@dataclass(frozen=True)
class Accept(Intent):
    """Let the die for orders stand."""

    unit: str


@dataclass(frozen=True)
class Advance(Intent):
    """Move: every cell after the present one, in order."""

    unit: str
    way: tuple[Cell, ...]
    pace: Pace = "advance"


@dataclass(frozen=True)
class Charge(Intent):
    """Charge an enemy: the way ends in a cell beside it. An empty way charges from where the unit stands."""

    unit: str
    target: str
    way: tuple[Cell, ...]
    reroll: bool = False
    """CUC-F10: one die that misses may be rolled again."""
    back_foot: bool = False
    """CUC-S5: it fights on the Back Foot."""


@dataclass(frozen=True)
class Shoot(Intent):
    """Shoot at an enemy, with a card or in response."""

    unit: str
    target: str
    hasty: bool = False
    reroll: bool = False
    """CUC-S10 and the like: one die that misses may be rolled again."""


@dataclass(frozen=True)
class Reload(Intent):
    """Reload; it takes the place of a shot."""

    unit: str


@dataclass(frozen=True)
class Deploy(Intent):
    """Make a crewed weapon ready to shoot."""

    unit: str


@dataclass(frozen=True)
class PackUp(Intent):
    """Make a crewed weapon ready to move."""

    unit: str


@dataclass(frozen=True)
class Hold(Intent):
    """CUC-HOLD: wait for the enemy, to respond to what he does."""

    unit: str


@dataclass(frozen=True)
class FightOn(Intent):
    """CUC-OVERRIDE: fight another round of a close combat."""

    unit: str


@dataclass(frozen=True)
class Rally(Intent):
    """Try to get over being shaken; a unit that is shaken may also move half an Advance away."""

    unit: str


@dataclass(frozen=True)
class Respond(Intent):
    """CUC-HOLD: respond to what an enemy does: shoot at him, evade, fight back or counter-attack.

    `test` says whether the unit must pass the test to respond first; only the best results of the tables do without.
    """

    unit: str
    enemy: str
    how: Literal["shoot", "evade", "fight back", "counter-attack"]
    test: bool = True
    hasty: bool = False
    back_foot: bool = False
    """CUC-F1: it fights on the Back Foot even if it succeeds."""


@dataclass(frozen=True)
class AnotherOrder(Intent):
    """CUC-EXTRA: take another order with the same card; crews, vehicles and aircraft must pass a test first."""

    unit: str


@dataclass(frozen=True)
class Leave(Intent):
    """Leave the table over the edge of the cell that the unit stands in."""

    unit: str


@dataclass(frozen=True)
class Stand(Intent):
    """Stand: do nothing, or nothing more; the answer to a question that one lets pass."""

    unit: str


INTENTS: tuple[type[Intent], ...] = (
    Nominate, RollAgain, Accept, Advance, Charge, Shoot, Reload, Deploy, PackUp, Hold, FightOn, Rally, Respond,
    AnotherOrder, Leave, Stand,
)  # fmt: skip
