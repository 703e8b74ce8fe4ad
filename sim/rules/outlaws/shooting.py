"""Shots and throws (base game 2.2): who can be shot at with what, and what two dice must show.

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

from functools import lru_cache

from sim.board.battlemap import BattleMap
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.grid import Cell, Through, trace_from_origin
from sim.rules.outlaws.brawling import in_brawl
from sim.rules.outlaws.costs import favoured, hand_of
from sim.rules.outlaws.figures import Aim, WeaponKind
from sim.rules.outlaws.geometry import cover_from, in_arc, squares
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import Character, Item

BEST_DICE = 12
"""What two dice show at most, for "could cause a wound"."""


def kind_of(position: Scene, item: Item) -> WeaponKind:
    """Return what numbers.toml says of an item."""
    return position.battle.data.weapons[item.kind]


def item_of(unit: Character, item: Item | str) -> Item | None:
    """Return an item that a character has, as it is now; None where it has no such thing."""
    name = item if isinstance(item, str) else item.id
    return next((each for each in unit.items if each.id == name), None)


def skill_of(unit: Character, kind: WeaponKind) -> int:
    """Return the skill that a weapon goes by."""
    if kind.cls == "bow":
        return unit.profile.bow
    return unit.profile.gun if kind.shots else unit.profile.brawl


def snapshot_range(position: Scene, unit: Character, kind: WeaponKind) -> int:
    """OUT-SNAP-1: the squares within which a snapshot is tried; less than nothing for what is not fired."""
    plain = position.battle.data.snapshot_range.get(kind.cls)
    return -1 if plain is None else plain + skill_of(unit, kind)


# -- what the dice must show -------------------------------------------------------------------------------------


def target_number(
    position: Scene,
    unit: Character,
    target: Character,
    item: Item | str,
    aim: Aim,
    *,
    both: bool = False,
    snap: bool = False,
) -> Check:
    """Return what two dice must show for a hit, part by part. Both barrels change the wound and not the number."""
    held = _known(unit, item)
    kind, numbers = kind_of(position, held), position.battle.data.numbers
    check = _against(position, unit, target, kind, held)
    check = check.plus(-skill_of(unit, kind), "bow skill" if kind.cls == "bow" else "gun skill")
    check = check.plus(-kind.shots[aim].aim, f"{aim} aim")
    if snap:
        check = check.plus(-numbers.snapshot_aim, "snapshot", "OUT-SNAP-1")
    if unit.cell == target.cell:
        check = check.plus(-numbers.brawl_handgun, "in a brawl")
    return check


def throw_number(position: Scene, unit: Character, target: Character, item: Item | str) -> Check:
    """Return what two dice must show for a throw to hit."""
    held = _known(unit, item)
    kind = kind_of(position, held)
    return _against(position, unit, target, kind, held).plus(-skill_of(unit, kind), "brawl skill")


def to_hit(unit: str, target: str, needed: int, verb: str = "shoots") -> Throw:
    """Return the dice of a shot, or of a throw."""
    return Throw(D6, f"{unit} {verb} at {target}", unit, at_least(needed), count=2)


def _against(position: Scene, unit: Character, target: Character, kind: WeaponKind, held: Item) -> Check:
    """Add up weapon, distance, target and shooter: the target number before skill and aim."""
    numbers = position.battle.data.numbers
    away = squares(unit.place, target.place)
    check = Check("needed on two dice").plus(kind.base, kind.name)
    check = check.plus(away // kind.per, f"at {away} {'square' if away == 1 else 'squares'}")
    shelter = cover_from(position, target.place, unit.place, covering=target.covering)
    if shelter:
        check = check.plus(numbers.cover, f"cover: {shelter[0].reason}", "OUT-COVER")
    if target.prone and away >= numbers.prone_from:
        check = check.plus(numbers.prone_target, "target prone")
    if target.running:
        check = check.plus(numbers.running_target, "target running")
    if target.mounted:
        check = check.plus(numbers.mounted_target, "target mounted")
    if unit.mounted:
        check = check.plus(numbers.mounted_shooter, "in the saddle")
    if kind.hands == 1 and hand_of(unit, held.id) == favoured(position, unit)[1]:
        check = check.plus(numbers.off_hand, "off hand")
    if _arm_wounded(unit, held, kind):
        check = check.plus(numbers.wounded_arm, "wounded arm")
    return check


def _known(unit: Character, item: Item | str) -> Item:
    found = item_of(unit, item)
    if found is not None:
        return found
    if isinstance(item, Item):
        return item
    raise LookupError(f'{unit.id} has no item "{item}"')


def _arm_wounded(unit: Character, held: Item, kind: WeaponKind) -> bool:
    return bool(unit.arms) if kind.hands == 2 else hand_of(unit, held.id) in unit.arms


# -- whether it can be ------------------------------------------------------------------------------------------


def could_wound(position: Scene, unit: Character, target: Character, item: Item | str) -> bool:
    """OUT-SHOOT-2, OUT-READ-wound: say whether a standard Shoot, or a throw, could wound a target.

    It must be in range, and the best two dice must reach the number: with all that counts for the shot, or, as the
    other reading has it, with the distance alone.
    """
    if unit.cell is None or target.cell is None or not could_wound_at(position, unit, unit.cell, target.cell, item):
        return False
    if position.battle.data.readings.could_wound == "by distance":
        return True
    if kind_of(position, _known(unit, item)).shots:
        return target_number(position, unit, target, item, "standard").total <= BEST_DICE
    return throw_number(position, unit, target, item).total <= BEST_DICE


def could_wound_at(position: Scene, unit: Character, here: Cell, there: Cell, item: Item | str) -> bool:
    """Say whether somebody here could wound somebody there as far as the distance goes."""
    kind = kind_of(position, _known(unit, item))
    away = squares(here, there)
    shot = kind.shots.get("standard")
    longest = kind.longest if shot else kind.thrown
    if (not shot and not kind.thrown) or (longest is not None and away > longest):
        return False
    return BEST_DICE + skill_of(unit, kind) + (shot.aim if shot else 0) >= kind.base + away // kind.per


def shot_refusal(
    position: Scene, unit: Character, target: Character, item: Item | str, aim: Aim, *, both: bool = False
) -> str | None:
    """Say why a character cannot shoot at another like this; None if it can. Actions are not asked."""
    held = item_of(unit, item)
    if held is None or held not in unit.held:
        return "that weapon is not in the hand"
    kind = kind_of(position, held)
    if not kind.shots:
        return f"nobody shoots with a {kind.name}"
    if aim not in kind.shots:
        return f"a {kind.name} knows no {aim} aim"
    if held.loaded < 1:
        return f"the {kind.name} is empty"
    if both and kind.barrels < 2:
        return f"the {kind.name} has one barrel"
    if both and held.loaded < 2:
        return f"only one barrel of the {kind.name} is loaded"
    if kind.hands == 2 and len(unit.held) > 1:
        return f"a {kind.name} takes both hands"
    if kind.stands and unit.prone:
        return f"nobody shoots a {kind.name} lying down"
    if in_brawl(position, unit):
        if kind.cls != "handgun":
            return "in a brawl only a handgun is fired"
        if target.cell != unit.cell:
            return "in a brawl one shoots only at somebody in the square"
    return _aim_refusal(position, unit, target, kind.longest)


def throw_refusal(position: Scene, unit: Character, target: Character, item: Item | str) -> str | None:
    """Say why a character cannot throw something at another; None if it can. Actions are not asked."""
    held = item_of(unit, item)
    if held is None or held not in unit.held:
        return "that is not in the hand"
    kind = kind_of(position, held)
    if not kind.thrown:
        return f"nobody throws a {kind.name}"
    if in_brawl(position, unit):
        return "nobody throws anything in a brawl"
    return _aim_refusal(position, unit, target, kind.thrown)


def _aim_refusal(position: Scene, unit: Character, target: Character, longest: int | None) -> str | None:
    """Say what keeps a shot or a throw from a target, whatever the weapon."""
    refusal = _target_refusal(position, unit, target)
    if refusal is not None:
        return refusal
    if unit.running or (position.state.ran and position.state.actor == unit.id):
        return "whoever has run does not shoot in the same turn"
    here, there = unit.place, target.place
    if here != there:
        if there not in position.lines.field_of_view(here):
            return f"no line of sight to {target.id}"
        if not in_arc(position, here, unit.facing, there):
            return f"{target.id} is not in the field of view: turn around first"
        away = squares(here, there)
        if longest is not None and away > longest:
            return f"too far: {away} squares, and it carries {longest}"
    blockers = blocked_by(position, unit, target)
    if blockers:
        return f"the shot is blocked by {' and '.join(blockers)}"
    return None


def _target_refusal(position: Scene, unit: Character, target: Character) -> str | None:
    if unit.cell is None or unit.out:
        return f"{unit.id} is out of the fight"
    if target.cell is None or target.out:
        return f"{target.id} is out of the fight"
    if target.side == unit.side:
        return f"{target.id} is a friend"
    if target.profile.group and target.id not in position.battle.data.shootout.targets_allowed:
        return "groups are no targets"
    return None


def blocked_by(position: Scene, unit: Character, target: Character) -> tuple[str, ...]:
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


@lru_cache(maxsize=1 << 14)
def _passed(battle_map: BattleMap, q: int, r: int) -> frozenset[Cell]:
    """Return the squares, as steps from the first, that a line passes through, its last one included."""
    way = trace_from_origin(battle_map.grid, Cell(q, r))
    return frozenset((*(met.cell for met in way if isinstance(met, Through)), Cell(q, r)))
