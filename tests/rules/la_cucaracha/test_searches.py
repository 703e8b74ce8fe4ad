"""La Cucaracha: what is worked out bit by bit or once, so that nobody waits for it."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sim.board.area import Area
from sim.board.sight import LinesOfSight
from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.game import Frame, Game, Start
from sim.engine.orders import Ask
from sim.engine.session import Session
from sim.grid import Cell
from sim.rules.la_cucaracha import BOOK
from sim.rules.la_cucaracha.commander import values
from sim.rules.la_cucaracha.commander.plans import COMMANDER, hopes
from sim.rules.la_cucaracha.ground.charges import charge_ways, near_enough
from sim.rules.la_cucaracha.ground.moves import occupied
from sim.rules.la_cucaracha.ground.sight import has_target_from, open_to_shots, shot_refusal
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.state import ACTION, enemies, flies
from sim.solo.plans import Automated
from sim.solo.situation import Situation
from tests.rules.la_cucaracha.stage import pair, shipped, stood
from tests.rules.positions import names


@pytest.mark.parametrize("name", ["bridge_at_rio_colorado", "wings_over_laguna_seca"])
def test_enemies_found_by_areas_are_those_found_one_by_one(name: str) -> None:
    """Whom a unit can shoot at and charge, and who is in its way, in every turn of a battle; aircraft are in one."""
    of = shipped(name)
    session = Session(of.battle, of.state, dict.fromkeys(of.players, "solo"), Seeded(3))
    session.play_out()
    states: list[Any] = [entry.state for entry in session.entries if isinstance(entry, Frame)]
    for position in (Position(of.battle, state) for state in states[::40]):
        for unit in (unit for unit in position.state.units if unit.on_table):
            able = [enemy for enemy in enemies(position, unit.side) if shot_refusal(position, unit, enemy) is None]
            assert open_to_shots(position, unit) == able
            assert has_target_from(position, unit, unit.place) or not able
            near = [enemy.id for enemy in near_enough(position, unit)]
            assert {each.id for each in enemies(position, unit.side) if charge_ways(position, unit, each)} <= {*near}
            alike = [each for each in position.state.units if flies(position, each) is flies(position, unit)]
            others = [each.place for each in alike if each.on_table and each.id != unit.id]
            assert occupied(position, unit) == Area.of(position.map, others)


def test_charges_and_volleys_that_are_kept_are_those_that_a_fresh_look_finds() -> None:
    """All through a battle: whatever they depend on has them weighed anew; a battle that knows nothing yet tells."""
    of = shipped("vespers_at_san_isidro")
    session = Session(of.battle, of.state, dict.fromkeys(of.players, "solo"), Seeded(2))
    session.play_out()
    states: list[Any] = [entry.state for entry in session.entries if isinstance(entry, Frame)]
    weighed = 0
    for state in states[::7]:
        kept, fresh = Position(of.battle, state), Position(replace(of.battle), state)
        for unit in (unit for unit in state.units if unit.on_table):
            assert values.charges(kept, unit) == values.charges(fresh, unit)
            assert values.volleys(kept, unit) == values.volleys(fresh, unit)
            weighed += len(values.charges(kept, unit))
    assert weighed > 20


def test_what_is_hoped_for_in_many_cells_is_what_the_best_volley_from_each_is_worth() -> None:
    """Cells that are alike for a shot are weighed once: near or far, and by what shelters the enemy from there."""
    enemies_there = "federales: a1 villista_infantry D18 | a2 villista_infantry H14 points:4"
    scene = stood("ground D18:w | edges hedge H14/w", f"rebels: p1 villista_infantry D6 | {enemies_there}")
    deciders: Any = {"rebels": ("commander", Automated(COMMANDER))}
    here = Situation(Game(scene.battle, Start(scene.state), deciders, Seeded(0)), Ask("rebels", ACTION))
    unit = scene.state.unit("p1")
    worth = dict[Cell, Fraction]()
    for cell in scene.map.whole:
        there = unit.changed(cell=cell)
        able = [enemy for enemy in enemies(scene, "rebels") if shot_refusal(scene, there, enemy) is None]
        if able:
            worth[cell] = max(values.volley(scene, there, enemy, hasty=True).points for enemy in able)
    assert list(hopes(here, unit, scene.map.whole)) == list(worth.items())
    assert len({*worth.values()}) > 2


def test_units_that_a_hand_has_put_into_one_cell_are_in_each_others_way() -> None:
    """Else a unit that shares its cell would be told that it stands alone."""
    scene = stood("", "rebels: p1 villista_infantry D6 | federales: a1 villista_infantry D18")
    shared = scene.state.with_unit(scene.state.unit("a1").changed(cell=scene.map.cell("D6")))
    position = Position(scene.battle, shared)
    assert names(position, occupied(position, shared.unit("p1"))) == ["D6"]


def test_it_looks_from_where_units_are_and_not_from_every_cell_in_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sight is the same both ways: an enemy's one field of view tells from which of a hundred cells he is seen."""
    houses = "ground A8:b B8:b C8:b D8:b E8:b F8:b"
    scene = stood(houses, "rebels: p1 villista_infantry D6 | federales: a1 villista_infantry D18 points:4")
    looked: list[Cell] = []
    row = LinesOfSight._row

    def counted(lines: LinesOfSight, viewer: Cell) -> Area:
        looked.append(viewer)
        return row(lines, viewer)

    monkeypatch.setattr(LinesOfSight, "_row", counted)
    deciders: Any = {"rebels": ("commander", Automated(COMMANDER))}
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), deciders, Seeded(0))
    assert isinstance(next(iter(game.orders(Ask("rebels", ACTION)))), Advance)
    assert {*looked} <= {unit.place for unit in pair(scene)}


def test_the_short_orders_of_everybody_come_before_any_move() -> None:
    """A viewer that gathers hundreds of offers bit by bit can show soon who may act."""
    scenario = shipped("vespers_at_san_isidro")
    found = list(BOOK.offers(Position(scenario.battle, scenario.state), Ask("garrison", ACTION)))  # type: ignore[arg-type]
    first = next(n for n, offer in enumerate(found) if isinstance(offer.intent, Advance | Charge))
    assert all(isinstance(offer.intent, Advance | Charge) for offer in found[first:])
    assert len(found) > 300
