"""Measures in inches: how far away, how far to go, and to which of several goals."""

from sim.engine.chance import Scripted
from sim.tabletop.measures import half_inches, inches_away, inches_from, nearest_goal
from tests.picket.rules import ACTION
from tests.picket_positions import field

HERE = field().situation("red-1", Scripted(()), ACTION)


def test_lengths_are_compared_exactly_and_shown_as_players_write_them() -> None:
    """Of several cells the nearest counts; a way is reckoned in half inches."""
    place = HERE.unit.place
    near, far = sorted(HERE.position.map.cells, key=lambda cell: HERE.position.map.grid.squared(place, cell))[1:9:7]
    assert inches_from(HERE, place, far, near).key == HERE.position.map.grid.squared(place, near)
    assert inches_from(HERE, place).key == 0
    assert inches_away.of(HERE, HERE.unit).key == 0 < inches_away.of(HERE, near).key
    assert half_inches(15) == (15, '7.5"', ())


def test_the_nearest_goal_is_the_one_with_the_shortest_way() -> None:
    """Where no way leads is no goal, and of two as near the first on the map is taken."""
    one, other, barred, *_ = HERE.position.map.cells
    ways = {one: 4, other: 4, barred: None}
    assert nearest_goal(HERE.position, (barred, other, one), ways.get) == (4, one)
    assert nearest_goal(HERE.position, (barred,), ways.get) is None
