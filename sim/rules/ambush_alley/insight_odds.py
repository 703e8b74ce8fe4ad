"""How likely fire, assaults, checks and reaction tests are to succeed, exactly over the dice, as things stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sim.engine.chances import short
from sim.engine.check import Check
from sim.engine.dice import Throw, at_least
from sim.engine.insight import Odds
from sim.engine.ruleset import SOLO
from sim.grid import Cell
from sim.rules.ambush_alley.assault import assault_dice, assault_odds, assault_ways
from sim.rules.ambush_alley.checks import quality_chance, reaction_chance, reaction_check
from sim.rules.ambush_alley.fire import (
    attack_dice,
    damage_odds,
    defence_dice,
    defence_faces,
    fire_refusal,
    hit_need,
    losses,
)
from sim.rules.ambush_alley.geometry import enemies, sees
from sim.rules.ambush_alley.interruptions import unchecked
from sim.rules.ambush_alley.scene import Scene, check_die, quality_die
from sim.rules.ambush_alley.units import Team

Results = tuple[tuple[str, Fraction], ...]


# -- fire --------------------------------------------------------------------------------------------------------


def fire_told(position: Scene, unit: Team, target: Team, *, reacting: bool = False) -> Odds:
    """Return the odds that fire costs the target anybody, or hits a vehicle, at all."""
    attack = attack_dice(position, unit, target, reacting=reacting)
    defence = defence_dice(position, unit, target, attack.total)
    chances = losses(position, unit, target, reacting=reacting)
    need, faces = hit_need(position, unit, target), defence_faces(position, target, unit.place)
    return Odds(
        f"a hit on {target.id}" if target.profile.kind == "vehicle" else f"casualties of {target.id}",
        unit.id,
        target.id,
        1 - chances.get(0, Fraction(0)),
        Throw(quality_die(position, unit), f"fire at {target.id}", unit.id, at_least(need, each=True), attack.total),
        (attack, defence),
        f"{attack.total} dice, {need} or more on each; {defence.total}D{faces} in defence, each stops one as high",
        _results(position, unit, target, chances.items()),
    )


def _results(position: Scene, unit: Team, target: Team, chances: object) -> Results:
    found = dict(chances)  # type: ignore[call-overload]
    if target.profile.kind != "vehicle":
        return tuple((f"{count or 'none'} lost", chance) for count, chance in found.items() if chance)
    hit = 1 - found.get(0, Fraction(0))
    damage = ((f"{name}, by one hit", hit * chance) for name, chance in damage_odds(position, unit).items())
    return (("no hit", 1 - hit), *damage)


# -- tests -------------------------------------------------------------------------------------------------------


def first_told(position: Scene, unit: Team, other: Team) -> Odds:
    """Return the odds of a reaction test."""
    need = position.battle.data.numbers.success
    return Odds(
        f"{unit.id} quicker than {other.id}",
        unit.id,
        other.id,
        reaction_chance(position, unit, other),
        Throw(check_die(position, unit), "reaction test", unit.id, at_least(need)),
        _added(position, unit, other),
        f"{need} or more, and more than the {check_die(position, other).name} of {other.id}",
    )


def _added(position: Scene, *units: Team) -> tuple[Check, ...]:
    """Return what is added to the dice of a reaction test; nothing is said of whom nothing is added to."""
    checks = ((unit, reaction_check(position, unit)) for unit in units)
    return tuple(_of(unit, check) for unit, check in checks if check.parts)


def _of(unit: Team, check: Check) -> Check:
    """Say whose number it is, where there are two of a kind."""
    return replace(check, name=f"{check.name}, {unit.id}")


def quality_told(position: Scene, unit: Team, what: str, purpose: str) -> Odds:
    """Return the odds of a Quality check."""
    need = position.battle.data.numbers.success
    return Odds(
        what,
        unit.id,
        None,
        quality_chance(position, unit),
        Throw(check_die(position, unit), purpose, unit.id, at_least(need)),
        reckoning=f"{need} or more on a {check_die(position, unit).name}",
    )


def interruptions_told(position: Scene, unit: Team, way: tuple[Cell, ...] = ()) -> Iterator[Odds]:
    """AAS-CHECK-1: yield who would see a move, and how likely he is to act and to come first."""
    cells = (unit.cell, *way)
    for enemy in unchecked(position):
        if not any(sees(position, enemy, unit.changed(cell=cell)) for cell in cells):
            continue
        acts = Fraction(1) if enemy.leader else quality_chance(position, enemy)
        first = reaction_chance(position, enemy, unit)
        leader = "with a leader" if enemy.leader else f"action check {short(acts)}"
        yield Odds(
            f"interruption by {enemy.id}, which comes first",
            enemy.id,
            unit.id,
            acts * first,
            None,
            _added(position, enemy, unit),
            f"{leader}; reaction test {short(first)}, if its table has something for it to do",
        )


def bout_told(position: Scene, unit: Team, enemy: Team) -> Odds:
    """Return the odds of a close assault from the beginning."""
    found = assault_odds(position, unit, enemy)
    mine, theirs = assault_dice(position, unit), assault_dice(position, enemy)
    return Odds(
        f"{enemy.id}: driven off or beaten",
        unit.id,
        enemy.id,
        found.pulls_back + found.won,
        None,
        (_of(unit, mine), _of(enemy, theirs)),
        f"a Quality check to close, one to stand; then {mine.total} dice against {theirs.total}",
        (
            ("hangs back", found.hangs_back),
            ("they do not stand", found.pulls_back),
            ("won", found.won),
            ("equal", found.equal),
            ("lost", found.lost),
        ),
    )


# -- threats -----------------------------------------------------------------------------------------------------


def threats(position: Scene, target: Team) -> tuple[Odds, ...]:
    """Return what each enemy could do to a unit from where it stands: fire or assault; the worst first."""
    if target.cell is None or target.figures <= 0:
        return ()
    found = [worst for enemy in enemies(position, target.side) if (worst := _threat(position, enemy, target))]
    return tuple(sorted(found, key=lambda each: -each.chance))


def _threat(position: Scene, enemy: Team, target: Team) -> Odds | None:
    able: list[Odds] = []
    if position.battle.side(enemy.side).player == SOLO and enemy.profile.kind == "leader":
        return None  # AAS-L-1 to AAS-L-5: a leader without a unit flees or joins one, and never fires
    if fire_refusal(position, enemy, target) is None and not enemy.barred:
        able.append(fire_told(position, enemy, target))
    regular = enemy.side == position.battle.data.mission.regulars
    if regular and next(iter(assault_ways(position, enemy, target)), None) is not None:
        able.append(bout_told(position, enemy, target))
    return max(able, key=lambda each: each.chance) if able else None
