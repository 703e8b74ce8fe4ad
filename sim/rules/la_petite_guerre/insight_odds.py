"""What is told of the chances of an order: each is read off all that may come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from sim.engine.battle import Position
from sim.engine.dice import at_least
from sim.engine.insight import Odds
from sim.engine.notes import Opposed, Rolled, Said
from sim.engine.orders import Ask, Intent
from sim.play.consequences import (
    End,
    Outcomes,
    Run,
    Told,
    consequences,
    either,
    happens,
    odds_of,
    of_order,
    otherwise,
    throws,
    worst_first,
)
from sim.rules.la_petite_guerre.actions import ACTION, Acquire, Assess, Charge, Fire, FireGun
from sim.rules.la_petite_guerre.charging import resolve_charge, run_in
from sim.rules.la_petite_guerre.courage import Resolve, charge_needs, charge_result, meets_charge
from sim.rules.la_petite_guerre.events import Broke, ChargeDeclared, ChargeFailed, GunFired, GunTaken, Hit, Struck
from sim.rules.la_petite_guerre.legality import refusal
from sim.rules.la_petite_guerre.moving import Play
from sim.rules.la_petite_guerre.scene import Scene, enemies
from sim.rules.la_petite_guerre.shooting import fire_refusal
from sim.rules.la_petite_guerre.units import Man

HARM, BURST, SCATTER = "what the hit does", "the burst", "scatter die"
BLIND = "blind fire: "
CHARGE, STAND, BLOW = "to charge", "to stand", "hand to hand"
"""What throws are for."""


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed; nothing of what cannot be done, or needs no die."""
    if refusal(position, ask, intent):
        return ()
    match intent:
        case Fire():
            return _shot(position, ask, intent)
        case FireGun():
            return tuple(_gun(position, ask, intent))
        case Acquire(unit, target) | Assess(unit, target):
            told = Told(f"{target} is acquired", unit, target, f"to acquire {target}", because=_or_more)
            return odds_of(of_order(position, ask, intent), told)
        case Charge():
            return tuple(_charge(position, intent))
        case _:
            return ()


def threats(position: Scene, target: Man) -> tuple[Odds, ...]:
    """Return the shots that enemies could fire at a man from where they stand with a first action, the worst first."""
    found, numbers = list[Odds](), position.battle.data.numbers
    for enemy in enemies(position, target.side) if not target.out else ():
        ready = enemy.changed(fired=0, left=numbers.wounded_actions if enemy.wounded else numbers.actions)
        if enemy.able and not enemy.hidden and fire_refusal(position, ready, target) is None:
            there = Position(position.battle, position.state.with_unit(ready))
            found += _shot(there, Ask(enemy.side, ACTION, enemy.id), Fire(enemy.id, target.id))
    return worst_first(found)


# -- what a throw needs, in words ------------------------------------------------------------------------------


def _low(rolled: Rolled) -> int | None:
    return rolled.throw.need.low if rolled.throw.need is not None else None


def _or_more(_: Run, rolled: Rolled) -> str:
    return f"{_low(rolled)} or more on a die"


def _blind(said: Iterable[str]) -> str:
    """LPG-BLIND: return why fire is blind; nothing of fire that is aimed."""
    return next((text.removeprefix(BLIND) for text in said if text.startswith(BLIND)), "")


def _blindly(said: Iterable[str]) -> str:
    return f"; blind: {why}, and 1-3 for the hit does nothing" if (why := _blind(said)) else ""


# -- shots -------------------------------------------------------------------------------------------------------


def _shot(position: Scene, ask: Ask, order: Fire) -> tuple[Odds, ...]:
    """Return the odds of a shot: that it hits, and all that may come of it."""

    def why(run: Run, rolled: Rolled) -> str:
        blind = _blind(run.said_before(rolled))
        return f"blind: {blind}; a six, and 1-3 for the hit does nothing" if blind else _or_more(run, rolled)

    ends = {
        "killed": lambda run: run.unit(order.target).out,
        "wounded": lambda run: run.has(Hit, harm="wounded"),
        "thrown, the horse dead": lambda run: run.has(Hit, harm="thrown"),
        "stunned": lambda run: run.has(Hit, harm="stunned"),
        "nothing": otherwise,
    }
    told = Told(f"a hit on {order.target}", order.unit, order.target, f"to hit {order.target}", ends=ends, because=why)
    return odds_of(of_order(position, ask, order), told)


