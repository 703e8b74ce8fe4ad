"""What may be ordered, the sequence of play (AAS-SEQ), and when it is over.

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
from sim.play.book import OrderBook
from sim.rules.ambush_alley import events, state
from sim.rules.ambush_alley.combat import cards
from sim.rules.ambush_alley.combat.fire import open_to_fire
from sim.rules.ambush_alley.combat.losses import give_first_aid
from sim.rules.ambush_alley.ground.moves import move_refusal
from sim.rules.ambush_alley.orders import fighting, moving, tasks
from sim.rules.ambush_alley.orders.base import AasOrder, activation_ask, actors, answered, owner, ready, to_act
from sim.rules.ambush_alley.orders.reactions import passes_action_check
from sim.rules.ambush_alley.state import (
    AasData,
    AasGame,
    AasPosition,
    AasState,
    HotSpot,
    Team,
    insurgents,
    mobs,
    nearest_to_regulars,
    outcome,
)
from sim.tabletop.inches import within

BOOK: OrderBook[AasState, AasData] = OrderBook(
    *fighting.ORDERS, *tasks.ORDERS, *moving.ORDERS, gates=(to_act,), actors=actors
)
"""What may be ordered."""
KINDS: tuple[Any, ...] = BOOK.kinds
INSTEAD_OF_FIRE = [kind for kind in KINDS if kind.uses == ("fired",) and kind.does != state.FIRES]
"""AAS-R-activation: what a unit may do in place of firing."""


def play(game: AasGame) -> None:
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
            # AAS-SEQ: from the second turn on, new Insurgents may come. AAS-R-aid: who went down before is seen to.
            cards.bring_those_who_wait(game)
            if game.state.turn > 1:
                cards.roll_for_arrivals(game)
            give_first_aid(game)
            game.happen(events.PhaseBegan("regulars"))
        case "regulars":
            _activate(game)
        case "insurgents" if ended:
            _new_turn(game)
        case "insurgents":
            _act_at_the_end(game)


# -- before the first turn, and when one begins ------------------------------------------------------------------


def _draw_cards(game: AasGame) -> None:
    """AAS-SEQ: fog-of-war cards take effect at once, asset cards go into the hand."""
    mission = game.battle.data.mission
    for _ in range(mission.fog_cards):
        cards.draw_fog(game)
    for card in mission.assets:
        game.happen(events.AssetDealt(card))
    for _ in range(min(mission.asset_cards, len(game.state.deck(state.ASSETS).left))):
        game.happen(events.AssetDealt(game.draw(state.ASSETS, "asset", mission.regulars, "AAS-SEQ")))
    game.happen(events.PhaseBegan("hot spots"))


def _place_hot_spot(game: AasGame) -> None:
    """AAS-HOT: the scenario has set them, the player places them one by one, or the Insurgents' plan does."""
    mission, placed = game.battle.data.mission, len(game.state.hot_spots)
    if mission.placing == "scenario" or placed >= game.battle.data.numbers.hot_spot_count:
        _new_turn(game)
        return
    side = mission.regulars if mission.placing == "player" else mission.insurgents
    ask = Ask(side, state.HOT_SPOT, number=placed + 1)
    order = answered(game, ask)
    if order is None:
        game.note(Said(f"{placed} hot spots will do", rule="AAS-HOT"))
        _new_turn(game)
    else:
        order.resolve(game, ask)


def _new_turn(game: AasGame) -> None:
    """Let everybody act again; smoke and cards that last for a turn are gone."""
    first = game.state.turn == 0
    game.happen(TurnBegan(game.state.turn + 1))
    smoky = tuple(cell for cell, kinds in game.state.changes.features if events.SMOKE in kinds)
    if smoky and not first:
        game.happen(events.SmokeCleared(smoky))
    expired = () if first else cards.expiring(game.battle.data)
    there = {*game.state.in_force, *(card for unit in game.state.units for card in unit.marks)}
    game.happen(events.TurnReadied(tuple(card for card in expired if card in there)))
    game.happen(events.PhaseBegan("arrivals"))


# -- the Regulars ------------------------------------------------------------------------------------------------


def _activate(game: AasGame) -> None:
    """AAS-SEQ: take one order for a Regular unit, which names the unit if none is acting; without any left, go on."""
    actor = game.state.actor
    if not actor and not ready(game.position):
        game.happen(events.PhaseBegan("insurgents"))
        return
    ask = activation_ask(game.position)
    order = answered(game, ask)
    if order is None:
        _stay(game, ask)
        return
    if not order.units:  # A card is played by nobody in particular, and begins no activation.
        order.resolve(game, ask)
        if actor and not game.state.unit(actor).is_able:
            _end(game, actor)
        return
    (id_,) = order.units
    if not actor:
        game.happen(events.ActivationBegan(id_, owner(game.position, id_)))
    order.resolve(game, ask)
    if _is_done(game.position, id_, order):
        _end(game, id_)


