"""Snapshots: who may try one in the middle of an enemy's counter, and with what (OUT-SNAP-1)."""

from __future__ import annotations

from sim.engine.check import Check
from sim.rules.outlaws.brawling import in_brawl
from sim.rules.outlaws.costs import kind_of
from sim.rules.outlaws.figures import WeaponKind
from sim.rules.outlaws.geometry import sees, squares
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.shooting import shot_refusal, skill_of, snapshot_range, target_number
from sim.rules.outlaws.units import Character, Item


def snap_refusal(position: Scene, unit: Character, target: Character) -> str | None:
    """OUT-SNAP-1: say why a character cannot try a snapshot at an enemy.

    An auto tries if the enemy is in range for what it holds, and finds out afterwards whether it can shoot at all
    (OUT-SNAP-2). Anybody else tries only what would be a shot.
    """
    if reason := _barred(position, unit, target):
        return reason
    if unit.side in position.battle.data.autos:
        return _out_of_range(position, unit, target) or _in_vain(position, unit, target)
    if snap_item(position, unit, target) is not None:
        return None
    kinds = [item for item in unit.held if (kind := kind_of(position, item)) and kind.shots]
    if not kinds:
        return f"{unit.id} holds nothing to shoot with"
    return shot_refusal(position, unit, target, kinds[0], "standard")


def _barred(position: Scene, unit: Character, target: Character) -> str | None:
    """Say what keeps a character from any snapshot at an enemy."""
    if target.side == unit.side or target.cell is None or target.out:
        return f"{target.id} is no target"
    if unit.profile.group or target.profile.group:
        return "groups neither snap nor are snapped at"
    if unit.done:
        return f"{unit.id} takes no further part"  # OUT-AMMO-2
    autos = position.battle.data.autos
    if unit.side in autos and target.side in autos:
        return f"{target.id} is an auto, and autos try none at their like"
    if position.state.actor != target.id:
        return f"it is not the counter of {target.id}"
    if target.id in unit.snapped:  # OUT-SNAP-once
        return f"{unit.id} has tried a snapshot at {target.id}"
    if unit.running:
        return f"{unit.id} is running"
    return f"{unit.id} is in a brawl" if in_brawl(position, unit) else None


def guns(position: Scene, unit: Character) -> tuple[tuple[Item, WeaponKind], ...]:
    """Return what a character holds that a snapshot can be fired with."""
    ranges = position.battle.data.snapshot_range
    found = ((item, kind_of(position, item)) for item in unit.held)
    return tuple((item, kind) for item, kind in found if kind is not None and kind.shots and kind.cls in ranges)


def _out_of_range(position: Scene, unit: Character, target: Character) -> str | None:
    away = squares(unit.place, target.place)
    held = guns(position, unit)
    if not held:
        return f"{unit.id} holds nothing to shoot with"
    longest = max(snapshot_range(position, unit, kind) for _, kind in held)
    return None if away <= longest else f"{target.id} is {away} squares away, and {longest} is the most"


def _in_vain(position: Scene, unit: Character, target: Character) -> str | None:
    """OUT-SNAP-2: say that nothing could come of an attempt: no shot, and nowhere to drop from or to."""
    if not (unit.prone or unit.mounted) or (sees(position, unit, target) and snap_item(position, unit, target)):
        return None
    return f"{unit.id} could neither shoot nor drop"


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
