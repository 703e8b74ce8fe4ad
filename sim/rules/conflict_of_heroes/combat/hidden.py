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
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, field_of_fire, range_of
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
    why = _no_search(position, unit, cell)
    return Refusal(why, "COH-RECON") if why else None


def _no_search(position: Scene, unit: Counter, cell: Cell) -> str:
    name = position.name(cell)
    if cell == unit.place:
        return "nobody hides in its own hex" if suspected(position, unit) else "no hex in reach could hide anybody"
    known = [other for other in position.state.units.at(cell) if not other.hidden or other.side == unit.side]
    if known:
        return f"{name} is known to hold {named(known)}"
    if position.map.distance(unit.place, cell) < unit.profile.min_range:
        return f"{name} is nearer than {unit.profile.min_range} hexes"
    return "" if cell in field_of_fire(position, unit) else f"{name} is not in the fire zone of {unit.name}"


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
    if unit not in game.state.units:
        return
    side = game.state.unit(unit).side
    for other in [other.id for other in game.state.units if other.side != side and other.cell is not None]:
        pair = [game.state.unit(id_) for id_ in (unit, other) if id_ in game.state.units]
        if not any(each.hidden or each.is_rumour for each in pair):
            continue
        # Twice: a rumour that turns out to be somebody has eyes from then on.
        for seer, secret in ((unit, other), (other, unit)) * 2:
            if unit in game.state.units and other in game.state.units:
                _uncover(game, game.state.unit(seer), game.state.unit(secret))


def _uncover(game: Play, seer: Counter, secret: Counter) -> None:
    """Bring one secret to light if somebody is near enough and sees it."""
    numbers = game.battle.data.numbers
    if seer.cell is None or secret.cell is None or seer.is_rumour or not (secret.hidden or secret.is_rumour):
        return
    near = numbers.reveal_distance if secret.is_rumour else _seen_at(game, secret)
    if near is not None and game.battle.map.distance(seer.place, secret.place) > near:
        return
    if secret.place != seer.place and secret.place not in game.position.lines.field_of_view(seer.place):
        return
    if secret.is_rumour:
        if seer.side == game.battle.data.player:
            reveal(game, secret.id)
    else:
        game.note(Said(f"{seer.name} {seer.name:makes|make} it out", rule="COH-6.0"))
        game.happen(Concealed(secret.id, False))


def _seen_at(game: Play, secret: Counter) -> int | None:
    """Return how near an enemy must come to make out a hidden counter (base game 11); None: it need only see it."""
    if conceals(game.position.ground, secret.place):
        return 0
    return game.battle.data.numbers.hidden_seen_at if secret.profile.kind == "foot" else None


def come_into_the_open(game: Play, unit: str) -> None:
    """COH-HIDE: show a hidden counter that does anything but move, rally or stall."""
    if game.state.unit(unit).hidden:
        game.happen(Concealed(unit, False))


def recon(game: Play, side: str, distance: int) -> None:
    """COH-6.0: uncover everything that the Units of a side see within a distance."""
    found = False
    for secret in tuple(game.state.units):
        if secret.side == side or secret.cell is None or not (secret.hidden or secret.is_rumour):
            continue
        own = [unit for unit in game.state.units.of(side) if unit.cell is not None]
        near = [unit for unit in own if game.battle.map.distance(unit.place, secret.place) <= distance]
        if any(secret.place in game.position.lines.field_of_view(unit.place) for unit in near):
            found = True
            if secret.is_rumour:
                reveal(game, secret.id)
            else:
                game.happen(Concealed(secret.id, False))
    if not found:
        game.happen(Passed(side, None, "the scouts find nobody"))


def reveal(game: Play, unit: str) -> bool:
    """COH-6.0: draw what a rumoured enemy is; say whether it is anything at all."""
    if not game.state.deck(RUMOURS).left:
        game.happen(Revealed(unit, None))
        return False
    drawn = game.draw(RUMOURS, "what it is", unit, "COH-6.0")
    game.happen(CardTaken(RUMOURS, drawn, "removed"))
    name = drawn.rpartition("-")[0]
    if name == NOTHING:
        game.happen(Revealed(unit, None))
        return False
    profile = game.battle.profiles[name]
    assert isinstance(profile, CounterProfile)
    game.happen(Revealed(unit, profile, _facing(game, unit)))
    return True


def _facing(game: Play, unit: str) -> int:
    """Face the nearest Unit; of two directions that are as good a die takes one."""
    counter = game.state.unit(unit)
    enemies = [other for other in game.state.units if other.side != counter.side and other.cell is not None]
    if not enemies:
        return counter.facing
    nearest = min(enemies, key=lambda other: game.battle.map.distance(counter.place, other.place))
    ways = game.battle.map.grid.towards(counter.place, nearest.place)
    names = [game.battle.map.grid.directions[way] for way in ways]
    return game.choose(ways, "where it faces", unit, names)
