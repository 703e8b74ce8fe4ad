"""The sequence of play (AAS-SEQ).

    cards -> hot spots -> turn 1, 2, …:  arrivals (from turn 2: insurgency), first aid
                                         regulars (one order after another, until all have acted)
                                         insurgents (those that have not reacted, nearest first; then mobs)

Every order is a step of its own: between two of them the state says everything.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sim.engine.events import BattleEnded, Passed, TurnBegan
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.rules.ambush_alley import activations, events
from sim.rules.ambush_alley.activations import AasOrder
from sim.rules.ambush_alley.arrivals import roll_for_arrivals
from sim.rules.ambush_alley.cards import bring_those_who_wait, draw_fog, expiring
from sim.rules.ambush_alley.checks import give_first_aid
from sim.rules.ambush_alley.fire import fire_refusal
from sim.rules.ambush_alley.ground import enemies, held, nearest_to_regulars
from sim.rules.ambush_alley.interruptions import passes_action_check
from sim.rules.ambush_alley.orders import BOOK
from sim.rules.ambush_alley.orders.tasks import joins
from sim.rules.ambush_alley.scene import Play, Scene, insurgents, mobs
from sim.rules.ambush_alley.units import ASSETS, HotSpot, Team
from sim.rules.ambush_alley.victory import outcome
from sim.tabletop.inches import within

KINDS: tuple[Any, ...] = BOOK.kinds


def play(game: Play) -> None:
    """AAS-SEQ: take the next step of the sequence, unless the mission is over."""
    ended = game.state.phase == "insurgents" and not waiting(game.position)
    if game.state.turn and (over := outcome(game.position, ended)):
        game.happen(BattleEnded(over))
        return
    match game.state.phase:
        case "cards":
            _draw_cards(game)
        case "hot spots":
            _place_hot_spot(game)
        case "arrivals":
            _arrivals(game)
        case "regulars":
            _activate(game)
        case "insurgents":
            if ended:
                _new_turn(game)
            else:
                _act_at_the_end(game)


# -- before the first turn ---------------------------------------------------------------------------------------


def _draw_cards(game: Play) -> None:
    """AAS-SEQ: fog-of-war cards take effect at once, asset cards go into the hand."""
    mission = game.battle.data.mission
    for _ in range(mission.fog_cards):
        draw_fog(game)
    for card in mission.assets:
        game.happen(events.AssetDealt(card))
    for _ in range(min(mission.asset_cards, len(game.state.deck(ASSETS).left))):
        card = game.draw(ASSETS, "asset", mission.regulars, "AAS-SEQ")
        game.happen(events.AssetDealt(card))
    game.happen(events.PhaseBegan("hot spots"))


def _place_hot_spot(game: Play) -> None:
    """AAS-HOT: the scenario has set them, the player places them one by one, or the Insurgents' plan does."""
    mission, placed = game.battle.data.mission, len(game.state.hot_spots)
    if mission.placing == "scenario" or placed >= game.battle.data.numbers.hot_spot_count:
        _new_turn(game)
        return
    side = mission.regulars if mission.placing == "player" else mission.insurgents
    ask = Ask(side, activations.HOT_SPOT, number=placed + 1)
    order = activations.answered(game, ask)
    if order is None:
        game.note(Said(f"{placed} hot spots will do", rule="AAS-HOT"))
        _new_turn(game)
    else:
        order.resolve(game, ask)


# -- a turn begins -----------------------------------------------------------------------------------------------


def _new_turn(game: Play) -> None:
    """Let everybody act again; smoke and cards that last for a turn are gone."""
    first = game.state.turn == 0
    game.happen(TurnBegan(game.state.turn + 1))
    smoky = tuple(cell for cell, kinds in game.state.changes.features if events.SMOKE in kinds)
    if smoky and not first:
        game.happen(events.SmokeCleared(smoky))
    expired = () if first else expiring(game.battle.data)
    there = {*game.state.in_force, *(card for unit in game.state.units for card in unit.marks)}
    game.happen(events.TurnReadied(tuple(card for card in expired if card in there)))
    game.happen(events.PhaseBegan("arrivals"))


def _arrivals(game: Play) -> None:
    """AAS-SEQ: from the second turn on, new Insurgents may come. AAS-R-aid: who went down before is seen to."""
    bring_those_who_wait(game)
    if game.state.turn > 1:
        roll_for_arrivals(game)
    give_first_aid(game)
    game.happen(events.PhaseBegan("regulars"))


# -- the Regulars ------------------------------------------------------------------------------------------------


