"""Shots and throws (base game 2.2): what two dice must show, and what keeps a shot from its target; snapshots.

2D6 + skill + aim must reach the target number; here skill and aim are taken off it, so that one number is left, which
the bare dice must reach. Ranges are by ruler, part squares left off.

OUT-LINE, OUT-SKILL and others:
- A shot is blocked by conscious, standing friends in squares that the line passes through (a corner is not through),
  and by one who brawls with the target; by townsfolk likewise, whose side they are on does not matter.
- In a brawl only a handgun is fired, at -1 on the dice, and only at somebody in the same square.
- Who has run does not shoot until the next turn, snapshots included.
- What is thrown goes by Brawl, a bow by Bow, everything else by Gun.
- A weapon for two hands counts as held in a wounded arm if either arm is wounded, and is never in the off hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sim.board.battlemap import BattleMap
from sim.board.cover import Cover
from sim.engine.check import Check
from sim.engine.dice import D6
from sim.engine.notes import Said
from sim.engine.orders import Ask, Refusal
from sim.grid import Cell, Through, trace_from_origin
from sim.memo import memo
from sim.play.book import of_this_book
from sim.play.order import Refused
from sim.rules.outlaws.combat.brawls import in_brawl
from sim.rules.outlaws.figures import Aim, WeaponKind
from sim.rules.outlaws.ground.cover import cover_from
from sim.rules.outlaws.ground.sight import in_arc, ruler, sees
from sim.rules.outlaws.state import SNAPSHOT, Character, Item, OutlawsGame, OutlawsPosition, favoured, kind_of, named

BEST_DICE = 2 * max(D6.faces)
"""What two dice show at most, for "could cause a wound"."""


def skill_of(unit: Character, kind: WeaponKind) -> int:
    """Return the skill that a weapon goes by."""
    if kind.cls == "bow":
        return unit.profile.bow
    return unit.profile.gun if kind.shots else unit.profile.brawl


def target_number(
    position: OutlawsPosition, unit: Character, target: Character, item: Item, aim: Aim | None, *, snap: bool = False
) -> Check:
    """Return what two dice must show for a hit, part by part; without an aim, for a throw.

    Both barrels change the wound and not the number.
    """
    kind, numbers = kind_of(position, item), position.battle.data.numbers
    away, hand = ruler(unit.place, target.place), unit.hand_of(item.id)
    check = Check("needed on two dice").plus(kind.base, kind.name)
    check = check.plus(away // kind.per, f"at {away} {'square' if away == 1 else 'squares'}")
    check = covered(position, check, cover_from(position, target.place, unit.place, covering=target.covering))
    check = check.where(
        "",
        (target.prone and away >= numbers.prone_from, numbers.prone_target, "target prone"),
        (target.running, numbers.running_target, "target running"),
        (target.mounted, numbers.mounted_target, "target mounted"),
        (unit.mounted, numbers.mounted_shooter, "in the saddle"),
        (kind.hands == 1 and hand == favoured(position, unit)[1], numbers.off_hand, "off hand"),
        (unit.arms if kind.hands == 2 else hand in unit.arms, numbers.wounded_arm, "wounded arm"),
    )
    skill = "brawl" if not kind.shots else "bow" if kind.cls == "bow" else "gun"
    check = check.plus(-skill_of(unit, kind), f"{skill} skill")
    if aim is None:
        return check
    check = check.plus(-kind.shots[aim].aim, f"{aim} aim").plus(-numbers.snapshot_aim * snap, "snapshot", "OUT-SNAP-1")
    return check.where("", (unit.cell == target.cell, -numbers.brawl_handgun, "in a brawl"))


def covered(position: OutlawsPosition, check: Check, covers: Sequence[Cover]) -> Check:
    """OUT-COVER: add what cover makes harder: the same, whatever it is and however many there are."""
    for cover in covers[:1]:
        check = check.plus(position.battle.data.numbers.cover, f"cover: {cover.reason}", "OUT-COVER")
    return check


# -- whether it can be ------------------------------------------------------------------------------------------


def could_wound(position: OutlawsPosition, unit: Character, target: Character, item: Item) -> bool:
    """OUT-SHOOT-2, OUT-READ-wound: say whether a standard Shoot, or a throw, could wound a target.

    It must be in range, and the best two dice must reach the number: with all that counts for the shot, or, as the
    other reading has it, with the distance alone.
    """
    if unit.cell is None or target.cell is None or not could_wound_at(position, unit, unit.cell, target.cell, item):
        return False
    if position.battle.data.readings.could_wound == "by distance":
        return True
    aim: Aim | None = "standard" if kind_of(position, item).shots else None
    return target_number(position, unit, target, item, aim).total <= BEST_DICE


def could_wound_at(position: OutlawsPosition, unit: Character, here: Cell, there: Cell, item: Item) -> bool:
    """Say whether somebody here could wound somebody there as far as the distance goes."""
    kind = kind_of(position, item)
    away = ruler(here, there)
    shot = kind.shots.get("standard")
    longest = kind.longest if shot else kind.thrown
    if (not shot and not kind.thrown) or (longest is not None and away > longest):
        return False
    return BEST_DICE + skill_of(unit, kind) + (shot.aim if shot else 0) >= kind.base + away // kind.per


def shot_refusal(
    position: OutlawsPosition, unit: Character, target: Character, item: Item, aim: Aim, *, both: bool = False
) -> Refusal | None:
    """Say why a character cannot shoot at an enemy with what it holds; None if it can. Actions are not asked."""
    kind = kind_of(position, item)
    if refused := has_run(position, unit):
        return refused
    if reason := _weapon_refusal(kind, item, unit, aim, both):
        return Refusal(reason, "OUT-WEAPON")
    if kind.hands == 2 and len(unit.held) > 1:
        return Refusal(f"{named(position, item)} takes both hands", "OUT-HANDS")
    if in_brawl(position, unit):
        if kind.cls != "handgun":
            return Refusal("in a brawl only a handgun can be fired", "OUT-BRAWL-0")
        if target.cell != unit.cell:
            return Refusal("in a brawl only somebody in the same square can be shot at", "OUT-BRAWL-0")
    return line_refusal(position, unit, target, kind.longest)


def _weapon_refusal(kind: WeaponKind, item: Item, unit: Character, aim: Aim, both: bool) -> str:
    """OUT-WEAPON: say why a weapon cannot be fired like this, whoever is aimed at; nothing if it can."""
    if not kind.shots:
        return f"a {kind.name} cannot be fired"
    if aim not in kind.shots:
        return f"a {kind.name} cannot be fired with {aim} aim"
    if item.loaded < 1:
        return f"the {kind.name} is empty"
    if both and kind.barrels < 2:
        return f"the {kind.name} has one barrel"
    if both and item.loaded < 2:
        return f"only one barrel of the {kind.name} is loaded"
    return f"a {kind.name} cannot be fired lying down" if kind.stands and unit.prone else ""


def has_run(position: OutlawsPosition, unit: Character) -> Refusal | None:
    """OUT-GAIT: say that somebody has run, and neither shoots nor throws until the next turn."""
    if unit.running or (position.state.ran and position.state.actor == unit.id):
        return Refusal(f"{unit.id} has run, and cannot shoot in the same turn", "OUT-GAIT")
    return None


def line_refusal(position: OutlawsPosition, unit: Character, target: Character, longest: int | None) -> Refusal | None:
    """Say what keeps a shot or a throw from a target, whatever the weapon."""
    here, there = unit.place, target.place
    if here != there:
        if there not in position.lines.field_of_view(here):
            return Refusal(f"no line of sight to {target.id}", "OUT-FOV")
        if not in_arc(position, here, unit.facing, there):
            return Refusal(f"{target.id} is not in the field of view: turn around first", "OUT-FOV")
        away = ruler(here, there)
        if longest is not None and away > longest:
            return Refusal(f"too far: {away} squares, and its range is {longest}", "OUT-WEAPON")
    blockers = blocked_by(position, unit, target)
    return Refusal(f"the shot is blocked by {' and '.join(blockers)}", "OUT-LINE") if blockers else None


def blocked_by(position: OutlawsPosition, unit: Character, target: Character) -> tuple[str, ...]:
    """OUT-SHOOT-9, OUT-LINE: the friends, and townsfolk, whom a shot at the target would have to pass."""
    if unit.cell is None or target.cell is None or unit.cell == target.cell:
        return ()
    passed = _passed(position.map, target.cell.q - unit.cell.q, target.cell.r - unit.cell.r)
    found = []
    for other in position.state.units:
        if other.cell is None or other.out or other.prone or other.id in (unit.id, target.id):
            continue
        townsfolk = other.profile.group and not other.profile.tuwa
        if (other.side == unit.side or townsfolk) and other.cell.minus(unit.cell) in passed:
            found.append(other.id)
    return tuple(found)


@memo
def _passed(battle_map: BattleMap, q: int, r: int) -> frozenset[Cell]:
    """Return the squares, as steps from the first, that a line passes through, its last one included."""
    way = trace_from_origin(battle_map.grid, Cell(q, r))
    return frozenset((*(met.cell for met in way if isinstance(met, Through)), Cell(q, r)))


# -- snapshots (OUT-SNAP-1) ----------------------------------------------------------------------------------------


def guns(position: OutlawsPosition, unit: Character) -> tuple[tuple[Item, WeaponKind], ...]:
    """Return what a character holds that a snapshot can be fired with."""
    ranges = position.battle.data.snapshot_range
    found = ((item, kind_of(position, item)) for item in unit.held)
    return tuple((item, kind) for item, kind in found if kind.shots and kind.cls in ranges)


def snapshot_range(position: OutlawsPosition, unit: Character, kind: WeaponKind) -> int:
    """OUT-SNAP-1: the squares within which a snapshot is tried; less than nothing for what is not fired."""
    plain = position.battle.data.snapshot_range.get(kind.cls)
    return -1 if plain is None else plain + skill_of(unit, kind)


def snap_item(position: OutlawsPosition, unit: Character, target: Character) -> Item | None:
    """Return the weapon that a snapshot is fired with: the one most likely to hit; None if none can be fired."""
    able = [item for item, _ in guns(position, unit) if shot_refusal(position, unit, target, item, "standard") is None]
    return min(
        able,
        key=lambda item: target_number(position, unit, target, item, "standard", snap=True).total,
        default=None,
    )


def snapshot_refusals(position: OutlawsPosition, unit: Character, target: Character) -> Iterator[Refused]:
    """OUT-SNAP-1: yield what stands against a snapshot.

    An auto tries if the enemy is in range for what it holds, and finds out afterwards whether it can shoot at all
    (OUT-SNAP-2). Anybody else tries only what would be a shot.
    """
    autos = position.battle.data.autos
    if target.side == unit.side or target.cell is None or target.out:
        yield f"{target.id} is no target"
    if unit.profile.group or target.profile.group:
        yield Refusal("groups neither try snapshots nor draw them", "OUT-T-groups")
    if unit.done:
        yield Refusal(f"{unit.id} takes no further part", "OUT-AMMO-2")
    if unit.side in autos and target.side in autos:
        yield "autos try no snapshots at each other"
    if position.state.actor != target.id:
        yield f"the counter of {target.id} is not out"
    if target.id in unit.snapped:
        yield Refusal(f"{unit.id} has tried a snapshot at {target.id}", "OUT-SNAP-once")
    if unit.running:
        yield Refusal(f"{unit.id} is running", "OUT-SNAP-once")
    if in_brawl(position, unit):
        yield Refusal(f"{unit.id} is in a brawl", "OUT-SNAP-once")
    gun = next((item for item in unit.held if kind_of(position, item).shots), None)
    if gun is None:
        yield f"{unit.id} holds nothing to shoot with"
    elif unit.side in autos:
        away = ruler(unit.place, target.place)
        longest = max((snapshot_range(position, unit, kind) for _, kind in guns(position, unit)), default=-1)
        if away > longest:
            yield f"{target.id} is {away} squares away, and {longest} is the most"
        may_shoot = sees(position, unit, target) and snap_item(position, unit, target)
        if (unit.prone or unit.mounted) and not may_shoot:
            yield Refusal(f"{unit.id} could neither shoot nor hit the dirt", "OUT-SNAP-2")
    elif snap_item(position, unit, target) is None:
        yield shot_refusal(position, unit, target, gun, "standard")


def offer_snapshot(game: OutlawsGame, who: str, about: str, why: str) -> None:
    """OUT-SNAP-1: ask whether somebody tries a snapshot, if the rules allow one."""
    unit = game.state.unit(who)
    ask = Ask(unit.side, SNAPSHOT, who, about)
    if unit.out or unit.cell is None or any(snapshot_refusals(game.position, unit, game.state.unit(about))):
        return
    game.note(Said(why, rule="OUT-SNAP-1"))
    of_this_book(game.order(ask)).resolve(game, ask)
