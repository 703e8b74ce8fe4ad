"""Charges of an automated side (LPG-CHARGE): who, and at whom."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from sim.engine.orders import Intent
from sim.rules.la_petite_guerre.courage import charge_check, charge_needs, meets_charge
from sim.rules.la_petite_guerre.melee import melee_check
from sim.rules.la_petite_guerre.orders.charge import Charge
from sim.rules.la_petite_guerre.orders.moves import GALLOP
from sim.rules.la_petite_guerre.plan_choices import Here, duel_odds, known_enemies, on_a_die, planner, stance_of
from sim.rules.la_petite_guerre.plan_steps import has_gun
from sim.rules.la_petite_guerre.scene import men, targets
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import charge_ways
from sim.solo.plans import Plan
from sim.solo.priority import Priority, Shown, least, measure, most, require

EVEN = Fraction(1, 2)


@measure("within reach of a usual charge")
def reached(here: Here, enemy: Man) -> bool:
    """By the average of the dice."""
    man = here.unit
    inches = planner(here).charge_riding if man.mounted else planner(here).charge
    return bool(charge_ways(here.position, man, enemy, inches))


@measure("cannot meet it")
def helpless(here: Here, enemy: Man) -> bool:
    """Stunned, prone, or with his back turned; or a gun that nobody defends."""
    return charge_needs(here.position, here.unit, enemy) < here.battle.data.numbers.charge_stand


@measure("chance that the charge is made")
def nerve(here: Here, enemy: Man) -> Shown:
    """LPG-CHARGE: five, or three against who cannot meet it."""
    added = charge_check(here.position, here.unit, enemy, charging=True).total
    needed = charge_needs(here.position, here.unit, enemy)
    chance = on_a_die(needed - added)
    return Shown(chance, str(chance))


@measure("chance to win less chance to lose")
def edge(here: Here, enemy: Man) -> Shown:
    """LPG-MELEE: of one exchange of blows."""
    mine = melee_check(here.position, here.unit, enemy, charging=True).total
    theirs = melee_check(here.position, enemy, here.unit, charging=False).total
    won, lost = duel_odds(mine - theirs)
    value = won - (Fraction(0) if helpless.of(here, enemy) else lost)
    return Shown(value, str(value))


@measure("likely enough")
def likely(here: Here, enemy: Man) -> bool:
    """At least even that he goes, and an edge when he gets there (base_games.md 5.2)."""
    return bool(nerve.of(here, enemy).key >= EVEN and edge.of(here, enemy).key > 0)


@measure("not enough upon him already")
def uncrowded(here: Here, enemy: Man) -> Shown:
    """Fewer than two, or one at a gun: the first may kill him, or put him to flight, and the others run at nobody."""
    upon = sum(target == enemy.id for _, target in here.state.charges.to_come)
    return Shown(upon < (1 if enemy.profile.kind == "gun" else planner(here).enough), str(upon))


@measure("inches away")
def away(here: Here, enemy: Man) -> int:
    """By ruler, squared."""
    return here.position.map.grid.squared(here.unit.place, enemy.place)


TARGET: Priority[Man] = Priority(
    "HOUSE-STORM", "whom to charge", require(reached), require(likely), require(uncrowded), most(edge), least(away)
)


def _undefended(here: Here) -> list[Man]:
    """LPG-GUNS: return the guns of the enemy that nobody meets a charge for: who reaches one has taken it."""
    guns = (each for each in targets(here.position, here.side) if each.profile.kind == "gun")
    return [gun for gun in guns if meets_charge(here.position, here.unit, gun) is gun]


def _dice(man: Man) -> int:
    """LPG-MOVE-1: a rider spurs his horse on: it costs him nothing, and brings him there."""
    return GALLOP if man.mounted else 1


class EachCharge:
    """LPG-CHARGE: go through the men of the side who may charge, in the order of the roll."""

    def orders(self, here: Here) -> Iterator[Intent]:
        """Declare the charges that are worth it; only who advances charges, and nobody who has a gun to serve."""
        for man in tuple(men(here.position, here.side)):
            own = here.acting(man.id)
            if stance_of(here, man) != "advance" or not man.able or man.prone or man.charged:
                continue
            if has_gun(here.position, man):
                continue
            near = [enemy for enemy in (*known_enemies(here), *_undefended(own)) if self._allowed(own, man, enemy)]
            if near and (target := TARGET.choose(own, near, "enemies within reach")) is not None:
                yield Charge(man.id, target.id, _dice(man))

    @staticmethod
    def _allowed(here: Here, man: Man, enemy: Man) -> bool:
        return here.battle.ruleset.refusal(here.position, here.ask, Charge(man.id, enemy.id, _dice(man))) is None

    def parts(self) -> Iterator[Plan]:
        """Nothing further is decided here."""
        return iter(())


CHARGING: Plan = EachCharge()
