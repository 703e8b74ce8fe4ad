"""The declaration of a charge (LPG-CHARGE); how it is driven home stands in charging.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sim.engine.dice import AVERAGE_DIE, at_least
from sim.engine.insight import Odds
from sim.engine.notes import Opposed, Rolled
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.consequences import (
    End,
    Run,
    Told,
    consequences,
    either,
    happens,
    odds_of,
    throws,
)
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
from sim.rules.la_petite_guerre.geometry import sees
from sim.rules.la_petite_guerre.orders.moves import Dice, dice_refusal
from sim.rules.la_petite_guerre.orders.order import CHARGES, LpgOrder, Paced, Target, nobody
from sim.rules.la_petite_guerre.scene import Play, Scene
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.walking import (
    mover,
)

CHARGE, STAND, BLOW = "to charge", "to stand", "hand to hand"
"""What the throws of a charge are for."""


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
        yield dice_refusal(position, man, self.dice)
        steps = position.map.grid.distance(man.place, target.place) - 1
        longest = max(AVERAGE_DIE.faces) * self.dice + position.battle.data.numbers.charge
        if steps * mover(position, man).step > 2 * longest:
            yield Refusal(f"{self.target} is too far for any charge", "LPG-MOVE-1")

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        return tuple(_odds(position, self))

    def carry_out(self, game: Play, man: Man) -> None:
        """Declare it: it is driven home after those that were declared before it."""
        game.happen(ChargeDeclared(self.unit, self.target, self.dice))


ORDERS: tuple[type[LpgOrder], ...] = (Charge,)


# -- how likely it is -----------------------------------------------------------------------------------------------


def _odds(position: Scene, order: Charge) -> Iterator[Odds]:
    """Yield whether he charges at all, whether the enemy stands, whether he gets there, and how the blows go then."""
    numbers, man = position.battle.data.numbers, position.state.unit(order.unit)
    met = meets_charge(position, man, position.state.unit(order.target))
    needs, dice = charge_needs(position, man, met), "inches of the charge"
    declared = ChargeDeclared(order.unit, order.target, order.dice)

    def tested(game: Play) -> None:
        game.happen(declared)
        resolve_charge(game, declared)

    def against_who_stands(game: Play) -> None:
        game.happen(declared)
        run_in(game, replace(declared, target=met.id))

    easy = needs < numbers.charge_stand
    goes = _by_resolve(
        position, CHARGE, man, ("charges", "charges, for it is easy" if easy else "does not go", "is stunned")
    )
    stands = _by_resolve(position, STAND, met, ("stands", "just stands", "breaks and runs"))
    yield from odds_of(
        consequences(position, tested, until=either(happens(Broke), throws("inches"))),
        Told(f"{man.id} charges", man.id, None, CHARGE, ends=goes, because=f"{needs} or more in all"),
        Told(f"{met.id} stands", met.id, None, STAND, ends=stands, because=f"{numbers.charge_weak} or more in all"),
    )
    enough = either(happens(Struck, GunTaken, ChargeFailed), throws("where he charges"))
    found = consequences(position, against_who_stands, until=enough)
    assert found is not None
    rolls = [note.total for run in found.runs if _has_come(run) and isinstance(note := run.thrown(dice), Rolled)]
    reach = at_least(min(rolls)) if rolls else None
    why = f'{min(rolls)} or more, and {numbers.charge}" besides' if rolls else "too far, whatever is rolled"
    yield from odds_of(
        found,
        Told(f"{man.id} gets to {met.id}", man.id, met.id, dice, so=_has_come, need=reach, because=why),
        Told(f"a blow that hits {met.id}", man.id, met.id, BLOW, ends=_blows(man, met), because=_reply),
    )


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


def _blows(man: Man, met: Man) -> dict[str, End]:
    return {
        "hits": lambda run: run.has(Struck, hit=met.id),
        "nobody is hit": lambda run: run.has(Struck, hit=""),
        "is hit": lambda run: run.has(Struck, hit=man.id),
    }


def _reply(run: Run, blow: Opposed) -> str:
    return "; ".join(["a die each", *run.said_before(blow)])
