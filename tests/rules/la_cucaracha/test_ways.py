"""La Cucaracha: what is true of all ways, on every grid, and on tables of other sizes."""

from itertools import pairwise
from typing import cast

import pytest

from sim.board.ground import Changes
from sim.board.paths import reach as search
from sim.engine.check import Check
from sim.play.ways import way_price
from sim.rules.la_cucaracha.ground.charges import charge_refusal, charge_ways, way_refusal
from sim.rules.la_cucaracha.ground.moves import allowance, edge_cells, mover, nearer_ways, reach
from sim.rules.la_cucaracha.state import Pace
from tests.rules.la_cucaracha.stage import pair, stood
from tests.rules.positions import way, with_state

MIXED = """\
map
..s..k..~~
.b...s..~.
...g..n.~.
..w..u..==
........~.
.k....s.~.
..m.f...~~

edges hedge B3/s C3/s F4/s low_wall E5/s D2/s
features wire H5
ways rail C1-C7 road F1-F7
federales: a1 villista_infantry E4 | a2 biplane F5"""
ANYWHERE = (
    "villista_infantry villista_cavalry revolutionary_machine_gun federal_field_gun armoured_car light_tank biplane"
)
KINDS = {**dict.fromkeys(ANYWHERE.split(), "D5"), "armoured_train": "C5", "gunboat": "I2"}


@pytest.mark.parametrize("stage", ["stage", "on_hexes"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("pace", ["half", "advance", "rapid"])
def test_reach_and_prices_agree(stage: str, kind: str, pace: Pace) -> None:
    """Every cell of a reach has a way that is allowed at the price it says, and no other cell has one."""
    scene = stood(MIXED, f"rebels: p1 {kind} {KINDS[kind]}", stage=stage, inches=1)
    who, _ = pair(scene)
    found, everywhere = reach(scene, who, pace), search(scene.ground, mover(scene, who), who.place)
    for cell in scene.map.whole:
        if cell != who.place and cell in found.area:
            leads = found.way(cell)[1:]
            assert way_refusal(scene, who, leads, pace) is None
            assert cast(Check, way_price(scene, mover(scene, who), who.place, leads, ())).total == found.cost(cell)
        elif cell != who.place and cell in everywhere.area:
            assert way_refusal(scene, who, everywhere.way(cell)[1:], pace) is not None


@pytest.mark.parametrize("stage", ["stage", "on_hexes"])
def test_every_charge_that_is_found_is_allowed(stage: str) -> None:
    """Its way runs from cell to neighbouring cell and ends beside the target."""
    scene = stood("a1 F4", stage=stage)
    one, other = pair(scene)
    ways = charge_ways(scene, one, other)
    assert ways
    for end, leads in ways.items():
        assert charge_refusal(scene, one, other, leads) is None
        assert all(scene.map.grid.adjacent(*steps) for steps in pairwise((one.place, *leads)))
        assert end == (leads or (one.place,))[-1]


@pytest.mark.rule("CUC-PACE")
def test_steps_that_are_longer_than_a_pace() -> None:
    """Half an Advance is rounded up to one, in half inches; an Advance takes one in any case, a Rapid one does not."""
    gun = "rebels: p1 revolutionary_machine_gun C3"
    tables = (stood(inches=1.5), 6), (stood(gun, inches=1.5), 6), (stood(stage="on_hexes", inches=4), 8)
    for scene, half in tables:
        assert allowance(scene, pair(scene)[0], "half") == half
    scene = stood(gun, stage="on_hexes", inches=8)
    who, there = pair(scene)[0], scene.map.cell("C4")
    assert (reach(scene, who, "advance").cost(there), reach(scene, who, "rapid").cost(there)) == (16, None)
    assert way_refusal(scene, who, (there,), "rapid") == "too far: 8 inches, and a Rapid Advance is 6 inches"


def test_changes_of_the_ground_count() -> None:
    """Where the rail is torn up no train goes on."""
    scene = stood("ways rail A3-H3", "rebels: p1 armoured_train A3")
    here, there = way(scene, "C3", "D3")
    link = next(edge for edge in scene.map.ways if here in edge and there in edge)
    torn = with_state(scene, changes=Changes().with_way(link, None))
    run = reach(torn, pair(torn)[0], "advance")
    assert (run.cost(here), run.cost(there)) == (4, None)


def test_ways_know_only_their_own_cells() -> None:
    """Asking for the way to another cell is a mistake."""
    scene = stood()
    found = nearer_ways(scene, pair(scene)[0], scene.map.cell("C12"), "half")
    assert found[scene.map.cell("C6")] == way(scene, "C4", "C5", "C6")
    for ask in (found.__getitem__, found.cost):
        with pytest.raises(KeyError):
            ask(scene.map.cell("C2"))


@pytest.mark.parametrize("stage", ["stage", "on_hexes"])
def test_the_edge_is_the_outer_rows_and_columns(stage: str) -> None:
    """Every cell of the rim, hexes or squares, and no other."""
    assert len(edge_cells(stood(stage=stage).map)) == 4 * 23
