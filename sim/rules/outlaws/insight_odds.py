"""How likely shots, throws, snapshots and blows are to succeed, exactly: over the dice, and over the wound chits.

Everything is told as things stand. What follows on it (a snapshot in return, a friend who walks into the line) is not
counted in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, margins, probability
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Intent
from sim.rules.outlaws.brawling import Kind, Landed, attack, brawlers, breaks, defence, landed, throws
from sim.rules.outlaws.data import WoundChit
from sim.rules.outlaws.events import Wounded
from sim.rules.outlaws.foresight import would_do
from sim.rules.outlaws.geometry import sees, squares
from sim.rules.outlaws.hands import item_of, kind_of, named
from sim.rules.outlaws.orders import fighting as actions
from sim.rules.outlaws.orders.fighting import Shoot
from sim.rules.outlaws.scene import Scene, others
from sim.rules.outlaws.shooting import hit_chance, shot_refusal, target_number, throw_number, throw_refusal, to_hit
from sim.rules.outlaws.snapshots import attempt, snap_item
from sim.rules.outlaws.units import WOUNDS, Character, Item
from sim.rules.outlaws.wounds import By, counts_as, effect, hurt_by

Results = tuple[tuple[str, Fraction], ...]
UNCONSCIOUS, DEAD = "unconscious", "dead"


def odds(position: Scene, ask: Ask, intent: Intent) -> tuple[Odds, ...]:
    """Return how likely an order is to succeed; nothing of what cannot be done, or needs no die."""
    return () if position.battle.ruleset.refusal(position, ask, intent) else tuple(_of(position, intent))


def _of(position: Scene, intent: Intent) -> Iterator[Odds]:
    """Yield how likely an order that is allowed is to succeed."""
    unit = position.state.unit(getattr(intent, "unit", ""))
    target = position.state.unit(getattr(intent, "target", "")) if hasattr(intent, "target") else unit
    match intent:
        case actions.Shoot():
            yield shot_odds(position, unit, target, intent)
        case actions.Throw(item=item) if (held := item_of(unit, item)) is not None:
            yield _throw_odds(position, unit, target, held)
        case actions.Snap():
            yield from _snap_odds(position, unit, target)
        case actions.BodyBlow():
            yield blow_odds(position, unit, target, "body blow")
        case actions.Strike(item=item):
            yield blow_odds(position, unit, target, "strike", item_of(unit, item))
        case actions.Stab():
            yield blow_odds(position, unit, target, "stab")


# -- shots ----------------------------------------------------------------------------------------------------


def shot_odds(position: Scene, unit: Character, target: Character, intent: Shoot, snap: bool = False) -> Odds:
    """Return the odds of a shot that is allowed."""
    item = item_of(unit, intent.item)
    assert item is not None
    check = target_number(position, unit, target, item, intent.aim, snap=snap)
    return _hit_odds(position, unit, target, check, to_hit(unit.id, target.id, check.total), intent.both)


def _throw_odds(position: Scene, unit: Character, target: Character, item: Item) -> Odds:
    check = throw_number(position, unit, target, item)
    return _hit_odds(position, unit, target, check, to_hit(unit.id, target.id, check.total, "throws"))


def _hit_odds(
    position: Scene, unit: Character, target: Character, check: Check, dice: Throw, both: bool = False
) -> Odds:
    needed, struck = check.total, hit_chance(check.total)
    close = squares(unit.place, target.place) <= position.battle.data.numbers.point_blank
    chits = 2 if both or close else 1
    if target.profile.group:
        wounds: Results = (("townsfolk hit", Fraction(1)),)
    else:
        wounds = wound_results(position, target, chits)
    why = f"; two chits, {'both barrels' if both else 'at point blank'}" if chits > 1 else ""
    return Odds(
        f"a hit on {target.id}",
        unit.id,
        target.id,
        struck,
        dice,
        (check,),
        f"{needed} or more on 2D6{', which they cannot show' if needed > 12 else ''}{why}",
        _merged((("miss", 1 - struck), *((name, struck * part) for name, part in wounds))),
    )


def _snap_odds(position: Scene, unit: Character, target: Character) -> Iterator[Odds]:
    """OUT-SNAP-1: the shot that a snapshot leads to, if one can be fired, and the attempt that it hangs on."""
    check, wanted = attempt(position, unit), position.battle.data.numbers.snapshot_needs
    need = at_least(wanted - check.total)
    chance = probability(D6, 1, need)
    item = snap_item(position, unit, target)
    if item is not None and sees(position, unit, target):
        shot = shot_odds(position, unit, target, Shoot(unit.id, target.id, item.id), snap=True)
        yield _if_tried(shot, chance)
    yield Odds(
        f"the attempt at {target.id}",
        unit.id,
        target.id,
        chance,
        Throw(D6, f"snapshot at {target.id}", unit.id, need),
        (check,),
        f"{wanted} with the skill: {need.low} or more on a die",
    )


def _if_tried(shot: Odds, chance: Fraction) -> Odds:
    """Return the odds of a shot that is fired only if an attempt comes off."""
    return replace(
        shot,
        chance=chance * shot.chance,
        reckoning=f"{shot.reckoning} ({shot.chance}), if the attempt comes off ({chance})",
        results=_merged((("no shot", 1 - chance), *((name, chance * part) for name, part in shot.results))),
    )


# -- wounds ---------------------------------------------------------------------------------------------------


def wound_results(position: Scene, target: Character, chits: int = 1, by: By = "shot") -> Results:
    """Return what a hit does, exactly: over every chit in the pool, or every pair of which the worse counts."""
    known = position.battle.data.chits
    parts = ((result(target, counts_as(known, chit, by)), part) for chit, part in _chits(position, chits))
    return _merged(parts)


def _chits(position: Scene, chits: int) -> list[tuple[WoundChit, Fraction]]:
    """Return how likely each chit is to count, from the least severe to the worst."""
    known, left = position.battle.data.chits, position.state.deck(WOUNDS).left
    whole, below = len(left), 0
    found: list[tuple[WoundChit, Fraction]] = []
    for chit in sorted(known.values(), key=lambda each: each.severity):
        upto = below + left.count(chit.id)
        if chits == 1:
            part = Fraction(upto - below, whole)
        else:  # both of the pair are no worse than this one, less those in which both are milder
            part = Fraction(upto * (upto - 1) - below * (below - 1), whole * (whole - 1))
        if part:
            found.append((chit, part))
        below = upto
    return found


def result(target: Character, chit: WoundChit) -> str:
    """Return what a chit comes to for a character: its name, or that it is out."""
    return _named(effect(target, chit), is_felt=chit.arm)


def _named(done: Wounded, is_felt: bool = False) -> str:
    """Return what a hit comes to: its name, or that it is out; who lies on the ground cannot be knocked down."""
    if done.dead or done.unconscious:
        return DEAD if done.dead else UNCONSCIOUS
    return done.chit.lower() if is_felt or done.owed or done.lost or done.prone or done.leg else "no effect"


def _merged(parts: Iterable[tuple[str, Fraction]]) -> Results:
    """Add up results of one name, in the order in which they first come, and leave out what cannot happen."""
    found: dict[str, Fraction] = {}
    for name, part in parts:
        if part:
            found[name] = found.get(name, Fraction(0)) + part
    return tuple(found.items())


# -- blows ----------------------------------------------------------------------------------------------------


def blow_odds(position: Scene, unit: Character, target: Character, kind: Kind, item: Item | None = None) -> Odds:
    """Return the odds of a blow: both throw a die, and only who strikes can win by it."""
    mine, theirs = attack(position, unit, target, kind), defence(position, target, unit)
    ahead = mine.total - theirs.total
    parts = margins(*throws(unit.id, target.id, kind), ahead)
    won = sum((part for margin, part in parts.items() if margin > 0), Fraction(0))
    outcomes = [
        (name, part * share)
        for margin, part in parts.items()
        for name, share in _done_by(position, target, landed(position, kind, margin))
    ]
    broken = sum(breaks(position, item, face) for face in D6.faces) if item is not None else 0
    breaking = f"; {named(position, item)} breaks with {broken} of 6" if item is not None and broken else ""
    return Odds(
        f"a {kind} that lands on {target.id}",
        unit.id,
        target.id,
        won,
        checks=(mine, theirs),
        reckoning=(f"a die {ahead:+d} must beat a die" if ahead else "a die must beat a die") + breaking,
        results=_merged(outcomes),
    )


def _done_by(position: Scene, target: Character, what: Landed) -> Results:
    """Return what a blow does: one that does not land is told apart from one that lands and changes nothing."""
    match what:
        case None:
            return (("does not land", Fraction(1)),)
        case "stab" | "strike":
            return wound_results(position, target, by=what)
        case hurt:
            return ((_named(hurt_by(target, hurt)), Fraction(1)),)


# -- threats --------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Character) -> tuple[Odds, ...]:
    """Return what each enemy could do with a whole counter without moving or turning, the worst first.

    Of an auto it is what its rules lead to, of anybody else the best that he could do.
    """
    if target.cell is None or target.out or target.profile.group:
        return ()
    autos = position.battle.data.autos
    found = []
    for enemy in others(position, target.side):
        able = list((_of_auto if enemy.side in autos else _attacks)(position, enemy, target))
        if able:
            found.append(max(able, key=lambda each: (each.chance, _out(each))))
    return tuple(sorted(found, key=lambda each: (-each.chance, -_out(each))))


def _of_auto(position: Scene, enemy: Character, target: Character) -> Iterator[Odds]:
    if foreseen := would_do(position, enemy, target):
        yield from _of(*foreseen)


def _attacks(position: Scene, enemy: Character, target: Character) -> Iterator[Odds]:
    brawling = target in brawlers(position, enemy)
    if brawling:
        yield blow_odds(position, enemy, target, "body blow")
    for item in enemy.held:
        kind = kind_of(position, item)
        if brawling and kind.strikes:
            yield blow_odds(position, enemy, target, "strike", item)
        if brawling and kind.cls == "knife" and not enemy.prone:
            yield blow_odds(position, enemy, target, "stab")
        for aim, shot in kind.shots.items():
            refused = shot_refusal(position, enemy, target, item, aim)
            if shot.actions <= enemy.allowance and not refused:
                yield shot_odds(position, enemy, target, Shoot(enemy.id, target.id, item.id, aim))
        if kind.thrown and not throw_refusal(position, enemy, target, item):
            yield _throw_odds(position, enemy, target, item)


def _out(told: Odds) -> Fraction:
    results = dict(told.results)
    return results.get(UNCONSCIOUS, Fraction(0)) + results.get(DEAD, Fraction(0))
