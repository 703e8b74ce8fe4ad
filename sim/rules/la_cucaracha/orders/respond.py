"""Answers to a charge, and to an enemy who moves or shoots before a unit on Hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal, Self

from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask, Refusal
from sim.play.happening import does_by
from sim.play.odds import Told, otherwise
from sim.play.order import Choice, Refused
from sim.rules.la_cucaracha import events, state
from sim.rules.la_cucaracha.combat import courage, fire, responses
from sim.rules.la_cucaracha.combat.courage import move
from sim.rules.la_cucaracha.combat.fire import shoot
from sim.rules.la_cucaracha.combat.responses import Stance, passes_response
from sim.rules.la_cucaracha.ground import moves, sight
from sim.rules.la_cucaracha.ground.sight import shot_refusal
from sim.rules.la_cucaracha.orders import base
from sim.rules.la_cucaracha.orders.base import CucOrder
from sim.rules.la_cucaracha.state import ACTION, BEST, CHARGED, HOLD, CucGame, CucPosition, Troop, flies

ResponseKind = Literal["shoot", "evade", "fight back", "counter-attack"]
RESPONSES: dict[ResponseKind, str] = {
    "shoot": "shoots at",
    "evade": "evades",
    "fight back": "fights back against",
    "counter-attack": "counter-attacks",
}


class Respond(CucOrder):
    """CUC-HOLD: respond to what an enemy does: shoot at him, evade, fight back or counter-attack.

    `test` says whether the unit must pass the test to respond first; only the best results of the tables do without.
    """

    rule, verb, on, manners = "CUC-RESPOND", "respond", (CHARGED, HOLD), "{hasty}{back_foot}"
    key = {"shoot": "F", "evade": "Q", "fight back": "K", "counter-attack": "C"}
    typed, says = "{unit} {how} {enemy}{hasty}", "{responds} {enemy}{hasty}{back_foot}{test}"
    responds = does_by("how", RESPONSES)
    enemy: Annotated[UnitId, Choice("target")]
    how: ResponseKind
    test: base.Tested = True
    hasty: base.Hasty = False
    back_foot: base.OnBackFoot = False
    """CUC-F1: it fights on the Back Foot even if it succeeds."""

    @classmethod
    def candidates(cls, position: CucPosition, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield what can be tried; to fight back is not among it, for whoever stands does."""
        if unit is None:
            return
        enemy = ask.about or ""
        yield cls(unit.id, enemy, "shoot", hasty=ask.occasion == CHARGED and not unit.holding)
        if ask.occasion == CHARGED:
            yield from (cls(unit.id, enemy, "evade"), cls(unit.id, enemy, "counter-attack"))

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        """Whether it answers what has happened, needs the test, must be hasty, and can be done at all."""
        unit = self.troop(position)
        if self.enemy != ask.about or (ask.occasion == HOLD and self.how != "shoot"):
            yield base.untimely(ask)
        free = unit.score in BEST or (self.how == "evade" and unit.score in state.CAUTIOUS)
        if not self.test and (ask.occasion == HOLD or not free):
            yield Refusal("a response needs the test", "CUC-HOLD")
        if ask.occasion == HOLD:
            return
        if self.how == "shoot" and unit.score is None and not unit.holding and not self.hasty:
            yield unit.name.does("does not hold: it can only shoot in haste")
        yield self.manner_refusal(position)

    def manner_refusal(self, position: CucPosition) -> Refused:
        """CUC-RESPOND: say why a unit cannot respond in this manner, whoever orders it."""
        unit, enemy = self.troop(position), position.state.unit(self.enemy)
        if self.how == "shoot":
            return shot_refusal(position, unit, enemy)
        if self.how == "evade" and unit.profile.skirmisher:
            return None if moves.away_cells(position, unit, enemy, "advance") else "there is nowhere to evade to"
        return means_refusal(position, unit, self.how)

    def resolve(self, game: CucGame, ask: Ask) -> None:
        """CUC-HOLD, CUC-REACT: answer what an enemy has done before a unit on Hold, or a charge."""
        if ask.occasion != HOLD:
            self.reaction(game)
            return
        passed = passes_response(game, self.unit)
        game.happen(events.Responded(self.unit, self.enemy, self.how, passed))
        if passed:
            shoot(game, self.unit, self.enemy, hasty=self.hasty)

    def reaction(self, game: CucGame) -> Stance:
        """CUC-REACT, CUC-FAILED: answer a charge, if the unit passes the test."""
        passed = not self.test or passes_response(game, self.unit)
        caught = not passed and game.battle.data.readings.failed_response == "back_foot"
        if not passed:
            game.note(Said("it is caught on the Back Foot" if caught else "it does not respond", rule="CUC-FAILED"))
        game.happen(events.Responded(self.unit, self.enemy, self.how, passed))
        if caught or (passed and self.how == "fight back" and self.back_foot):
            game.happen(events.PutOnBackFoot(self.unit))
        if not passed:
            idle = self.how == "fight back" and (self.back_foot or not caught)
            return Stance(self.unit, defending=True, idle=idle)
        if self.how == "shoot":
            shoot(game, self.unit, self.enemy, hasty=self.hasty)
        if self.how == "evade":
            unit, enemy = game.state.unit(self.unit), game.state.unit(self.enemy)
            if ways := moves.away_cells(game.position, unit, enemy, "advance"):
                move(game, self.unit, ways[courage.pick(game, self.unit, ways, "where it evades to")], "evade")
        counters = self.how == "counter-attack"
        return Stance(self.unit, charging=counters, defending=not counters)

    def foretold(self, position: CucPosition, ask: Ask) -> Iterator[Told]:
        """Tell what comes of it, the test counted in, and the test."""
        if self.how == "shoot":
            yield replace(fire.volley(position, self.unit, self.enemy), given=otherwise)
        yield responses.response_test(position, self.unit, f"{self.unit} responds: {self.how}")

    def named(self, position: CucPosition) -> str:
        return self.how


def means_refusal(position: CucPosition, unit: Troop, how: ResponseKind) -> Refused:
    """CUC-RESPOND: say why a unit can never respond in a manner, whoever charges it; None if it might."""
    if how == "shoot":
        return sight.arms_refusal(position, unit)
    if how == "evade" and not unit.profile.skirmisher:
        return "only skirmishers evade"
    if how == "counter-attack" and unit.profile.style != "fighter" and unit.profile.troop != "mounted":
        return "only fighters and mounted troops counter-attack"
    return None


class StandFast(CucOrder):
    """CUC-ORDER: stand: do nothing, or nothing more."""

    rule, verb, on, passes = "CUC-ORDER", "stand", (ACTION, CHARGED, HOLD), True
    says = "{unit} {unit:stands|stand}"
    formerly = {"Stand": "StandFast"}

    def resolve(self, game: CucGame, ask: Ask) -> None:
        """Do nothing, which for an aircraft is to circle; on Hold, to hold on."""
        flying = flies(game.position, game.state.unit(self.unit))
        does = "holds on" if ask.occasion == HOLD else "circles" if flying else "stands"
        game.happen(Passed(ask.side, self.unit, does))


ORDERS = (Respond, StandFast)
