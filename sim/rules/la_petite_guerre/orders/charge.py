"""The declaration of a charge (LPG-CHARGE); how it is driven home stands in charging.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sim.engine.dice import AVERAGE_DIE
from sim.engine.insight import Odds
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.order import Refused
from sim.rules.la_petite_guerre.events import ChargeDeclared
from sim.rules.la_petite_guerre.geometry import sees
from sim.rules.la_petite_guerre.orders import odds
from sim.rules.la_petite_guerre.orders.moves import Dice, dice_refusal
from sim.rules.la_petite_guerre.orders.order import CHARGES, LpgOrder, Paced, Target, nobody
from sim.rules.la_petite_guerre.scene import Play, Scene
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import mover


@dataclass(frozen=True)
class Charge(Paced, LpgOrder):
    """LPG-CHARGE: charge an enemy."""

    rule, verb, on = "LPG-CHARGE", "charge", (CHARGES,)
    typed, says = "{unit} charge {target}{pace}", "{unit} charges {target}{pace}"
    target: Target
    dice: Dice = 1

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        """LPG-CHARGE: who is himself, and has no charge on his hands, at an enemy whom he sees and might reach."""
        yield nobody(position, self.target)
        target = position.state.unit(self.target)
        if man.profile.kind == "gun":
            yield "no gun charges"
        states = (
            (man.broken, "runs", "LPG-ROUT"),
            (man.stunned, "is stunned", "LPG-STUN"),
            (man.prone, "is prone", self.rule),
        )
        yield from (Refusal(f"{man.id} {state}, and does not charge", rule) for so, state, rule in states if so)
        if man.control not in ("free", "") and not man.profile.command:
            yield Refusal(f"{man.id} is out of control", "LPG-CTRL")
        if man.charged:
            yield f"{man.id} has a charge on his hands already"
        if man.was_charged and position.battle.data.readings.charged_men == "do not charge":
            yield Refusal(f"{man.id} was charged this turn himself", "LPG-CHARGE-order")
        if target.out or target.side == man.side or target.hidden:
            yield Refusal(f"{self.target} is nobody to charge", TABLE_SENSE)
        if not sees(position, man, target):
            yield f"no line of sight to {self.target}"
        yield dice_refusal(man, self.dice)
        steps = position.map.grid.distance(man.place, target.place) - 1
        longest = max(AVERAGE_DIE.faces) * self.dice + position.battle.data.numbers.charge
        if steps * mover(position, man).step > 2 * longest:
            yield Refusal(f"{self.target} is too far for any charge", "LPG-MOVE-1")

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        return tuple(odds.charge(position, self))

    def carry_out(self, game: Play, man: Man) -> None:
        """Declare it: it is driven home after those that were declared before it."""
        game.happen(ChargeDeclared(self.unit, self.target, self.dice))
