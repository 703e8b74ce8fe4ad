"""Measures: what they compare, and what they show."""

from typing import Any

import pytest

from sim.board.area import Area
from sim.board.movement import Mover, Turning
from sim.board.paths import Limits, reach, reach_turning
from sim.board.paths import Stand as Standing
from sim.engine.units import Unit
from sim.engine.zones import zones
from sim.grid import Cell, SquareGrid
from sim.solo.measures import (
    cell_of,
    cells_from,
    cost_of,
    defence_modifier,
    inside,
    length_from,
    outside,
    own_cell,
    sheltered_from,
    target_cell,
    threats,
    unseen_by,
)
from sim.solo.priority import Measure, Measured
from tests.board.drawn import at, drawn
from tests.picket.men import WALK, zone_of
from tests.picket_positions import AMES, RED, Field, Stand, field

FIELD = field()


def men_of(battlefield: Field, *ids: str) -> list[Unit]:
    """Return men by their ids."""
    return [battlefield.state.unit(id_) for id_ in ids]


def measured(battlefield: Field, measure: Measure[Any, Any], candidate: Cell | Unit | str) -> Any:
    """Measure a candidate for red-1 against Ames."""
    here = battlefield.situation("red-1").against(battlefield.state.unit("ames"))
    return measure.of(here, battlefield.map.cell(candidate) if isinstance(candidate, str) else candidate)


def test_own_cell_and_target_cell() -> None:
    """Where the one who acts stands, and the one it is about; an objective is a place, and so is any cell."""
    here = FIELD.situation("red-1").against(FIELD.state.unit("ames"))
    assert (own_cell(here), target_cell(here)) == tuple(at(FIELD.map, "G2 B3"))
    assert target_cell(here.against(FIELD.map.cell("C4"))) == FIELD.map.cell("C4")
    assert cell_of(FIELD.state.unit("ames")) == cell_of(FIELD.map.cell("B3")) == FIELD.map.cell("B3")


def test_cells_are_counted_to_the_goal() -> None:
    """The name of the measure says from what."""
    measure = cells_from("the target", target_cell)
    assert measure.what == "cells from the target"
    assert [measured(FIELD, measure, name) for name in ("B3", "B4", "C3", "E3")] == [0, 1, 1, 3]


def test_lengths_are_compared_by_their_squares() -> None:
    """On squares the diagonal is longer: 2 cells across are 8, 3 straight are 9; shown in the map's unit."""
    battlefield = field(
        Stand("ames", "A1"), Stand("red-1", "E5"), picture=drawn("\n".join(["....."] * 5), grid=SquareGrid(8))
    )
    measure = length_from("the target", target_cell)
    diagonal, straight = measured(battlefield, measure, "C3"), measured(battlefield, measure, "D1")
    assert isinstance(diagonal, Measured)
    assert diagonal.key * 9 == straight.key * 8
    assert measure.what == "distance from the target"
    length = battlefield.map.length(*at(battlefield.map, "C3 A1"))
    mark = '"' if battlefield.map.scale.unit == "inch" else " m"
    assert diagonal.text == f"{length:.1f}{mark}"


def test_the_cost_of_a_move_is_that_of_its_way() -> None:
    """Woods cost one more on foot."""
    battlefield = field(AMES, Stand("red-1", "D1"))
    measure = cost_of(reach(battlefield.situation("red-1").position.ground, WALK, battlefield.map.cell("D1")))
    assert measure.what == "cost of the move"
    assert [measured(battlefield, measure, name) for name in ("D1", "D2", "D3")] == [0, 1, 3]


def test_what_cannot_be_reached_costs_more_than_anything_that_can() -> None:
    """And is shown as what it is."""
    start = FIELD.map.cell("A1")
    near = reach(FIELD.situation("red-1").position.ground, WALK, start, Limits(1))
    found = measured(FIELD, cost_of(near), "H6")
    assert found == Measured(1 << 30, "out of reach")


def test_turning_counts_in_the_cost_of_a_turning_reach() -> None:
    """Ahead costs the step, behind the turn as well."""
    wheels = Mover("foot", turning=Turning((0, None, None, None), (0, 1, 1, 1), (0, None, None, None)))
    start = Standing(FIELD.map.cell("B3"), 0)
    turning = reach_turning(FIELD.situation("red-1").position.ground, wheels, start, Limits(6))
    assert [measured(FIELD, cost_of(turning), name) for name in ("B2", "B4")] == [1, 2]


