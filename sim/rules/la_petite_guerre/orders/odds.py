"""What is told of the chances of an order: each is read off all that may come of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sim.engine.dice import at_least
from sim.engine.insight import Odds
from sim.engine.notes import Opposed, Rolled, Said
from sim.engine.orders import Ask
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
)
from sim.rules.la_petite_guerre.charging import resolve_charge, run_in
from sim.rules.la_petite_guerre.courage import Resolve, charge_needs, charge_result, meets_charge
from sim.rules.la_petite_guerre.events import Broke, ChargeDeclared, ChargeFailed, GunFired, GunTaken, Hit, Struck
from sim.rules.la_petite_guerre.scene import Play, Scene
from sim.rules.la_petite_guerre.units import Man

if TYPE_CHECKING:
    from sim.rules.la_petite_guerre.orders.fire import Fire, FireGun
    from sim.rules.la_petite_guerre.orders.moves import Charge
    from sim.rules.la_petite_guerre.orders.order import Look

HARM, BURST, SCATTER = "what the hit does", "the burst", "scatter die"
BLIND = "blind fire: "
CHARGE, STAND, BLOW = "to charge", "to stand", "hand to hand"
"""What throws are for."""


def noticed(position: Scene, ask: Ask, order: Look) -> tuple[Odds, ...]:
    """Return how likely a man notices whom he looks for."""
    target = order.target
    told = Told(f"{target} is acquired", order.unit, target, f"to acquire {target}", because=_or_more)
    return odds_of(of_order(position, ask, order), told)


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


def shot(position: Scene, ask: Ask, order: Fire) -> tuple[Odds, ...]:
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


def gun_shot(position: Scene, ask: Ask, order: FireGun) -> Iterator[Odds]:
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


def charge(position: Scene, order: Charge) -> Iterator[Odds]:
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
