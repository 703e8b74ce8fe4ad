"""Moves: towards, away, into cover, out of sight, by the safest way; and what they say when they cannot."""

from typing import Any

import pytest

from sim.board.area import Area
from sim.board.battlemap import BattleMap
from sim.engine.chance import Scripted
from sim.engine.notes import Note, Said, Selection
from sim.grid import Cell, SquareGrid
from sim.solo.measures import cells_from, length_from
from sim.solo.moves import Goal, Going, SafeWay, away, into_cover, out_of_sight, safest_way, towards
from sim.solo.plans import Cannot
from sim.solo.priority import Line, Measure, least, most
from sim.solo.situation import Situation
from tests.board.drawn import at, drawn
from tests.picket.men import WALK, reach_of
from tests.picket_positions import Field, Stand, field

OPEN = """
    .......
    .......
    .......
    .......
    .......
"""


class Scene:
    """Red-1 on a map with pickets about; what he chooses, and the notes of it."""

    def __init__(
        self, picture: str | BattleMap, red: str, *pickets: str, dice: tuple[int, ...] = (), profile: str = "rifleman"
    ) -> None:
        men = [Stand(f"man-{n}", name) for n, name in enumerate(pickets)]
        self.field: Field = field(*men, Stand("red-1", red, 0, profile), picture=picture, objective="")
        self.source = Scripted(dice)
        self.here: Situation[Any, Any]
        self.here, self.page = self.field.situation("red-1", self.source).page()
        self.reach = reach_of(self.here.position, self.here.unit)
        self.enemies = self.field.state.units.of("picket")

    def cell(self, name: str) -> Any:
        """Return a cell by its name."""
        return self.field.map.cell(name)

    def went(self, going: Going | Cannot) -> str:
        """Return the name of the cell where a move ends, after some looks at the move itself."""
        self.source.finish()
        assert isinstance(going, Going)
        assert going.way[-1] == going.end
        assert going.cost == self.reach.cost(going.end)
        assert self.cell_of_red not in going.way
        return self.field.map.grid.name(going.end)

    @property
    def cell_of_red(self) -> Any:
        """Where he stands."""
        return self.field.state.unit("red-1").cell

    def notes(self) -> tuple[Note, ...]:
        """Return what was noted."""
        return self.page.close()


# -- towards ------------------------------------------------------------------------------------------------------


def test_towards_ends_as_near_as_possible() -> None:
    """Three cells of a rifleman's pace, straight down the column."""
    scene = Scene(OPEN, "D5")
    assert scene.went(towards(scene.here, scene.reach, Goal(scene.cell("D1"), "the ford"), "PKT-X")) == "D2"


def test_towards_reaches_the_goal() -> None:
    """And goes no further than that."""
    scene = Scene(OPEN, "D3")
    going = towards(scene.here, scene.reach, Goal(scene.cell("D1"), "the ford"), "PKT-X")
    assert scene.went(going) == "D1"
    assert going == Going(scene.cell("D1"), (scene.cell("D2"), scene.cell("D1")), 2)


def test_towards_is_impossible_where_nothing_is_nearer() -> None:
    """A man on his goal does not walk about."""
    scene = Scene(OPEN, "D1")
    going = towards(scene.here, scene.reach, Goal(scene.cell("D1"), "the ford"), "PKT-X")
    assert going == Cannot("no cell in reach is nearer to the ford")


def test_towards_is_impossible_behind_water() -> None:
    """He could go along the bank, but that is no nearer."""
    scene = Scene("...\n~~~\n...", "B3", profile="runner")
    going = towards(scene.here, scene.reach, Goal(scene.cell("B1"), "the ford"), "PKT-X")
    assert going == Cannot("no cell in reach is nearer to the ford")


def test_towards_takes_the_cheapest_of_the_nearest() -> None:
    """The same with woods on one of the two ways, which cost one more; and no die."""
    scene = Scene("..~..\n.w~..\n.....\n.....", "C4", profile="runner")
    assert scene.went(towards(scene.here, scene.reach, Goal(scene.cell("C1"), "the ford"), "PKT-X")) == "D1"
    (note,) = scene.notes()
    assert isinstance(note, Selection)
    assert [step.what for step in note.steps] == ["cells from the ford", "cost of the move"]
    assert note.pool == "cells in reach that are nearer"


