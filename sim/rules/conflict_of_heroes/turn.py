"""The sequence of play: rounds of single turns, one after the other, and the mission track (rules 3.0 to 4.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import BattleEnded, Event, Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.engine.state import Outcome
from sim.engine.words import counted
from sim.play.book import of_this_book
from sim.play.tally import bring_on
from sim.rules.conflict_of_heroes.combat.hidden import look_around
from sim.rules.conflict_of_heroes.combat.losses import take_control
from sim.rules.conflict_of_heroes.events import (
    CapsChanged,
    CardGained,
    Freshened,
    InitiativeTaken,
    PointsWon,
    RallyTried,
    RoundBegan,
    Rumoured,
    SmokeThinned,
    SwiftGiven,
    TrackAdvanced,
    TurnStarted,
    TurnTaken,
)
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN
from sim.rules.conflict_of_heroes.scenario import Space
from sim.rules.conflict_of_heroes.solo.cards import OrderCard
from sim.rules.conflict_of_heroes.units import (
    ACTION_CARDS,
    HEAVY_SMOKE,
    LIGHT_SMOKE,
    ORDERS,
    RUMOUR,
    CohState,
    Counter,
    Play,
    Scene,
    pool_of,
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


# -- the mission track -----------------------------------------------------------------------------------------


Fits = Callable[[Counter], bool]


def counters_in_play(game: Play) -> int:
    """COH-4.3: fresh and spent, hidden, rumoured, and those that arrive this round; trucks and wagons do not count."""
    coming = (arrival for arrival in game.state.arrivals if arrival.group is None)
    due = {arrival.unit for arrival in coming if arrival.round <= game.state.turn}
    there = (unit for unit in game.state.units if unit.cell is not None or unit.id in due)
    return sum(not unit.profile.non_combat for unit in there)


def advance(game: Play, card: OrderCard) -> None:
    """COH-4.3: advance the marker if so few counters are in play; each space reached happens at once."""
    if card.track is None or not game.battle.data.mission.track:
        return
    count = counters_in_play(game)
    words = f"{count} counters in play, {card.track} or fewer are needed"
    if count > card.track:
        game.note(Said(words, rule="COH-4.3"))
        return
    track, start = game.battle.data.mission.track, game.state.track
    end = min(start + card.advance, len(track))
    if end == start:
        game.note(Said(f"{words}; the marker is at the end of the track already", rule="COH-4.3"))
        return
    for space in range(start + 1, end + 1):
        if space == start + 1:
            game.note(Said(f"{words}: the marker advances {counted(end - start, 'space')}", rule="COH-4.3"))
        game.note(Said(_met_on_the_way(track[space - 1], space, space == end), rule="COH-4.3"))
        game.happen(TrackAdvanced(space, passing=space < end))
        if space == end or track[space - 1].yellow:
            _happen(game, track[space - 1])


def _met_on_the_way(space: Space, number: int, last: bool) -> str:
    """Say what the marker does with a space: it ends there, or passes over it."""
    if last:
        return f"it reaches space {number}, {space.event}"
    fate = "yellow: it happens in passing" if space.yellow else "not yellow: it does not happen"
    return f"it passes space {number}, {space.event}, {fate}"


def _happen(game: Play, space: Space) -> None:
    data = game.battle.data
    game.note(Said(f"mission track: {space.event}", rule="COH-4.3"))
    match space.event:
        case "sniper fire":
            rolled = game.throw(Throw(D6, "sniper fire", data.player), "COH-4.3")
            game.happen(CapsChanged(-data.sniper_fire[rolled.total]))
        case "auto-rally":
            _to_nearest(game, data.ai, lambda unit: bool(unit.hit), lambda unit: _rallied(game, unit))
        case "swift action":
            game.happen(SwiftGiven(space.number - 1))
        case "zeal":
            _to_nearest(game, data.ai, lambda unit: unit.spent, lambda unit: Freshened(unit))
        case "bog down":
            _to_nearest(game, data.player, lambda unit: unit.fresh, lambda unit: Freshened(unit, spent=True))
        case "rumours":
            _rumours(game, space)
        case "reinforcements":
            _reinforce(game, space)
        case "nothing":
            game.happen(Passed(data.ai, None, "nothing happens"))


def _rallied(game: Play, unit: str) -> RallyTried:
    return RallyTried(unit, True, pool_of(game.position, game.state.unit(unit)))


def _to_nearest(game: Play, side: str, fits: Fits, event: Callable[[str], Event[CohState]]) -> None:
    """Let something happen to the counter of a side that fits and is nearest to an enemy; ties by die."""
    own = [unit for unit in game.state.units.of(side) if unit.cell is not None and fits(unit)]
    enemies = [unit for unit in game.state.units if unit.side != side and unit.cell is not None and not unit.hidden]
    if not own or not enemies:
        game.happen(Passed(side, None, "there is nobody whom it concerns"))
        return

    def hexes(unit: Counter) -> int:
        return min(game.battle.map.distance(unit.place, other.place) for other in enemies)

    nearest = min(map(hexes, own))
    ids = [unit.id for unit in own if hexes(unit) == nearest]
    game.happen(event(game.choose(ids, "whom it concerns", side)))


def _rumours(game: Play, space: Space) -> None:
    """COH-6.0: put rumoured enemies into free hexes of an area."""
    map_, profile = game.battle.map, game.battle.profiles[RUMOUR]
    assert isinstance(profile, CounterProfile) and space.at is not None
    cells = (*map_.areas.get(space.at, ()), *map_.places.get(space.at, ()))
    for _ in range(space.number):
        free = [cell for cell in cells if not game.state.units.at(cell)]
        if not free:
            game.happen(Passed(game.battle.data.ai, None, "no room for another rumour"))
            return
        cell = game.choose(free, "where a rumour appears", game.battle.data.ai, [map_.grid.name(cell) for cell in free])
        name = _new_id(game)
        game.happen(Rumoured(name, game.battle.data.ai, profile, cell))
        look_around(game, name)


def _new_id(game: Play) -> str:
    number = 1
    while f"{RUMOUR}-{number}" in game.state.units or number <= _highest(game):
        number += 1
    return f"{RUMOUR}-{number}"


def _highest(game: Play) -> int:
    """Return the highest number that a rumour on the map has: numbers are not used again while one is there."""
    numbers = [unit.id.rpartition("-")[2] for unit in game.state.units if unit.id.startswith(f"{RUMOUR}-")]
    return max((int(number) for number in numbers if number.isdecimal()), default=0)


def _reinforce(game: Play, space: Space) -> None:
    """Bring on the counters that wait for this group."""
    waiting = [a for a in game.state.arrivals if a.group == space.group and a.unit in game.state.units]
    due = [arrival for arrival in waiting if game.state.unit(arrival.unit).cell is None]
    for arrival in due:
        if bring_on(game, arrival.unit, arrival.cells, game.state.unit(arrival.unit).facing):
            take_control(game, arrival.unit)
            look_around(game, arrival.unit)
    if not due:
        game.happen(Passed(game.battle.data.ai, None, "nobody is left to come"))
