"""Ways over the ground: their price, why they cannot be gone, and which of them an order may name."""

from __future__ import annotations

import pytest

from sim.engine.check import Check
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.play.ways import along, step_price, way_cost, way_price
from tests.picket.men import WALK, reach_of
from tests.picket.rules import ACTION
from tests.picket_positions import AMES, RED, field

HERE = field(AMES, RED).situation("ames").position


def cells(*names: str) -> tuple[Cell, ...]:
    """Return cells by their names."""
    return tuple(map(HERE.map.cell, names))


def test_a_way_costs_what_its_steps_cost_and_says_for_what() -> None:
    """By the reasons of the steps, each of which is told once."""
    price = way_price(HERE, WALK, cells("B3")[0], cells("C3", "C4"), ())
    assert isinstance(price, Check) and (price.name, price.total, len(price.parts)) == ("cost of the way", 2, 1)
    assert price.total == sum(
        step_price(HERE.ground, WALK, *step).cost for step in (cells("B3", "C3"), cells("C3", "C4"))
    )


@pytest.mark.parametrize(
    ("way", "reason"),
    [((), "that leads nowhere"), (("B1",), "B3 has no such neighbour"), (("C3", "D3"), "another unit is in D3")],
)
def test_a_way_that_cannot_be_gone_says_why(way: tuple[str, ...], reason: str) -> None:
    """It is empty, leaps, or leads through somebody; the first that is wrong counts."""
    for priced in (way_price, way_cost):
        assert priced(HERE, WALK, cells("B3")[0], cells(*way), cells("D3")) == reason


def test_the_cost_of_a_way_is_that_of_its_price() -> None:
    """Of every way of a search, and of one off the map."""
    ames = HERE.state.unit("ames")
    run = reach_of(HERE, ames)
    for way in [run.way(cell)[1:] for cell in run.area if cell != ames.cell]:
        price = way_price(HERE, WALK, ames.place, way, ())
        assert isinstance(price, Check) and way_cost(HERE, WALK, ames.place, way, ()) == price.total
    off = (Cell(-1, -1), Cell(-2, -2))
    assert way_cost(HERE, WALK, Cell(0, 0), off, ()) == way_price(HERE, WALK, Cell(0, 0), off, ())


def test_an_order_may_name_a_way_to_every_cell_of_a_search() -> None:
    """Its own cell is none of them, and is left out of each way."""
    ames = HERE.state.unit("ames")
    run, choice = reach_of(HERE, ames), along(reach_of)
    assert choice.part == "way" and choice.values is not None
    ways = list(choice.values(HERE, Ask("picket", ACTION, "ames"), ames))
    assert [way[-1] for way in ways] == [cell for cell in run.area if cell != ames.cell]
    assert not any(ames.cell in way for way in ways)
