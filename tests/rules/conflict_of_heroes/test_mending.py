"""What is mended from one position to the next is what it would be if everything were worked out anew."""

from functools import cache
from random import Random
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.mending import changed_between
from sim.engine.ruleset import COMMANDER, HUMAN
from sim.engine.session import Checkpoint, Session
from sim.resources import find_scenario
from sim.rules.conflict_of_heroes.combat.attacks import refusal, targets_of
from sim.rules.conflict_of_heroes.commander import _chances
from sim.rules.conflict_of_heroes.ground.moves import around, enterable
from sim.rules.conflict_of_heroes.ground.zones import enemy_short_zones, enemy_zones, short_zone_of, zone_of
from sim.rules.conflict_of_heroes.solo.choosing import Manner, adjacent, aims, nearest_of, nearest_targets, shots
from sim.rules.conflict_of_heroes.solo.grammar import parse_order
from sim.rules.conflict_of_heroes.state import CohPosition, opponents
from sim.scenario.scenario import load_scenario

BATTLES = ("farm_at_kamenka", "orlovka_street", "zimovets_ridge")
ORDERS = tuple(map(parse_order, ("AI closest to Unit -> Fire", "AI closest to Objective -> Move")))


@cache
def positions(name: str) -> list[CohPosition]:
    """Return moments of two battles in no order at all, so that each is mended out of one that is far from it.

    After each comes one in which somebody has come into the hex of another, and everybody else is as before.
    """
    of, found, random = load_scenario(find_scenario(name)), list[Any](), Random(1941)
    players = {side: COMMANDER if player == HUMAN else player for side, player in of.players.items()}
    for seed in (1, 2):
        session: Session[Any, Any] = Session(of.battle, of.state, players, Seeded(seed))
        session.play_out()
        states = [entry.state for entry in session.log if isinstance(entry, Checkpoint)]
        found += states[:: max(1, len(states) // 15)]
    random.shuffle(found)
    for place in range(len(found) - 1, -1, -1):
        one, other = random.sample([unit for unit in found[place].units if unit.cell is not None], 2)
        found.insert(place + 1, found[place].with_unit(one.changed(cell=other.cell)))
    return [Position(of.battle, state) for state in found]


@pytest.mark.parametrize("name", BATTLES)
def test_zones_and_targets_are_those_of_the_moment(name: str) -> None:
    """Of every counter, whatever was asked before."""
    for position in positions(name):
        for unit in (unit for unit in position.state.units if unit.cell is not None):
            enemies = opponents(position, unit.side)
            for found, covered in ((enemy_zones, zone_of), (enemy_short_zones, short_zone_of)):
                zones = found(position, unit.side).zones
                assert [(zone.unit, zone.area) for zone in zones] == [
                    (each.id, covered(position, each)) for each in enemies
                ]
            able = [enemy for enemy in enemies if refusal(position, unit, enemy) is None]
            assert [*targets_of(position, unit).found] == able


@pytest.mark.parametrize("name", BATTLES)
def test_moves_and_shots_are_those_of_the_moment(name: str) -> None:
    """What is kept with a counter is what a twin of it would find, of which nothing is known."""
    for position in positions(name):
        for unit in (unit for unit in position.state.units if unit.cell is not None):
            twin = unit.changed()
            assert enterable(position, unit) == enterable.__wrapped__(position, unit)  # type: ignore[attr-defined]
            assert _chances(position, unit) == _chances(position, twin)
            if unit.side == position.battle.data.ai:
                assert shots(position, unit, Manner(), ORDERS[0]) == shots(position, twin, Manner(), ORDERS[0])


@pytest.mark.parametrize("name", BATTLES)
def test_the_nearest_are_found_for_all_at_once_as_for_each(name: str) -> None:
    """Units, and objectives of several hexes."""
    for position in positions(name):
        for unit in (unit for unit in position.state.units.of(position.battle.data.ai) if unit.cell is not None):
            for order in ORDERS:
                found = aims(position, order, unit.side)
                assert [*nearest_targets(order)(position, unit)] == nearest_of(position, unit, found)
                near = [aim for aim in found if aim.hexes_from(position, unit.place) <= 1]
                assert [*adjacent(position, unit, order)] == near


def test_who_has_changed_is_told_as_they_were_and_are() -> None:
    """Also if somebody has gone, or come."""
    state = positions(BATTLES[0])[0].state
    first, second, *_ = state.units
    spent = first.changed(spent=not first.spent)
    assert changed_between(state.units, state.units) == []
    assert changed_between(state.units, state.with_unit(spent).units) == [first, spent]
    assert changed_between(state.with_unit(spent).units, state.without_unit(second.id).units) == [spent, second, first]
    assert changed_between(state.without_unit(second.id).units, state.units) == [second]


def test_a_shot_is_judged_anew_when_a_vehicle_comes_beside_its_target() -> None:
    """Neither of the two has changed, and yet the target is better off."""
    harder = 0
    for position in positions("zimovets_ridge"):
        for unit in (unit for unit in position.state.units.of(position.battle.data.player) if unit.cell is not None):
            for target in (chance.target for chance in _chances(position, unit)):
                tanks = [each for each in opponents(position, unit.side) if each.profile.kind == "vehicle"]
                for tank in (tank for tank in tanks if tank is not target):
                    beside = Position(position.battle, position.state.with_unit(tank.changed(cell=target.cell)))
                    assert _chances(position, unit) and _chances(beside, unit) == _chances(beside, unit.changed())
                    harder += _chances(beside, unit) != _chances(position, unit)
    assert harder


def test_what_a_counter_can_do_is_kept_while_it_stands_alike() -> None:
    """Being spent is nothing to its moves, and its targets are found as they are now; a hit may be something."""
    everybody = ((each, unit) for each in positions("zimovets_ridge") for unit in opponents(each, "soviets"))
    position, unit = next((each, unit) for each, unit in everybody if targets_of(each, unit).found)
    before = around(Position(position.battle, position.state), unit)
    target = targets_of(position, unit).found[0]
    spent, shot_at = (each.changed(spent=not each.spent) for each in (unit, target))
    later = Position(position.battle, position.state.with_unit(spent).with_unit(shot_at))
    assert around(later, spent) is before
    assert targets_of(later, spent).unit is spent and targets_of(later, spent).found[0] is shot_at
    hit = spent.changed(hit=next(iter(position.battle.data.hits)))
    assert around(Position(position.battle, later.state.with_unit(hit)), hit) is not before