def test_inside_and_outside_are_opposites() -> None:
    """Under the names they are given."""
    area = Area.of(FIELD.map, at(FIELD.map, "B3 B4"))
    within, without = inside("in the village", lambda _: area), outside("out of it", lambda _: area)
    assert (within.what, without.what) == ("in the village", "out of it")
    assert [measured(FIELD, within, name) for name in ("B3", "B5")] == [True, False]
    assert [measured(FIELD, without, name) for name in ("B3", "B5")] == [False, True]


def test_threats_name_those_who_cover_the_cell() -> None:
    """In roster order, with their number."""
    battlefield = field(AMES, Stand("bell", "B4", 1), RED)
    position = battlefield.situation("red-1").position
    found = zones(position.map, position.state.units.of("picket"), lambda man: zone_of(position, man))
    measure = threats("zones over it", lambda _: found)
    assert measured(battlefield, measure, "C3") == Measured(2, "2 (ames, bell)")
    assert measured(battlefield, measure, "A6") == Measured(0, "0")


WALLED = "........\n........\nOOOOOOOO\n........\n........"


@pytest.mark.parametrize(
    ("cell", "seen"), [("D5", "unseen"), ("C2", "seen by ames, bell"), ("D2", "seen by ames, bell")]
)
def test_unseen_names_those_who_see(cell: str, seen: str) -> None:
    """Behind the wall nobody sees; in the open both do."""
    battlefield = field(Stand("ames", "D1"), Stand("bell", "C1"), RED, picture=WALLED)
    viewers = men_of(battlefield, "ames", "bell")
    measure = unseen_by("out of sight", lambda _: viewers)
    assert measured(battlefield, measure, cell) == Measured(seen == "unseen", seen)


def test_whoever_is_off_the_map_sees_nothing() -> None:
    """A man who is yet to come neither sees nor bares."""
    battlefield = field(Stand("ames", "A1", turn=3), RED)
    viewers = men_of(battlefield, "ames")
    assert measured(battlefield, unseen_by("x", lambda _: viewers), "B3") == Measured(True, "unseen")
    assert measured(battlefield, sheltered_from("x", lambda _: viewers), "B3") == Measured(True, "covered or unseen")


OBJECT = ".....\n.....\n..o..\n.....\n....."


@pytest.mark.parametrize(
    ("picture", "viewers", "cell", "expected"),
    [
        ("...\n.w.\n...", "C3", "B2", Measured(True, "woods in B2")),
        ("....\n....\nOOOO\n....", "C1 C4", "B1", Measured(False, "no cover from ames")),
        (OBJECT, "C1", "C4", Measured(True, "covered or unseen")),
        (OBJECT, "C1 C5", "C4", Measured(False, "no cover from bell")),
    ],
    ids=["the ground, from all sides", "the open, from who sees it", "an object", "from behind it alone"],
)
def test_what_shelters(picture: str, viewers: str, cell: str, expected: Measured) -> None:
    """The reason is the ground; those who see it bare are named, those who do not are not."""
    men = [Stand(id_, at) for id_, at in zip(("ames", "bell"), viewers.split(), strict=False)]
    battlefield = field(*men, Stand("red-1", "A1"), picture=picture, objective="")
    measure = sheltered_from("in cover", lambda _: men_of(battlefield, *(man.id for man in men)))
    assert measured(battlefield, measure, cell) == expected


def test_a_defence_modifier_adds_up_what_shelters_with_the_reasons() -> None:
    """Ground and object; nothing is a plain 0."""
    battlefield = field(Stand("ames", "C1"), Stand("red-1", "A5"), picture=".....\n.....\n..o..\n..w..\n.....")
    measure = defence_modifier("cover from the target", target_cell)
    assert measured(battlefield, measure, "C4") == Measured(2, "2 (+1 woods in C4, +1 behind low object in C3)")
    assert measured(battlefield, measure, "C2") == Measured(0, "0")
    assert measure.what == "cover from the target"
