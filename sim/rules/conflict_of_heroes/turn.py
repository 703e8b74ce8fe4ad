"""The sequence of play: rounds of single turns, one after the other, and the mission track (rules 3.0 to 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import BattleEnded, Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.state import Outcome
from sim.engine.words import counted
from sim.play.book import of_this_book
from sim.play.tally import bring_on
from sim.rules.conflict_of_heroes import events
from sim.rules.conflict_of_heroes.combat.hiding import look_around
from sim.rules.conflict_of_heroes.combat.losses import recover, take_control
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.scenario import Space
from sim.rules.conflict_of_heroes.solo.cards import OrderCard
from sim.rules.conflict_of_heroes.state import (
    ACTION_CARDS,
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    ORDERS,
    RUMOUR,
    CohGame,
    CohPosition,
    Counter,
    CounterDue,
    friends,
    opponents,
)


def play(game: CohGame) -> None:
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


def player_turn(game: CohGame) -> None:
    """COH-3.0: the player takes exactly one action."""
    player = game.battle.data.player
    game.happen(events.TurnStarted(player))
    _one_order(game, Ask(player, TURN))


def ai_turn(game: CohGame) -> None:
    """COH-4.0: draw an order card, see whether the track advances, and carry out at most one order."""
    ai = game.battle.data.ai
    card = game.battle.data.orders[game.take(ORDERS, "AI order", ai, "COH-4.0")]
    advance(game, card)
    _one_order(game, Ask(ai, AI_TURN, about=card.id))


def _one_order(game: CohGame, ask: Ask) -> None:
    """COH-3.0, COH-3.5: carry out one order and hand the turn on; two passes one after the other end the round."""
    order, side = of_this_book(game.order(ask)), ask.side
    order.resolve(game, ask)
    following = side if game.state.swift and not order.passes else _other(game, side)
    if order.passes:
        game.note(Said("a pass" + (" after a pass" if game.state.passed else ""), rule="COH-3.5"))
    game.happen(events.TurnTaken(side, following, order.passes, order.passes and game.state.passed))


def _other(game: CohGame, side: str) -> str:
    return next(each.id for each in game.battle.sides if each.id != side)


# -- rounds ---------------------------------------------------------------------------------------------------


def next_round(game: CohGame) -> None:
    """COH-3.6: count what was held, and begin another round unless the last one is over."""
    last = game.battle.turns or 1
    round_ = game.state.turn
    if round_:
        score(game, at_the_end=round_ >= last)
    if round_ >= last:
        game.happen(BattleEnded(Outcome(game.state.leader, "ahead in victory points", _scores(game))))
        return
    game.note(Said("a new round", rule="COH-3.6"))
    game.happen(events.RoundBegan(round_ + 1))
    if round_:
        _thin_smoke(game)
    _bring_on(game, [arrival for arrival in game.state.arrivals if _is_due(game, arrival)])
    mission = game.battle.data.mission
    for _ in range(mission.cards_each_round):
        if len(game.state.hand) < mission.hand and game.state.deck(ACTION_CARDS).left:
            card = game.take(ACTION_CARDS, "action card", game.battle.data.player, "COH-3.3")
            game.happen(events.CardGained(card.rpartition("-")[0]))
    first, leader, needs = mission.initiative, game.state.leader, game.battle.data.numbers.initiative_needs
    if round_:
        # The side behind in points rolls for it; in the first round the mission says who has it.
        behind = _other(game, leader)
        rolled = game.throw(Throw(D6, "initiative", behind, at_least(needs), count=2), "COH-3.6")
        first = behind if rolled.total >= needs else leader
    game.happen(events.InitiativeTaken(first))


def _thin_smoke(game: CohGame) -> None:
    """Let every cloud drift, printed ones too: heavy smoke becomes light, light smoke goes (base game 14).

    What a mission puts on the map before the first round stands throughout that round, as if it had just been laid.
    """
    ground, cells = game.position.ground, sorted({*game.battle.map.features, *dict(game.state.changes.features)})
    clouds = [(cell, feature.id) for cell in cells for feature in ground.features_at(cell)]
    gone, thinner = (tuple(cell for cell, kind in clouds if kind == which) for which in (LIGHT_SMOKE, HEAVY_SMOKE))
    if gone or thinner:
        game.happen(events.SmokeThinned(gone, thinner))


def score(game: CohGame, at_the_end: bool) -> None:
    """Count the points of objectives, each round or at the end as the mission says."""
    if game.battle.data.victory.holding == "at the end" and not at_the_end:
        return
    for objective in game.battle.data.objectives.values():
        holder = game.state.holder(objective.id)
        if holder and objective.points:
            game.happen(events.PointsWon(holder, objective.points, f"holds {objective.title}"))


def _is_due(game: CohGame, arrival: CounterDue) -> bool:
    """COH-3.6: say whether somebody comes this round, or has found no room before."""
    return arrival.group is None and arrival.round <= game.state.turn


def _bring_on(game: CohGame, arrivals: Iterable[CounterDue]) -> bool:
    """Bring on those who are not there yet, as far as there is room; say whether there was anybody to come."""
    there = game.state.units
    coming = [each for each in arrivals if each.unit in there and there[each.unit].cell is None]
    for arrival in coming:
        if bring_on(game, arrival.unit, arrival.cells, there[arrival.unit].facing):
            take_control(game, arrival.unit)
            look_around(game, arrival.unit)
    return bool(coming)


# -- the end --------------------------------------------------------------------------------------------------


def wiped_out(game: CohGame) -> Outcome | None:
    """COH-3.6: a side without counters, on the map or to come, has lost."""
    alive = {unit.side for unit in game.state.units if not unit.profile.non_combat}
    left = [side.id for side in game.battle.sides if side.id in alive]
    if len(left) == 2:
        return None
    return Outcome(left[0] if left else None, f"nobody {'else ' if left else ''}is left", _scores(game))


def _scores(game: CohGame) -> tuple[tuple[str, int], ...]:
    leader = game.state.leader
    return tuple((side.id, game.state.points if side.id == leader else 0) for side in game.battle.sides)


def complaints(position: CohPosition) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    state = position.state
    if not any((deck.left or deck.discarded) for deck in state.decks if deck.name == ORDERS):
        yield f'the deck "{ORDERS}" has no cards: expected one that is left or discarded'
    if not state.leader:
        yield "nobody leads in victory points: expected a side as leader"
    if state.stage == "turn" and not state.mover:
        yield "nobody has the turn: expected a side as mover"


# -- the mission track -----------------------------------------------------------------------------------------


def counters_in_play(game: CohGame) -> int:
    """COH-4.3: fresh and spent, hidden, rumoured, and those that arrive this round; trucks and wagons do not count."""
    due = {arrival.unit for arrival in game.state.arrivals if _is_due(game, arrival)}
    there = (unit for unit in game.state.units if unit.cell is not None or unit.id in due)
    return sum(not unit.profile.non_combat for unit in there)


def advance(game: CohGame, card: OrderCard) -> None:
    """COH-4.3: advance the marker if few enough counters are in play; what is on a space happens at once."""
    if card.track is None or not game.battle.data.mission.track:
        return
    count = counters_in_play(game)
    words = f"{counted(count, 'counter')} in play, {card.track} or fewer needed"
    if count > card.track:
        game.note(Said(words, rule="COH-4.3"))
        return
    track, start = game.battle.data.mission.track, game.state.track
    end = min(start + card.advance, len(track))
    if end == start:
        game.note(Said(f"{words}; the marker is at the end of the track already", rule="COH-4.3"))
        return
    game.note(Said(f"{words}: the marker advances {counted(end - start, 'space')}", rule="COH-4.3"))
    for number, space in enumerate(track[start:end], start + 1):
        fate = "yellow: it happens in passing" if space.yellow else "not yellow: it does not happen"
        passed = f"it passes space {number}, {space.event}, {fate}"
        game.note(Said(f"it reaches space {number}, {space.event}" if number == end else passed, rule="COH-4.3"))
        game.happen(events.TrackAdvanced(number, passing=number < end))
        if number == end or space.yellow:
            _happen(game, space)


def _happen(game: CohGame, space: Space) -> None:
    data = game.battle.data
    game.note(Said(f"mission track: {space.event}", rule="COH-4.3"))
    match space.event:
        case "sniper fire":
            rolled = game.throw(Throw(D6, "sniper fire", data.player), "COH-4.3")
            game.happen(events.CapsChanged(-min(game.state.caps, data.sniper_fire[rolled.total])))
        case "auto-rally":
            _to_nearest(game, data.ai, lambda unit: bool(unit.hit), lambda id_: recover(game, id_))
        case "swift action":
            game.happen(events.SwiftGiven(space.number - 1))
        case "zeal":
            _to_nearest(game, data.ai, lambda unit: unit.spent, lambda id_: game.happen(events.Freshened(id_)))
        case "bog down":
            _to_nearest(
                game, data.player, lambda unit: unit.fresh, lambda id_: game.happen(events.Freshened(id_, spent=True))
            )
        case "rumours":
            _rumours(game, space)
        case "reinforcements":
            if not _bring_on(game, [arrival for arrival in game.state.arrivals if arrival.group == space.group]):
                game.happen(Passed(data.ai, None, "nobody is left to come"))
        case "nothing":
            game.happen(Passed(data.ai, None, "nothing happens"))


def _to_nearest(game: CohGame, side: str, fits: Callable[[Counter], bool], befalls: Callable[[str], None]) -> None:
    """Do something to the fitting counter of a side that is nearest to an enemy; a die breaks ties."""
    own = [unit for unit in friends(game.position, side) if fits(unit)]
    enemies = opponents(game.position, side)
    if not own or not enemies:
        game.happen(Passed(side, None, "nobody is affected"))
        return
    hexes = {unit.id: min(game.battle.map.distance(unit.place, other.place) for other in enemies) for unit in own}
    ids = [id_ for id_, distance in hexes.items() if distance == min(hexes.values())]
    befalls(game.choose(ids, "whom it concerns", side))


def _rumours(game: CohGame, space: Space) -> None:
    """COH-6.0: put rumoured enemies into free hexes of an area, each with a number above those in play."""
    map_, profile, ai = game.battle.map, game.battle.profiles[RUMOUR], game.battle.data.ai
    assert isinstance(profile, CounterProfile) and space.at is not None
    cells = (*map_.areas.get(space.at, ()), *map_.places.get(space.at, ()))
    for _ in range(space.number):
        free = [cell for cell in cells if not game.state.units.at(cell)]
        if not free:
            game.happen(Passed(ai, None, "no room for another rumour"))
            return
        cell = game.choose(free, "where a rumour appears", ai, [map_.grid.name(cell) for cell in free])
        ids = [unit.id.rpartition("-") for unit in game.state.units if unit.id.startswith(f"{RUMOUR}-")]
        name = f"{RUMOUR}-{max((int(number) for *_, number in ids if number.isdecimal()), default=0) + 1}"
        game.happen(events.Rumoured(name, ai, profile, cell))
        look_around(game, name)
