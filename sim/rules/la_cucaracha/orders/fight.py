"""Orders to fight on, to rally and to shoot, and what a weapon needs before it shoots."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from sim.engine.insight import Odds
from sim.engine.orders import Ask, Refusal
from sim.play.odds import Told
from sim.play.order import Enemy, Refused
from sim.rules.la_cucaracha import events, state
from sim.rules.la_cucaracha.combat import courage, fire, melee
from sim.rules.la_cucaracha.combat.fire import shoot
from sim.rules.la_cucaracha.combat.responses import Stance, watch
from sim.rules.la_cucaracha.ground.sight import open_to_shots, shot_refusal
from sim.rules.la_cucaracha.orders import base
from sim.rules.la_cucaracha.orders.base import NO_AGAIN, CucOrder, Handling, no_such_enemy
from sim.rules.la_cucaracha.state import ACTION, BEST, CucGame, CucPosition, Troop
from sim.tabletop.inches import nearest

# -- fighting and shooting -------------------------------------------------------------------------------------------


class FightOn(CucOrder):
    """CUC-OVERRIDE: fight another round of a close combat."""

    rule, verb, key, plights, begins = "CUC-OVERRIDE", "fight on", "K", ("fighting",), False
    says = "{unit} {unit:fights|fight} on"

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield None if unit.fighting else unit.name.does("is not in close combat")

    def resolve(self, game: CucGame, ask: Ask) -> None:
        """Fight a round against everybody with whom it is locked, one after the other."""
        for enemy in game.state.unit(self.unit).fighting:
            if enemy in game.state.unit(self.unit).fighting:
                melee.fight(game, Stance(self.unit), Stance(enemy), first=False)

    def foretold(self, position: CucPosition, ask: Ask) -> list[Told]:
        return [melee.fights_on(self.unit, enemy) for enemy in self.troop(position).fighting]


class Rally(CucOrder):
    """CUC-COURAGE: try to get over being shaken; a unit that is shaken may also move half an Advance away."""

    rule, verb, key, plights, begins = "CUC-COURAGE", "rally", "R", ("shaken",), False
    says = "{unit} {unit:tries|try} to rally"

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield None if unit.shaken else unit.name.does("is not shaken")
        yield base.unmoved(position, self)

    def resolve(self, game: CucGame, ask: Ask) -> None:
        result = courage.courage_thrown(game, game.state.unit(self.unit))
        game.happen(events.Rallied(self.unit, result == "passed"))

    def foretold(self, position: CucPosition, ask: Ask) -> list[Told]:
        return [courage.rallied(position, self.unit)]


class Shoot(CucOrder):
    """CUC-SHOOT: shoot at an enemy."""

    rule, verb, key, begins, manners = "CUC-SHOOT", "shoot", "F", False, "{hasty}{reroll}"
    says = "{unit} {unit:shoots|shoot} at {target}{hasty}{reroll}"
    target: Enemy
    hasty: base.Hasty = False
    reroll: base.Again = False

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        """What the move before it leaves, what the die grants, then range, sight and weapon."""
        yield no_such_enemy(position, self.target)
        unit, moved = self.troop(position), position.state.moved
        if moved in ("rapid", "charge"):
            yield "nobody shoots after a Rapid Advance or a charge"
        if moved == "deploy" and unit.score not in (*state.STEADY, *BEST):
            yield Refusal(unit.name.does("has only just deployed: no shots before the next card"), "CUC-DEPLOY")
        if moved and not self.hasty and unit.score not in BEST:
            yield "after a move shots are hasty"
        if self.reroll and (unit.score not in BEST or moved):
            yield Refusal(f"{NO_AGAIN}, and from a stand", "CUC-BAND")
        yield shot_refusal(position, unit, position.state.unit(self.target))

    def resolve(self, game: CucGame, ask: Ask) -> None:
        """Shoot; enemies on Hold may answer it."""
        shoot(game, self.unit, self.target, hasty=self.hasty, reroll=self.reroll)
        watch(game, self.unit)

    def foretold(self, position: CucPosition, ask: Ask) -> list[Told]:
        return [fire.volley(position, self.unit, self.target)]

    def threat(self, position: CucPosition, target: Troop) -> tuple[Odds, ...]:
        """Tell the volley, too, if the target is as near as who was named: a die could have named it instead."""
        unit = self.troop(position)
        able = nearest(position, unit.place, open_to_shots(position, unit))
        if target.id not in (self.target, *(enemy.id for enemy in able)):
            return ()
        return replace(self, target=target.id).odds(position, Ask(unit.side, ACTION, self.unit))


# -- weapons ---------------------------------------------------------------------------------------------------------


def _loads_slowly(position: CucPosition, unit: Troop) -> bool:
    weapon = state.weapon_of(position, unit)
    return weapon is not None and weapon.reload == "slow"


class Reload(Handling):
    """CUC-RELOAD: reload; it takes the place of a shot. Only what is slow to load is ever empty."""

    rule, verb, key, says, done = "CUC-RELOAD", "reload", "I", "{unit} {unit:reloads|reload}", events.Reloaded
    concerns = staticmethod(_loads_slowly)

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield "it is loaded already" if state.weapon_of(position, unit) is None or unit.loaded else None


class OfCrews(Handling):
    """CUC-DEPLOY: what is done with a crewed weapon."""

    rule, concerns = "CUC-DEPLOY", staticmethod(lambda position, unit: unit.profile.style == "crew")
    deployed: ClassVar[bool]
    """Whether the weapon must be deployed for it."""
    amiss: ClassVar[str]
    """What is said of one that is not so."""

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield None if unit.profile.style == "crew" else f"there is no weapon to {self.verb}"
        yield None if unit.deployed is self.deployed else self.amiss


class Deploy(OfCrews):
    """CUC-DEPLOY: make a crewed weapon ready to shoot."""

    verb, key, says, done = "deploy", "D", "{unit} {unit:deploys|deploy}", events.Deployed
    deployed, amiss = False, "it is deployed already"


class PackUp(OfCrews):
    """CUC-DEPLOY: make a crewed weapon ready to move."""

    verb, says, done = "pack up", "{unit} {unit:packs|pack} up", events.PackedUp
    deployed, amiss = True, "it is packed up already"


ORDERS = (FightOn, Rally, Shoot, Reload, Deploy, PackUp)
