"""Carry out one order."""

from __future__ import annotations

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask, Intent
from sim.engine.setup import Objective
from sim.rules.la_cucaracha.actions import (
    Advance,
    AnotherOrder,
    Charge,
    Deploy,
    FightOn,
    Hold,
    Leave,
    PackUp,
    Rally,
    Reload,
    Respond,
    Shoot,
    Stand,
)
from sim.rules.la_cucaracha.charging import charge
from sim.rules.la_cucaracha.courage_tests import Play, move, passes_response, rally
from sim.rules.la_cucaracha.events import (
    Deployed,
    ExtraOrderWon,
    Held,
    LeftTable,
    ObjectiveTaken,
    PackedUp,
    PointsWon,
    Reloaded,
)
from sim.rules.la_cucaracha.fighting import fight_on
from sim.rules.la_cucaracha.geometry import flies
from sim.rules.la_cucaracha.responses import respond, watch
from sim.rules.la_cucaracha.scene import Scene
from sim.rules.la_cucaracha.volleys import shoot


def resolve(game: Play, ask: Ask, intent: Intent) -> None:
    """Carry out an order that is allowed."""
    match intent:
        case Advance(unit=id_, way=way, pace=pace):
            move(game, id_, way, pace)
            watch(game, id_)
        case Shoot(unit=id_, target=target, hasty=hasty, reroll=reroll):
            shoot(game, id_, target, hasty=hasty, reroll=reroll)
            watch(game, id_)
        case Charge():
            charge(game, intent)
        case FightOn(unit=id_):
            fight_on(game, id_)
        case Rally(unit=id_):
            rally(game, id_)
        case AnotherOrder(unit=id_):
            _another_order(game, id_)
        case Leave(unit=id_):
            _leave(game, id_)
        case Respond():
            respond(game, ask, intent)
        case _:
            _see_to_itself(game, ask, intent)


def _see_to_itself(game: Play, ask: Ask, intent: Intent) -> None:
    """Reload, deploy, pack up, hold, or stand, which for an aircraft is to circle."""
    match intent:
        case Reload(unit=id_):
            game.happen(Reloaded(id_))
        case Deploy(unit=id_):
            game.happen(Deployed(id_))
        case PackUp(unit=id_):
            game.happen(PackedUp(id_))
        case Hold(unit=id_):
            game.happen(Held(id_))
        case Stand(unit=id_):
            flying = flies(game.position, game.state.unit(id_))
            game.happen(Passed(ask.side, id_, "circles" if flying else "stands"))


def _another_order(game: Play, id_: str) -> None:
    """CUC-EXTRA: fighters simply have another order; everybody else has to pass the test to respond for it."""
    unit = game.state.unit(id_)
    if unit.profile.style == "fighter" or passes_response(game, id_):
        game.note(Said("another order", rule="CUC-EXTRA"))
        game.happen(ExtraOrderWon(id_))
    else:
        game.happen(Passed(unit.side, id_, "gets no further order"))


def _leave(game: Play, id_: str) -> None:
    """Leave the table; where the scenario rewards it, that is worth points."""
    unit = game.state.unit(id_)
    exits = [each for each in game.battle.data.engagement.exits if each.side == unit.side and unit.cell in each.cells]
    game.happen(LeftTable(id_))
    for each in exits[:1]:
        if each.points:
            game.happen(PointsWon(unit.side, each.points, f"{id_} has got away"))


# -- objectives --------------------------------------------------------------------------------------------------


def claim(game: Play) -> None:
    """Let whoever is alone at an objective have it."""
    holders = dict(game.state.holders)
    for objective in game.battle.data.engagement.objectives:
        there = _sides_at(game.position, objective)
        if len(there) == 1 and holders.get(objective.id) not in there:
            game.happen(ObjectiveTaken(objective.id, there.pop()))


def _sides_at(position: Scene, objective: Objective) -> set[str]:
    """Return the sides that have somebody on the ground at an objective."""
    cells = set(objective.cells)
    return {
        unit.side for unit in position.state.units if unit.cell in cells and not unit.lost and not flies(position, unit)
    }
