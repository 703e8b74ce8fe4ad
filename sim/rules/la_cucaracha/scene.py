"""A moment of a battle of La Cucaracha, who is in it, and what an order to a unit is, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import ClassVar, cast

from sim.engine.battle import Position
from sim.engine.game import Game
from sim.engine.insight import Odds
from sim.engine.orders import Intent
from sim.engine.setup import Objective
from sim.engine.words import counted, filled
from sim.play.order import Actor, Order
from sim.play.tally import Reckoning
from sim.rules.la_cucaracha.scenario import CucData
from sim.rules.la_cucaracha.units import CucState, Troop

Scene = Position[CucState, CucData]
Play = Game[CucState, CucData]

NOMINATE, REROLL, ACTION, CHARGED, HOLD = "nominate", "reroll", "action", "charged", "hold"
"""The occasions: who acts with a card of the automated side (CUC-NOMINATE); a die that may be rolled again
(CUC-REROLL); a side's card, or the unit that has begun to act with it; an enemy charges the unit (CUC-REACT); an enemy
has moved or shot before a unit on Hold (CUC-HOLD)."""


@dataclass(frozen=True)
class Reaction:
    """What came of being charged, for the fight that follows."""

    counter_attacks: bool = False
    idle: bool = False
    """It strikes no blow in the first round."""


class CucOrder(Order[CucState, CucData]):
    """An order to a unit."""

    typed = "{unit} {verb}"
    on: ClassVar[tuple[str, ...]] = (ACTION,)
    manners: ClassVar[str] = ""
    """What tells it from others like it, as a sentence with slots."""
    unit: Actor

    plights: ClassVar[tuple[str, ...]] = ()
    """CUC-OVERRIDE: the plights in which it may be given: "fighting", "shaken"."""
    begins: ClassVar[bool] = True
    """Whether it cannot follow a move with the same order."""
    rolls_again: ClassVar[bool] = False
    """CUC-REROLL: whether it has the die for orders thrown once more."""
    wants_more: ClassVar[bool] = False
    """CUC-EXTRA: whether it asks for another order with the same card."""

    def troop(self, position: Scene) -> Troop:
        """Return who carries it out."""
        return position.state.unit(self.unit)

    def manner(self, position: Scene) -> str:
        """Tell it from others like it."""
        return filled(self.manners, position, self).strip(" ,")

    def reaction(self, game: Play) -> Reaction | None:
        """CUC-REACT: carry out the answer to a charge; None: the unit stands."""
        return None

    def threat(self, position: Scene, target: Troop) -> tuple[Odds, ...]:
        """Return what the order would do to a target, whoever's card it is; nothing where it is no attack on it."""
        return ()


def given(intent: Intent) -> CucOrder:
    """Return an answer as the order that it is: whatever the book allows is one."""
    return cast(CucOrder, intent)


def enemies(position: Scene, side: str) -> Iterator[Troop]:
    """Yield the enemies of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side != side and unit.on_table)


def friends(position: Scene, side: str) -> Iterator[Troop]:
    """Yield the units of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and unit.on_table)


# -- who has won -----------------------------------------------------------------------------------------------------


class CucReckoning(Reckoning):
    """Points for objectives, for units lost and for deeds; a side gives up when it has lost units enough."""

    stakes, fallen = attrgetter("battle.data.engagement"), attrgetter("lost")

    def holder(self, position: Scene, objective: Objective) -> str:
        """Return who was the last to be there alone."""
        return dict(position.state.holders).get(objective.id, "")

    def gave_up(self, position: Scene, side: str, lost: int) -> str:
        """Say that a side broke."""
        return f"{position.battle.side(side).mention} broke with {counted(lost, 'unit')} lost"


_COUNT = CucReckoning()
outcome, standing, gained, losses = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.losses
gone, bring_on = _COUNT.lost, _COUNT.bring_on
