"""The sequence of play: rounds of single turns, one after the other (rules 3.0 to 4.5)."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import BattleEnded
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.state import Outcome
from sim.play.book import of_this_book
from sim.play.tally import bring_on
from sim.rules.conflict_of_heroes.events import (
    CardGained,
    InitiativeTaken,
    PointsWon,
    RoundBegan,
    SmokeThinned,
    TurnStarted,
    TurnTaken,
)
from sim.rules.conflict_of_heroes.losses import take_control
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.rumours import look_around
from sim.rules.conflict_of_heroes.track import advance
from sim.rules.conflict_of_heroes.units import (
    ACTION_CARDS,
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    ORDERS,
    CohState,
    Play,
    Scene,
)


def play(game: Play) -> None:
    """COH-3.0: one single turn, or the beginning of a round, or the end."""
    if outcome := wiped_out(game):
        game.happen(BattleEnded(outcome))
    elif game.state.stage == "round":
        next_round(game)
    elif game.state.mover == game.battle.data.player:
        player_turn(game)
    else:
        ai_turn(game)


# -- turns ----------------------------------------------------------------------------------------------------


def player_turn(game: Play) -> None:
    """COH-3.0: the player takes exactly one action."""
    player = game.battle.data.player
    game.happen(TurnStarted(player))
    _one_order(game, Ask(player, TURN))


def ai_turn(game: Play) -> None:
    """COH-4.0: draw an order card, see whether the track advances, and carry out at most one order."""
    ai = game.battle.data.ai
    card = game.battle.data.orders[game.take(ORDERS, "AI order", ai, "COH-4.0")]
    advance(game, card)
    _one_order(game, Ask(ai, AI_TURN, about=card.id))


def _one_order(game: Play, ask: Ask) -> None:
    """COH-3.0, COH-3.5: carry out one order and hand the turn on; two passes one after the other end the round."""
    order, side = of_this_book(game.order(ask)), ask.side
    order.resolve(game, ask)
    passed = order.passes
    other = next(each.id for each in game.battle.sides if each.id != side)
    following = side if game.state.swift and not passed else other
    if passed:
        game.note(Said("a pass" + (" after a pass" if game.state.passed else ""), rule="COH-3.5"))
    game.happen(TurnTaken(side, following, passed, passed and game.state.passed))


# -- rounds ---------------------------------------------------------------------------------------------------


def next_round(game: Play) -> None:
    """COH-3.6: count what was held, and begin another round unless the last one is over."""
    last = game.battle.turns or 1
    round_ = game.state.turn
    if round_:
        score(game, at_the_end=round_ >= last)
    if round_ >= last:
        game.happen(BattleEnded(Outcome(game.state.leader, "ahead in victory points", _scores(game))))
        return
    game.note(Said("a new round", rule="COH-3.6"))
    game.happen(RoundBegan(round_ + 1))
    if round_:
        _thin_smoke(game)
    _arrive(game)
    _draw_cards(game)
    _initiative(game)


def _thin_smoke(game: Play) -> None:
    """Let every cloud drift, printed ones too: heavy smoke becomes light, light smoke goes (base game 14).

    What a mission puts on the map before the first round stands throughout that round, as if it had just been laid.
    """
    ground, cells = game.position.ground, sorted({*game.battle.map.features, *dict(game.state.changes.features)})
    clouds = [(cell, feature.id) for cell in cells for feature in ground.features_at(cell)]
    gone, thinner = (tuple(cell for cell, kind in clouds if kind == which) for which in (LIGHT_SMOKE, HEAVY_SMOKE))
    if gone or thinner:
        game.happen(SmokeThinned(gone, thinner))


def score(game: Play, at_the_end: bool) -> None:
    """Count the points of objectives, each round or at the end as the mission says."""
    if game.battle.data.victory.holding == "at the end" and not at_the_end:
        return
    for objective in game.battle.data.objectives.values():
        holder = game.state.holder(objective.id)
        if holder and objective.points:
            game.happen(PointsWon(holder, objective.points, f"holds {objective.title}"))


def _arrive(game: Play) -> None:
    """COH-3.6: bring on who is due, and whoever found no room before."""
    for arrival in game.state.arrivals:
        waits = arrival.unit in game.state.units and game.state.unit(arrival.unit).cell is None
        due = waits and arrival.group is None and arrival.round <= game.state.turn
        if due and bring_on(game, arrival.unit, arrival.cells, game.state.unit(arrival.unit).facing):
            take_control(game, arrival.unit)
            look_around(game, arrival.unit)


def _draw_cards(game: Play) -> None:
    mission = game.battle.data.mission
    for _ in range(mission.cards_each_round):
        if len(game.state.hand) >= mission.hand or not game.state.deck(ACTION_CARDS).left:
            return
        card = game.take(ACTION_CARDS, "action card", game.battle.data.player, "COH-3.3")
        game.happen(CardGained(card.rpartition("-")[0]))


def _initiative(game: Play) -> None:
    """The side behind in points rolls for the first turn; in the first round the mission says who has it."""
    numbers = game.battle.data.numbers
    if game.state.turn == 1:
        game.happen(InitiativeTaken(game.battle.data.mission.initiative))
        return
    leader = game.state.leader
    behind = next(side.id for side in game.battle.sides if side.id != leader)
    rolled = game.throw(Throw(D6, "initiative", behind, at_least(numbers.initiative_needs), count=2), "COH-3.6")
    game.happen(InitiativeTaken(behind if rolled.total >= numbers.initiative_needs else leader))


# -- the end --------------------------------------------------------------------------------------------------


def wiped_out(game: Play) -> Outcome | None:
    """COH-3.6: a side without counters, on the map or to come, has lost."""
    alive = {unit.side for unit in game.state.units if not unit.profile.non_combat}
    left = [side.id for side in game.battle.sides if side.id in alive]
    if len(left) == 2:
        return None
    if not left:
        return Outcome(None, "nobody is left", _scores(game))
    return Outcome(left[0], "nobody else is left", _scores(game))


def _scores(game: Play) -> tuple[tuple[str, int], ...]:
    leader = game.state.leader
    return tuple((side.id, game.state.points if side.id == leader else 0) for side in game.battle.sides)


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state = position.state
    if not any((deck.left or deck.discarded) for deck in state.decks if deck.name == ORDERS):
        yield f'the deck "{ORDERS}" has no cards: expected one that is left or discarded'
    if not state.leader:
        yield "nobody leads in victory points: expected a side as leader"
    if state.stage == "turn" and not state.mover:
        yield "nobody has the turn: expected a side as mover"


def known(position: Scene, side: str) -> CohState:
    """Return the state without the hidden counters of the other side; nor does the AI look into the player's hand."""
    state = position.state
    state = state.without_unit(*(unit.id for unit in state.units if unit.hidden and unit.side != side))
    if side == position.battle.data.ai and state.hand:
        state = state.changed(hand=())
    return state
