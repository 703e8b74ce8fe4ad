"""The declaration of a charge (LPG-CHARGE); how it is driven home stands in charging.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sim.engine.dice import AVERAGE_DIE, at_least
from sim.engine.notes import Rolled
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.consequences import End, Run, consequences, either, happens, throws
from sim.play.odds import Telling, Told, otherwise
from sim.play.order import Refused
from sim.rules.la_petite_guerre.charging import resolve_charge, run_in
from sim.rules.la_petite_guerre.courage import Resolve, charge_needs, charge_result, meets_charge
from sim.rules.la_petite_guerre.events import (
    Broke,
    ChargeDeclared,
    ChargeFailed,
    GunTaken,
    Struck,
)
from sim.rules.la_petite_guerre.ground import mover
from sim.rules.la_petite_guerre.orders.moves import Dice, dice_refusal
from sim.rules.la_petite_guerre.orders.order import CHARGES, LpgOrder, Paced, Target, nobody
from sim.rules.la_petite_guerre.scene import Play, Scene
from sim.rules.la_petite_guerre.units import Man
from sim.tabletop.inches import sees

CHARGE, STAND, INCHES, BLOW = "to charge", "to stand", "inches of the charge", "hand to hand"
"""What the throws of a charge are for."""


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
        yield dice_refusal(position, man, self.dice)
        steps = position.map.grid.distance(man.place, target.place) - 1
        longest = max(AVERAGE_DIE.faces) * self.dice + position.battle.data.numbers.charge
        if steps * mover(position, man).step > 2 * longest:
            yield Refusal(f"{self.target} is too far for any charge", "LPG-MOVE-1")

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """Tell whether he charges, whether the enemy stands, whether he gets there, and how the blows go then."""
        man = position.state.unit(self.unit)
        met = meets_charge(position, man, position.state.unit(self.target))
        yield from _tests(position, self, man, met)
        yield from _onset(position, self, man, met)

    def carry_out(self, game: Play, man: Man) -> None:
        """Declare it: it is driven home after those that were declared before it."""
        self.declared(game)

    def declared(self, game: Play) -> ChargeDeclared:
        """Let it be declared; return what was."""
        declared = ChargeDeclared(self.unit, self.target, self.dice)
        game.happen(declared)
        return declared


ORDERS: tuple[type[LpgOrder], ...] = (Charge,)


# -- how likely it is -----------------------------------------------------------------------------------------------


def _tests(position: Scene, order: Charge, man: Man, met: Man) -> Iterator[Told]:
    numbers, needs = position.battle.data.numbers, charge_needs(position, man, met)

    def tested(game: Play) -> None:
        resolve_charge(game, order.declared(game))

    hesitant = "charges, for it is easy" if needs < numbers.charge_stand else "does not go"
    goes = _by_resolve(position, CHARGE, man, ("charges", hesitant, "is stunned"))
    stands = _by_resolve(position, STAND, met, ("stands", "just stands", "breaks and runs"))
    test = Told(f"{man.id} charges", man.id, throw=CHARGE, ends=goes, because=f"{needs} or more in all")
    test = replace(test, resolve=tested, until=either(happens(Broke), throws("inches")))
    yield test
    because = f"{numbers.charge_weak} or more in all"
    yield replace(test, what=f"{met.id} stands", unit=met.id, throw=STAND, ends=stands, because=because)


def _onset(position: Scene, order: Charge, man: Man, met: Man) -> Iterator[Told]:
    def against_who_stands(game: Play) -> None:
        run_in(game, replace(order.declared(game), target=met.id))

    enough = either(happens(Struck, GunTaken, ChargeFailed), throws("where he charges"))
    found = consequences(position, against_who_stands, until=enough)
    rolls = [note.total for run in found.runs if _has_come(run) and isinstance(note := run.thrown(INCHES), Rolled)]
    need = at_least(min(rolls)) if rolls else None
    further = f'{position.battle.data.numbers.charge}" besides'
    why = f"{min(rolls)} or more, and {further}" if rolls else "too far, whatever is rolled"
    what = f"{man.id} gets to {met.id}"
    yield Told(what, man.id, met.id, INCHES, so=_has_come, need=need, because=why, found=found)
    blows = {
        "hits": lambda run: run.has(Struck, hit=met.id),
        "nobody is hit": lambda run: run.has(Struck, hit=""),
        "is hit": otherwise,
    }
    yield Told(f"a blow that hits {met.id}", man.id, met.id, BLOW, ends=blows, because=_reply, found=found)


def _by_resolve(position: Scene, purpose: str, man: Man, names: tuple[str, str, str]) -> dict[str, End]:
    """LPG-CHARGE: name what comes of a test by how resolute it shows a man to be."""

    def shows(kind: Resolve) -> End:
        def is_it(run: Run) -> bool:
            note = run.thrown(purpose, man.id)
            assert isinstance(note, Rolled)
            return charge_result(position, note.total + sum(check.total for check in run.checks_before(note))) == kind

        return is_it

    kinds: tuple[Resolve, ...] = ("steady", "hesitant", "fails")
    return dict(zip(names, map(shows, kinds), strict=True))


def _has_come(run: Run) -> bool:
    return run.has(Struck) or run.has(GunTaken)


def _reply(telling: Telling) -> str:
    return "; ".join(["a die each", *telling.said_before])
