"""Carry out one order."""

from __future__ import annotations

from collections.abc import Callable

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask, Intent
from sim.engine.words import agreeing
from sim.rules.ambush_alley.actions import (
    ACTIVATE,
    FIRES,
    Assault,
    Disembark,
    Disperse,
    Embark,
    Fire,
    Join,
    Leave,
    Move,
    PlaceHotSpot,
    PlayAsset,
    Search,
    Turn,
    Watch,
)
from sim.rules.ambush_alley.activations import owner
from sim.rules.ambush_alley.advancing import advance, open_fire
from sim.rules.ambush_alley.assaulting import assault
from sim.rules.ambush_alley.cards import play_asset
from sim.rules.ambush_alley.events import (
    Disembarked,
    Dispersed,
    Embarked,
    HotSpotPlaced,
    HotSpotRemoved,
    Joined,
    LeftTable,
    PointsWon,
    Searched,
    TurnedTo,
    WentOnWatch,
)
from sim.rules.ambush_alley.interruptions import Late, carry_out_late, meet, meet_actor
from sim.rules.ambush_alley.legality import exits_of, refusal
from sim.rules.ambush_alley.morale import Play, drop_cards, passes_quality
from sim.rules.ambush_alley.moving import go
from sim.rules.ambush_alley.overwatch import Watchers, challenge, fire_late
from sim.rules.ambush_alley.return_fire import exchange_fire
from sim.rules.ambush_alley.scene import Scene, insurgents
from sim.rules.ambush_alley.units import HotSpot, Team
from sim.rules.ambush_alley.walking import held
from sim.tabletop.inches import within


def resolve(game: Play, ask: Ask, intent: Intent) -> None:
    """Carry out an order that is allowed."""
    match intent:
        case Move(unit=id_, way=way, pace=pace) if ask.occasion == ACTIVATE:
            advance(game, id_, way, pace)
        case Move(unit=id_, way=way, pace=pace):
            go(game, id_, way, pace)
        case Fire(unit=id_, target=target) if ask.occasion == ACTIVATE:
            open_fire(game, id_, target)
        case Fire(unit=id_, target=target):
            _fire_at_the_end(game, id_, target)
        case Assault():
            assault(game, intent)
        case PlayAsset():
            play_asset(game, intent, ask.player)
        case PlaceHotSpot(cell=cell):
            game.happen(HotSpotPlaced(cell))
        case Embark() | Disembark() | Join() | Leave():
            _change_places(game, ask, intent)
        case _:
            _do_on_the_spot(game, ask, intent)


def _fire_at_the_end(game: Play, id_: str, target: str) -> None:
    """Fire at the end of a turn: Regulars on overwatch may be quicker."""
    watchers = Watchers(FIRES)
    if challenge(game, id_, watchers):
        exchange_fire(game, id_, target)
        fire_late(game, id_, watchers)


def _do_on_the_spot(game: Play, ask: Ask, intent: Intent) -> None:
    match intent:
        case Watch(unit=id_):
            game.happen(WentOnWatch(id_))
        case Turn(unit=id_, facing=facing):
            _in_sight(game, ask, intent, lambda: game.happen(TurnedTo(id_, facing)))
        case Disperse(unit=id_, mob=mob):
            _in_sight(game, ask, intent, lambda: _disperse(game, id_, mob))
        case Search(unit=id_):
            _in_sight(game, ask, intent, lambda: game.happen(Searched(id_, game.state.unit(id_).place)))
        case _:
            begun = ask.occasion == ACTIVATE and (game.state.moved or game.state.fired)
            game.happen(Passed(ask.side, getattr(intent, "unit", ask.unit), "does nothing more" if begun else "stays"))


def _in_sight(game: Play, ask: Ask, intent: Intent, act: Callable[[], object]) -> None:
    """AAS-R-active: let Insurgents who see a Regular unit check before it does something, and do it if it still can."""
    id_: str = intent.unit  # type: ignore[attr-defined]  # Every order that is done so names its unit.
    late: Late = []
    if ask.occasion == ACTIVATE:
        meet_actor(game, id_, late)
    if reason := refusal(game.position, ask, intent):
        game.note(Said(reason))
        game.happen(Passed(ask.side, id_, "can no longer do it"))
    else:
        act()
    if isinstance(intent, Join) and id_ not in game.state.units:
        id_ = intent.other
    carry_out_late(game, id_, late)


