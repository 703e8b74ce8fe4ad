"""Attacks: firepower against defence, every part of both numbers with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Literal, NamedTuple

from sim.board.cover import Cover, own_cover
from sim.board.ground import Ground
from sim.engine.check import Check
from sim.engine.dice import D6, at_least
from sim.engine.frozen import fast_frozen
from sim.engine.mending import mended_targets
from sim.engine.orders import Refusal
from sim.grid import Cell, Edge
from sim.memo import memo
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.ground.zones import (
    arc_of_fire,
    can_attack_at_all,
    eye,
    in_front,
    lines_of,
    range_of,
    sees,
    spotter_hex,
)
from sim.rules.conflict_of_heroes.state import (
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    RUMOUR,
    CohPosition,
    Counter,
    called,
    friends,
    in_close_combat,
    marker_of,
    opponents,
    stands_alike,
)

Range = Literal["close combat", "short", "normal", "long"]

SMOKE = (LIGHT_SMOKE, HEAVY_SMOKE)


@dataclass(frozen=True)
class Attack:
    """An attack as it would be made now: what it takes to hit, and what it costs."""

    attacker: str
    target: str
    range: Range
    rating: Check
    defence: Check
    cost: Check
    armoured: bool
    """The side of the target that is attacked is armoured: its hits come from that pool."""
    spotter: Cell | None = None
    """Where the spotter of indirect fire is; None if the attacker sees the target itself."""

    @cached_property
    def needed(self) -> int:
        """The number that two dice must reach (base game 6)."""
        return self.defence.total - self.rating.total


@cache
def chance_of(needed: int) -> float:
    """Return how likely two dice are to reach a number."""
    return float(at_least(needed).chance(D6, 2))


@fast_frozen
@dataclass(frozen=True)
class Pair:
    """Who attacks whom, and whether with a flamethrower."""

    unit: Counter
    target: Counter
    flame: bool = False


class Support(NamedTuple):
    """What an attack has besides the attacker: supporters, CAPs on the dice, a card."""

    supporters: int = 0
    dice_caps: int = 0
    card: int = 0


ALONE = Support()


def refusal(position: CohPosition, unit: Counter, target: Counter, long_range: bool = True) -> Refusal | None:
    """COH-RANGE: say why a counter cannot attack another; None if it can."""
    if target.cell is None or unit.cell is None or target.side == unit.side:
        return Refusal(f"{target.name} {target.name:is|are} no target", "COH-RANGE")
    if target.hidden:
        return Refusal(f"{target.name} {target.name:is|are} hidden", "COH-RANGE")
    # What a hit forbids is looked up for those alone who have one: of all that is asked here, this is asked most.
    if unit.profile.attack_ap is None or (unit.hit and not can_attack_at_all(position, unit)):
        return cannot_attack(position, unit)
    if unit.hit and _firepower(position, Pair(unit, target)) is None:
        return Refusal(f"{unit.name} {unit.name:has|have} no gun for such a target", "COH-HIT")
    apart = unit.cell != target.cell
    if apart and len(position.state.units.at(unit.cell)) > 1 and in_close_combat(position, unit):
        return cannot_fire_out(unit)
    return _refusal_from_here(position, unit, target, long_range)


def cannot_attack(position: CohPosition, unit: Counter) -> Refusal:
    """COH-RANGE, COH-HIT: say why a counter cannot attack anybody: it is unarmed, or its hit forbids it."""
    marker = marker_of(position, unit)
    if marker and unit.profile.attack_ap:
        return Refusal(f"{unit.name} cannot attack: {marker.name.lower()}", "COH-HIT")
    return Refusal(f"{unit.name} cannot attack: {unit.name:it is|they are} unarmed", "COH-RANGE")


def cannot_fire_out(unit: Counter) -> Refusal:
    """COH-CC: say that nobody fires out of a close combat."""
    words = f"{unit.name:is|are} in close combat and cannot fire out of {unit.name:its|their} hex"
    return Refusal(f"{unit.name} {words}", "COH-CC")


# Not the counters themselves: most of what befalls them changes nothing here, and each would be hashed whole.
@memo(of=lines_of, by=lambda position, unit, target, long_range: (
    position.battle.data, unit.id, unit.profile.id, unit.cell, unit.facing, unit.hit,
    target.id, target.cell, long_range,
))  # fmt: skip
def _refusal_from_here(position: CohPosition, unit: Counter, target: Counter, long_range: bool) -> Refusal | None:
    if in_the_water(position, unit):
        return Refusal(f"{unit.name} {unit.name:is|are} in the water", "COH-WATER")
    if unit.cell == target.cell:
        return None
    hexes, cell = position.map.distance(unit.place, target.place), target.place
    most = reach_of(position, unit, long_range)
    why = ""
    if unit.profile.range == 0:
        why = f"in another hex, and {unit.name} {unit.name:fights|fight} only in {unit.name:its|their} own"
    elif hexes > most:
        why = f"{hexes} hexes away, beyond {most}"
    elif hexes < unit.profile.min_range:
        why = f"nearer than {unit.profile.min_range} hexes"
    elif arc_of_fire(position, unit).spread is not None and not in_front(position, unit, cell):
        why = "outside the arc of fire"
    elif not _is_spotted(position, unit, cell):
        why = f"out of sight: {position.sight(unit.place, cell).reason}"
    return Refusal(f"{target.name} {target.name:is|are} {why}", "COH-RANGE") if why else None


def _is_spotted(position: CohPosition, unit: Counter, cell: Cell) -> bool:
    return sees(position, unit, cell) or spotter_hex(position, unit, cell) is not None


def _can_attack(position: CohPosition, unit: Counter, target: Counter) -> bool:
    # Sight first: to say what is in its way takes longer than all the rest, and nobody has asked.
    return _is_spotted(position, unit, target.place) and refusal(position, unit, target) is None


def reach_of(position: CohPosition, unit: Counter, long_range: bool = True) -> int:
    """COH-RANGE: how many hexes off a target may be; whoever has no range at all fights in its own hex."""
    reach = range_of(position, unit)
    return max(1, reach * position.battle.data.numbers.long_range_factor if long_range else reach)


targets_of = mended_targets(friends, opponents, reach_of, _can_attack, stands_alike)
"""COH-RANGE: finds whom a counter could attack, at long range too."""


def in_the_water(position: CohPosition, unit: Counter) -> bool:
    """COH-WATER: say whether a counter is in the water, as only troops on foot can be: others have a bridge or ford."""
    return unit.profile.kind == "foot" and is_wet(position.ground, unit.place)


def is_wet(ground: Ground, cell: Cell) -> bool:
    """COH-WATER: say whether a hex counts as water."""
    return "wet" in ground.terrain_at(cell).traits


def support_refusal(position: CohPosition, leader: Counter, unit: Counter, target: Counter) -> Refusal | None:
    """COH-GROUP: say why a counter cannot support the attack of another; None if it can."""
    marker, data, name = marker_of(position, unit), position.battle.data, unit.name
    if position.map.distance(unit.place, leader.place) > data.numbers.group_distance:
        return Refusal(f"{name} {name:is|are} too far from {leader.name} to support it", "COH-GROUP")
    if leader.place == target.place != unit.place and data.readings.close_support == "same hex":
        words = f"{name} {name:is|are} in another hex, and only those in the hex support a close combat"
        return Refusal(words, "COH-CC-support")
    if marker and (marker.red or marker.blue):
        words = f"{name} {name:is|are} {marker.name.lower()} and {name:gives|give} no support"
        return Refusal(words, "COH-GROUP")
    if not sees(position, unit, target.place):
        return Refusal(f"{name} {name:does|do} not see {target.name}", "COH-GROUP")
    return refusal(position, unit, target, long_range=False)


@memo(of=lines_of, by=lambda position, unit, target, support=ALONE: (
    position.battle.data, unit.id, unit.profile.id, unit.cell, unit.facing, unit.hit, target.id, target.profile.id,
    target.cell, target.facing, target.hit, target.dug_in, _vehicle_beside(position, target), support,
))  # fmt: skip
def attack(position: CohPosition, unit: Counter, target: Counter, support: Support = ALONE) -> Attack:
    """Return an attack that is allowed, with the flamethrower if that is better (base game 6, 18)."""
    hexes, numbers = position.map.distance(unit.place, target.place), position.battle.data.numbers
    how: Range = "normal" if hexes <= range_of(position, unit) else "long"
    if hexes <= numbers.short_range_distance:
        how = "short" if hexes else "close combat"
    cost, spotter = cost_to_fire(position, unit, target.place), spotter_hex(position, unit, target.place)
    attacks = []
    for flame in (False, True) if unit.profile.flame and hexes <= numbers.flame_range else (False,):
        pair = Pair(unit, target, flame)
        rating, defence = _rating(position, pair, how, support), _defence(position, pair, how)
        attacks.append(Attack(unit.id, target.id, how, rating, defence, cost, is_armoured(position, pair), spotter))
    return min(attacks, key=lambda made: made.needed)


def is_flank_attack(position: CohPosition, pair: Pair) -> bool:
    """COH-FLANK: from outside its front arc, in close combat, by shells and by flame, the flank defence counts."""
    unit, target = pair.unit, pair.target
    if unit.place == target.place or unit.profile.explosive or pair.flame or target.is_rumour:
        return True
    return not in_front(position, target, unit.place)


def is_armoured(position: CohPosition, pair: Pair) -> bool:
    """Say whether the side of the target that is attacked is armoured."""
    profile = pair.target.profile
    return profile.flank_armoured if is_flank_attack(position, pair) else profile.front_armoured


def _firepower(position: CohPosition, pair: Pair) -> int | None:
    """Return red or blue firepower, as the target is armoured; None if a hit has put that gun out."""
    marker, numbers, profile = marker_of(position, pair.unit), position.battle.data.numbers, pair.unit.profile
    if is_armoured(position, pair):
        return None if marker and marker.no_blue else numbers.flame_blue if pair.flame else profile.blue
    return None if marker and marker.no_red else numbers.flame_red if pair.flame else profile.red


def firepower(position: CohPosition, unit: Counter, target: Counter) -> int:
    """COH-5.0-hfp: firepower against this target, with what a hit takes off."""
    pair, marker = Pair(unit, target), marker_of(position, unit)
    power = _firepower(position, pair) or 0
    return power + ((marker.blue if is_armoured(position, pair) else marker.red) if marker else 0)


def _rating(position: CohPosition, pair: Pair, how: Range, support: Support) -> Check:
    numbers, marker, unit = position.battle.data.numbers, marker_of(position, pair.unit), pair.unit
    armoured = is_armoured(position, pair)
    words = f"{'blue' if armoured else 'red'} firepower" + (" of the flamethrower" if pair.flame else "")
    check = Check("attack").plus(_firepower(position, pair) or 0, words)
    if marker:
        check = check.plus(marker.blue if armoured else marker.red, f"hit: {marker.name}")
    crewed = unit.profile.crewed_blue if armoured else unit.profile.crewed
    check = check.where(
        "",
        (how == "close combat", numbers.crewed_close_combat if crewed else numbers.close_combat, "close combat"),
        (how == "short", numbers.short_range, "short range"),
        (how == "long", numbers.long_range, "long range"),
    )
    above = eye(position, unit, pair.target.place)
    if position.ground.height_at(above) > position.ground.height_at(pair.target.place):
        words = "higher than the target" if above == unit.place else f"spotted from {position.name(above)}, higher"
        check = check.plus(numbers.higher_attacker, words)
    smoke = [cover for cover in own_cover(position.ground, unit.place) if cover.kind in SMOKE]
    if smoke and how != "close combat":
        figures = {LIGHT_SMOKE: numbers.light_smoke_attack, HEAVY_SMOKE: numbers.heavy_smoke_attack}
        blinded = max(sum(figures[cover.kind] for cover in smoke), -numbers.smoke_most)
        check = check.plus(blinded, f"firing out of {smoke[0].reason}")
    others = "another" if support.supporters == 1 else f"{support.supporters} others"
    check = check.plus(support.supporters * numbers.group_fire, f"support by {others}")
    check = check.plus(support.dice_caps * numbers.cap_on_dice, "CAPs on the dice")
    return check.plus(support.card, "action card")


def _defence(position: CohPosition, pair: Pair, how: Range) -> Check:
    target, marker = pair.target, marker_of(position, pair.target)
    flank = is_flank_attack(position, pair)
    value, words = (target.profile.flank, "flank") if flank else (target.profile.front, "front")
    check = Check("defence").plus(value, words)
    if marker:
        check = check.plus(marker.flank if flank else marker.front, f"hit: {marker.name}")
    numbers = position.battle.data.numbers
    for part in shelter(position, pair):
        check = check.plus(part.defence, part.reason)
        if part.embrasures and not flank and how != "close combat":
            check = check.plus(numbers.bunker_front - part.defence, "from the front")
    if pair.flame:
        return check
    height, above = position.ground.height_at, eye(position, pair.unit, target.place)
    sheltered = target.profile.kind == "foot" and _vehicle_beside(position, target)
    return check.where(
        "",
        (height(target.place) > height(above), numbers.higher_target, "higher than the attacker"),
        (target.dug_in, numbers.hasty_defence, "hasty defence"),
        (sheltered, numbers.vehicle_shelter, "beside a vehicle"),
    )


def _vehicle_beside(position: CohPosition, target: Counter) -> bool:
    here = [other.profile.kind for other in position.state.units.at(target.place) if other.side == target.side]
    return "vehicle" in here


class Shelter(NamedTuple):
    """What the ground adds to a defence."""

    defence: int
    reason: str
    embrasures: bool = False
    """Built against the front: more than that, if the attack comes from there."""


def shelter(position: CohPosition, pair: Pair) -> tuple[Shelter, ...]:
    """COH-DM: the defence modifiers of the ground against one attack (base game 4, 6, 13, 15, 17, 18).

    Everybody asks here: attacks, the hexes an AI moves to, the panels and the ruler. A target that is out of sight has
    what shelters it from all sides.
    """
    unit, target = pair.unit, pair.target
    if unit.place == target.place and unit.side != target.side:
        covers = own_cover(position.ground, target.place) if target.profile.kind != "vehicle" else ()
    else:
        sight = position.sight(eye(position, unit, target.place), target.place)
        covers = sight.cover if sight else own_cover(position.ground, target.place)
    found = [cover for cover in covers if cover.defence and _counts(pair, cover)]
    over = sum(cover.defence for cover in found if cover.kind in SMOKE) - position.battle.data.numbers.smoke_most
    parts = tuple(Shelter(cover.defence, cover.reason, "embrasures" in cover.traits) for cover in found)
    return (*parts, Shelter(-over, "smoke counts no more than that")) if over > 0 else parts


def _counts(pair: Pair, cover: Cover) -> bool:
    """Say whether one thing on the ground shelters a target from one attack.

    Shells burst in the trees: heavy woods give soft targets nothing against them.
    """
    if pair.flame and cover.kind not in SMOKE:
        return False
    profile, traits = pair.target.profile, cover.traits
    if ("wet" in traits and profile.kind != "foot") or ("not_for_vehicles" in traits and profile.kind == "vehicle"):
        return False
    bursts = "tree_bursts" in traits and not profile.flank_armoured
    return not (pair.unit.profile.explosive and (isinstance(cover.place, Edge) or bursts))


def cost_to_fire(position: CohPosition, unit: Counter, cell: Cell | None = None) -> Check:
    """Return what fire into a hex, or straight ahead, costs in APs.

    Indirect fire has a price of its own, and a turned turret adds one.
    """
    marker, numbers = marker_of(position, unit), position.battle.data.numbers
    if cell is not None and spotter_hex(position, unit, cell) is not None:
        check = Check("cost").plus(unit.profile.indirect_ap or 0, "indirect attack")
    else:
        check = Check("cost").plus(unit.profile.attack_ap or 0, "attack")
    if marker:
        check = check.plus(marker.attack_ap, f"hit: {marker.name}")
    turned = cell is not None and cell != unit.place and not in_front(position, unit, cell)
    if turned and unit.profile.turret:
        check = check.plus(numbers.turret_ap, "turret turned")
    return check


def attack_purpose(unit: str, target: str) -> str:
    """Say what the dice of an attack are thrown for."""
    return f"{called(unit)} {called(unit):attacks|attack} {target}"


# -- the modifier of a hex ------------------------------------------------------------------------------------------


@memo(of=lines_of, by=lambda position, unit, cell, against=None: (
    position.battle.data, unit.profile.id, unit.side, cell,
    None if against is None else (against.profile.id, against.place, against.side),
))  # fmt: skip
def hex_shelter(
    position: CohPosition, unit: Counter, cell: Cell, against: Counter | None = None
) -> tuple[Shelter, ...]:
    """COH-DM: what shelters a counter in a hex from an enemy; from all sides if none is named or it sees nothing."""
    return shelter(position, Pair(against or somebody(position, cell, unit.side), unit.changed(cell=cell)))


def somebody(position: CohPosition, cell: Cell, side: str = "") -> Counter:
    """Return an unknown counter on foot: one that fires from a hex, or with a side, one that is no enemy."""
    profile = position.battle.profiles[RUMOUR]
    assert isinstance(profile, CounterProfile)
    return Counter(id="", side=side, profile=profile, cell=cell)


def hex_defence(position: CohPosition, unit: Counter) -> int:
    """COH-5.1.1-fire: the defence modifier of the hex that a counter is in, from all sides."""
    return sum(part.defence for part in hex_shelter(position, unit, unit.place))
