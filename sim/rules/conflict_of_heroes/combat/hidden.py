"""Hidden counters and rumoured enemies: how they come to light, and how a hex is searched for them by fire."""

from __future__ import annotations

from sim.board.cover import own_cover
from sim.board.ground import Ground
from sim.engine.check import Check
from sim.engine.events import CardTaken, Passed
from sim.engine.notes import Said
from sim.engine.orders import TABLE_SENSE, Refusal
from sim.grid import Cell, Edge
from sim.rules.conflict_of_heroes.combat.attacks import cannot_attack, cannot_fire_out, in_the_water
from sim.rules.conflict_of_heroes.events import Concealed, Revealed
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, field_of_fire, range_of, sees
from sim.rules.conflict_of_heroes.units import (
    LIGHT_SMOKE,
    NOTHING,
    RUMOURS,
    Counter,
    Play,
    Scene,
    in_close_combat,
    named,
)

# -- recon by fire ---------------------------------------------------------------------------------------------


def conceals(ground: Ground, cell: Cell) -> bool:
    """Say whether somebody can lie hidden in a hex with an enemy next to it: defensive ground, or heavy smoke."""
    return any(cover.defence > 0 and cover.kind != LIGHT_SMOKE for cover in own_cover(ground, cell))


def recon_refusal(position: Scene, unit: Counter, cell: Cell) -> Refusal | None:
    """COH-RECON: say why a counter cannot search a hex by fire; None if it can.

    The hex lies in its fire zone, and nobody is known to be there: at whom one sees, rumour or not, one fires.
    """
    if cell not in position.map:
        return Refusal("recon by fire needs a hex of the map", TABLE_SENSE)
    if not can_attack_at_all(position, unit) or unit.is_rumour:
        return cannot_attack(position, unit)
    if in_close_combat(position, unit):
        return cannot_fire_out(unit)
    if in_the_water(position, unit):
        return Refusal(f"{unit.name} {unit.name:is|are} in the water", "COH-WATER")
    name = position.name(cell)
    if cell == unit.place:
        hides = suspected(position, unit)
        return Refusal("nobody hides in its own hex" if hides else "no hex in reach could hide anybody", "COH-RECON")
    known = [other for other in position.state.units.at(cell) if not other.hidden or other.side == unit.side]
    if known:
        return Refusal(f"{name} is known to hold {named(known)}", "COH-RECON")
    if position.map.distance(unit.place, cell) < unit.profile.min_range:
        return Refusal(f"{name} is nearer than {unit.profile.min_range} hexes", "COH-RECON")
    if cell not in field_of_fire(position, unit):
        return Refusal(f"{name} is not in the fire zone of {unit.name}", "COH-RECON")
    return None


def recon_needs(position: Scene, unit: Counter, cell: Cell, dice_caps: int = 0) -> Check:
    """Return what two dice must reach to bring to light whoever hides in a hex: 6 and the defence of its terrain.

    The terrain is the ground of the hex and a wall that the fire crosses into it; works and smoke are none. Shells
    come over walls. Ruling: CAPs on the dice go on this roll, and none on the attack that may follow at once.
    """
    numbers = position.battle.data.numbers
    check = Check("recon").plus(numbers.recon_needs, "recon by fire")
    ground = position.ground.terrain_at(cell).id
    for cover in position.sight(unit.place, cell).cover:
        if cover.kind == ground or (isinstance(cover.place, Edge) and not unit.profile.explosive):
            check = check.plus(cover.defence, cover.reason)
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


def suspected(position: Scene, unit: Counter) -> list[Cell]:
    """Return the hexes that are worth searching: at normal range, with room to hide, and nobody known to be there.

    Others may be searched too; but most of a map is empty, and nobody wants to read through all of it.
    """
    reach = range_of(position, unit)
    return [
        cell
        for cell in field_of_fire(position, unit)
        if conceals(position.ground, cell)
        and position.map.distance(unit.place, cell) <= reach
        and recon_refusal(position, unit, cell) is None
    ]