def _activate(game: Play) -> None:
    """AAS-SEQ: take one order for a Regular unit, which names the unit if none is acting; without any left, go on."""
    actor = game.state.actor
    if not actor and not activations.ready(game.position):
        game.happen(events.PhaseBegan("insurgents"))
        return
    ask = activations.activation_ask(game.position)
    order = activations.answered(game, ask)
    if order is None:
        _stay(game, ask)
        return
    if not order.units:  # A card is played by nobody in particular, and begins no activation.
        order.resolve(game, ask)
        if actor and not activations.is_able(game.state.unit(actor)):
            _end(game, actor)
        return
    (id_,) = order.units
    if not actor:
        game.happen(events.ActivationBegan(id_, activations.owner(game.position, id_)))
    order.resolve(game, ask)
    if _is_done(game, id_, order):
        _end(game, id_)


def _is_done(game: Play, id_: str, order: AasOrder) -> bool:
    """Say whether a unit has done what it can with its activation: it moves and fires, and anything else is the end."""
    if id_ not in game.state.units or not activations.is_able(game.state.unit(id_)):
        return True
    return order.ends or (game.state.moved and game.state.fired) or not _has_more(game.position, id_)


def _has_more(position: Scene, id_: str) -> bool:
    """Say whether a Regular unit that has begun to act has anything left to do."""
    unit, state = position.state.unit(id_), position.state
    if not state.moved and held(position, unit) is None:
        return True
    if state.fired:
        return False
    if any(fire_refusal(position, unit, enemy) is None for enemy in enemies(position, unit.side)):
        return True
    ask, kinds = Ask(unit.side, activations.ACTIVATE, id_), [kind for kind in KINDS if kind.instead_of_fire]
    orders = (order for kind in kinds for order in kind.candidates(position, ask, unit))
    return any(BOOK.refusal(position, ask, order) is None for order in orders)


def _end(game: Play, id_: str) -> None:
    _settle(game, id_)
    if id_ in game.state.units:
        game.happen(events.ActivationEnded(id_))


def _settle(game: Play, id_: str) -> None:
    """Let a Regular unit that has done with its activation take a hot spot, and reach an objective."""
    unit = game.state.unit(id_) if id_ in game.state.units else None
    if unit is None or unit.cell is None or unit.figures <= 0:
        return
    for spot in taken_by(game.position, unit):
        game.note(Said("Regulars are there, and no Insurgent near", rule="AAS-HOT"))
        game.happen(events.HotSpotRemoved(spot.id, "cleared"))
    for objective in game.battle.data.mission.objectives:
        reached = objective.kind == "reach" and unit.cell in objective.cells
        if reached and not any(cell in game.state.searched for cell in objective.cells):
            game.happen(events.Searched(id_, unit.cell))


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


def _stay(game: Play, ask: Ask) -> None:
    """Let the unit that acts stop, or all that are left stay: of whoever was asked, where several share the side."""
    if game.state.actor:
        game.happen(Passed(ask.side, game.state.actor, "does nothing more"))
        _end(game, game.state.actor)
        return
    left = [unit.id for unit in activations.ready(game.position) if not ask.player or unit.player == ask.player]
    for id_ in left or [unit.id for unit in activations.ready(game.position)]:
        game.happen(Passed(ask.side, id_, "stays"))
        _end(game, id_)


# -- the end of the turn -----------------------------------------------------------------------------------------


def waiting(position: Scene) -> list[Team]:
    """AAS-SEQ: return who is still to act at the end of the turn: Insurgents nearest to a Regular first, then mobs."""
    able = [unit for unit in insurgents(position) if not (unit.acted or unit.reacted or unit.barred)]
    if able:
        return list(nearest_to_regulars(position, able))
    return [unit for unit in mobs(position) if not unit.acted][:1]


def _act_at_the_end(game: Play) -> None:
    """AAS-SEQ: let one Insurgent unit that has not reacted, or one mob, act."""
    id_ = game.choose([unit.id for unit in waiting(game.position)], "who acts", game.battle.data.mission.insurgents)
    unit = game.state.unit(id_)
    if unit.profile.kind != "mob" and not unit.checked:
        passed = passes_action_check(game, id_)
        game.happen(events.ActionChecked(id_, passed))
        if not passed:
            game.happen(events.ActivationEnded(id_))
            return
    _follow(game, Ask(unit.side, activations.END_OF_TURN, id_), id_)
    if id_ in game.state.units:
        game.happen(events.ActivationEnded(id_))


def _follow(game: Play, ask: Ask, id_: str) -> None:
    """Take orders until there are none: a move, or fire, and to join somebody."""
    acted = False
    orders: Iterator[Any] = game.orders(ask)
    for order in orders:
        order.resolve(game, ask)
        acted = True
        gone = (
            id_ not in game.state.units or not activations.is_able(game.state.unit(id_)) or game.state.unit(id_).barred
        )
        if gone or order.does != activations.MOVES or not joins(game.position, game.state.unit(id_)):
            return
    if not acted:
        game.happen(Passed(ask.side, id_, "finds nothing to do"))
