"""Who is hidden, who is only rumoured, and how they come to light."""

from __future__ import annotations

from sim.board.cover import own_cover
from sim.board.ground import Ground
from sim.engine.events import CardTaken, Passed
from sim.engine.notes import Said
from sim.grid import Cell
from sim.rules.conflict_of_heroes import events
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.ground.zones import sees
from sim.rules.conflict_of_heroes.state import LIGHT_SMOKE, NOTHING, RUMOURS, CohGame, Counter, friends


def conceals(ground: Ground, cell: Cell) -> bool:
    """Say whether somebody can lie hidden in a hex with an enemy next to it: defensive ground, or heavy smoke."""
    return any(cover.defence > 0 and cover.kind != LIGHT_SMOKE for cover in own_cover(ground, cell))


def look_around(game: CohGame, unit: str) -> None:
    """COH-6.0: reveal after a step the rumours near a Unit, and the hidden counters that an enemy can see."""
    if not any(each.hidden or each.is_rumour for each in game.state.units):
        return
    for other in [other.id for other in game.state.units if other.cell is not None]:
        # Twice: a rumour that turns out to be somebody has eyes from then on.
        for seer, secret in ((unit, other), (other, unit)) * 2:
            if seer in game.state.units and secret in game.state.units:
                _uncover(game, game.state.unit(seer), game.state.unit(secret))


def _uncover(game: CohGame, seer: Counter, secret: Counter) -> None:
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


def _bring_to_light(game: CohGame, secret: Counter) -> None:
    if secret.is_rumour:
        reveal(game, secret.id)
    else:
        game.happen(events.Concealed(secret.id, False))


def come_into_the_open(game: CohGame, unit: str) -> None:
    """COH-HIDE: show a hidden counter that does anything but move, rally or stall."""
    if game.state.unit(unit).hidden:
        game.happen(events.Concealed(unit, False))


def recon(game: CohGame, side: str, distance: int) -> None:
    """COH-6.0: uncover everything that the Units of a side see within a distance."""
    found = False
    for secret in [unit for unit in game.state.units if unit.side != side and (unit.hidden or unit.is_rumour)]:
        near = [unit for unit in friends(game.position, side) if secret.cell is not None]
        near = [unit for unit in near if game.battle.map.distance(unit.place, secret.place) <= distance]
        if any(secret.place in game.position.lines.field_of_view(unit.place) for unit in near):
            found = True
            _bring_to_light(game, secret)
    if not found:
        game.happen(Passed(side, None, "the scouts find nobody"))


def reveal(game: CohGame, unit: str) -> bool:
    """COH-6.0: draw what a rumoured enemy is; say whether it is anything at all.

    It faces the nearest Unit; of two directions that are as good a die takes one.
    """
    name = NOTHING
    if game.state.deck(RUMOURS).left:
        drawn = game.draw(RUMOURS, "what it is", unit, "COH-6.0")
        game.happen(CardTaken(RUMOURS, drawn, "removed"))
        name = drawn.rpartition("-")[0]
    if name == NOTHING:
        game.happen(events.Revealed(unit, None))
        return False
    profile, map_, counter = game.battle.profiles[name], game.battle.map, game.state.unit(unit)
    assert isinstance(profile, CounterProfile)
    facing, place = counter.facing, counter.place
    enemies = [other for other in game.state.units if other.side != counter.side and other.cell is not None]
    if enemies:
        nearest = min(enemies, key=lambda other: map_.distance(place, other.place))
        directions = map_.grid.towards(place, nearest.place)
        facing = game.choose(directions, "where it faces", unit, [map_.grid.directions[each] for each in directions])
    game.happen(events.Revealed(unit, profile, facing))
    return True