def test_towards_rolls_for_what_is_level() -> None:
    """The straight step is closed by water, the two beside it are as near and as cheap: a visible die."""
    scene = Scene(".....\n..~..\n.....\n.....", "C4", dice=(2,))
    assert scene.went(towards(scene.here, scene.reach, Goal(scene.cell("C1"), "the ford"), "PKT-X")) == "D1"
    (note,) = scene.notes()
    assert isinstance(note, Selection)
    assert note.roll is not None
    assert note.roll.throw.options == ("B1", "D1")


# -- away ---------------------------------------------------------------------------------------------------------


def test_away_ends_as_far_as_possible() -> None:
    """The danger is above, so he goes down: the furthest cells are three steps off, and a die decides."""
    scene = Scene(OPEN, "D2", dice=(1,))
    going = away(scene.here, scene.reach, Goal(scene.cell("D1"), "the gun"), "PKT-X")
    assert isinstance(going, Going)
    distance = scene.field.map.distance
    furthest = max(distance(cell, scene.cell("D1")) for cell in scene.reach.area)
    assert distance(going.end, scene.cell("D1")) == furthest == 4
    assert going.cost == 3


def test_away_is_impossible_in_a_corner() -> None:
    """Nothing in reach is further."""
    scene = Scene("...~...\n...~...", "A1", profile="marksman")
    going = away(scene.here, scene.reach, Goal(scene.cell("G1"), "the gun"), "PKT-X")
    assert going == Cannot("no cell in reach is further from the gun")


def test_away_never_ends_as_near_as_it_began() -> None:
    """Candidates are the cells that are further, and no others."""
    scene = Scene(OPEN, "D2", dice=(1,))
    away(scene.here, scene.reach, Goal(scene.cell("D1"), "the gun"), "PKT-X")
    (note,) = scene.notes()
    assert isinstance(note, Selection)
    danger = scene.cell("D1")
    cells = [cell for cell in note.candidates if not isinstance(cell, str)]
    assert all(scene.field.map.distance(cell, danger) > 1 for cell in cells)
    assert note.pool == "cells in reach that are further away"


def test_away_takes_the_cheapest_of_the_furthest() -> None:
    """Three cells of the last row are as far; the way to one of them has no woods, and no die is thrown."""
    scene = Scene("...\n...\nww.\n...", "B2", profile="runner")
    assert scene.went(away(scene.here, scene.reach, Goal(scene.cell("B1"), "the gun"), "PKT-X")) == "C4"


# -- cover --------------------------------------------------------------------------------------------------------

PITS = drawn(OPEN, features={"D3": "pit", "B4": "pit"})
ONE_PIT = drawn(OPEN, features={"D2": "pit"})


def test_into_cover_takes_the_nearest() -> None:
    """One rifle pit is next door, the other further."""
    scene = Scene(PITS, "D4", "D1")
    assert scene.went(into_cover(scene.here, scene.reach, scene.enemies, "PKT-X")) == "D3"


def test_into_cover_may_have_wishes_before_the_cost() -> None:
    """Nearer to the left edge is wished for: the further pit it is."""
    scene = Scene(PITS, "D4", "D1")
    wish = least(cells_from("the left", lambda _: scene.cell("A4")))
    going = into_cover(scene.here, scene.reach, scene.enemies, "PKT-X", wish)
    assert scene.went(going) == "B4"


def test_into_cover_is_impossible_in_the_open() -> None:
    """The unit never stays where it is and calls that a move."""
    scene = Scene(OPEN, "D4", "D1")
    going = into_cover(scene.here, scene.reach, scene.enemies, "PKT-X")
    assert going == Cannot("nothing is left of the cells in reach")


