"""The mission track: what happens when its marker reaches a space."""

from __future__ import annotations

from collections.abc import Callable

from sim.engine.dice import D6, Throw
from sim.engine.events import Event, Passed
from sim.engine.notes import Said
from sim.engine.words import counted
from sim.play.tally import bring_on
from sim.rules.conflict_of_heroes.events import CapsChanged, Freshened, RallyTried, Rumoured, SwiftGiven, TrackAdvanced
from sim.rules.conflict_of_heroes.figures import CounterProfile
from sim.rules.conflict_of_heroes.losses import take_control
from sim.rules.conflict_of_heroes.printed_cards import OrderCard
from sim.rules.conflict_of_heroes.rumours import look_around
from sim.rules.conflict_of_heroes.scenario import Space
from sim.rules.conflict_of_heroes.units import RUMOUR, CohState, Counter, Play, pool_of

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