# -- guns --------------------------------------------------------------------------------------------------------


def _gun(position: Scene, ask: Ask, order: FireGun) -> Iterator[Odds]:
    """Yield the odds for everybody in danger: of a wedge who is aimed at, then other enemies, then friends."""
    gun = position.state.unit(order.unit)
    fired = of_order(position, ask, order, matters=throws(SCATTER, BURST))
    assert fired is not None
    aimed = fired.runs[0].all_of(GunFired)[0]
    if aimed.what == "shell":
        yield from _shell(position, order, fired)
        return
    there = [position.state.unit(id_) for id_ in aimed.under_fire]
    for man in sorted(there, key=lambda man: (man.cell != order.cell, man.side == gun.side)):
        dice, is_friend = f"to hit {man.id}", man.side == gun.side
        others = [f"to hit {id_}" for id_ in aimed.under_fire[aimed.under_fire.index(man.id) + 1 :]]
        enough = either(throws(HARM, whom=man.id), throws(*others[:1]))
        found = of_order(position, ask, order, until=enough, matters=throws(dice))
        what = f"a hit on {man.id}{', a friend' if is_friend else ''}"
        yield from odds_of(found, Told(what, gun.id, man.id, dice, because=_wedge, feared=is_friend))


def _wedge(run: Run, rolled: Rolled) -> str:
    count, blindly = rolled.throw.count, _blindly(run.said_after(rolled))
    return f"{count} {'die' if count == 1 else 'dice'}, {_low(rolled)} or more on each{blindly}"


def _shell(position: Scene, order: FireGun, fired: Outcomes) -> Iterator[Odds]:
    """Yield the odds for a shell that falls where it is aimed, and for each man near there."""

    def falls(run: Run) -> bool:
        return run.has(GunFired, burst=order.cell)

    gun, arrows = position.state.unit(order.unit), position.battle.data.numbers.arrows
    again = ", and may be thrown again" if order.again and gun.laid == position.name(order.cell) else ""
    why = f"the scatter die has no arrow on {arrows + 1}-6{again}"
    yield from odds_of(fired, Told(f"the shell falls on {position.name(order.cell)}", gun.id, so=falls, because=why))
    there = fired.given(falls)
    laid = _blindly(note.text for note in there.runs[0].notes if isinstance(note, Said))
    for man in there.runs[0].all_of(GunFired)[0].under_fire:
        hits = [run.thrown(BURST) for run in there.runs if _is_hit(run, man)]
        least = min(roll.total for roll in hits if isinstance(roll, Rolled))
        is_friend = position.state.unit(man).side == gun.side
        what = f"a hit on {man}{', a friend' if is_friend else ''}, if it falls there"
        why = f"{least} or more on the die for the burst{laid}"
        need, is_hit = at_least(least), partial(_is_hit, man=man)
        yield from odds_of(there, Told(what, gun.id, man, BURST, so=is_hit, need=need, because=why, feared=is_friend))


def _is_hit(run: Run, man: str) -> bool:
    return run.thrown(HARM, man) is not None


# -- charges -----------------------------------------------------------------------------------------------------


def _charge(position: Scene, order: Charge) -> Iterator[Odds]:
    """Yield whether he charges at all, whether the enemy stands, whether he gets there, and how the blows go then."""
    numbers, man = position.battle.data.numbers, position.state.unit(order.unit)
    met = meets_charge(position, man, position.state.unit(order.target))
    needs, dice = charge_needs(position, man, met), "inches of the charge"

    def tested(game: Play) -> None:
        game.happen(ChargeDeclared(order.unit, order.target, order.dice))
        resolve_charge(game, order)

    def against_who_stands(game: Play) -> None:
        game.happen(ChargeDeclared(order.unit, order.target, order.dice))
        run_in(game, replace(order, target=met.id))

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