def test_the_cell_one_stands_in_is_no_move() -> None:
    """A man in the only pit has nowhere to take cover."""
    scene = Scene(ONE_PIT, "D2", "D1")
    going = into_cover(scene.here, scene.reach, scene.enemies, "PKT-X")
    assert isinstance(going, Cannot)


def test_cover_is_needed_from_every_enemy_in_sight() -> None:
    """Behind an object, but with an enemy on the other side too, is not in cover."""
    picture = ".....\n.....\n..o..\n.....\n.....\n....."
    one = Scene(picture, "C5", "C1", profile="marksman")
    assert one.went(into_cover(one.here, one.reach, one.enemies, "PKT-X")) == "C4"
    two = Scene(picture, "C5", "C1", "C6", profile="marksman")
    assert isinstance(into_cover(two.here, two.reach, two.enemies, "PKT-X"), Cannot)


# -- out of sight -------------------------------------------------------------------------------------------------

SCREEN = """
    .......
    .......
    ..OOO..
    .......
    .......
"""


def test_out_of_sight_takes_the_nearest_cell_that_nobody_sees() -> None:
    """Behind the screen."""
    scene = Scene(SCREEN, "B3", "D1", dice=(1,))
    going = out_of_sight(scene.here, scene.reach, scene.enemies, "PKT-X")
    assert isinstance(going, Going)
    unseen = [
        cell
        for cell in scene.reach.area
        if cell != scene.cell("B3") and not scene.here.position.sight(scene.cell("D1"), cell)
    ]
    assert going.end in unseen
    assert going.cost == min(scene.reach.cost(cell) or 0 for cell in unseen)


def test_out_of_sight_may_have_wishes_before_the_cost() -> None:
    """Nearer to the middle of the screen is wished for, though it costs more."""
    scene = Scene(SCREEN, "B3", "D1")
    wish = least(cells_from("the middle", lambda _: scene.cell("D4")))
    going = out_of_sight(scene.here, scene.reach, scene.enemies, "PKT-X", wish)
    assert scene.went(going) == "D4"
    assert isinstance(going, Going)
    assert going.cost > 1


def test_out_of_sight_is_impossible_in_the_open() -> None:
    """Everybody sees everything there."""
    scene = Scene(OPEN, "D4", "D1")
    going = out_of_sight(scene.here, scene.reach, scene.enemies, "PKT-X")
    assert going == Cannot("nothing is left of the cells in reach")


def test_out_of_sight_means_of_every_enemy() -> None:
    """A second enemy behind the screen leaves nothing."""
    scene = Scene(SCREEN, "D5", "D1", "A5", "G5", profile="marksman")
    assert isinstance(out_of_sight(scene.here, scene.reach, scene.enemies, "PKT-X"), Cannot)


def test_out_of_sight_names_who_sees_what_was_removed() -> None:
    """The trace answers "why not there?"."""
    scene = Scene(OPEN, "D4", "D1")
    out_of_sight(scene.here, scene.reach, scene.enemies, "PKT-X")
    (note,) = scene.notes()
    assert isinstance(note, Selection)
    assert set(note.steps[0].values) == {"seen by man-0"}
    assert note.rule == "PKT-X"


# -- the safest way -----------------------------------------------------------------------------------------------


def safe(scene: Scene, danger: str, budget: int = 3, closed: str = "") -> SafeWay:
    """Describe a safe way with dangerous and closed cells by their names."""
    map_ = scene.field.map
    return SafeWay(WALK, budget, Area.of(map_, at(map_, danger)), Area.of(map_, at(map_, closed)) if closed else None)


def test_the_safest_way_goes_round_what_is_dangerous() -> None:
    """Straight ahead is covered by fire: the way round is longer, and taken as far as the move goes."""
    scene = Scene(OPEN, "D5")
    going = safest_way(scene.here, scene.cell("D5"), scene.cell("D1"), safe(scene, "D4 D3 D2", 10), "PKT-X")
    assert isinstance(going, Going)
    assert going.end == scene.cell("D1")
    assert not set(going.way) & set(at(scene.field.map, "D4 D3 D2"))
    assert going.cost == len(going.way) > 4