def _is_done(position: AasPosition, id_: str, order: AasOrder) -> bool:
    """Say whether a unit has done what it can with its activation: it moves and fires, and anything else is the end."""
    now = position.state
    if id_ not in now.units or not (unit := now.unit(id_)).is_able or order.ends or (now.moved and now.fired):
        return True
    if not now.moved and move_refusal(position, unit) is None:
        return False
    if now.fired:
        return True
    if open_to_fire(position, unit):
        return False
    ask = Ask(unit.side, state.ACTIVATE, id_)
    others = (each for kind in INSTEAD_OF_FIRE for each in kind.candidates(position, ask, unit))
    return all(BOOK.refusal(position, ask, each) is not None for each in others)


def _end(game: AasGame, id_: str) -> None:
    """Let a Regular unit that has done with its activation take a hot spot, and reach an objective."""
    if id_ not in game.state.units:
        return
    unit = game.state.unit(id_)
    for spot in taken_by(game.position, unit):
        game.note(Said("Regulars are there, and no Insurgent near", rule="AAS-HOT"))
        game.happen(events.HotSpotRemoved(spot.id, "cleared"))
    for objective in game.battle.data.mission.objectives if unit.figures > 0 else ():
        if objective.kind == "reach" and unit.cell in objective.cells and not objective.is_searched(game.state):
            game.happen(events.Searched(id_, unit.place))
    game.happen(events.ActivationEnded(id_))


def taken_by(position: AasPosition, unit: Team) -> list[HotSpot]:
    """AAS-HOT: return the hot spots that a unit takes by standing there: near enough, and no Insurgent near."""
    numbers, cell = position.battle.data.numbers, unit.cell
    if cell is None or not unit.on_table:
        return []
    if any(within(position, cell, enemy.place, numbers.hot_spot_clear) for enemy in insurgents(position)):
        return []
    active = (spot for spot in position.state.hot_spots if spot.active)
    return [spot for spot in active if within(position, cell, spot.cell, numbers.hot_spot_taken)]


def _stay(game: AasGame, ask: Ask) -> None:
    """Let the unit that acts stop, or all that are left stay: of whoever was asked, where several share the side."""
    if game.state.actor:
        game.happen(Passed(ask.side, game.state.actor, "does nothing more"))
        _end(game, game.state.actor)
        return
    left = ready(game.position)
    for unit in [unit for unit in left if not ask.player or unit.player == ask.player] or left:
        game.happen(Passed(ask.side, unit.id, "stays"))
        _end(game, unit.id)


# -- the end of the turn -----------------------------------------------------------------------------------------


def waiting(position: AasPosition) -> list[Team]:
    """AAS-SEQ: return who is still to act at the end of the turn: Insurgents nearest to a Regular first, then mobs."""
    able = [unit for unit in insurgents(position) if not (unit.acted or unit.reacted or unit.barred)]
    if able:
        return list(nearest_to_regulars(position, able))
    return [unit for unit in mobs(position) if not unit.acted][:1]


def _act_at_the_end(game: AasGame) -> None:
    """AAS-SEQ: let one Insurgent unit that has not reacted, or one mob, act.

    It takes orders until there are none: a move, or fire, and to join somebody.
    """
    id_ = game.choose([unit.id for unit in waiting(game.position)], "who acts", game.battle.data.mission.insurgents)
    unit, passed = game.state.unit(id_), True
    if unit.profile.kind != "mob" and not unit.checked:
        passed = passes_action_check(game, id_)
        game.happen(events.ActionChecked(id_, passed))
    ask, acted = Ask(unit.side, state.END_OF_TURN, id_), not passed
    orders: Iterator[Any] = game.orders(ask) if passed else iter(())
    for order in orders:
        order.resolve(game, ask)
        acted, units = True, game.state.units
        gone = id_ not in units or not units[id_].is_able or units[id_].barred
        if gone or order.does != state.MOVES or not tasks.joins(game.position, units[id_]):
            break
    if not acted:
        game.happen(Passed(ask.side, id_, "finds nothing to do"))
    if id_ in game.state.units:
        game.happen(events.ActivationEnded(id_))
