"""New Insurgents: the roll against the insurgency level, the reinforcement table, hot spots (AAS-SEQ, AAS-R-come)."""

from __future__ import annotations

from itertools import count

from sim.engine.dice import D6, D10, Throw, at_most
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.grid import Cell
from sim.rules.ambush_alley.events import CameOn, CardLifted, HotSpotRemoved, InsurgencyRolled
from sim.rules.ambush_alley.figures import Arrivals, TeamProfile
from sim.rules.ambush_alley.ground import nearest_room
from sim.rules.ambush_alley.scene import Play, Scene, regulars
from sim.rules.ambush_alley.units import HotSpot, Team
from sim.tabletop.inches import within

RULE = "AAS-HOT"


def roll_for_arrivals(game: Play) -> None:
    """AAS-SEQ: roll against the insurgency level; a card may have seen to it that nobody comes."""
    side, level = game.battle.data.mission.insurgents, game.state.level
    scouted = [card for card in game.state.in_force if game.battle.data.card(card).effect == "recon"]
    if scouted:
        game.note(Said("the Regulars know of it: nobody comes this turn"))
        game.happen(CardLifted(scouted[0]))
        return
    need = at_most(level)
    face = game.throw(Throw(D6, "insurgency", side, need), "AAS-SEQ").total
    game.happen(InsurgencyRolled(face, need.met_by(face)))
    if need.met_by(face):
        bring_reinforcements(game)


def bring_reinforcements(game: Play, rolls: int = 1) -> None:
    """Roll on the reinforcement table; a row may say to roll again instead, up to a limit at a time."""
    data, thrown = game.battle.data, 0
    while rolls and thrown < data.numbers.most_rolls:
        rolls, thrown = rolls - 1, thrown + 1
        row = data.arrivals[game.throw(Throw(D10, "reinforcements", data.mission.insurgents), RULE).total]
        if row.again:
            game.note(Said(f"{row.again} rolls instead", rule=RULE))
            rolls += row.again
        else:
            _bring_on(game, row)
    if rolls:
        game.happen(Passed(data.mission.insurgents, None, f"rolled no more than {thrown} times"))


def _bring_on(game: Play, row: Arrivals) -> None:
    side = game.battle.data.mission.insurgents
    spot = hot_spot_rolled(game)
    if spot is None:
        game.happen(Passed(side, None, "had no hot spot left to come from"))
        return
    if is_blocked(game.position, spot):
        game.note(Said("Regulars are there", rule=RULE))
        game.happen(HotSpotRemoved(spot.id, "blocked"))
        return
    profile = game.battle.profiles[row.profile]
    assert isinstance(profile, TeamProfile)
    leader = game.battle.data.numbers.leader_die if row.leader else 0
    come_on(game, profile, _figures(game, row, profile), spot.cell, leader)


def hot_spot_rolled(game: Play) -> HotSpot | None:
    """Return the hot spot that a die chooses among those in use; None if there is none."""
    active = [spot for spot in game.state.hot_spots if spot.active]
    if len(active) < 2:
        return active[0] if active else None
    by_number = {spot.id: spot for spot in active}
    while True:
        face = game.throw(Throw(D6, "which hot spot", game.battle.data.mission.insurgents), RULE).total
        if str(face) in by_number:
            return by_number[str(face)]


def is_blocked(position: Scene, spot: HotSpot) -> bool:
    """Say whether Regulars are so near a hot spot that nobody comes out of it."""
    near = position.battle.data.numbers.hot_spot_blocked
    return any(within(position, unit.place, spot.cell, near) for unit in regulars(position))


def _figures(game: Play, row: Arrivals, profile: TeamProfile) -> int:
    if row.figures.isdecimal():
        return int(row.figures)
    face = game.throw(Throw(D6, f"how many {profile.name}", game.battle.data.mission.insurgents), RULE).total
    return (face + 1) // 2 + 1 if row.figures == "D6/2+1" else face


def come_on(game: Play, profile: TeamProfile, figures: int, place: Cell, leader: int = 0) -> None:
    """Put a new unit on the table at a place, or as near to it as there is room."""
    mission = game.battle.data.mission
    side = mission.civilians if profile.kind == "mob" else mission.insurgents
    unit = Team(
        id=_new_id(game.position, profile),
        side=side,
        profile=profile,
        figures=figures,
        strength=figures if figures != profile.figures else 0,
        leader=profile.quality if profile.kind == "leader" else leader,
        support=profile.support,
    )
    free = nearest_room(game.position, unit, place)
    if not free:
        game.happen(Passed(side, None, f"found no room for {profile.name} at {game.position.name(place)}"))
        return
    cell = game.choose(free, "where they come on", unit.id, [game.position.name(each) for each in free])
    game.happen(CameOn(unit.changed(cell=cell)))


def _new_id(position: Scene, profile: TeamProfile) -> str:
    """Return an id that nobody has: the kind, and how many have come before."""
    names = (f"{profile.id.replace('_', '-')}-{number}" for number in count(position.state.arrived + 1))
    return next(name for name in names if name not in position.state.units)