def test_of_ways_as_safe_the_cheapest_is_taken() -> None:
    """Without danger that is the straight one."""
    scene = Scene(OPEN, "D5")
    going = safest_way(scene.here, scene.cell("D5"), scene.cell("D1"), safe(scene, "", 10), "PKT-X")
    assert going == Going(scene.cell("D1"), tuple(at(scene.field.map, "D4 D3 D2 D1")), 4)


def test_a_safe_way_is_followed_as_far_as_the_move_goes() -> None:
    """The note tells the whole way, its dangers, and where this move ends."""
    scene = Scene(OPEN, "D5")
    going = safest_way(scene.here, scene.cell("D5"), scene.cell("D1"), safe(scene, "D1 D3", 2), "PKT-X")
    assert isinstance(going, Going)
    assert len(going.way) == going.cost == 2
    (note,) = scene.notes()
    assert isinstance(note, Said)
    assert note.rule == "PKT-X"
    assert note.text.startswith("the safest way to D1 enters 1 dangerous cells of ")
    assert note.text.endswith(f"; this move goes as far as {scene.field.map.grid.name(going.end)}")


def test_woods_stop_a_safe_way_that_cannot_pay_for_them() -> None:
    """The move ends before them."""
    scene = Scene("...\nwww\n...\n...", "B4")
    going = safest_way(scene.here, scene.cell("B4"), scene.cell("B1"), safe(scene, "", 2), "PKT-X")
    assert isinstance(going, Going)
    assert (going.end, going.cost) == (scene.cell("B3"), 1)


def test_a_first_step_that_is_too_dear_is_impossible() -> None:
    """Woods on all sides, and one point to spend."""
    scene = Scene("www\nw.w\nwww", "B2")
    going = safest_way(scene.here, scene.cell("B2"), scene.cell("B1"), safe(scene, "", 1), "PKT-X")
    assert going == Cannot("the first step costs more than the move has")


@pytest.mark.parametrize("goal", ["B1", "B3"])
def test_without_a_way_it_is_impossible(goal: str) -> None:
    """Beyond the water, or where one stands already."""
    scene = Scene("...\n~~~\n...", "B3")
    going = safest_way(scene.here, scene.cell("B3"), scene.cell(goal), safe(scene, ""), "PKT-X")
    assert going == Cannot(f"there is no way to {goal}")


def test_closed_cells_are_not_passed() -> None:
    """The way goes round those who stand in it."""
    scene = Scene(OPEN, "D5")
    going = safest_way(scene.here, scene.cell("D5"), scene.cell("D1"), safe(scene, "", 10, "D3"), "PKT-X")
    assert isinstance(going, Going)
    assert scene.cell("D3") not in going.way


def test_nearer_can_be_by_ruler() -> None:
    """On squares a diagonal is one step and more than one inch: by ruler the straight way alone is the nearest."""
    picture = drawn("\n".join(["......."] * 7), grid=SquareGrid(8))
    by_ruler = Scene(picture, "A4")
    goal = Goal(by_ruler.cell("G4"), "x", length_from)
    assert by_ruler.went(towards(by_ruler.here, by_ruler.reach, goal, "PKT-X")) == "D4"
    in_cells = Scene(picture, "A4", dice=(2,))
    towards(in_cells.here, in_cells.reach, Goal(in_cells.cell("G4"), "x"), "PKT-X")
    (note,) = in_cells.notes()
    assert isinstance(note, Selection)
    assert note.roll is not None, "several cells are three steps from the goal"


def test_wishes_come_before_the_cost_of_a_move() -> None:
    """Of the cells that are as near, the one that is wished for is taken."""
    picture = drawn("\n".join(["......."] * 7), grid=SquareGrid(8))
    scene = Scene(picture, "A4")
    low: Line[Any, Cell] = most(Measure("row", lambda situation, cell: cell.r))
    assert scene.went(towards(scene.here, scene.reach, Goal(scene.cell("G4"), "x"), "PKT-X", low)) == "D7"
