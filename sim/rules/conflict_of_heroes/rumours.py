"""Hidden counters and rumoured enemies: how they come to light."""

from __future__ import annotations

from sim.engine.events import CardTaken, Passed
from sim.engine.game import Game
from sim.engine.notes import Said
from sim.rules.conflict_of_heroes.events import Concealed, Revealed
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.recon_by_fire import conceals
from sim.rules.conflict_of_heroes.units import NOTHING, RUMOURS, CohData, CohState, Counter

Play = Game[CohState, CohData]


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