def _disperse(game: Play, id_: str, mob: str) -> None:
    game.happen(Dispersed(id_, mob, passes_quality(game, id_, "to disperse the mob")))


def _change_places(game: Play, ask: Ask, intent: Intent) -> None:
    """Get in, get out, join, leave."""
    match intent:
        case Embark(unit=id_, vehicle=vehicle):
            _embark(game, id_, vehicle)
        case Disembark(unit=id_, cell=cell):
            game.happen(Disembarked(id_, cell))
            drop_cards(game, id_)
            late: Late = []
            meet(game, id_, late)
            carry_out_late(game, id_, late)
        case Join(unit=id_, other=other):
            _in_sight(game, ask, intent, lambda: join(game, id_, other))
        case Leave(unit=id_):
            _leave(game, id_)


def _embark(game: Play, id_: str, vehicle: str) -> None:
    """Get into a vehicle; whoever sees it may interrupt before."""
    late: Late = []
    meet(game, id_, late)
    unit, there = game.state.unit(id_), game.state.unit(vehicle)
    if unit.figures > 0 and held(game.position, unit) is None and there.cell is not None:
        game.happen(Embarked(id_, vehicle))
        drop_cards(game, id_)
    else:
        game.happen(Passed(unit.side, id_, f"does not get into {vehicle}"))
    carry_out_late(game, id_, late)


def join(game: Play, id_: str, other: str) -> None:
    """Let two units become one: of a leader and his men it is the men who are left on the table."""
    whom = game.state.unit(other)
    leader_last = whom.profile.kind == "leader" and game.state.unit(id_).profile.kind != "leader"
    one, rest = (other, id_) if leader_last else (id_, other)
    game.happen(Joined(one, rest, owner(game.position, id_)))


def _leave(game: Play, id_: str) -> None:
    """Leave the table; where the mission rewards it, that is worth points, and for all aboard as well.

    It is a move: Insurgents who see it may interrupt before.
    """
    late: Late = []
    if game.state.unit(id_).side == game.battle.data.mission.regulars:
        meet(game, id_, late)
    unit = game.state.unit(id_)
    if unit.figures <= 0 or held(game.position, unit) is not None:
        game.happen(Passed(unit.side, id_, "does not get away"))
    else:
        _get_away(game, unit)
    carry_out_late(game, id_, late)


def _get_away(game: Play, unit: Team) -> None:
    id_ = unit.id
    aboard = [each for each in game.state.units if each.aboard == id_]
    gone = [(each, exits_of(game.position, each.changed(cell=unit.cell))) for each in (unit, *aboard)]
    game.happen(LeftTable(id_))
    for each, exits in gone:
        if exits and exits[0].points:
            game.happen(PointsWon(each.side, exits[0].points, agreeing(each.id, f"{each.id} has got away")))


# -- what the end of an activation brings ------------------------------------------------------------------------


def settle(game: Play, id_: str) -> None:
    """Let a Regular unit that has done with its activation take a hot spot, and reach an objective."""
    if id_ not in game.state.units:
        return
    unit = game.state.unit(id_)
    if unit.cell is None or unit.figures <= 0:
        return
    for spot in taken_by(game.position, unit):
        game.note(Said("Regulars are there, and no Insurgent near", rule="AAS-HOT"))
        game.happen(HotSpotRemoved(spot.id, "cleared"))
    for objective in game.battle.data.mission.objectives:
        reached = objective.kind == "reach" and unit.cell in objective.cells
        if reached and not any(cell in game.state.searched for cell in objective.cells):
            game.happen(Searched(id_, unit.cell))


def taken_by(position: Scene, unit: Team) -> list[HotSpot]:
    """AAS-HOT: return the hot spots that a unit takes by standing there: near enough, and no Insurgent near."""
    numbers, cell = position.battle.data.numbers, unit.place
    if any(within(position, cell, enemy.place, numbers.hot_spot_clear) for enemy in insurgents(position)):
        return []
    return [
        spot
        for spot in position.state.hot_spots
        if spot.active and within(position, cell, spot.cell, numbers.hot_spot_taken)
    ]
