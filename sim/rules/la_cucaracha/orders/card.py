"""What is ordered of a card: who acts with it, whether its die stands, to hold, to leave, another order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.play.happening import Left, PointsWon
from sim.play.odds import Told
from sim.play.order import Refused
from sim.rules.la_cucaracha import events, state
from sim.rules.la_cucaracha.combat import responses
from sim.rules.la_cucaracha.combat.responses import passes_response
from sim.rules.la_cucaracha.ground import moves, sight
from sim.rules.la_cucaracha.orders.base import CucOrder, Handling
from sim.rules.la_cucaracha.state import BEST, CucGame, CucPosition, Troop, flies, friends

# -- the die for orders ----------------------------------------------------------------------------------------------


class Nominate(CucOrder):
    """CUC-NOMINATE: name the unit that acts with the card: one of the automated side that has not acted."""

    rule, verb, on, says = "CUC-NOMINATE", "nominate", (state.NOMINATE,), "{unit} {unit:is|are} to act"

    @classmethod
    def candidates(cls, position: CucPosition, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield everybody of that side; who has acted is listed with the reason."""
        acted = (each.id for each in friends(position, ask.about or "") if each.acted)
        return (cls(each) for each in (acted if unit is None else (unit.id,)))


class RollAgain(CucOrder):
    """CUC-REROLL: roll the die for orders once more; the second roll stands."""

    rule, verb, key, on, rolls_again = "CUC-REROLL", "roll again", "R", (state.REROLL,), True
    says = "{unit} {unit:rolls|roll} again for {unit:its|their} orders"

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        """Only the drilled and the aggressive roll again, and only to close with the enemy.

        A fighter always tries to close, and others who have nobody in range and can move.
        """
        unit = self.troop(position)
        if not unit.profile.drilled and not unit.profile.aggressive:
            yield unit.name.does("is neither drilled nor aggressive")
        if unit.profile.drilled and position.battle.data.readings.reroll == "drilled":
            return
        stays = moves.anchored(unit) or sight.has_target_from(position, unit, unit.place)
        if unit.profile.style != "fighter" and stays:
            yield unit.name.does("does not try to close with the enemy")


class Accept(CucOrder):
    """CUC-REROLL: let the die for orders stand."""

    rule, verb, on, passes = "CUC-REROLL", "accept", (state.REROLL,), True
    says = "{unit} {unit:takes|take} the orders of the die"


# -- in place of acting, and after it --------------------------------------------------------------------------------


class Hold(Handling):
    """CUC-HOLD: wait for the enemy, to respond to what he does."""

    rule, verb, key, says = "CUC-HOLD", "hold", "H", "{unit} {unit:holds|hold}, to respond to the enemy"
    done = events.Held

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        yield "aircraft cannot hold" if flies(position, self.troop(position)) else None


class Leave(CucOrder):
    """CUC-LEAVE: leave the table over the edge of the cell that the unit stands in.

    Only over one for which its side is rewarded; to run away is another matter.
    """

    rule, verb, key, says = "CUC-LEAVE", "leave", "X", "{unit} {unit:leaves|leave} the table"
    concerns = staticmethod(lambda position, unit: position.battle.data.engagement.exits_of(unit))

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        if not position.battle.data.engagement.exits_at(unit):
            at_edge, side = position.map.is_at_edge(unit.place), position.battle.side(unit.side)
            amiss = f"no exit for {side.mention}" if at_edge else "not at the edge of the table"
            yield f"{position.name(unit.cell)} is {amiss}"

    def resolve(self, game: CucGame, ask: Ask) -> None:
        """Leave; where the scenario rewards it, that is worth points."""
        unit = game.state.unit(self.unit)
        points = game.battle.data.engagement.exits_at(unit)[0].points
        game.happen(Left(self.unit))
        if points:
            game.happen(PointsWon(unit.side, points, unit.name.does("has got away")))


class AnotherOrder(CucOrder):
    """CUC-EXTRA: take another order with the same card; crews, vehicles and aircraft must pass a test first."""

    rule, verb, begins, wants_more = "CUC-EXTRA", "another order", False, True
    says = "{unit} {unit:takes|take} another order"
    concerns = staticmethod(lambda position, unit: unit.score is not None)

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        """A 10, after the move that the table offers it with, and once."""
        unit = self.troop(position)
        if unit.score not in BEST or unit.profile.style == "shooter":
            yield "another order takes a 10 for orders, and shooters never get one"
        if position.state.extra and position.battle.data.readings.extra_orders == "one":
            yield "only one extra order with a card"
        after = "advance" if unit.profile.style == "crew" else "rapid"
        yield None if position.state.moved == after else "another order comes only after the move"

    def resolve(self, game: CucGame, ask: Ask) -> None:
        """Fighters simply have another order; everybody else has to pass the test to respond for it."""
        unit = game.state.unit(self.unit)
        if unit.profile.style == "fighter" or passes_response(game, self.unit):
            game.note(Said("another order", rule="CUC-EXTRA"))
            game.happen(events.ExtraOrderWon(self.unit))
        else:
            game.happen(Passed(unit.side, self.unit, "gets no extra order"))

    def foretold(self, position: CucPosition, ask: Ask) -> list[Told]:
        return [responses.response_test(position, self.unit, "another order")]


ORDERS = (Hold, Leave, AnotherOrder, Nominate, RollAgain, Accept)
