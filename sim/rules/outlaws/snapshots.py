"""Snapshots: who may try one in the middle of an enemy's counter, and with what (OUT-SNAP-1)."""

from __future__ import annotations

from sim.engine.check import Check
from sim.engine.notes import Said
from sim.engine.orders import Ask, Refusal
from sim.play.book import of_this_book
from sim.rules.outlaws.brawling import in_brawl
from sim.rules.outlaws.figures import WeaponKind
from sim.rules.outlaws.geometry import sees, squares
from sim.rules.outlaws.hands import kind_of
from sim.rules.outlaws.scene import Play, Scene
from sim.rules.outlaws.shooting import shot_refusal, skill_of, snapshot_range, target_number
from sim.rules.outlaws.units import Character, Item

SNAPSHOT = "snapshot"
"""The occasion: an enemy moved into view, or fired."""
TRIED, ONCE = "OUT-SNAP-1", "OUT-SNAP-once"


def offer_snapshot(game: Play, who: str, about: str, why: str) -> None:
    """OUT-SNAP-1: ask whether somebody tries a snapshot, if the rules allow one."""
    unit, enemy = game.state.unit(who), game.state.unit(about)
    if unit.out or unit.cell is None or snap_refusal(game.position, unit, enemy):
        return
    game.note(Said(why, rule=TRIED))
    ask = Ask(unit.side, SNAPSHOT, who, about)
    of_this_book(game.order(ask)).resolve(game, ask)


def snap_refusal(position: Scene, unit: Character, target: Character) -> Refusal | None:
    """OUT-SNAP-1: say why a character cannot try a snapshot at an enemy.

    An auto tries if the enemy is in range for what it holds, and finds out afterwards whether it can shoot at all
    (OUT-SNAP-2). Anybody else tries only what would be a shot.
    """
    if refused := _barred(position, unit, target):
        return refused
    if not any(kind_of(position, item).shots for item in unit.held):
        return Refusal(f"{unit.id} holds nothing to shoot with", TRIED)
    if unit.side in position.battle.data.autos:
        return _out_of_range(position, unit, target) or _in_vain(position, unit, target)
    if snap_item(position, unit, target) is not None:
        return None
    gun = next(item for item in unit.held if kind_of(position, item).shots)
    return shot_refusal(position, unit, target, gun, "standard")


def _barred(position: Scene, unit: Character, target: Character) -> Refusal | None:
    """Say what keeps a character from any snapshot at an enemy."""
    autos = position.battle.data.autos
    if target.side == unit.side or target.cell is None or target.out:
        return Refusal(f"{target.id} is no target", TRIED)
    if unit.profile.group or target.profile.group:
        return Refusal("groups neither snap nor are snapped at", "OUT-T-groups")
    if unit.done:
        return Refusal(f"{unit.id} takes no further part", "OUT-AMMO-2")
    if unit.side in autos and target.side in autos:
        return Refusal(f"{target.id} is an auto, and autos try none at their like", TRIED)
    if position.state.actor != target.id:
        return Refusal(f"it is not the counter of {target.id}", TRIED)
    if target.id in unit.snapped:
        return Refusal(f"{unit.id} has tried a snapshot at {target.id}", ONCE)
    if unit.running:
        return Refusal(f"{unit.id} is running", ONCE)
    return Refusal(f"{unit.id} is in a brawl", ONCE) if in_brawl(position, unit) else None


def guns(position: Scene, unit: Character) -> tuple[tuple[Item, WeaponKind], ...]:
    """Return what a character holds that a snapshot can be fired with."""
    ranges = position.battle.data.snapshot_range
    found = ((item, kind_of(position, item)) for item in unit.held)
    return tuple((item, kind) for item, kind in found if kind.shots and kind.cls in ranges)


def _out_of_range(position: Scene, unit: Character, target: Character) -> Refusal | None:
    away = squares(unit.place, target.place)
    longest = max((snapshot_range(position, unit, kind) for _, kind in guns(position, unit)), default=-1)
    far = f"{target.id} is {away} squares away, and {longest} is the most"
    return None if away <= longest else Refusal(far, TRIED)


def _in_vain(position: Scene, unit: Character, target: Character) -> Refusal | None:
    """OUT-SNAP-2: say that nothing could come of an attempt: no shot, and nowhere to drop from or to."""
    if not (unit.prone or unit.mounted) or (sees(position, unit, target) and snap_item(position, unit, target)):
        return None
    return Refusal(f"{unit.id} could neither shoot nor drop", "OUT-SNAP-2")


def snap_item(position: Scene, unit: Character, target: Character) -> Item | None:
    """Return the weapon that a snapshot is fired with: the one most likely to hit; None if none can be fired."""
    able = [item for item, _ in guns(position, unit) if shot_refusal(position, unit, target, item, "standard") is None]
    if not able:
        return None
    return min(able, key=lambda item: target_number(position, unit, target, item, "standard", snap=True).total)


def attempt(position: Scene, unit: Character) -> Check:
    """Return what is added to the die of an attempt: the skill with the best of what is held."""
    skills = [skill_of(unit, kind) for _, kind in guns(position, unit)]
    return Check("snapshot").plus(max(skills, default=0), "skill", "OUT-SNAP-1")