def look_around(game: Play, unit: str) -> None:
    """COH-6.0: see after a step who has come to light: rumours near a Unit, hidden ones that an enemy makes out."""
    for other in [other.id for other in game.state.units if other.cell is not None]:
        # Twice: a rumour that turns out to be somebody has eyes from then on.
        for seer, secret in ((unit, other), (other, unit)) * 2:
            if seer in game.state.units and secret in game.state.units:
                _uncover(game, game.state.unit(seer), game.state.unit(secret))


def _uncover(game: Play, seer: Counter, secret: Counter) -> None:
    """Bring one secret of the other side to light if somebody is near enough and sees it.

    A hidden counter is made out by whoever enters its hex in ground that conceals it; elsewhere foot from near by, and
    others by whoever sees them (base game 11).
    """
    if seer.side == secret.side or seer.cell is None or secret.cell is None or seer.is_rumour:
        return
    numbers, position = game.battle.data.numbers, game.position
    if secret.is_rumour:
        near: int | None = numbers.reveal_distance
    elif not secret.hidden:
        return
    elif conceals(position.ground, secret.place):
        near = 0
    else:
        near = numbers.hidden_seen_at if secret.profile.kind == "foot" else None
    if near is not None and position.map.distance(seer.place, secret.place) > near:
        return
    if sees(position, seer, secret.place) and (not secret.is_rumour or seer.side == game.battle.data.player):
        if not secret.is_rumour:
            game.note(Said(f"{seer.name} {seer.name:makes|make} it out", rule="COH-6.0"))
        _bring_to_light(game, secret)


def _bring_to_light(game: Play, secret: Counter) -> None:
    if secret.is_rumour:
        reveal(game, secret.id)
    else:
        game.happen(Concealed(secret.id, False))


def come_into_the_open(game: Play, unit: str) -> None:
    """COH-HIDE: show a hidden counter that does anything but move, rally or stall."""
    if game.state.unit(unit).hidden:
        game.happen(Concealed(unit, False))


def recon(game: Play, side: str, distance: int) -> None:
    """COH-6.0: uncover everything that the Units of a side see within a distance."""
    found = False
    for secret in [unit for unit in game.state.units if unit.hidden or unit.is_rumour]:
        if secret.side == side or secret.cell is None:
            continue
        own = [unit for unit in game.state.units.of(side) if unit.cell is not None]
        near = [unit for unit in own if game.battle.map.distance(unit.place, secret.place) <= distance]
        if any(secret.place in game.position.lines.field_of_view(unit.place) for unit in near):
            found = True
            _bring_to_light(game, secret)
    if not found:
        game.happen(Passed(side, None, "the scouts find nobody"))


def reveal(game: Play, unit: str) -> bool:
    """COH-6.0: draw what a rumoured enemy is; say whether it is anything at all.

    It faces the nearest Unit; of two directions that are as good a die takes one.
    """
    name = NOTHING
    if game.state.deck(RUMOURS).left:
        drawn = game.draw(RUMOURS, "what it is", unit, "COH-6.0")
        game.happen(CardTaken(RUMOURS, drawn, "removed"))
        name = drawn.rpartition("-")[0]
    if name == NOTHING:
        game.happen(Revealed(unit, None))
        return False
    profile, map_, counter = game.battle.profiles[name], game.battle.map, game.state.unit(unit)
    assert isinstance(profile, CounterProfile)
    facing, place = counter.facing, counter.place
    enemies = [other for other in game.state.units if other.side != counter.side and other.cell is not None]
    if enemies:
        nearest = min(enemies, key=lambda other: map_.distance(place, other.place))
        ways = map_.grid.towards(place, nearest.place)
        facing = game.choose(ways, "where it faces", unit, [map_.grid.directions[way] for way in ways])
    game.happen(Revealed(unit, profile, facing))
    return True
