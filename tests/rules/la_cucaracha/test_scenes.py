"""The shipped battles of La Cucaracha; what is to be watched in single scenes is told in cases/scenes.txt."""

import pytest

from sim.engine.battle import Position
from sim.rules.la_cucaracha.figures import STYLES
from sim.rules.la_cucaracha.ground.charges import charge_ways
from sim.rules.la_cucaracha.state import CucPosition, enemies
from tests.rules.la_cucaracha.stage import SCENARIOS, shipped

BATTLES = ("vespers_at_san_isidro", "bridge_at_rio_colorado", "wings_over_laguna_seca")


def beginning(name: str) -> CucPosition:
    """Return the first moment of a battle."""
    scenario = shipped(name)
    return Position(scenario.battle, scenario.state)  # type: ignore[arg-type]  # it is one of this system


@pytest.mark.parametrize("name", BATTLES)
def test_battles_are_fought_for_something_and_begin_out_of_reach(name: str) -> None:
    """Three places at least, worth more than a unit is; and everybody has a card before the first blow falls."""
    position = beginning(name)
    objectives = position.battle.data.engagement.objectives
    assert len(objectives) >= 3
    assert max(objective.points for objective in objectives) >= 4
    for unit in (unit for unit in position.state.units if unit.cell is not None):
        assert not [enemy for enemy in enemies(position, unit.side) if charge_ways(position, unit, enemy)], unit.id


@pytest.mark.rule("CUC-CAT")
def test_every_style_is_run_by_the_tables_somewhere() -> None:
    """In the scenes; one battle has vehicles and an aeroplane, with somebody to shoot at it."""
    scenes = [f"behaviour/{path.stem}" for path in (SCENARIOS / "behaviour").glob("*.toml")]
    assert {unit.profile.style for name in scenes for unit in beginning(name).state.units.of("enemy")} == {*STYLES}
    units = beginning("wings_over_laguna_seca").state.units
    assert {"vehicle", "aircraft", "crew"} <= {unit.profile.style for unit in units}
    assert "anti_aircraft_gun" in {unit.profile.weapon for unit in units}
